// Package rules has rules that mute changes of a plan, of whole resources or of single
// attributes. Muted changes are counted and listed, but not shown.
//
// A [Set] has the rules, which are parsed from the texts that flags take, or from a file
// ([Read]). A set knows names, types and paths. It does not know values, and it mutes
// nothing by itself: its methods say what matches.
package rules

import (
	"errors"
	"fmt"
	"iter"
	"slices"
	"strings"

	"github.com/planfmt/planfmt/internal/base/near"
	"github.com/planfmt/planfmt/plans"
)

// Set is a set of rules. The zero Set has none. While nobody adds rules, several goroutines
// may use a Set.
type Set struct {
	only, hide []selector
	ignore     []ignored
}

// AddOnly adds a rule that mutes all resources that no such rule matches. The rule is
// KEY=GLOB; a GLOB alone is one for the address. [Keys] lists the keys.
func (s *Set) AddOnly(rule string) error {
	sel, err := parseSelector(rule)
	if err == nil {
		s.only = append(s.only, sel)
	}
	return err
}

// AddHide adds a rule that mutes the resources that it matches. It is written as for
// [Set.AddOnly].
func (s *Set) AddHide(rule string) error {
	sel, err := parseSelector(rule)
	if err == nil {
		s.hide = append(s.hide, sel)
	}
	return err
}

// AddIgnore adds a rule that mutes changes of attributes. The rule is
// TYPE-GLOB:ATTRIBUTE-PATH, such as aws_*:tags["LastRun"].
func (s *Set) AddIgnore(rule string) error {
	ig, err := parseIgnored(rule)
	if err == nil {
		s.ignore = append(s.ignore, ig)
	}
	return err
}

// IsEmpty reports whether the set has no rules.
func (s *Set) IsEmpty() bool { return s.Len() == 0 }

// Len returns the number of rules.
func (s *Set) Len() int { return len(s.only) + len(s.hide) + len(s.ignore) }

// All yields the rules: what each does, which is only, hide or ignore, and the rule as it was given.
func (s *Set) All() iter.Seq2[string, string] {
	return func(yield func(kind, rule string) bool) {
		for _, sel := range s.only {
			if !yield("only", sel.text) {
				return
			}
		}
		for _, sel := range s.hide {
			if !yield("hide", sel.text) {
				return
			}
		}
		for _, ig := range s.ignore {
			if !yield("ignore", ig.text) {
				return
			}
		}
	}
}

// Mutes reports whether the rules mute a resource as a whole.
func (s *Set) Mutes(h *plans.Header) bool {
	if len(s.only) == 0 && len(s.hide) == 0 {
		return false
	}
	o := ruledObject{Header: h}
	matches := func(sel selector) bool { return sel.matches(&o) }
	return len(s.only) > 0 && !slices.ContainsFunc(s.only, matches) || slices.ContainsFunc(s.hide, matches)
}

// Paths returns the paths of the attributes of a type whose changes are muted.
func (s *Set) Paths(typ string) Paths {
	var p Paths
	for _, ig := range s.ignore {
		if ig.typ.matches(typ) {
			p.rest = append(p.rest, ig.path)
		}
	}
	return p
}

// Keys returns the keys that a rule for resources can have.
func Keys() []string {
	all := make([]string, 0, len(keys))
	for _, k := range keys {
		all = append(all, k.name)
	}
	return all
}

// Actions returns the values that the key action can have.
func Actions() []string {
	all := make([]string, 0, len(actions))
	for _, a := range actions {
		all = append(all, a.name)
	}
	return all
}

// ActionName returns the value of the key action that an action has, or "unknown" for one that this
// version does not know.
func ActionName(a plans.Action) string {
	for _, name := range actions {
		if slices.Contains(name.of, a) {
			return name.name
		}
	}
	return "unknown"
}

// selector matches resources.
type selector struct {
	text string
	key  *key
	glob pattern
	// actions are the actions that match, for the key action.
	actions []plans.Action
}

// key is what a rule is about.
type key struct {
	name    string
	parse   func(text string) (selector, error)
	matches func(*selector, *ruledObject) bool
	of      func(*plans.Header) string // what is compared
}

// keys are all keys. The first one is the default.
var keys = []key{
	{"address", parseAddress, func(s *selector, o *ruledObject) bool { return s.glob.matches(o.addressParts()) }, func(h *plans.Header) string { return h.Address }},
	{"type", parseType, func(s *selector, o *ruledObject) bool { return s.glob.last().name.matches(o.Type) }, func(h *plans.Header) string { return h.Type }},
	{"module", parseModule, func(s *selector, o *ruledObject) bool { return s.glob.matches(o.moduleParts()) }, func(h *plans.Header) string { return h.ModuleAddress }},
	{"action", parseAction, func(s *selector, o *ruledObject) bool { return slices.Contains(s.actions, o.Action) }, func(*plans.Header) string { return "" }},
	{"provider", parseProvider, func(s *selector, o *ruledObject) bool { return s.glob.matchesEnd(strings.Split(o.ProviderName, "/")) }, func(h *plans.Header) string { return h.ProviderName[strings.LastIndexByte(h.ProviderName, '/')+1:] }},
}

// actions are the values of the key action. Each action has one of these names, except for one
// that this version does not know: rules never match it by its action.
var actions = []struct {
	name string
	of   []plans.Action
}{
	{"create", []plans.Action{plans.Create}},
	{"update", []plans.Action{plans.Update}},
	{"delete", []plans.Action{plans.Delete}},
	{"replace", []plans.Action{plans.DeleteThenCreate, plans.CreateThenDelete}},
	{"read", []plans.Action{plans.Read}},
	{"forget", []plans.Action{plans.Forget, plans.CreateThenForget, plans.ForgetThenCreate}},
	{"no-op", []plans.Action{plans.NoOp}},
}

func (s *selector) matches(o *ruledObject) bool { return s.key.matches(s, o) }

// ruledObject is a resource, with its addresses taken apart when they are needed.
type ruledObject struct {
	*plans.Header
	address, module []addressPart
}

func (o *ruledObject) addressParts() []addressPart {
	if o.address == nil {
		o.address = splitAddress(o.Address)
	}
	return o.address
}

func (o *ruledObject) moduleParts() []addressPart {
	if o.module == nil {
		o.module = splitAddress(o.ModuleAddress)
	}
	return o.module
}

// parseSelector parses a rule for resources.
func parseSelector(rule string) (selector, error) {
	k, value := &keys[0], rule
	// No glob has an equals sign, except in the quotes of an index.
	if at := strings.IndexAny(rule, `=["`); at >= 0 && rule[at] == '=' {
		name := rule[:at]
		i := slices.IndexFunc(keys, func(k key) bool { return k.name == name })
		if i < 0 {
			return selector{}, invalid(rule, unknownName("key", name, Keys()))
		}
		k, value = &keys[i], rule[at+1:]
	}
	s, err := k.parse(value)
	if err != nil {
		return selector{}, invalid(rule, err)
	}
	s.key, s.text = k, rule
	return s, nil
}

// invalid says which rule is wrong, and why.
func invalid(rule string, err error) error { return failf("invalid rule %s: %s", written(rule), err) }

// unknownName says that a name is none of the valid ones, and which of those may be meant.
func unknownName(what, name string, valid []string) error {
	hint := ""
	if similar := near.Names(name, valid, 1); len(similar) > 0 {
		hint = fmt.Sprintf(" (did you mean %s?)", similar[0])
	}
	return failf("unknown %s %s%s; valid values: %s", what, written(name), hint, strings.Join(valid, ", "))
}

func parseAddress(text string) (selector, error) {
	p, err := parsePattern(text, '.', true)
	if err != nil {
		return selector{}, err
	}
	return selector{glob: p}, checkAddress(text, p)
}

// checkAddress rejects globs that match no address of a resource, such as module.net.
func checkAddress(text string, p pattern) error {
	if p.hasAny() {
		return nil
	}
	for len(p) >= 2 && p[0].name.is("module") {
		p = p[2:]
	}
	switch {
	case len(p) == 0:
		return failf("it is a module, not a resource; to match what is in the module, use %s.** or, without the modules in it, module=%[1]s", bare(text))
	case len(p) == 1:
		return failf("an address has a type and a name, such as aws_vpc.main; to match a type, use type=%s", bare(text))
	}
	return nil
}

func parseModule(text string) (selector, error) {
	if text == "root" {
		return selector{glob: pattern{}}, nil
	}
	p, err := parsePattern(text, '.', true)
	switch {
	case err != nil:
		return selector{}, err
	case !p.hasAny() && (len(p)%2 != 0 || !p[0].name.matches("module")):
		return selector{}, errors.New("the address of a module is module.NAME or, of a module in it, module.NAME.module.NAME; that of the root module is root")
	}
	return selector{glob: p}, nil
}

func parseType(text string) (selector, error) {
	p, err := parsePattern(text, 0, false)
	return selector{glob: p}, err
}

func parseProvider(text string) (selector, error) {
	p, err := parsePattern(text, '/', false)
	return selector{glob: p}, err
}

func parseAction(text string) (selector, error) {
	if text == "destroy" { // as people say
		text = "delete"
	}
	for _, a := range actions {
		if a.name == text {
			return selector{actions: a.of}, nil
		}
	}
	return selector{}, unknownName("action", text, Actions())
}
