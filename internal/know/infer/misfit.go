package infer

import (
	"fmt"
	"slices"
	"strings"

	"github.com/planfmt/planfmt/plans"
	"github.com/planfmt/planfmt/schema"
)

// TypeSchema says which schema was used for a type.
type TypeSchema struct {
	ID schema.ID
	Resolution
}

// MisfitReasons returns the reasons why the schema does not fit the document, for
// people to read. It returns none if the schema fits.
func (r Resolution) MisfitReasons() []string {
	m := r.Misfit
	if m == nil {
		return nil
	}
	var reasons []string
	if m.OtherVersion {
		reasons = append(reasons, fmt.Sprintf("the schema has version %s of the type, the document has version %s", r.Version, r.DocumentVersion))
	}
	for _, reason := range []struct {
		format string
		names  []string
	}{
		{"the schema lacks %s", m.Missing},
		{"the document lacks %s", m.Unused},
		{"schema and configuration disagree on whether %s is a block", m.Contradicted},
		{"%s: sets in the schema, lists in the document", m.NoSets},
		{"the schema marks %s as sensitive, the document does not", m.Unmarked},
	} {
		if len(reason.names) > 0 {
			reasons = append(reasons, fmt.Sprintf(reason.format, joinNames(reason.names)))
		}
	}
	return reasons
}

// joinNames joins names, the first few of many.
func joinNames(names []string) string {
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

// Misfits describes the schemas that are of another version than those that the document was made with.
func Misfits(types []TypeSchema) []string {
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
