package planfmt

import (
	"context"

	"github.com/planfmt/planfmt/computed"
	"github.com/planfmt/planfmt/jsonstate"
	"github.com/planfmt/planfmt/plans"
	"github.com/planfmt/planfmt/schema"
	"github.com/planfmt/planfmt/schema/infer"
	"github.com/planfmt/planfmt/schema/secrets"
	"github.com/planfmt/planfmt/values"
)

// state is a state that has been read. Its values are compared with
// themselves, so that all that is known about drawing a change draws them.
type state struct {
	*pipeline
	doc *jsonstate.State
}

func newState(doc *jsonstate.State, schemas *infer.Resolver, opts Options) (*state, error) {
	d, err := opts.dialect(doc.Product)
	if err != nil {
		return nil, err
	}
	pipe, err := newPipeline(nil, schemas, d, opts)
	if err != nil {
		return nil, err
	}
	s := &state{doc: doc, pipeline: pipe}
	s.remarks.lines = doc.Warnings
	s.summary = computed.Summary{
		FormatVersion: doc.FormatVersion, TerraformVersion: doc.TerraformVersion,
		SchemaFormatVersions: schemas.FormatVersions,
	}
	s.summary.State = computed.FilledState
	if doc.Empty {
		s.summary.State = computed.EmptyState
	}
	for _, o := range doc.Outputs {
		s.summary.Outputs = append(s.summary.Outputs, s.output(o))
	}
	return s, nil
}

func (s *state) close() { s.doc.Close() }

// changes: a state has nothing to do.
func (s *state) changes() bool { return false }

func (s *state) types() []TypeSchema {
	ids := map[schema.ID]bool{}
	for _, r := range s.doc.Resources {
		if r.Type != "" {
			ids[stateID(r)] = true
		}
	}
	return s.resolved(ids)
}

// stateID names the schema of a resource or a data source.
func stateID(r *jsonstate.Resource) schema.ID {
	return schema.IDOf(r.ProviderName, r.Mode, r.Type)
}

// each compares the resources.
func (s *state) each(ctx context.Context, do func(computed.Resource) error) error {
	worker := func() comparer {
		var parser values.Parser
		return func(i int) (computed.Resource, remarks) { return s.resource(s.doc.Resources[i], &parser) }
	}
	return s.stream(ctx, len(s.doc.Resources), worker, do)
}

// still is the change of a value that does not change.
func still(v values.Value, sensitive values.Flags) values.Change {
	return values.Change{
		Before: v, After: v,
		BeforeSensitive: sensitive, AfterSensitive: sensitive,
		RelevantAttributes: plans.AllPaths(),
	}
}

func (s *state) resource(r *jsonstate.Resource, parser *values.Parser) (computed.Resource, remarks) {
	out := computed.Resource{Header: r.Header, Section: computed.StateSection, Err: r.Err}
	var notes remarks
	if out.Err == nil {
		out.Body, out.Err = s.body(r, &out, parser, &notes)
	}
	if out.Err != nil {
		notes.problem(r.Address, out.Err)
	}
	return out, notes
}

// body draws the values of a resource.
func (s *state) body(r *jsonstate.Resource, header *computed.Resource, parser *values.Parser, notes *remarks) (computed.Diff, error) {
	found, err := s.schemas.Resolve(stateID(r))
	if err != nil {
		return computed.Diff{}, err
	}
	var types jsonstate.Types
	if found.Exact || found.Misfit != nil {
		types = found.Block
	}
	in, err := s.doc.Load(r, parser, types)
	if err != nil {
		return computed.Diff{}, err
	}
	var masked []string
	if in.Unmarked && !found.Exact {
		f := s.masks.finder(stateID(r))
		in.Sensitive = f.Marks(secrets.Side{Value: in.Values, Marks: in.Sensitive})
		masked = f.Found
	}
	res := s.differ.Resource(still(in.Values, in.Sensitive), plans.NoOp, found.Block)
	notes.mask(r.Type, res.Diff, masked, true)
	for _, err := range res.Errs {
		notes.problem(r.Address, of("values", err))
	}
	notes.notDrawn(r.Address, res.Extra)
	return s.wrap(Owner{Resource: header}, res.Diff), nil
}

// of says that an error is in a member of a state's: there is no before.
func of(field string, err error) error {
	return located(err, func(e *plans.Error) bool {
		if e.Field != "before" && e.Field != "after" {
			return false
		}
		e.Field = field
		return true
	})
}

// output draws an output by its type, or by its value where the type is of no
// use.
func (s *state) output(o *jsonstate.Output) computed.Output {
	out := computed.Output{Name: o.Name, Err: o.Err}
	if out.Err == nil {
		var parser values.Parser
		v, typ, err := s.doc.Output(o, &parser)
		if err != nil {
			out.Err = err
		} else {
			var sensitive values.Flags
			if o.Sensitive {
				sensitive = values.AllFlags()
			}
			c := still(v, sensitive)
			res := s.differ.Output(c)
			if a, err := schema.ParseType(typ); err == nil {
				res = s.differ.Typed(c, a)
			}
			for _, err := range res.Errs {
				s.remarks.problem("output."+o.Name, of("value", err))
			}
			out.Diff = s.wrap(Owner{Output: o.Name}, res.Diff)
		}
	}
	if out.Err != nil {
		s.remarks.problem("output."+o.Name, out.Err)
	}
	return out
}
