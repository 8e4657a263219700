package passes

import (
	"github.com/planfmt/planfmt/internal/lang/planvalue"
	"github.com/planfmt/planfmt/internal/work/compare"
	"github.com/planfmt/planfmt/policy"
	"github.com/planfmt/planfmt/schema"
)

// policySchemas returns the schemas that are known when a plan has been read: those that the caller names, and the
// provider schemas of the resources in the plan. Schemas that do not fit the plan are left out, because nothing in
// them is certain.
func (c *documentChecker) policySchemas() policy.Schemas {
	var ids []schema.ID
	for _, l := range c.document.Compare.Schemas.Layers {
		if set, ok := l.Source.(*schema.Set); ok {
			ids = append(ids, set.IDs()...)
		}
	}
	for _, r := range c.resources() {
		if r.Err() == nil {
			ids = append(ids, compare.ResourceID(r))
		}
	}
	s := NewPolicySchemas(c.document.Compare.Schemas.Layers, ids, func(id schema.ID) *schema.Block {
		found, err := c.document.Compare.Schemas.Resolve(id)
		if err != nil || trust(found) != planvalue.Exact {
			return nil
		}
		return found.Block
	})
	s.Complete, s.Facts = CompleteTypes(c.document.Compare.Schemas.Layers), c.document.Compare.Schemas.Facts // a plan shows only the types that are in it
	return s
}
