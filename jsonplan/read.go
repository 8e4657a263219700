package jsonplan

import (
	"context"
	"fmt"
	"io"
	"strings"

	"github.com/planfmt/planfmt/internal/base/sorted"
	"github.com/planfmt/planfmt/internal/read/jsondoc"
	"github.com/planfmt/planfmt/internal/read/source"
	"github.com/planfmt/planfmt/plans"
	"github.com/planfmt/planfmt/values"
)

// Options control how a plan is read. The zero value is ready for use.
type Options = source.Options

// LatestMinor is how far planfmt knows the JSON of plans in every detail: up to format_version 1.LatestMinor.
const LatestMinor = 2

// Read reads a plan document to its end. If the document as a whole is wrong, the
// error is a *plans.InputError. If one entry is wrong, the error is in that entry's Err,
// and Read goes on.
//
// The document is in UTF-8, with or without a byte-order mark, or in UTF-16. It may
// be compressed with gzip. If r is a regular file, or another io.ReaderAt and
// io.Seeker, the Plan reads changes from it again. In this case, r must stay open
// and unchanged until [Plan.Close]. Otherwise, the Plan keeps the raw changes, see
// Options.
//
// If the temporary file cannot be used, the error is a *plans.TempError. When ctx ends,
// Read returns the error of ctx, even during a call of r.Read. That call goes on in
// the background.
func Read(ctx context.Context, r io.Reader, opts Options) (*Plan, error) {
	in, err := jsondoc.Open(ctx, r)
	if err != nil {
		return nil, err
	}
	s, err := jsondoc.NewScanner(in, opts.Options)
	if err != nil {
		return nil, err
	}
	rd := NewReader(s, opts)
	var p *Plan
	h, err := s.Document(rd.Member)
	if err == nil {
		p, err = rd.Plan(h)
	}
	if err != nil {
		s.Store().Close()
		return nil, err
	}
	return p, nil
}

// Reader makes a plan from what a Scanner finds. [Read] uses the two; use them
// yourself if a document may be something other than a plan.
type Reader struct {
	r *planReader
	// Checks is where the Reader puts the results of checks. Plans and states have these
	// alike, so the Readers for one document may share it.
	Checks *source.Checks
}

// NewReader returns a Reader for one document. The Scanner has the part of the
// options that it needs already.
func NewReader(s *jsondoc.Scanner, opts Options) *Reader {
	r := &planReader{
		Scanner: s, opts: opts, plan: newPlan(s.Store()), outliners: newOutliners(), absence: "absent",
		entryReader: entryReader{parser: s.Parser(), evidence: opts.Evidence, secrets: opts.Secrets, noOps: opts.NoOpsAsEvidence},
	}
	return &Reader{r, &source.Checks{}}
}

// Member reads a top-level member of the document. It skips members that plans do
// not have.
func (r *Reader) Member(name string) error {
	if name == "checks" {
		return r.Checks.Read(r.r.Scanner, name, source.JSONChecks())
	}
	return r.r.member(name)
}

// Plan returns the plan, after the document has been read. If the document is not a
// plan, the error says what it is.
func (r *Reader) Plan(h jsondoc.Header) (*Plan, error) {
	if err := h.NotPlan(); err != nil {
		return nil, err
	}
	p := r.r.plan
	p.FormatVersion, p.TerraformVersion = h.FormatVersion, h.TerraformVersion
	if err := r.r.checkComplete(); err != nil {
		return nil, err
	}
	if later := h.LaterFormat(LatestMinor); later != "" {
		p.Warnings = append([]string{later}, p.Warnings...)
	}
	if garbled := h.GarbledText(); garbled != "" {
		p.Warnings = append(p.Warnings, garbled)
	}
	p.odd.Merge(r.r.odd)
	p.odd.Merge(r.Checks.Odd)
	if text := p.ephemeral.Warning(); text != "" {
		p.Warnings = append(p.Warnings, text)
	}
	p.Warnings = append(p.Warnings, p.odd.Warnings("plan")...)
	p.Checks, p.Problems = r.Checks.List, append(p.Problems, r.Checks.Problems...)
	for _, o := range p.Outputs {
		o.Sensitive = r.r.sensitive[o.Name]
	}
	r.r.addVariables()
	if err := r.r.listVariables(); err != nil {
		return nil, err
	}
	if p.priorManaged && !p.hasChanges {
		// There are managed resources, and none of them has a change, not even a no-op.
		p.Mode = plans.RefreshOnlyMode
	}
	if p.Configuration != nil {
		p.Configuration.Providers = p.configured
	}
	if p.schemas.byID != nil {
		p.Schemas = p.schemas
	}
	sorted.Stable(p.Outputs, func(a, b *source.Output) int { return strings.Compare(a.Name, b.Name) })
	return p, nil
}

// planReader reads the members of a plan.
type planReader struct {
	*jsondoc.Scanner
	entryReader // of what the Scanner parses
	opts        Options
	plan        *Plan
	outliners   outliners
	kinds       map[kindKey]*sharedEntry
	current     instance // the one that was read last

	moduleKey string // of the present module of the configuration
	providers Providers
	bodies    knownBodies     // of resources in the configuration
	absence   string          // why resource_changes has no entries: it is absent, null or empty
	listed    listing         // addresses that have an entry
	lists     values.Parser   // for short values in an outline
	outputs   listing         // names of outputs that have one
	sensitive map[string]bool // outputs that are sensitive by what stands outside output_changes
	// variableValues are the values of the variables, and hiddenVariables the names of those that
	// are sensitive, if somebody wants to know sensitive strings.
	variableValues  map[string]jsondoc.Ref
	hiddenVariables map[string]bool
	// strict makes a value of the wrong kind an error. It is set in planned_values,
	// which show whether resource_changes is complete.
	strict bool
}

// member reads a top-level member.
func (r *planReader) member(name string) error {
	p := r.plan
	switch name {
	case "errored":
		b, err := r.Flag()
		p.Errored = b != nil && *b
		return err
	case "applyable":
		b, err := r.Flag()
		p.Applyable = b
		return err
	case "complete":
		return r.complete(name)
	case "timestamp":
		if r.Next() != values.String {
			return r.Skip()
		}
		text, err := r.Text()
		p.Timestamp = text
		return err
	case "resource_changes":
		r.absence = "empty"
		if r.Next() == values.Null {
			r.absence = "null"
		}
		return r.changes(name, false)
	case "resource_drift":
		return r.changes(name, true)
	case "deferred_changes":
		return r.Array(r.deferred)
	case "action_invocations":
		return r.Array(r.invocation)
	case "deferred_action_invocations":
		return r.Array(func(i int) error {
			if i == 0 {
				p.Warnings = append(p.Warnings, source.DeferredActions)
			}
			return r.Skip()
		})
	case "output_changes":
		return r.Object(r.output)
	case "relevant_attributes":
		return r.Array(r.relevant)
	case "prior_state":
		return r.priorState()
	case "planned_values":
		r.strict = true
		err := r.values(r.plannedInstance)
		r.strict = false
		return err
	case "configuration":
		return r.configuration()
	case "provider_schemas":
		return r.schemas()
	case "variables":
		return r.variables()
	}
	p.odd.Look(source.PlanObject, name)
	return r.Skip()
}

// complete reads whether applying the plan is all that there is to do.
func (r *planReader) complete(name string) error {
	v, err := r.Value()
	if err != nil {
		return err
	}
	switch v.Kind() {
	case values.Bool:
		complete := v.IsTrue()
		r.plan.Complete = &complete
	case values.Null:
	default:
		r.plan.Problems = append(r.plan.Problems, &plans.Error{Field: name, Err: fmt.Errorf("want bool, have %s", v.Kind())})
	}
	return nil
}
