package graph

import (
	"math/bits"

	"github.com/planfmt/planfmt/computed"
	"github.com/planfmt/planfmt/internal/source"
)

// Impacts counts, for each instance that is replaced or destroyed, how many other managed instances depend on it. complete is false if
// that would take too long for some of them: these have no impact. steps counts what has been done, as in [Graph].
func Impacts(facts *source.Facts) (impacts map[source.Handle]*computed.Impact, complete bool, steps int) {
	impacts, complete = map[source.Handle]*computed.Impact{}, true
	var gone []*source.Resource
	for r := range facts.Changes.All() {
		if GoesAway(r.Action) && r.Deposed == "" && r.Mode != "data" {
			gone = append(gone, r)
		}
	}
	if len(gone) == 0 {
		return impacts, true, 0
	}
	w := newWires(facts, true)
	c := counting{w: w}
	c.number()
	sure, all := newReach(w, func(how How) bool { return how&AnyInstance == 0 }), newReach(w, func(How) bool { return true })
	for len(gone) > 0 {
		batch := gone[:min(len(gone), batchSize)]
		gone = gone[len(batch):]
		if w.steps > maxImpactSteps {
			complete = false
			break
		}
		from := make([]int32, len(batch))
		for i, r := range batch {
			from[i] = w.byAddress[r.Address].vertex
		}
		surely, changed := c.count(sure, from)
		possibly, _ := c.count(all, from)
		for i, r := range batch {
			impacts[r.Handle] = &computed.Impact{Dependents: surely[i], Unchanged: surely[i] - changed[i], Possible: possibly[i] - surely[i]}
		}
	}
	return impacts, complete, w.steps
}

const (
	// batchSize is how many instances are followed at once: one for each bit of a word.
	batchSize = 64
	// maxImpactSteps is how many vertices and wires are looked at: some seconds of work. Plans in which 100,000 resources that
	// depend on each other are destroyed need as many.
	maxImpactSteps = 1 << 30
)

// counting counts instances.
type counting struct {
	w *wires
	// managed and changed say which vertices are managed instances, and which of these change.
	managed, changed []bool
}

func (c *counting) number() {
	c.managed, c.changed = make([]bool, len(c.w.vertices)), make([]bool, len(c.w.vertices))
	for _, i := range c.w.instances {
		if i.vertex >= 0 && i.managed() {
			c.managed[i.vertex], c.changed[i.vertex] = true, i.change != nil
		}
	}
}

// count returns how many managed instances, and how many of these that change, depend on each of some vertices, apart from itself.
func (c *counting) count(r *reachability, from []int32) (all, changed [batchSize]int) {
	r.follow(from)
	c.w.steps += len(r.order) + r.wires
	var every, these tally
	for at, isManaged := range c.managed {
		if isManaged {
			every.add(r.mask[r.group[at]])
			if c.changed[at] {
				these.add(r.mask[r.group[at]])
			}
		}
	}
	all, changed = every.sums(), these.sums()
	for i, at := range from {
		if c.managed[at] {
			all[i]--
			if c.changed[at] {
				changed[i]--
			}
		}
	}
	return all, changed
}

// tally counts, for each bit of a word, in how many words it is set. The counts are spread over words, too: the first has the lowest
// bits of all of them.
type tally struct{ planes []uint64 }

func (t *tally) add(mask uint64) {
	for i := 0; mask != 0; i++ {
		if i == len(t.planes) {
			t.planes = append(t.planes, 0)
		}
		t.planes[i], mask = t.planes[i]^mask, t.planes[i]&mask
	}
}

func (t *tally) sums() (n [batchSize]int) {
	for i, plane := range t.planes {
		for ; plane != 0; plane &= plane - 1 {
			n[bits.TrailingZeros64(plane)] += 1 << i
		}
	}
	return n
}

// reachability follows wires backwards, for many vertices at once. Vertices that lead to each other are one group.
type reachability struct {
	w     *wires
	uses  func(How) bool
	group []int32   // of each vertex
	order [][]int32 // the vertices of each group, after all groups that they lead to
	wires int
	mask  []uint64 // of each group: from which of the vertices it can be reached
}

func newReach(w *wires, uses func(How) bool) *reachability {
	r := &reachability{w: w, uses: uses, group: make([]int32, len(w.vertices))}
	r.findGroups()
	r.mask = make([]uint64, len(r.order))
	return r
}

// follow sets the masks: bit i is set if the group depends on from[i].
func (r *reachability) follow(from []int32) {
	clear(r.mask)
	for i, at := range from {
		r.mask[r.group[at]] |= 1 << i
	}
	for g, members := range r.order {
		mask := r.mask[g]
		for _, at := range members {
			for _, x := range r.w.vertices[at].out {
				if r.uses(x.how) {
					mask |= r.mask[r.group[x.to]]
				}
			}
		}
		r.mask[g] = mask
	}
}

// findGroups finds the strongly connected components, as Tarjan does, without recursion.
func (r *reachability) findGroups() {
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
				r.popGroup(&stack, onStack, at)
			}
			frames = frames[:len(frames)-1]
			if len(frames) > 0 {
				around := frames[len(frames)-1].at
				low[around] = min(low[around], low[at])
			}
		}
	}
}

// popGroup makes a group of what is on the stack, down to a vertex.
func (r *reachability) popGroup(stack *[]int32, onStack []bool, down int32) {
	s := *stack
	i := len(s) - 1
	for s[i] != down {
		i--
	}
	members := append([]int32(nil), s[i:]...)
	for _, at := range members {
		onStack[at], r.group[at] = false, int32(len(r.order))
	}
	r.order = append(r.order, members)
	*stack = s[:i]
}
