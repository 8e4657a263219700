package plans

// Paths makes paths in a few large allocations. As long as any of the paths is in use, so
// is the allocation that it is in. The zero Paths is ready to use, and a nil one
// allocates each path by itself.
type Paths struct{ free []Step }

const (
	pathsLen = 128 // how many steps are allocated at a time
	longPath = 16  // longer paths are allocated by themselves
)

// Child returns the same as [Path.Child].
func (p *Paths) Child(parent Path, s Step) Path {
	n := len(parent) + 1
	if p == nil || n > longPath {
		return parent.Child(s)
	}
	if len(p.free) < n {
		p.free = make([]Step, pathsLen)
	}
	child := p.free[:n:n]
	p.free = p.free[n:]
	copy(child, parent)
	child[n-1] = s
	return child
}
