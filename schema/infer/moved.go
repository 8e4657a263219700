package infer

import "github.com/planfmt/planfmt/values"

// moved are the elements of two arrays that are not equal to the element in the same
// place. They are compared by their hashes.
type moved struct {
	old, new         values.Value
	restOld, restNew []movedElement
	left             []int32 // by number: how many old elements are left for new ones
}

// movedElement is an element that may be in another place.
type movedElement struct {
	index  int32
	number int32 // the same for equal elements; -1 for a new element without an old one
}

func findMoved(old, new values.Value) *moved {
	m := &moved{old: old, new: new}
	both := min(old.Len(), new.Len())
	for i := range max(old.Len(), new.Len()) {
		if i < both && old.Elem(i).Equal(new.Elem(i)) {
			continue
		}
		if i < old.Len() {
			m.restOld = append(m.restOld, movedElement{index: int32(i)})
		}
		if i < new.Len() {
			m.restNew = append(m.restNew, movedElement{index: int32(i)})
		}
	}
	return m
}
