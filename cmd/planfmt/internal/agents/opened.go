package agents

import (
	"context"
	"io/fs"
	"os"
	"slices"

	"github.com/planfmt/planfmt"
	"github.com/planfmt/planfmt/computed"
	"github.com/planfmt/planfmt/internal/report"
	"github.com/planfmt/planfmt/internal/report/layout"
	"github.com/planfmt/planfmt/review"
)

// opened is a document whose resources are compared when somebody asks for them.
type opened struct {
	file *os.File
	info fs.FileInfo
	plan *planfmt.OpenPlan

	summary   computed.Summary
	entries   []computed.Resource
	places    []review.Place // of the entries
	order     []int          // of the entries, by importance, without those that do not change
	byAddress map[string][]int
	pages     *report.Pages

	size int64 // how much memory it takes up, by an estimate

	// These belong to the mutex of [documents].
	users int
	gone  bool // it is closed when nobody uses it any more
}

func (o *opened) close() {
	_ = o.plan.Close()
	_ = o.file.Close()
}

// values are how all tools compare: what they hide must not depend on who has asked before. Resources that do not change have secrets, too.
var values = planfmt.Needs{Drift: true, NoOps: true, MaskCopies: true, Readable: true, Complete: true}

// looking calls do with an open document, see [documents.withPart].
func (s *documents) looking(ctx context.Context, path string, do func(d *opened, again bool) error) error {
	return s.withPart(ctx, path, s.openPart(), func(d document, again bool) error { return do(d.opened, again) })
}

// openPart is a document for calls that look at its resources.
func (s *documents) openPart() documentPart {
	return documentPart{name: "open", keeps: true, has: func(d *document) bool { return d.opened != nil }, read: s.open}
}

func (s *documents) open(ctx context.Context, f *os.File, info fs.FileInfo) (add func(*document), err error) {
	opts := s.base
	opts.Needs, opts.ShowUnchanged = values, true
	opts.Needs.Causes, opts.Needs.References, opts.Needs.Impact, opts.Needs.Hazards = true, true, true, true
	opts.Progress = progress(ctx, info.Size())
	plan, err := planfmt.Open(ctx, f, opts)
	if err != nil {
		return nil, err
	}
	o := &opened{file: f, info: info, plan: plan, byAddress: map[string][]int{}}
	o.summary, o.entries = plan.Summary(), plan.Entries()
	o.pages = report.NewPages(o.summary, o.entries, report.PagesOptions{Options: layout.Options{Dialect: plan.Dialect(), Refinements: true, ShowSource: true}})
	o.places = make([]review.Place, len(o.entries))
	for i := range o.entries {
		e := &o.entries[i]
		o.places[i] = review.PlaceOf(e)
		o.byAddress[e.Address] = append(o.byAddress[e.Address], i)
		if o.places[i].Class != review.Unchanged {
			o.order = append(o.order, i)
		}
	}
	slices.SortStableFunc(o.order, func(a, b int) int { return o.places[a].Compare(o.places[b]) })
	o.size = info.Size()/16 + int64(len(o.entries))*eachResource
	return func(d *document) { d.opened = o }, nil
}
