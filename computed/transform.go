package computed

// Rebuilder is a [DiffRenderer] that has parts, and can be made again with
// others in their place. Every renderer with parts implements it, one that
// stands around another too ([Rebuild] helps): what does not is a leaf to
// [Diff.Transform].
type Rebuilder interface {
	DiffRenderer
	// Rebuild gives the same renderer with each of its parts replaced by what
	// replace gives for it. It calls replace once for each part, in the order
	// of display, and never for a Diff without a renderer. The receiver stays
	// as it is.
	Rebuild(replace func(Diff) Diff) DiffRenderer
}

// Rebuild is [Rebuilder].Rebuild, and r itself if r has no parts.
func Rebuild(r DiffRenderer, replace func(Diff) Diff) DiffRenderer {
	if b, ok := r.(Rebuilder); ok {
		return b.Rebuild(replace)
	}
	return r
}

// Transform rebuilds the tree: f is called for every diff, parts before what
// they are parts of, and returns what takes its place. The diff that f gets
// has its new parts already. What f leaves alone stays as it is, in every
// detail, and so does the tree that Transform is called on.
//
// To draw a kind of value differently, replace the Renderer and keep the rest:
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

// ReplaceDiffs is a copy of the diffs with each replaced: the elements of a
// list, for a [Rebuilder].
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

// ReplaceMembers is a copy of the members with the diff of each replaced.
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

// ReplaceBlocks is a copy of the groups with the diff of each block replaced.
func ReplaceBlocks(groups []BlockGroup, replace func(Diff) Diff) []BlockGroup {
	if groups == nil {
		return nil
	}
	out := make([]BlockGroup, len(groups))
	for i, g := range groups {
		g.Unknown = replaced(g.Unknown, replace)
		g.Members = ReplaceMembers(g.Members, replace)
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
