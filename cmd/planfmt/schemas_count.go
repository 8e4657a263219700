package main

import (
	"fmt"
	"strings"

	"github.com/planfmt/planfmt/schema"
)

// countByKind says how many types there are of each kind, in the order of
// kinds.
func countByKind(types map[schema.Kind]int) string {
	var parts []string
	for _, k := range []schema.Kind{schema.Resource, schema.DataSource, schema.Action} {
		if n := types[k]; n > 0 {
			parts = append(parts, plural(n, k.String()))
		}
	}
	if len(parts) == 0 {
		return "nothing"
	}
	return strings.Join(parts, ", ")
}

func plural(n int, what string) string {
	if n == 1 {
		return "1 " + what
	}
	return fmt.Sprintf("%d %ss", n, what)
}
