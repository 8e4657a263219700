package compare

import (
	"cmp"
	"fmt"
	"strings"

	"github.com/planfmt/planfmt/internal/base/sorted"
	"github.com/planfmt/planfmt/internal/know/infer"
	"github.com/planfmt/planfmt/internal/read/source"
	"github.com/planfmt/planfmt/plans"
	"github.com/planfmt/planfmt/schema"
)

// ResolvedTypes returns the schemas of types, sorted by name, kind and provider.
func ResolvedTypes(schemas *infer.Resolver, ids map[schema.ID]bool) []infer.TypeSchema {
	out := make([]infer.TypeSchema, 0, len(ids))
	for id := range ids {
		// An error is reported where the resource is shown.
		if found, err := schemas.Resolve(id); err == nil {
			out = append(out, infer.TypeSchema{ID: id, Resolution: found})
		}
	}
	sorted.Stable(out, func(a, b infer.TypeSchema) int {
		return cmp.Or(strings.Compare(a.ID.Type, b.ID.Type), cmp.Compare(a.ID.Kind, b.ID.Kind), strings.Compare(a.ID.Provider, b.ID.Provider))
	})
	return out
}

// LostSchemas returns an error for each damaged source of schemas: without it, values may be shown
// that its schemas would hide. Damage does not matter to types for which another source has the
// exact schema. All evidence must have been added before.
func LostSchemas(schemas *infer.Resolver, f *source.Facts) []error {
	ids := map[schema.ID]bool{}
	for r := range f.All() {
		if r.Type != "" {
			ids[ResourceID(r)] = true
		}
	}
	for _, a := range f.Actions {
		ids[ActionID(a)] = true
	}
	var order []string
	lost := map[string][]infer.TypeSchema{} // by what is damaged
	for _, t := range ResolvedTypes(schemas, ids) {
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
		errs = append(errs, fmt.Errorf("sensitive values may be shown, since the schemas that mark them can no longer be read (%s): %w",
			strings.Join(names, ", "), types[0].Damage))
	}
	return errs
}
