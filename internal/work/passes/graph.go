package passes

import (
	"context"
	"io"

	"github.com/planfmt/planfmt/computed"
	"github.com/planfmt/planfmt/internal/read/source"
	"github.com/planfmt/planfmt/internal/work/compare"
	"github.com/planfmt/planfmt/internal/work/engine"
	"github.com/planfmt/planfmt/internal/work/graph"
)

// ErrStateGraph is returned by [Graph] for a state.
var ErrStateGraph = source.NeedsPlan("this is a state: only a plan has a configuration, of which planfmt makes a graph")

// graphPass keeps what a graph is made of, counts what depends on resources that are replaced or destroyed, and makes the graph if that is wanted.
type graphPass struct {
	engine.NoPass
	document *engine.Document
	impacts  *graph.Impacts
	wanted   bool
	graph    *computed.Graph
}

func startGraph(r *engine.Request) (engine.Pass, error) {
	asked := r.Needs.Verdicts && mayJudgePlans(r.Opts.Verdicts)
	if !r.Needs.Impact && !r.Needs.Graph && !UsesImpact(r.Opts.Selection.Where) && !asked {
		return nil, nil
	}
	return &graphPass{wanted: r.Needs.Graph}, nil
}

func (s *graphPass) Keep(o *source.Options) { o.KeepReferences, o.KeepDependencies = true, true }

func (s *graphPass) Begin(_ context.Context, d *engine.Document) error {
	s.document = d
	return nil
}

func (s *graphPass) Finish(context.Context) error {
	s.impacts = graph.NewImpacts(s.document.Facts)
	if !s.impacts.Complete {
		s.document.Warnings = append(s.document.Warnings, "what depends on resources that are replaced or destroyed was not counted for all of them: the plan is too large")
	}
	if s.wanted && graph.Refers(s.document.Facts) {
		s.graph = graph.New(s.document.Facts, engine.PassOf[*causesPass](s.document).found, s.impacts)
	}
	return nil
}

func (s *graphPass) Summarise(_ context.Context, view int) error {
	if v := s.document.Views[view]; v.Needs.Graph {
		v.Summary.Graph = s.graph
	}
	return nil
}

func (s *graphPass) Annotate(j compare.Entry, out *computed.Resource) {
	if j.Section == computed.ChangesSection {
		out.Impact = s.impacts.Of(j.Resource)
	}
}

// impact returns the impact of a job's resource, or nil if the plan neither replaces nor destroys it. known is false if it was not counted. s may be nil.
func (s *graphPass) impact(j engine.Job) (impact *computed.Impact, known bool) {
	if s == nil { // nothing changes in a state
		return nil, true
	}
	r := j.Resource
	if j.Section == computed.ChangesSection {
		impact = s.impacts.Of(r)
	}
	return impact, impact != nil || s.impacts.Complete || !graph.GoesAway(r.Action)
}

// Graph reads a plan and returns what depends on what in it.
func Graph(ctx context.Context, s *engine.Session, r io.Reader) (*computed.Graph, *engine.Result, error) {
	d, err := s.Open(ctx, r, []computed.Needs{{Drift: true, Causes: true, Impact: true, Graph: true}})
	if err != nil {
		return nil, nil, err
	}
	defer d.Close()
	if d.Facts.State {
		return nil, nil, ErrStateGraph
	}
	var found engine.Outcome
	found.Types = d.Types()
	found.AddSummary(d.Summary)
	for j := range d.Jobs() {
		if err := j.Resource.Err(); err != nil {
			found.Add([]error{compare.WithAddress(err, j.Resource.Address)}, nil)
		}
	}
	d.Warn(s.Opts.Warn, found.Outcome, false)
	pass := engine.PassOf[*graphPass](d)
	if pass.graph == nil { // nothing refers to anything
		pass.graph = graph.New(d.Facts, nil, pass.impacts)
	}
	return pass.graph, &engine.Result{Outcome: found.Outcome, Summary: d.Summary}, nil
}
