package passes

import (
	"context"
	"slices"

	"github.com/planfmt/planfmt/internal/lang/planvalue"
	"github.com/planfmt/planfmt/internal/read/source"
	"github.com/planfmt/planfmt/internal/work/compare"
	"github.com/planfmt/planfmt/plans"
	"github.com/planfmt/planfmt/policy"
)

// findRelated finds the objects that policies ask for: the planned values of the resources that will exist
// once the plan has been applied, and the data sources that have been read.
func (c *documentChecker) findRelated(ctx context.Context) error {
	needs := c.set.Needs()
	wants := func(typ string) bool {
		if needs.AnyRelated {
			return true
		}
		_, found := slices.BinarySearch(needs.Related, typ)
		return found
	}
	if c.report.Incomplete != "" && len(c.facts.Deferred) == 0 {
		c.related.Open = "the plan is not complete"
	}
	for _, r := range c.facts.Deferred {
		c.related.SetOpen(r.Type, "the plan defers changes of this type")
	}
	if c.facts.Complete != nil && !*c.facts.Complete {
		c.related.Open = "the plan is not complete"
	}
	comparer := c.document.Comparer()
	for _, r := range c.resources() {
		if err := ctx.Err(); err != nil {
			return err
		}
		if r.Err() != nil {
			c.related.Open = "a part of the plan cannot be read" // its type is unknown
			continue
		}
		if r.Mode != "managed" || !wants(r.Type) || !remains(r.Action) || r.Deposed != "" {
			continue
		}
		in, err := comparer.Mark().Resource(comparer, r)
		if err != nil {
			c.related.SetOpen(r.Type, "a resource of this type cannot be read") // the report says why, when the resource is judged
			continue
		}
		c.related.Add(r.Type, c.shapes.Object(c.after(r, in)))
	}
	for _, r := range c.facts.Prior {
		if r.Mode != "data" {
			continue
		}
		if arguments, ok := c.arguments(r); ok {
			if in, err := comparer.Mark().Resource(comparer, r); err == nil {
				c.related.Add("data."+r.Type, c.shapes.Object(c.after(r, in)))
				c.related.AddArguments("data."+r.Type, arguments)
			}
		}
	}
	c.knownIDs(comparer)
	source.Release(comparer.Load)
	return nil
}

// knownIDs notes the IDs of objects that exist and stay what they are, of types of which others are created: the configuration may say that
// an argument is the ID of one of those.
func (c *documentChecker) knownIDs(comparer *compare.Comparer) {
	if c.document.Configured == nil || c.related.IsEmpty() {
		return
	}
	created := map[string]bool{}
	for _, r := range c.resources() {
		if r.Mode == "managed" && planvalue.HasUniqueIDs(r.Type) && slices.Contains(operations(r.Action), policy.Create) {
			created[r.Type] = true
		}
	}
	for _, r := range c.resources() {
		if r.Err() != nil || r.Mode != "managed" || !created[r.Type] || r.Deposed != "" || r.Action != plans.NoOp && r.Action != plans.Update {
			continue
		}
		if in, err := comparer.Mark().Resource(comparer, r); err == nil {
			c.related.AddIDs(r.Address, r.Type, in.After.Value, in.After.Unknown, in.After.Sensitive)
		}
	}
}

// remains reports whether an object exists after an action, as the configuration describes it.
func remains(a plans.Action) bool {
	switch a {
	case plans.NoOp, plans.Create, plans.Update, plans.DeleteThenCreate, plans.CreateThenDelete, plans.CreateThenForget, plans.ForgetThenCreate:
		return true
	}
	return false
}

// arguments returns the names of the arguments that the configuration sets in a data source. It reports false if it
// cannot tell.
func (c *documentChecker) arguments(r *source.Resource) (map[string]bool, bool) {
	if c.document.Declared.Config == nil {
		return nil, false
	}
	block := c.document.Declared.Config.ResourceOf(&r.Header)
	if block == nil {
		return nil, false
	}
	attributes, blocks := block.Body.Written()
	if len(blocks)+len(block.Body.Unclear()) > 0 {
		return nil, false
	}
	names := map[string]bool{}
	for _, a := range attributes {
		names[a.Name] = true
	}
	return names, true
}

// Call answers the calls of policies for other objects.
func (c *documentChecker) Call(call *policy.HostCall, args []policy.Value) policy.Result {
	if call.Name == "getdatasource" {
		return c.related.Data(args)
	}
	return c.related.Find(args)
}
