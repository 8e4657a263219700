package passes

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"
	"sync"

	"github.com/planfmt/planfmt/computed"
	"github.com/planfmt/planfmt/diag"
	"github.com/planfmt/planfmt/internal/base/near"
	"github.com/planfmt/planfmt/internal/know/infer"
	"github.com/planfmt/planfmt/internal/lang/planvalue"
	"github.com/planfmt/planfmt/internal/read/source"
	"github.com/planfmt/planfmt/internal/work/compare"
	"github.com/planfmt/planfmt/internal/work/engine"
	"github.com/planfmt/planfmt/internal/work/hazards"
	"github.com/planfmt/planfmt/plans"
	"github.com/planfmt/planfmt/policy"
	"github.com/planfmt/planfmt/verdict"
)

// ErrNoPolicies says that the policy files contain no policies.
var ErrNoPolicies error = globalError("the files have no policies")

// globalError is an error that concerns all documents, and ends the work on them.
type globalError string

func (e globalError) Error() string { return string(e) }

// Global reports that the error concerns all documents.
func (e globalError) Global() bool { return true }

// newChecker loads the policies and the assumptions. Static errors are a [diag.List].
func newChecker(o *engine.Judging, mode plans.Mode, maxSteps int) (*documentChecker, error) {
	set, diags := policy.Load(o.Policies...)
	diags = append(diags, set.Assert(o.Assertions...)...)
	if err := diags.Err(); err != nil {
		return nil, err
	}
	if len(set.Policies()) == 0 {
		return nil, ErrNoPolicies
	}
	assumed, more := planvalue.ParseAssumptions(o.Assumptions...)
	if diags = append(diags, more...); diags.HasErrors() {
		return nil, diags
	}
	overridden, err := findOverridden(set, o.Override)
	if err != nil {
		return nil, err
	}
	return &documentChecker{
		hazards:          slices.ContainsFunc(o.Policies, func(s policy.Source) bool { return s.Set == hazards.Name }),
		mandatoryHazards: slices.ContainsFunc(o.Policies, func(s policy.Source) bool { return s.Set == hazards.Name && s.Mandatory }),
		set:              set, versions: o.ProviderVersions, inputs: o.Inputs, maxSteps: maxSteps, assumed: assumed, mode: mode, applicable: map[string]bool{},
		exceptions: newExceptions(o.Exceptions, o.Today),
		each:       o.Each,
		explain:    o.Explain, explainOnly: o.ExplainOnly,
		report: verdict.Report{Policies: set.Policies(), Overridden: overridden, Diagnostics: diags},
	}, nil
}

// findOverridden returns the policies with the given names.
func findOverridden(set *policy.Set, names []string) ([]*verdict.Policy, error) {
	var found []*verdict.Policy
	for _, name := range names {
		before := len(found)
		for _, p := range set.Policies() {
			if p.IsCalled(name) {
				found = append(found, p)
			}
		}
		if len(found) == before {
			return nil, &plans.OptionError{Field: "Override", Err: fmt.Errorf("there is no policy named %s%s", plans.SpellName(name), likelyPolicy(set, name))}
		}
	}
	return found, nil
}

// likelyPolicy asks whether the user means a policy with a similar name.
func likelyPolicy(set *policy.Set, name string) string {
	var names []string
	for _, p := range set.Policies() {
		names = append(names, p.Name)
		if !strings.Contains(name, ".") {
			names = append(names, p.ShortName())
		}
	}
	if likely := near.Names(name, names, 1); len(likely) > 0 {
		return "; did you mean " + plans.SpellName(likely[0]) + "?"
	}
	return ""
}

// warnOverrides warns of policies that the user wants to override although their enforcement level
// does not allow it.
func (c *documentChecker) warnOverrides() {
	level := map[*verdict.Policy]verdict.Level{}
	for r := range c.report.Results.Tally() {
		if r.Outcome != verdict.Error {
			level[r.Policy] = r.Level
		}
	}
	for _, p := range c.report.Overridden {
		if l, judged := level[p]; judged && l != verdict.MandatoryOverridable {
			c.report.Diagnostics = append(c.report.Diagnostics, &diag.Diagnostic{
				Severity: diag.Warning, Summary: "Nothing to override", Subject: p.Range,
				Detail: fmt.Sprintf("The enforcement level of %s is %s. Only policies with the level %s can be overridden.", p.Name, l, verdict.MandatoryOverridable),
			})
		}
	}
}

// incomplete says why a document does not show everything that is going to happen.
func incomplete(f *source.Facts) string {
	switch {
	case f.State:
		return ""
	case f.Errored:
		return "The plan is errored, so it does not have all changes."
	case f.Lacking != nil:
		return "The document lacks changes: " + f.Lacking.Error() + "."
	case f.Complete != nil && !*f.Complete:
		return "The plan is not complete: after it has been applied, there is more to do."
	case len(f.Deferred) > 0:
		return "The plan defers changes: what they will be is not known yet."
	case f.Scope.Limits() != "":
		return "The plan was made with " + f.Scope.Limits() + ": other changes may be missing."
	case f.Mode != plans.RefreshOnlyMode && f.Changes.Len()+f.NoOps == 0 && slices.ContainsFunc(f.Drift, func(r *source.Resource) bool { return remains(r.Action) }):
		// A plan has a change for every resource that remains, if only a no-op. Only refresh-only plans leave them out.
		return "The plan has resources that have changed outside of it, but nothing says what it does with them."
	}
	return ""
}

// lacksConfiguration returns a sentence that says that policies for modules and providers cannot be
// judged because the document has no configuration. It returns "" if there are no such policies.
func (c *documentChecker) lacksConfiguration() string {
	if c.facts.Configuration != nil || !c.judge.Binding(policy.Module) && !c.judge.Binding(policy.Provider) {
		return ""
	}
	return "The document has no configuration, so policies for modules and providers cannot be judged."
}

// documentChecker judges one document.
type documentChecker struct {
	set    *policy.Set
	inputs policy.InputValues
	// versions are those of providers that the caller knows, by address.
	versions map[string]string
	// locked are those of the plan or of the configuration in configDir.
	locked    map[string]string
	configDir string // or empty
	// maxSteps is how many steps each evaluation can take.
	maxSteps int
	assumed  *planvalue.Assumptions
	// mandatoryHazards says that the built-in policies are mandatory.
	mandatoryHazards bool
	hazards          bool // they are among the policies

	document *engine.Document
	facts    *source.Facts
	mode     plans.Mode // from the options

	shapes  planvalue.Shapes
	related planvalue.Related
	judge   *policy.Judge
	drifted drifted
	whole   bool // there are policies that judge replacements as a whole
	// applicable says whether there are policies for a type.
	applicable map[string]bool
	exceptions *exceptions
	// explain asks for explanations, of results about one object if explainOnly is not empty.
	explain     bool
	explainOnly string
	each        func(*verdict.Result, bool) // gets each result; may be nil
	report      verdict.Report
	spare       sync.Pool // of *[]judgedBy
}

// keep sets the options for what the reader must keep for policies.
func (c *documentChecker) keep(o *source.Options) {
	o.KeepNoOps, o.KeepReferences, o.KeepVariables, o.KeepVersions = true, true, true, true
	o.KeepPrior = func(mode, typ string) bool { return mode == "data" || c.set.Applies(policy.Resource, typ) }
}

// judgeDocument judges an open document. Policies treat copies of sensitive strings as sensitive if these are hidden. Static errors are
// a [diag.List].
func (c *documentChecker) judgeDocument(ctx context.Context, d *engine.Document, workers int) (*verdict.Report, error) {
	c.document, c.facts = d, d.Facts
	return &c.report, c.judgeAll(ctx, workers)
}

// applies reports whether there are policies for a type of resources.
func (c *documentChecker) applies(typ string) bool {
	known, ok := c.applicable[typ]
	if !ok {
		known = c.set.Applies(policy.Resource, typ)
		c.applicable[typ] = known
	}
	return known
}

// judgeAll judges everything in the document. Static errors are a [diag.List].
func (c *documentChecker) judgeAll(ctx context.Context, workers int) error {
	diags := append(c.report.Diagnostics, withoutBuiltin(c.set.Bind(c.policySchemas()))...)
	if diags.HasErrors() {
		return diags
	}
	c.inputs.MaxSteps = c.maxSteps
	inputs, more := c.set.Inputs(c.inputs)
	if diags = append(diags, more...); diags.HasErrors() {
		return diags
	}
	c.report.Diagnostics, c.report.Incomplete = diags, incomplete(c.facts)
	c.findVersions()
	c.drifted, c.whole = driftedIn(c.facts), c.set.Needs().Whole
	var jobs []engine.Job
	for _, r := range c.resources() {
		switch {
		case r.Err() != nil:
			// The type of the resource may be unknown.
			c.problem(compare.WithAddress(r.Err(), r.Address))
		case r.Mode == "managed" && (c.mentioned(r) || c.applies(r.Type)):
			jobs = append(jobs, engine.Job{Entry: compare.Entry{Resource: r}})
		}
	}
	if found := c.assumed.Findings(); found.HasErrors() {
		return append(diags, found...)
	}
	for _, err := range c.facts.Problems {
		c.problem(err)
	}
	if c.facts.Lacking != nil {
		c.problem(c.facts.Lacking)
	}
	var err error
	if c.document.Configured, err = engine.Configured(c.document.Source, c.document.Declared.Config); err != nil {
		return err
	}
	if err = c.findRelated(ctx); err != nil {
		return err
	}
	run := policy.NewRun(c.maxSteps, len(jobs))
	c.judge = c.set.Judge(inputs, c, run)
	if err = c.document.ExamineJobs(ctx, workers, slices.Values(jobs), resourceJudge{documentChecker: c}); err != nil {
		return err
	}
	plan, err := c.plan(ctx, workers)
	if err != nil {
		return err
	}
	for _, t := range slices.Concat(c.modules(), c.providers(), plan) {
		all := c.judged(t)
		c.add(&all)
	}
	if d := run.Err(); d != nil {
		c.report.Diagnostics = append(c.report.Diagnostics, d)
		var exceeded verdict.Results
		for _, r := range c.report.Results.All() {
			policy.Exceeded(&r, d)
			exceeded.Add(r)
		}
		c.report.Results, c.report.Explanations, c.report.MoreExplanations = exceeded, nil, 0
	}
	c.report.Incomplete = cmp.Or(c.report.Incomplete, c.lacksConfiguration())
	c.massDestruction()
	matched := c.judge.Matched()
	for _, p := range c.report.Policies {
		if !matched[p] && p.Set != hazards.Name { // built-in policies are for all providers
			c.report.Unmatched = append(c.report.Unmatched, p)
		}
	}
	c.report.Idle = c.exceptions.idle(c.report.Policies)
	c.warnOverrides()
	c.report.Diagnostics = append(c.report.Diagnostics, c.assumed.Findings()...)
	return nil
}

// mentioned reports whether there are assumptions about a resource, and compares them with its schema.
func (c *documentChecker) mentioned(r *source.Resource) bool {
	if !c.assumed.Mention(r.Address) {
		return false
	}
	// Without a schema, reading the values fails, and says why.
	if found, err := c.document.Compare.Schemas.Resolve(compare.ResourceID(r)); err == nil {
		c.assumed.CheckSchema(r.Address, &c.shapes, found.Block, trust(found))
	}
	return true
}

// resourceJudge is the study that judges resources by all policies.
type resourceJudge struct{ *documentChecker }

// Wants says that policies look at the values of each resource that is to be judged.
func (resourceJudge) Wants(engine.Job) engine.Detail { return engine.ValuesOnly }

// Look judges a resource.
func (c resourceJudge) Look(j engine.Job, e engine.Examined) func() error {
	r := j.Resource
	if e.Err != nil {
		return func() error {
			c.problem(compare.WithAddress(e.Err, r.Address))
			return nil
		}
	}
	in := e.Mark()
	var all []judged
	before, after := c.before(in), c.after(r, in)
	blind := c.withheld(r, in.Schema, before, after)
	for i, t := range c.targets(r, in.Schema, before, after) {
		if blind == nil {
			all = append(all, c.judged(t))
		} else {
			all = append(all, c.judgedBoth(t, blind[i]))
		}
	}
	e.Release()
	return func() error {
		for i := range all {
			c.add(&all[i])
		}
		return nil
	}
}

// judged is what policies say of an object.
type judged struct {
	about   verdict.Result // says only what it is about
	skipped int
	results *[]judgedBy // those that are not skipped
	// explanations say how some of the results come about.
	explanations []*verdict.Explanation
}

// judgedBy is what one policy says. There may be thousands of them for an object, most of which have only passed.
type judgedBy struct {
	policy *verdict.Policy
	level  verdict.Level
	more   *verdict.Result // or nil for one that has only passed
}

// withheld returns the targets for the built-in policies if anything of a resource is hidden, or else nil. In these targets, hidden values are unknown.
func (c *documentChecker) withheld(r *source.Resource, found infer.Resolution, before, after planvalue.Side) []policy.Target {
	hides := before.Sensitive.Any() || after.Sensitive.Any() || found.Block != nil && found.Block.HasSecrets()
	if !hides || !c.hazards {
		return nil
	}
	before.Withheld, after.Withheld = true, true
	return c.targets(r, found, before, after)
}

// judged judges a target.
func (c *documentChecker) judged(t policy.Target) judged { return c.judgedBoth(t, t) }

// judgedBoth judges t by the policies of the user. The built-in policies judge blind, a target of the same object that withholds hidden values:
// whoever writes a policy may ask for a value, but a built-in policy must not tell anybody what it is.
func (c *documentChecker) judgedBoth(t, blind policy.Target) judged {
	instead := map[*verdict.Policy]*verdict.Result{}
	if t.Attrs != blind.Attrs {
		for r := range c.judge.Each(blind) {
			if r.Policy.Set == hazards.Name {
				instead[r.Policy] = policy.Kept(r)
			}
		}
	}
	all := judged{results: &[]judgedBy{}}
	if spare, ok := c.spare.Get().(*[]judgedBy); ok {
		all.results = spare
	}
	for r := range c.judge.Each(t) {
		all.about = verdict.Result{Address: r.Address, Mock: r.Mock, Operation: r.Operation}
		about := t
		if other := instead[r.Policy]; other != nil {
			r, about = other, blind
		}
		by := judgedBy{policy: r.Policy, level: r.Level}
		if c.explains(r) {
			if x := c.judge.Explain(about, r); x != nil {
				all.explanations = append(all.explanations, x)
			}
		}
		switch {
		case r.Outcome == verdict.Skipped:
			all.skipped++
			continue
		case r.Outcome != verdict.Pass || r.Message != "" || len(r.Conditions)+len(r.Causes)+len(r.Diagnostics) > 0:
			by.more = policy.Kept(r)
		}
		*all.results = append(*all.results, by)
	}
	return all
}

// massDestruction adds the verdict on how much the plan destroys, if the built-in policies are among those that judge it.
func (c *documentChecker) massDestruction() {
	if c.facts.State || !slices.ContainsFunc(c.report.Policies, func(p *verdict.Policy) bool { return p.Set == hazards.Name }) {
		return
	}
	sum := computed.Summary{Mode: engine.PlanMode(c.mode, c.facts), Counts: map[plans.Action]int{}}
	for r := range c.facts.Changes.All() {
		if r.Shown() {
			sum.Counts[r.Action]++
		}
	}
	p := &verdict.Policy{Name: massDestroyPolicy, Set: hazards.Name}
	c.report.Policies = append(c.report.Policies, p)
	r := verdict.Result{Policy: p, Level: verdict.Advisory}
	if c.mandatoryHazards {
		r.Level = verdict.Mandatory
	}
	text, ok := massDestruction(&sum)
	if !ok {
		c.report.Skipped++
		return
	}
	r.Outcome, r.Message = verdict.Fail, text
	c.exceptions.except(&r)
	c.addResult(&r)
}

// problem adds an error about a part of the document to the report.
func (c *documentChecker) problem(err error) {
	c.report.Diagnostics = append(c.report.Diagnostics, &diag.Diagnostic{Summary: "A part of the plan cannot be judged", Detail: err.Error()})
}

// add adds what policies say of an object to the report.
func (c *documentChecker) add(all *judged) {
	c.report.Skipped += all.skipped
	c.addExplanations(all.explanations)
	one := all.about
	for _, by := range *all.results {
		if by.more != nil {
			c.exceptions.except(by.more)
			c.addResult(by.more)
			continue
		}
		one.Policy, one.Level, one.Outcome = by.policy, by.level, verdict.Pass
		c.addResult(&one)
	}
	clear(*all.results)
	*all.results = (*all.results)[:0]
	c.spare.Put(all.results)
}

func (c *documentChecker) addResult(r *verdict.Result) {
	c.report.Results.Add(*r)
	if c.each != nil {
		c.each(r, c.report.IsOverridden(r))
	}
}

// resources returns the resources of the document, in its order.
func (c *documentChecker) resources() []*source.Resource {
	switch {
	case c.facts.State:
		return c.facts.Resources
	case c.isRefresh():
		return c.facts.Prior
	}
	return c.facts.Changes.Slice()
}

// isRefresh reports whether the document is a refresh-only plan.
func (c *documentChecker) isRefresh() bool {
	return c.facts.Mode == plans.RefreshOnlyMode && c.facts.Changes.Len() == 0
}

// withoutBuiltin leaves out warnings about the built-in policies. These are for all providers, so most of the types and
// attributes that they name are in no single plan.
func withoutBuiltin(diags diag.List) diag.List {
	return slices.DeleteFunc(diags, func(d *diag.Diagnostic) bool {
		return d.Severity == diag.Warning && strings.HasPrefix(d.Subject.File, hazards.Name+"/")
	})
}
