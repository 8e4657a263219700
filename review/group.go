package review

import (
	"cmp"
	"hash/fnv"
	"slices"

	"github.com/planfmt/planfmt/doc"
	"github.com/planfmt/planfmt/internal/base/sorted"
)

// Grouper puts resources that change alike together. Each group has a value of the caller's,
// such as what it prints about the group. The zero Grouper is ready to use, by one goroutine.
//
// Resources of which something is shown that differs are only in one group if there are many of these
// differences, more than [FewVariants]. Then [Group.Differences] has them.
type Grouper[T any] struct {
	groups map[likenessKey]*Group[T]
	all    []*Group[T] // in the order in which they came
}

type likenessKey struct {
	signature Signature
	apart     string
}

// FewVariants is how many variants of a change are never put together: each of them is a group of its own, in which
// nothing that is shown differs.
const FewVariants = 8

// maxTold is how many different values of an attribute are kept, apart from alarming ones. All are counted.
const maxTold = 1000

// Group is resources that change alike. Each resource is in one group, which may have no
// other.
type Group[T any] struct {
	Value   T
	Members []Place // in order, when Groups has returned the group

	key     likenessKey
	columns []column
	// variants are the combinations of values that are shown. They are nil if there are more than a few.
	variants []variant[T]
	of       []uint8 // the variant of each member, if there are variants
	many     bool    // there are more than a few variants
}

// variant is a combination of values that are shown, and the value of the first resource that has it.
type variant[T any] struct {
	digest uint64
	value  T
}

// column has the values of the members at one path.
type column struct {
	path   string
	told   bool // something is said about the values
	values []distinct
	index  map[[8]byte]int32 // of values, by their digests
	of     []int32           // by member: its value
}

// distinct is a value that members have.
type distinct struct {
	digest   [8]byte
	told     doc.Text // empty if there are very many
	alarming bool
}

// add adds the value of a member.
func (c *column) add(v distinct) {
	i, ok := c.index[v.digest]
	if !ok {
		if c.index == nil {
			c.index = map[[8]byte]int32{}
		}
		i = int32(len(c.values))
		if i >= maxTold && !v.alarming {
			v.told = doc.Text{}
		}
		c.index[v.digest], c.values = i, append(c.values, v)
	}
	c.of = append(c.of, i)
}

// Add adds a resource to its group. If apart is not empty, only those that have the same
// text there are in the same group. If the resource is the first one of which this is shown, Add calls value, and returns true.
func (g *Grouper[T]) Add(p Place, l Likeness, apart string, value func() T) (isFirst bool) {
	key := likenessKey{l.Signature, apart}
	group := g.groups[key]
	isNew := group == nil
	if isNew {
		if g.groups == nil {
			g.groups = map[likenessKey]*Group[T]{}
		}
		group = &Group[T]{Value: value(), key: key, columns: make([]column, len(l.Own))}
		for i := range l.Own {
			// A path may hold on to the paths of many others; its text does not.
			group.columns[i] = column{path: l.Own[i].Path.String(), told: len(l.Own[i].Told.Bytes) > 0}
		}
		g.groups[key], g.all = group, append(g.all, group)
	}
	group.Members = append(group.Members, p)
	digests := fnv.New64a()
	for i := range l.Own {
		o := &l.Own[i]
		group.columns[i].add(distinct{o.Digest, o.Told, o.Alarming})
		if group.columns[i].told {
			digests.Write(o.Digest[:])
		}
	}
	group.vary(digests.Sum64(), func() T {
		if isFirst = true; isNew {
			return group.Value
		}
		return value()
	})
	return isFirst
}

// vary says which variant the newest member is.
func (g *Group[T]) vary(digest uint64, value func() T) {
	if g.many {
		return
	}
	i := slices.IndexFunc(g.variants, func(v variant[T]) bool { return v.digest == digest })
	if i < 0 {
		i = len(g.variants)
		if i == FewVariants {
			g.variants, g.of, g.many = nil, nil, true
			return
		}
		g.variants = append(g.variants, variant[T]{digest, value()})
	}
	g.of = append(g.of, uint8(i))
}

// split returns a group for each variant if there are only a few.
func (g *Group[T]) split() []*Group[T] {
	if g.many || len(g.variants) == 1 {
		return []*Group[T]{g}
	}
	var all []*Group[T]
	for i, v := range g.variants {
		part := &Group[T]{Value: v.value, key: g.key, variants: g.variants[i : i+1]}
		for k := range g.columns {
			c := &g.columns[k]
			own := column{path: c.path, told: c.told}
			for n, of := range g.of {
				if int(of) == i {
					own.add(c.values[c.of[n]])
				}
			}
			part.columns = append(part.columns, own)
		}
		for n, of := range g.of {
			if int(of) == i {
				part.Members, part.of = append(part.Members, g.Members[n]), append(part.of, 0)
			}
		}
		all = append(all, part)
	}
	return all
}

// sort puts the members in order.
func (g *Group[T]) sort() {
	if slices.IsSortedFunc(g.Members, Place.Compare) {
		return
	}
	order := make([]int, len(g.Members))
	for i := range order {
		order[i] = i
	}
	sorted.Stable(order, func(a, b int) int { return g.Members[a].Compare(g.Members[b]) })
	g.Members = permuted(g.Members, order)
	if g.of != nil {
		g.of = permuted(g.of, order)
	}
	for i := range g.columns {
		g.columns[i].of = permuted(g.columns[i].of, order)
	}
}

func permuted[E any](all []E, order []int) []E {
	out := make([]E, len(all))
	for i, from := range order {
		out[i] = all[from]
	}
	return out
}

// Groups returns the groups, in the order of the most important resource of each.
func (g *Grouper[T]) Groups() []*Group[T] {
	var all []*Group[T]
	for _, group := range g.all {
		group.sort()
		all = append(all, group.split()...)
	}
	sortGroups(all)
	return all
}

func sortGroups[T any](all []*Group[T]) {
	sorted.Stable(all, func(a, b *Group[T]) int { return a.Members[0].Compare(b.Members[0]) })
}

// Difference is a value in which resources of a group differ.
type Difference struct {
	Path string
	// IsTold says that something is said about the values.
	IsTold bool
	// Distinct is how many different values there are.
	Distinct int
	// Values are some of them, or all: the alarming ones come first, then the rare ones.
	Values []DistinctValue
}

// DistinctValue is a value, and the resources that have it.
type DistinctValue struct {
	Told     doc.Text
	Alarming bool
	Members  []Place
}

// IsAlarming reports whether any of the values is alarming.
func (d *Difference) IsAlarming() bool { return len(d.Values) > 0 && d.Values[0].Alarming }

// Differences returns the values in which the resources of the group differ, in the order of the
// body. Of each, it returns up to so many values: all if there are no more than FewVariants, or else the alarming and the rare ones. If there are none
// of these, it returns three.
func (g *Group[T]) Differences(most int) []Difference {
	var all []Difference
	for i := range g.columns {
		if c := &g.columns[i]; len(c.values) > 1 {
			all = append(all, c.difference(g.Members, most))
		}
	}
	return all
}

func (c *column) difference(members []Place, most int) Difference {
	d := Difference{Path: c.path, IsTold: c.told, Distinct: len(c.values)}
	if !c.told {
		return d
	}
	counts, firsts := make([]int, len(c.values)), make([]int, len(c.values))
	for n, i := range c.of {
		if counts[i]++; counts[i] == 1 {
			firsts[i] = n
		}
	}
	var order []int32
	alarming := 0
	for i := range c.values {
		if v := &c.values[i]; v.alarming {
			alarming++
		} else if len(v.told.Bytes) == 0 {
			continue
		}
		order = append(order, int32(i))
	}
	sorted.Stable(order, func(a, b int32) int {
		if c.values[a].alarming != c.values[b].alarming {
			if c.values[a].alarming {
				return -1
			}
			return 1
		}
		return cmp.Or(cmp.Compare(counts[a], counts[b]), cmp.Compare(firsts[a], firsts[b]))
	})
	const examples = 3
	if len(c.values) > FewVariants && slices.Min(counts) == slices.Max(counts) {
		most = min(most, max(alarming, examples))
	}
	place := make([]int, len(c.values)) // in d.Values, from 1 on
	for n, i := range order[:min(len(order), most)] {
		v := &c.values[i]
		place[i] = n + 1
		d.Values = append(d.Values, DistinctValue{Told: v.told, Alarming: v.alarming})
	}
	for n, i := range c.of {
		if at := place[i]; at > 0 {
			v := &d.Values[at-1]
			v.Members = append(v.Members, members[n])
		}
	}
	return d
}

// Differs returns the paths of the values in which the resources of the group differ, in the
// order of the body.
func (g *Group[T]) Differs() []string {
	var all []string
	for i := range g.columns {
		if len(g.columns[i].values) > 1 {
			all = append(all, g.columns[i].path)
		}
	}
	return all
}

// merge adds the members of another group with the same signature.
func (g *Group[T]) merge(other *Group[T]) {
	for n := range other.Members {
		g.Members = append(g.Members, other.Members[n])
		for i := range g.columns {
			from := &other.columns[i]
			g.columns[i].add(from.values[from.of[n]])
		}
	}
	if g.many = g.many || other.many; g.many {
		g.variants, g.of = nil, nil
		return
	}
	for _, i := range other.of {
		g.vary(other.variants[i].digest, func() T { return other.variants[i].value })
	}
}
