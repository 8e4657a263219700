package engine

import (
	"fmt"
	"slices"
	"strings"

	"github.com/planfmt/planfmt/internal/schemas/facts"
	"github.com/planfmt/planfmt/internal/schemas/infer"
	"github.com/planfmt/planfmt/plans"
	"github.com/planfmt/planfmt/schema"
)

// InexactError says that RequireExact is set, but some types have no
// provider schema, or one that does not fit the document.
type InexactError struct {
	Types   []schema.ID        // types without a provider schema
	Misfits []infer.TypeSchema // types whose schema is of another provider version
}

// Error lists the types.
func (e *InexactError) Error() string {
	var parts []string
	if len(e.Types) > 0 {
		names := make([]string, len(e.Types))
		for i, id := range e.Types {
			names[i] = plans.SpellName(id.Type)
			if id.Kind != schema.Resource {
				names[i] = id.Name()
			}
		}
		parts = append(parts, "no provider schema for "+strings.Join(names, ", "))
	}
	return strings.Join(append(parts, Misfits(e.Misfits)...), "; ")
}

// Inexact returns an [InexactError] if a type has no provider schema, or one that
// does not fit.
func Inexact(types []infer.TypeSchema) error {
	e := &InexactError{}
	for _, t := range types {
		switch {
		case t.Misfit != nil:
			e.Misfits = append(e.Misfits, t)
		case !t.Exact:
			e.Types = append(e.Types, t.ID)
		}
	}
	if len(e.Types)+len(e.Misfits) == 0 {
		return nil
	}
	return e
}

// Misfits describes the schemas that are of another version than those that the document was made with.
func Misfits(types []infer.TypeSchema) []string {
	const most = 3
	var named []string
	more := 0
	for _, t := range types {
		switch {
		case t.Misfit == nil:
		case len(named) == most:
			more++
		default:
			named = append(named, plans.SpellName(t.ID.Type)+" ("+strings.Join(t.MisfitReasons(), "; ")+")")
		}
	}
	if len(named) == 0 {
		return nil
	}
	line := "the schema is of another provider version: " + strings.Join(named, ", ")
	if more > 0 {
		line += fmt.Sprintf(" and %d more types", more)
	}
	return []string{line}
}

// SchemaLayers are the schemas that the settings name. Any number of documents can share them.
type SchemaLayers struct {
	Layers   []schema.Layer
	Versions []string     // the format versions of the files
	Facts    *facts.Table // nil for none; each type is decoded once, when it is first needed
}

// Resolver finds schemas for one document.
func (l SchemaLayers) Resolver() *infer.Resolver {
	r := &infer.Resolver{Layers: slices.Clone(l.Layers), FormatVersions: l.Versions, Facts: l.Facts}
	r.Evidence = &infer.Evidence{Skip: r.Has}
	return r
}

// OwnLayer adds the schemas that a document contains, if any, to the layers. They come after the
// layers that the caller has named; named is the number of those.
func OwnLayer(layers []schema.Layer, named int, own schema.Source) []schema.Layer {
	if own == nil {
		return layers
	}
	return slices.Insert(layers, named, schema.Layer{Name: "the plan's own", Source: own})
}
