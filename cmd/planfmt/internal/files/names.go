package files

import (
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/planfmt/planfmt/plans"
)

// Plans are named after their paths: what all paths begin and end with is dropped, and so is the
// name of the file, unless it says something. stacks/a/plan.json and stacks/b/plan.json are a
// and b; app.tfplan and db.tfplan are app and db.

// usualNames are names of files that say nothing about the plan.
var usualNames = []string{"tfplan", "plan", "tfplan.json", "plan.json", "plan.tfplan", "tfplan.tfplan", "tfplan.binary", "plan.out", "plan.binary", "terraform.tfplan", "terraform.tfstate", "state.json"}

// planEndings are the endings of file names that are dropped, the longest first.
var planEndings = []string{".tfplan.json", ".plan.json", ".planfile", ".tfplan", ".tfstate", ".plan", ".json"}

// NamePlans returns a different name for each plan.
func NamePlans(all []Found) []string {
	names := make([]string, len(all))
	parts := make([][]string, len(all))
	var kept [][]string
	for i, f := range all {
		switch {
		case f.Unit != "":
			names[i] = f.Unit
		case f.Part > 0:
			names[i] = f.partName(all)
		case f.Path == "-":
			names[i] = "standard input"
		case f.Whole:
			names[i] = f.Path
		default:
			parts[i] = nameParts(f.Path)
			kept = append(kept, parts[i])
		}
	}
	before, after := commonParts(kept)
	for i, p := range parts {
		if p != nil {
			names[i] = strings.Join(p[before:len(p)-after], "/")
		}
	}
	counts := map[string]int{}
	for _, name := range names {
		counts[name]++
	}
	for i, f := range all {
		if counts[names[i]] > 1 && f.Path != "-" && f.Part == 0 {
			names[i] = filepath.ToSlash(f.Path) // of two files, this is another one
		}
	}
	for i := range names {
		// A file can have the name that stands for another one.
		for n, base := 2, names[i]; slices.Contains(names[:i], names[i]); n++ {
			names[i] = fmt.Sprintf("%s (%d)", base, n)
		}
	}
	return names
}

// partName names one of several documents of a file by its number, and by the file if there are others.
func (f *Found) partName(all []Found) string {
	number := strconv.Itoa(f.Part)
	switch {
	case !slices.ContainsFunc(all, func(other Found) bool { return other.Path != f.Path }):
		return number
	case f.Path == "-":
		return "standard input " + number
	}
	return filepath.ToSlash(f.Path) + " " + number
}

// nameParts returns the elements of a path that identify a plan, at least one.
func nameParts(path string) []string {
	path = filepath.ToSlash(filepath.Clean(path))
	dir, base := "", path
	if i := strings.LastIndexByte(path, '/'); i >= 0 {
		dir, base = strings.TrimPrefix(path[:i], "/"), path[i+1:]
	}
	var parts []string
	if dir != "" {
		parts = strings.Split(dir, "/")
	}
	if slices.Contains(usualNames, base) {
		if parts == nil {
			return []string{"."}
		}
		return parts
	}
	for _, ending := range planEndings {
		if name, ok := strings.CutSuffix(base, ending); ok && name != "" {
			base = name
			break
		}
	}
	return append(parts, base)
}

// commonParts returns how many elements all paths begin and end with. At least one element of each
// is left.
func commonParts(paths [][]string) (before, after int) {
	if len(paths) == 0 {
		return 0, 0
	}
	first, room := paths[0], len(paths[0])-1
	for _, p := range paths {
		room = min(room, len(p)-1)
	}
	all := func(same func(p []string) bool) bool {
		return !slices.ContainsFunc(paths, func(p []string) bool { return !same(p) })
	}
	for before < room && all(func(p []string) bool { return p[before] == first[before] }) {
		before++
	}
	for after < room-before && all(func(p []string) bool { return p[len(p)-1-after] == first[len(first)-1-after] }) {
		after++
	}
	return before, after
}

// Rename sets the names that --name gives: NAME=FILE for the plan in a file, or else one for each plan,
// in their order.
func Rename(all []Found, names, given []string) error {
	if len(given) == 0 {
		return nil
	}
	byFile := 0
	for _, g := range given {
		if name, file, ok := strings.Cut(g, "="); ok {
			if i := slices.IndexFunc(all, func(f Found) bool { return SamePath(f.Path, file) }); i >= 0 {
				names[i] = name
				byFile++
			}
		}
	}
	switch {
	case byFile == 0 && len(given) == len(all):
		copy(names, given)
	case byFile < len(given):
		return fmt.Errorf("--name: %d given, but there are %d plans: give each plan a --name, in their order, or use NAME=FILE with a file that is shown", len(given), len(all))
	}
	for i, name := range names {
		if name == "" {
			return errors.New("--name: a name is empty")
		}
		if at := slices.Index(names, name); at < i {
			return fmt.Errorf("--name: two plans have the name %s", plans.SpellName(name))
		}
	}
	return nil
}

// SamePath reports whether two paths are spelled alike, or would be if they were as short as possible.
func SamePath(a, b string) bool { return a == b || filepath.Clean(a) == filepath.Clean(b) }

// Plan is one of several plans that are shown.
type Plan struct {
	Found
	Name string
}

// Label is the plan's name for messages: its file.
func (p *Plan) Label() string {
	label := plans.SpellName(p.Path)
	if p.Path == "-" {
		label = "standard input"
	}
	if p.Part > 0 {
		label += ", document " + strconv.Itoa(p.Part)
	}
	return label
}
