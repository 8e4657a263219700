package planpair

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/planfmt/planfmt/computed"
	"github.com/planfmt/planfmt/internal/compare"
	"github.com/planfmt/planfmt/internal/copies"
	"github.com/planfmt/planfmt/internal/engine"
	"github.com/planfmt/planfmt/internal/jsonlog"
	"github.com/planfmt/planfmt/internal/lazy"
	"github.com/planfmt/planfmt/internal/outcome"
	"github.com/planfmt/planfmt/internal/passes"
	"github.com/planfmt/planfmt/internal/source"
	"github.com/planfmt/planfmt/internal/source/open"
	"github.com/planfmt/planfmt/internal/source/pair"
	"github.com/planfmt/planfmt/plans"
	"github.com/planfmt/planfmt/values"
)

// ErrOtherState is wrapped by the error for a state that is not the one that the plan was made from.
var ErrOtherState = errors.New("it is the state of something else: its lineage is not that of the plan")

// Outcome finds out what became of a plan, from the log of the run, the state after it, or both. run or state may be nil, but not both. An
// error in a document is a [computed.PlanError]: the plan is the old one, the state the new one.
func Outcome(ctx context.Context, s *engine.Session, plan io.Reader, run *jsonlog.Run, state io.Reader) (*outcome.Outcome, error) {
	how := &compare.Comparison{Schemas: s.Opts.Schemas.Resolver(), Masks: s.Opts.Masks, Copies: s.Secrets()}
	how.Differ.Secrets = how.Copies
	reading := source.Options{Options: s.Opts.Storing, Evidence: how.Schemas.Evidence, Workers: s.Opts.Workers, Secrets: how.Copies}
	old, err := openPlan(ctx, s, plan, reading, how)
	if errors.Is(err, ErrState) {
		err = ErrNotPlan
	}
	if err != nil {
		return nil, inPlan(computed.OldPlan, err)
	}
	defer old.Close()
	if err := cannotCompare(old.Facts); err != nil {
		return nil, inPlan(computed.OldPlan, err)
	}
	o := &outcomes{plan: old, how: how, found: &outcome.Outcome{}}
	o.found.Warnings = slices.Clone(old.Facts.Warnings)
	if state != nil {
		if o.state, err = openState(ctx, state, reading, how); err != nil {
			return nil, inPlan(computed.NewPlan, err)
		}
		defer o.state.Close()
		if err := o.checkState(); err != nil {
			return nil, inPlan(computed.NewPlan, err)
		}
	}
	how.Differ.Rules = old.Dialect.Rules
	how.Schemas.Layers = engine.OwnLayer(how.Schemas.Layers, s.Opts.NamedSchemas, old.Facts.Schemas)
	for _, d := range []*engine.Document{old, o.state} {
		if d == nil {
			continue
		}
		if err := passes.FindSecrets(ctx, d, s.Opts.Workers); err != nil {
			return nil, err
		}
	}
	how.Differ.Secrets, how.CopiesKnown = nil, true
	if run != nil {
		hideIn(run, how.Copies)
		o.log = outcome.NewLog(run)
		o.found.HasLog, o.found.End = true, run.End()
	}
	return o.found, o.judge(ctx, s.Opts.Workers)
}

// cannotCompare returns why a document does not have all that it should have.
func cannotCompare(f *source.Facts) error {
	if f.Lacking != nil {
		return f.Lacking
	}
	for _, r := range f.Changes {
		if r.Err() != nil {
			return compare.WithAddress(r.Err(), r.Address)
		}
	}
	for _, r := range f.Resources {
		if r.Err() != nil {
			return compare.WithAddress(r.Err(), r.Address)
		}
	}
	if len(f.Problems) > 0 {
		return f.Problems[0]
	}
	return nil
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
		d.Jobs = append(d.Jobs, engine.Job{Entry: compare.Entry{Resource: r, Section: computed.StateSection}})
	}
	return d, nil
}

// hideIn hides what is sensitive in the errors of a log: a provider may quote it.
func hideIn(run *jsonlog.Run, secrets *copies.Set) {
	hide := func(text *string) {
		if strings.Contains(*text, "\x1b[") {
			*text = colour().ReplaceAllString(*text, "") // otherwise, a code would be a part of the word behind it
		}
		if secrets.HasInProse(*text) {
			*text = computed.CopyText
		}
	}
	for i := range run.Diagnostics {
		d := &run.Diagnostics[i]
		hide(&d.Summary)
		hide(&d.Detail)
		if d.Snippet != nil {
			snippet := *d.Snippet
			hide(&snippet.Code)
			snippet.Values = nil
			d.Snippet = &snippet
		}
	}
}

// colour is a code that sets the colour or the style of text.
var colour = lazy.Regexp(`\x1b\[[0-9;:]*m`)

// outcomes finds out what became of a plan.
type outcomes struct {
	plan, state *engine.Document // state is nil if there is none
	how         *compare.Comparison
	log         *outcome.Log
	found       *outcome.Outcome
	current     map[staleKey]*source.Resource
	leftOver    map[string]bool // the addresses of deposed objects that the plan does not have
}

// checkState checks that the state can be the one after the plan.
func (o *outcomes) checkState() error {
	p, s := o.plan.Facts, o.state.Facts
	if err := cannotCompare(s); err != nil {
		return err
	}
	o.found.HasState = true
	o.found.Warnings = append(o.found.Warnings, s.Warnings...)
	if p.Lineage != "" && s.Lineage != "" && p.Lineage != s.Lineage {
		return ErrOtherState
	}
	o.current, o.leftOver = map[staleKey]*source.Resource{}, map[string]bool{}
	planned := map[staleKey]bool{}
	for _, r := range p.Changes {
		planned[staleKey{r.Address, r.Deposed}] = true
	}
	for _, r := range s.Resources {
		k := staleKey{r.Address, r.Deposed}
		o.current[k] = r
		if r.Deposed != "" && !planned[k] {
			o.leftOver[r.Address] = true
		}
	}
	return nil
}

// outcomeJob is a planned change, with the pairs of its values before and after to what they are now. Both are nil if there is nothing now.
type outcomeJob struct {
	outcome.Planned
	entry         *source.Resource
	before, after *source.Resource
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
	for _, r := range o.plan.Facts.Changes {
		if !r.Shown() {
			continue
		}
		at[r.Address]++
		jobs = append(jobs, o.job(r, both))
	}
	o.found.Resources = make([]outcome.Resource, 0, len(jobs))
	err := engine.InWorkers(ctx, workers, len(jobs), func() func(int) outcomeResult {
		load := o.plan.Source.Loader()
		var c *compare.Comparer
		if both != nil {
			c = compare.NewComparer(o.how, both.Loader).In(compare.Manner{MaskCopies: true})
		}
		return func(i int) outcomeResult { return jobs[i].compare(c, load) }
	}, func(r outcomeResult) error {
		if r.err != nil {
			return r.err
		}
		j := r.job
		j.Alone = at[j.Header.Address] == 1
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
	return err
}

// job prepares a change.
func (o *outcomes) job(r *source.Resource, both *pair.Source) *outcomeJob {
	j := &outcomeJob{Planned: outcome.Planned{Header: r.Header}, entry: r}
	if o.state == nil || r.Mode != "managed" {
		return j
	}
	now := o.current[staleKey{r.Address, r.Deposed}]
	j.state = &outcome.InState{Present: now != nil, Old: o.leftOver[r.Address] && r.Deposed == ""}
	if now == nil {
		return j
	}
	j.state.Tainted = now.Tainted
	h := plans.Header{
		Address: r.Address, ModuleAddress: r.ModuleAddress, Mode: r.Mode, Type: r.Type, Name: r.Name, Index: r.Index, Deposed: r.Deposed, ProviderName: r.ProviderName,
		Action: plans.Update,
	}
	if r.Action != plans.Create {
		j.before = both.Add(h, pair.Pair{Old: r, New: now})
	}
	if r.Action != plans.Delete && r.Action != plans.Forget {
		j.after = both.Add(h, pair.Pair{Old: r, New: now, Planned: true})
	}
	return j
}

type outcomeResult struct {
	job *outcomeJob
	err error
}

// compare compares the values of an object that is in the state.
func (j *outcomeJob) compare(c *compare.Comparer, load source.Loader) outcomeResult {
	fail := func(err error) outcomeResult { return outcomeResult{j, err} }
	body := func(r *source.Resource) (computed.Diff, error) {
		out := c.Resource(compare.Entry{Resource: r, Section: computed.ChangesSection})
		if len(out.Problems) > 0 {
			return computed.Diff{}, out.Problems[0]
		}
		return out.Body, nil
	}
	if j.before != nil {
		d, err := body(j.before)
		if err != nil {
			return fail(err)
		}
		j.state.AsBefore = len(changedPaths(d)) == 0
	}
	if j.after != nil {
		d, err := body(j.after)
		if err != nil {
			return fail(err)
		}
		in, err := load.Resource(j.entry, nil)
		if err != nil {
			return fail(err)
		}
		j.state.Values = valuesNow(d, in.Unknown)
		j.state.Changes = j.entry.Action == plans.Create || !in.Before.Equal(in.After) || in.Unknown.Any() && !j.state.AsBefore
	}
	return outcomeResult{job: j}
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
		v := outcome.Value{Path: part.Path.String(), Known: !isUnknownAt(unknown, part.Path), Is: spellNow(content, content.After)}
		if v.Known {
			v.Planned = spellNow(content, content.Before)
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

// spellNow spells one side of a value, shortened.
func spellNow(c computed.Content, side computed.Side) string {
	switch {
	case c.Kind == computed.KindSensitive && slices.Contains(c.Notes, computed.NoteCopy):
		return computed.CopyText
	case c.Kind == computed.KindSensitive:
		return "(sensitive value)"
	case side.State == computed.Missing:
		return "(none)"
	case side.State == computed.Null:
		return "null"
	case c.Kind != computed.KindScalar:
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
