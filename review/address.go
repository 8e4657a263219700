package review

import (
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/planfmt/planfmt/internal/base/hclname"
	"github.com/planfmt/planfmt/plans"
)

// addressStep is a part of an address: a module call, or the type or the name of a resource.
type addressStep struct {
	name string
	key  string // as the configuration spells it, with its brackets; empty if there is none
}

// address is the address of a managed resource, taken apart.
type address struct {
	modules   []addressStep // of each, the name without "module."
	typ, name string
	key       string // as in step
}

// parseAddress takes an address apart. ok is false if it is not that of a managed resource.
// Keys are spelled anew, as HCL wants them: Terraform before 0.15 spelled them differently.
func parseAddress(text string) (a address, ok bool) {
	var steps []addressStep
	for rest := text; rest != ""; {
		var s addressStep
		s.name, s.key, rest = plans.CutStep(rest)
		if s.key != "" {
			if s.key, ok = spellKey(s.key); !ok {
				return a, false
			}
		}
		if !hclname.Valid(s.name) {
			return a, false
		}
		steps = append(steps, s)
	}
	for len(steps) > 2 && steps[0] == (addressStep{name: "module"}) {
		a.modules = append(a.modules, steps[1])
		steps = steps[2:]
	}
	if strings.HasSuffix(text, ".") || len(steps) != 2 || steps[0].key != "" || steps[0].name == "module" {
		return a, false
	}
	a.typ, a.name, a.key = steps[0].name, steps[1].name, steps[1].key
	return a, true
}

// spellKey spells the key of an instance anew, as HCL wants it.
func spellKey(key string) (string, bool) {
	if plans.KeyLen(key) == 0 {
		return "", false
	}
	inner := key[1 : len(key)-1]
	if inner != "" && strings.Trim(inner, "0123456789") == "" {
		return key, true
	}
	quoted, opened := strings.CutPrefix(inner, `"`)
	quoted, closed := strings.CutSuffix(quoted, `"`)
	if !opened || !closed {
		return "", false
	}
	text, ok := unquote(quoted)
	return "[" + hclname.Literal(text) + "]", ok
}

// unquote returns the text of a quoted key, without its quotes. It knows the escapes of HCL,
// and those of Go, which older versions of Terraform write.
func unquote(s string) (string, bool) {
	var b strings.Builder
	for s != "" {
		if strings.HasPrefix(s, "$${") || strings.HasPrefix(s, "%%{") {
			b.WriteString(s[1:3])
			s = s[3:]
			continue
		}
		if s[0] != '\\' {
			b.WriteByte(s[0])
			s = s[1:]
			continue
		}
		r, multibyte, rest, err := strconv.UnquoteChar(s, '"')
		if err != nil {
			return "", false
		}
		if multibyte || r < utf8.RuneSelf {
			b.WriteRune(r)
		} else {
			b.WriteByte(byte(r)) // \xff
		}
		s = rest
	}
	return b.String(), utf8.ValidString(b.String())
}

// String spells the address as the configuration does.
func (a address) String() string {
	s := a.typ + "." + a.name + a.key
	if len(a.modules) > 0 {
		s = moduleAddress(a.modules) + "." + s
	}
	return s
}

// block is the address of the block in the configuration: without keys.
func (a address) block() string {
	var b strings.Builder
	for _, m := range a.modules {
		b.WriteString("module." + m.name + ".")
	}
	return b.String() + a.typ + "." + a.name
}

// moduleAddress is the address of a module instance.
func moduleAddress(modules []addressStep) string {
	var parts []string
	for _, m := range modules {
		parts = append(parts, "module."+m.name+m.key)
	}
	return strings.Join(parts, ".")
}

// keyText is the text of a key.
func keyText(key string) string {
	key = strings.TrimSuffix(strings.TrimPrefix(key, "["), "]")
	if text, ok := strings.CutPrefix(key, `"`); ok {
		text, _ = unquote(strings.TrimSuffix(text, `"`))
		return text
	}
	return key
}
