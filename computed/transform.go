package computed

// Rebuilder is a [DiffRenderer] that can be rebuilt with other parts. Every renderer
// with parts must implement it, including one that wraps another renderer (use
// [Rebuild]). [Diff.Transform] takes a renderer that does not for a leaf.
type Rebuilder interface {
	DiffRenderer
	// Rebuild returns the same renderer, with each part replaced by the result
	// of replace. It calls replace once for each part, in the order of display,
	// and never for a Diff without a renderer. It does not change the receiver.
	Rebuild(replace func(Diff) Diff) DiffRenderer
}

// Rebuild calls [Rebuilder].Rebuild. It returns r itself if r has no parts.
func Rebuild(r DiffRenderer, replace func(Diff) Diff) DiffRenderer {
	if b, ok := r.(Rebuilder); ok {
		return b.Rebuild(replace)
	}
	return r
}

// Transform returns a rebuilt tree. It calls f for every diff and puts the result
// in place of the diff. It calls f for the parts of a diff first, so the diff that
// f gets already has its new parts. What f returns unchanged stays the same in every
// detail. Transform does not change the tree that it is called on.
//
// To render a kind of value differently, replace the Renderer and keep the rest:
//
//	d.Transform(func(d computed.Diff) computed.Diff {
//		if isScript(d.Path) {
//			d.Renderer = size{d.Renderer}
//		}
//		return d
//	})
func (d Diff) Transform(f func(Diff) Diff) Diff {
	if d.Renderer == nil {
		return d
	}
	d.Renderer = Rebuild(d.Renderer, func(part Diff) Diff { return part.Transform(f) })
	return f(d)
}

// ReplaceDiffs returns a copy of the diffs, each replaced: the elements of a list,
// for a [Rebuilder].
func ReplaceDiffs(diffs []Diff, replace func(Diff) Diff) []Diff {
	if diffs == nil {
		return nil
	}
	out := make([]Diff, len(diffs))
	for i, d := range diffs {
		out[i] = replaced(d, replace)
	}
	return out
}

// ReplaceMembers returns a copy of the members, with the diff of each replaced.
func ReplaceMembers(members []Member, replace func(Diff) Diff) []Member {
	if members == nil {
		return nil
	}
	out := make([]Member, len(members))
	for i, m := range members {
		m.Diff = replaced(m.Diff, replace)
		out[i] = m
	}
	return out
}

// ReplaceBlocks returns a copy of the groups, with the diff of each block replaced, also
// of those that do not change.
func ReplaceBlocks(groups []BlockGroup, replace func(Diff) Diff) []BlockGroup {
	if groups == nil {
		return nil
	}
	out := make([]BlockGroup, len(groups))
	for i, g := range groups {
		g.Unknown = replaced(g.Unknown, replace)
		g.Members, g.Unchanged = ReplaceMembers(g.AllMembers(), replace), nil
		out[i] = g
	}
	return out
}

func replaced(d Diff, replace func(Diff) Diff) Diff {
	if d.Renderer == nil {
		return d
	}
	return replace(d)
}
