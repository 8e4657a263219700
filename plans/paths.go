package plans

import "github.com/planfmt/planfmt/internal/slab"

// Paths makes paths in a few large allocations. As long as any of the paths is in use, so
// is the allocation that it is in. The zero Paths is ready to use, and a nil one
// allocates each path by itself.
type Paths struct{ steps slab.Slab[Step] }

// pathsLen is how many steps are allocated at a time, at most.
const pathsLen = 128

// Child returns the same as [Path.Child].
func (p *Paths) Child(parent Path, s Step) Path {
	if p == nil {
		return parent.Child(s)
	}
	return append(append(p.steps.Take(len(parent)+1, pathsLen), parent...), s)
}
