package planfmt

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/planfmt/planfmt/jsonplan"
	"github.com/planfmt/planfmt/plans"
	"github.com/planfmt/planfmt/schema"
)

// TypeSchema says which schema a type was drawn by.
type TypeSchema struct {
	ID schema.ID
	schema.Resolution
}

// InexactError says that types had to be drawn without their providers'
// schemas, where [Options].RequireExact forbids it.
type InexactError struct{ Types []schema.ID }

// Error names the types.
func (e *InexactError) Error() string {
	names := make([]string, len(e.Types))
	for i, id := range e.Types {
		names[i] = plans.SpellName(id.Type)
		if id.Kind != schema.Resource {
			names[i] = id.Name()
		}
	}
	return fmt.Sprintf("no provider schema for %s", strings.Join(names, ", "))
}

// types are the types that the report draws, sorted by name, kind and provider.
func (p *plan) types() []TypeSchema {
	ids := map[schema.ID]bool{}
	add := func(rc *jsonplan.ResourceChange) {
		if rc.Type != "" {
			ids[resourceID(rc)] = true
		}
	}
	for _, rc := range p.drift {
		add(rc)
	}
	for _, dc := range p.doc.Deferred {
		add(dc.ResourceChange)
	}
	for _, rc := range p.shown {
		add(rc)
	}
	for _, a := range p.doc.Actions {
		if a.HasConfig && a.Err == nil {
			ids[actionID(a)] = true
		}
	}
	return p.resolved(ids)
}

// resolved are the schemas of the types.
func (p *pipeline) resolved(ids map[schema.ID]bool) []TypeSchema {
	out := make([]TypeSchema, 0, len(ids))
	for id := range ids {
		// What cannot be understood is told where it is drawn.
		if found, err := p.schemas.Resolve(id); err == nil {
			out = append(out, TypeSchema{id, found})
		}
	}
	slices.SortFunc(out, func(a, b TypeSchema) int {
		return cmp.Or(strings.Compare(a.ID.Type, b.ID.Type), cmp.Compare(a.ID.Kind, b.ID.Kind), strings.Compare(a.ID.Provider, b.ID.Provider))
	})
	return out
}

// inexact is an error if a type has no schema of its provider's.
func inexact(types []TypeSchema) error {
	e := &InexactError{}
	for _, t := range types {
		if !t.Exact {
			e.Types = append(e.Types, t.ID)
		}
	}
	if len(e.Types) == 0 {
		return nil
	}
	return e
}
