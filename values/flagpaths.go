package values

import "github.com/planfmt/planfmt/plans"

// These limit how far a path is followed where it leads out of the value. If a path
// leads further, the value at the limit is flagged as a whole.
const (
	maxFlagSteps = 1_000
	maxFlagIndex = 100_000
	maxFlagParts = 1 << 20 // paths with large indexes add up
)

// FlagsFromPaths returns flags that are set at the ends of the paths in a value.
// They are read strictly, as [SensitiveFlags] are. If the tree gets too large, the
// flags are set for everything.
func FlagsFromPaths(v Value, paths []plans.Path) Flags {
	root := &branch{}
	for _, p := range paths {
		at, steps := root, p.Steps()
		for n, step := range steps[:min(len(steps), maxFlagSteps)] {
			if i, ok := step.Index(); ok && (i < 0 || i >= maxFlagIndex && i >= v.lenAt(steps[:n])) {
				break
			}
			at = at.child(step)
		}
		at.all = true
	}
	left := maxFlagParts
	tree := root.tree(v, &left)
	if left < 0 {
		return AllFlags()
	}
	return SensitiveFlags(tree)
}

// Shape returns the flags for a value as plan JSON has them: a tree with a list of flags for every
// list in it, and an object for every object, even if nothing in it is flagged. The objects
// have no members for what is not flagged, and neither list nor object.
func (f Flags) Shape(v Value) Flags { return f.child(shapeFlags(v, f.tree())) }

func shapeFlags(v, flags Value) Value {
	switch {
	case flags.IsTrue():
		return flags
	case v.Kind() == Array:
		elems := make([]Value, max(v.Len(), flags.elemCount()))
		for i := range elems {
			elems[i] = shapeFlags(v.Elem(i), flags.Elem(i))
		}
		return NewArray(elems...)
	case v.Kind() == Object:
		var members []Member
		for _, m := range v.Members() {
			if part := shapeFlags(m.Value, flags.Get(m.Name)); part.Kind() != Bool || part.IsTrue() {
				members = append(members, Member{m.Name, part})
			}
		}
		for _, m := range flags.Members() {
			if v.Get(m.Name).Kind() == Absent {
				members = append(members, m)
			}
		}
		return NewObject(members...)
	case flags.Kind() == Absent:
		return NewBool(false)
	}
	return flags
}

// branch is a part of a tree of flags that is being built.
type branch struct {
	all   bool // this and everything below
	keys  map[string]*branch
	elems map[int]*branch
}

// lenAt returns the length of the list that the steps lead to.
func (v Value) lenAt(steps []plans.Step) int {
	for _, step := range steps {
		if name, ok := step.Key(); ok {
			v = v.Get(name)
		} else {
			i, _ := step.Index()
			v = v.Elem(i)
		}
	}
	return v.elemCount()
}

// child returns the branch that a step leads to.
func (b *branch) child(step plans.Step) *branch {
	if key, ok := step.Key(); ok {
		if b.keys == nil {
			b.keys = map[string]*branch{}
		}
		if b.keys[key] == nil {
			b.keys[key] = &branch{}
		}
		return b.keys[key]
	}
	i, _ := step.Index()
	if b.elems == nil {
		b.elems = map[int]*branch{}
	}
	if b.elems[i] == nil {
		b.elems[i] = &branch{}
	}
	return b.elems[i]
}

// tree returns the flags as a value. left is how many elements it may still have
// that the value does not have.
func (b *branch) tree(v Value, left *int) Value {
	switch {
	case b == nil:
		return NewBool(false)
	case b.all, len(b.keys) > 0 && len(b.elems) > 0:
		return NewBool(true)
	case len(b.elems) > 0:
		// The list is as long as the value's: elements beyond its end would be hidden.
		n := v.elemCount()
		for i := range b.elems {
			n = max(n, i+1)
		}
		if *left -= n - v.elemCount(); *left < 0 {
			return Value{}
		}
		elems := make([]Value, n)
		for i := range elems {
			elems[i] = b.elems[i].tree(v.Elem(i), left)
		}
		return NewArray(elems...)
	}
	members := make([]Member, 0, len(b.keys))
	for key, sub := range b.keys {
		members = append(members, Member{key, sub.tree(v.Get(key), left)})
	}
	return NewObject(members...)
}
