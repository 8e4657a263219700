package planpair

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"slices"
	"strings"

	"github.com/planfmt/planfmt/computed"
	"github.com/planfmt/planfmt/internal/base/sorted"
	"github.com/planfmt/planfmt/internal/read/source"
	"github.com/planfmt/planfmt/internal/work/compare"
	"github.com/planfmt/planfmt/internal/work/engine"
	"github.com/planfmt/planfmt/internal/work/pair"
	"github.com/planfmt/planfmt/internal/work/passes"
	"github.com/planfmt/planfmt/plans"
)

// diffStates makes a document of what has changed from one state to the other, as if that was a plan, and hands it to forms. It closes both.
func diffStates(ctx context.Context, s *engine.Session, d *planPair, forms []engine.Form) (*Result, error) {
	p := &statePair{planPair: d, how: d.new.Compare, workers: s.Opts.Workers}
	made, err := p.document(ctx, s)
	if err != nil {
		d.close()
		return nil, err
	}
	res, err := s.RunRead(ctx, made, forms)
	if err != nil {
		return nil, err
	}
	return &Result{
		PlanDiffOutcome: computed.PlanDiffOutcome{
			Different: isDifferent(made, &res.Summary), Problems: res.Problems, Masked: res.Masked, Copies: res.Copies, Types: res.Types,
		},
		States: &res.Summary,
	}, nil
}

// isDifferent reports whether anything differs that can be compared. What cannot be is a problem.
func isDifferent(d *engine.Document, s *computed.Summary) bool {
	for r := range d.Facts.Changes.All() {
		if r.Err() == nil {
			return true
		}
	}
	return slices.ContainsFunc(s.Outputs, func(o computed.Output) bool { return o.Err == nil && o.Shown() })
}

// statePair is two states.
type statePair struct {
	*planPair
	how     *compare.Comparison
	workers int
	both    *pair.Source
	objects []*statedObject
	remarks stateRemarks
}

// statedObject is an object that is in one of the states, or in both.
type statedObject struct {
	old, new   *source.Resource // nil if it is not there
	same       bool             // what the states say about it is the same, to the byte
	was, is    source.Stored
	entry      *source.Resource // of the change; nil if there is nothing to compare
	compared   bool             // its values could be compared
	differs    bool             // its values do, or may
	moved      bool             // it had another address before
	isReplaced bool             // it is another object, at the same address
}

func (o *statedObject) newest() *source.Resource { return cmp.Or(o.new, o.old) }

// document compares the states, and returns what has changed as a document. If there is none, the caller closes the states.
func (p *statePair) document(ctx context.Context, s *engine.Session) (*engine.Document, error) {
	olds, err := objectsOf(p.old.Facts)
	if err != nil {
		return nil, inState(computed.OldPlan, err)
	}
	news, err := objectsOf(p.new.Facts)
	if err != nil {
		return nil, inState(computed.NewPlan, err)
	}
	p.pairByAddress(olds, news)
	if err := p.look(ctx); err != nil {
		return nil, err
	}
	p.how.Differ.Rules = p.new.Dialect.Rules
	p.how.Differ.Exact = true // there is no product whose tolerance of old providers is to be matched
	p.how.Schemas.Layers = engine.OwnLayer(p.how.Schemas.Layers, s.Opts.NamedSchemas, nil)
	p.both = pair.New(p.facts(), p.old.Source, p.new.Source)
	p.both.Where = func(err error, isNew bool, address string) error {
		which := computed.OldPlan
		if isNew {
			which = computed.NewPlan
		}
		return inState(which, compare.WithAddress(err, address))
	}
	if err := p.findMoves(ctx); err != nil {
		return nil, err
	}
	if err := p.compare(ctx); err != nil {
		return nil, err
	}
	p.settle()
	for _, o := range pairBy(p.old.Facts.Outputs, p.new.Facts.Outputs, func(o *source.Output) string { return o.Name }) {
		p.both.AddOutput(o[0], o[1])
	}
	made := &engine.Document{
		Source: p.both, Facts: p.both.Facts(), Compare: p.how, Dialect: p.new.Dialect.OfStates(), Warnings: p.both.Facts().Warnings,
	}
	return made, p.findSecrets(ctx, made)
}

var errTwice = errors.New("the state has this object twice: nobody can tell which of them counts")

// objectsOf returns the objects of a state by their keys. Data sources are none: they are read anew each time.
func objectsOf(f *source.Facts) (map[objectKey]*source.Resource, error) {
	all := make(map[objectKey]*source.Resource, len(f.Resources))
	for _, r := range f.Resources {
		k := keyOfObject(r)
		if all[k] != nil {
			return nil, &plans.Error{Address: r.Address, Err: errTwice}
		}
		all[k] = r
	}
	return all, nil
}

// pairByAddress pairs the objects of both states.
func (p *statePair) pairByAddress(olds, news map[objectKey]*source.Resource) {
	for _, r := range p.old.Facts.Resources {
		p.objects = append(p.objects, &statedObject{old: r, new: news[keyOfObject(r)]})
	}
	for _, r := range p.new.Facts.Resources {
		if olds[keyOfObject(r)] == nil {
			p.objects = append(p.objects, &statedObject{new: r})
		}
	}
}

// look finds out which objects are the same to the byte, and reads what the states say about the others apart from their values.
func (p *statePair) look(ctx context.Context) error {
	isStateFile := func(f *source.Facts) bool { return f.FormatVersion == "" }
	oneForm := isStateFile(p.old.Facts) == isStateFile(p.new.Facts) // otherwise, the same text may mean something else
	return engine.InWorkers(ctx, p.workers, len(p.objects), func() func(int) error {
		old, new := p.old.Source.Loader().(source.StateLoader), p.new.Source.Loader().(source.StateLoader)
		return func(i int) error { return p.objects[i].look(old, new, oneForm) }
	}, func(err error) error { return err })
}

func (o *statedObject) look(old, new source.StateLoader, oneForm bool) error {
	if r := o.newest(); r.Err() != nil || o.old != nil && o.old.Err() != nil {
		return nil // which is told where the object is shown
	}
	if oneForm && o.old != nil && o.new != nil && o.old.Address == o.new.Address && o.old.ProviderName == o.new.ProviderName {
		was, err := old.Text(o.old)
		if err != nil {
			return inState(computed.OldPlan, err)
		}
		is, err := new.Text(o.new)
		if err != nil {
			return inState(computed.NewPlan, err)
		}
		if o.same = bytes.Equal(was, is); o.same {
			return nil
		}
	}
	// What cannot be read is told where the object is shown.
	if o.old != nil {
		o.was, _ = old.Stored(o.old)
	}
	if o.new != nil {
		o.is, _ = new.Stored(o.new)
	}
	return nil
}

// findSecrets finds the sensitive strings of both states that are not yet found: the comparison of an object that is in both finds those on
// either side, also where only the other state marks them. The same is true for outputs.
func (p *statePair) findSecrets(ctx context.Context, made *engine.Document) error {
	found := map[*source.Resource]bool{}
	for _, o := range p.objects {
		if o.compared {
			found[o.old] = true
		}
		if o.same || o.compared { // if they are the same, the old state has the same ones
			found[o.new] = true
		}
	}
	for _, doc := range []*engine.Document{p.old, p.new} {
		doc.Kept = slices.DeleteFunc(doc.Kept, func(j engine.Job) bool { return found[j.Resource] })
		if err := passes.FindSecrets(ctx, doc, p.workers); err != nil {
			return err
		}
	}
	if p.how.Copies != nil {
		if _, err := made.CompareOutputs(ctx, p.workers, compare.Manner{}); err != nil {
			return err
		}
	}
	p.how.Differ.Secrets, p.how.CopiesKnown = nil, true
	return nil
}

// facts returns what is known of both states as a whole.
func (p *statePair) facts() source.Facts {
	old, new := p.old.Facts, p.new.Facts
	f := source.Facts{
		Compared: true, TerraformVersion: new.TerraformVersion, Lineage: new.Lineage, Serial: new.Serial, Product: cmp.Or(new.Product, old.Product),
		Mode: plans.NormalMode,
	}
	for which, own := range []*source.Facts{old, new} {
		for _, text := range own.Warnings {
			f.Warnings = append(f.Warnings, stateName(computed.WhichPlan(which))+": "+text)
		}
		for _, err := range own.Problems {
			f.Problems = append(f.Problems, inState(computed.WhichPlan(which), err))
		}
	}
	p.remarks.ofFacts(old, new)
	p.remarks.ofObjects(p.objects)
	f.Warnings = append(f.Warnings, p.remarks.texts...)
	return f
}

// isCompared reports whether an object is compared. Data sources are not: they are read anew each time.
func isCompared(r *source.Resource) bool { return r.Mode != "data" || r.Err() != nil }

// findMoves pairs objects at different addresses that are certain to be the same ones: only one object of the type has gone from its address
// and only one is new at its own that have the same id, and all that they have is the same, or the id is one that somebody has
// drawn at random. What is merely alike is found later, as in plans.
func (p *statePair) findMoves(ctx context.Context) error {
	moves := p.sameIDs()
	err := p.inWorkers(ctx, moves)
	if err != nil {
		return err
	}
	gone, there := map[*source.Resource]bool{}, map[*source.Resource]bool{}
	for _, m := range moves {
		if !m.differs || isDrawn(m.is.ID) {
			gone[m.old], there[m.new] = true, true
			p.objects = append(p.objects, m)
		}
	}
	for _, o := range p.objects {
		if !o.moved && gone[o.old] {
			o.old = nil
		}
		if !o.moved && there[o.new] {
			o.new = nil
		}
	}
	p.objects = slices.DeleteFunc(p.objects, func(o *statedObject) bool { return o.old == nil && o.new == nil })
	return nil
}

// sameIDs returns the objects that one state has at one address and the other state at another one: of their type, they alone have
// their id.
func (p *statePair) sameIDs() []*statedObject {
	type object struct{ provider, typ, id string }
	type ends struct {
		from, to *statedObject
		many     bool
	}
	found := map[object]*ends{}
	var order []object
	note := func(r *source.Resource, id string, set func(*ends)) {
		if r == nil || id == "" || r.Mode != "managed" || r.Deposed != "" || r.Err() != nil {
			return
		}
		k := object{r.ProviderName, r.Type, id}
		if found[k] == nil {
			found[k] = &ends{}
			order = append(order, k)
		}
		set(found[k])
	}
	for _, o := range p.objects {
		if o.same || o.old != nil && o.new != nil && (o.was.ID == o.is.ID || o.was.ID == "" || o.is.ID == "") {
			continue
		}
		note(o.old, o.was.ID, func(e *ends) { e.many, e.from = e.many || e.from != nil, o })
		note(o.new, o.is.ID, func(e *ends) { e.many, e.to = e.many || e.to != nil, o })
	}
	var moves []*statedObject
	for _, k := range order {
		if e := found[k]; !e.many && e.from != nil && e.to != nil && e.from != e.to {
			m := &statedObject{old: e.from.old, new: e.to.new, was: e.from.was, is: e.to.is, moved: true}
			m.entry = p.both.Entry(changeHeader(m), pair.Pair{Old: m.old, New: m.new})
			moves = append(moves, m)
		}
	}
	return moves
}

// isDrawn reports whether an id looks like one that somebody has drawn at random, such as i-0123456789abcdef0, a UUID, or a large number. One
// that is a digest of the values, as many providers have, does not.
func isDrawn(id string) bool {
	const least, most = 13, 31
	if len(id) == 36 && strings.Count(id, "-") == 4 && isHex(strings.ReplaceAll(id, "-", "")) {
		return true
	}
	id = id[strings.LastIndexAny(id, "-_/:.")+1:]
	return len(id) >= least && len(id) <= most && isHex(id) && strings.ContainsAny(id, "0123456789")
}

func isHex(s string) bool {
	return strings.Trim(s, "0123456789abcdef") == ""
}

// compare compares the values of the objects that are in both states.
func (p *statePair) compare(ctx context.Context) error {
	var both []*statedObject
	for _, o := range p.objects {
		if o.same || o.moved || !isCompared(o.newest()) {
			continue
		}
		if o.isReplaced = o.old != nil && o.new != nil && o.was.ID != "" && o.is.ID != "" && o.was.ID != o.is.ID; o.old != nil && o.new != nil {
			o.entry = p.both.Entry(changeHeader(o), pair.Pair{Old: o.old, New: o.new})
			both = append(both, o)
		}
	}
	return p.inWorkers(ctx, both)
}

// inWorkers finds out whether the values of objects differ.
func (p *statePair) inWorkers(ctx context.Context, objects []*statedObject) error {
	return engine.InWorkers(ctx, p.workers, len(objects), func() func(int) error {
		c := compare.NewComparer(p.how, p.both.Loader).Transient()
		return func(i int) error {
			o := objects[i]
			if o.differs = true; o.entry.Err() != nil {
				return nil
			}
			in, err := c.LoadResource(o.entry)
			if err != nil {
				return nil // which is told where the object is shown
			}
			got := c.CompareLoaded(compare.Entry{Resource: o.entry, Section: computed.ChangesSection}.Whole(), in)
			o.differs, o.compared = got.Diff.Action != plans.NoOp, true
			return nil
		}
	}, func(err error) error { return err })
}

// settle adds what has changed to the document, sorted by address.
func (p *statePair) settle() {
	sorted.Stable(p.objects, func(a, b *statedObject) int {
		x, y := a.newest(), b.newest()
		return cmp.Or(plans.CompareAddresses(x.Address, y.Address), strings.Compare(x.Deposed, y.Deposed))
	})
	for _, o := range p.objects {
		if o.same || !isCompared(o.newest()) {
			continue
		}
		h := changeHeader(o)
		h.Action = o.action(&h)
		if h.Action == plans.NoOp && !o.moved {
			continue
		}
		h.ActionNames = actionNames(h.Action)
		p.both.Add(h, pair.Pair{Old: o.old, New: o.new})
	}
}

// changeHeader is the header of the change of an object.
func changeHeader(o *statedObject) plans.Header {
	r := o.newest()
	h := pairedHeader(r)
	h.Tainted = r.Tainted
	if o.moved {
		h.PreviousAddress = o.old.Address
	}
	return h
}

// action returns what has happened to an object, and sets the reason in the header.
func (o *statedObject) action(h *plans.Header) plans.Action {
	switch {
	case o.old == nil:
		return plans.Create
	case o.new == nil:
		return plans.Delete
	case o.isReplaced:
		h.ActionReason = plans.ReplacedByAnother
		return plans.DeleteThenCreate
	case o.new.Tainted && !o.old.Tainted:
		h.ActionReason = plans.BecameTainted
	case o.old.Tainted && !o.new.Tainted:
		h.ActionReason = plans.NoLongerTainted
	case o.old.ProviderName != o.new.ProviderName:
		h.ActionReason = plans.OtherProvider
	case !o.differs:
		return plans.NoOp
	}
	return plans.Update
}

// actionNames are those that a plan has for an action.
func actionNames(a plans.Action) []string {
	if a == plans.DeleteThenCreate {
		return []string{plans.Delete.String(), plans.Create.String()}
	}
	return []string{a.String()}
}

// inState adds to an error which state it is in.
func inState(which computed.WhichPlan, err error) error {
	return &computed.PlanError{Which: which, Err: err, State: true}
}

// stateName names one of the states.
func stateName(which computed.WhichPlan) string { return "the " + which.String() + " state" }
