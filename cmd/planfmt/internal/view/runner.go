package view

import (
	"context"
	"sync"

	"github.com/planfmt/planfmt"
	"github.com/planfmt/planfmt/computed"
	"github.com/planfmt/planfmt/rules"
)

// runner runs effects. Only one of each kind of slow effect runs at a time: a new one ends the one before.
type runner struct {
	parse func(text string) (rules.Set, *planfmt.Where, error)
	ask   *Ask

	mu      sync.Mutex
	cancels map[effectKind]context.CancelFunc
	loading chan struct{} // whoever makes a page has put something in
}

// effectKind says which effects end one another.
type effectKind uint8

const (
	loads effectKind = iota
	searches
	filters
)

func newRunner(o *Options) *runner {
	return &runner{parse: o.Parse, ask: o.Ask, cancels: map[effectKind]context.CancelFunc{}, loading: make(chan struct{}, 1)}
}

// begin ends the effect of a kind that is running, and returns the context of the next one.
func (r *runner) begin(ctx context.Context, k effectKind) (context.Context, context.CancelFunc) {
	ctx, cancel := context.WithCancel(ctx)
	r.mu.Lock()
	defer r.mu.Unlock()
	if old := r.cancels[k]; old != nil {
		old()
	}
	r.cancels[k] = cancel
	return ctx, cancel
}

// start prepares an effect. It is called for each in their order; what it returns may be run in any goroutine, and calls
// send with what comes of it.
func (r *runner) start(ctx context.Context, e effect, send func(event)) (run func()) {
	switch e := e.(type) {
	case loadEffect:
		ctx, cancel := r.begin(ctx, loads)
		return func() { defer cancel(); r.load(ctx, e, send) }
	case searchEffect:
		ctx, cancel := r.begin(ctx, searches)
		return func() { defer cancel(); r.search(ctx, e, send) }
	case filterEffect:
		ctx, cancel := r.begin(ctx, filters)
		return func() { defer cancel(); r.filter(ctx, e, send) }
	case compareEffect:
		return func() {
			out, err := e.doc.plan.All(ctx, func(int, computed.Resource) error { return nil })
			if ctx.Err() == nil {
				send(comparedEvent{out, err})
			}
		}
	case answerEffect:
		return func() {
			var refused error
			if r.ask != nil && r.ask.Refuse != nil {
				refused = r.ask.Refuse(ctx)
			}
			if ctx.Err() == nil {
				send(answeredEvent{refused})
			}
		}
	}
	return nil
}

// load makes a page.
func (r *runner) load(ctx context.Context, e loadEffect, send func(event)) {
	select { // one at a time, so that those that nobody wants any more do not pile up
	case r.loading <- struct{}{}:
	case <-ctx.Done():
		return
	}
	defer func() { <-r.loading }()
	if ctx.Err() != nil {
		return
	}
	var res computed.Resource
	if k := e.key.kind; k == resourcePage || k == whyPage || k == impactPage {
		var err error
		if res, err = e.doc.plan.Resource(ctx, e.key.at); err != nil {
			if ctx.Err() == nil {
				send(loadedEvent{doc: e.doc, key: e.key, err: err})
			}
			return
		}
	}
	p := newPage(e.doc.lines(e.key, &res))
	if ctx.Err() == nil {
		send(loadedEvent{doc: e.doc, key: e.key, page: p})
	}
}

// searchBatch is after how many resources a search says what it has found.
const searchBatch = 500

// search looks for a text in everything.
func (r *runner) search(ctx context.Context, e searchEffect, send func(event)) {
	if e.query == "" {
		return
	}
	m := newMatcher(e.query)
	found := foundEvent{search: e.search}
	look := func(key pageKey, res *computed.Resource) {
		if newPage(e.doc.lines(key, res)).has(m) {
			found.hits = append(found.hits, key)
		}
	}
	for i := range e.doc.summary.Outputs {
		look(pageKey{outputPage, i}, nil)
	}
	for i := range e.doc.summary.Invoked {
		look(pageKey{actionPage, i}, nil)
	}
	_, err := e.doc.plan.All(ctx, func(i int, res computed.Resource) error {
		look(pageKey{resourcePage, i}, &res)
		if found.looked = i + 1; found.looked%searchBatch == 0 {
			send(found)
			found.hits = nil
		}
		return ctx.Err()
	})
	if ctx.Err() != nil {
		return
	}
	found.done, found.err = true, err
	send(found)
}

// filter selects resources.
func (r *runner) filter(ctx context.Context, e filterEffect, send func(event)) {
	if e.stop {
		return
	}
	out := filteredEvent{filter: e.filter}
	set, where, err := r.parse(e.text)
	if err == nil {
		var plan *planfmt.OpenPlan
		if plan, err = e.doc.plan.Select(ctx, set, where); err == nil {
			out.doc = e.doc.selecting(plan)
		}
	}
	if out.err = err; ctx.Err() == nil {
		send(out)
	}
}
