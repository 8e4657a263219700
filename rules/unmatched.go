package rules

import (
	"iter"
	"maps"
	"slices"
	"strings"

	"github.com/planfmt/planfmt/internal/base/near"
	"github.com/planfmt/planfmt/plans"
)

// Unmatched is a rule that matches nothing in a plan.
type Unmatched struct {
	// Kind is what the rule does: only, hide or ignore.
	Kind string
	// Rule is the rule as it was given.
	Rule string
	// Attribute means that resources of the type change, but that none has the attribute.
	Attribute bool
	// Changes means that the rule was compared only with what changes.
	Changes bool
	// Likely is what may be meant instead of what the rule names, or "".
	Likely string
}

// unmatched returns the rules that match none of the resources, in the order in which they were added: those for resources by
// what they say, those for attributes by the type. A rule for actions is not among them, since its action exists, even if
// nothing in this plan has it.
func unmatched(s *Set, all iter.Seq[*plans.Header]) []Unmatched {
	type waiting struct {
		kind     string
		selector *selector
		ignored  *ignored
	}
	var left []waiting
	for i := range s.only {
		left = append(left, waiting{kind: "only", selector: &s.only[i]})
	}
	for i := range s.hide {
		left = append(left, waiting{kind: "hide", selector: &s.hide[i]})
	}
	for i := range s.ignore {
		left = append(left, waiting{kind: "ignore", ignored: &s.ignore[i]})
	}
	left = slices.DeleteFunc(left, func(w waiting) bool { return w.selector != nil && w.selector.actions != nil })
	for h := range all {
		if len(left) == 0 {
			return nil
		}
		o := ruledObject{Header: h}
		left = slices.DeleteFunc(left, func(w waiting) bool {
			if w.ignored != nil {
				return w.ignored.typ.matches(h.Type)
			}
			return w.selector.matches(&o)
		})
	}
	var found []Unmatched
	for _, w := range left {
		u := Unmatched{Kind: w.kind}
		if w.ignored != nil {
			u.Rule = w.ignored.text
			glob, _, _ := strings.Cut(u.Rule, ":")
			u.Likely = likely(glob, all, func(h *plans.Header) string { return h.Type })
		} else {
			u.Rule = w.selector.text
			u.Likely = likely(w.selector.value(), all, w.selector.key.of)
		}
		found = append(found, u)
	}
	return found
}

// value returns what the rule compares with: its text without the key.
func (s *selector) value() string { return strings.TrimPrefix(s.text, s.key.name+"=") }

// likely returns the name of those that resources have that is nearest to a glob. It returns "" if none is.
func likely(glob string, all iter.Seq[*plans.Header], of func(*plans.Header) string) string {
	names := map[string]bool{}
	for h := range all {
		if name := of(h); name != "" {
			names[name] = true
		}
	}
	var sorted []string
	for name := range names {
		sorted = append(sorted, name)
	}
	slices.Sort(sorted)
	if near := near.Names(glob, sorted, 1); len(near) > 0 {
		return near[0]
	}
	return ""
}

// String says what the rule does not match: nothing in the plan matches --only aws_instnce.web; did you mean aws_instance.web?
func (u Unmatched) String() string {
	text := "nothing in the plan matches --" + u.Kind + " " + u.Rule
	switch {
	case u.Changes:
		text = "no change in the plan matches --" + u.Kind + " " + u.Rule
	case u.Attribute:
		text = "no changed resource has the attribute of --" + u.Kind + " " + u.Rule
	}
	if u.Likely != "" {
		text += "; did you mean " + u.Likely + "?"
	}
	return text
}

// Checker finds the rules of a set that match nothing in a document. It is for one document, and for one goroutine.
type Checker interface {
	// SeeNames tells which attributes and blocks a changed resource of a type has.
	SeeNames(s *Set, typ string, names []string)
	// Unmatched returns the rules that match nothing, given all resources.
	Unmatched(s *Set, all []*plans.Header) []Unmatched
}

// NewChecker returns a Checker.
func NewChecker() Checker { return &useChecker{ignored: map[string]*ignoredNames{}} }

type useChecker struct {
	ignored map[string]*ignoredNames // by rule
	order   []string
}

// ignoredNames is what the changed resources of the types of a rule for attributes have.
type ignoredNames struct {
	name  string // what the rule names
	found bool
	names map[string]bool
}

func (c *useChecker) SeeNames(s *Set, typ string, names []string) {
	for _, ig := range s.ignore {
		if len(ig.path) == 0 || ig.path[0].any || !ig.typ.matches(typ) {
			continue
		}
		name, ok := ig.path[0].is.Key()
		if !ok {
			continue
		}
		known := c.ignored[ig.text]
		if known == nil {
			known = &ignoredNames{name: name, names: map[string]bool{}}
			c.ignored[ig.text] = known
			c.order = append(c.order, ig.text)
		}
		for _, n := range names {
			known.found = known.found || n == name
			known.names[n] = true
		}
	}
}

func (c *useChecker) Unmatched(s *Set, all []*plans.Header) []Unmatched {
	found := unmatched(s, slices.Values(all))
	for _, rule := range c.order {
		known := c.ignored[rule]
		if known.found {
			continue
		}
		u := Unmatched{Kind: "ignore", Rule: rule, Attribute: true}
		if likely := near.Names(known.name, slices.Sorted(maps.Keys(known.names)), 1); len(likely) > 0 {
			u.Likely = likely[0]
		}
		found = append(found, u)
	}
	return found
}
