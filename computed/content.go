package computed

import (
	"iter"

	"github.com/planfmt/planfmt/plans"
	"github.com/planfmt/planfmt/values"
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
	KindYAML                   // a string holding YAML, in readable mode: PartDocument
)

// Literal is a primitive value as text.
type Literal struct {
	Kind LiteralKind
	Text string // decoded for strings, as it is spelled in YAML for SpelledLiteral, the JSON text for all others
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
	SpelledLiteral // in YAML: what some readers take for a number, a date or the like
)

// Presence says whether a value exists on one side, before or after. It does not
// have the value.
type Presence struct {
	State State
	// Sensitive says that the whole value is sensitive on this side. If only
	// some parts are sensitive, those parts say so.
	Sensitive bool
}

// State says whether a value exists on one side.
type State uint8

// The states. [Diff.Content] never returns ByAction. It replaces it according to
// the action: a created value is Missing before, a deleted one is Missing after,
// everything else is Present. The differ uses ByAction for sensitive values, so
// that Content tells nothing else about them.
const (
	ByAction State = iota
	Missing        // no value
	Null           // a null in the document
	Present
	KnownAfterApply
)

// Side is a value on one side, before or after.
type Side struct {
	Presence
	Literal // of KindScalar only
	// Refinement says what is already known about a value that is known only after apply. It
	// is nil if there is nothing, and for the side before.
	Refinement *values.Refinement
}

// Form says how a value is written in the configuration.
type Form uint8

// The forms.
const (
	FormValue           Form = iota // an attribute, a part of one, or a value without a schema
	FormNestedAttribute             // an attribute with a nested type, or an object in one
	FormBlock                       // a block
)

// Nesting says how the blocks of one type nest.
type Nesting uint8

// The nestings. NotNested is the zero value, for parts that are not blocks.
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
	NoteForcesReplacement Note = iota // the value forces the replacement of its resource
	NoteWhitespace                    // only white space changes
	NoteMismatch                      // the value contradicts its schema
	NoteWillBeSensitive               // the value is sensitive after, and not before
	NoteNoLongerSensitive             // the value is sensitive before, and not after
	NoteValueUnchanged                // with one of these two: the value itself does not change
	NoteReordered                     // elements that are on both sides come in another order
	NoteFormatting                    // a document in a string is written differently, apart from what changes in it
	NoteCopy                          // of KindSensitive: the string is hidden because it is the same as a sensitive one elsewhere
)

// Content describes a value for programs. It has everything that the drawing
// shows.
type Content struct {
	Kind          Kind
	Form          Form
	Before, After Side
	Notes         []Note
	// Parts yields the parts; nil if there are none. Programs call
	// [Content.Children], which is never nil. A renderer may compute a part when
	// the iterator reaches it.
	Parts iter.Seq[Part]
	// Made is for values with parts that are made only when somebody asks for them, see
	// [Unchanged]. It yields the others, among them all that change. It is nil if these
	// are all parts.
	Made iter.Seq[Part]
	// Unmade and UnmadeBlocks are the numbers of parts that Made lacks: of nested blocks,
	// and of all others.
	Unmade, UnmadeBlocks int
}

// PartRole says what a part is to its value.
type PartRole uint8

// The roles.
const (
	PartElement       PartRole = iota // of a list or a set
	PartMember                        // of a map, an object or a block: Key is its name
	PartBlock                         // a nested block: BlockType is its type, Key its label
	PartUnknownBlocks                 // stands for the blocks of a type that are not known one by one
	PartDocument                      // the JSON document in a string
	PartBefore                        // the value before, if the one after is unknown or of another type
	PartAfter                         // the value after, if the one before is of another type
	PartValue                         // the value that a note or a mark is about
	PartOrder                         // says that the blocks of a type come in another order; it has no parts
)

// Part is a part of a value.
type Part struct {
	Role PartRole
	Key  string
	Diff Diff
	// Context says that the human report shows the part, with everything in it, even if it
	// does not change.
	Context bool

	// BlockType, Nesting and Forces are set for blocks: the name of their type,
	// how they nest, and whether the type as a whole forces the replacement.
	BlockType string
	Nesting   Nesting
	Forces    bool
}

// Children returns the parts of the value, in order of display. The blocks of
// one type come together, after the parts that stand for unknown ones and for their order.
func (c Content) Children() iter.Seq[Part] {
	if c.Parts == nil {
		return func(func(Part) bool) {}
	}
	return c.Parts
}

// MadeParts returns Made, or all parts if that is nil. The result is never nil.
func (c Content) MadeParts() iter.Seq[Part] {
	if c.Made != nil {
		return c.Made
	}
	return c.Children()
}

// Changed returns the parts that change or force a replacement, in order of display, and
// those that are not members: a JSON document and a value before, for example. It makes no
// parts.
func (c Content) Changed() iter.Seq[Part] {
	return func(yield func(Part) bool) {
		for p := range c.MadeParts() {
			if !p.Changes() {
				continue
			}
			if !yield(p) {
				return
			}
		}
	}
}

// Changes reports whether the part is one of those that [Content.Changed] yields.
func (p *Part) Changes() bool {
	switch p.Role {
	case PartElement, PartMember, PartBlock, PartUnknownBlocks:
		return p.Diff.Action != plans.NoOp || p.Diff.Replace
	}
	return true
}

// Count returns the number of parts on each side: elements, members or blocks.
// In objects and blocks, it does not count attributes that are null. It reads
// every part, but not the parts of the parts.
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

// Content describes the value, for programs. It combines what the renderer says
// with Before, After and Replace of the Diff. A Diff without a renderer has the zero Content.
func (d Diff) Content() Content {
	if d.Renderer == nil {
		return Content{}
	}
	c := d.Renderer.Content()
	c.Before.Presence, c.After.Presence = d.before(), d.after()
	if d.Replace {
		c.Notes = append([]Note{NoteForcesReplacement}, c.Notes...)
	}
	return c
}

// before is the Presence before, without ByAction.
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
	// Unknown stands for the new blocks if they are known only after apply, and for
	// sensitive ones if a string takes their place. In this case, Members has the blocks
	// that are removed. Otherwise, its Renderer is nil.
	Unknown Diff
	// Unchanged has blocks that are not in Members.
	Unchanged *Unchanged
	// Order says that the blocks come in another order. Its Renderer is nil if they do not.
	Order Diff
}

// AllMembers returns Members and the blocks of Unchanged.
func (g BlockGroup) AllMembers() []Member { return g.Unchanged.Members(g.Members) }

// SetElements sets the parts of a list or a set: the elements and those of rest, which
// may be nil. context says which elements are context, given all that are made and an
// index; nil stands for none.
func (c *Content) SetElements(elements []Diff, rest *Unchanged, context func([]Diff, int) bool) {
	c.Parts = func(yield func(Part) bool) { yieldElements(rest.Elements(elements), context, yield) }
	if rest != nil {
		c.Unmade = rest.Len()
		c.Made = func(yield func(Part) bool) { yieldElements(elements, context, yield) }
	}
}

// SetMembers sets the parts of a map or an object: the members and those of rest, which
// may be nil. The Kind must have been set.
func (c *Content) SetMembers(members []Member, rest *Unchanged) {
	attributes := c.Kind == KindObject
	c.Parts = func(yield func(Part) bool) { yieldMembers(rest.Members(members), attributes, yield) }
	if rest != nil {
		c.Unmade = rest.Len()
		c.Made = func(yield func(Part) bool) { yieldMembers(members, attributes, yield) }
	}
}

// SetBlocks sets the parts of a block: the attributes and those of rest, which may be nil,
// and the nested blocks.
func (c *Content) SetBlocks(attributes []Member, rest *Unchanged, groups []BlockGroup) {
	c.Parts = func(yield func(Part) bool) {
		_ = yieldMembers(rest.Members(attributes), true, yield) && yieldBlocks(groups, BlockGroup.AllMembers, yield)
	}
	made := func(g BlockGroup) []Member { return g.Members }
	c.Made = func(yield func(Part) bool) {
		_ = yieldMembers(attributes, true, yield) && yieldBlocks(groups, made, yield)
	}
	c.Unmade = rest.Len()
	for i := range groups {
		c.UnmadeBlocks += groups[i].Unchanged.Len()
	}
}

// IsImportant reports whether people need an attribute to recognise an object. Such
// attributes are never hidden, nor is anything in them.
func IsImportant(name string) bool {
	return name == "id" || name == "name" || name == "tags"
}

func yieldElements(elements []Diff, context func([]Diff, int) bool, yield func(Part) bool) {
	for i, e := range elements {
		if !yield(Part{Role: PartElement, Diff: e, Context: context != nil && context(elements, i)}) {
			return
		}
	}
}

// yieldMembers returns false if yield wants no more parts.
func yieldMembers(members []Member, attributes bool, yield func(Part) bool) bool {
	for _, m := range members {
		if !yield(Part{Role: PartMember, Key: m.Key, Diff: m.Diff, Context: attributes && IsImportant(m.Key)}) {
			return false
		}
	}
	return true
}

// yieldBlocks yields the blocks of each group that members returns.
func yieldBlocks(groups []BlockGroup, members func(BlockGroup) []Member, yield func(Part) bool) bool {
	for _, g := range groups {
		p := Part{Role: PartUnknownBlocks, BlockType: g.Type, Nesting: g.Nesting, Forces: g.Replace, Diff: g.Unknown}
		if p.Diff.Renderer != nil && !yield(p) {
			return false
		}
		p.Role, p.Diff = PartOrder, g.Order
		if p.Diff.Renderer != nil && !yield(p) {
			return false
		}
		p.Role = PartBlock
		for _, m := range members(g) {
			if p.Key, p.Diff = m.Key, m.Diff; !yield(p) {
				return false
			}
		}
	}
	return true
}

// OnePart yields a single part.
func OnePart(role PartRole, d Diff) iter.Seq[Part] {
	return func(yield func(Part) bool) { yield(Part{Role: role, Diff: d}) }
}

// Visit tells [Diff.Walk] how to go on.
type Visit uint8

// The visits.
const (
	Continue      Visit = iota
	SkipParts           // continue, but skip everything below this diff
	Stop                // end the walk
	SkipUnchanged       // continue, but skip the parts that do not change
)

// Walk calls visit for the diff and everything below it, parents first. It
// returns false if visit returned Stop.
func (d Diff) Walk(visit func(Diff) Visit) bool {
	if d.Renderer == nil {
		return true
	}
	next := visit(d)
	if next == Stop || next == SkipParts {
		return next == SkipParts
	}
	c := d.Renderer.Content()
	parts := c.Children()
	if next == SkipUnchanged {
		parts = c.MadeParts()
	}
	for p := range parts {
		if next == SkipUnchanged && p.Diff.Action == plans.NoOp {
			continue
		}
		if !p.Diff.Walk(visit) {
			return false
		}
	}
	return true
}
