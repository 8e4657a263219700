package plans

import (
	"cmp"
	"encoding/json"
	"strconv"
	"strings"

	"github.com/planfmt/planfmt/internal/base/hclname"
)

// InstanceAddress returns the address that the other members of the header give. It is that of the
// instance, without the key of a deposed object.
func (h *Header) InstanceAddress() string {
	var b strings.Builder
	if h.ModuleAddress != "" {
		b.WriteString(h.ModuleAddress + ".")
	}
	if h.Mode == "data" || h.Mode == "ephemeral" {
		b.WriteString(h.Mode + ".")
	}
	b.WriteString(h.Type + "." + h.Name)
	switch {
	case h.Index.IsNone():
	case h.Index.IsString():
		b.WriteString("[" + hclname.Literal(h.Index.Text()) + "]")
	default:
		b.WriteString("[" + string(h.Index) + "]")
	}
	return b.String()
}

// ProviderAddress returns the address of a provider from a reference to its configuration, in a state
// file or a plan file: provider["registry.terraform.io/hashicorp/aws"].west, after the module
// that configures it, if any, or provider.aws in files of Terraform 0.12.
func ProviderAddress(ref string) string {
	const quoted, legacy = `provider["`, "provider."
	if i := strings.LastIndex(ref, quoted); i >= 0 {
		name, _, _ := strings.Cut(ref[i+len(quoted):], `"]`)
		return name
	}
	i := strings.LastIndex(ref, legacy)
	if i < 0 {
		return ref
	}
	name, _, _ := strings.Cut(ref[i+len(legacy):], ".")
	if name == "terraform" {
		return "terraform.io/builtin/terraform"
	}
	return "registry.terraform.io/hashicorp/" + name
}

// unquoteKey returns the string that a key in an address stands for. ok is false if it is not
// quoted as configuration quotes strings.
func unquoteKey(quoted string) (key string, ok bool) {
	if len(quoted) < 2 || quoted[0] != '"' || quoted[len(quoted)-1] != '"' {
		return "", false
	}
	text := quoted[1 : len(quoted)-1]
	var b strings.Builder
	for i := 0; i < len(text); i++ {
		c := text[i]
		switch {
		case (c == '$' || c == '%') && strings.HasPrefix(text[i+1:], string(c)+"{"):
			i++
		case c == '\\' && i+1 < len(text):
			r, n := unquoteEscape(text[i+1:])
			if n == 0 {
				return "", false
			}
			b.WriteRune(r)
			i += n
			continue
		case c == '"', c == '\\':
			return "", false
		}
		b.WriteByte(c)
	}
	return b.String(), true
}

// unquoteEscape returns the character that the text behind a backslash stands for, and its
// length. The length is 0 if it stands for none.
func unquoteEscape(text string) (r rune, length int) {
	switch text[0] {
	case 'n':
		return '\n', 1
	case 'r':
		return '\r', 1
	case 't':
		return '\t', 1
	case '"', '\\':
		return rune(text[0]), 1
	case 'u':
		length = 5
	case 'U':
		length = 9
	}
	if length == 0 || len(text) < length {
		return 0, 0
	}
	n, err := strconv.ParseUint(text[1:length], 16, 31)
	if err != nil {
		return 0, 0
	}
	return rune(n), length
}

// ParseKey returns the key of an instance as an address has it, without the brackets: "a" or 0.
func ParseKey(text string) (key InstanceKey, ok bool) {
	if isNumberKey("[" + text + "]") {
		return InstanceKey(text), true
	}
	s, ok := unquoteKey(text)
	if !ok {
		return "", false
	}
	return StringKey(s), true
}

// StringKey returns the key of an instance that is a string, as those of for_each are.
func StringKey(s string) InstanceKey {
	text, _ := json.Marshal(s) // a string never fails
	return InstanceKey(text)
}

// Compare compares keys of instances. No key comes first, then numbers,
// then strings.
func (k InstanceKey) Compare(other InstanceKey) int {
	rank := func(k InstanceKey) int {
		switch {
		case k.IsNone():
			return 0
		case k.IsString():
			return 2
		}
		return 1
	}
	if n := cmp.Compare(rank(k), rank(other)); n != 0 {
		return n
	}
	if rank(k) == 1 {
		x, err1 := strconv.ParseFloat(string(k), 64)
		y, err2 := strconv.ParseFloat(string(other), 64)
		if err1 == nil && err2 == nil {
			return cmp.Compare(x, y)
		}
	}
	return strings.Compare(k.Text(), other.Text())
}
