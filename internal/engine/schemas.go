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

// InexactError says that [Options].RequireExact is set, but some types have no
// provider schema, or one that does not fit the document.
type InexactError struct {
	Types   []schema.ID        // that have no provider schema
	Misfits []infer.TypeSchema // whose schema is of another provider version
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

// Inexact is an error if a type has no schema of its provider's, or one that
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

// Misfits says which schemas are not those that the document was made with.
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

// SchemaLayers are the schemas that options name. Any number of documents can use them.
type SchemaLayers struct {
	Layers   []schema.Layer
	Versions []string     // the format versions of the files
	Facts    *facts.Table // nil for none; it decodes what it is asked for once
}

// Resolver finds schemas for one document.
func (l SchemaLayers) Resolver() *infer.Resolver {
	r := &infer.Resolver{Layers: slices.Clone(l.Layers), FormatVersions: l.Versions, Facts: l.Facts}
	r.Evidence = &infer.Evidence{Skip: r.Has}
	return r
}

// OwnLayer adds the schemas that a document contains, if any, to the layers, after those that
// the caller has named, of which there are so many.
func OwnLayer(layers []schema.Layer, named int, own schema.Source) []schema.Layer {
	if own == nil {
		return layers
	}
	return slices.Insert(layers, named, schema.Layer{Name: "the plan's own", Source: own})
}
