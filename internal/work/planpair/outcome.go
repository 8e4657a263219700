package planpair

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"unicode/utf8"

	"github.com/planfmt/planfmt/computed"
	"github.com/planfmt/planfmt/internal/read/jsonlog"
	"github.com/planfmt/planfmt/internal/read/source"
	"github.com/planfmt/planfmt/internal/work/compare"
	"github.com/planfmt/planfmt/internal/work/engine"
	"github.com/planfmt/planfmt/internal/work/outcome"
	"github.com/planfmt/planfmt/internal/work/pair"
	"github.com/planfmt/planfmt/plans"
	"github.com/planfmt/planfmt/values"
)

// ErrOtherState is wrapped by the error for a state that is not the one that the plan was made from.
var ErrOtherState = errors.New("it is the state of something else")

// Outcome finds out what became of a plan, from the log of the run, the state after it, or both. run or state may be nil, but not both. If
// hideCopies is set, it hides copies of sensitive strings, in the log, too. An error in a document is a [computed.PlanError]: the plan is the old one, the state the new one.
func Outcome(ctx context.Context, s *engine.Session, plan io.Reader, run *jsonlog.Run, state io.Reader, hideCopies bool) (*outcome.Outcome, error) {
	o, err := openOutcome(ctx, s, plan, state, run != nil, hideCopies)
	if err != nil {
		return nil, err
	}
	defer o.close()
	return o.find(ctx, s, run)
}

// openOutcome reads the plan, and the state unless it is nil, and finds all that has to be hidden. The caller closes what it returns.
func openOutcome(ctx context.Context, s *engine.Session, plan, state io.Reader, hasLog, hideCopies bool) (_ *outcomes, err error) {
	d, err := openAgainst(ctx, s, plan, state, hideCopies, source.Options{KeepNoOps: hasLog, KeepReferences: true, KeepDependencies: true})
	if err != nil {
		return nil, err
	}
	defer func() {
		if err != nil {
			d.close()
		}
	}()
	d.quoted = hasLog
	if err := d.each(allReadable); err != nil {
		return nil, err
	}
	o := &outcomes{against: d, found: &outcome.Outcome{}}
	if d.state != nil {
		if err := o.checkState(); err != nil {
			return nil, inPlan(computed.NewPlan, err)
		}
	}
	return o, d.findSecrets(ctx, s.Opts.Workers)
}

// find finds out what became of the plan. It is called once.
func (o *outcomes) find(ctx context.Context, s *engine.Session, run *jsonlog.Run) (*outcome.Outcome, error) {
	if run != nil {
		if o.how.Copies != nil {
			run.HideTexts(o.how.Copies.HasInProse, computed.CopyText)
		}
		o.log = outcome.NewLog(run)
		o.found.HasLog, o.found.End = true, run.End()
	}
	if err := o.judge(ctx, s.Opts.Workers); err != nil {
		return nil, err
	}
	if o.found.Count(outcome.NotReached) > 0 {
		o.found.AddWaits(o.order())
	}
	engine.WarnMasked(func(w computed.Warning) { o.warnings = append(o.warnings, w.Text) }, compare.SumMasked(o.masked), false, s.Opts.Masks.Names)
	o.found.Warnings = o.warnings
	return o.found, nil
}

// allReadable returns why an entry of a document cannot be compared.
func allReadable(d *engine.Document) error {
	for r := range d.Facts.Changes.All() {
		if r.Err() != nil {
			return compare.WithAddress(r.Err(), r.Address)
		}
	}
	for _, r := range d.Facts.Resources {
		if r.Err() != nil {
			return compare.WithAddress(r.Err(), r.Address)
		}
	}
	return d.Facts.Changes.Err()
}

// outcomes finds out what became of a plan.
type outcomes struct {
	*against
	log      *outcome.Log
	found    *outcome.Outcome
	masked   []computed.Masked // what is hidden although no document marks it
	current  map[objectKey]*source.Resource
	leftOver map[string]bool // the addresses of deposed objects that the plan does not have
	// untouched says that the state is the one that the plan was made from.
	untouched bool
	drifted   map[objectKey]*source.Resource
	// filled are where there is an object after the plan.
	filled map[objectKey]bool
}

// checkState checks that the state can be the one after the plan.
func (o *outcomes) checkState() error {
	p, s := o.plan.Facts, o.state.Facts
	o.found.HasState = true
	if p.Lineage != "" && s.Lineage != "" && p.Lineage != s.Lineage {
		return fmt.Errorf("%w: its lineage is %s, and the plan was made from %s", ErrOtherState, plans.SpellName(s.Lineage), plans.SpellName(p.Lineage))
	}
	o.untouched = p.Lineage != "" && p.Lineage == s.Lineage && p.Serial == s.Serial
	o.drifted = o.drifts()
	planned := map[objectKey]bool{}
	o.filled = map[objectKey]bool{}
	for r := range p.Changes.All() {
		planned[keyOfObject(r)] = true
		if r.Action != plans.Delete && r.Action != plans.Forget {
			o.filled[keyOfObject(r)] = true
		}
	}
	o.current, o.leftOver = o.objects(), map[string]bool{}
	for k := range o.current {
		if k.deposed != "" && !planned[k] {
			o.leftOver[k.address] = true
		}
	}
	return nil
}

// outcomeJob is a planned change, with the pairs of its values before and after to what they are now. Both are nil if there is nothing now.
type outcomeJob struct {
	outcome.Planned
	entry         *source.Resource
	before, after *source.Resource
	drift         *source.Resource // the pair with what it was before something else changed it; nil if nothing did
	state         *outcome.InState // nil if no state is known
}

// judge finds out what became of each change.
func (o *outcomes) judge(ctx context.Context, workers int) error {
	var both *pair.Source
	if o.state != nil {
		both = pair.New(source.Facts{}, o.plan.Source, o.state.Source)
	}
	at := map[string]int{}
	var jobs []*outcomeJob
	for r := range o.plan.Facts.Changes.All() {
		if !r.Shown() {
			continue
		}
		at[r.Address]++
		jobs = append(jobs, o.job(r, both))
	}
	for _, j := range jobs {
		j.Alone = at[j.Header.Address] == 1
	}
	o.found.Resources = make([]outcome.Resource, 0, len(jobs))
	err := engine.InWorkers(ctx, workers, len(jobs), func() func(int) outcomeResult {
		load := o.plan.Source.Loader()
		var c *compare.Comparer
		if both != nil {
			c = compare.NewComparer(o.how, both.Loader).In(o.manner)
		}
		own := compare.NewComparer(o.how, o.plan.Source.Loader).In(o.manner)
		return func(i int) outcomeResult {
			out := jobs[i].compare(c, load)
			if out.err == nil {
				out.err = o.open(jobs[i], own, load)
			}
			return out
		}
	}, func(r outcomeResult) error {
		if r.err != nil {
			return r.err
		}
		o.masked = append(o.masked, r.masked...)
		j := r.job
		out := outcome.Resource{Header: j.Header, Fate: outcome.Unclear}
		if o.log != nil {
			out = o.log.Judge(&j.Planned)
		}
		if j.state != nil {
			out.Add(j.state, o.log != nil)
		}
		o.found.Resources = append(o.found.Resources, out)
		return nil
	})
	if err == nil && o.log != nil {
		o.found.Errors, o.found.Extra = o.log.Rest(func(address string) bool { return at[address] > 0 })
	}
	return cmp.Or(err, o.plan.Facts.Changes.Err())
}

// job prepares a change.
func (o *outcomes) job(r *source.Resource, both *pair.Source) *outcomeJob {
	j := &outcomeJob{Planned: outcome.Planned{Header: r.Header}, entry: r}
	if o.state == nil || r.Mode != "managed" {
		return j
	}
	now := o.current[keyOfObject(r)]
	j.state = &outcome.InState{Present: now != nil, Old: o.leftOver[r.Address] && r.Deposed == "", Untouched: o.untouched}
	if o.isUnmoved(r) {
		now = o.current[before(r)]
		j.state.Unmoved = true
	}
	if now == nil {
		return j
	}
	j.state.Tainted = now.Tainted
	h := pairedHeader(r)
	if r.Action != plans.Create {
		j.before = both.Add(h, pair.Pair{Old: r, New: now})
		if d := o.drifted[keyOfObject(r)]; d != nil {
			j.drift = both.Add(h, pair.Pair{Old: d, New: now})
		}
	}
	if r.Action != plans.Delete && r.Action != plans.Forget {
		j.after = both.Add(h, pair.Pair{Old: r, New: now, Planned: true})
	}
	return j
}

// isUnmoved reports whether an object that the plan moves is still where it was. The plan may put another object there.
func (o *outcomes) isUnmoved(r *source.Resource) bool {
	if !r.Moved() || o.current[before(r)] == nil {
		return false
	}
	return o.current[keyOfObject(r)] == nil || !o.filled[before(r)]
}

type outcomeResult struct {
	job    *outcomeJob
	masked []computed.Masked
	err    error
}

// compare compares the values of an object that is in the state.
func (j *outcomeJob) compare(c *compare.Comparer, load source.Loader) outcomeResult {
	out := outcomeResult{job: j}
	body := func(r *source.Resource) (computed.Diff, error) {
		found := c.Resource(compare.Entry{Resource: r, Section: computed.ChangesSection})
		if len(found.Problems) > 0 {
			return computed.Diff{}, found.Problems[0]
		}
		out.masked = found.Masked
		return found.Body, nil
	}
	if j.before != nil {
		d, err := body(j.before)
		if err != nil {
			out.err = err
			return out
		}
		j.state.AsBefore = len(changedPaths(d)) == 0
	}
	if j.drift != nil {
		d, err := body(j.drift)
		if err != nil {
			out.err = err
			return out
		}
		j.state.Undrifted = len(changedPaths(d)) == 0
	}
	if j.after != nil {
		d, err := body(j.after)
		if err != nil {
			out.err = err
			return out
		}
		in, err := load.Resource(j.entry, nil)
		if err != nil {
			out.err = err
			return out
		}
		j.state.Values = valuesNow(d, in.Unknown)
		j.state.Changes = j.entry.Action == plans.Create || !in.Before.Equal(in.After) || in.Unknown.Any() && !j.state.AsBefore
	}
	return out
}

// open finds out whether the plan knows any of the values that change, if that matters.
func (o *outcomes) open(j *outcomeJob, c *compare.Comparer, load source.Loader) error {
	a := j.entry.Action
	byState := j.state != nil && j.state.AsBefore && (a == plans.Update || a.Replaces())
	if !byState && (o.log == nil || !o.log.MayBeNoUpdate(&j.Planned)) {
		return nil
	}
	found := c.Resource(compare.Entry{Resource: j.entry, Section: computed.ChangesSection})
	if len(found.Problems) > 0 {
		return found.Problems[0]
	}
	in, err := load.Resource(j.entry, nil)
	if err != nil {
		return err
	}
	j.Open = !slices.ContainsFunc(valuesNow(found.Body, in.Unknown), func(v outcome.Value) bool { return v.Known })
	if j.state != nil {
		j.state.Open = j.Open
	}
	return nil
}

// valuesNow returns the values that are not those that were planned, and those that were not known. was is the plan's.
func valuesNow(d computed.Diff, unknown values.Flags) (all []outcome.Value) {
	d.Walk(func(part computed.Diff) computed.Visit {
		if part.Action == plans.NoOp {
			return computed.SkipParts
		}
		content := part.Content()
		if !isUnknownAt(unknown, part.Path) {
			for p := range content.Changed() {
				if p.Diff.Action != plans.NoOp && p.Role <= computed.PartBlock {
					return computed.SkipUnchanged
				}
			}
		}
		v := outcome.Value{Path: part.Path.String(), Known: !isUnknownAt(unknown, part.Path), Is: spellNow(content, computed.PartAfter)}
		if v.Known {
			v.Planned = spellNow(content, computed.PartBefore)
		}
		all = append(all, v)
		return computed.SkipParts
	})
	return all
}

// isUnknownAt reports whether the plan did not know a value. In a list or a set with unknown elements, it is not clear which is which:
// then none of them counts as known.
func isUnknownAt(f values.Flags, path plans.Path) bool {
	for _, step := range path.Steps() {
		if f.All() {
			return true
		}
		if _, isKey := step.Key(); !isKey && f.Any() {
			return true
		}
		f = f.At(step)
	}
	return f.All()
}

// mostShown is how many characters of a value are shown.
const mostShown = 80

// spellNow spells one side of a value, shortened. which is PartBefore or PartAfter.
func spellNow(c computed.Content, which computed.PartRole) string {
	side := c.After
	if which == computed.PartBefore {
		side = c.Before
	}
	switch {
	case c.Kind == computed.KindSensitive && slices.Contains(c.Notes, computed.NoteCopy):
		return computed.CopyText
	case c.Kind == computed.KindSensitive:
		return "(sensitive value)"
	case side.State == computed.Missing:
		return "(not set)"
	case side.State == computed.Null:
		return "null"
	case c.Kind == computed.KindTypeChange || c.Kind == computed.KindMismatch:
		for p := range c.Children() {
			if p.Role == which || p.Role == computed.PartValue {
				return spellNow(p.Diff.Content(), which)
			}
		}
	}
	if c.Kind != computed.KindScalar {
		return "(" + cmp.Or(map[computed.Kind]string{
			computed.KindJSON: "JSON", computed.KindYAML: "YAML", computed.KindList: "a list", computed.KindSet: "a set", computed.KindMap: "a map",
			computed.KindObject: "an object", computed.KindBlock: "a block",
		}[c.Kind], "a value") + ")"
	}
	text := side.Text
	if n := utf8.RuneCountInString(text); n > mostShown {
		return fmt.Sprintf("(%d characters)", n)
	}
	if side.Kind == computed.StringLiteral {
		return strconv.Quote(text)
	}
	return text
}
