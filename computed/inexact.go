package computed

import (
	"strings"

	"github.com/planfmt/planfmt/internal/know/infer"
	"github.com/planfmt/planfmt/schema"
)

// InexactError says that RequireExact is set in the options, but some types have no
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
			names[i] = infer.TypeName(id)
		}
		parts = append(parts, "no provider schema for "+strings.Join(names, ", "))
	}
	return strings.Join(append(parts, infer.Misfits(e.Misfits)...), "; ")
}
