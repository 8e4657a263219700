package differ

import (
	"strconv"
	"strings"

	"github.com/planfmt/planfmt/internal/work/planhash"
	"github.com/planfmt/planfmt/values"
)

// allows reports whether the value after a change is possible, given what was known of it. Of a
// value with unknown parts, the number of elements need not be final.
func allows(r values.Refinement, c *values.Change) bool {
	v := c.After
	switch kind := v.Kind(); {
	case v.IsNull():
		return !r.NotNull
	case kind == values.String:
		return strings.HasPrefix(v.SharedText(), r.Prefix)
	case kind == values.Number:
		return isInRange(r.Number, v.Source())
	case kind >= values.Array && !c.Unknown.Any():
		return isInRange(r.Length, strconv.AppendInt(nil, int64(v.Len()), 10))
	}
	return true
}

func isInRange(r values.Range, number []byte) bool {
	if b := r.Min; b.Number != "" {
		if n := planhash.CompareNumbers(number, []byte(b.Number)); n < 0 || n == 0 && b.IsBeyond {
			return false
		}
	}
	if b := r.Max; b.Number != "" {
		if n := planhash.CompareNumbers(number, []byte(b.Number)); n > 0 || n == 0 && b.IsBeyond {
			return false
		}
	}
	return true
}
