package passes

import (
	"github.com/planfmt/planfmt/internal/compare"
	"github.com/planfmt/planfmt/internal/planvalue"
	"github.com/planfmt/planfmt/policy"
	"github.com/planfmt/planfmt/schema"
)

// policySchemas are the types that are known when a plan has been read: those of the schemas that the caller
// names, and those of the resources in the plan that have a provider's schema. Of a schema that does not fit
// the plan, nothing is certain.
func (c *checker) policySchemas() policy.Schemas {
	var ids []schema.ID
	for _, l := range c.compare.Schemas.Layers {
		if set, ok := l.Source.(*schema.Set); ok {
			ids = append(ids, set.IDs()...)
		}
	}
	for _, r := range c.resources() {
		if r.Err == nil {
			ids = append(ids, compare.ResourceID(r))
		}
	}
	s := NewPolicySchemas(c.compare.Schemas.Layers, ids, func(id schema.ID) *schema.Block {
		found, err := c.compare.Schemas.Resolve(id)
		if err != nil || trust(found) != planvalue.Exact {
			return nil
		}
		return found.Block
	})
	s.Complete, s.Facts = CompleteTypes(c.compare.Schemas.Layers), c.compare.Schemas.Facts // of a plan, only the types in it are known
	return s
}
