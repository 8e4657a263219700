package graph

import (
	"math/bits"
	"slices"

	"github.com/planfmt/planfmt/computed"
	"github.com/planfmt/planfmt/internal/read/source"
)

// Impacts says, for each instance that is replaced or destroyed, how many other managed instances depend on it.
type Impacts struct {
	// Complete is false if counting would take too long for some of the instances: these have no impact.
	Complete bool
	// Steps counts what has been done, as in [Graph].
	Steps  int
	alone  bool    // nothing depends on anything
	census *census // nil if alone, or if nothing is replaced or destroyed
	of     map[*group]computed.Impact
}

// hasImpact reports whether a change is one of which it matters what depends on the resource.
func hasImpact(r *source.Resource) bool {
	return GoesAway(r.Action) && r.Deposed == "" && r.Mode != "data"
}

// NewImpacts counts what depends on what goes away.
func NewImpacts(facts *source.Facts) *Impacts {
	all := &Impacts{Complete: true, of: map[*group]computed.Impact{}}
	anyGone := false
	for r := range facts.Changes.All() {
		if anyGone = hasImpact(r); anyGone {
			break
		}
	}
	if !anyGone {
		return all
	}
	if all.alone = !Refers(facts); all.alone {
		return all
	}
	w := newWires(facts, true)
	all.census = w.census
	c := counting{w: w}
	c.number()
	sure, possible := newReach(w, func(how computed.Dependency) bool { return how&computed.AnyInstance == 0 }), newReach(w, func(computed.Dependency) bool { return true })
	var gone []*group
	for _, g := range w.census.all {
		if g.facts&goesAway != 0 {
			gone = append(gone, g)
		}
	}
	for batch := range slices.Chunk(gone, batchSize) {
		if w.steps > maxImpactSteps {
			all.Complete = false
			break
		}
		surely, changed := c.count(sure, batch)
		possibly, _ := c.count(possible, batch)
		for i, g := range batch {
			all.of[g] = computed.Impact{Dependents: surely[i], Unchanged: surely[i] - changed[i], Possible: possibly[i] - surely[i]}
		}
	}
	all.Steps = w.steps
	return all
}

// Of returns the impact of one of the plan's Changes, or nil if there is none. Several goroutines may call it.
func (a *Impacts) Of(r *source.Resource) *computed.Impact {
	switch {
	case a == nil || !hasImpact(r):
		return nil
	case a.alone:
		return &computed.Impact{}
	case a.census == nil:
		return nil
	}
	impact, ok := a.of[a.census.groupOf(r.Address)]
	if !ok {
		return nil
	}
	return &impact
}

const (
	// batchSize is how many groups are followed at once: one for each bit of a word.
	batchSize = 64
	// maxImpactSteps is how many vertices and wires are looked at: some seconds of work. Plans in which 100,000 resources that
	// depend on each other are destroyed need as many.
	maxImpactSteps = 1 << 30
)

// counting counts instances.
type counting struct {
	w *wires
	// managed and changed count the managed instances at each vertex, and those of them that change.
	managed, changed []int
}

func (c *counting) number() {
	c.managed, c.changed = make([]int, len(c.w.vertices)), make([]int, len(c.w.vertices))
	for _, g := range c.w.census.all {
		if g.managed {
			c.managed[g.vertex] = g.n
			if g.facts&changes != 0 {
				c.changed[g.vertex] = g.n
			}
		}
	}
}

// count returns for each of some groups how many managed instances, and how many of these that change, depend on an instance of it. The
// instance itself does not count. Those beside it do if they depend on each other.
func (c *counting) count(r *reachability, from []*group) (all, changed [batchSize]int) {
	r.follow(from)
	c.w.steps += len(r.order) + r.wires
	var every, these bitTally
	for at, n := range c.managed {
		if n > 0 {
			mask := r.mask[r.component[at]]
			every.add(mask, n)
			these.add(mask, c.changed[at])
		}
	}
	all, changed = every.sums(), these.sums()
	for i, g := range from {
		if !g.managed {
			continue
		}
		self := g.n
		if len(r.order[r.component[g.vertex]]) > 1 {
			self = 1 // something leads from the group back to it
		}
		all[i] -= self
		if g.facts&changes != 0 {
			changed[i] -= self
		}
	}
	return all, changed
}

// bitTally counts for each bit of a word. The counts are spread over words, too: the first has the lowest bits of all of them.
type bitTally struct{ planes []uint64 }

// add adds n to the counts of the bits that are set.
func (t *bitTally) add(mask uint64, n int) {
	for first := 0; n != 0; first, n = first+1, n>>1 {
		if n&1 == 0 {
			continue
		}
		carry := mask
		for i := first; carry != 0; i++ {
			for i >= len(t.planes) {
				t.planes = append(t.planes, 0)
			}
			t.planes[i], carry = t.planes[i]^carry, t.planes[i]&carry
		}
	}
}

func (t *bitTally) sums() (n [batchSize]int) {
	for i, plane := range t.planes {
		for ; plane != 0; plane &= plane - 1 {
			n[bits.TrailingZeros64(plane)] += 1 << i
		}
	}
	return n
}

// reachability follows wires backwards, for many vertices at once. Vertices that lead to each other are one component.
type reachability struct {
	w         *wires
	uses      func(computed.Dependency) bool
	component []int32   // of each vertex
	order     [][]int32 // the vertices of each component, after all components that they lead to
	wires     int
	mask      []uint64 // of each component: from which of the groups it can be reached
}

func newReach(w *wires, uses func(computed.Dependency) bool) *reachability {
	r := &reachability{w: w, uses: uses, component: make([]int32, len(w.vertices))}
	r.findComponents()
	r.mask = make([]uint64, len(r.order))
	return r
}

// follow sets the masks: bit i is set if the vertices depend on from[i].
func (r *reachability) follow(from []*group) {
	clear(r.mask)
	for i, g := range from {
		r.mask[r.component[g.vertex]] |= 1 << i
	}
	for n, members := range r.order {
		mask := r.mask[n]
		for _, at := range members {
			for _, x := range r.w.vertices[at].out {
				if r.uses(x.how) {
					mask |= r.mask[r.component[x.to]]
				}
			}
		}
		r.mask[n] = mask
	}
}

// findComponents finds the strongly connected components, as Tarjan does, without recursion.
func (r *reachability) findComponents() {
	n := len(r.w.vertices)
	index, low := make([]int32, n), make([]int32, n) // from 1; 0 means not seen
	onStack := make([]bool, n)
	var stack []int32
	type frame struct {
		at   int32
		next int
	}
	var frames []frame
	count := int32(0)
	for start := range n {
		if index[start] != 0 {
			continue
		}
		frames = append(frames, frame{int32(start), 0})
		for len(frames) > 0 {
			f := &frames[len(frames)-1]
			at := f.at
			if f.next == 0 && index[at] == 0 {
				count++
				index[at], low[at] = count, count
				stack, onStack[at] = append(stack, at), true
			}
			out := r.w.vertices[at].out
			deeper := false
			for f.next < len(out) {
				x := out[f.next]
				f.next++
				if !r.uses(x.how) {
					continue
				}
				r.wires++
				if index[x.to] == 0 {
					frames = append(frames, frame{x.to, 0})
					deeper = true
					break
				}
				if onStack[x.to] {
					low[at] = min(low[at], index[x.to])
				}
			}
			if deeper {
				continue
			}
			if low[at] == index[at] {
				r.popComponent(&stack, onStack, at)
			}
			frames = frames[:len(frames)-1]
			if len(frames) > 0 {
				around := frames[len(frames)-1].at
				low[around] = min(low[around], low[at])
			}
		}
	}
}

// popComponent makes a component of what is on the stack, down to a vertex.
func (r *reachability) popComponent(stack *[]int32, onStack []bool, down int32) {
	s := *stack
	i := len(s) - 1
	for s[i] != down {
		i--
	}
	members := append([]int32(nil), s[i:]...)
	for _, at := range members {
		onStack[at], r.component[at] = false, int32(len(r.order))
	}
	r.order = append(r.order, members)
	*stack = s[:i]
}
