package computed

// Rebuilder is a [DiffRenderer] that can be rebuilt with other parts. Every renderer
// with parts must implement it, including one that wraps another renderer (use
// [Rebuild]). [Diff.Transform] takes a renderer that does not for a leaf.
type Rebuilder interface {
	DiffRenderer
	// Rebuild returns the same renderer, with other parts. It does not change the
	// receiver.
	Rebuild(Replacement) DiffRenderer
}

// Replacement says how a [Rebuilder] gets its new parts. Its methods return copies, for the
// renderers.
type Replacement struct {
	// Part returns what takes the place of a part. It is called once for each part, in the
	// order of display, and never for a Diff without a renderer.
	Part func(Diff) Diff
	// MadeOnly leaves parts alone that have not been made, see [Unchanged]: those that
	// [Content].Made lacks.
	MadeOnly bool
}

// Rebuild calls [Rebuilder].Rebuild. It returns r itself if r has no parts.
func Rebuild(r DiffRenderer, parts Replacement) DiffRenderer {
	if b, ok := r.(Rebuilder); ok {
		return b.Rebuild(parts)
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
	d.Renderer = Rebuild(d.Renderer, Replacement{Part: func(part Diff) Diff { return part.Transform(f) }})
	return f(d)
}

// Diff replaces a single part.
func (r Replacement) Diff(d Diff) Diff {
	if d.Renderer == nil {
		return d
	}
	return r.Part(d)
}

// Elements replaces the elements of a list. rest has those that have not been made.
func (r Replacement) Elements(elements []Diff, rest *Unchanged) ([]Diff, *Unchanged) {
	if !r.MadeOnly {
		elements, rest = rest.Elements(elements), nil
	}
	if elements == nil {
		return nil, rest
	}
	out := make([]Diff, len(elements))
	for i, d := range elements {
		out[i] = r.Diff(d)
	}
	return out, rest
}

// Members replaces the diffs of members. rest has those that have not been made.
func (r Replacement) Members(members []Member, rest *Unchanged) ([]Member, *Unchanged) {
	if !r.MadeOnly {
		members, rest = rest.Members(members), nil
	}
	if members == nil {
		return nil, rest
	}
	out := make([]Member, len(members))
	for i, m := range members {
		m.Diff = r.Diff(m.Diff)
		out[i] = m
	}
	return out, rest
}

// Blocks replaces the blocks of groups.
func (r Replacement) Blocks(groups []BlockGroup) []BlockGroup {
	if groups == nil {
		return nil
	}
	out := make([]BlockGroup, len(groups))
	for i, g := range groups {
		g.Unknown, g.Order = r.Diff(g.Unknown), r.Diff(g.Order)
		g.Members, g.Unchanged = r.Members(g.Members, g.Unchanged)
		out[i] = g
	}
	return out
}
