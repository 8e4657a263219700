package infer

import (
	"fmt"
	"strings"

	"github.com/planfmt/planfmt/plans"
	"github.com/planfmt/planfmt/schema"
)

// Guessed says in a few words which types were drawn with guesses that may show, if there are any.
// Types whose schemas are of another version do not count: there are warnings about these.
func Guessed(types []TypeSchema) string {
	var names []string
	for _, t := range types {
		if t.Misfit == nil && len(t.Guesses()) > 0 {
			names = append(names, TypeName(t.ID))
		}
	}
	switch len(names) {
	case 0:
		return ""
	case 1:
		return "no schema for " + names[0] + ": the layout is inferred"
	}
	return fmt.Sprintf("no schemas for %d types (%s): the layout is inferred", len(names), ShortList(names))
}

// TypeName returns a type's name for messages, with its kind unless it is a resource.
func TypeName(id schema.ID) string {
	if id.Kind == schema.Resource {
		return plans.SpellName(id.Type)
	}
	return id.Name()
}

// ShortList lists a few names, and says how many more there are.
func ShortList(names []string) string {
	const most = 3
	more := ""
	if n := len(names) - most; n > 0 {
		names, more = names[:most], fmt.Sprintf(" and %d more", n)
	}
	return strings.Join(names, ", ") + more
}
