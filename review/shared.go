package review

import "slices"

// Shared returns the groups that several Groupers have, such as those of several plans, and takes
// them out of these. Such a group has the members of all, in the order of the Groupers, and the
// value of the first. Only groups of which the value may be shared count.
func Shared[T any](all []*Grouper[T], mayShare func(T) bool) []*Group[T] {
	seen := map[likenessKey]int{} // in how many
	for _, g := range all {
		for key, group := range g.groups {
			if mayShare(group.Value) {
				seen[key]++
			}
		}
	}
	merged := map[likenessKey]*Group[T]{}
	var shared []*Group[T]
	for _, g := range all {
		for _, group := range g.Groups() {
			key := group.key
			if seen[key] < 2 {
				continue
			}
			delete(g.groups, key)
			to := merged[key]
			if to == nil {
				merged[key] = group
				shared = append(shared, group)
				continue
			}
			to.merge(group)
		}
		g.all = slices.DeleteFunc(g.all, func(group *Group[T]) bool { return seen[group.key] > 1 })
	}
	slices.SortStableFunc(shared, func(a, b *Group[T]) int { return a.Members[0].Compare(b.Members[0]) })
	return shared
}

// merge adds the members of another group with the same signature.
func (g *Group[T]) merge(other *Group[T]) {
	g.Members = append(g.Members, other.Members...)
	for i, o := range other.own {
		if o.Digest == g.own[i].Digest && (other.differs == nil || !other.differs[i]) {
			continue
		}
		if g.differs == nil {
			g.differs = make([]bool, len(g.own))
		}
		g.differs[i] = true
	}
}
