package access_test

import (
	"iter"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
)

// What drawn policies and requests are made of. It is little, so that statements meet often.
var (
	actionGlobs   = []string{"*", "s:*", "s:Get*", "s:get", "s:Put", "s:?et", "t:*", "t:Run"}
	resourceGlobs = []string{"*", "a*", "a", "ab", "b?", "b", "c"}
	roles         = []string{"arn:aws:iam::111111111111:role/x", "arn:aws:iam::111111111111:role/y", "arn:aws:iam::222222222222:role/x"}
	keys          = []string{"k1", "k2"}
	operators     = []string{
		"StringEquals", "StringNotEquals", "StringLike", "StringNotLike", "StringEqualsIfExists", "Null", "IpAddress", "NumericLessThan", "ForAnyValue:StringEquals",
		"ForAllValues:StringEquals",
	}
	contextValues = []string{"u", "v", "uv", "w"}
)

// A universe is what requests are made of.
type universe struct {
	principals, actions, resources []string
	contexts                       []map[string]string
}

// newUniverse returns what requests are to be made of so that they meet what policies say, and what these do not say.
func newUniverse() universe {
	return universe{
		contexts:   allContexts(),
		principals: append(slices.Clone(roles), "arn:aws:iam::111111111111:role/z", "arn:aws:iam::333333333333:role/z", "ec2.amazonaws.com", "s3.amazonaws.com"),
		actions:    []string{"s:Get", "s:GetMore", "s:Put", "s:Set", "s:q", "s:net", "t:Run", "t:q", "q:q", "q"},
		resources:  []string{"a", "ab", "aq", "b", "bb", "bq", "c", "q"},
	}
}

func (u universe) draw(random *rand.Rand) request {
	return request{one(random, u.principals), one(random, u.actions), one(random, u.resources), one(random, u.contexts)}
}

// contextDomain are the values that a key is tried with; the empty one stands for none.
func contextDomain(key string) []string {
	switch key {
	case "ip":
		return []string{"", "10.0.0.1", "10.0.1.1", "10.0.2.1", "10.1.0.1", "9.9.9.9"}
	case "n":
		return []string{"", "1", "5", "15", "25", "35"}
	}
	return append([]string{"", "q", "uq", "qv"}, contextValues...)
}

// all yields the requests of a principal for an action on some resources.
func (u universe) all(principal, action string, resources []string) iter.Seq[request] {
	return func(yield func(request) bool) {
		for _, r := range u.withoutContext(principal, action, resources) {
			for _, r.context = range u.contexts {
				if !yield(r) {
					return
				}
			}
		}
	}
}

func (u universe) withoutContext(principal, action string, resources []string) []request {
	var all []request
	for _, p := range u.principals {
		for _, a := range u.actions {
			for _, r := range u.resources {
				if contains(principal, p) && matchesOne([]string{action}, a, true) && matchesOne(resources, r, false) {
					all = append(all, request{principal: p, action: a, resource: r})
				}
			}
		}
	}
	return all
}

// allContexts lists all that is known beside a request.
func allContexts() []map[string]string {
	contexts := []map[string]string{{}}
	for _, key := range append(slices.Clone(keys), "ip", "n") {
		var next []map[string]string
		for _, value := range contextDomain(key) {
			for _, c := range contexts {
				with := maps.Clone(c)
				if value != "" {
					with[key] = value
				}
				next = append(next, with)
			}
		}
		contexts = next
	}
	return contexts
}

func one[T any](random *rand.Rand, of []T) T { return of[random.IntN(len(of))] }

func some(random *rand.Rand, of []string) []string {
	n := 1 + random.IntN(2)
	var all []string
	for range n {
		if s := one(random, of); !slices.Contains(all, s) {
			all = append(all, s)
		}
	}
	return all
}

// drawPair draws two policies that have something to do with each other.
func drawPair(random *rand.Rand) (before, after drawnPolicy) {
	before, after = drawPolicy(random), drawPolicy(random)
	if random.IntN(3) > 0 {
		after.Statement = slices.Clone(before.Statement)
		switch i := random.IntN(len(after.Statement)); random.IntN(4) {
		case 0:
			after.Statement = append(after.Statement, drawStatement(random))
		case 1:
			after.Statement = slices.Delete(after.Statement, i, i+1)
		case 2:
			after.Statement[i].Condition = drawCondition(random)
		case 3:
			after.Statement[i].Action, after.Statement[i].NotAction = some(random, actionGlobs), nil
		}
	}
	return before, after
}

func drawPolicy(random *rand.Rand) drawnPolicy {
	var p drawnPolicy
	for range 1 + random.IntN(4) {
		p.Statement = append(p.Statement, drawStatement(random))
	}
	return p
}

func drawStatement(random *rand.Rand) drawnStatement {
	s := drawnStatement{Effect: "Allow", Action: some(random, actionGlobs), Resource: some(random, resourceGlobs), Principal: drawPrincipal(random)}
	if random.IntN(3) == 0 {
		s.Effect = "Deny"
	}
	if random.IntN(6) == 0 {
		s.NotAction, s.Action = s.Action, nil
	}
	if random.IntN(8) == 0 {
		s.NotResource, s.Resource = s.Resource, nil
	}
	if s.Effect == "Deny" && random.IntN(5) == 0 && s.Principal != "*" {
		s.NotPrincipal, s.Principal = s.Principal, nil
	}
	if random.IntN(2) == 0 {
		s.Condition = drawCondition(random)
	}
	return s
}

func drawPrincipal(random *rand.Rand) any {
	switch random.IntN(4) {
	case 0:
		return "*"
	case 1:
		return map[string][]string{"AWS": {"arn:aws:iam::111111111111:root"}}
	case 2:
		return map[string][]string{"Service": {"ec2.amazonaws.com"}, "AWS": some(random, roles)}
	}
	return map[string][]string{"AWS": some(random, roles)}
}

func drawCondition(random *rand.Rand) map[string]map[string]any {
	condition := map[string]map[string]any{}
	for range 1 + random.IntN(2) {
		operator, key, wanted := one(random, operators), one(random, keys), some(random, contextValues)
		switch {
		case operator == "IpAddress":
			key, wanted = "ip", some(random, []string{"10.0.0.0/24", "10.0.1.0/24", "10.0.0.0/16"})
		case operator == "NumericLessThan":
			key, wanted = "n", []string{one(random, []string{"10", "20", "30"})}
		case operator == "Null":
			wanted = []string{one(random, []string{"true", "false"})}
		case strings.Contains(operator, "Like"):
			wanted = some(random, []string{"u*", "?v", "v", "w"})
		}
		condition[operator] = map[string]any{key: wanted}
	}
	return condition
}
