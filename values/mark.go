package values

import "github.com/planfmt/planfmt/plans"

// Mark returns the flags with those of some parts of a value set as well: of the parts for which
// want returns true. If they are set already by a true of their own, or of something around them,
// nothing changes; other parts keep the flags that they have. It does not look inside of a part that
// is wanted.
func (f Flags) Mark(v Value, want func(Value) bool) Flags {
	return f.marked(f.mark(v, Flags{}, func(v Value, _ Flags) bool { return want(v) }))
}

// MarkAs returns the flags of a value with those set as well that are set in others.
func (f Flags) MarkAs(v Value, others Flags) Flags {
	if others.Quiet() {
		return f
	}
	return f.marked(f.mark(v, others, func(v Value, others Flags) bool { return others.Covers(v) }))
}

func (f Flags) marked(tree Value, changed bool) Flags {
	if !changed {
		return f
	}
	return Flags{strict: f.strict}.child(tree)
}

func (f Flags) mark(v Value, others Flags, want func(Value, Flags) bool) (tree Value, changed bool) {
	switch {
	case f.All():
		return f.tree(), false
	case want(v, others):
		return NewBool(true), true
	case v.kind == Array:
		return f.markElems(v, others, want)
	case v.kind == Object:
		return f.markMembers(v, others, want)
	}
	return f.tree(), false
}

func (f Flags) markElems(v Value, others Flags, want func(Value, Flags) bool) (tree Value, changed bool) {
	elems := make([]Value, 0, v.Len())
	for i, e := range v.Elems() {
		t, c := f.At(plans.Index(i)).mark(e, others.Of(v, plans.Index(i)), want)
		if t.kind == Absent {
			t = NewBool(false)
		}
		elems, changed = append(elems, t), changed || c
	}
	if !changed {
		return f.tree(), false
	}
	for i, e := range f.tree().Elems() {
		if i >= len(elems) {
			elems = append(elems, e)
		}
	}
	return NewArray(elems...), true
}

func (f Flags) markMembers(v Value, others Flags, want func(Value, Flags) bool) (tree Value, changed bool) {
	var members []Member
	for _, m := range f.tree().Members() {
		members = append(members, m)
	}
	for _, m := range v.Members() {
		step := plans.Key(m.Name)
		if t, c := f.At(step).mark(m.Value, others.Of(v, step), want); c {
			members, changed = append(members, Member{m.Name, t}), true // the last one of a name counts
		}
	}
	if !changed {
		return f.tree(), false
	}
	return NewObject(members...), true
}

// MarkPaths returns the flags with those at the ends of the paths set as well, wherever the value has
// nothing there: behind a null, for example. Elements that the flags do not have are left out.
func (f Flags) MarkPaths(paths []plans.Path) Flags {
	for _, p := range paths {
		if tree, changed := f.markPath(p.Steps()); changed {
			f = Flags{strict: f.strict}.child(tree)
		}
	}
	return f
}

func (f Flags) markPath(steps []plans.Step) (tree Value, changed bool) {
	if f.All() {
		return f.tree(), false
	}
	if len(steps) == 0 {
		return NewBool(true), true
	}
	name, ok := steps[0].Key()
	if !ok {
		i, _ := steps[0].Index()
		if i >= f.tree().elemCount() {
			return f.tree(), false
		}
		t, c := f.At(steps[0]).markPath(steps[1:])
		if !c {
			return f.tree(), false
		}
		return f.tree().MapElems(func(j int, e Value) Value {
			if j == i {
				return t
			}
			return e
		}), true
	}
	t, c := f.At(steps[0]).markPath(steps[1:])
	if !c || f.kind != Object && f.Any() {
		return f.tree(), false
	}
	var members []Member
	for _, m := range f.tree().Members() {
		members = append(members, m)
	}
	return NewObject(append(members, Member{name, t})...), true
}
