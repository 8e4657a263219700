package engine

import (
	"cmp"
	"context"
	"io"
	"iter"
	"maps"
	"slices"
	"strings"

	"github.com/planfmt/planfmt/computed"
	"github.com/planfmt/planfmt/dialect"
	"github.com/planfmt/planfmt/differ"
	"github.com/planfmt/planfmt/failure"
	"github.com/planfmt/planfmt/internal/base/copies"
	"github.com/planfmt/planfmt/internal/base/inorder"
	"github.com/planfmt/planfmt/internal/base/sorted"
	"github.com/planfmt/planfmt/internal/know/infer"
	"github.com/planfmt/planfmt/internal/lang/planvalue"
	"github.com/planfmt/planfmt/internal/read/open"
	"github.com/planfmt/planfmt/internal/read/source"
	"github.com/planfmt/planfmt/internal/work/compare"
	"github.com/planfmt/planfmt/plans"
	"github.com/planfmt/planfmt/schema"
)

// Document is a plan or a state that has been read, with everything that a format
// needs before the first resource.
type Document struct {
	Source  source.Source
	Facts   *source.Facts
	Dialect dialect.Dialect
	Compare *compare.Comparison

	Summary computed.Summary // without what depends on the view
	Views   []*View
	passes  []startedPass    // the passes that have run
	invoked []*source.Action // the actions that no resource triggers
	unshown []*source.Action // the actions whose triggering resource is not shown
	copies  []computed.Copy  // copies of secrets in the summary
	// Kept are the resources that any view shows, but for those of the changes: they are read again each time, see Jobs.
	Kept     []Job
	Count    int                         // of the jobs
	allDrift bool                        // no drift is left out of the jobs, even if no view shows it
	planned  bool                        // the changes are jobs, too
	noOps    bool                        // so are those in which nothing happens
	triggers map[string][]*source.Action // what a change triggers, by its address
	Muted    map[source.Handle]*Muted    // what rules mute, of the jobs that they match
	Warnings []string
	Progress *Tracker
	Declared declarations
	// Configured is what the configuration says about unknown values. It is nil if no expression is evaluated.
	Configured *planvalue.Configured
}

// Job is an entry, and what rules mute in it.
type Job struct {
	compare.Entry
	Muted *Muted // nil if no rule matches
}

// Jobs returns the resources that any view shows, in the order of the sections. A resource may be another one in memory each time, with
// the same Handle.
func (d *Document) Jobs() iter.Seq[Job] {
	return func(yield func(Job) bool) {
		for _, j := range d.Kept {
			j.Muted = d.Muted[j.Resource.Handle]
			if !yield(j) {
				return
			}
		}
		if !d.planned {
			return
		}
		for r := range d.Facts.Changes.All() {
			if !d.lists(r) {
				continue
			}
			if !yield(Job{compare.Entry{Resource: r, Section: computed.ChangesSection, Triggers: d.triggers[r.Address]}, d.Muted[r.Handle]}) {
				return
			}
		}
	}
}

// lists reports whether a change is a job.
func (d *Document) lists(r *source.Resource) bool {
	return r.Shown() || d.noOps && r.Action == plans.NoOp
}

// Comparer returns a comparer for the values of a document.
func (d *Document) Comparer() *compare.Comparer {
	return compare.NewComparer(d.Compare, d.Source.Loader)
}

// Session is what documents that are shown with the same settings have in common.
type Session struct {
	Opts Settings
	rows []PassRow
	// Secrets returns the set for the sensitive strings of the next document.
	Secrets func() *copies.Set
}

// NewSession returns a session. Its documents are examined by those of these passes that their views need.
func NewSession(opts Settings, rows []PassRow) *Session {
	return &Session{Opts: opts, Secrets: copies.New, rows: rows}
}

// Open reads a document and works out its summary.
func (s *Session) Open(ctx context.Context, r io.Reader, needs []computed.Needs) (*Document, error) {
	how := s.Comparison()
	req := newRequest(s, newViews(needs, s.Opts.Selection), how)
	started, err := req.startPasses(s.rows)
	if err != nil {
		return nil, err
	}
	d, err := s.read(ctx, r, how, func(o *source.Options) {
		o.KeepNoOps = req.Needs.NoOps
		for _, p := range started {
			p.Keep(o)
		}
	})
	if err != nil {
		return nil, err
	}
	return s.complete(ctx, d, req, started)
}

// OpenRead is like Open for a document that has been read already, with the copies of secrets in it, if they are to be hidden. It takes the
// document over.
func (s *Session) OpenRead(ctx context.Context, d *Document, needs []computed.Needs) (*Document, error) {
	req := newRequest(s, newViews(needs, s.Opts.Selection), d.Compare)
	started, err := req.startPasses(s.rows)
	if err != nil {
		d.Close()
		return nil, err
	}
	if d.Progress == nil {
		d.Progress = &Tracker{}
	}
	if d.Views = req.Views; d.Compare.CopiesKnown {
		d.EndSecrets()
	}
	return s.complete(ctx, d, req, started)
}

// complete works out the summary of a document that has been read, and returns the document. If there is an error, it closes the document.
func (s *Session) complete(ctx context.Context, d *Document, req *Request, started []startedPass) (*Document, error) {
	opts, how, facts := s.Opts, d.Compare, d.Facts
	d.Views, d.allDrift = req.Views, slices.Contains(opts.Alarms, computed.UnmutedDriftAlarm)
	ok := false
	defer func() { // even if the caller's own code, such as Wrap, panics
		if !ok {
			d.Close()
		}
	}()
	if err := d.summarise(ctx, opts.Mode, opts.Workers); err != nil {
		return nil, err
	}
	if !opts.ShowSensitive {
		facts.Problems = append(slices.Clip(facts.Problems), compare.LostSchemas(how.Schemas, facts)...)
		d.Summary.Problems = facts.Problems
	}
	if opts.Overview != nil {
		sum := d.Summary
		// Copies of secrets have not been looked for yet, so no values are passed on.
		sum.Outputs, sum.Invoked, sum.Checks, sum.Problems = nil, nil, nil, nil
		sum.Counts = maps.Clone(sum.Counts)
		opts.Overview(sum)
	}
	if err := d.summariseViews(ctx, req, started); err != nil {
		return nil, err
	}
	if err := facts.Changes.Err(); err != nil {
		return nil, err
	}
	ok = true
	return d, nil
}

// Comparison returns how the values of the next document are compared.
func (s *Session) Comparison() *compare.Comparison {
	return &compare.Comparison{
		Schemas: s.Opts.Schemas.Resolver(), Masks: s.Opts.Masks, Wrap: s.Opts.Wrap, Watch: s.Opts.Watch,
		Differ: differ.Options{ShowSensitive: s.Opts.ShowSensitive},
	}
}

// OpenSecrets reads a document of which nothing is shown, and adds what it marks as sensitive to a set, which is that of the
// comparison, too. It works out neither a summary nor views. Everything in the document is evidence about types.
func (s *Session) OpenSecrets(ctx context.Context, r io.Reader) (*Document, error) {
	how := s.Comparison()
	how.Copies = s.Secrets()
	d, err := s.read(ctx, r, how, func(o *source.Options) { o.Secrets, o.NoOpsAsEvidence = how.Copies, true })
	if err != nil {
		return nil, err
	}
	if err := d.Comparer().AddEvidence(d.Facts.Actions); err != nil {
		d.Close()
		return nil, err
	}
	return d, nil
}

// read reads a document. Nothing of it is compared yet. keep says what else the source keeps and collects.
func (s *Session) read(ctx context.Context, r io.Reader, how *compare.Comparison, keep func(*source.Options)) (*Document, error) {
	opts, schemas := s.Opts, how.Schemas
	progress := &Tracker{Report: opts.Progress}
	reading := source.Options{Options: opts.Storing, Evidence: schemas.Evidence, Workers: opts.Workers, KeepVariables: opts.KeepVariables, NeedsPlan: opts.NeedsPlan}
	keep(&reading)
	src, err := open.Read(ctx, r, reading, progress.Read)
	if err != nil {
		return nil, err
	}
	facts := src.Facts()
	schemas.Layers = OwnLayer(schemas.Layers, opts.NamedSchemas, facts.Schemas)
	d := &Document{Source: src, Facts: facts, Compare: how, Warnings: slices.Clip(facts.Warnings), Progress: progress}
	if d.Dialect, err = opts.Dialect(facts.Product); err == nil {
		d.Declared, err = opts.Declarations.find(d)
	}
	if err != nil {
		d.Close()
		return nil, err
	}
	how.Differ.Rules, how.Differ.MatchBy = d.Dialect.Rules, opts.MatchBy
	return d, nil
}

// Close closes the source of the document, and passes that keep anything in files.
func (d *Document) Close() {
	for _, p := range d.passes {
		if c, ok := p.Pass.(io.Closer); ok {
			c.Close()
		}
	}
	d.Source.Close()
}

// Dialect returns the dialect of the product that the settings name, or else of the one that
// made the document.
func (o *Settings) Dialect(detected string) (dialect.Dialect, error) {
	name := o.Product
	if name == "" || name == "auto" {
		name = detected
	}
	if d, ok := dialect.Lookup(name); ok {
		return d, nil
	}
	return dialect.Dialect{}, &plans.OptionError{Field: "Product", Err: &failure.UnknownName{What: "product", Name: name, Valid: append([]string{"auto"}, dialect.Names()...)}}
}

// summarise begins the summary of the document, and lists the resources to show. Views and passes add to
// the summary later.
func (d *Document) summarise(ctx context.Context, mode plans.Mode, workers int) error {
	d.Summary = computed.Summary{
		FormatVersion:        d.Facts.FormatVersion,
		TerraformVersion:     d.Facts.TerraformVersion,
		Timestamp:            d.Facts.Timestamp,
		Workspace:            d.Facts.Workspace,
		Lineage:              d.Facts.Lineage,
		Serial:               d.Facts.Serial,
		SchemaFormatVersions: d.Compare.Schemas.FormatVersions,
		Product:              d.Dialect.Name,
		Complete:             d.Facts.Complete,
		Scope:                d.Facts.Scope,
		Checks:               slices.Clone(d.Facts.Checks),
		Problems:             d.Facts.Problems,
		Mode:                 plans.NormalMode,
	}
	sorted.Stable(d.Summary.Checks, func(a, b plans.Check) int { return strings.Compare(a.Address, b.Address) })
	var err error
	if d.Summary.Outputs, err = d.CompareOutputs(ctx, workers, compare.Manner{}); err != nil {
		return err
	}
	if d.Facts.State {
		d.summariseState()
		return nil
	}
	return d.summarisePlan(ctx, d.Comparer(), mode)
}

// CompareOutputs compares the outputs in a manner. Workers take many outputs at a time, because most
// are short.
func (d *Document) CompareOutputs(ctx context.Context, workers int, m compare.Manner) ([]computed.Output, error) {
	const most = 256
	all := make([]computed.Output, len(d.Facts.Outputs))
	return all, InWorkers(ctx, workers, (len(all)+most-1)/most, func() func(int) error {
		c := d.Comparer().In(m)
		return func(part int) error {
			for i := part * most; i < min(len(all), (part+1)*most) && ctx.Err() == nil; i++ {
				all[i] = c.Output(d.Facts.Outputs[i])
			}
			return ctx.Err()
		}
	}, func(err error) error { return err })
}

// compareInManners starts the summary of each view with everything that depends on the view's manner:
// outputs and actions are compared once for each manner.
func (d *Document) compareInManners(ctx context.Context, workers int) error {
	made := map[compare.Manner]computed.Summary{{}: d.Summary}
	for _, v := range d.Views {
		s, ok := made[v.Manner]
		if !ok {
			s = d.Summary
			var err error
			if s.Outputs, err = d.CompareOutputs(ctx, workers, v.Manner); err != nil {
				return err
			}
			s.Readable = v.Manner.Readable
			c := d.Comparer().In(v.Manner)
			if s.Invoked = c.Invoked(d.invoked); v.Manner.Digests {
				s.Unshown = c.Invoked(d.unshown)
			}
			var copies []computed.Copy
			if v.Manner.MaskCopies {
				s.Checks, copies = d.HideMessages()
			}
			if d.copies == nil {
				d.copies = append(copiesInSummary(s), copies...)
			}
			made[v.Manner] = s
		}
		v.Summary = s
		v.Summary.Needs = v.Needs
	}
	return nil
}

// summariseState lists the resources of a state. Nothing is left out.
func (d *Document) summariseState() {
	d.Summary.State = computed.FilledState
	if d.Facts.Empty {
		d.Summary.State = computed.EmptyState
	}
	for _, r := range d.Facts.Resources {
		d.Kept = append(d.Kept, Job{Entry: compare.Entry{Resource: r, Section: computed.StateSection}})
	}
	d.Count = len(d.Kept)
}

// InWorkers does jobs in workers, which call start to get the function that does a job by its
// number, and calls do with the results in order. It returns the first error, or that of ctx if
// ctx ends.
func InWorkers[T any](ctx context.Context, workers, jobs int, start func() func(int) T, do func(T) error) error {
	return InWorkersOver(ctx, workers, func(yield func(int) bool) {
		for i := 0; i < jobs && yield(i); i++ {
		}
	}, start, do)
}

// InWorkersOver is like InWorkers, for jobs of any kind.
func InWorkersOver[J, T any](ctx context.Context, workers int, jobs iter.Seq[J], start func() func(J) T, do func(T) error) error {
	pool := inorder.New(workers, start, func(result T) error {
		return cmp.Or(do(result), ctx.Err())
	})
	defer pool.Close()
	for j := range jobs {
		if err := cmp.Or(ctx.Err(), pool.Add(j)); err != nil {
			return err
		}
	}
	return cmp.Or(pool.Wait(), ctx.Err())
}

// Types are the types that the report draws, sorted by name, kind and provider.
func (d *Document) Types() []infer.TypeSchema {
	ids := map[schema.ID]bool{}
	for j := range d.Jobs() {
		if j.Resource.Type != "" {
			ids[compare.ResourceID(j.Resource)] = true
		}
	}
	for _, a := range d.Facts.Actions {
		if a.HasConfig && a.Err == nil {
			ids[compare.ActionID(a)] = true
		}
	}
	return compare.ResolvedTypes(d.Compare.Schemas, ids)
}

// Outcome collects problems, masked values and copies while resources are compared.
type Outcome struct{ computed.Outcome }

// Add adds problems, and the values that are hidden although the document does not mark them.
func (o *Outcome) Add(problems []error, masked []computed.Masked) {
	o.Problems = append(o.Problems, problems...)
	o.Masked = append(o.Masked, masked...)
}

func (o *Outcome) addActions(all []computed.ActionInvocation) {
	for _, a := range all {
		o.Add(a.Problems, a.Masked)
	}
}

// AddSummary adds what a summary has of them.
func (o *Outcome) AddSummary(s computed.Summary) {
	o.Add(s.Problems, nil)
	for _, out := range s.Outputs {
		o.Add(out.Problems, nil)
	}
	o.addActions(s.Invoked)
}

// addResource adds what a resource has of them.
func (o *Outcome) addResource(r *computed.Resource) {
	o.Add(r.Problems, r.Masked)
	o.addActions(r.BeforeActions)
	o.addActions(r.AfterActions)
}
