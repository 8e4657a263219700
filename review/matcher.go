package review

import (
	"cmp"
	"slices"
	"strings"

	"github.com/planfmt/planfmt/internal/base/sorted"
)

// matcher matches classes.
type matcher struct {
	deleted, created []*class
	posting          map[uint64][]int // classes in deleted that have a value, by its hash or that of what is general in it
	inCreated        map[uint64]int   // how many classes in created have it
	having           map[string]int   // how many classes have an attribute
}

// values yields the hashes of a value.
func (a *trait) values(yield func(uint64) bool) {
	if yield(a.raw) && a.general != a.raw {
		yield(a.general)
	}
}

// count finds out which classes have a value, and how many.
func (m *matcher) count() {
	m.posting, m.inCreated, m.having = map[uint64][]int{}, map[uint64]int{}, map[string]int{}
	for di, c := range m.deleted {
		for i := range c.attributes {
			a := &c.attributes[i]
			for v := range a.values {
				m.posting[v] = append(m.posting[v], di)
			}
			m.having[a.name]++
		}
	}
	for _, c := range m.created {
		for i := range c.attributes {
			a := &c.attributes[i]
			for v := range a.values {
				m.inCreated[v]++
			}
			m.having[a.name]++
		}
	}
}

// edges returns the possible matches.
func (m *matcher) edges() []edge {
	var out []edge
	seen := make([]int, len(m.deleted)) // the last class for which a class was looked at, from 1
	for ci, c := range m.created {
		var lists [][]int
		for i := range c.attributes {
			a := &c.attributes[i]
			for v := range a.values {
				if list := m.posting[v]; len(list) > 0 && len(list) <= maxPosting {
					lists = append(lists, list)
				}
			}
		}
		sorted.Stable(lists, func(a, b []int) int { return cmp.Compare(len(a), len(b)) })
		for _, list := range lists[:min(len(lists), maxLookups)] {
			for _, di := range list {
				if seen[di] == ci+1 {
					continue
				}
				seen[di] = ci + 1
				s := m.score(m.deleted[di], c)
				if s.likely() {
					out = append(out, edge{di, ci, s})
				}
			}
		}
	}
	return out
}

// score compares two classes.
func (m *matcher) score(d, c *class) score {
	var s score
	different := 0
	x, y := d.attributes, c.attributes
	for len(x) > 0 && len(y) > 0 {
		switch n := strings.Compare(x[0].name, y[0].name); {
		case n < 0:
			x = x[1:]
			continue
		case n > 0:
			y = y[1:]
			continue
		}
		a, b := x[0], y[0]
		x, y = x[1:], y[1:]
		switch {
		case a.raw == b.raw:
			s.weight += m.weight(b.name, b.raw, int(b.info))
		case a.general == b.general:
			s.weight += m.weight(b.name, b.general, int(b.plain))
			different += int(b.info-b.plain) / 8
		case identifies(a.name):
			different += 3 * int(max(a.info, b.info))
		default:
			different += int(max(a.info, b.info))
		}
	}
	if s.weight > 0 {
		s.percent = 100 * s.weight / (s.weight + different)
	}
	if len(d.objects) == 1 && len(c.objects) == 1 {
		s.near = nearness(d.objects[0].address, c.objects[0].address)
	}
	return s
}

// weight is how much it says that two classes share a value: less than it says by itself if
// others have it, too.
func (m *matcher) weight(name string, v uint64, info int) int {
	all := m.having[name] - 2
	others := len(m.posting[v]) + m.inCreated[v] - 2
	if all <= 0 {
		return info
	}
	return info - info*9/10*others/all
}

// identifies reports whether an attribute of that name usually tells objects of a type
// apart.
func identifies(name string) bool {
	switch name {
	case "name", "bucket", "identifier", "key", "cidr_block":
		return true
	}
	return strings.HasSuffix(name, "_name")
}

// What two addresses may have in common.
const (
	sameModule = 1 << iota
	sameKey
	sameName
)

func nearness(a, b address) int {
	n := 0
	if a.name == b.name {
		n |= sameName
	}
	if a.key == b.key {
		n |= sameKey
	}
	if slices.Equal(a.modules, b.modules) {
		n |= sameModule
	}
	return n
}
