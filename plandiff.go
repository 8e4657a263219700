package planfmt

import (
	"context"
	"errors"
	"io"
	"slices"
	"strings"

	"github.com/planfmt/planfmt/internal/source/open"

	"github.com/planfmt/planfmt/internal/compare"

	"github.com/planfmt/planfmt/computed"
	"github.com/planfmt/planfmt/internal/caught"
	"github.com/planfmt/planfmt/internal/enum"
	"github.com/planfmt/planfmt/internal/source"
	"github.com/planfmt/planfmt/plans"
	"github.com/planfmt/planfmt/schema"
)

// ErrStateDiff is wrapped by the error of [DiffPlans] for a state, in which nothing is to be done.
var ErrStateDiff = errors.New("a state cannot be compared with a plan: only a plan says what would be done")

// WhichPlan says which of two plans something is about.
type WhichPlan uint8

// The plans: the old one has been approved, the new one is to be applied.
const (
	OldPlan WhichPlan = iota
	NewPlan
)

var whichPlans = enum.New[WhichPlan]("plan", []string{
	OldPlan: "old",
	NewPlan: "new",
}...)

// String returns the name of the plan.
func (w WhichPlan) String() string { return whichPlans.String(w) }

// MarshalText returns the name of the plan.
func (w WhichPlan) MarshalText() ([]byte, error) { return whichPlans.Marshal(w) }

// UnmarshalText sets the plan by its name. If there is no such name, the error lists the valid
// ones.
func (w *WhichPlan) UnmarshalText(text []byte) error { return whichPlans.Unmarshal(text, w) }

// PlanError is an error in one of two plans.
type PlanError struct {
	Which WhichPlan
	Err   error
}

func (e *PlanError) Error() string { return "the " + e.Which.String() + " plan: " + e.Err.Error() }

// Unwrap returns the cause.
func (e *PlanError) Unwrap() error { return e.Err }

// PlanDiffResult is the outcome of [DiffPlans].
type PlanDiffResult struct {
	computed.PlanDiffOutcome
	Summary computed.PlanDiff
}

// DiffPlans reads two plans, and writes how what they would do differs: the old plan is the one
// that has been approved, the new one that which is to be applied. docs/diff.md says what counts
// as a difference. If a part cannot be compared, this is not an error: the result lists such
// parts, and does not say that the plans are the same.
//
// Of the options, DiffPlans uses Input, Comparison and Warn; RequireExact, ShowSensitive and
// Wrap have no effect. Targets have the names of [PlanDiffFormats]. Errors are those of [Show];
// one in a plan is a [PlanError].
func DiffPlans(ctx context.Context, old, new io.Reader, opts Options, targets ...Target) (res *PlanDiffResult, err error) {
	defer caught.As(&err)
	if old == nil || new == nil {
		return nil, ErrNoReader
	}
	opts.ShowSensitive, opts.Wrap = false, nil
	formats := make([]namedCell[newPair], len(targets))
	for i, t := range targets {
		if t.W == nil {
			return nil, ErrNoWriter
		}
		if formats[i], err = inColumn(pairColumn(), t.Format); err != nil {
			return nil, err
		}
	}
	d, err := openPlans(ctx, old, new, opts)
	if err != nil {
		return nil, err
	}
	defer d.close()
	summary := d.summarise()
	var writers []pairWriter
	for i, t := range targets {
		layout := t.Layout
		layout.Dialect = d.new.dialect
		w, err := formats[i].write(t.W, layout.options())
		if err != nil {
			return nil, err
		}
		writers = append(writers, w)
	}
	out, err := d.write(ctx, summary, writers, opts.Workers)
	if err != nil {
		return nil, err
	}
	d.warn(opts.Warn, out)
	return &PlanDiffResult{out, summary}, nil
}

// planPair is two plans that have been read.
type planPair struct {
	old, new *document
	manner   compare.Manner
	problems []error
	lacking  []error // say that a plan lacks entries
}

func (d *planPair) close() {
	if d.old != nil {
		d.old.close()
	}
	if d.new != nil {
		d.new.close()
	}
}

// openPlans reads two plans. What they show about types and about sensitive strings is pooled, so
// that both are compared by the same schemas, and the secrets of one are hidden in the other.
func openPlans(ctx context.Context, old, new io.Reader, opts Options) (*planPair, error) {
	s, err := opts.session(ctx)
	if err != nil {
		return nil, err
	}
	how := &compare.Comparison{Schemas: s.opts.Schemas.resolver(), Masks: s.opts.Masks}
	d := &planPair{}
	reading := source.Options{Options: opts.storing(), Evidence: how.Schemas.Evidence, Workers: opts.Workers}
	if opts.MaskCopies.resolve(true) {
		d.manner.MaskCopies = true
		how.Copies = s.secrets()
		how.Differ.Secrets, reading.Secrets = how.Copies, how.Copies
	}
	ok := false
	defer func() {
		if !ok {
			d.close()
		}
	}()
	if d.old, err = openPlan(ctx, s, old, reading, how); err != nil {
		return nil, inPlan(OldPlan, err)
	}
	if d.new, err = openPlan(ctx, s, new, reading, how); err != nil {
		return nil, inPlan(NewPlan, err)
	}
	var own []schema.Layer
	for _, doc := range []*document{d.new, d.old} {
		if doc.facts.Schemas != nil {
			own = append(own, schema.Layer{Name: "the plan's own", Source: doc.facts.Schemas})
		}
	}
	how.Schemas.Layers = slices.Insert(how.Schemas.Layers, len(opts.Schemas), own...)
	how.Differ.Rules = d.new.dialect.Rules
	for which, doc := range []*document{d.old, d.new} {
		if err := doc.findSecrets(ctx, opts.Workers); err != nil {
			return nil, err
		}
		if !opts.ShowSensitive {
			doc.facts.Problems = append(slices.Clip(doc.facts.Problems), compare.LostSchemas(how.Schemas, doc.facts)...)
		}
		d.addProblems(WhichPlan(which), doc.facts)
	}
	how.Differ.Secrets, how.CopiesKnown = nil, true
	ok = true
	return d, nil
}

// openPlan reads a plan.
func openPlan(ctx context.Context, s *session, r io.Reader, reading source.Options, how *compare.Comparison) (*document, error) {
	src, err := open.Read(ctx, r, reading, nil)
	if err != nil {
		return nil, err
	}
	d := &document{source: src, facts: src.Facts(), compare: how}
	if d.facts.State {
		d.close()
		return nil, ErrStateDiff
	}
	if d.dialect, err = s.opts.dialect(d.facts.Product); err != nil {
		d.close()
		return nil, err
	}
	for section, all := range [...][]*source.Resource{
		computed.DriftSection: d.facts.Drift, computed.DeferredSection: d.facts.Deferred, computed.ChangesSection: d.facts.Changes,
	} {
		for _, r := range all {
			if r.Shown() || section == int(computed.DeferredSection) {
				d.jobs = append(d.jobs, job{Entry: compare.Entry{Resource: r, Section: computed.Section(section)}.Whole()})
			}
		}
	}
	return d, nil
}

// inPlan says which plan an error is in. An error in the options is in neither.
func inPlan(which WhichPlan, err error) error {
	var option *OptionError
	if errors.As(err, &option) || errors.Is(err, context.Canceled) || errors.Is(err, context.DeadlineExceeded) {
		return err
	}
	return &PlanError{which, err}
}

// addProblems adds what keeps a plan as a whole from being compared.
func (d *planPair) addProblems(which WhichPlan, f *source.Facts) {
	for _, err := range f.Problems {
		d.problems = append(d.problems, &PlanError{which, err})
	}
	if f.Lacking != nil {
		d.lacking = append(d.lacking, &PlanError{which, f.Lacking})
	}
}

// summarise compares what is known of the plans before the first resource.
func (d *planPair) summarise() computed.PlanDiff {
	s := computed.PlanDiff{Old: asCompared(d.old), New: asCompared(d.new), Problems: d.problems}
	fact := func(f computed.Fact, old, new string, counts bool) {
		if old != new {
			s.Facts = append(s.Facts, computed.FactDifference{Fact: f, Old: old, New: new, Counts: counts})
		}
	}
	a, b := d.old.facts, d.new.facts
	saysMode := a.Mode != plans.AutoMode && b.Mode != plans.AutoMode
	if saysMode || a.Mode == plans.RefreshOnlyMode || b.Mode == plans.RefreshOnlyMode {
		fact(computed.ModeFact, s.Old.Mode.String(), s.New.Mode.String(), saysMode)
	}
	if saysMode { // then both also say to what they are limited
		fact(computed.TargetsFact, limitWords(a), limitWords(b), false)
	}
	fact(computed.ErroredFact, erroredWords(s.Old.Errored), erroredWords(s.New.Errored), true)
	fact(computed.ProductFact, s.Old.Product, s.New.Product, false)
	c := d.comparer()
	for _, p := range pairBy(d.old.facts.Outputs, d.new.facts.Outputs, func(o *source.Output) string { return o.Name }) {
		if o, said := c.output(p[0], p[1]); said {
			s.Outputs = append(s.Outputs, o)
		} else if o.Name != "" {
			s.SameOutputs++
		}
	}
	for _, p := range pairActions(d.old.facts.Actions, d.new.facts.Actions) {
		if a := c.action(p[0], p[1]); a.Verdict != computed.Same {
			s.Actions = append(s.Actions, a)
		} else {
			s.SameActions++
		}
	}
	s.Checks = compareChecks(checksOf(d.old, d.manner), checksOf(d.new, d.manner))
	return s
}

// limitWords says to which addresses a plan is limited.
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

func asCompared(d *document) computed.ComparedPlan {
	return computed.ComparedPlan{
		Product: d.dialect.Name, TerraformVersion: d.facts.TerraformVersion, FormatVersion: d.facts.FormatVersion,
		Mode: planMode(plans.AutoMode, d.facts), Errored: d.facts.Errored,
	}
}

// checks returns the checks of a document, without messages that are copies of sensitive strings if
// the manner hides these.
func checksOf(d *document, m compare.Manner) []plans.Check {
	if d.summary.Checks = d.facts.Checks; m.MaskCopies {
		checks, _ := d.hideMessages()
		return checks
	}
	return d.facts.Checks
}

// write compares the resources, and hands everything to the writers.
func (d *planPair) write(ctx context.Context, summary computed.PlanDiff, writers []pairWriter, workers int) (computed.PlanDiffOutcome, error) {
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
	err = inWorkers(ctx, workers, len(pairs), func() func(int) computed.ResourceComparison {
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
	out.Masked, out.Copies = compare.SumMasked(out.Masked), uniqueCopies(out.Copies)
	out.Types = d.types()
	for _, w := range writers {
		if err := w.End(out); err != nil {
			return out, err
		}
	}
	return out, nil
}

// warn passes on the warnings about both plans.
func (d *planPair) warn(receive func(Warning), out computed.PlanDiffOutcome) {
	if receive == nil {
		return
	}
	for which, doc := range []*document{d.old, d.new} {
		for _, text := range doc.facts.Warnings {
			if doc.facts.Lacking == nil || text != doc.facts.Lacking.Error() {
				receive(Warning{Text: (&PlanError{WhichPlan(which), errors.New(text)}).Error()})
			}
		}
	}
	if len(out.Problems) == 0 {
		for _, err := range out.Lacking {
			receive(Warning{Text: err.Error()})
		}
	}
	for _, text := range misfits(out.Types) {
		receive(Warning{Text: text})
	}
	warnMasked(receive, out.Masked, false)
}
