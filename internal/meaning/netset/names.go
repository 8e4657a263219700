package netset

import "slices"

// Kind is what sort of name a peer has that is not an address.
type Kind uint8

// The kinds of names.
const (
	Group Kind = iota // a security group, an application group, a subnet, pods
	List              // a list of prefixes that is elsewhere
	Tag               // a tag, an account, a region
	Self              // the members of the group itself
	Word              // a cloud's own word for addresses, which stands among addresses: a service tag
	kinds             // how many there are
)

// Name is a peer with a name. An Other name is all the names of its kind that a set does not list.
type Name struct {
	Kind  Kind
	Text  string
	Other bool
}

// named is a set of names of one kind: those in list, or all but those.
type named struct {
	allBut bool
	list   []string // sorted
}

// Names is a set of names, kind by kind.
type Names [kinds]named

func everyName() Names {
	var n Names
	for k := range n {
		n[k].allBut = true
	}
	return n
}

func (a named) empty() bool { return !a.allBut && len(a.list) == 0 }

func (a named) complement() named { return named{!a.allBut, a.list} }

func (a named) intersect(b named) named {
	switch {
	case a.allBut && b.allBut:
		return named{true, merged(a.list, b.list)}
	case a.allBut:
		return named{false, without(b.list, a.list)}
	case b.allBut:
		return named{false, without(a.list, b.list)}
	}
	return named{false, without(a.list, without(a.list, b.list))}
}

func (a named) minus(b named) named { return a.intersect(b.complement()) }

func (a named) union(b named) named {
	return a.complement().intersect(b.complement()).complement()
}

func (a named) equal(b named) bool { return a.allBut == b.allBut && slices.Equal(a.list, b.list) }

// merged are the texts of two sorted lists.
func merged(a, b []string) []string {
	out := slices.Concat(a, b)
	slices.Sort(out)
	return slices.Compact(out)
}

// without are the texts of a that are not in b, both of them sorted.
func without(a, b []string) []string {
	var out []string
	for _, x := range a {
		if _, found := slices.BinarySearch(b, x); !found {
			out = append(out, x)
		}
	}
	return out
}

func (n Names) combine(o Names, f func(a, b named) named) Names {
	for k := range n {
		n[k] = f(n[k], o[k])
	}
	return n
}

// unionOf is what is in one of the sets. Lists are sorted once, however many there are.
func unionOf(sets []Names) Names {
	var out Names
	for k := range out {
		var list []string
		for _, n := range sets {
			if n[k].allBut {
				out[k] = out[k].union(n[k])
			} else {
				list = append(list, n[k].list...)
			}
		}
		slices.Sort(list)
		out[k] = out[k].union(named{list: slices.Compact(list)})
	}
	return out
}

func (n Names) empty() bool {
	return !slices.ContainsFunc(n[:], func(a named) bool { return !a.empty() })
}

func (n Names) equal(o Names) bool { return slices.EqualFunc(n[:], o[:], named.equal) }

// names are the members, one by one; what is not listed is one Other name of its kind.
func (n Names) names() []Name {
	var out []Name
	for k, a := range n {
		if a.allBut {
			out = append(out, Name{Kind: Kind(k), Other: true})
			continue
		}
		for _, text := range a.list {
			out = append(out, Name{Kind: Kind(k), Text: text})
		}
	}
	return out
}
