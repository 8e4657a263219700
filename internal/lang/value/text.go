package value

import (
	"strings"

	"github.com/zclconf/go-cty/cty"
)

// Concat returns the text of all parts. They are strings that may be unknown, but
// are not null.
func Concat(parts []Value) Value {
	var b strings.Builder
	i := 0
	for i < len(parts) && parts[i].v.IsKnown() {
		b.WriteString(parts[i].v.AsString())
		i++
	}
	if i == len(parts) {
		return Derive(cty.StringVal(b.String()), parts...)
	}
	b.WriteString(parts[i].prefix())
	r := cty.UnknownVal(cty.String).Refine().NotNull()
	if b.Len() > 0 {
		r = r.StringPrefix(b.String())
	}
	return Derive(r.NewValue(), parts...).WithSuffix(suffixOf(parts))
}

// suffixOf returns what the text of all parts ends with.
func suffixOf(parts []Value) string {
	suffix := ""
	for i := len(parts) - 1; i >= 0; i-- {
		suffix = parts[i].end() + suffix
		if !parts[i].v.IsKnown() {
			break
		}
	}
	return suffix
}
