package planfmt

import (
	"context"
	"io"

	"github.com/planfmt/planfmt/diag"
	"github.com/planfmt/planfmt/internal/base/caught"
	"github.com/planfmt/planfmt/internal/know/facts"
	"github.com/planfmt/planfmt/internal/lang/planvalue"
	"github.com/planfmt/planfmt/internal/lang/planvalue/query"
	"github.com/planfmt/planfmt/internal/report/layout"
	"github.com/planfmt/planfmt/internal/report/spool"
	queryreport "github.com/planfmt/planfmt/internal/report/subject/query"
	"github.com/planfmt/planfmt/internal/work/passes"
	"github.com/planfmt/planfmt/policy"
	"github.com/planfmt/planfmt/rules"
	"github.com/planfmt/planfmt/schema"
	"github.com/planfmt/planfmt/verdict"
)

// AssumptionFile is a file with assumptions about unknown values.
type AssumptionFile = planvalue.AssumptionFile

// MaxAssumptions is how many bytes an [AssumptionFile] may have.
const MaxAssumptions = planvalue.MaxAssumptions

// PolicyOptions says by which policies a plan is judged, with which inputs and assumptions.
type PolicyOptions struct {
	// Policies are the policy files.
	Policies []policy.Source
	// Assertions are conditions over the plan as a whole, each of which must be true.
	Assertions []policy.Assertions
	// Inputs are the values for the inputs of the policies.
	Inputs policy.InputValues
	// Assumptions are files with assumptions about unknown values.
	Assumptions []AssumptionFile
	// Override are the names of policies that are let through although they fail: with their
	// kind and labels (resource_policy.aws_s3_bucket.private), or with the last label alone. Only the
	// level mandatory_overridable allows it.
	Override []string
	// ProviderVersions are the versions of the providers that the plan was made with, by address. They go before those that a plan
	// file locks, and these before the lock file beside the configuration.
	ProviderVersions map[string]string
	// Exceptions are failures that are accepted for a while; nil for none. Today is the day that decides which of
	// them have expired; if it is empty, it is that of the clock, in UTC.
	Exceptions *rules.Exceptions
	Today      rules.Day
	// Explain asks for the Explanations of results that are neither passed nor skipped, or, if ExplainOnly is the address of an
	// object, of all results about that.
	Explain     bool
	ExplainOnly string
	// Each, if it is set, gets each result as soon as the ones before it are known, in the order of the plan. overridden says that it is a
	// failure that the user lets through. If the report has errors in the end, the results do not count.
	Each func(r *verdict.Result, overridden bool)
}

// Check reads a plan from r, as [Show] does, and judges it by the Policies in the options. A state is an error, unless States is
// ChoiceAlways: then it is judged as a plan that changes nothing.
//
// Of the options, Check uses Input, Comparison, ConfigDir and ConfigWithin (to find facts about unknown values in the configuration),
// Policies, MaxSteps, Warn and Progress. Copies of sensitive strings count as sensitive, too, unless MaskCopies is ChoiceNever.
//
// Static errors in the policies, their inputs and the assumptions are a [diag.List]. Other errors are those of
// Show for documents that cannot be read. An error in a part of the document is in the Diagnostics of the report.
func Check(ctx context.Context, r io.Reader, opts Options) (report *verdict.Report, err error) {
	defer caught.As(&err)
	if r == nil {
		return nil, ErrNoReader
	}
	if opts.Policies == nil {
		return nil, ErrNoPolicies
	}
	opts.Selection = Selection{ShowUnchanged: true, Drift: rules.NoDrift}
	s, err := opts.session(ctx)
	if err != nil {
		return nil, err
	}
	d, err := s.Open(ctx, r, []Needs{{Verdicts: true, NoOps: true, MaskCopies: opts.MaskCopies.resolve(true)}})
	if err != nil {
		return nil, err
	}
	defer d.Close()
	for _, w := range d.Warnings {
		if opts.Warn != nil {
			opts.Warn(Warning{Text: w})
		}
	}
	return d.Views[0].Summary.Verdicts, nil
}

// SourceText returns the texts of the files and of the values for inputs, by the names that diagnostics have for them.
// It returns nil if o is nil.
func (o *PolicyOptions) SourceText() layout.SourceText {
	if o == nil {
		return nil
	}
	return func(file string) []byte {
		for _, p := range o.Policies {
			if p.Name == file {
				return p.Text
			}
		}
		for _, a := range o.Assertions {
			if a.Name == file {
				return a.Text
			}
		}
		for _, a := range o.Assumptions {
			if a.Name == file {
				return a.Text
			}
		}
		return o.Inputs.Text(file)
	}
}

// VerdictLayout says how verdicts are written.
type VerdictLayout struct {
	Layout
	// NoBoxes leaves out the boxes around diagnostics.
	NoBoxes bool
	// Source returns the texts of policy files by their names, see [PolicyOptions.SourceText]. It may be nil.
	Source layout.SourceText
	// Version is that of the program, for sarif.
	Version string
}

// WriteVerdicts writes the verdicts on a plan in one of [VerdictFormats]; empty means the first. diags are diagnostics about the
// policies. If they contain errors, the formats for programs have nothing else.
func WriteVerdicts(w io.Writer, rep *verdict.Report, diags diag.List, format string, l VerdictLayout) error {
	form, err := inColumn(verdictColumn(), format)
	if err != nil {
		return err
	}
	if w == nil {
		return ErrNoWriter
	}
	o := l.options()
	o.NoBoxes, o.Source, o.Version = l.NoBoxes, l.Source, l.Version
	return form.write(w, rep, diags, o)
}

// PolicySchemas returns schemas for policies. ids are the IDs of all schemas in the layers; each schema
// is looked up when a policy needs it. The first layer that has the schema counts, and of several releases
// the newest. The result is for one goroutine.
func PolicySchemas(layers []schema.Layer, ids []schema.ID) policy.Schemas {
	s := passes.NewPolicySchemas(layers, ids, func(id schema.ID) *schema.Block {
		for _, l := range layers {
			// A schema that cannot be decoded counts as missing.
			if found, err := l.Source.Lookup(id); err == nil && len(found) > 0 {
				return found[0].Block
			}
		}
		return nil
	})
	s.Complete = passes.CompleteTypes(layers)
	s.Facts = facts.Default()
	return s
}

// Query is an expression over a plan, see docs/query.md.
type Query struct {
	*query.Query
	// Seen, if set, gets the result before it is written. A list that is written an element at a time is not among the results.
	Seen func(policy.Value)
}

// NewQuery parses an expression, and finds what is wrong with it before any plan is read. The name is for
// the ranges of the diagnostics. If they have errors, there is no query.
func NewQuery(name, text string) (q Query, diags diag.List) {
	q.Query, diags = query.New(name, text)
	return q, diags
}

// Type returns the static type of the result.
func (q Query) Type() policy.Type { return q.Query.Type() }

// Run reads a plan or a state from r, as [Show] does, and writes the result of the query to w. It writes
// nothing if there is an error. The format is one of [QueryFormats]; empty means the first. If parts of the
// document cannot be read, this is not an error: the Result lists them, and their values are unknown. Options
// about the layout and the selection have no effect.
//
// The errors are those of Show, and a [diag.List] if the expression cannot be evaluated.
func (q Query) Run(ctx context.Context, w io.Writer, r io.Reader, opts Options, format string) (res *Result, err error) {
	defer caught.As(&err)
	switch {
	case r == nil:
		return nil, ErrNoReader
	case w == nil:
		return nil, ErrNoWriter
	}
	form, err := inColumn(queryColumn(), format)
	if err != nil {
		return nil, err
	}
	opts.Selection = Selection{ShowUnchanged: true, Drift: rules.NoDrift}
	if q.Uses(query.Drift) {
		opts.Drift = rules.AllDrift
	}
	s, err := opts.session(ctx)
	if err != nil {
		return nil, err
	}
	found, err := passes.Query(ctx, s, r, q.Query, opts.Strict, opts.MaskCopies.resolve(true), func(isCopy func(string) bool) passes.QueryWriter {
		return form.write(w, queryreport.QueryOptions{
			Seen:          q.Seen,
			ShowSensitive: opts.ShowSensitive, IsCopy: isCopy,
			Limits: spool.Limits{MemoryLimit: opts.MemoryLimit, TempDir: opts.TempDir},
		})
	})
	return (*Result)(found), err
}

// WithoutSecrets returns the query for those who may not read the plan: sensitive values, and copies of them, are unknown to it, as if they
// were known only after apply. So nothing can be found out about them, however the expression asks. Options.MaskCopies must not be Never.
func (q Query) WithoutSecrets() Query {
	own := *q.Query
	own.WithoutSecrets = true
	q.Query = &own
	return q
}

// Within returns a query with a limit for what it may have in memory at once: the values that it refers to, unless it looks at one resource
// after the other, may have so many parts together, where 64 bytes of text count as one. 0 means that there is no limit. The error is
// a [diag.List], and is found before more than that has been read.
func (q Query) Within(parts int) Query {
	own := *q.Query
	own.MostParts = parts
	q.Query = &own
	return q
}

// CompleteQuery returns what the beginning of an expression over a plan may become, for completion in shells and editors: the whole text each
// time, with one more name at the end. CompleteWhere does the same with a condition over a resource.
func CompleteQuery(text string) []string { return query.CompleteQuery(text) }

// CompleteWhere is described at [CompleteQuery].
func CompleteWhere(text string) []string { return query.CompleteCondition(text) }

// Where is a condition over a resource, see docs/query.md. Resources for which it is not true are muted.
type Where struct{ condition *query.Condition }

// NewWhere parses a condition, and finds what is wrong with it before any plan is read. The name is for the
// ranges of the diagnostics. If they have errors, there is no condition.
func NewWhere(name, text string) (*Where, diag.List) {
	c, diags := query.NewCondition(name, text)
	if diags.HasErrors() {
		return nil, diags
	}
	return &Where{c}, diags
}

// Containing returns a condition that is true for the resources for which this one is, which may be nil for none, and in which each of the
// texts occurs: in the address, in the address before a move, or in the name or the value of an attribute, whether it changes or not. Upper
// and lower case are the same. Sensitive values are not searched.
func (w *Where) Containing(texts ...string) *Where {
	return &Where{w.orNil().Containing(texts...)}
}

// WithoutSecrets returns the same condition for those who may not read the plan, see [Query.WithoutSecrets].
func (w *Where) WithoutSecrets() *Where {
	own := *w.condition
	own.WithoutSecrets = true
	return &Where{&own}
}
