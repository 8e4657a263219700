package main

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/planfmt/planfmt/internal/know/facts"
)

// merge combines what several packages say about a provider, the newest first.
// The result has each type that is in any of them, with all its keys, and the
// releases that have each key. If packages disagree about a key, it has a
// variant for each.
func merge(packages []facts.Provider) facts.Provider {
	out := facts.Provider{Address: packages[0].Address}
	type id struct {
		name string
		kind facts.Kind
	}
	found := map[id][]dated[*facts.Block]{}
	for i, p := range packages {
		out.Sources = append(out.Sources, p.Sources...)
		for _, e := range p.Entries {
			of := id{e.Name, e.Kind}
			found[of] = append(found[of], dated[*facts.Block]{1 << i, e.Block})
		}
	}
	all := facts.Releases(1<<len(packages) - 1)
	m := merger{done: map[string]*facts.Block{}}
	for of, blocks := range found {
		b := *m.block(blocks)
		b.SDK = blocks[0].is.SDK
		if in := releases(blocks); in != all {
			b.Releases = in
		}
		out.Entries = append(out.Entries, facts.Entry{Name: of.name, Kind: of.kind, Block: &b})
	}
	slices.SortFunc(out.Entries, func(a, b facts.Entry) int {
		return cmp.Or(strings.Compare(a.Name, b.Name), cmp.Compare(a.Kind, b.Kind))
	})
	return out
}

// check reports whether the packages are in order.
func check(packages []facts.Provider) error {
	for i, p := range packages[1:] {
		before, this := packages[i].Sources[0], p.Sources[0]
		if compareReleases(before.Release, this.Release) < 0 {
			return fmt.Errorf("%s@%s is newer than %s@%s, which is before it", this.Package, this.Version, before.Package, before.Version)
		}
	}
	return nil
}

// compareReleases compares numbers like 5.43.1.
func compareReleases(a, b string) int {
	for a != "" || b != "" {
		var x, y string
		x, a, _ = strings.Cut(a, ".")
		y, b, _ = strings.Cut(b, ".")
		m, _ := strconv.Atoi(x)
		n, _ := strconv.Atoi(y)
		if m != n {
			return m - n
		}
	}
	return 0
}

// dated is a fact and the releases for which it is true.
type dated[T any] struct {
	in facts.Releases
	is T
}

func releases[T any](all []dated[T]) facts.Releases {
	var in facts.Releases
	for _, d := range all {
		in |= d.in
	}
	return in
}

// merger merges blocks. It merges the same blocks only once.
type merger struct{ done map[string]*facts.Block }

// block merges blocks. The result has the members of all of them. If a block is
// unknown in a release, its members may or may not be in that release.
func (m *merger) block(all []dated[*facts.Block]) *facts.Block {
	var key strings.Builder
	var unknown facts.Releases
	members := map[string][]dated[facts.Member]{}
	for _, d := range all {
		fmt.Fprintf(&key, "%d:%p ", d.in, d.is)
		if d.is == nil {
			unknown |= d.in
			continue
		}
	}
	in := releases(all)
	if in == unknown {
		return nil
	}
	if b := m.done[key.String()]; b != nil {
		return b
	}
	for _, d := range all {
		if d.is == nil {
			continue
		}
		for _, k := range d.is.Members {
			members[k.Name] = append(members[k.Name], dated[facts.Member]{d.in, k})
		}
	}
	b := &facts.Block{}
	for _, name := range slices.Sorted(maps.Keys(members)) {
		k := m.member(members[name])
		if has := releases(members[name]) | unknown; has != in {
			k.Releases = has
		}
		b.Members = append(b.Members, k)
	}
	m.done[key.String()] = b
	return b
}

// member merges a member. If the releases disagree about it, the result has
// variants.
func (m *merger) member(all []dated[facts.Member]) facts.Member {
	var groups [][]dated[facts.Member]
	for _, d := range all {
		i := slices.IndexFunc(groups, func(g []dated[facts.Member]) bool {
			return !slices.ContainsFunc(g, func(other dated[facts.Member]) bool { return !compatible(other.is, d.is) })
		})
		if i < 0 {
			i = len(groups)
			groups = append(groups, nil)
		}
		groups[i] = append(groups[i], d)
	}
	if len(groups) == 1 {
		return m.group(all)
	}
	var out facts.Member
	var variants []facts.Variant
	for i, g := range groups {
		k := m.group(g)
		if i == 0 {
			out = k
			out.Guess = true
		}
		variants = append(variants, facts.Variant{Releases: releases(g), Form: k.Form, Guess: k.Guess, Type: k.Type, Nesting: k.Nesting, Block: k.Block})
	}
	out.Variants = variants
	return out
}

// group merges members that agree with each other, and takes the most certain
// one.
func (m *merger) group(all []dated[facts.Member]) facts.Member {
	best := all[0].is
	for _, d := range all[1:] {
		if doubt(d.is) < doubt(best) {
			best = d.is
		}
	}
	var blocks []dated[*facts.Block]
	var types []dated[*facts.Type]
	for _, d := range all {
		if d.is.Form == best.Form {
			blocks = append(blocks, dated[*facts.Block]{d.in, d.is.Block})
			types = append(types, dated[*facts.Type]{d.in, d.is.Type})
		}
	}
	switch best.Form {
	case facts.FormBlock, facts.FormNested:
		best.Block = m.block(blocks)
	case facts.FormAttribute:
		best.Type = m.typ(best.Type, types)
	}
	return best
}

// doubt rates how little is known about a member.
func doubt(k facts.Member) int {
	n := 0
	if k.Guess {
		n++
	}
	if k.Form == facts.FormUnknown {
		n += 8
	}
	if k.Form == facts.FormBlock && k.Block == nil {
		n += 2
	}
	if k.Form == facts.FormBlock && k.Nesting == facts.NestingUnknown {
		n += 2
	}
	for t := k.Type; t != nil; t = t.Elem {
		if t.Kind == facts.TypeUnknown {
			n += 4
		}
	}
	return n
}

// compatible reports whether two members may be the same, apart from what is
// unknown about them.
func compatible(a, b facts.Member) bool {
	guess := a.Guess || b.Guess
	switch {
	case a.Form == facts.FormUnknown || b.Form == facts.FormUnknown:
		return true
	case a.Form != b.Form:
		return guess && a.Form != facts.FormBlock && b.Form != facts.FormBlock
	case a.Form == facts.FormAttribute:
		return sameType(a.Type, b.Type, guess)
	}
	return guess || a.Nesting == b.Nesting || a.Nesting == facts.NestingUnknown || b.Nesting == facts.NestingUnknown
}

// sameType reports whether two types may be the same. If one is a guess, a list
// may be a set.
func sameType(a, b *facts.Type, guess bool) bool {
	switch {
	case a == nil || b == nil:
		return a == b
	case a.Kind == facts.TypeUnknown || b.Kind == facts.TypeUnknown:
		return true
	case a.Kind != b.Kind && !(guess && isList(a) && isList(b)):
		return false
	}
	return sameType(a.Elem, b.Elem, guess)
}

func isList(t *facts.Type) bool { return t.Kind == facts.TypeList || t.Kind == facts.TypeSet }

// typ merges types. Objects get the attributes of all of them.
func (m *merger) typ(best *facts.Type, all []dated[*facts.Type]) *facts.Type {
	if best.Elem == nil && best.Object == nil {
		return best
	}
	var elems []dated[*facts.Type]
	var objects []dated[*facts.Block]
	for _, d := range all {
		if d.is.Elem != nil {
			elems = append(elems, dated[*facts.Type]{d.in, d.is.Elem})
		}
		if d.is.Object != nil {
			objects = append(objects, dated[*facts.Block]{d.in, d.is.Object})
		}
	}
	t := &facts.Type{Kind: best.Kind}
	if best.Elem != nil {
		t.Elem = m.typ(best.Elem, elems)
	}
	if best.Object != nil {
		t.Object = m.block(objects)
	}
	return t
}
