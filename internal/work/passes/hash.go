package passes

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"slices"
	"sync"
	"sync/atomic"

	"github.com/planfmt/planfmt/computed"
	"github.com/planfmt/planfmt/internal/know/infer"
	"github.com/planfmt/planfmt/internal/read/jsondoc"
	"github.com/planfmt/planfmt/internal/read/open"
	"github.com/planfmt/planfmt/internal/read/source"
	"github.com/planfmt/planfmt/internal/work/compare"
	"github.com/planfmt/planfmt/internal/work/engine"
	"github.com/planfmt/planfmt/internal/work/planhash"
	"github.com/planfmt/planfmt/plans"
	"github.com/planfmt/planfmt/schema"
)

// ErrStateHash says that the document is a state, which has no hash because it plans nothing.
var ErrStateHash = source.NeedsPlan("a state has no hash")

// Identified is the identity of a plan.
type Identified struct {
	Hash                        computed.Hash
	Timestamp, TerraformVersion string
}

// Identify reads a plan and returns its identity.
func Identify(ctx context.Context, s *engine.Session, r io.Reader) (found Identified, err error) {
	progress := &engine.Tracker{Report: s.Opts.Progress}
	src, err := open.Read(ctx, r, source.Options{
		Options: s.Opts.Storing, Workers: s.Opts.Workers, KeepDeciding: true, KeepReferences: s.Opts.HashLikeJSON,
	}, progress.Read)
	if err != nil {
		return found, err
	}
	defer src.Close()
	facts := src.Facts()
	if facts.State {
		return found, ErrStateHash
	}
	if warn := s.Opts.Warn; warn != nil {
		for _, text := range facts.Warnings {
			if facts.Lacking == nil || text != facts.Lacking.Error() { // otherwise, it is returned as the error
				warn(computed.Warning{Text: text})
			}
		}
		if facts.Errored {
			warn(computed.Warning{Text: "the plan is errored, so it is incomplete and cannot be applied"})
		}
		if facts.Mode == plans.RefreshOnlyMode && len(facts.Drift) > 0 {
			warn(computed.Warning{Text: "the plan may be refresh-only: the hash does not cover the drift that it would record"})
		}
	}
	var unclear string
	found.Hash, unclear, err = hashPlan(ctx, src, &s.Opts, s.Opts.Schemas.Resolver(), progress)
	if unclear != "" && s.Opts.Warn != nil {
		s.Opts.Warn(computed.Warning{Text: unclear})
	}
	found.Timestamp, found.TerraformVersion = facts.Timestamp, facts.TerraformVersion
	return found, err
}

// hashPlan returns the hash of a plan that has been read, and why it may not be that of the JSON, see [decider.unclear]. It uses only the schemas that the
// settings name, to tell strings from numbers in a plan file.
func hashPlan(ctx context.Context, src source.Source, opts *engine.Settings, schemas *infer.Resolver, progress *engine.Tracker) (hash computed.Hash, unclear string, err error) {
	facts := src.Facts()
	count := 0
	for r := range facts.Changes.All() {
		if planhash.Enters(r) {
			count++
		}
	}
	plan := planhash.Plan{Errored: facts.Errored, Storing: opts.Storing}
	defer plan.Close()
	sensitive := len(opts.HashKey) > 0
	d, err := newDecider(ctx, src, opts)
	if err != nil {
		return hash, "", err
	}
	defer d.close()
	if err := (&planhash.Hasher{Sensitive: sensitive}).Rest(&plan, d.Deciding, facts, src.Loader()); err != nil {
		return hash, "", noHash(err)
	}
	progress.SetTotal(count)
	entries := func(yield func(*source.Resource) bool) {
		for r := range facts.Changes.All() {
			if planhash.Enters(r) && !yield(r) {
				return
			}
		}
	}
	err = engine.InWorkersOver(ctx, opts.Workers, entries, func() func(*source.Resource) Hashed {
		h, load := &planhash.Hasher{Sensitive: sensitive}, src.Loader()
		return func(r *source.Resource) Hashed {
			var own *schema.Block
			if id := compare.ResourceID(r); schemas.Has(id) {
				found, err := schemas.Resolve(id)
				if err != nil {
					return Hashed{err: err}
				}
				own = found.Block
			}
			v, err := load.Resource(r, own)
			return HashResource(h, d.Deciding, r, v, err)
		}
	}, func(e Hashed) error {
		if e.err != nil {
			return noHash(e.err)
		}
		if err := plan.Add(e.Entry); err != nil {
			return err
		}
		progress.AddResource()
		return nil
	})
	if err = cmp.Or(err, facts.Changes.Err()); err != nil {
		return hash, "", err
	}
	return finishHash(&plan, d, opts.HashKey)
}

// finishHash adds what decides when the plan is applied, and returns what hashPlan does.
func finishHash(plan *planhash.Plan, d *decider, key []byte) (hash computed.Hash, unclear string, err error) {
	if err := d.Add(plan); err != nil {
		return hash, "", noHash(err)
	}
	hash, err = plan.Hash(key)
	hash.MissingTexts = d.Uncovered().Texts
	return hash, d.unclear(), err
}

// Hashed is the digest of a resource, or the reason why it has none.
type Hashed struct {
	planhash.Entry
	err     error
	mayHide bool // the differ may hide some of the values, see [compare.Loaded.MayHide]
}

// HashResource returns the digest of a resource, or the reason why it has none.
func HashResource(h *planhash.Hasher, d *planhash.Deciding, r *source.Resource, v source.RawValues, err error) (e Hashed) {
	if e.err = err; err == nil {
		e.Entry, e.err = h.Resource(r, v)
	}
	if e.err == nil {
		d.Look(r, v)
	}
	e.err = compare.WithAddress(e.err, r.Address)
	return e
}

// bits is a set of Handles, which takes a bit for each.
type bits []uint64

func (b *bits) set(h source.Handle) {
	for len(*b) <= int(h>>6) {
		*b = append(*b, 0)
	}
	(*b)[h>>6] |= 1 << (h & 63)
}

func (b bits) has(h source.Handle) bool { return int(h>>6) < len(b) && b[h>>6]>>(h&63)&1 == 1 }

// noHash wraps the reason why a plan has no hash.
func noHash(err error) error {
	return fmt.Errorf("there is no hash, because a part of the plan is missing or cannot be read: %w", err)
}

// hashPass computes the hash of a plan for the summary.
type hashPass struct {
	engine.NoPass
	document *engine.Document
	workers  int
	plan     planhash.Plan
	opts     *engine.Settings
	decider  *decider // nil before Begin
	key      []byte
	hashers  sync.Pool
	err      error // why the plan has no hash
	found    *computed.Hash
	hiding   bits // the Handles of entries that may have hidden values
	storing  jsondoc.Options
}

func startHash(r *engine.Request) (engine.Pass, error) {
	if !r.Needs.Hash {
		return nil, nil
	}
	s := &hashPass{opts: &r.Opts, storing: r.Opts.Storing, key: r.Opts.HashKey, workers: r.Opts.Workers}
	s.hashers.New = func() any { return &planhash.Hasher{Sensitive: len(s.key) > 0} }
	return s, nil
}

func (s *hashPass) Keep(o *source.Options) {
	o.KeepDeciding, o.KeepReferences = true, o.KeepReferences || s.opts.HashLikeJSON
}

// Begin adds outputs, actions and everything else that the plan does besides changing resources.
func (s *hashPass) Begin(ctx context.Context, d *engine.Document) (err error) {
	s.document, s.plan = d, planhash.Plan{Errored: d.Facts.Errored, Storing: s.storing}
	if s.decider, err = newDecider(ctx, d.Source, s.opts); err != nil {
		return err
	}
	h := s.hasher()
	defer s.hashers.Put(h)
	s.err = h.Rest(&s.plan, s.decider.Deciding, d.Facts, d.Source.Loader())
	return nil
}

func (s *hashPass) hasher() *planhash.Hasher { return s.hashers.Get().(*planhash.Hasher) }

func (s *hashPass) Wants(j engine.Job) engine.Detail {
	if j.Section == computed.ChangesSection && planhash.Enters(j.Resource) {
		return engine.ValuesOnly
	}
	return engine.Nothing
}

func (s *hashPass) Look(j engine.Job, e engine.Examined) func() error {
	h := s.hasher()
	defer s.hashers.Put(h)
	found := HashResource(h, s.decider.Deciding, j.Resource, e.In.Raw(), e.Err)
	found.mayHide = e.Err == nil && e.In.MayHide()
	return func() error {
		if found.mayHide && j.Resource.Err() == nil {
			s.hiding.set(j.Resource.Handle)
		}
		if found.err == nil {
			return s.plan.Add(found.Entry)
		} else if s.err == nil {
			s.err = found.err
		}
		return nil
	}
}

func (s *hashPass) Finish(context.Context) error {
	defer s.plan.Close()
	if s.err != nil {
		s.document.Warnings = append(s.document.Warnings, noHash(s.err).Error())
		return nil
	}
	hash, unclear, err := finishHash(&s.plan, s.decider, s.key)
	if err != nil {
		unclear = err.Error()
	}
	if unclear != "" {
		s.document.Warnings = append(s.document.Warnings, unclear)
	}
	if err != nil {
		return nil
	}
	s.found = &hash
	return nil
}

// Close removes what is kept if the pass has not finished.
func (s *hashPass) Close() error {
	s.decider.close()
	return s.plan.Close()
}

func (s *hashPass) Summarise(ctx context.Context, view int) (err error) {
	if v := s.document.Views[view]; v.Needs.Hash && s.found != nil {
		v.Summary.Hash, err = s.hashFor(ctx, v, *s.found)
	}
	return err
}

// hashFor returns the hash for the summary of a view, or nil if the hash would expose values that the view hides.
func (s *hashPass) hashFor(ctx context.Context, v *engine.View, hash computed.Hash) (*computed.Hash, error) {
	if len(s.key) > 0 {
		return &hash, nil
	}
	d := s.document
	var err error
	if hash.Exposes, err = exposes(ctx, d, s.workers, v.Manner, s.hiding); err == nil && !hash.Exposes && !d.Compare.Differ.ShowSensitive {
		hash.Exposes, err = s.decider.Exposes(compare.SecretText(d.Compare, v.Manner))
	}
	if err != nil {
		return nil, err
	}
	switch {
	case !hash.Exposes:
	case !v.Needs.HashAnyway:
		return nil, nil
	default:
		const warning = "the hash covers values that the report hides, although the plan does not mark them as sensitive: whoever has both can guess a short value. A key prevents that"
		if !slices.Contains(d.Warnings, warning) {
			d.Warnings = append(d.Warnings, warning)
		}
	}
	return &hash, nil
}

// exposes reports whether values that are hidden in this manner enter the hash. It is called when all sensitive strings are known. some
// are the entries whose values may be hidden because of marks, schemas or names; copies of sensitive strings may be in any entry.
func exposes(ctx context.Context, d *engine.Document, workers int, m compare.Manner, some bits) (bool, error) {
	if d.Compare.Differ.ShowSensitive {
		return false, nil
	}
	if compare.NewExposure(d.Compare, d.Source.Loader, m).Rest(d.Facts) {
		return true, nil
	}
	jobs := func(yield func(compare.Entry) bool) {
		for j := range d.Jobs() {
			if j.Section == computed.ChangesSection && planhash.Enters(j.Resource) && j.Resource.Err() == nil &&
				(m.MaskCopies || some.has(j.Resource.Handle)) && !yield(j.Whole()) {
				return
			}
		}
	}
	var exposed atomic.Bool // one exposed value is enough
	err := engine.InWorkersOver(ctx, workers, jobs, func() func(compare.Entry) struct{} {
		x := compare.NewExposure(d.Compare, d.Source.Loader, m)
		return func(e compare.Entry) struct{} {
			if !exposed.Load() && x.Resource(e) {
				exposed.Store(true)
			}
			return struct{}{}
		}
	}, func(struct{}) error { return nil })
	return exposed.Load(), err
}
