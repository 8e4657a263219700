package access

import (
	"slices"

	"github.com/planfmt/planfmt/internal/meaning/globset"
)

// A box is a set of points: in each dimension, such as the action or the resource, a text is in the set of the dimension.
type box []globset.Set

// A region is a box with several sets for a dimension: a text is in all of them.
type region [][]globset.Set

// region returns the box as a region.
func (b box) region() region {
	r := make(region, len(b))
	for d, set := range b {
		r[d] = []globset.Set{set}
	}
	return r
}

// meet returns what is in the region and in a box.
func (r region) meet(b box) region {
	m := make(region, len(r))
	for d, sets := range r {
		m[d] = append(slices.Clip(sets), b[d])
	}
	return m
}

// mostCuts is how many boxes may cut something out of a region before nobody decides what is left: each of them doubles the cases.
const mostCuts = 10

// A cut is a box that takes something away, with the dimensions in which a point may miss it.
type cut struct {
	box        box
	dimensions []int
}

// leftOver decides whether a point of a region is in none of some boxes. It is exact: a point misses each box in at least one dimension, and all
// choices are tried.
func leftOver(s *globset.Search, r region, boxes []box) globset.Answer {
	var cuts []cut
	for _, b := range boxes {
		c, apart := newCut(s, r, b)
		if !apart && len(c.dimensions) == 0 {
			return globset.No
		}
		if !apart {
			cuts = append(cuts, c)
		}
	}
	outside := make([][]globset.Set, len(r))
	var open []cut
	for _, c := range cuts {
		if d := c.dimensions[0]; len(c.dimensions) == 1 {
			outside[d] = append(outside[d], c.box[d])
		} else {
			open = append(open, c)
		}
	}
	if len(open) > mostCuts {
		return leftInOneDimension(s, r, outside, open)
	}
	return tryCuts(s, r, outside, open)
}

// newCut compares a region with a box. They are apart if no point is in both.
func newCut(s *globset.Search, r region, b box) (c cut, apart bool) {
	c.box = b
	for d, sets := range r {
		if s.Exists(append(slices.Clip(sets), b[d]), nil) == globset.No {
			return cut{}, true
		}
		if s.Exists(sets, []globset.Set{b[d]}) != globset.No {
			c.dimensions = append(c.dimensions, d)
		}
	}
	return c, false
}

// leftInOneDimension looks for a point that misses all cuts in the same dimension. It cannot tell that there is none.
func leftInOneDimension(s *globset.Search, r region, outside [][]globset.Set, cuts []cut) globset.Answer {
	for d := range r {
		sets := slices.Clone(outside)
		for _, c := range cuts {
			sets[d] = append(slices.Clip(sets[d]), c.box[d])
		}
		if hasRoom(s, r, sets) == globset.Yes {
			return globset.Yes
		}
	}
	return globset.Undecided
}

// tryCuts tries all dimensions in which a point may miss the first cut, and goes on with the others.
func tryCuts(s *globset.Search, r region, outside [][]globset.Set, cuts []cut) globset.Answer {
	answer := hasRoom(s, r, outside)
	if len(cuts) == 0 || answer == globset.No {
		return answer
	}
	answer = globset.No
	for _, d := range cuts[0].dimensions {
		sets := slices.Clone(outside)
		sets[d] = append(slices.Clip(sets[d]), cuts[0].box[d])
		switch tryCuts(s, r, sets, cuts[1:]) {
		case globset.Yes:
			return globset.Yes
		case globset.Undecided:
			answer = globset.Undecided
		}
	}
	return answer
}

// hasRoom decides whether each dimension of a region has a text that is outside of some sets.
func hasRoom(s *globset.Search, r region, outside [][]globset.Set) globset.Answer {
	answer := globset.Yes
	for d, sets := range r {
		switch s.Exists(sets, outside[d]) {
		case globset.No:
			return globset.No
		case globset.Undecided:
			answer = globset.Undecided
		}
	}
	return answer
}

// mayMeet reports whether it is not certain that a region and a box have no point in common.
func mayMeet(s *globset.Search, r region, b box) bool {
	for d, sets := range r {
		if s.Exists(append(slices.Clip(sets), b[d]), nil) == globset.No {
			return false
		}
	}
	return true
}
