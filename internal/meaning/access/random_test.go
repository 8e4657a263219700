package access_test

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/planfmt/planfmt/internal/meaning/access"
	"github.com/planfmt/planfmt/internal/meaning/fact"
	"github.com/planfmt/planfmt/internal/meaning/leaf"
	"github.com/planfmt/planfmt/internal/meaning/table"
	"github.com/planfmt/planfmt/internal/testkit/sampling"
	"github.com/planfmt/planfmt/values"
)

// TestRandomPolicies compares the facts about pairs of drawn policies with what an evaluator of the test's own lets through: no request may be let
// through that was not, unless a fact says so; and what a fact says for certain must have a request that proves it.
func TestRandomPolicies(t *testing.T) {
	universe, known := newUniverse(), table.Default()
	certain, possible := 0, 0
	for i := range sampling.SeedsInTurn(8, 10_000) {
		random := rand.New(rand.NewPCG(i, 4))
		before, after := drawPair(random)
		facts := factsOf(known, before, after)
		for _, f := range facts {
			if f.Certainty == fact.Certain {
				certain++
			} else {
				possible++
			}
		}
		for _, direction := range []direction{{fact.Grants, before, after, facts}, {fact.Revokes, after, before, facts}} {
			if problem := direction.check(universe, random); problem != "" {
				t.Fatalf("pair %d: %s\nbefore %s\nafter  %s\nfacts %s", i, problem, before.json(), after.json(), listFacts(facts))
			}
		}
	}
	t.Logf("%d certain facts, %d possible ones", certain, possible)
	if possible > certain {
		t.Errorf("%d facts are certain and %d are not: too few are decided", certain, possible)
	}
}

// A direction is a pair of policies, seen from one to the other.
type direction struct {
	kind     fact.Kind
	old, new drawnPolicy
	facts    []fact.Fact
}

func (d direction) check(universe universe, random *rand.Rand) string {
	for range 200 {
		r := universe.draw(random)
		if d.new.allows(r) && !d.old.allows(r) && !slices.ContainsFunc(d.facts, func(f fact.Fact) bool { return d.tells(f, r) }) {
			return fmt.Sprintf("%v: no fact tells of %v", d.kind, r)
		}
	}
	for _, f := range d.facts {
		if f.Kind != d.kind || f.Certainty != fact.Certain {
			continue
		}
		for _, action := range f.Rights.Actions {
			if !d.hasWitness(universe, f, action) {
				return fmt.Sprintf("no request proves that %q is certain in %s", action, f.Text())
			}
		}
	}
	return ""
}

// tells reports whether a fact is about a request. A denial that goes says nothing about what is allowed.
func (d direction) tells(f fact.Fact, r request) bool {
	return f.Kind == d.kind && !slices.Contains(f.Because, fact.BecauseDeny) && contains(f.Rights.Principal, r.principal) &&
		matchesOne(f.Rights.Actions, r.action, true) && matchesOne(f.Rights.Resources, r.resource, false)
}

func (d direction) hasWitness(u universe, f fact.Fact, action string) bool {
	for r := range u.all(f.Rights.Principal, action, f.Rights.Resources) {
		if d.new.allows(r) && !d.old.allows(r) {
			return true
		}
	}
	return false
}

// matchesOne is the test's own way to read what facts say about actions and resources.
func matchesOne(said []string, text string, fold bool) bool {
	for _, one := range said {
		if rest, but := strings.CutPrefix(one, "all but "); but {
			if !slices.ContainsFunc(strings.Split(rest, ", "), func(glob string) bool { return globMatches(glob, text, fold) }) {
				return true
			}
		} else if globMatches(one, text, fold) {
			return true
		}
	}
	return false
}

// globMatches is a matcher that looks at all ways to read a glob.
func globMatches(glob, text string, fold bool) bool {
	if fold {
		glob, text = strings.ToLower(glob), strings.ToLower(text)
	}
	if glob == "" {
		return text == ""
	}
	switch glob[0] {
	case '*':
		return globMatches(glob[1:], text, false) || text != "" && globMatches(glob, text[1:], false)
	case '?':
		return text != "" && globMatches(glob[1:], text[1:], false)
	}
	return text != "" && text[0] == glob[0] && globMatches(glob[1:], text[1:], false)
}

// contains reports whether a principal that a fact names is, or contains, the one of a request.
func contains(named, principal string) bool {
	switch {
	case named == "everyone":
		return true
	case len(named) == 12:
		return strings.HasPrefix(principal, "arn:aws:iam::"+named+":")
	}
	return strings.TrimPrefix(named, "service:") == principal
}

// A request asks whether somebody may do something.
type request struct {
	principal, action, resource string
	context                     map[string]string
}

// A drawnStatement is a statement as a document has it, with at most one operator of each kind.
type drawnStatement struct {
	Effect       string
	Principal    any                       `json:",omitempty"`
	NotPrincipal any                       `json:",omitempty"`
	Action       []string                  `json:",omitempty"`
	NotAction    []string                  `json:",omitempty"`
	Resource     []string                  `json:",omitempty"`
	NotResource  []string                  `json:",omitempty"`
	Condition    map[string]map[string]any `json:",omitempty"`
}

type drawnPolicy struct{ Statement []drawnStatement }

func (p drawnPolicy) json() string {
	text, _ := json.Marshal(p)
	return string(text)
}

// allows evaluates a request: something must allow it, and nothing may deny it.
func (p drawnPolicy) allows(r request) bool {
	allowed := false
	for _, s := range p.Statement {
		switch {
		case !s.applies(r):
		case s.Effect == "Deny":
			return false
		default:
			allowed = true
		}
	}
	return allowed
}

func (s drawnStatement) applies(r request) bool {
	principal := named(s.Principal, r.principal)
	if s.NotPrincipal != nil {
		principal = s.Effect == "Allow" || !named(s.NotPrincipal, r.principal)
	}
	action := slices.ContainsFunc(s.Action, func(glob string) bool { return globMatches(glob, r.action, true) })
	if s.NotAction != nil {
		action = !slices.ContainsFunc(s.NotAction, func(glob string) bool { return globMatches(glob, r.action, true) })
	}
	resource := slices.ContainsFunc(s.Resource, func(glob string) bool { return globMatches(glob, r.resource, false) })
	if s.NotResource != nil {
		resource = !slices.ContainsFunc(s.NotResource, func(glob string) bool { return globMatches(glob, r.resource, false) })
	}
	return principal && action && resource && s.conditionHolds(r.context)
}

func named(principal any, who string) bool {
	switch principal := principal.(type) {
	case string:
		return principal == "*"
	case map[string][]string:
		for _, list := range principal {
			for _, p := range list {
				account, isRoot := strings.CutSuffix(p, ":root")
				if p == "*" || p == who || isRoot && strings.HasPrefix(who, account+":") {
					return true
				}
			}
		}
	}
	return false
}

func (s drawnStatement) conditionHolds(context map[string]string) bool {
	for operator, keys := range s.Condition {
		for key, wanted := range keys {
			value, has := context[key]
			if !operatorHolds(operator, value, has, wanted.([]string)) {
				return false
			}
		}
	}
	return true
}

// operatorHolds evaluates the operators that are drawn, for keys with one value.
func operatorHolds(operator, value string, has bool, wanted []string) bool {
	any := func(matches func(string) bool) bool { return slices.ContainsFunc(wanted, matches) }
	switch operator {
	case "StringEquals", "ForAnyValue:StringEquals":
		return has && slices.Contains(wanted, value)
	case "StringEqualsIfExists", "ForAllValues:StringEquals":
		return !has || slices.Contains(wanted, value)
	case "StringNotEquals":
		return !has || !slices.Contains(wanted, value)
	case "StringLike":
		return has && any(func(w string) bool { return globMatches(w, value, false) })
	case "StringNotLike":
		return !has || !any(func(w string) bool { return globMatches(w, value, false) })
	case "Null":
		return any(func(w string) bool { return (w == "true") == !has })
	case "IpAddress":
		return has && any(func(w string) bool {
			return strings.HasPrefix(value, strings.TrimSuffix(strings.TrimSuffix(w, "0/24"), "0.0/16"))
		})
	case "NumericLessThan":
		return has && any(func(w string) bool { return len(value) < len(w) || len(value) == len(w) && value < w })
	}
	panic(operator)
}

func factsOf(t *table.Table, before, after drawnPolicy) []fact.Fact {
	side := func(p drawnPolicy) leaf.Side {
		return leaf.NewSide(leaf.Source{Value: values.NewObject(values.Member{Name: "policy", Value: values.NewString(p.json())})})
	}
	return access.Facts(t, []table.Access{{Document: "policy", As: "resource"}}, side(before), side(after))
}

func listFacts(facts []fact.Fact) string {
	var all strings.Builder
	for _, f := range facts {
		fmt.Fprintf(&all, "\n%s", f.Value().JSON())
	}
	return all.String()
}
