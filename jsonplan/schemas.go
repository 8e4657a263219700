package jsonplan

import (
	"fmt"

	"github.com/planfmt/planfmt/internal/read/source"
	"github.com/planfmt/planfmt/schema"
)

// ownSchemas are the provider schemas that the document itself contains, as
// HCP Terraform's redacted plans do.
type ownSchemas struct {
	plan *Plan
	byID map[schema.ID]source.Handle
}

// schemas remembers where the schemas in provider_schemas are.
func (r *planReader) schemas() error {
	own := &r.plan.schemas
	own.plan = r.plan
	return r.members(func(provider string) error {
		return r.members(func(section string) error {
			kind, known := schema.KindOfSection(section)
			if !known {
				return r.Skip()
			}
			return r.members(func(typ string) error {
				if _, err := r.Value(); err != nil {
					return err
				}
				handle, err := r.keep()
				if err != nil {
					return err
				}
				if own.byID == nil {
					own.byID = map[schema.ID]source.Handle{}
				}
				own.byID[schema.ID{Provider: provider, Kind: kind, Type: typ}] = handle
				return nil
			})
		})
	})
}

// Has reports whether the document has a schema.
func (s ownSchemas) Has(id schema.ID) bool { _, ok := s.byID[id]; return ok }

// Lookup decodes one of the document's schemas.
func (s ownSchemas) Lookup(id schema.ID) ([]schema.Schema, error) {
	handle, ok := s.byID[id]
	if !ok {
		return nil, nil
	}
	v, err := s.plan.newLoader().load(handle)
	if err == nil {
		var found schema.Schema
		if found, err = schema.DecodeSchema(v, ""); err == nil {
			return []schema.Schema{found}, nil
		}
	}
	return nil, fmt.Errorf("the plan's own schema of %s: %w", id.Name(), err)
}
