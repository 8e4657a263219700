package policy

import (
	"maps"
	"strconv"
	"strings"

	"github.com/planfmt/planfmt/diag"
	"github.com/planfmt/planfmt/internal/lang/model"
	"github.com/planfmt/planfmt/internal/lang/planscope"
	"github.com/planfmt/planfmt/internal/lang/policyfile"
	"github.com/planfmt/planfmt/internal/lang/types"
	"github.com/planfmt/planfmt/verdict"
)

// planScope returns the scope of an expression of a policy for plans: that of a query, with inputs and locals.
func (b *binder) planScope(roots map[string]types.Type, forbidden map[string]string) model.Scope {
	maps.Copy(forbidden, planscope.Forbidden())
	for name := range roots {
		delete(forbidden, name)
	}
	for _, name := range []string{"attrs", "prior_attrs", "meta"} {
		forbidden[name] = "A policy for plans is about all resources. Use a for expression: [for r in resources : r.address if r.action == \"delete\"]."
	}
	return model.Scope{
		Roots: roots, Forbidden: forbidden, Source: b.unit.file.Text, Locals: b.bound, LocalNulls: b.nulls, Given: b.given,
		Functions: b.functions, Namespace: "core", Bare: true, Gate: b.lenient != nil, Helpers: b.helperCalls(), Prints: true, Constant: b.constants(),
		Unavailable: map[string]string{
			"getresources":   "It is for policies about resources. Here, use a for expression over resources.",
			"getdatasource":  "It is for policies about resources. Here, data sources are among the resources.",
			"gethttprequest": noNetwork,
			"plugin::":       noPlugins,
		},
	}
}

// PlanUses says which names of a plan, and which parts of its resources, the policies for plans refer to. It returns nil if there are
// no such policies. The set must have been bound.
func (s *Set) PlanUses() *planscope.Uses {
	var uses *planscope.Uses
	for _, p := range s.policies {
		if p.Kind != policyfile.Plan {
			continue
		}
		if uses == nil {
			uses = planscope.NewUses()
		}
		for e := range p.expressions {
			uses.Visit(e)
		}
	}
	return uses
}

// Assertions is a text with conditions over a plan, each of which must be true. They are judged like policies for plans that have
// nothing but one condition, and are mandatory.
type Assertions struct {
	// Name is that of the file, or says where else the text is from.
	Name string
	Text []byte
	// Single means that the text is a condition. Otherwise, it has any number of them, each with a name: max_destroys = plan.counts.destroy <= 5.
	Single bool
}

// Assert adds assertions to a set, before it is bound. Those without a name are numbered.
func (s *Set) Assert(all ...Assertions) diag.List {
	var diags diag.List
	n := 0
	for _, a := range all {
		u := &unit{file: &policyfile.File{Name: a.Name, Text: a.Text}, asserts: true}
		conditions, found := policyfile.ParseAssertions(a.Name, a.Text, a.Single)
		diags = append(diags, found...)
		for _, c := range conditions {
			if a.Single {
				n++
				c.Name = strconv.Itoa(n)
			}
			u.policies = append(u.policies, assertion(u, c))
		}
		s.add(u)
	}
	return diags
}

// maxAssertionText is how many bytes of an assertion its message quotes.
const maxAssertionText = 120

// assertion returns the policy that stands for an assertion.
func assertion(u *unit, c policyfile.NamedExpr) *policy {
	p := &policy{
		unit: u, report: &verdict.Policy{Name: "assert." + c.Name, Label: c.Name, Range: c.NameAt},
		Policy: &policyfile.Policy{
			Kind: policyfile.Plan, Name: c.Name, At: c.NameAt, TargetAt: c.NameAt,
			Enforce: []policyfile.Enforce{{At: c.NameAt, Condition: c.Expr}},
		},
	}
	at := c.Expr.Range()
	text := string(u.file.Text[at.Start.Byte:at.End.Byte])
	if len(text) <= maxAssertionText && !strings.ContainsAny(text, "\n\r") {
		p.assertion = text
	}
	return p
}
