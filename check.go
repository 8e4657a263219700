package planfmt

import (
	"context"
	"io"

	"github.com/planfmt/planfmt/diag"
	"github.com/planfmt/planfmt/internal/caught"
	"github.com/planfmt/planfmt/internal/passes"
	"github.com/planfmt/planfmt/internal/planvalue"
	"github.com/planfmt/planfmt/internal/report"
	"github.com/planfmt/planfmt/internal/schemas/facts"
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

// Check reads a plan or a state from r, as [Show] does, and judges it by the Policies in the options. A state is judged as a
// plan that changes nothing.
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
func (o *PolicyOptions) SourceText() report.SourceText {
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
	Source report.SourceText
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
