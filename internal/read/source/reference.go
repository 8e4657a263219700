package source

import (
	"strconv"
	"strings"

	"github.com/planfmt/planfmt/plans"
)

// ReferenceKind says to what a reference leads.
type ReferenceKind uint8

// The kinds of references.
const (
	ResourceReference ReferenceKind = iota
	ModuleReference
	VariableReference
	EachValueReference
	ConstantReference // known when the plan is made
	OutsideReference  // the plan does not say what it is
)

// Reference is a reference of the configuration.
type Reference struct {
	Kind   ReferenceKind
	Name   string     // with the prefix, without key: aws_subnet.a, data.aws_ami.x, module.net, var.cidr
	Key    string     // of the instance, with brackets
	Output string     // of a module
	Rest   plans.Path // inside of what is referred to
}

// ParseReference parses a reference. ok is false if it cannot be one.
func ParseReference(text string) (r Reference, ok bool) {
	head, rest := cutName(text)
	second, rest := cutName(rest)
	if head == "" {
		return r, false
	}
	r.Name = head
	if second != "" {
		r.Name += "." + second
	}
	switch head {
	case "var":
		r.Kind = VariableReference
	case "local", "self":
		r.Kind = OutsideReference
	case "each":
		if r.Kind = ConstantReference; second == "value" {
			r.Kind = EachValueReference
		}
	case "count", "path", "terraform", "tofu":
		r.Kind = ConstantReference
	case "module":
		r.Kind = ModuleReference
		r.Key, rest = cutKey(rest)
		r.Output, rest = cutName(rest)
	case "data", "ephemeral", "action", "list":
		third, more := cutName(rest)
		r.Name += "." + third
		r.Key, rest = cutKey(more)
		ok = third != ""
	default:
		r.Key, rest = cutKey(rest)
	}
	r.Rest = parsePath(rest)
	if head == "data" || head == "ephemeral" || head == "action" || head == "list" {
		return r, ok
	}
	return r, second != ""
}

// cutName cuts a name off a reference.
func cutName(text string) (name, rest string) {
	text = strings.TrimPrefix(text, ".")
	if end := strings.IndexAny(text, ".["); end >= 0 {
		return text[:end], text[end:]
	}
	return text, ""
}

// cutKey cuts a key off a reference, with its brackets. If it does not end, nothing is left.
func cutKey(text string) (key, rest string) {
	n := plans.KeyLen(text)
	if n == 0 && strings.HasPrefix(text, "[") {
		return "", ""
	}
	return text[:n], text[n:]
}

// parsePath parses the rest of a reference, as far as it is a path.
func parsePath(text string) (p plans.Path) {
	for text != "" {
		if text[0] == '[' {
			key, rest := cutKey(text)
			if len(key) <= 2 {
				return p
			}
			inner := key[1 : len(key)-1]
			if n, err := strconv.Atoi(inner); err == nil {
				p = p.Child(plans.Index(n))
			} else if inner[0] == '"' {
				p = p.Child(plans.Key(plans.InstanceKey(inner).Text()))
			} else {
				return p
			}
			text = rest
			continue
		}
		name, rest := cutName(text)
		if name == "" || name == "*" {
			return p
		}
		p, text = p.Child(plans.Key(name)), rest
	}
	return p
}
