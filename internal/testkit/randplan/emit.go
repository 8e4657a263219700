package randplan

import (
	"encoding/json"
	"strconv"
	"strings"
)

// emitter writes values as they are in plans.
type emitter struct {
	// redact replaces sensitive values with strings.
	redact bool
	// secrets puts the Secret into sensitive strings and keys.
	secrets bool
}

// value returns the JSON of a value. Unknown values are left out of objects,
// and null elsewhere.
func (e *emitter) value(v *value, hidden, comparing bool) string {
	if v.mark && !hidden {
		hidden = true
		if e.redact && v.kind != null && !v.unknown {
			return quote("REDACTED" + strconv.Itoa(len(e.value(v, true, true))) + Secret)
		}
	}
	if comparing {
		hidden = false
	}
	switch v.kind {
	case scalar:
		return v.raw
	case str:
		s := v.raw
		if hidden && e.secrets {
			s = conceal(s)
		}
		return quote(s)
	case array:
		var parts []string
		for _, p := range v.parts {
			parts = append(parts, e.value(p, hidden, comparing))
		}
		return "[" + strings.Join(parts, ",") + "]"
	case obj:
		var parts []string
		for i, p := range v.parts {
			if !p.unknown {
				parts = append(parts, quote(v.keys[i])+":"+e.value(p, hidden, comparing))
			}
		}
		return "{" + strings.Join(parts, ",") + "}"
	}
	return "null"
}

// conceal puts the Secret into some texts. The others stay as they are, for
// changes of sensitivity alone, in which both sides are the same.
func conceal(s string) string {
	if len(s)%2 == 0 || s == "" {
		return s
	}
	if s[0] == '{' || s[0] == '[' {
		return strings.Replace(s, "word", Secret+"word", 1)
	}
	return s + Secret
}

// flags returns the tree of what is unknown or sensitive, in the shape of the
// value.
func flags(v *value, is func(*value) bool) string {
	if is(v) {
		return "true"
	}
	switch v.kind {
	case array:
		var parts []string
		for _, p := range v.parts {
			parts = append(parts, flags(p, is))
		}
		return "[" + strings.Join(parts, ",") + "]"
	case obj:
		var parts []string
		for i, p := range v.parts {
			if f := flags(p, is); f != "false" {
				parts = append(parts, quote(v.keys[i])+":"+f)
			}
		}
		return "{" + strings.Join(parts, ",") + "}"
	}
	return "false"
}

func isUnknown(v *value) bool { return v.unknown }

func isMarked(v *value) bool { return v.mark }

func quote(s string) string {
	b, _ := json.Marshal(s) // a string cannot fail
	return string(b)
}
