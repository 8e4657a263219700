package differ

import (
	"github.com/planfmt/planfmt/computed"
	"github.com/planfmt/planfmt/plans"
	"github.com/planfmt/planfmt/values"
)

// elementParts compares the elements of a container.
type elementParts interface {
	parts
	// fitsElement reports whether a value fits as the element with an index.
	fitsElement(v values.Value, i int) bool
}

// elements compares the elements of a list, a tuple or a set, and collects them and the
// action of the whole.
type elements struct {
	inherited
	deferral
	change values.SliceChange
	parts  elementParts
	list   []computed.Diff
	action plans.Action

	// matched says that elements of different indexes may be paired as the same.
	matched bool
	// neighbours says that the elements beside a changed one are drawn.
	neighbours    bool
	isAfterChange bool // the last element changes
	waiting       bool // the last element is left out, unless the next one changes
	last          pair
}

// newElements returns an empty collection.
func (s inherited) newElements(c *values.Change, p elementParts) elements {
	return elements{
		inherited: s, deferral: s.newDeferral(c), change: values.SliceChange{Change: *c}, parts: p,
		action: containerAction(c),
	}
}

// add adds the element of a pair.
func (e *elements) add(p pair) {
	if e.isActive && e.canLeaveOut(p) {
		switch {
		case e.isAfterChange:
			e.isAfterChange = false
			e.append(e.compare(p, e.drawnScope()))
		case e.neighbours:
			e.leaveOutLast()
			e.waiting, e.last = true, p
		default:
			e.leaveOut(&e.deferral, p.before)
		}
		return
	}
	d := e.compare(p, e.inherited)
	e.isAfterChange = e.neighbours && d.Action != plans.NoOp
	if e.waiting && e.isAfterChange {
		e.waiting = false
		e.append(e.compare(e.last, e.drawnScope()))
	}
	e.leaveOutLast()
	e.append(d)
}

func (e *elements) canLeaveOut(p pair) bool {
	if p.before < 0 || p.after < 0 {
		return false
	}
	was := e.change.Before.Elem(p.before)
	return e.isUnchangedElement(&e.change.Change, p, was, e.change.After.Elem(p.after)) && e.parts.fitsElement(was, p.before)
}

// leaveOutLast leaves out the element that waits for the next one.
func (e *elements) leaveOutLast() {
	if e.waiting {
		e.waiting = false
		e.leaveOut(&e.deferral, e.last.before)
	}
}

func (e *elements) compare(p pair, s inherited) computed.Diff {
	at := p.before
	if at < 0 {
		at = p.after
	}
	child := e.change.GetChild(p.before, p.after)
	if e.matched {
		child.ReplacePaths = p.replacePaths(&e.change.Change)
	}
	return e.parts.comparePart(child, plans.Index(at), s)
}

func (e *elements) append(d computed.Diff) {
	e.made++
	e.action = mergeAction(e.action, d.Action)
	e.list = append(e.list, d)
}

// addAll adds the elements of the pairs. It returns the elements, and what stands for
// those that were left out.
func (e *elements) addAll(pairs []pair) ([]computed.Diff, *computed.Unchanged) {
	e.list = e.elementSlab.Take(e.estimate(pairs), slabLen)
	for _, p := range pairs {
		e.add(p)
	}
	if !e.isActive {
		return e.list, nil
	}
	e.leaveOutLast()
	return e.list, e.finishDeferral(&e.deferral, &e.change.Change, e.parts)
}

// estimate returns how many elements are made, unless some with the same text on both
// sides are made for other reasons than that they are beside a changed one.
func (e *elements) estimate(pairs []pair) int {
	if !e.isActive {
		return len(pairs)
	}
	n := 0
	lastChanges, lastIsMade := false, true
	for _, p := range pairs {
		changes := !e.change.Before.Elem(p.before).SameText(e.change.After.Elem(p.after))
		isMade := changes || e.neighbours && lastChanges
		if isMade {
			n++
		}
		if e.neighbours && changes && !lastIsMade {
			n++
		}
		lastChanges, lastIsMade = changes, isMade
	}
	return n
}

// members compares the members of a map, an object or a block, and collects them and the
// action of the whole.
type members struct {
	inherited
	deferral
	change    values.MapChange
	cursor    values.MapCursor
	list      []computed.Member
	isPending bool // the members are among the pending ones, from an index on
	bottom    int
	action    plans.Action
}

// newMembers returns an empty collection for a number of members, or for any number if n
// is negative.
func (s inherited) newMembers(c *values.Change, n int) members {
	m := members{
		inherited: s, deferral: s.newDeferral(c), change: values.MapChange{Change: *c},
		bottom: len(s.pending.items), action: containerAction(c),
	}
	m.cursor = m.change.Cursor()
	if m.isPending = m.isActive || n < 0; !m.isPending {
		m.list = s.memberSlab.Take(n, slabLen)
	}
	return m
}

// child returns the change of a member, given what find returns.
func (m *members) child(name string, p *values.MapPart) values.Change { return m.change.Child(name, p) }

// find finds a member. It is valid until the next one is found. The names should come in order.
func (m *members) find(name string) *values.MapPart {
	return m.cursor.Find(name)
}

// isNothing reports whether nothing is to be said about an attribute or the blocks of a
// type: there is no value on either side, nothing is flagged, and no path that forces the
// replacement leads there. Most attributes of a large schema are like that, so it is
// cheaper to ask first than to compare them.
func (m *members) isNothing(name string, p *values.MapPart) bool {
	return p.Before.IsNull() && p.After.IsNull() && p.Unknown.Blank() && p.BeforeSensitive.Blank() && p.AfterSensitive.Blank() &&
		!(m.anyPath && !m.change.ReplacePaths.Under(plans.Key(name)).Empty())
}

// skip leaves out a member if that is possible, and reports whether it is. width is that of the name as it is drawn.
func (m *members) skip(name string, p *values.MapPart, width func(string) int, f fitter) bool {
	if !m.isActive || !m.isUnchanged(&m.change.Change, plans.Key(name), p) || !f.fits(p.Before) {
		return false
	}
	m.leaveOut(&m.deferral, p.Index)
	m.width = max(m.width, width(name))
	return true
}

func (m *members) add(name string, d computed.Diff) {
	m.made++
	m.action = mergeAction(m.action, d.Action)
	if m.isPending {
		m.pending.push(computed.Member{Key: name, Diff: d})
	} else {
		m.list = append(m.list, computed.Member{Key: name, Diff: d})
	}
}

// finish returns the members, and what stands for those that were left out. Nothing can
// be added afterwards.
func (m *members) finish(p parts) ([]computed.Member, *computed.Unchanged) {
	if !m.isPending {
		return m.list, nil
	}
	return m.pending.pop(m.bottom), m.finishDeferral(&m.deferral, &m.change.Change, p)
}
