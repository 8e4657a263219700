package compare

import (
	"cmp"
	"fmt"
	"path"
	"slices"
	"strings"

	"github.com/planfmt/planfmt/computed"
	"github.com/planfmt/planfmt/internal/base/sorted"
	"github.com/planfmt/planfmt/internal/know/infer"
	"github.com/planfmt/planfmt/internal/know/secrets"
	"github.com/planfmt/planfmt/internal/read/source"
	"github.com/planfmt/planfmt/plans"
	"github.com/planfmt/planfmt/schema"
	"github.com/planfmt/planfmt/values"
)

// Masks marks sensitive values that the document does not mark. Plans had no
// marks before Terraform 0.15, states got them later, and a state file may keep
// the marks of an older version. Then the provider's schema says what is
// sensitive; if there is none, a table of known types and the names do.
type Masks struct {
	table *secrets.Table
	show  []showPattern
	// Names hides values because of their names in documents with marks, too, in addition to what the marks and the schema hide.
	Names bool
}

// showPattern is a pattern for values that are shown although their names suggest secrets.
type showPattern struct{ typ, path string }

// NewMasks returns the masks. unmarked are patterns TYPE-GLOB:PATH for values that are not to be marked because of their names;
// everything stands for the pattern *:*.
func NewMasks(unmarked []string, everything bool) (Masks, error) {
	m := Masks{table: secrets.Default()}
	for _, s := range unmarked {
		var p showPattern
		var ok bool
		if p.typ, p.path, ok = strings.Cut(s, ":"); !ok || p.typ == "" || p.path == "" {
			return m, fmt.Errorf("invalid value %q: expected TYPE-GLOB:PATH, such as aws_db_*:password", s)
		}
		for _, glob := range []string{p.typ, p.path} {
			if _, err := path.Match(glob, ""); err != nil {
				return m, fmt.Errorf("invalid value %q: %q is not a valid glob", s, glob)
			}
		}
		m.show = append(m.show, p)
	}
	if everything {
		m.show = append(m.show, showPattern{"*", "*"})
	}
	return m, nil
}

// finder returns what finds the secrets of a type.
func (m Masks) finder(id schema.ID) *secrets.Finder {
	kind := secrets.Resource
	if id.Kind == schema.DataSource {
		kind = secrets.DataSource
	}
	f := &secrets.Finder{}
	if id.Kind != schema.Action {
		f.Type = m.table.Lookup(kind, id.Type)
	}
	if len(m.show) > 0 {
		f.Show = func(name string) bool {
			return slices.ContainsFunc(m.show, func(p showPattern) bool {
				typ, _ := path.Match(p.typ, id.Type)
				at, _ := path.Match(p.path, name)
				return typ && at
			})
		}
	}
	return f
}

// markNamed marks secrets on those sides that have no marks of the document. It returns
// the attributes that it marked, each once, sorted.
func (m Masks) markNamed(id schema.ID, in *source.RawValues) []string {
	if !in.BeforeUnmarked && !in.AfterUnmarked {
		return nil
	}
	f := m.finder(id)
	before, after := in.BeforeSensitive, in.AfterSensitive
	if in.Still() {
		in.BeforeSensitive = f.Marks(secrets.Side{Value: in.Before, Marks: before, Unknown: in.Unknown})
		in.AfterSensitive = in.BeforeSensitive
		return f.Found
	}
	if in.BeforeUnmarked {
		in.BeforeSensitive = f.Marks(secrets.Side{Value: in.Before, Marks: before, Twin: in.After, Other: after})
	}
	if in.AfterUnmarked {
		in.AfterSensitive = f.Marks(secrets.Side{Value: in.After, Marks: after, Twin: in.Before, Other: before, Unknown: in.Unknown})
	}
	return f.Found
}

// markEverywhere marks secrets that neither the document nor the schema marks, by their names. It marks the same places on both sides: these marks
// say nothing about what happens to a value. It returns the names like markNamed.
func (m Masks) markEverywhere(id schema.ID, found infer.Resolution, in *source.RawValues) []string {
	f := m.finder(id)
	find := func(v, twin values.Value, own, unknown values.Flags) []plans.Path {
		if found.Exact && found.Block != nil && found.Block.HasSecrets() {
			own = own.MarkAs(v, values.FlagsFromPaths(v, found.Block.SensitivePaths(v)))
		}
		return f.FindNamed(secrets.Side{Value: v, Marks: own, Unknown: unknown, Twin: twin})
	}
	if in.Still() {
		in.BeforeSensitive = addMarks(in.BeforeSensitive, in.Before, find(in.Before, values.Value{}, in.BeforeSensitive, in.Unknown))
		in.AfterSensitive = in.BeforeSensitive
		return f.Found
	}
	paths := append(find(in.Before, in.After, in.BeforeSensitive, values.Flags{}), find(in.After, in.Before, in.AfterSensitive, in.Unknown)...)
	in.BeforeSensitive = addMarks(in.BeforeSensitive, in.Before, paths)
	in.AfterSensitive = addMarks(in.AfterSensitive, in.After, paths)
	return f.Found
}

// addMarks adds marks to those of a value. They are not marks of the document unless it has some.
func addMarks(own values.Flags, v values.Value, paths []plans.Path) values.Flags {
	if len(paths) == 0 {
		return own
	}
	more := values.FlagsFromPaths(v, paths)
	if !own.Any() {
		return more.Added()
	}
	all := own.MarkAs(v, more).MarkPaths(paths)
	if own.IsAdded() {
		return all.Added()
	}
	return all
}

// Output marks the values of an output, as Mask does for those of resources. Its name says nothing unless all names do: whoever declares an
// output says whether it is sensitive.
func (m Masks) Output(name string, sensitive bool, in source.RawValues) Loaded {
	switch {
	case sensitive:
		in.BeforeSensitive, in.AfterSensitive = values.AllFlags(), values.AllFlags()
	case m.Names && !m.showsAll() && secrets.Named("", name):
		in.BeforeSensitive, in.AfterSensitive = values.AllFlags().Added(), values.AllFlags().Added()
	}
	return m.Mask(schema.ID{}, infer.Resolution{Exact: true}, in)
}

// showsAll reports whether nothing is hidden because of its name.
func (m Masks) showsAll() bool { return slices.Contains(m.show, showPattern{"*", "*"}) }

// countMasked counts, for each of the marked attributes, the values that a diff
// shows as hidden.
func countMasked(typ string, d computed.Diff, marked []string, everything bool) []computed.Masked {
	if len(marked) == 0 {
		return nil
	}
	counts := countHidden(d, everything)
	var out []computed.Masked
	for _, name := range marked {
		if n := counts[name]; n > 0 {
			out = append(out, computed.Masked{Type: typ, Path: name, Count: n})
		}
	}
	return out
}

// countHidden counts the values that a diff shows as hidden, by the names of their paths. Unchanged parts are drawn only
// if everything is.
func countHidden(d computed.Diff, everything bool) map[string]int {
	counts := map[string]int{}
	d.Walk(func(d computed.Diff) computed.Visit {
		if !everything && d.Action == plans.NoOp {
			return computed.SkipParts
		}
		if d.Renderer.Content().Kind != computed.KindSensitive {
			if everything {
				return computed.Continue
			}
			return computed.SkipUnchanged
		}
		counts[NamesOf(d.Path)]++
		return computed.SkipParts
	})
	return counts
}

// NamesOf returns the names in a path, without its indexes.
func NamesOf(p plans.Path) string {
	var names []string
	for _, step := range p.Steps() {
		if name, ok := step.Key(); ok {
			names = append(names, name)
		}
	}
	return strings.Join(names, ".")
}

// SumMasked adds up the counts for the same attribute.
func SumMasked(all []computed.Masked) []computed.Masked {
	sorted.Stable(all, func(a, b computed.Masked) int {
		return cmp.Or(strings.Compare(a.Type, b.Type), strings.Compare(a.Path, b.Path), strings.Compare(a.Bundle, b.Bundle))
	})
	var out []computed.Masked
	for _, m := range all {
		if n := len(out); n > 0 && out[n-1].Type == m.Type && out[n-1].Path == m.Path && out[n-1].Bundle == m.Bundle {
			out[n-1].Count += m.Count
		} else {
			out = append(out, m)
		}
	}
	return out
}
