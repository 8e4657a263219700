package planfmt

import (
	"github.com/planfmt/planfmt/differ"
	"github.com/planfmt/planfmt/internal/planhash"
	"github.com/planfmt/planfmt/internal/source"
	"github.com/planfmt/planfmt/values"
)

// The hash without a key covers all values that the document does not mark. A report may hide more: what only a schema or a name calls
// sensitive, copies of sensitive strings, and values that are marked on the other side only. If such a report had the hash, too, a
// short value could be found by trying.

// exposure finds out whether what a report hides enters the hash. It is for one goroutine.
type exposure struct {
	comparer *comparer
	hasher   planhash.Hasher
	hidden   hiddenValues
	copied   copied
}

func newExposure(c *comparison, loader func() source.Loader, m manner) *exposure {
	x := &exposure{comparer: newComparer(c, loader), hidden: hiddenValues{}, copied: copied{yaml: m.readable}}
	opts := m.options(c)
	opts.OnHidden = func(h differ.Hidden) {
		x.hidden.add(h.Before)
		x.hidden.add(h.After)
	}
	if m.maskCopies {
		x.copied.set = c.copies
	}
	x.comparer.differ, x.comparer.manner = differ.New(opts), m
	x.hasher.Secret = func(v values.Value) bool { return x.hidden[v] || x.copied.is(v) }
	return x
}

// hides reports whether anything is hidden of what has been compared last, or may be as a copy.
func (x *exposure) hides() bool { return len(x.hidden) > 0 || x.copied.set != nil }

// resource reports whether what is hidden of a resource enters the hash.
func (x *exposure) resource(e entry) bool {
	header := e.resource.Header
	if len(x.comparer.hideImport(&header)) > 0 {
		return true
	}
	in, err := x.comparer.loadResource(e.resource)
	if err != nil {
		return false // then there is no hash
	}
	clear(x.hidden)
	if in.mayHide() {
		_ = x.comparer.compareLoaded(e, in)
	}
	if !x.hides() {
		return false
	}
	_, err = x.hasher.Resource(e.resource, in.document())
	return err == nil && x.hasher.Exposed()
}

// rest reports the same of outputs and actions.
func (x *exposure) rest(f *source.Facts) bool {
	for _, o := range f.Outputs {
		in, err := x.comparer.loadOutput(o)
		if err != nil {
			continue
		}
		clear(x.hidden)
		if in.mayHide() {
			_ = x.comparer.compareOutput(in.Change, in.typ)
		}
		if !x.hides() {
			continue
		}
		if x.hasher.Values(o.Action, in.document()); x.hasher.Exposed() {
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
		_ = x.comparer.differ.Config(in.Change, in.schema.Block)
		if x.hasher.Invocation(a, in.document()); x.hasher.Exposed() {
			return true
		}
	}
	return false
}
