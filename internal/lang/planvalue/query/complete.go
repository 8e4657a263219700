package query

import (
	"maps"
	"regexp"
	"slices"
	"strings"

	"github.com/planfmt/planfmt/internal/lang/funcs"
	"github.com/planfmt/planfmt/internal/lang/planscope"
	"github.com/planfmt/planfmt/internal/lang/types"
)

var (
	// lastPath is the path that a text ends in: plan.counts.de.
	lastPath = regexp.MustCompile(`(?:[A-Za-z_][A-Za-z0-9_]*\.)*(?:[A-Za-z_][A-Za-z0-9_]*)?$`)
	// loop is the beginning of a for expression, with its variable and what it goes through.
	loop = regexp.MustCompile(`\bfor\s+(?:\w+\s*,\s*)?(\w+)\s+in\s+(\w+)\b`)
)

// CompleteQuery returns what the beginning of an expression over a plan may become: the whole text each time, with one more name at the end.
func CompleteQuery(text string) []string {
	roots := planscope.Roots()
	for _, m := range loop.FindAllStringSubmatch(text, -1) {
		switch t := roots[m[2]].(type) {
		case types.List:
			roots[m[1]] = t.Elem
		case types.Map:
			roots[m[1]] = t.Elem
		}
	}
	return complete(text, roots)
}

// CompleteCondition does the same with a condition over a resource.
func CompleteCondition(text string) []string { return complete(text, maps.Clone(planscope.Fields)) }

func complete(text string, roots map[string]types.Type) []string {
	path := lastPath.FindString(text)
	before := strings.TrimSuffix(text, path)
	if strings.Count(before, `"`)%2 == 1 { // inside a string
		return nil
	}
	steps := strings.Split(path, ".")
	last := steps[len(steps)-1]
	before = strings.TrimSuffix(text, last)
	names := roots
	for _, step := range steps[:len(steps)-1] {
		o, ok := types.NonNull(names[step]).(types.Object)
		if !ok {
			return nil
		}
		names = map[string]types.Type{}
		for name, attr := range o.Attrs {
			names[name] = attr.Type
		}
	}
	var all []string
	for _, name := range slices.Sorted(maps.Keys(names)) {
		if strings.HasPrefix(name, last) {
			all = append(all, before+name)
		}
	}
	if len(steps) == 1 && last != "" {
		for _, f := range funcs.All() {
			if strings.HasPrefix(f.Name, last) {
				all = append(all, before+f.Name+"(")
			}
		}
	}
	return all
}
