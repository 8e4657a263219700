package planfmt

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/planfmt/planfmt/jsonplan"
	"github.com/planfmt/planfmt/plans"
	"github.com/planfmt/planfmt/schema"
	"github.com/planfmt/planfmt/schema/infer"
)

// TypeSchema says which schema was used for a type.
type TypeSchema struct {
	ID schema.ID
	infer.Resolution
}

// InexactError says that [Options].RequireExact is set, but some types have no
// provider schema, or one that does not fit the document.
type InexactError struct {
	Types   []schema.ID  // that have no provider schema
	Misfits []TypeSchema // whose schema is of another provider version
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
		add(dc)
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

// inexact is an error if a type has no schema of its provider's, or one that
// does not fit.
func inexact(types []TypeSchema) error {
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
func misfits(types []TypeSchema) []string {
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

// MisfitReasons returns the reasons why the schema does not fit the document, for
// people to read. It returns none if the schema fits.
func (t TypeSchema) MisfitReasons() []string {
	m := t.Misfit
	if m == nil {
		return nil
	}
	var reasons []string
	if m.OtherVersion {
		reasons = append(reasons, fmt.Sprintf("the schema has version %s of the type, the document has version %s", t.Version, t.DocumentVersion))
	}
	for _, r := range []struct {
		format string
		names  []string
	}{
		{"the schema lacks %s", m.Missing},
		{"the document lacks %s", m.Unused},
		{"schema and configuration disagree on whether %s is a block", m.Contradicted},
		{"%s: sets in the schema, lists in the document", m.NoSets},
		{"the schema marks %s as sensitive, the document does not", m.Unmarked},
	} {
		if len(r.names) > 0 {
			reasons = append(reasons, fmt.Sprintf(r.format, listed(r.names)))
		}
	}
	return reasons
}

// listed joins names, the first few of many.
func listed(names []string) string {
	const most = 4
	names = slices.Clone(names)
	for i, name := range names {
		names[i] = plans.SpellName(name)
	}
	if n := len(names) - most; n > 0 {
		return fmt.Sprintf("%s and %d more", strings.Join(names[:most], ", "), n)
	}
	return strings.Join(names, ", ")
}
