package review

import (
	"slices"

	"github.com/planfmt/planfmt/computed"
	"github.com/planfmt/planfmt/plans"
)

// sides are the values of a scalar, as far as they are known, or say what there is. A cause has no sensitive value, even
// where the caller has asked to see it.
func sides(before, after computed.Side) (computed.Side, computed.Side) {
	if before.Sensitive || after.Sensitive {
		return computed.Side{Presence: before.Presence}, computed.Side{Presence: after.Presence}
	}
	return before, after
}

// Changes returns what changes in a value, each scalar by itself: those that are known only
// after apply last. There are at most so many; more counts the others.
func Changes(d computed.Diff, most int) (parts []computed.ForcingPart, more int) {
	return ChangesBeside(d, most, nil)
}

// ChangesBeside is like [Changes], but leaves out the values for which apart is true. It may be nil.
func ChangesBeside(d computed.Diff, most int, apart func(plans.Path) bool) (parts []computed.ForcingPart, more int) {
	p := partsOf{most: most, apart: apart, names: &Names{}}
	p.add(&d, false)
	p.known = append(p.known, p.forms...)
	return p.result()
}

// partsOf are the changes in a value that is not a scalar.
type partsOf struct {
	most           int
	apart          func(plans.Path) bool // nil for none
	names          *Names
	inElement      bool // that is shown as a whole: of what is in it, only what may open something to everybody is shown
	known, unknown []computed.ForcingPart
	forms          []computed.ForcingPart // values whose form changes
	more           int
}

// add adds the changes in a value. An element with a name that comes or goes is one change.
func (p *partsOf) add(d *computed.Diff, isElement bool) {
	if d.Renderer == nil {
		return
	}
	c := d.Renderer.Content()
	switch {
	case !isContainer(c.Kind):
		p.addLeaves(d)
	case !isElement || p.inElement || !p.addElement(d, c):
		p.addParts(d, c)
	}
}

// addParts adds the changes in the parts of a value, and then that of its form.
func (p *partsOf) addParts(d *computed.Diff, c computed.Content) {
	told := p.count()
	p.names.Within(d, func() {
		for part := range c.MadeParts() {
			if part.Changes() {
				p.add(&part.Diff, isElementPart(&part))
			}
		}
	})
	p.addForm(d, c.Notes, told == p.count())
}

// count counts the changes of values.
func (p *partsOf) count() int { return len(p.known) + len(p.unknown) + p.more }

// addForm adds a value if its form changes.
func (p *partsOf) addForm(d *computed.Diff, notes []computed.Note, only bool) {
	part := computed.ForcingPart{Path: d.Path, Name: p.names.nameOf(d.Path), Action: plans.Update, FormOnly: only}
	for _, n := range notes {
		if n == computed.NoteReordered || n == computed.NoteFormatting || n == computed.NoteWhitespace {
			part.Form = append(part.Form, n)
		}
	}
	switch {
	case part.Form == nil || p.apart != nil && p.apart(d.Path):
	case len(p.forms) < p.most:
		p.forms = append(p.forms, part)
	default:
		p.more++
	}
}

// causes returns the changes that are shown as a cause: those of the form alone only if nothing else is.
func (p *partsOf) causes() ([]computed.ForcingPart, int) {
	if p.count() == 0 {
		p.known = p.forms
	}
	return p.result()
}

// isContainer reports whether a value is known to have parts.
func isContainer(k computed.Kind) bool {
	switch k {
	case computed.KindJSON, computed.KindYAML, computed.KindList, computed.KindSet, computed.KindMap, computed.KindObject, computed.KindBlock:
		return true
	}
	return false
}

// isElementPart reports whether a part is one of several that have no keys.
func isElementPart(p *computed.Part) bool {
	return p.Role == computed.PartElement || p.Role == computed.PartBlock && (p.Nesting == computed.NestedList || p.Nesting == computed.NestedSet)
}

// addElement adds an element with a name that comes or goes as a whole. What it may open to everybody is shown beside its name.
func (p *partsOf) addElement(d *computed.Diff, c computed.Content) bool {
	if d.Action != plans.Create && d.Action != plans.Delete {
		return false
	}
	name := p.names.Of(d)
	if name == "" {
		return false
	}
	if p.apart != nil && p.apart(d.Path) {
		return true
	}
	part := computed.ForcingPart{Path: d.Path, Name: name, Action: d.Action, Element: true}
	part.Before, part.After = sides(d.Sides())
	p.tell(part)
	p.inElement = true
	p.addParts(d, c)
	p.inElement = false
	return true
}

// addLeaves adds the scalars that change in a value.
func (p *partsOf) addLeaves(d *computed.Diff) {
	for l := range d.ChangedLeaves() {
		if isContainer(l.Kind) || p.apart != nil && p.apart(l.Path) {
			continue // a container here is empty, or only its form or its order changes
		}
		part := computed.ForcingPart{Path: l.Path, Name: p.names.nameOf(l.Path), Action: l.Action}
		part.Before, part.After = sides(l.Before, l.After)
		if !l.OneSide && l.Action != plans.NoOp && !(isNothing(part.Before) && isNothing(part.After)) && (!p.inElement || opens(&part)) {
			p.tell(part)
		}
	}
}

// tell adds a change.
func (p *partsOf) tell(part computed.ForcingPart) {
	if n := len(p.known); n > 0 && isReplacedBy(&p.known[n-1], &part) {
		part.Before, part.Action = p.known[n-1].Before, plans.Update
		p.known = p.known[:n-1]
	}
	list := &p.known
	if part.After.State == computed.KnownAfterApply {
		list = &p.unknown
	}
	if len(*list) >= 2*p.most { // not each time, which would cost more
		p.keep(list, p.most)
	}
	*list = append(*list, part)
}

// keep keeps so many changes, and counts the others.
func (p *partsOf) keep(list *[]computed.ForcingPart, most int) {
	all := len(*list)
	*list = Foremost(*list, most)
	p.more += all - len(*list)
}

// isReplacedBy reports whether an element is removed, and another one takes its place and its name.
func isReplacedBy(old, part *computed.ForcingPart) bool {
	return replacesPart(old.Action, part.Action) && old.Path.Equal(part.Path) && old.Name == part.Name && old.Element == part.Element
}

// isNothing reports whether there is no value on a side, or a null.
func isNothing(s computed.Side) bool {
	return !s.Sensitive && (s.State == computed.Missing || s.State == computed.Null)
}

// addBlock adds a block of a type that forces as a whole.
func (p *partsOf) addBlock(group *computed.ForcingAttribute, d *computed.Diff) {
	if d.Renderer == nil {
		return
	}
	c := d.Content()
	merge := func(into *computed.Side, side computed.Side) {
		if side.State != computed.Missing && into.State != computed.KnownAfterApply {
			into.State = side.State
		}
		into.Sensitive = into.Sensitive || side.Sensitive
	}
	merge(&group.Before, c.Before)
	merge(&group.After, c.After)
	if d.Action != plans.NoOp {
		group.Action = plans.Update
		p.add(d, EndsInIndex(d.Path))
	}
}

func (p *partsOf) result() ([]computed.ForcingPart, int) {
	p.keep(&p.known, p.most-min(len(p.unknown), p.most/2))
	p.keep(&p.unknown, p.most-len(p.known))
	return slices.Concat(p.known, p.unknown), p.more
}

// Foremost returns so many of the changes, in the same order: those that a reviewer should not miss. First come those that may open
// something to everybody; then, of the others, those of values before those of their form, those that are known, those that are in fewer
// elements and objects, and values that change before those that come or go.
func Foremost(all []computed.ForcingPart, most int) []computed.ForcingPart {
	if len(all) <= most {
		return all
	}
	order := make([]int, len(all))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(i, j int) int { return slices.Compare(rank(&all[i]), rank(&all[j])) })
	order = order[:most]
	slices.Sort(order)
	first := make([]computed.ForcingPart, most)
	for to, i := range order {
		first[to] = all[i]
	}
	return first
}

// rank says how late a change comes when there is no room for all.
func rank(p *computed.ForcingPart) []int {
	number := func(late bool) int {
		if late {
			return 1
		}
		return 0
	}
	return []int{
		number(!opens(p)), number(p.Form != nil), number(p.After.State == computed.KnownAfterApply), len(p.Path.Steps()), number(p.Action != plans.Update),
	}
}

// opens reports whether a change may open something to everybody.
func opens(p *computed.ForcingPart) bool {
	return p.After.Kind == computed.StringLiteral && isOpen(p.After.Text)
}
