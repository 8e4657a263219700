package main

import (
	"github.com/planfmt/planfmt/schema/facts"
)

// merge adds what a package says to what is known: the types of its provider
// that are not yet known, and the keys that known types have only in it. Where
// both know a key and disagree, what was known stays, marked as a guess.
func merge(known []facts.Provider, p facts.Provider) []facts.Provider {
	for i := range known {
		if known[i].Address != p.Address {
			continue
		}
		k := &known[i]
		k.Sources = append(k.Sources, p.Sources...)
		type id struct {
			name string
			kind facts.Kind
		}
		at := map[id]int{}
		for n, e := range k.Entries {
			at[id{e.Name, e.Kind}] = n
		}
		for _, e := range p.Entries {
			if n, ok := at[id{e.Name, e.Kind}]; ok {
				k.Entries[n].Block = union(k.Entries[n].Block, e.Block)
			} else {
				k.Entries = append(k.Entries, e)
			}
		}
		return known
	}
	return append(known, p)
}

// union has the members of both blocks.
func union(first, second *facts.Block) *facts.Block {
	if first == nil || second == nil {
		return first
	}
	all := &facts.Block{SDK: first.SDK}
	a, b := first.Members, second.Members
	for len(a) > 0 || len(b) > 0 {
		switch {
		case len(b) == 0 || len(a) > 0 && a[0].Name < b[0].Name:
			all.Members, a = append(all.Members, a[0]), a[1:]
		case len(a) == 0 || b[0].Name < a[0].Name:
			all.Members, b = append(all.Members, b[0]), b[1:]
		default:
			all.Members, a, b = append(all.Members, reconcile(a[0], b[0])), a[1:], b[1:]
		}
	}
	return all
}

func reconcile(a, b facts.Member) facts.Member {
	if a.Form == facts.FormBlock && b.Form == facts.FormBlock && (a.Mode == facts.ModeUnknown || a.Block == nil) {
		return b
	}
	if a.Form != b.Form || a.Mode != b.Mode {
		a.Guess = a.Guess || !b.Guess
		return a
	}
	a.Block = union(a.Block, b.Block)
	if a.Form == facts.FormAttribute {
		t, same := unionType(a.Type, b.Type)
		a.Type, a.Guess = t, a.Guess || !same && !b.Guess
	}
	return a
}

// unionType is a, its object with the attributes of b's, and whether the two
// agree.
func unionType(a, b *facts.Type) (*facts.Type, bool) {
	if a.Kind == facts.TypeUnknown {
		return b, true
	}
	if a.Kind != b.Kind {
		return a, b.Kind == facts.TypeUnknown
	}
	if a.Elem == nil && a.Object == nil {
		return a, true
	}
	t := &facts.Type{Kind: a.Kind, Object: union(a.Object, b.Object)}
	same := true
	if a.Elem != nil {
		t.Elem, same = unionType(a.Elem, b.Elem)
	}
	return t, same
}
