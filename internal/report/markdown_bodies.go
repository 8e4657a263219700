package report

import (
	"slices"
	"sync/atomic"

	"github.com/planfmt/planfmt/review"
	"github.com/planfmt/planfmt/sinks"
)

// markdownPaper is what a report in Markdown is written on. The report is never longer than its limit.
type markdownPaper struct {
	opts  Options
	limit int
	reportTop
	intro string // what stands below the headline, before anything else
	// source is what has all that is left out of the report: "plan"
	source  string
	picture string // of what depends on what, as Markdown
	totals  *planTotals
	bodies  keptBodies

	isPart bool                      // of a report of several documents, which counts
	find   func(number int) *drawing // of a part: it finds the drawing of a resource by its number
}

// planTotals are what the table counts that sums up a plan.
type planTotals struct {
	classes          [review.Stored + 1]int // a resource that changes can be imported or moved, too: it counts for both
	outputs, actions int
}

// keptBodies are the drawings of resources that may be in the report: the most important ones,
// and not many more than there is room for.
type keptBodies struct {
	budget   int
	size     int
	byNumber map[int]*drawing               // of the resources in a plan, see review.Place
	inModule map[string][]*drawing          // of those in a state, in the order of the document
	byRank   [lowestBodyRank + 1][]*drawing // in the order of the document
	actions  map[*actionItem]*drawing
	outputs  *drawing // of all outputs
	// full is 1 more than the rank from which on nothing more is kept, or 0. It only decreases,
	// so that a resource which is dropped early would be dropped anyway.
	full atomic.Int32
}

// reset drops everything. limit is that of the report.
func (k *keptBodies) reset(limit int) {
	*k = keptBodies{budget: 2 * limit, byNumber: map[int]*drawing{}, inModule: map[string][]*drawing{}, actions: map[*actionItem]*drawing{}}
}

// isFull reports whether no more bodies of a class are kept, not even that of the first resource of those that change alike. Several
// goroutines may call it.
func (k *keptBodies) isFull(class review.Class) bool { return k.isRankFull(bodyRank(class)) }

func (k *keptBodies) isRankFull(rank int) bool {
	full := k.full.Load()
	return full > 0 && rank >= int(full)-1
}

// keep keeps the drawing of a resource with a number, in a module, and drops the least important
// drawings if there are too many. What is dropped is still known to exist, unless it is like another one.
func (k *keptBodies) keep(number int, module string, d *drawing) {
	rank := d.rank()
	dropped := d.dropped || k.isRankFull(rank)
	switch {
	case dropped && d.follows:
		return
	case d.class == review.Stored:
		k.inModule[module] = append(k.inModule[module], d)
	default:
		k.byNumber[number] = d
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
func (k *keptBodies) shrink(size int) {
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

// bodyRank says how important the body of a change is; 0 is the most important. The body of
// something that is destroyed says less than that of something that changes.
func bodyRank(c review.Class) int {
	switch c {
	case review.Unknown, review.Replace:
		return int(c)
	case review.Update:
		return 2
	case review.Delete:
		return 3
	case review.Forget:
		return 4
	case review.Deferred:
		return 5
	case review.Import:
		return 6
	case review.Move:
		return 7
	case review.Drift:
		return 8
	case review.Read:
		return 9
	case review.Create:
		return 10
	}
	return lowestFirstRank
}

// The ranks of the bodies of resources that change like another one come after all others.
const (
	lowestFirstRank = 11
	lowestBodyRank  = 2*lowestFirstRank + 1
)

// rank says how important a drawing is; 0 is the most important.
func (d *drawing) rank() int {
	rank := bodyRank(d.class)
	if d.follows {
		rank += lowestFirstRank + 1
	}
	return rank
}

// drawingsOf returns the drawings of an item: of resources that change alike, those of all, as far as they have been kept. The
// resources with alarming values come first. like counts those that have not been kept.
func (m *markdownPaper) drawingsOf(of item) (all []*drawing, like int) {
	switch it := of.(type) {
	case *actionItem:
		if d := m.bodies.actions[it]; d != nil {
			all = append(all, d)
		}
	case *moduleItem:
		all = m.bodies.inModule[it.module]
	case *resourceItem:
		return m.drawingsOfResources(it)
	}
	return all, 0
}

func (m *markdownPaper) drawingsOfResources(it *resourceItem) (all []*drawing, like int) {
	find := func(number int) *drawing { return m.bodies.byNumber[number] }
	if m.find != nil {
		find = m.find
	}
	var alarming, others, dropped []*drawing
	plans := map[string][]string{} // by the text of the drawing
	for _, p := range it.members {
		d := find(p.Number)
		switch {
		case d == nil:
			like++
			continue
		case it.in != nil && !d.dropped:
			// The same resources of several plans have the same drawings.
			names := plans[string(d.text)]
			if plans[string(d.text)] = append(names, it.in(p)); len(names) > 0 {
				continue
			}
		}
		switch {
		case d.dropped:
			dropped = append(dropped, d)
		case it.alarmed[p.Number]:
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
			d.title = "  # in " + sinks.Escape(fewPaths(names)) + ":\n"
		}
	}
	return all, like
}
