package planpair

import (
	"context"
	"errors"
	"io"

	"github.com/planfmt/planfmt/computed"
	"github.com/planfmt/planfmt/internal/read/open"
	"github.com/planfmt/planfmt/internal/read/source"
	"github.com/planfmt/planfmt/internal/work/compare"
	"github.com/planfmt/planfmt/internal/work/engine"
	"github.com/planfmt/planfmt/internal/work/passes"
	"github.com/planfmt/planfmt/plans"
)

// ErrNoState is wrapped by the error for a document that is to be a state, and is none.
var ErrNoState = errors.New("this is a plan: the second document has to be a state")

// ErrNotPlan is wrapped by the error for a document that is to be a plan, and is none.
var ErrNotPlan = source.NeedsPlan("this is a state: the first document has to be a plan")

// against is a plan, and a state that its resources are compared with.
type against struct {
	plan, state *engine.Document // state is nil if there is none
	how         *compare.Comparison
	manner      compare.Manner
	quoted      bool     // a log may quote anything that is in the documents
	warnings    []string // of the documents
}

// openAgainst reads a plan, and a state unless it is nil. They share evidence about types and, if hideCopies is set, a set of sensitive
// strings, so that both are compared by the same schemas, and the secrets of one are hidden in the other. keep says what
// else is kept of both.
func openAgainst(ctx context.Context, s *engine.Session, plan, state io.Reader, hideCopies bool, keep source.Options) (_ *against, err error) {
	how := &compare.Comparison{Schemas: s.Opts.Schemas.Resolver(), Masks: s.Opts.Masks}
	reading := source.Options{Options: s.Opts.Storing, Evidence: how.Schemas.Evidence, Workers: s.Opts.Workers, KeepVersions: keep.KeepVersions, KeepNoOps: keep.KeepNoOps}
	ofState := reading
	reading.KeepReferences, reading.KeepDependencies = keep.KeepReferences, keep.KeepDependencies
	if hideCopies {
		how.Copies = s.Secrets()
		how.Differ.Secrets, reading.Secrets, ofState.Secrets = how.Copies, how.Copies, how.Copies
	}
	d := &against{how: how, manner: compare.Manner{MaskCopies: hideCopies}}
	ok := false
	defer func() {
		if !ok {
			d.close()
		}
	}()
	if d.plan, err = openPlan(ctx, s, plan, reading, how); errors.Is(err, ErrState) {
		err = ErrNotPlan
	}
	if err != nil {
		return nil, inPlan(computed.OldPlan, err)
	}
	if state != nil {
		if d.state, err = openState(ctx, state, ofState, how); err != nil {
			return nil, inPlan(computed.NewPlan, err)
		}
	}
	how.Differ.Rules = d.plan.Dialect.Rules
	how.Schemas.Layers = engine.OwnLayer(how.Schemas.Layers, s.Opts.NamedSchemas, d.plan.Facts.Schemas)
	err = d.each(func(doc *engine.Document) error {
		f := doc.Facts
		for _, text := range f.Warnings {
			if f.Lacking == nil || text != f.Lacking.Error() {
				d.warnings = append(d.warnings, text)
			}
		}
		if f.Lacking != nil {
			return f.Lacking
		}
		if len(f.Problems) > 0 {
			return f.Problems[0]
		}
		return nil
	})
	ok = err == nil
	return d, err
}

// openState reads a state.
func openState(ctx context.Context, r io.Reader, reading source.Options, how *compare.Comparison) (*engine.Document, error) {
	src, err := open.Read(ctx, r, reading, nil)
	if err != nil {
		return nil, err
	}
	d := &engine.Document{Source: src, Facts: src.Facts(), Compare: how}
	if !d.Facts.State {
		d.Close()
		return nil, ErrNoState
	}
	for _, r := range d.Facts.Resources {
		d.Kept = append(d.Kept, engine.Job{Entry: compare.Entry{Resource: r, Section: computed.StateSection}})
	}
	return d, nil
}

func (d *against) close() {
	for _, doc := range []*engine.Document{d.plan, d.state} {
		if doc != nil {
			doc.Close()
		}
	}
}

// each calls a function with each document until it returns an error, to which it adds which document that is in.
func (d *against) each(f func(*engine.Document) error) error {
	for which, doc := range []*engine.Document{d.plan, d.state} {
		if doc == nil {
			continue
		}
		if err := f(doc); err != nil {
			return inPlan(computed.WhichPlan(which), err)
		}
	}
	return nil
}

// findSecrets finds all that has to be hidden. Nothing of the resources may be told before.
func (d *against) findSecrets(ctx context.Context, workers int) error {
	err := d.each(func(doc *engine.Document) error {
		if !d.quoted {
			return passes.FindSecrets(ctx, doc, workers)
		}
		jobs := doc.Kept
		if f := doc.Facts; !f.State {
			jobs = nil
			for section, all := range [...][]*source.Resource{computed.DriftSection: f.Drift, computed.DeferredSection: f.Deferred, computed.ChangesSection: f.Changes.Slice()} {
				for _, r := range all {
					jobs = append(jobs, engine.Job{Entry: compare.Entry{Resource: r, Section: computed.Section(section)}.Whole()})
				}
			}
		}
		return passes.FindAllSecrets(ctx, doc, workers, jobs)
	})
	if err != nil {
		return err
	}
	d.how.Differ.Secrets, d.how.CopiesKnown = nil, true
	// Errors in schemas of the plan's own, and in sources from elsewhere: whichever document has a type, its values may be shown.
	return d.each(func(doc *engine.Document) error {
		if lost := compare.LostSchemas(d.how.Schemas, doc.Facts); len(lost) > 0 {
			return lost[0]
		}
		return nil
	})
}

// objectKey is how an object is found in a document.
type objectKey struct{ address, deposed string }

func keyOfObject(r *source.Resource) objectKey { return objectKey{r.Address, r.Deposed} }

// before returns how the object of a planned change was found before it.
func before(r *source.Resource) objectKey {
	k := keyOfObject(r)
	if r.Moved() {
		k.address = r.PreviousAddress
	}
	return k
}

// pairedHeader is the header of the entry in which an object of both documents is compared.
func pairedHeader(r *source.Resource) plans.Header {
	return plans.Header{
		Address: r.Address, ModuleAddress: r.ModuleAddress, Mode: r.Mode, Type: r.Type, Name: r.Name, Index: r.Index, Deposed: r.Deposed, ProviderName: r.ProviderName,
		Action: plans.Update,
	}
}

// drifts returns the entries for what had changed outside of the product before the plan was made, by their keys after it.
func (d *against) drifts() map[objectKey]*source.Resource {
	all := map[objectKey]*source.Resource{}
	for _, r := range d.plan.Facts.Drift {
		if r.Action != plans.NoOp && r.Err() == nil {
			all[keyOfObject(r)] = r
		}
	}
	return all
}

// objects returns the objects of the state by their keys.
func (d *against) objects() map[objectKey]*source.Resource {
	all := map[objectKey]*source.Resource{}
	for _, r := range d.state.Facts.Resources {
		all[keyOfObject(r)] = r
	}
	return all
}
