package compare

import (
	"github.com/planfmt/planfmt/differ"
	"github.com/planfmt/planfmt/internal/know/secrets"
	"github.com/planfmt/planfmt/internal/read/source"
	"github.com/planfmt/planfmt/internal/work/planhash"
	"github.com/planfmt/planfmt/values"
)

// The hash without a key covers all values that the document does not mark. A report may hide more values: those that only a schema or a
// name calls sensitive, copies of sensitive strings, and values that are marked on the other side only. If such a report also had the
// hash, its readers could find a short value by trying.

// Exposure finds out whether values that a report hides enter the hash. It is for one goroutine.
type Exposure struct {
	comparer *Comparer
	hasher   planhash.Hasher
	hidden   hiddenValues
	copied   copied
}

// NewExposure returns an Exposure for a report that compares values in a manner.
func NewExposure(c *Comparison, loader func() source.Loader, m Manner) *Exposure {
	x := &Exposure{comparer: NewComparer(c, loader), hidden: hiddenValues{}, copied: copied{yaml: m.Readable}}
	opts := m.Options(c)
	opts.OnHidden = func(h differ.Hidden) {
		x.hidden.add(h.Before)
		x.hidden.add(h.After)
	}
	if m.MaskCopies {
		x.copied.set = c.Copies
	}
	x.comparer.Differ, x.comparer.manner = differ.New(opts), m
	x.hasher.Secret = func(v values.Value) bool { return x.hidden[v] || x.copied.is(v) }
	return x
}

// SecretText returns a function that says whether a report would hide a string of the configuration, because of the name of the argument that has it,
// or because it is a copy of a sensitive string. The manner is the one in which the report compares values.
func SecretText(c *Comparison, m Manner) func(name, text string) bool {
	all := copied{yaml: m.Readable}
	if m.MaskCopies {
		all.set = c.Copies
	}
	return func(name, text string) bool {
		return text != "" && (secrets.Named("", name) || all.set != nil && all.isIn(text))
	}
}

// hides reports whether the last comparison has hidden a value, or copies of sensitive strings are hidden.
func (x *Exposure) hides() bool { return len(x.hidden) > 0 || x.copied.set != nil }

// Resource reports whether hidden values of a resource enter the hash.
func (x *Exposure) Resource(e Entry) bool {
	header := e.Resource.Header
	if len(x.comparer.HideImport(&header)) > 0 {
		return true
	}
	in, err := x.comparer.LoadResource(e.Resource)
	if err != nil {
		return false // a plan with such an error has no hash
	}
	clear(x.hidden)
	if in.MayHide() {
		_ = x.comparer.CompareLoaded(e, in)
	}
	if !x.hides() {
		return false
	}
	_, err = x.hasher.Resource(e.Resource, in.Raw())
	return err == nil && x.hasher.Exposed()
}

// Rest reports whether hidden values of outputs and actions enter the hash.
func (x *Exposure) Rest(f *source.Facts) bool {
	for _, o := range f.Outputs {
		in, err := x.comparer.LoadOutput(o)
		if err != nil {
			continue
		}
		clear(x.hidden)
		if in.MayHide() {
			_ = x.comparer.compareOutput(in.Change, in.Type)
		}
		if !x.hides() {
			continue
		}
		if x.hasher.Values(o.Action, in.Raw()); x.hasher.Exposed() {
			return true
		}
	}
	for _, a := range f.Actions {
		if a.Err != nil || !a.HasConfig {
			continue
		}
		in, err := x.comparer.loadConfig(a)
		if err != nil {
			continue
		}
		clear(x.hidden)
		_ = x.comparer.Differ.Config(in.Change, in.Schema.Block)
		if x.hasher.Invocation(a, in.Raw()); x.hasher.Exposed() {
			return true
		}
	}
	return false
}
