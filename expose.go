package planfmt

import (
	"context"
	"sync/atomic"

	"github.com/planfmt/planfmt/computed"
	"github.com/planfmt/planfmt/differ"
	"github.com/planfmt/planfmt/internal/planhash"
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

func (d *document) newExposure(m manner) *exposure {
	x := &exposure{comparer: d.comparer(), hidden: hiddenValues{}, copied: copied{yaml: m.readable}}
	opts := m.options(d.compare)
	opts.OnHidden = func(h differ.Hidden) {
		x.hidden.add(h.Before)
		x.hidden.add(h.After)
	}
	if m.maskCopies {
		x.copied.set = d.compare.copies
	}
	x.comparer.differ, x.comparer.manner = differ.New(opts), m
	x.hasher.Secret = func(v values.Value) bool { return x.hidden[v] || x.copied.is(v) }
	return x
}

// hides reports whether anything is hidden of what has been compared last, or may be as a copy.
func (x *exposure) hides() bool { return len(x.hidden) > 0 || x.copied.set != nil }

// resource reports whether what is hidden of a resource enters the hash.
func (x *exposure) resource(j job) bool {
	header := j.resource.Header
	if len(x.comparer.hideImport(&header)) > 0 {
		return true
	}
	in, err := x.comparer.loadResource(j.resource)
	if err != nil {
		return false // then there is no hash
	}
	clear(x.hidden)
	if in.mayHide() {
		_ = x.comparer.compareLoaded(j, in)
	}
	if !x.hides() {
		return false
	}
	_, err = x.hasher.Resource(j.resource, in.document())
	return err == nil && x.hasher.Exposed()
}

// rest reports the same of outputs and actions.
func (x *exposure) rest(d *document) bool {
	for _, o := range d.facts.Outputs {
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
	for _, a := range d.facts.Actions {
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

// exposes reports whether what is hidden in this manner enters the hash. It is called when all copies are known. Of resources,
// some have values that may be hidden for what they are, and any has strings that may be copies.
func (d *document) exposes(ctx context.Context, workers int, m manner, some []job) (bool, error) {
	if d.compare.differ.ShowSensitive {
		return false, nil
	}
	if d.newExposure(m).rest(d) {
		return true, nil
	}
	jobs := some
	if m.maskCopies {
		jobs = nil
		for _, j := range d.jobs {
			if j.section == computed.ChangesSection && planhash.Enters(j.resource) && j.resource.Err == nil {
				jobs = append(jobs, j.whole())
			}
		}
	}
	var exposed atomic.Bool // one is enough
	err := inWorkers(ctx, workers, len(jobs), func() func(int) struct{} {
		x := d.newExposure(m)
		return func(i int) struct{} {
			if !exposed.Load() && x.resource(jobs[i]) {
				exposed.Store(true)
			}
			return struct{}{}
		}
	}, func(struct{}) error { return nil })
	return exposed.Load(), err
}
