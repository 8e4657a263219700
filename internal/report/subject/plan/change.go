package plan

import (
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/planfmt/planfmt/computed"
	"github.com/planfmt/planfmt/doc"
	"github.com/planfmt/planfmt/internal/report/wording"
	"github.com/planfmt/planfmt/plans"
	"github.com/planfmt/planfmt/review"
)

// change is a part of a resource that changes, in as few words as possible.
type change struct {
	path   string // of the value, if it is shown in place
	Text   doc.Text
	Count  int  // how many changes it stands for
	forces bool // it forces the replacement of the resource
	ends   bool // it is known after apply
	// elements says that the text has values of elements, which have longer paths.
	elements bool
	document bool // it is in a document in a string
	// refinement says what is already known about it, if this is shown.
	refinement string
}

// changeList is what is said about the body of a resource.
type changeList struct {
	forcing []change
	others  []change
	more    int // other changes, which are not shown
	unknown int // those that are known only after apply, of a resource that is replaced
	muted   int
}

// count counts the parts that change, muted ones left out.
func (l *changeList) count() int {
	n := l.more + l.unknown
	for _, list := range [][]change{l.forcing, l.others} {
		for _, ch := range list {
			n += ch.Count
		}
	}
	return n
}

// refinements returns what is said about values that are known only after apply. It is the same
// if the same is said about the same values.
func (l *changeList) refinements() string {
	var b strings.Builder
	for _, list := range [][]change{l.forcing, l.others} {
		for _, ch := range list {
			if ch.refinement != "" {
				fmt.Fprintf(&b, " %q: %s", ch.path, ch.refinement)
			}
		}
	}
	return b.String()
}

func (l *changeList) describeUpdate(r *computed.Resource, c Describer) {
	if r.Cause != nil {
		for _, a := range r.Cause.Attributes {
			ch := change{Text: doc.NewText(wording.ForcingSpans(a)...), Count: 1, forces: true}
			if a.After.State != computed.KnownAfterApply {
				ch.path = a.Path.String()
			}
			l.forcing = append(l.forcing, ch)
		}
	}
	for _, ch := range c.Describe(&r.Body) {
		switch {
		case ch.forces && len(l.forcing) > 0 && r.Cause != nil: // the cause says it
		case ch.forces:
			l.forcing = append(l.forcing, ch)
		case len(l.others) < MaxChanges:
			l.others = append(l.others, ch)
		default:
			l.more += ch.Count
		}
	}
	l.unknown, l.muted = c.unknown, c.muted
}

// Describer describes the parts of a value.
type Describer struct {
	Refinements bool // as in overview
	documents   bool // as in overview
	inDocument  bool
	replaced    bool // what is known only after apply is counted, since nearly all of it is so
	unknown     int
	muted       int
	names       review.Names // of the elements around the present value
}

// parts describes the parts of a container that change.
func (c *Describer) parts(d *computed.Diff) []change {
	var all []change
	var blocks []computed.Part
	flush := func() {
		if len(blocks) > 0 {
			all = append(all, c.blocks(d, blocks)...)
			blocks = nil
		}
	}
	for p := range d.Renderer.Content().MadeParts() {
		if !p.Changes() {
			continue
		}
		if p.Diff.Muted {
			c.muted++
			continue
		}
		if p.Role != computed.PartBlock {
			flush()
			all = append(all, forcingAll(p.Forces, c.part(&p.Diff))...)
			continue
		}
		if len(blocks) > 0 && blocks[0].BlockType != p.BlockType {
			flush()
		}
		blocks = append(blocks, p)
	}
	flush()
	return all
}

// blocks describes the blocks of one type.
func (c *Describer) blocks(parent *computed.Diff, blocks []computed.Part) []change {
	var inner []change
	var whole []computed.Part
	added, removed, forces := 0, 0, false
	for i := range blocks {
		b := &blocks[i]
		forces = forces || b.Forces || b.Diff.Replace
		switch b.Diff.Action {
		case plans.Create:
			added++
			whole = append(whole, *b)
		case plans.Delete:
			removed++
			whole = append(whole, *b)
		default:
			inner = append(inner, forcingAll(b.Forces, c.part(&b.Diff))...)
		}
	}
	if named := c.namedWholes(whole); named != nil {
		for i := range named {
			named[i].forces = forces
		}
		return append(inner, named...)
	}
	if added+removed > 0 {
		text := c.label(parent.Path.Child(plans.Key(blocks[0].BlockType)))
		wording.AddGap(&text)
		text.Add(doc.Plain, "(")
		addCounts(&text, added, removed, 0)
		text.Add(doc.Plain, ")")
		inner = append(inner, change{Text: text, Count: added + removed, forces: forces})
	}
	return inner
}

// Describe describes a value that changes.
func (c *Describer) Describe(d *computed.Diff) []change {
	if d.Renderer == nil {
		return nil
	}
	content := d.Renderer.Content()
	if slices.Contains(content.Notes, computed.NoteWhitespace) {
		return []change{c.remark(d, doc.Comment, "(white space)")}
	}
	switch content.Kind {
	case computed.KindScalar:
		return c.scalar(d, content)
	case computed.KindUnknown:
		return c.describeUnknown(d, content)
	case computed.KindSensitive:
		if content.Parts != nil { // the user has asked to see it
			return c.parts(d)
		}
		return []change{c.leaf(d, c.sensitiveText(d, content))}
	case computed.KindWriteOnly:
		return []change{c.remark(d, doc.WriteOnly, "(write-only)")}
	case computed.KindTypeChange:
		return []change{c.leaf(d, typeChangeText(c.label(d.Path), content))}
	case computed.KindMismatch:
		const words = "(does not match the schema)"
		inner := c.parts(d)
		if len(inner) == 0 {
			return []change{c.remark(d, doc.Alert, words)}
		}
		last := &inner[len(inner)-1].Text
		wording.AddGap(last)
		last.Add(doc.Alert, words)
		return inner
	}
	words := wording.Elided(content.Notes)
	switch {
	case words == "":
		return c.container(d, content)
	case content.Form == computed.FormBlock: // it is about all blocks of a type
		return []change{c.remark(d, doc.Comment, "("+words+")")}
	case !hasChange(content):
		return []change{c.remark(d, doc.Comment, "("+words+" only)")}
	}
	return append(c.container(d, content), c.remark(d, doc.Comment, "("+words+")"))
}

// hasChange reports whether any part of a value changes.
func hasChange(content computed.Content) bool {
	for p := range content.MadeParts() {
		if p.Diff.Action != plans.NoOp {
			return true
		}
	}
	return false
}

// leaf is a change of a value that is not a container.
func (c *Describer) leaf(d *computed.Diff, text doc.Text) change {
	return change{path: d.Path.String(), Text: text, Count: 1, forces: d.Replace}
}

func (c *Describer) remark(d *computed.Diff, role doc.Role, words string) change {
	text := c.label(d.Path)
	wording.AddSign(&text, d.Action)
	text.Add(role, words)
	return c.leaf(d, text)
}

func (c *Describer) describeUnknown(d *computed.Diff, content computed.Content) []change {
	if c.replaced && !d.Replace {
		if !isIdentity(d.Path) {
			c.unknown++
		}
		return nil
	}
	text := c.label(d.Path)
	wording.AddGap(&text)
	for p := range content.Children() {
		if p.Diff.Renderer == nil {
			continue
		}
		if before := p.Diff.Renderer.Content(); before.Kind == computed.KindScalar && isShort(before.Before.Literal) {
			wording.AddLiteral(&text, before.Before.Literal)
			text.Add(doc.UnknownArrow, " -> ")
		}
	}
	text.Add(doc.Unknown, "(known after apply)")
	refinement := ""
	if c.Refinements {
		refinement = computed.RefinementText(content.After.Refinement)
	}
	if refinement != "" {
		// Not a comment to the end of the line: other changes may follow.
		text.Add(doc.Comment, " ("+refinement+")")
	}
	ch := c.leaf(d, text)
	ch.ends, ch.refinement = true, refinement
	return []change{ch}
}

// isIdentity reports whether an attribute always changes with the object.
func isIdentity(p plans.Path) bool {
	s := p.String()
	return s == "id" || s == "arn"
}

// sensitiveText describes a sensitive value that changes.
func (c *Describer) sensitiveText(d *computed.Diff, content computed.Content) doc.Text {
	text := c.label(d.Path)
	wording.AddSign(&text, d.Action)
	if slices.Contains(content.Notes, computed.NoteCopy) {
		text.Add(doc.Sensitive, computed.CopyText)
		return text
	}
	words := "(sensitive"
	for _, n := range content.Notes {
		switch n {
		case computed.NoteWillBeSensitive:
			words += " from now on"
		case computed.NoteNoLongerSensitive:
			words += " no longer"
		case computed.NoteValueUnchanged:
			words += ", value unchanged"
		}
	}
	text.Add(doc.Sensitive, words+")")
	return text
}

// scalar describes a primitive value that changes.
func (c *Describer) scalar(d *computed.Diff, content computed.Content) []change {
	before, after := content.Before.Literal, content.After.Literal
	text := c.label(d.Path)
	switch d.Action {
	case plans.Create, plans.NoOp:
		if !isShort(after) {
			return []change{c.leaf(d, sizeText(text, d.Action, after))}
		}
		wording.AddSign(&text, d.Action)
		wording.AddLiteral(&text, after)
		if d.Action == plans.NoOp {
			text.Add(doc.Comment, " (unchanged)")
		}
		return []change{c.leaf(d, text)}
	case plans.Delete:
		if !isShort(before) {
			return []change{c.leaf(d, sizeText(text, d.Action, before))}
		}
		wording.AddSign(&text, d.Action)
		wording.AddLiteral(&text, before)
		return []change{c.leaf(d, text)}
	}
	wording.AddGap(&text)
	switch {
	case isShort(before) && isShort(after):
		wording.AddLiteral(&text, before)
		text.Add(doc.Arrow, " -> ")
		wording.AddLiteral(&text, after)
	case isMultiLine(before) || isMultiLine(after):
		added, removed := changedLines(d)
		text.Add(doc.Plain, "(")
		addCounts(&text, added, removed, 0)
		text.Add(doc.Plain, " "+wording.Plural(added+removed, "line", "lines")+")")
	default:
		if from, to, ok := middles(before.Text, after.Text); ok {
			text.Add(doc.String, from)
			text.Add(doc.Arrow, " -> ")
			text.Add(doc.String, to)
			break
		}
		text.Add(doc.Comment, fmt.Sprintf("(%d -> %d characters)", utf8.RuneCountInString(before.Text), utf8.RuneCountInString(after.Text)))
	}
	return []change{c.leaf(d, text)}
}

// container describes a value with parts: in place if few of them change, or else by their
// number.
func (c *Describer) container(d *computed.Diff, content computed.Content) []change {
	if (content.Kind == computed.KindJSON || content.Kind == computed.KindYAML) && !c.inDocument {
		c.inDocument = true
		defer func() { c.inDocument = false }()
		all := c.container(d, content)
		for i := range all {
			all[i].document = true
		}
		return all
	}
	whole := content.Kind == computed.KindList || content.Kind == computed.KindSet || content.Kind == computed.KindMap
	parts := sortParts(content, whole)
	var inner []change // with the names of the elements that come and go, if they have any
	if d.Action == plans.Create || d.Action == plans.Delete {
		whole = true
	} else if (content.Kind == computed.KindList || content.Kind == computed.KindSet) && !d.Replace {
		inner = c.namedWholes(slices.Concat(parts.added, parts.removed))
	}
	if inner == nil && whole && (len(parts.changed) == 0 || content.Kind == computed.KindMap && parts.count() > 1) {
		c.muted += parts.muted
		return []change{c.members(d, content.Kind, parts)}
	}
	if inner == nil {
		inner = c.parts(d)
	} else {
		c.muted += parts.muted
		for i := range parts.changed {
			inner = append(inner, c.part(&parts.changed[i].Diff)...)
		}
	}
	if forcingAll(d.Replace, inner); d.Replace && len(inner) == 0 {
		return []change{c.remark(d, doc.Comment, "(unchanged)")}
	}
	if d.Path.IsEmpty() || len(inner) <= MaxInPlace || countQuiet(inner) <= MaxInPlace || c.inDocument && c.documents {
		return inner
	}
	return c.quieten(d, inner)
}

// changedParts are the parts of a value that change, without those that rules mute, which are only counted.
type changedParts struct {
	added, removed, changed []computed.Part
	muted                   int
}

// sortParts returns the parts that change. comeAndGo says that parts which are on one side only count as added and removed.
func sortParts(content computed.Content, comeAndGo bool) (parts changedParts) {
	for p := range content.Changed() {
		switch {
		case p.Diff.Muted:
			parts.muted++
		case p.Diff.Renderer == nil:
		case comeAndGo && p.Diff.Action == plans.Create:
			parts.added = append(parts.added, p)
		case comeAndGo && p.Diff.Action == plans.Delete:
			parts.removed = append(parts.removed, p)
		default:
			parts.changed = append(parts.changed, p)
		}
	}
	return parts
}

func (p *changedParts) count() int { return len(p.added) + len(p.removed) + len(p.changed) }

// members describes a value by the members that come and go.
func (c *Describer) members(d *computed.Diff, kind computed.Kind, parts changedParts) change {
	text := c.label(d.Path)
	forces := d.Replace
	for _, list := range [][]computed.Part{parts.added, parts.removed, parts.changed} {
		for _, p := range list {
			forces = forces || p.Diff.Replace
		}
	}
	addMembers(&text, kind, d.Action, parts.added, parts.removed, parts.changed)
	elements := kind == computed.KindList || kind == computed.KindSet
	return change{path: d.Path.String(), Text: text, Count: parts.count(), forces: forces, elements: elements}
}

// quieten returns the changes that force a replacement, and the number of all others.
func (c *Describer) quieten(d *computed.Diff, inner []change) []change {
	var out []change
	quiet := 0
	for _, ch := range inner {
		if ch.forces {
			out = append(out, ch)
		} else {
			quiet += ch.Count
		}
	}
	text := c.label(d.Path)
	wording.AddGap(&text)
	text.Add(doc.Comment, fmt.Sprintf("(%d changes)", quiet))
	return append(out, change{Text: text, Count: quiet})
}

// forcingAll returns the changes in a value. If this forces the replacement as a whole, so do they, whatever changes in it.
func forcingAll(whole bool, inner []change) []change {
	for i := range inner {
		inner[i].forces = inner[i].forces || whole
	}
	return inner
}

// countQuiet counts the changes that do not force a replacement.
func countQuiet(all []change) int {
	n := 0
	for _, ch := range all {
		if !ch.forces {
			n += ch.Count
		}
	}
	return n
}

// isNew reports whether what is said about a resource is what it will be.
func isNew(r *computed.Resource, class review.Class) bool {
	return class == review.Create || class == review.Read || r.Action == plans.Create
}

// isUpdate reports whether it is what changes.
func isUpdate(r *computed.Resource, class review.Class) bool {
	return class == review.Update || class == review.Replace || class == review.Drift && r.Action == plans.Update
}
