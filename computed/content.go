package computed

import (
	"iter"

	"github.com/planfmt/planfmt/plans"
)

// Kind says what a value is, for programs that inspect a tree of diffs.
type Kind uint8

// The kinds of content, and which parts they have.
const (
	KindScalar     Kind = iota // null, bool, number or string: Before and After have the literals
	KindJSON                   // a string holding JSON: PartDocument
	KindList                   // PartElement, in order of display
	KindSet                    // likewise
	KindMap                    // PartMember, sorted by key
	KindObject                 // PartMember, the attributes that exist, sorted by name
	KindBlock                  // PartMember, then PartBlock and PartUnknownBlocks by block type
	KindSensitive              // nothing more is known, on purpose; where the caller asked to see it: PartValue
	KindUnknown                // known after apply; PartBefore, if there is a value before
	KindWriteOnly              // never in a plan
	KindTypeChange             // PartBefore and PartAfter
	KindMismatch               // a value that contradicts its schema: PartValue
)

// Literal is a primitive value as text.
type Literal struct {
	Kind LiteralKind
	Text string // decoded for strings, the JSON text for all others
}

// LiteralKind is the type of a Literal.
type LiteralKind uint8

// The kinds of literals. None stands for a side that has no value.
const (
	None LiteralKind = iota
	NullLiteral
	BoolLiteral
	NumberLiteral
	StringLiteral
)

// Presence says what is on one side of a value, before or after, and not what
// the value is.
type Presence struct {
	State State
	// Sensitive says that the value as a whole is marked as sensitive there.
	// Of one with sensitive parts, these say it.
	Sensitive bool
}

// State is how much of a value there is on a side.
type State uint8

// The states. ByAction is for values built by hand, and for sensitive ones, of
// which nothing else is told; [Diff.Content] resolves it: what is created is
// Missing before and Present after, what is deleted the reverse, all else
// Present.
const (
	ByAction State = iota
	Missing        // there is none
	Null           // a null that the document has
	Present
	KnownAfterApply
)

// Side is a value on one side, before or after.
type Side struct {
	Presence
	Literal // of KindScalar only
}

// Form is how the configuration writes a value.
type Form uint8

// The forms.
const (
	FormValue           Form = iota // as an attribute, or a part of one, or a document without a schema
	FormNestedAttribute             // as an attribute whose members have a schema of their own, or an object in one
	FormBlock                       // as a block
)

// Nesting is how the blocks of a type nest.
type Nesting uint8

// The nestings. NotNested is for groups built by hand.
const (
	NotNested Nesting = iota
	NestedSingle
	NestedGroup
	NestedList
	NestedSet
	NestedMap // the blocks have labels
)

// Note is a remark on a value, beside its sign.
type Note uint8

// The notes.
const (
	// NoteForcesReplacement says that this value forces the replacement.
	NoteForcesReplacement Note = iota
	// NoteWhitespace says that white space changes, and nothing that shows.
	NoteWhitespace
	// NoteMismatch says that the value contradicts its schema.
	NoteMismatch
	// NoteWillBeSensitive says that the value is sensitive after only,
	// NoteNoLongerSensitive, before only. NoteValueUnchanged comes with these:
	// nothing else changes.
	NoteWillBeSensitive
	NoteNoLongerSensitive
	NoteValueUnchanged
)

// Content describes a value for programs. It has everything that the drawing
// shows.
type Content struct {
	Kind          Kind
	Form          Form
	Before, After Side
	Notes         []Note
	// Type is the Diff's, empty for none. A schema that is inferred has types,
	// too.
	Type string
	// Parts, if not nil, yields what [Content.Children] does. It may compare
	// no earlier than it is asked.
	Parts iter.Seq[Part]
}

// PartRole is what a part is to the value that it is a part of.
type PartRole uint8

// The roles.
const (
	PartElement       PartRole = iota // of a list or a set
	PartMember                        // of a map, an object or a block: Key is its name
	PartBlock                         // in a block: BlockType is its type, Key its label
	PartUnknownBlocks                 // stands for the blocks of a type that are known after apply
	PartDocument                      // in a string
	PartBefore                        // the value before, where the one after is of another kind
	PartAfter                         // the value after, likewise
	PartValue                         // the value itself, about which something is said
)

// Part is a part of a value.
type Part struct {
	Role PartRole
	Key  string
	Diff Diff

	// BlockType, Nesting and Forces are about blocks: the name of their type,
	// how they nest, and that the type as a whole forces the replacement.
	BlockType string
	Nesting   Nesting
	Forces    bool
}

// Children are the parts of the value, in order of display. The blocks of a
// type follow each other, behind those that are known only after apply.
func (c Content) Children() iter.Seq[Part] {
	if c.Parts == nil {
		return func(func(Part) bool) {}
	}
	return c.Parts
}

// Count is how many parts the value has on each side: elements, members,
// blocks. Attributes of objects and blocks that are null do not count. It looks
// at each part, but into none.
func (c Content) Count() (before, after int) {
	nulls := c.Kind != KindObject && c.Kind != KindBlock
	counts := func(s State) int {
		if s == Missing || s == Null && !nulls {
			return 0
		}
		return 1
	}
	for p := range c.Children() {
		before += counts(p.Diff.before().State)
		after += counts(p.Diff.after().State)
	}
	return before, after
}

// Content is the value for machines: what its renderer says, with what is the
// same for all kinds. A Diff without a renderer has the zero Content.
func (d Diff) Content() Content {
	if d.Renderer == nil {
		return Content{}
	}
	c := d.Renderer.Content()
	if d.Type != nil {
		c.Type = d.Type.String()
	}
	c.Before.Presence, c.After.Presence = d.before(), d.after()
	if d.Replace {
		c.Notes = append([]Note{NoteForcesReplacement}, c.Notes...)
	}
	return c
}

// before is the presence before, with no state left to the action.
func (d Diff) before() Presence { return d.Before.resolve(d.Action == plans.Create) }

func (d Diff) after() Presence { return d.After.resolve(d.Action == plans.Delete) }

func (p Presence) resolve(missing bool) Presence {
	switch {
	case p.State != ByAction:
	case missing:
		p.State = Missing
	default:
		p.State = Present
	}
	return p
}

// Member is a part of a value, with its key.
type Member struct {
	Key  string
	Diff Diff
}

// BlockGroup holds the blocks of one type within a block.
type BlockGroup struct {
	Type    string
	Nesting Nesting  // in a map, Key is the label
	Members []Member // in order of display
	Replace bool     // the type as a whole forces the replacement, and so does each block
	// Unknown stands for the new blocks if they are known only after apply. In
	// this case, Members has the blocks that are removed. Otherwise, its Renderer
	// is nil.
	Unknown Diff
}

// ElementParts yields the diffs as the parts of a list or a set, for
// [Content].Parts.
func ElementParts(elements []Diff) iter.Seq[Part] {
	return func(yield func(Part) bool) {
		for _, e := range elements {
			if !yield(Part{Role: PartElement, Diff: e}) {
				return
			}
		}
	}
}

// MemberParts yields the members as the parts of a map or an object.
func MemberParts(members []Member) iter.Seq[Part] {
	return func(yield func(Part) bool) {
		for _, m := range members {
			if !yield(Part{Role: PartMember, Key: m.Key, Diff: m.Diff}) {
				return
			}
		}
	}
}

// BlockParts yields the attributes and the nested blocks of a block.
func BlockParts(attributes []Member, groups []BlockGroup) iter.Seq[Part] {
	return func(yield func(Part) bool) {
		for p := range MemberParts(attributes) {
			if !yield(p) {
				return
			}
		}
		for _, g := range groups {
			p := Part{Role: PartUnknownBlocks, BlockType: g.Type, Nesting: g.Nesting, Forces: g.Replace, Diff: g.Unknown}
			if p.Diff.Renderer != nil && !yield(p) {
				return
			}
			p.Role = PartBlock
			for _, m := range g.Members {
				if p.Key, p.Diff = m.Key, m.Diff; !yield(p) {
					return
				}
			}
		}
	}
}

// OnePart yields a single part.
func OnePart(role PartRole, d Diff) iter.Seq[Part] {
	return func(yield func(Part) bool) { yield(Part{Role: role, Diff: d}) }
}

// Visit is what a visitor of [Diff.Walk] wants next.
type Visit uint8

// The visits.
const (
	Continue  Visit = iota
	SkipParts       // go on, but not with what is below this diff
	Stop            // no more at all
)

// Walk calls visit for the diff and everything below, parents first. It
// reports whether it came to the end: false if visit returned Stop.
func (d Diff) Walk(visit func(Diff) Visit) bool {
	if d.Renderer == nil {
		return true
	}
	switch visit(d) {
	case Stop:
		return false
	case SkipParts:
		return true
	}
	for p := range d.Renderer.Content().Children() {
		if !p.Diff.Walk(visit) {
			return false
		}
	}
	return true
}
