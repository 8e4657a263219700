package planfmt

import (
	"context"
	"io"

	"github.com/planfmt/planfmt/diag"
	"github.com/planfmt/planfmt/internal/caught"
	"github.com/planfmt/planfmt/internal/passes"
	"github.com/planfmt/planfmt/internal/planvalue/query"
	"github.com/planfmt/planfmt/internal/report"
	"github.com/planfmt/planfmt/policy"
	"github.com/planfmt/planfmt/rules"
)

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
// document cannot be read, this is no error: the Result lists them, and their values are unknown. Options
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
		return form.write(w, report.QueryOptions{
			Seen:          q.Seen,
			ShowSensitive: opts.ShowSensitive, IsCopy: isCopy,
			SpoolOptions: report.SpoolOptions{MemoryLimit: opts.MemoryLimit, TempDir: opts.TempDir},
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
