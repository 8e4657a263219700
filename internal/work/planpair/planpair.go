package planpair

import (
	"context"
	"errors"
	"io"
	"slices"
	"strings"

	"github.com/planfmt/planfmt/computed"
	"github.com/planfmt/planfmt/dialect"
	"github.com/planfmt/planfmt/internal/know/infer"
	"github.com/planfmt/planfmt/internal/read/open"
	"github.com/planfmt/planfmt/internal/read/source"
	"github.com/planfmt/planfmt/internal/work/compare"
	"github.com/planfmt/planfmt/internal/work/engine"
	"github.com/planfmt/planfmt/internal/work/passes"
	"github.com/planfmt/planfmt/plans"
	"github.com/planfmt/planfmt/schema"
)

// planPair is two plans, or two states, that have been read.
type planPair struct {
	old, new *engine.Document
	manner   compare.Manner
	problems []error
	lacking  []error // why a plan lacks entries
	limited  bool    // the plans are files, and the products would do different parts of them
	texts    [2]int  // how many values known only after apply have a text that a plan lacks
}

func (d *planPair) close() {
	if d.old != nil {
		d.old.Close()
	}
	if d.new != nil {
		d.new.Close()
	}
}

// ErrState is wrapped by the error for a state that is to be compared with a plan.
var ErrState = errors.New("a state cannot be compared with a plan: only a plan says what would be done")

// Result is the outcome of comparing two plans, or two states.
type Result struct {
	computed.PlanDiffOutcome
	Summary computed.PlanDiff // of plans
	// States is what has changed from one state to the other, nil for plans.
	States *computed.Summary
}

// Writer writes the differences between two plans. Its methods are called by one goroutine, in this order. Resource is called for
// each resource that differs or cannot be compared, in the order of the sections, and by address within a section. One that is an
// [io.Closer] is closed in the end, whatever happens.
type Writer interface {
	Begin(computed.PlanDiff) error
	Resource(computed.ResourceComparison) error
	End(computed.PlanDiffOutcome) error
}

// Diff reads two plans, and hands the differences between them to writers. If hideCopies is set, it hides copies of the sensitive strings
// of either plan. newWriters makes the writers, once the product of the new plan is known. An error in a plan is a [computed.PlanError].
// If both documents are states, it hands what has changed from one to the other to forms, as what a plan does.
func Diff(ctx context.Context, s *engine.Session, old, new io.Reader, hideCopies bool, newWriters func(dialect.Dialect) ([]Writer, error), forms []engine.Form) (*Result, error) {
	d, err := openPlans(ctx, s, old, new, hideCopies)
	if err != nil {
		return nil, err
	}
	if d.old.Facts.State {
		return diffStates(ctx, s, d, forms)
	}
	defer d.close()
	configured, err := d.configurations(ctx, &s.Opts)
	if err != nil {
		return nil, err
	}
	summary := d.summarise()
	summary.Facts = append(summary.Facts, configured...)
	writers, err := newWriters(d.new.Dialect)
	if err != nil {
		return nil, err
	}
	defer func() {
		for _, w := range writers {
			if c, ok := w.(io.Closer); ok {
				_ = c.Close() // what it has to write is written, or nobody wants it
			}
		}
	}()
	out, err := d.write(ctx, summary, writers, s.Opts.Workers)
	if err != nil {
		return nil, err
	}
	d.warn(s.Opts.Warn, out)
	return &Result{PlanDiffOutcome: out, Summary: summary}, nil
}

// openPlans reads two plans, or two states. They share evidence about types and a set of sensitive strings, so that
// both are compared by the same schemas, and the secrets of one are hidden in the other.
func openPlans(ctx context.Context, s *engine.Session, old, new io.Reader, hideCopies bool) (_ *planPair, err error) {
	opts := &s.Opts
	how := s.Comparison()
	d := &planPair{}
	reading := source.Options{Options: opts.Storing, Evidence: how.Schemas.Evidence, Workers: opts.Workers, KeepDeciding: true}
	if hideCopies {
		d.manner.MaskCopies = true
		how.Copies = s.Secrets()
		how.Differ.Secrets, reading.Secrets = how.Copies, how.Copies
	}
	ok := false
	defer func() {
		if !ok {
			d.close()
		}
	}()
	if d.old, err = openDocument(ctx, s, old, reading, how); err != nil {
		return nil, inPlan(computed.OldPlan, err)
	}
	if d.new, err = openDocument(ctx, s, new, reading, how); err != nil {
		return nil, inPlan(computed.NewPlan, err)
	}
	switch {
	case d.old.Facts.State && d.new.Facts.State:
		ok = true
		return d, nil
	case d.old.Facts.State:
		return nil, inPlan(computed.OldPlan, ErrState)
	case d.new.Facts.State:
		return nil, inPlan(computed.NewPlan, ErrState)
	}
	var own []schema.Layer
	for _, doc := range []*engine.Document{d.new, d.old} {
		if doc.Facts.Schemas != nil {
			own = append(own, schema.Layer{Name: "the plan's own", Source: doc.Facts.Schemas})
		}
	}
	how.Schemas.Layers = slices.Insert(how.Schemas.Layers, opts.NamedSchemas, own...)
	how.Differ.Rules = d.new.Dialect.Rules
	for which, doc := range []*engine.Document{d.old, d.new} {
		if err := passes.FindSecrets(ctx, doc, opts.Workers); err != nil {
			return nil, err
		}
		if !opts.ShowSensitive {
			doc.Facts.Problems = append(slices.Clip(doc.Facts.Problems), compare.LostSchemas(how.Schemas, doc.Facts)...)
		}
		d.addProblems(computed.WhichPlan(which), doc.Facts)
	}
	how.Differ.Secrets, how.CopiesKnown = nil, true
	ok = true
	return d, nil
}

// openPlan reads a plan.
func openPlan(ctx context.Context, s *engine.Session, r io.Reader, reading source.Options, how *compare.Comparison) (*engine.Document, error) {
	d, err := openDocument(ctx, s, r, reading, how)
	if err == nil && d.Facts.State {
		d.Close()
		return nil, ErrState
	}
	return d, err
}

// openDocument reads a plan or a state.
func openDocument(ctx context.Context, s *engine.Session, r io.Reader, reading source.Options, how *compare.Comparison) (*engine.Document, error) {
	src, err := open.Read(ctx, r, reading, nil)
	if err != nil {
		return nil, err
	}
	d := &engine.Document{Source: src, Facts: src.Facts(), Compare: how}
	if d.Dialect, err = s.Opts.Dialect(d.Facts.Product); err != nil {
		d.Close()
		return nil, err
	}
	for section, all := range [...][]*source.Resource{
		computed.DriftSection: d.Facts.Drift, computed.DeferredSection: d.Facts.Deferred, computed.ChangesSection: d.Facts.Changes.Slice(),
	} {
		for _, r := range all {
			if r.Shown() || section == int(computed.DeferredSection) {
				d.Kept = append(d.Kept, engine.Job{Entry: compare.Entry{Resource: r, Section: computed.Section(section)}.Whole()})
			}
		}
	}
	for _, r := range d.Facts.Resources {
		d.Kept = append(d.Kept, engine.Job{Entry: compare.Entry{Resource: r, Section: computed.StateSection}})
	}
	d.Count = len(d.Kept)
	if err := d.Facts.Changes.Err(); err != nil {
		d.Close()
		return nil, err
	}
	return d, nil
}

// inPlan adds to an error which plan it is in. An error in the options is in neither.
func inPlan(which computed.WhichPlan, err error) error {
	var option *plans.OptionError
	if errors.As(err, &option) || errors.Is(err, context.Canceled) || errors.Is(err, context.DeadlineExceeded) {
		return err
	}
	return &computed.PlanError{Which: which, Err: err}
}

// addProblems adds problems because of which a plan cannot be compared as a whole.
func (d *planPair) addProblems(which computed.WhichPlan, f *source.Facts) {
	for _, err := range f.Problems {
		d.problems = append(d.problems, &computed.PlanError{Which: which, Err: err})
	}
	if f.Lacking != nil {
		d.lacking = append(d.lacking, &computed.PlanError{Which: which, Err: f.Lacking})
	}
}

// summarise compares the summaries of the plans.
func (d *planPair) summarise() computed.PlanDiff {
	s := computed.PlanDiff{Old: asCompared(d.old), New: asCompared(d.new), Problems: d.problems}
	fact := func(f computed.Fact, old, new string, counts bool) {
		if old != new {
			s.Facts = append(s.Facts, computed.FactDifference{Fact: f, Old: old, New: new, Counts: counts})
		}
	}
	a, b := d.old.Facts, d.new.Facts
	saysMode := a.Mode != plans.AutoMode && b.Mode != plans.AutoMode
	if saysMode || a.Mode == plans.RefreshOnlyMode || b.Mode == plans.RefreshOnlyMode {
		fact(computed.ModeFact, s.Old.Mode.String(), s.New.Mode.String(), saysMode)
	}
	if saysMode { // plans that have the mode also have their targets
		fact(computed.TargetsFact, limitWords(a), limitWords(b), d.limited)
	}
	fact(computed.ErroredFact, erroredWords(s.Old.Errored), erroredWords(s.New.Errored), true)
	fact(computed.ProductFact, s.Old.Product, s.New.Product, false)
	c := d.comparer()
	for _, p := range pairBy(d.old.Facts.Outputs, d.new.Facts.Outputs, func(o *source.Output) string { return o.Name }) {
		if o, said := c.output(p[0], p[1]); said {
			s.Outputs = append(s.Outputs, o)
		} else if o.Name != "" {
			s.SameOutputs++
		}
	}
	for _, p := range pairActions(d.old.Facts.Actions, d.new.Facts.Actions) {
		if a := c.action(p[0], p[1]); a.Verdict != computed.Same {
			s.Actions = append(s.Actions, a)
		} else {
			s.SameActions++
		}
	}
	s.Checks = compareChecks(checksOf(d.old, d.manner), checksOf(d.new, d.manner))
	return s
}

// limitWords describes the addresses that a plan is limited to.
func limitWords(f *source.Facts) string {
	var all []string
	for _, l := range []struct {
		flag      string
		addresses []string
	}{{"-target ", f.Scope.Targets}, {"-exclude ", f.Scope.Excludes}, {"-replace ", f.Scope.Replaces}, {"-invoke ", f.Scope.Invokes}} {
		for _, address := range slices.Sorted(slices.Values(l.addresses)) {
			all = append(all, l.flag+address)
		}
	}
	return strings.Join(all, ", ")
}

func erroredWords(errored bool) string {
	if errored {
		return "errored"
	}
	return "complete"
}

func asCompared(d *engine.Document) computed.ComparedPlan {
	return computed.ComparedPlan{
		Product: d.Dialect.Name, TerraformVersion: d.Facts.TerraformVersion, FormatVersion: d.Facts.FormatVersion,
		Mode: engine.PlanMode(plans.AutoMode, d.Facts), Errored: d.Facts.Errored,
	}
}

// checksOf returns the checks of a document. If the manner hides copies of sensitive strings, it
// leaves out messages with such copies.
func checksOf(d *engine.Document, m compare.Manner) []plans.Check {
	if d.Summary.Checks = d.Facts.Checks; m.MaskCopies {
		checks, _ := d.HideMessages()
		return checks
	}
	return d.Facts.Checks
}

// write compares the resources, and hands everything to the writers.
func (d *planPair) write(ctx context.Context, summary computed.PlanDiff, writers []Writer, workers int) (computed.PlanDiffOutcome, error) {
	out := computed.PlanDiffOutcome{Problems: d.problems}
	add := func(c *computed.Comparison) {
		out.Problems = append(out.Problems, c.Problems...)
		out.Masked, out.Copies = append(out.Masked, c.Masked...), append(out.Copies, c.Copies...)
		for _, v := range c.Values {
			if v.Kind == computed.ResolvedValue {
				out.Resolved++
			}
		}
	}
	for i := range summary.Outputs {
		add(&summary.Outputs[i].Comparison)
		out.Different = out.Different || summary.Outputs[i].Verdict.Differs()
	}
	for i := range summary.Actions {
		add(&summary.Actions[i].Comparison)
		out.Different = out.Different || summary.Actions[i].Verdict.Differs()
	}
	for _, f := range summary.Facts {
		out.Different = out.Different || f.Counts
	}
	for _, w := range writers {
		if err := w.Begin(summary); err != nil {
			return out, err
		}
	}
	pairs, err := d.pairs()
	if err != nil {
		return out, err
	}
	err = engine.InWorkers(ctx, workers, len(pairs), func() func(int) computed.ResourceComparison {
		c := d.comparer()
		return func(i int) computed.ResourceComparison { return c.resource(pairs[i]) }
	}, func(r computed.ResourceComparison) error {
		if r.Section == computed.ChangesSection || r.Recorded {
			out.Counts[r.Verdict]++
		}
		out.Different = out.Different || r.Counts()
		add(&r.Comparison)
		if r.Verdict == computed.Same {
			return nil
		}
		for _, w := range writers {
			if err := w.Resource(r); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		return out, err
	}
	if out.Lacking = d.lacking; !out.Different {
		out.Problems = append(out.Problems, d.lacking...)
	}
	out.Masked, out.Copies = compare.SumMasked(out.Masked), engine.UniqueCopies(out.Copies)
	out.Types = d.types()
	for _, w := range writers {
		if err := w.End(out); err != nil {
			return out, err
		}
	}
	return out, nil
}

// warn passes on the warnings about both plans.
func (d *planPair) warn(receive func(computed.Warning), out computed.PlanDiffOutcome) {
	if receive == nil {
		return
	}
	for which, doc := range []*engine.Document{d.old, d.new} {
		for _, text := range doc.Facts.Warnings {
			if doc.Facts.Lacking == nil || text != doc.Facts.Lacking.Error() {
				receive(computed.Warning{Text: (&computed.PlanError{Which: computed.WhichPlan(which), Err: errors.New(text)}).Error()})
			}
		}
	}
	if len(out.Problems) == 0 {
		for _, err := range out.Lacking {
			receive(computed.Warning{Text: err.Error()})
		}
	}
	for which, n := range d.texts {
		if n > 0 {
			receive(computed.Warning{Text: (&computed.PlanError{Which: computed.WhichPlan(which), Err: errors.New(missingText(n))}).Error()})
		}
	}
	for _, text := range infer.Misfits(out.Types) {
		receive(computed.Warning{Text: text})
	}
	engine.WarnMasked(receive, out.Masked, false, d.new.Compare.Masks.Names)
}
