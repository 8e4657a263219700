package review

// Shared returns the groups that several Groupers have, such as those of several plans, and takes
// them out of these. Such a group has the members of all, in the order of the Groupers, and the
// value of the first. Only groups of which the value may be shared count. Resources that are alike in several Groupers,
// but of which something is shown that only one of the Groupers has, stay there if there are only a few such differences.
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
	parts := map[*Group[T]][]part[T]{}
	var keys []likenessKey
	for _, g := range all {
		var rest []*Group[T]
		for _, group := range g.all {
			key := group.key
			if seen[key] < 2 {
				rest = append(rest, group)
				continue
			}
			group.sort()
			to := merged[key]
			if to == nil {
				to = group
				merged[key], keys = group, append(keys, key)
			} else {
				to.merge(group)
			}
			parts[to] = append(parts[to], part[T]{g, len(to.Members)})
			delete(g.groups, key)
		}
		g.all = rest
	}
	var shared []*Group[T]
	for _, key := range keys {
		group := merged[key]
		owners := group.owners(parts[group])
		for i, variant := range group.split() {
			if owners[i] != nil {
				owners[i].all = append(owners[i].all, variant)
			} else {
				shared = append(shared, variant)
			}
		}
	}
	sortGroups(shared)
	return shared
}

// part is what one of the Groupers has of a merged group.
type part[T any] struct {
	grouper *Grouper[T]
	end     int // of its members
}

// owners returns for each group that split returns the Grouper that has all of it, or nil if several have some.
func (g *Group[T]) owners(parts []part[T]) []*Grouper[T] {
	if g.many || len(g.variants) == 1 {
		return []*Grouper[T]{nil}
	}
	owners, several := make([]*Grouper[T], len(g.variants)), make([]bool, len(g.variants))
	at := 0
	for n, i := range g.of {
		for n == parts[at].end {
			at++
		}
		from := parts[at].grouper
		several[i] = several[i] || owners[i] != nil && owners[i] != from
		owners[i] = from
	}
	for i := range owners {
		if several[i] {
			owners[i] = nil
		}
	}
	return owners
}
