package engine

import (
	"slices"

	"github.com/planfmt/planfmt/computed"
	"github.com/planfmt/planfmt/internal/know/facts"
	"github.com/planfmt/planfmt/internal/know/infer"
	"github.com/planfmt/planfmt/schema"
)

// Inexact returns a [computed.InexactError] if a type has no provider schema, or one that
// does not fit.
func Inexact(types []infer.TypeSchema) error {
	e := &computed.InexactError{}
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
