package differ

import (
	"github.com/planfmt/planfmt/computed"
	"github.com/planfmt/planfmt/plans"
	"github.com/planfmt/planfmt/values"
)

// parts compares the parts of a container one by one. It must not refer to the document
// or to a Differ, because it is kept for the parts that are made on demand.
type parts interface {
	// comparePart compares the part that a step leads to.
	comparePart(c values.Change, step plans.Step, s inherited) computed.Diff
}

// deferral collects the parts of a container that are left out in a lazy scope, to be made
// on demand. An excerpt, which has their text, takes their place. A part may be left out if
// there is nothing to say about it: it does not change, it is not sensitive, it fits the
// schema, and it forces no replacement.
type deferral struct {
	isActive bool
	anyPath  bool // the container, or something in it, forces the replacement
	first    int  // the index of the container's first gap among those of the Differ
	made     int  // how many parts were made so far
	width    int  // of the widest key
}

// newDeferral returns a deferral for the parts of a container.
func (s inherited) newDeferral(c *values.Change) deferral {
	return deferral{
		isActive: s.lazy && c.Before.Kind() == c.After.Kind() && c.RelevantAttributes.All(),
		anyPath:  !c.ReplacePaths.Empty(),
		first:    len(s.gaps.items),
	}
}

// isUnchanged reports whether a part of a container may be left out, provided that it fits the schema,
// which the caller checks. The step leads to the part before.
func (d *deferral) isUnchanged(c *values.Change, step plans.Step, p *values.MapPart) bool {
	return p.Before.SameText(p.After) &&
		!(d.anyPath && !c.ReplacePaths.Under(step).Empty()) &&
		p.Unknown.IsClear(p.After) && p.BeforeSensitive.IsClear(p.Before) && p.AfterSensitive.IsClear(p.After)
}

// isUnchangedElement is like isUnchanged, for the elements of a pair.
func (d *deferral) isUnchangedElement(c *values.Change, p pair, was, is values.Value) bool {
	before, after := plans.Index(p.before), plans.Index(p.after)
	return was.SameText(is) && d.isUnchanged(c, before, &values.MapPart{
		Before: was, After: is,
		Unknown: c.Unknown.At(after), BeforeSensitive: c.BeforeSensitive.At(before), AfterSensitive: c.AfterSensitive.At(after),
	})
}

// leaveOut leaves out the part that has this index in the value before.
func (s inherited) leaveOut(d *deferral, index int) {
	if n := len(s.gaps.items); n > d.first {
		if g := &s.gaps.items[n-1]; int(g.At) == d.made && int(g.From+g.Len) == index {
			g.Len++
			return
		}
	}
	s.gaps.push(computed.Gap{At: int32(d.made), From: int32(index), Len: 1})
}

// finishDeferral returns what stands for the parts that were left out of a container, or
// nil if there are none.
func (s inherited) finishDeferral(d *deferral, c *values.Change, p parts) *computed.Unchanged {
	if len(s.gaps.items) == d.first {
		return nil
	}
	gaps := s.gaps.pop(d.first)
	e := &append(s.excerptSlab.Take(1, slabLen), excerpt{
		Unchanged: computed.Unchanged{Gaps: gaps, Width: d.width},
		parts:     p, path: c.Path, settings: s.settings, legacy: s.legacy,
	})[0]
	if s.transient {
		e.differ = s.Differ
	}
	// The text of a document in a string is a copy already.
	if text := c.Before.SharedJSON(); text != "" && (s.depth > 0 || s.transient) {
		e.text, e.isWhole = text, true
	} else {
		e.text = s.texts.Excerpt(c.Before, func(yield func(from, n int) bool) {
			for _, g := range gaps {
				if !yield(int(g.From), int(g.Len)) {
					return
				}
			}
		})
	}
	e.Maker = e
	return &e.Unchanged
}

// excerpt makes the parts of a container that were left out. It keeps a copy of their
// text.
type excerpt struct {
	computed.Unchanged
	parts   parts
	text    string     // an array or object that has these parts
	isWhole bool       // text has all parts of the container, not only those left out
	path    plans.Path // of the container
	legacy  bool
	differ  *Differ // of a transient comparison, in whose memory the parts are made; otherwise nil
	*settings
}

// MakeParts compares the parts with themselves.
func (e *excerpt) MakeParts() []computed.Member {
	if e.onMake != nil {
		e.onMake(e.text)
	}
	s := e.scope()
	d := s.Differ
	// The text is from a value, and the parser is as lenient as any.
	v, _ := d.again.ParseString(e.text)
	out := d.memberSlab.Take(e.Len(), slabLen)
	add := func(key string, v values.Value, step plans.Step) {
		out = append(out, computed.Member{Key: key, Diff: e.parts.comparePart(values.Change{
			Before: v, After: v, BeforeExplicit: true, AfterExplicit: true,
			Path: d.paths.Child(e.path, step), Paths: &d.paths,
		}, step, s)})
	}
	members := make([]values.Member, 0, v.Len())
	for _, m := range v.Members() {
		members = append(members, m)
	}
	i := 0
	for _, g := range e.Gaps {
		if e.isWhole {
			i = int(g.From)
		}
		for n := range int(g.Len) {
			if v.Kind() == values.Array {
				add("", v.Elem(i), plans.Index(int(g.From)+n))
			} else {
				add(members[i].Name, members[i].Value, plans.Key(members[i].Name))
			}
			i++
		}
	}
	e.text, e.parts = "", nil
	return out
}

// scope returns the scope of the parts.
func (e *excerpt) scope() (s inherited) {
	if e.differ != nil {
		s = inherited{Differ: e.differ}
	} else {
		s = (&Differ{settings: e.settings}).newScope()
	}
	s.legacy, s.again.Names = e.legacy, values.LastWins
	return s
}
