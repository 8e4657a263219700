// Package doc holds text with meaning. Renderers and reports write it to a [Writer],
// and sinks get it as lines. A [Span] says what its text is (a key, a null, a warning),
// and a [Gutter] says what stands before a line, so that no package between the differ
// and the sink has to look into rendered text.
//
// [Lines] calls a function with a Writer, and yields what the function writes as [Line]
// values. Only the Writer aligns keys and turns depth into a number. It also tells each
// line what it is about: a [Subject], and a path within it. This package never escapes,
// colours, wraps or indents.
package doc

import "github.com/planfmt/planfmt/plans"

// Role is what a span of text means. Sinks map it to a style; the same role
// looks the same everywhere.
type Role uint8

// The roles. Those from Bold on are for the phrases of a report.
const (
	Plain        Role = iota // punctuation and whatever has no other role
	Key                      // an attribute, block or map key
	Type                     // a resource type or block label
	String                   // a quoted string or a line of a heredoc
	Changed                  // a piece of a string that is not on the other side; sinks that do not highlight it treat it as String
	Number                   // a number
	Bool                     // true or false
	Null                     // a null that is a value
	NullNote                 // the " -> null" after something deleted
	Arrow                    // the -> between an old and a new value
	UnknownArrow             // the -> before "(known after apply)"
	Unknown                  // (known after apply)
	Sensitive                // (sensitive value) and its like
	WriteOnly                // (write-only attribute)
	Forces                   // # forces replacement
	Comment                  // a remark in plain style
	Hidden                   // # (1 unchanged attribute hidden)
	Warning                  // the word Warning of a note
	Alert                    // what went wrong while rendering

	Bold          // an address, a heading
	Danger        // "destroyed", "replaced": bold and red
	Good          // "No changes.": bold and green
	Note          // "Note:": bold and cyan
	Caution       // yellow: a warning in a header, the `~` of the legend
	StrongCaution // bold and yellow
	SignCreate    // the + of the legend
	SignUpdate    // the ~
	SignDelete    // the - and the .
	SignRead      // the <=
	Divider       // the characters of a horizontal rule
	Address       // the address of a resource, in running text: bold
	Name          // the name of a plan, in running text: as the text around it, in Markdown as code
	Marked        // the part of some code that a diagnostic is about: underlined
)

// Span is a piece of text with one meaning. Text is raw: it may hold any
// character that the plan holds.
type Span struct {
	Role Role
	Text string
	Link *Link // nil for none
}

// Link is where a piece of text leads to, in notations that have links.
type Link struct {
	Address string // of a page or a file; sinks write only those that are safe
}

// Sign is the mark of an action in a gutter.
type Sign uint8

// The signs.
const (
	NoSign           Sign = iota
	Create                // +
	Update                // ~
	Delete                // -
	Read                  // <=
	DeleteThenCreate      // -/+
	CreateThenDelete      // +/-
	Forget                // .
	CreateThenForget      // +/.
	ForgetThenCreate      // ./+
	Hazard                // !
	Unrecognised          // ?
)

// Spans are the characters of a sign, each with the role that styles it. The
// result is shared: do not change it.
func (s Sign) Spans() []Span {
	return signSpans[min(int(s), len(signSpans)-1)]
}

var signSpans = [...][]Span{
	NoSign:           nil,
	Create:           {{Role: SignCreate, Text: "+"}},
	Update:           {{Role: SignUpdate, Text: "~"}},
	Delete:           {{Role: SignDelete, Text: "-"}},
	Read:             {{Role: SignRead, Text: "<="}},
	DeleteThenCreate: {{Role: SignDelete, Text: "-"}, {Role: Plain, Text: "/"}, {Role: SignCreate, Text: "+"}},
	CreateThenDelete: {{Role: SignCreate, Text: "+"}, {Role: Plain, Text: "/"}, {Role: SignDelete, Text: "-"}},
	Forget:           {{Role: SignDelete, Text: "."}},
	CreateThenForget: {{Role: SignCreate, Text: "+"}, {Role: Plain, Text: "/"}, {Role: SignDelete, Text: "."}},
	ForgetThenCreate: {{Role: SignDelete, Text: "."}, {Role: Plain, Text: "/"}, {Role: SignCreate, Text: "+"}},
	Unrecognised:     {{Role: Danger, Text: "?"}},
	Hazard:           {{Role: Danger, Text: "!"}},
}

// ActionSign returns the sign of an action. No-ops have none.
func ActionSign(a plans.Action) Sign {
	switch a {
	case plans.NoOp:
		return NoSign
	case plans.Create:
		return Create
	case plans.Update:
		return Update
	case plans.Delete:
		return Delete
	case plans.Read:
		return Read
	case plans.DeleteThenCreate:
		return DeleteThenCreate
	case plans.CreateThenDelete:
		return CreateThenDelete
	case plans.Forget:
		return Forget
	case plans.CreateThenForget:
		return CreateThenForget
	case plans.ForgetThenCreate:
		return ForgetThenCreate
	}
	return Unrecognised
}

// GutterKind says how the columns between a line's indentation and its text
// are used.
type GutterKind uint8

// The kinds. With a depth of d the text of a line starts
//
//	Raw     in column 0, whatever the depth
//	Signed  in column 4d+4, after the sign, right-aligned in three columns
//	Blank   in column 4d+4, after blanks
//	NoteGutter in column 4d+2: a comment that stands in the sign's column
//	NoGutter in column 4d: there is no gutter (states, action configurations)
//	NoGutterNote in column 4d-2: a comment where gutters are hidden
const (
	Raw GutterKind = iota
	Signed
	Blank
	NoteGutter
	NoGutter
	NoGutterNote
)

// Gutter is what stands before a line.
type Gutter struct {
	Kind GutterKind
	Sign Sign // of the kind Signed only
}

// Entry is what stands on a line of its own: a member of a value, with or without a
// key, or a remark. It takes several lines if there is a block in it.
type Entry struct {
	Gutter Gutter     // of the first line
	Pad    int        // columns added to that gutter; may be negative
	Path   plans.Path // of the value; if it is empty, that of the value around it
}

// Subject is what lines are about. All lines about one subject share a pointer to
// it.
type Subject struct {
	Kind SubjectKind
	// Address is the address of a resource or an action, or the name of an output.
	Address string
	// Resource has the facts about a resource; nil for all other kinds.
	Resource *plans.Header
	// Trigger is the change that triggers an action, or nil.
	Trigger *Subject
}

// SubjectKind says what kind of thing a [Subject] is.
type SubjectKind uint8

// The kinds of subjects.
const (
	ChangeSubject   SubjectKind = iota // the planned change of a resource
	DriftSubject                       // a change of a resource outside of the product
	DeferredSubject                    // a deferred change of a resource
	StateSubject                       // a resource in a state
	ActionSubject                      // an action to be invoked
	OutputSubject                      // an output, or the change of one
)

// LineKind says what a [Line] is to its document.
type LineKind uint8

// The kinds of lines. Those after BodyLine have neither depth nor gutter.
const (
	BodyLine      LineKind = iota // a line of a value, a change or a list
	HeadingLine                   // a line that announces a part of the document or sums it up; never wrapped
	ParagraphLine                 // a whole paragraph of running text; sinks may wrap it
	RuleLine                      // a horizontal rule across the page; it has no text
)

// Line is one line of output before it is written, or a whole paragraph. Names
// from a plan may contain line feeds. Sinks escape them, except in paragraphs.
type Line struct {
	Depth, Pad int
	Gutter     Gutter
	Kind       LineKind
	Text       Text
	// Subject is what the line is about, nil for lines about the document as a
	// whole. Path is the value within the subject. It is set for every line that a
	// value takes, including its closing bracket and the remarks in it and on it,
	// and empty for the value as a whole and for what stands around it.
	Subject *Subject
	Path    plans.Path
	// Fold is the number of folds that the line is in: parts of a document that a sink may
	// show only on demand. OpensFold says that the line announces a fold, which it is not in
	// itself. All lines after it that have a larger Fold are in that fold. See [Writer.Fold].
	Fold      int
	OpensFold bool
}
