// Package pair makes one source of two: what an object was in one document, and what it is in another one. Each entry is a change from the
// one to the other.
package pair

import (
	"errors"

	"github.com/planfmt/planfmt/internal/read/source"
	"github.com/planfmt/planfmt/plans"
	"github.com/planfmt/planfmt/schema"
	"github.com/planfmt/planfmt/values"
)

// Pair is an object in two documents. Old or New is nil if one of them does not have it.
type Pair struct {
	Old, New *source.Resource
	// Planned says that what was is what the old document plans: the value after.
	Planned bool
}

// outputs are an output in two states. One of them is nil if the state does not have it.
type outputs struct{ old, new *source.Output }

// Source is a source whose entries are pairs. What was is the value before in the entries of the old document. In a state, that is the
// only one. What is is the value after in the entries of the new document.
type Source struct {
	// Where, if set, adds to an error which document it is in.
	Where func(err error, isNew bool, address string) error

	facts    source.Facts
	old, new source.Source
	pairs    []Pair
	outputs  []outputs
}

// New returns a source with these facts, which takes over the two others. Entries are added to it.
func New(facts source.Facts, old, new source.Source) *Source {
	return &Source{facts: facts, old: old, new: new}
}

// Add adds a change with a header, for the values of a pair, and returns its entry.
func (s *Source) Add(h plans.Header, p Pair) *source.Resource {
	r := s.Entry(h, p)
	if s.facts.Changes == nil {
		s.facts.Changes = &source.List{}
	}
	_ = s.facts.Changes.Add(r) // in memory
	return r
}

// Entry is like Add for an entry that is not one of the changes.
func (s *Source) Entry(h plans.Header, p Pair) *source.Resource {
	s.pairs = append(s.pairs, p)
	r := &source.Resource{Header: h, Handle: source.Handle(len(s.pairs))}
	for _, side := range []*source.Resource{p.Old, p.New} {
		if side == nil {
			continue
		}
		if err := side.Err(); err != nil && r.Err() == nil {
			r.Fail(s.where(err, side == p.New, side.Address))
		}
		r.Unmarked = r.Unmarked || side.Unmarked
	}
	return r
}

// AddOutput adds what has become of an output from one state to the other. One of them is nil if its state does not have the output. If
// either calls it sensitive, it is.
func (s *Source) AddOutput(old, new *source.Output) {
	s.outputs = append(s.outputs, outputs{old, new})
	o := &source.Output{Handle: source.Handle(len(s.outputs)), Action: plans.Update}
	switch {
	case old == nil:
		o.Action = plans.Create
	case new == nil:
		o.Action = plans.Delete
	}
	for _, side := range []*source.Output{old, new} {
		if side == nil {
			continue
		}
		o.Name, o.Sensitive = side.Name, o.Sensitive || side.Sensitive
		if o.Err == nil && side.Err != nil {
			o.Err = s.where(side.Err, side == new, "output."+side.Name)
		}
	}
	s.facts.Outputs = append(s.facts.Outputs, o)
}

// Facts returns the facts.
func (s *Source) Facts() *source.Facts { return &s.facts }

// Close closes both documents.
func (s *Source) Close() error { return errors.Join(s.old.Close(), s.new.Close()) }

// Loader returns a loader for one goroutine.
func (s *Source) Loader() source.Loader { return &pairLoader{s, s.old.Loader(), s.new.Loader()} }

func (s *Source) where(err error, isNew bool, address string) error {
	if s.Where == nil {
		return err
	}
	return s.Where(err, isNew, address)
}

type pairLoader struct {
	source   *Source
	old, new source.Loader
}

// Release implements [source.Releaser].
func (l *pairLoader) Release() {
	source.Release(l.old)
	source.Release(l.new)
}

var errNoEntry = errors.New("the entry is not from this pair of documents")

// Resource loads both values. The marks of the two documents may differ although nothing has happened: a state file lacks those of the
// schema, which a plan has. So each side has the marks of its own document as added ones: they hide, and are no change.
// What a plan marks before the change is hidden after it, too, as wherever the change is shown. What either of two states marks is hidden in
// both.
func (l *pairLoader) Resource(r *source.Resource, block *schema.Block) (out source.RawValues, err error) {
	if r.Handle < 1 || int(r.Handle) > len(l.source.pairs) {
		return out, &plans.Error{Address: r.Address, Err: errNoEntry}
	}
	p := l.source.pairs[r.Handle-1]
	out.RelevantAttributes = plans.PathFilter{}
	out.Before, out.After = values.NewNull(), values.NewNull()
	var hidden values.Flags
	if p.Old != nil {
		in, err := l.old.Resource(p.Old, block)
		if err != nil {
			return out, l.source.where(err, false, p.Old.Address)
		}
		out.Before, out.BeforeSensitive, out.BeforeUnmarked = in.Before, in.BeforeSensitive.Added(), in.BeforeUnmarked
		if p.Planned {
			hidden = in.BeforeSensitive
			out.Before, out.BeforeSensitive, out.BeforeUnmarked = in.After, in.AfterSensitive.MarkAs(in.After, hidden).Added(), in.AfterUnmarked
		}
	}
	if p.New != nil {
		in, err := l.new.Resource(p.New, block)
		if err != nil {
			return out, l.source.where(err, true, p.New.Address)
		}
		out.After, out.AfterSensitive, out.AfterUnmarked = in.After, in.AfterSensitive.MarkAs(in.After, hidden).Added(), in.AfterUnmarked
	}
	if l.source.facts.Compared {
		before := out.BeforeSensitive
		out.BeforeSensitive = before.MarkAs(out.Before, out.AfterSensitive).Added()
		out.AfterSensitive = out.AfterSensitive.MarkAs(out.After, before).Added()
	}
	return out, nil
}

// Output loads both values, and the type if there is only one.
func (l *pairLoader) Output(o *source.Output) (out source.RawValues, typ values.Value, err error) {
	if o.Handle < 1 || int(o.Handle) > len(l.source.outputs) {
		return out, typ, &plans.Error{Address: "output." + o.Name, Err: errNoEntry}
	}
	both := l.source.outputs[o.Handle-1]
	out.RelevantAttributes = plans.PathFilter{}
	out.Before, out.After = values.NewNull(), values.NewNull()
	if both.old != nil {
		in, was, err := l.old.Output(both.old)
		if err != nil {
			return out, typ, l.source.where(err, false, "output."+o.Name)
		}
		out.Before, typ = in.Before, was
	}
	if both.new != nil {
		in, is, err := l.new.Output(both.new)
		if err != nil {
			return out, typ, l.source.where(err, true, "output."+o.Name)
		}
		out.After = in.After
		if both.old == nil || typ.Equal(is) {
			typ = is
		} else {
			typ = values.Value{}
		}
	}
	return out, typ, nil
}

// Variable is never called, since there are no variables.
func (l *pairLoader) Variable(v *source.Variable) (values.Value, error) {
	return values.Value{}, &plans.Error{Address: "var." + v.Name, Err: errNoEntry}
}

// Config is never called, since there are no actions.
func (l *pairLoader) Config(a *source.Action) (source.RawValues, error) {
	return source.RawValues{}, &plans.Error{Address: a.Address, Err: errNoEntry}
}
