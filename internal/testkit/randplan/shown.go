package randplan

import "slices"

// expect notes the words that must be printed for a change.
func (g *maker) expect(address string, before, after *value) {
	if g.opts.NoChanges {
		return
	}
	words := g.visible(before, after)
	if len(words) > 0 {
		g.shown = append(g.shown, Shown{Address: address, Words: words})
	}
}

// visible returns words of strings that differ and must be printed. If elements
// of lists can be paired in several ways, it returns those that are printed in
// any case.
func (g *maker) visible(before, after *value) []string {
	switch {
	case before == nil:
		before = &value{}
	case after == nil:
		after = &value{}
	}
	if before.mark || after.mark {
		return nil
	}
	if after.unknown && after.blocks && g.opts.OpenTofu {
		return nil // several earlier blocks are not printed one by one
	}
	if before.kind == obj && after.kind == obj {
		var out []string
		for _, key := range union(before.keys, after.keys) {
			out = append(out, g.visible(before.member(key), after.member(key))...)
		}
		return out
	}
	if before.marked() || after.marked() {
		return nil
	}
	was, is := before.all(), after.all()
	return slices.Concat(subtract(was, is), subtract(is, was))
}

// all returns the words in a value.
func (v *value) all() []string {
	out := slices.Clone(v.words)
	for _, p := range v.parts {
		out = append(out, p.all()...)
	}
	return out
}

func union(a, b []string) []string { return append(slices.Clone(a), subtract(b, a)...) }

func subtract(a, b []string) []string {
	return slices.DeleteFunc(slices.Clone(a), func(s string) bool { return slices.Contains(b, s) })
}
