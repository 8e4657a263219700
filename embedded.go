package planfmt

import (
	"fmt"

	"github.com/planfmt/planfmt/jsonplan"
	"github.com/planfmt/planfmt/schema"
	"github.com/planfmt/planfmt/values"
)

// embedded are the schemas that a document carries itself.
type embedded struct {
	doc  *jsonplan.Plan
	byID map[schema.ID]jsonplan.Schema
}

func newEmbedded(doc *jsonplan.Plan) embedded {
	e := embedded{doc, map[schema.ID]jsonplan.Schema{}}
	for _, s := range doc.Schemas {
		if kind, ok := schema.KindOfSection(s.Section); ok {
			e.byID[schema.ID{Provider: s.Provider, Kind: kind, Type: s.Type}] = s
		}
	}
	return e
}

// Has reports whether the document has a schema.
func (e embedded) Has(id schema.ID) bool { _, ok := e.byID[id]; return ok }

// Lookup decodes one of the document's schemas.
func (e embedded) Lookup(id schema.ID) ([]schema.Schema, error) {
	s, ok := e.byID[id]
	if !ok {
		return nil, nil
	}
	v, err := e.doc.Schema(s, &values.Parser{})
	if err == nil {
		var found schema.Schema
		if found, err = schema.DecodeSchema(v, ""); err == nil {
			return []schema.Schema{found}, nil
		}
	}
	return nil, fmt.Errorf("the plan's own schema of %s: %w", id.Name(), err)
}
