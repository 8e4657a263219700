package passes

import (
	"context"
	"errors"
	"io"

	"github.com/planfmt/planfmt/computed"
	"github.com/planfmt/planfmt/internal/compare"
	"github.com/planfmt/planfmt/internal/engine"
	"github.com/planfmt/planfmt/internal/graph"
	"github.com/planfmt/planfmt/internal/source"
)

// ErrStateGraph is returned by [Graph] for a state.
var ErrStateGraph = errors.New("this is a state: only a plan has a configuration, of which planfmt makes a graph")

// graphPass keeps what a graph is made of.
type graphPass struct{ engine.NoPass }

func startGraph(r *engine.Request) (engine.Pass, error) {
	if !r.Needs.Impact {
		return nil, nil
	}
	return &graphPass{}, nil
}

func (s *graphPass) Keep(o *source.Options) { o.KeepReferences, o.KeepDependencies = true, true }

// Graph reads a plan and returns what depends on what in it.
func Graph(ctx context.Context, s *engine.Session, r io.Reader) (*graph.Graph, *engine.Result, error) {
	d, err := s.Open(ctx, r, []computed.Needs{{Drift: true, Impact: true}})
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
	for _, j := range d.Jobs {
		if err := j.Resource.Err(); err != nil {
			found.Add([]error{compare.WithAddress(err, j.Resource.Address)}, nil)
		}
	}
	g := graph.New(d.Facts, engine.PassOf[*causesPass](d).found)
	d.Warn(s.Opts.Warn, found.Outcome, false)
	return g, &engine.Result{Outcome: found.Outcome, Summary: d.Summary}, nil
}
