package policy

import (
	"slices"
	"sync"

	"github.com/planfmt/planfmt/diag"
	"github.com/planfmt/planfmt/internal/base/wildcard"
	"github.com/planfmt/planfmt/internal/lang/model"
	"github.com/planfmt/planfmt/internal/lang/policyfile"
	"github.com/planfmt/planfmt/internal/lang/types"
	"github.com/planfmt/planfmt/internal/lang/value"
	"github.com/planfmt/planfmt/verdict"
)

// Source is a policy file, or a file with tests.
type Source struct {
	// Name is the path of the file, as the user gave it. Files in JSON end with .json.
	Name string
	Text []byte
	// Set is the name of the set that the file is from, for reports.
	Set string
	// Mandatory makes all policies of the file mandatory, whatever enforcement levels it has.
	Mandatory bool
}

// Set is the policies of some files. After it has been bound, it is safe for
// concurrent use.
type Set struct {
	units    []*unit
	policies []*policy // of all units, in their order
	matching sync.Map  // target -> []*policy
}

// unit is a file. Files share nothing, unless they are for planfmt, see helpers.go.
type unit struct {
	file *policyfile.File
	set  string // the name of the set that it is from
	// mandatory is that of its Source.
	mandatory bool
	// asserts says that the file has assertions.
	asserts   bool
	functions []*function
	helpers   helpers
	inputs    []*policyInput
	locals    []local
	byName    map[string]int // locals
	level     model.Expr     // or nil
	policies  []*policy
	// related are the types that getresources asks for. If anyRelated is set, there are
	// others that depend on values.
	related    []string
	anyRelated bool
}

type policyInput struct {
	*policyfile.Input
	typ types.Type
	// byDefault is the value if nobody gives one; without a default, it is not a value.
	byDefault *value.Value
}

type local struct {
	name string
	at   diag.Range
	expr model.Expr
}

type policy struct {
	*policyfile.Policy
	unit    *unit
	report  *verdict.Policy
	level   model.Expr // or nil
	filter  model.Expr // or nil
	locals  []local
	byName  map[string]int
	enforce []enforce
	// assertion is the text of an assertion, on one line, or empty.
	assertion string
	// reads are the values of a target on which alone it depends what the policy says. They are nil if that is not known.
	reads []reading
}

type enforce struct {
	at            diag.Range
	condition     model.Expr
	message, info model.Expr // or nil
}

// Load parses policy files, each of which is a unit of its own. The set has
// what could be read, even if there are errors.
func Load(sources ...Source) (*Set, diag.List) {
	var all diag.List
	s := &Set{}
	for _, src := range sources {
		u, diags := loadUnit(src)
		all = append(all, diags...)
		s.add(u)
	}
	return s, all
}

func loadUnit(src Source) (*unit, diag.List) {
	file, diags := policyfile.Parse(src.Name, src.Text)
	u := &unit{file: file, set: src.Set, mandatory: src.Mandatory}
	if src.Mandatory {
		file.Level = nil
	}
	for _, p := range file.Policies {
		if src.Mandatory {
			p.Level = nil // the default is mandatory
		}
		u.policies = append(u.policies, &policy{
			Policy: p, unit: u,
			report: &verdict.Policy{Name: p.Address(), Label: p.Name, Set: src.Set, Range: p.At},
		})
	}
	return u, diags
}

func (s *Set) add(u *unit) {
	s.units = append(s.units, u)
	s.policies = append(s.policies, u.policies...)
}

// Policies returns all policies of the set, in the order of the files and of the
// policies in them.
func (s *Set) Policies() []*verdict.Policy {
	all := make([]*verdict.Policy, len(s.policies))
	for i, p := range s.policies {
		all[i] = p.report
	}
	return all
}

// Needs is what the policies of a set read of a plan.
type Needs struct {
	// Patterns are the first labels of the resource policies, each once, sorted.
	Patterns []string
	// Related are the types of resources that getresources asks for, sorted. If AnyRelated is
	// set, a policy asks for a type that depends on values.
	Related    []string
	AnyRelated bool
	// Whole says that a policy judges replacements as a whole.
	Whole bool
}

// Needs says what the policies read. The set must have been bound.
func (s *Set) Needs() Needs {
	var n Needs
	for _, u := range s.units {
		n.Related = append(n.Related, u.related...)
		n.AnyRelated = n.AnyRelated || u.anyRelated
	}
	for _, p := range s.policies {
		if p.Kind == policyfile.Resource {
			n.Patterns = append(n.Patterns, p.Target)
			n.Whole = n.Whole || p.Whole
		}
	}
	n.Related, n.Patterns = sorted(n.Related), sorted(n.Patterns)
	return n
}

func sorted(names []string) []string {
	slices.Sort(names)
	return slices.Compact(names)
}

// Applies reports whether a policy of the set judges targets of a kind and type.
func (s *Set) Applies(kind Kind, typ string) bool { return len(s.match(kind, typ)) > 0 }

type targetType struct {
	kind policyfile.Kind
	typ  string
}

// match returns the policies whose first label is right for a type. There are far fewer
// types than targets, so that it looks at all policies once for each type.
func (s *Set) match(kind policyfile.Kind, typ string) []*policy {
	key := targetType{kind, typ}
	if known, ok := s.matching.Load(key); ok {
		return known.([]*policy)
	}
	var all []*policy
	for _, p := range s.policies {
		if p.Kind == kind && p.matches(typ) {
			all = append(all, p)
		}
	}
	s.matching.Store(key, all)
	return all
}

// own reports whether the policy is for planfmt alone, and sees what only planfmt has.
func (p *policy) own() bool { return p.unit.own() }

func (u *unit) own() bool { return u.file.Planfmt != nil || u.asserts }

func (p *policy) matches(typ string) bool {
	if p.Kind == policyfile.Plan {
		return true
	}
	if p.Kind != policyfile.Resource {
		return p.Target == "*" || p.Target == typ
	}
	return MatchPattern(p.Target, typ)
}

// MatchPattern reports whether a name matches the label of a resource policy, in which * stands for any
// characters.
func MatchPattern(pattern, name string) bool { return wildcard.Match(pattern, name) }

// share finds out what policies for the same type have in common.
func (s *Set) share() {
	type scope struct {
		target  string
		deletes bool // so that all attributes may be null
		// own says that meta has what only planfmt has, and whole that there are replacements.
		own, whole bool
	}
	all := map[scope]*model.Sharing{}
	for _, p := range s.policies {
		if p.Kind != policyfile.Resource {
			continue
		}
		key := scope{p.Target, p.Judges(policyfile.Delete), p.own(), p.Whole}
		sharing := all[key]
		if sharing == nil {
			sharing = &model.Sharing{Roots: []string{"attrs", "prior_attrs", "meta"}}
			all[key] = sharing
		}
		for e := range p.expressions {
			sharing.Add(e)
		}
	}
}

// expressions yields what is evaluated for each target.
func (p *policy) expressions(yield func(model.Expr) bool) {
	visit := func(e model.Expr) bool { return e == nil || yield(e) }
	for _, l := range p.locals {
		if !visit(l.expr) {
			return
		}
	}
	if !visit(p.filter) {
		return
	}
	for _, e := range p.enforce {
		if !visit(e.condition) || !visit(e.message) || !visit(e.info) {
			return
		}
	}
}
