package markdown

import (
	"slices"
	"sync/atomic"

	"github.com/planfmt/planfmt/internal/report/content"
	"github.com/planfmt/planfmt/internal/report/layout"
	"github.com/planfmt/planfmt/internal/report/wording"
	"github.com/planfmt/planfmt/review"
	"github.com/planfmt/planfmt/sinks"
)

// Paper is what a report in Markdown is written on. The report is never longer than its limit.
type Paper struct {
	Opts  layout.Options
	Limit int
	Top
	Intro string // what stands below the headline, before anything else
	// source is what has all that is left out of the report: "plan"
	Source  string
	Picture string // of what depends on what, as Markdown
	Totals  *PlanTotals
	Bodies  Bodies

	IsPart bool                      // of a report of several documents, which counts
	Find   func(number int) *Drawing // of a part: it finds the drawing of a resource by its number
}

// PlanTotals are what the table counts that sums up a plan.
type PlanTotals struct {
	Classes          [review.Stored + 1]int // a resource that changes can be imported or moved, too: it counts for both
	Outputs, Actions int
}

// Bodies are the drawings of resources that may be in the report: the most important ones,
// and not many more than there is room for.
type Bodies struct {
	budget   int
	size     int
	ByNumber map[int]*Drawing               // of the resources in a plan, see review.Place
	inModule map[string][]*Drawing          // of those in a state, in the order of the document
	byRank   [lowestBodyRank + 1][]*Drawing // in the order of the document
	Actions  map[*content.ActionItem]*Drawing
	Outputs  *Drawing // of all outputs
	// full is 1 more than the rank from which on nothing more is kept, or 0. It only decreases,
	// so that a resource which is dropped early would be dropped anyway.
	full atomic.Int32
}

// Reset drops everything. limit is that of the report.
func (k *Bodies) Reset(limit int) {
	*k = Bodies{budget: 2 * limit, ByNumber: map[int]*Drawing{}, inModule: map[string][]*Drawing{}, Actions: map[*content.ActionItem]*Drawing{}}
}

// IsFull reports whether no more bodies of a class are kept, not even that of the first resource of those that change alike. Several
// goroutines may call it.
func (k *Bodies) IsFull(class review.Class) bool {
	return k.isRankFull(wording.ChangeOfClass(class).BodyRank)
}

func (k *Bodies) isRankFull(rank int) bool {
	full := k.full.Load()
	return full > 0 && rank >= int(full)-1
}

// Keep keeps the drawing of a resource with a number, in a module, and drops the least important
// drawings if there are too many. What is dropped is still known to exist, unless it is like another one.
func (k *Bodies) Keep(number int, module string, d *Drawing) {
	rank := d.rank()
	dropped := d.Dropped || k.isRankFull(rank)
	switch {
	case dropped && d.Follows:
		return
	case d.Class == review.Stored:
		k.inModule[module] = append(k.inModule[module], d)
	default:
		k.ByNumber[number] = d
	}
	if dropped {
		d.drop()
		return
	}
	k.byRank[rank] = append(k.byRank[rank], d)
	k.size += len(d.text)
	k.shrink(k.budget)
}

// shrink drops the least important drawings until the others are no larger than a size.
func (k *Bodies) shrink(size int) {
	for worst := lowestBodyRank; k.size > size && worst >= 0; {
		last := len(k.byRank[worst]) - 1
		if last < 0 {
			worst--
			continue
		}
		k.size -= len(k.byRank[worst][last].text)
		k.byRank[worst][last].drop()
		k.byRank[worst] = k.byRank[worst][:last]
		k.full.Store(int32(worst) + 1)
	}
}

// lowestBodyRank is that of a resource that changes like another one. The ranks of such bodies come after all others.
const lowestBodyRank = 2*wording.LowestBodyRank + 1

// rank says how important a drawing is; 0 is the most important.
func (d *Drawing) rank() int {
	rank := wording.ChangeOfClass(d.Class).BodyRank
	if d.Follows {
		rank += wording.LowestBodyRank + 1
	}
	return rank
}

// drawingsOf returns the drawings of an item: of resources that change alike, those of all, as far as they have been kept. The
// resources with alarming values come first. like counts those that have not been kept.
func (m *Paper) drawingsOf(of content.Item) (all []*Drawing, like int) {
	switch it := of.(type) {
	case *content.ActionItem:
		if d := m.Bodies.Actions[it]; d != nil {
			all = append(all, d)
		}
	case *content.ModuleItem:
		all = m.Bodies.inModule[it.Module]
	case *content.ResourceItem:
		return m.drawingsOfResources(it)
	}
	return all, 0
}

func (m *Paper) drawingsOfResources(it *content.ResourceItem) (all []*Drawing, like int) {
	find := func(number int) *Drawing { return m.Bodies.ByNumber[number] }
	if m.Find != nil {
		find = m.Find
	}
	var alarming, others, dropped []*Drawing
	plans := map[string][]string{} // by the text of the drawing
	for _, p := range it.Members {
		d := find(p.Number)
		switch {
		case d == nil:
			like++
			continue
		case it.InPlan != nil && !d.Dropped:
			// The same resources of several plans have the same drawings.
			names := plans[string(d.text)]
			if plans[string(d.text)] = append(names, it.InPlan(p)); len(names) > 0 {
				continue
			}
		}
		switch {
		case d.Dropped:
			dropped = append(dropped, d)
		case it.Alarmed[p.Number]:
			alarming = append(alarming, d)
		default:
			others = append(others, d)
		}
	}
	if all = slices.Concat(alarming, others, dropped); len(all) == 0 {
		return nil, 0 // there is nothing to draw
	}
	for _, d := range all {
		if names := plans[string(d.text)]; len(plans) > 1 && len(names) > 0 {
			d.title = "  # in " + sinks.Escape(wording.FewPaths(names)) + ":\n"
		}
	}
	return all, like
}
