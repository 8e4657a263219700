package review

import (
	"slices"

	"github.com/planfmt/planfmt/computed"
)

// circles cuts references that lead in a circle.
type circles struct {
	causes map[*computed.Cause]visit
	lists  map[*computed.Reference]visit // by the first of the list
	depth  int
}

type visit uint8

const (
	unvisited visit = iota
	visiting
	visited
)

// maxChain is how many causes are looked at, one behind the other.
const maxChain = 10_000

func (b *circles) cause(c *computed.Cause) {
	if b.causes == nil {
		b.causes, b.lists = map[*computed.Cause]visit{}, map[*computed.Reference]visit{}
	}
	if b.causes[c] != unvisited {
		return
	}
	b.causes[c] = visiting
	b.depth++
	for i := range c.Attributes {
		c.Attributes[i].From = b.refs(c.Attributes[i].From)
	}
	b.depth--
	b.causes[c] = visited
}

// refs cuts what is behind the references, or returns references that have been cut.
func (b *circles) refs(all []computed.Reference) []computed.Reference {
	if len(all) == 0 || b.lists[&all[0]] == visited {
		return all
	}
	if b.lists[&all[0]] == visiting {
		all = slices.Clone(all)
		for i := range all {
			all[i].Cause, all[i].From, all[i].More, all[i].End = nil, nil, 0, computed.EndsInRepetition
		}
		return all
	}
	b.lists[&all[0]] = visiting
	for i := range all {
		switch r := &all[i]; {
		case r.Cause != nil && b.causes[r.Cause] == visiting:
			r.Cause, r.End = nil, computed.EndsInRepetition
		case r.Cause != nil && b.causes[r.Cause] == unvisited && b.depth >= maxChain:
			r.Cause, r.End = nil, computed.EndsTooFar
		case r.Cause != nil:
			b.cause(r.Cause)
		}
		all[i].From = b.refs(all[i].From)
	}
	b.lists[&all[0]] = visited
	return all
}
