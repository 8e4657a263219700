package view

import (
	"cmp"
	"slices"

	"github.com/planfmt/planfmt"
	"github.com/planfmt/planfmt/computed"
	"github.com/planfmt/planfmt/doc"
	"github.com/planfmt/planfmt/internal/report"
	"github.com/planfmt/planfmt/internal/report/layout"
	"github.com/planfmt/planfmt/review"
)

// document is what is viewed, with a selection of its resources. It is never changed.
type document struct {
	plan     *planfmt.OpenPlan
	pages    *report.Pages
	opts     report.PagesOptions
	policies layout.SourceText
	product  string
	title    string

	summary   computed.Summary
	entries   []computed.Resource
	classes   []review.Class // of the entries
	order     []int32        // the entries by importance
	byAddress map[string]int32

	headline doc.Text
	counts   []string      // how often each action is planned, in words
	signs    [numSigns]int // how often each sign is, in what the plan does
}

func newDocument(o *Options) *document {
	d := &document{
		plan: o.Plan, title: o.Title, policies: o.Policies,
		opts: report.PagesOptions{Options: layout.Options{Dialect: o.Dialect, Refinements: o.Refinements, ShowSource: o.ShowSource}},
	}
	if d.opts.Dialect.Name == "" {
		d.opts.Dialect = o.Plan.Dialect()
	}
	d.product = d.opts.Dialect.Product
	d.read()
	d.classes = make([]review.Class, len(d.entries))
	d.byAddress = make(map[string]int32, len(d.entries))
	places := make([]review.Place, len(d.entries))
	var byClass [review.Stored + 1][]int32
	for i := range d.entries {
		e := &d.entries[i]
		places[i] = review.PlaceOf(e)
		d.classes[i] = places[i].Class
		if c := d.classes[i]; c < review.Drift {
			d.signs[doc.ActionSign(e.Action)]++
		}
		byClass[d.classes[i]] = append(byClass[d.classes[i]], int32(i))
		// An address means the current object rather than a deposed one, and what the plan does, which comes behind drift.
		if old, ok := d.byAddress[e.Address]; !ok || means(e, &d.entries[old]) {
			d.byAddress[e.Address] = int32(i)
		}
	}
	d.order = make([]int32, 0, len(d.entries))
	for _, all := range byClass {
		// Products write resources in the order of their addresses, so there is little to do.
		slices.SortFunc(all, func(x, y int32) int { return cmp.Or(places[x].Compare(places[y]), cmp.Compare(x, y)) })
		d.order = append(d.order, all...)
	}
	return d
}

// means reports whether the address of two entries means the first rather than the second.
func means(e, old *computed.Resource) bool {
	if (e.Deposed == "") != (old.Deposed == "") {
		return e.Deposed == ""
	}
	return old.Section < e.Section
}

// read takes from the plan what depends on the selection.
func (d *document) read() {
	d.summary, d.entries = d.plan.Summary(), d.plan.Entries()
	d.pages = report.NewPages(d.summary, d.entries, d.opts)
	d.headline, d.counts = d.pages.Headline(), d.pages.Counts()
}

// selecting returns the same document with another selection.
func (d *document) selecting(plan *planfmt.OpenPlan) *document {
	out := *d
	out.plan = plan
	out.read()
	return &out
}

// showingMuted returns the same document, and shows what is muted in its resources, or hides it.
func (d *document) showingMuted(show bool) *document {
	out := *d
	out.opts.ShowMuted = show
	out.read()
	return &out
}

// isShown reports whether a resource is not muted. One that could not be read never is.
func (d *document) isShown(i int) bool { return !d.entries[i].Muted || d.entries[i].Err != nil }

// sign returns the sign of a node that is not a group.
func (d *document) sign(n *treeNode) doc.Sign {
	switch {
	case n.alert:
		return doc.Unrecognised
	case n.kind == resourceNode && d.entries[n.at].Section == computed.StateSection:
		return doc.NoSign
	case n.kind == resourceNode:
		return doc.ActionSign(d.entries[n.at].Action)
	case n.kind == outputNode && d.summary.State == computed.NotState:
		return doc.ActionSign(d.summary.Outputs[n.at].Diff.Action)
	}
	return doc.NoSign
}

// name returns what a node is called when it is copied, or nothing stands around it.
func (d *document) name(n *treeNode) string {
	switch n.kind {
	case resourceNode:
		return d.entries[n.at].Address
	case outputNode:
		return "output." + n.label
	}
	return n.label
}
