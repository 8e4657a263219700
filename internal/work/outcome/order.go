package outcome

import "github.com/planfmt/planfmt/plans"

// Order says which planned changes come after which others, because they depend on each other.
type Order struct {
	// NodeOf has the place of the node for the address of each change; those without one come after nothing.
	NodeOf map[string]int
	// Uses are the nodes that each node depends on.
	Uses [][]int
}

// waits finds out which changes were to come after one that has failed. What is created or changed comes after what it depends on; what is
// destroyed comes after what depends on it.
type waits struct {
	order   Order
	usedBy  [][]int
	planned []Planned
	members map[int][]int // the changes at each node
	seen    [2][]bool     // by way: the nodes that a failure has reached
	// after has, for each change, the one that has failed, or -1.
	after []int
}

// The two ways in which a failure spreads.
const (
	toUsers = iota // to what depends on it
	toUsed         // to what it depends on
)

func newWaits(planned []Planned, order Order) *waits {
	n := len(order.Uses)
	w := &waits{order: order, planned: planned, usedBy: make([][]int, n), members: map[int][]int{}, after: make([]int, len(planned))}
	w.seen = [2][]bool{make([]bool, n), make([]bool, n)}
	for from, uses := range order.Uses {
		for _, to := range uses {
			w.usedBy[to] = append(w.usedBy[to], from)
		}
	}
	for i := range planned {
		w.after[i] = -1
		if node, ok := order.NodeOf[planned[i].Header.Address]; ok {
			w.members[node] = append(w.members[node], i)
		}
	}
	return w
}

// fail takes note of a change that has failed, and returns those that were to come after it, and after no other one that had failed before. All
// failures together take no more than linear time: what one has reached, no other one reaches again.
func (w *waits) fail(i int) (kept []int) {
	node, ok := w.order.NodeOf[w.planned[i].Header.Address]
	if !ok {
		return nil
	}
	a := w.planned[i].Header.Action
	if a != plans.Delete && a != plans.Forget {
		kept = w.spread(kept, i, node, toUsers, func(a plans.Action) bool { return a != plans.Delete && a != plans.Forget && a != plans.NoOp })
	}
	if a == plans.Delete || a.Replaces() {
		kept = w.spread(kept, i, node, toUsed, func(a plans.Action) bool { return a == plans.Delete || a.Replaces() })
	}
	return kept
}

// spread follows one way from a node, and appends the changes that come after the one that has failed.
func (w *waits) spread(kept []int, failed, from, way int, waits func(plans.Action) bool) []int {
	next, seen := w.usedBy, w.seen[way]
	if way == toUsed {
		next = w.order.Uses
	}
	queue := []int{from}
	for len(queue) > 0 {
		node := queue[0]
		queue = queue[1:]
		for _, to := range next[node] {
			if seen[to] || to == from {
				continue
			}
			seen[to] = true
			queue = append(queue, to)
			for _, i := range w.members[to] {
				if i != failed && w.after[i] < 0 && waits(w.planned[i].Header.Action) {
					w.after[i] = failed
					kept = append(kept, i)
				}
			}
		}
	}
	return kept
}

// AddWaits adds to what was not reached after what it was to come.
func (o *Outcome) AddWaits(order Order) {
	planned := make([]Planned, len(o.Resources))
	for i := range o.Resources {
		planned[i].Header = o.Resources[i].Header
	}
	w := newWaits(planned, order)
	for i := range o.Resources {
		if f := o.Resources[i].Fate; f == Failed || f == HalfDone || f == Interrupted {
			w.fail(i)
		}
	}
	for i := range o.Resources {
		if r := &o.Resources[i]; r.Fate == NotReached && w.after[i] >= 0 {
			first := &o.Resources[w.after[i]]
			r.Remarks = append(r.Remarks, "it was to come after "+plans.SpellName(first.Header.Address)+", which "+map[Fate]string{
				Failed: "failed", HalfDone: "is half done", Interrupted: "was interrupted",
			}[first.Fate])
		}
	}
}
