package computed

import (
	"fmt"
	"slices"
	"strings"

	"github.com/planfmt/planfmt/plans"
)

// Masked says how many values of an attribute were hidden although the document does not mark them as sensitive: because of the
// name of the attribute, as their type has no schema, or only because of a schema from the repository.
type Masked struct {
	Type  string
	Path  string // names without indexes: disk.key
	Count int    // of the values
	// Bundle is the file that has the schema, if only a schema from the repository hides the values. Without that, they
	// would be shown. It is empty if the values were hidden because of their names.
	Bundle string
}

// ByName returns the values that were hidden because of their names.
func ByName(all []Masked) []Masked {
	return slices.DeleteFunc(slices.Clone(all), func(m Masked) bool { return m.Bundle != "" })
}

// Bundled are the values that only a file of schemas from the repository hides.
type Bundled struct {
	Bundle string // the name of the file
	Count  int    // of the values
	Masked []Masked
}

// ByBundle returns the values that only schemas from the repository hide, sorted by the names of the files.
func ByBundle(all []Masked) []Bundled {
	var out []Bundled
	for _, m := range all {
		if m.Bundle == "" {
			continue
		}
		i, found := slices.BinarySearchFunc(out, m.Bundle, func(b Bundled, name string) int { return strings.Compare(b.Bundle, name) })
		if !found {
			out = slices.Insert(out, i, Bundled{Bundle: m.Bundle})
		}
		out[i].Count += m.Count
		out[i].Masked = append(out[i].Masked, m)
	}
	return out
}

// String says how many values are hidden, and by what.
func (b Bundled) String() string {
	if b.Count == 1 {
		return "1 value hidden by " + plans.SpellName(b.Bundle)
	}
	return fmt.Sprintf("%d values hidden by %s", b.Count, plans.SpellName(b.Bundle))
}
