package wording

import (
	"cmp"
	"slices"
	"strings"

	"github.com/planfmt/planfmt/doc"
	"github.com/planfmt/planfmt/internal/read/jsonlog"
)

// PolicyText says what a policy says about an object.
func PolicyText(e *jsonlog.Event) string {
	p := e.Policy
	text := cmp.Or(p.Message, e.Message)
	if e.Type != jsonlog.PolicyInfo && p.Result != "" {
		text = PolicyResult(p)
	}
	name := "policy " + p.Name
	if p.Name == "" {
		name = "policies"
	}
	return strings.TrimPrefix(p.Target+": ", ": ") + name + ": " + text
}

// PolicyResult says what came of a policy.
func PolicyResult(p *jsonlog.Policy) string {
	if p.Enforcement == "" {
		return p.Result
	}
	return p.Result + " (" + p.Enforcement + ")"
}

// isMet reports whether nothing is wrong by a policy. A result that is not known is not good.
func isMet(p *jsonlog.Policy) bool {
	return slices.Contains([]string{"allow", "pass", "passed", "n/a"}, p.Result)
}

func PolicyRole(p *jsonlog.Policy) doc.Role {
	if isMet(p) || p.Result == "" {
		return doc.Plain
	}
	return doc.Caution
}

// BadPolicies are the results of policies that were not met.
func BadPolicies(r *jsonlog.Run) []jsonlog.Policy {
	return slices.DeleteFunc(slices.Clone(r.Policies), func(p jsonlog.Policy) bool { return isMet(&p) })
}
