package randplan

import "slices"

// expect notes which words the drawing of a change has to have.
func (g *maker) expect(address string, before, after *value) {
	if g.opts.Still {
		return
	}
	words := g.visible(before, after)
	if len(words) > 0 {
		g.shown = append(g.shown, Shown{Address: address, Words: words})
	}
}

// visible are the words of strings that differ and are to be seen. Where parts
// of lists may belong together in several ways it takes what holds for all.
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
		return nil // several blocks before are not drawn one by one
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
	return slices.Concat(without(was, is), without(is, was))
}

// all are the words of a value.
func (v *value) all() []string {
	out := slices.Clone(v.words)
	for _, p := range v.parts {
		out = append(out, p.all()...)
	}
	return out
}

func union(a, b []string) []string { return append(slices.Clone(a), without(b, a)...) }

func without(a, b []string) []string {
	return slices.DeleteFunc(slices.Clone(a), func(s string) bool { return slices.Contains(b, s) })
}
