package rules

import (
	"errors"
	"strconv"
	"strings"

	"github.com/planfmt/planfmt/plans"
)

// ignored is a rule for attributes.
type ignored struct {
	text string
	typ  glob
	path []pathStep
}

// pathStep matches a step of a path.
type pathStep struct {
	any bool // *
	is  plans.Step
}

// Paths are the paths of the attributes that rules mute, as seen from a value in the
// resource. The zero Paths has none.
type Paths struct{ rest [][]pathStep }

// IsEmpty reports whether neither this value nor anything in it is muted.
func (p Paths) IsEmpty() bool { return len(p.rest) == 0 }

// Here reports whether this value is muted, with everything in it.
func (p Paths) Here() bool {
	for _, rest := range p.rest {
		if len(rest) == 0 {
			return true
		}
	}
	return false
}

// Under returns the paths as seen from the member or the element that a step leads to.
func (p Paths) Under(s plans.Step) Paths {
	return p.below(func(t pathStep) bool { return t.any || t.is == s })
}

// UnderSet returns the paths as seen from the elements of a set. They have no index, so only
// * leads to them.
func (p Paths) UnderSet() Paths {
	return p.below(func(t pathStep) bool { return t.any })
}

func (p Paths) below(matches func(pathStep) bool) Paths {
	var out Paths
	for _, rest := range p.rest {
		if len(rest) > 0 && matches(rest[0]) {
			out.rest = append(out.rest, rest[1:])
		}
	}
	return out
}

// parseIgnored parses TYPE-GLOB:ATTRIBUTE-PATH.
func parseIgnored(rule string) (ignored, error) {
	typ, path, ok := strings.Cut(rule, ":")
	if !ok || typ == "" || path == "" {
		return ignored{}, invalid(rule, errors.New(`expected TYPE-GLOB:ATTRIBUTE-PATH, such as aws_*:tags["LastRun"]`))
	}
	p, err := parsePattern(typ, 0, false)
	if err != nil {
		return ignored{}, invalid(rule, err)
	}
	steps, err := parsePath(path)
	if err != nil {
		return ignored{}, invalid(rule, err)
	}
	return ignored{rule, p[0].name, steps}, nil
}

// parsePath parses a path as [plans.Path] prints it, in which a step may be *: tags["Name"],
// disk[0].size, disk[*].size, rule.*.
func parsePath(text string) ([]pathStep, error) {
	var steps []pathStep
	for rest := text; rest != ""; {
		fail := func(why error) ([]pathStep, error) {
			at := len([]rune(text[:len(text)-len(rest)])) + 1
			return nil, failf("at character %d of %s: %s", at, whole(text), why)
		}
		if rest[0] == '[' {
			n := plans.KeyLen(rest) - len("[]")
			if n < 0 {
				return fail(errors.New("a closing ] is missing"))
			}
			s, ok := parseIndex(rest[1 : 1+n])
			if !ok {
				return fail(errors.New(`an index is a number, such as [0], a key in double quotes, such as ["Name"], or [*]`))
			}
			steps, rest = append(steps, s), rest[n+2:]
		} else {
			end := strings.IndexAny(rest, ".[")
			if end < 0 {
				end = len(rest)
			}
			s, why := parseName(rest[:end])
			if why != nil {
				return fail(why)
			}
			steps, rest = append(steps, s), rest[end:]
		}
		switch {
		case rest == "." || strings.HasPrefix(rest, ".["):
			rest = rest[1:]
			return fail(errors.New("there must be a name after a dot"))
		case strings.HasPrefix(rest, "."):
			rest = rest[1:]
		case rest != "" && rest[0] != '[':
			return fail(errors.New("there must be a dot after an index"))
		}
	}
	return steps, nil
}

// parseIndex parses what is between brackets.
func parseIndex(text string) (s pathStep, ok bool) {
	if text == "*" {
		return pathStep{any: true}, true
	}
	if strings.HasPrefix(text, `"`) {
		key, err := strconv.Unquote(text)
		return pathStep{is: plans.Key(key)}, err == nil
	}
	n, err := strconv.Atoi(text)
	return pathStep{is: plans.Index(n)}, err == nil && n >= 0 && text == strconv.Itoa(n)
}

// parseName parses a name. If it is none, why says so.
func parseName(text string) (s pathStep, why error) {
	switch {
	case text == "*":
		return pathStep{any: true}, nil
	case text == "":
		return pathStep{}, errors.New("there must be a name")
	case strings.Contains(text, "*"):
		return pathStep{}, failf("* stands for a whole step; a key that contains a star is written [%s]", written(text))
	case '0' <= text[0] && text[0] <= '9':
		return pathStep{}, failf("an element of a list is written [%s], and a key [%s]", bare(text), written(text))
	}
	for i := range len(text) {
		if c := text[i]; !isNameByte(c) || c >= 0x80 {
			return pathStep{}, failf("a key that is not a plain name is written [%s]", written(text))
		}
	}
	return pathStep{is: plans.Key(text)}, nil
}
