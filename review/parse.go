package review

import (
	"strconv"
	"strings"

	"github.com/planfmt/planfmt/plans"
)

// referenceKind says to what a reference leads.
type referenceKind uint8

const (
	resourceReference referenceKind = iota
	moduleReference
	variableReference
	eachValueReference
	constantReference // known when the plan is made
	outsideReference  // the plan does not say what it is
)

// reference is a reference of the configuration.
type reference struct {
	kind   referenceKind
	name   string     // with the prefix, without key: aws_subnet.a, data.aws_ami.x, module.net, var.cidr
	key    string     // of the instance, with brackets
	output string     // of a module
	rest   plans.Path // inside of what is referred to
}

// parseReference parses a reference. ok is false if it cannot be one.
func parseReference(text string) (r reference, ok bool) {
	head, rest := cutName(text)
	second, rest := cutName(rest)
	if head == "" {
		return r, false
	}
	r.name = head
	if second != "" {
		r.name += "." + second
	}
	switch head {
	case "var":
		r.kind = variableReference
	case "local", "self":
		r.kind = outsideReference
	case "each":
		if r.kind = constantReference; second == "value" {
			r.kind = eachValueReference
		}
	case "count", "path", "terraform", "tofu":
		r.kind = constantReference
	case "module":
		r.kind = moduleReference
		r.key, rest = cutKey(rest)
		r.output, rest = cutName(rest)
	case "data", "ephemeral", "action", "list":
		third, more := cutName(rest)
		r.name += "." + third
		r.key, rest = cutKey(more)
		ok = third != ""
	default:
		r.key, rest = cutKey(rest)
	}
	r.rest = parsePath(rest)
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
