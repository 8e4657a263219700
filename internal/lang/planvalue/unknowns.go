package planvalue

import (
	"github.com/planfmt/planfmt/plans"
	"github.com/planfmt/planfmt/values"
)

// maxUnknown is how many paths [Object.UnknownPaths] returns before it names only the attributes that they lead into.
const maxUnknown = 1000

// UnknownPaths returns where the unknown values of the object are. Nothing leads into what is
// sensitive, whose keys are not shown, nor into a set, which has no indexes: such a part is named as a whole. If there are more than
// a thousand, the attributes that they are in are named.
func (o *Object) UnknownPaths() []plans.Path {
	root := o.root()
	if root.unknown.Covers(root.value) { // nobody knows any attribute
		var all []plans.Path
		for _, m := range o.shape.members {
			all = append(all, plans.Path{}.Child(plans.Key(m.name)))
		}
		return all
	}
	w := unknownWalk{most: maxUnknown}
	if w.parts(o.shape, root) {
		return w.found
	}
	w = unknownWalk{most: len(o.shape.members) + maxUnknown, shallow: true}
	w.parts(o.shape, root)
	return w.found
}

type unknownWalk struct {
	found   []plans.Path
	most    int
	shallow bool // name the parts, and do not look into them
}

// part adds the unknown values in a part. It reports false if there are too many.
func (w *unknownWalk) part(s *valueShape, p sidePart) bool {
	switch {
	case !p.unknown.Any():
		return true
	case w.shallow || p.unknown.Covers(p.value) || s.sensitive || s.writeOnly || s.form == formSet || p.sensitive.Covers(p.value):
		w.found = append(w.found, p.at.path())
		return len(w.found) <= w.most
	}
	return w.parts(s, p)
}

// parts does the same with what is in a part.
func (w *unknownWalk) parts(s *valueShape, p sidePart) bool {
	for step, flags := range p.unknown.Parts() {
		if !flags.Any() {
			continue
		}
		v := values.Value{}
		if name, ok := step.Key(); ok {
			v = p.value.Get(name)
		} else if i, ok := step.Index(); ok {
			v = p.value.Elem(i)
		}
		if !w.part(s.inside(step), p.step(step, v)) {
			return false
		}
	}
	return true
}

// inside returns the shape of a part. Where nothing is known about it, it is that of anything.
func (s *valueShape) inside(step plans.Step) *valueShape {
	var found *valueShape
	if name, ok := step.Key(); ok && s.form == formObject {
		found = s.member(name)
	} else if i, ok := step.Index(); ok && s.form == formTuple && i < len(s.elems) {
		found = s.elems[i]
	} else {
		found = s.elem
	}
	if found == nil {
		return &valueShape{}
	}
	return found
}
