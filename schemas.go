package planfmt

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/planfmt/planfmt/internal/ctxio"
	"github.com/planfmt/planfmt/internal/schemas/facts"
	"github.com/planfmt/planfmt/internal/schemas/infer"
	"github.com/planfmt/planfmt/internal/source"
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
	return strings.Join(append(parts, misfits(e.Misfits)...), "; ")
}

// resolvedTypes are the schemas of types, sorted by name, kind and provider.
func resolvedTypes(schemas *infer.Resolver, ids map[schema.ID]bool) []infer.TypeSchema {
	out := make([]infer.TypeSchema, 0, len(ids))
	for id := range ids {
		// What cannot be understood is told where it is drawn.
		if found, err := schemas.Resolve(id); err == nil {
			out = append(out, infer.TypeSchema{ID: id, Resolution: found})
		}
	}
	slices.SortFunc(out, func(a, b infer.TypeSchema) int {
		return cmp.Or(strings.Compare(a.ID.Type, b.ID.Type), cmp.Compare(a.ID.Kind, b.ID.Kind), strings.Compare(a.ID.Provider, b.ID.Provider))
	})
	return out
}

// lostSchemas returns an error for each damaged source of schemas: what these schemas
// hide may be shown. Damage does not matter to types of which another source has the
// exact schema. All evidence must have been added.
func lostSchemas(schemas *infer.Resolver, f *source.Facts) []error {
	ids := map[schema.ID]bool{}
	for _, all := range [...][]*source.Resource{f.Changes, f.Drift, f.Deferred, f.Resources} {
		for _, r := range all {
			if r.Type != "" {
				ids[resourceID(r)] = true
			}
		}
	}
	for _, a := range f.Actions {
		ids[actionID(a)] = true
	}
	var order []string
	lost := map[string][]infer.TypeSchema{} // by what is damaged
	for _, t := range resolvedTypes(schemas, ids) {
		if t.Damage == nil {
			continue
		}
		damage := t.Damage.Error()
		if lost[damage] == nil {
			order = append(order, damage)
		}
		lost[damage] = append(lost[damage], t)
	}
	const most = 3
	var errs []error
	for _, damage := range order {
		types := lost[damage]
		var names []string
		for _, t := range types[:min(most, len(types))] {
			names = append(names, plans.SpellName(t.ID.Type))
		}
		if more := len(types) - len(names); more > 0 {
			names = append(names, fmt.Sprintf("%d more types", more))
		}
		errs = append(errs, fmt.Errorf("values may be shown that their schemas mark as sensitive, since schemas are lost (%s): %w",
			strings.Join(names, ", "), types[0].Damage))
	}
	return errs
}

// inexact is an error if a type has no schema of its provider's, or one that
// does not fit.
func inexact(types []infer.TypeSchema) error {
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

// misfits says which schemas are not those that the document was made with.
func misfits(types []infer.TypeSchema) []string {
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

// schemaLayers are the schemas that options name. Any number of documents can use them.
type schemaLayers struct {
	layers   []schema.Layer
	versions []string     // the format versions of the files
	facts    *facts.Table // nil for none; it decodes what it is asked for once
}

// loadSchemas reads the schemas that the options name.
func (o Options) loadSchemas(ctx context.Context) (l schemaLayers, err error) {
	for _, source := range o.Schemas {
		// A pipe may keep the open waiting, as well as the reads.
		set, err := ctxio.Call(ctx, func() (*schema.Set, error) { return load(source, o.SchemaLimits) })
		if err != nil {
			return l, err
		}
		l.layers = append(l.layers, schema.Layer{Name: source.Name, Source: set})
		l.versions = append(l.versions, set.FormatVersion())
	}
	l.layers = append(l.layers, o.Layers...)
	if !o.NoKnownFacts {
		if l.facts = o.KnownFacts; l.facts == nil {
			l.facts = facts.Default()
		}
	}
	return l, nil
}

// resolver finds schemas for one document.
func (o Options) resolver(l schemaLayers) *infer.Resolver {
	r := &infer.Resolver{Layers: slices.Clone(l.layers), FormatVersions: l.versions, Facts: l.facts}
	r.Evidence = &infer.Evidence{Skip: r.Has}
	return r
}

func load(source SchemaSource, limits schema.Limits) (*schema.Set, error) {
	f, err := source.Open()
	if err != nil {
		return nil, &SchemaError{source.Name, fmt.Errorf("%s: %w", plans.SpellName(source.Name), err)}
	}
	if f == nil {
		return nil, &SchemaError{source.Name, fmt.Errorf("%s: opened as nil", plans.SpellName(source.Name))}
	}
	defer f.Close()
	set := &schema.Set{Limits: limits}
	if err := set.Load(source.Name, f); err != nil {
		return nil, &SchemaError{source.Name, err}
	}
	return set, nil
}

// ownLayer adds the schemas that a document contains, if any, to the layers, after those that
// the caller has named, of which there are so many.
func ownLayer(layers []schema.Layer, named int, own schema.Source) []schema.Layer {
	if own == nil {
		return layers
	}
	return slices.Insert(layers, named, schema.Layer{Name: "the plan's own", Source: own})
}
