package planpair

import (
	"context"
	"io"

	"github.com/planfmt/planfmt/computed"
	"github.com/planfmt/planfmt/internal/read/jsonlog"
	"github.com/planfmt/planfmt/internal/work/engine"
	"github.com/planfmt/planfmt/internal/work/graph"
	"github.com/planfmt/planfmt/internal/work/outcome"
)

// Applying is a plan that is being applied, while its log is read.
type Applying struct {
	// Progress is how far it has come. Whoever reads the log adds the events.
	Progress *outcome.Progress

	open *outcomes
	s    *engine.Session
}

// Apply reads a plan that is being applied. The caller closes what it returns. An error in the plan is a [computed.PlanError].
func Apply(ctx context.Context, s *engine.Session, plan io.Reader, hideCopies bool) (*Applying, error) {
	o, err := openOutcome(ctx, s, plan, nil, true, hideCopies)
	if err != nil {
		return nil, err
	}
	at := map[string]int{}
	var planned []outcome.Planned
	for r := range o.plan.Facts.Changes.All() {
		if r.Shown() {
			at[r.Address]++
			planned = append(planned, outcome.Planned{Header: r.Header})
		}
	}
	if err := o.plan.Facts.Changes.Err(); err != nil {
		o.close()
		return nil, inPlan(computed.OldPlan, err)
	}
	for i := range planned {
		planned[i].Alone = at[planned[i].Header.Address] == 1
	}
	return &Applying{Progress: outcome.NewProgress(planned, o.order()), open: o, s: s}, nil
}

// Hide hides the texts of an event that quote what is sensitive in the plan.
func (a *Applying) Hide(e *jsonlog.Event) {
	if c := a.open.how.Copies; c != nil && !c.IsEmpty() {
		e.HideTexts(c.HasInProse, computed.CopyText)
	}
}

// Outcome finds out what became of the plan. It is called once, at the end.
func (a *Applying) Outcome(ctx context.Context, run *jsonlog.Run) (*outcome.Outcome, error) {
	return a.open.find(ctx, a.s, run)
}

// Close frees what belongs to the plan.
func (a *Applying) Close() { a.open.close() }

// order returns which changes come after which others.
func (o *outcomes) order() outcome.Order {
	g := graph.New(o.plan.Facts, nil, nil)
	order := outcome.Order{NodeOf: map[string]int{}, Uses: make([][]int, len(g.Nodes))}
	for i, n := range g.Nodes {
		for _, in := range n.Instances {
			order.NodeOf[in.Address] = i
		}
	}
	for _, e := range g.Edges {
		order.Uses[e.From] = append(order.Uses[e.From], e.To)
	}
	return order
}
