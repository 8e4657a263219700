package computed

// Kind says what a value is, for programs that inspect a tree of diffs.
type Kind uint8

// The kinds of content.
const (
	KindScalar     Kind = iota // Before and After are literals: null, bool, number or string
	KindJSON                   // a string holding JSON: Children has one diff, the document's
	KindList                   // Children are the elements, in order of display
	KindSet                    // likewise
	KindMap                    // Members are the elements by key
	KindObject                 // Members are the attributes
	KindBlock                  // Members are attributes, Blocks the nested blocks
	KindSensitive              // nothing more is known, on purpose; where the caller asked to see it, Children has the value
	KindUnknown                // After is known after apply; Children has the value before, if any
	KindWriteOnly              // never in a plan
	KindTypeChange             // Children are the value before and the value after
	KindMismatch               // a value that contradicts its schema: Children as TypeChange, or one
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

// Content describes a value for programs. Only the fields of its Kind are set.
type Content struct {
	Kind          Kind
	Before, After Literal
	Children      []Diff
	Members       []Member
	Blocks        []BlockGroup
}

// Member is a part of a value, with its key.
type Member struct {
	Key  string
	Diff Diff
}

// BlockGroup holds the blocks of one type within a block.
type BlockGroup struct {
	Type     string
	Labelled bool     // the blocks are those of a map: Key is the label
	Members  []Member // in order of display
	Replace  bool     // the type as a whole forces the replacement, and so does each block
	// Unknown stands for the new blocks if they are known only after apply. In
	// this case, Members has the blocks that are removed. Otherwise, its Renderer
	// is nil.
	Unknown Diff
}

// Walk calls visit for the diff and everything below, parents first, until
// visit returns false.
func (d Diff) Walk(visit func(Diff) bool) bool {
	if d.Renderer == nil {
		return true
	}
	if !visit(d) {
		return false
	}
	c := d.Renderer.Content()
	for _, child := range c.Children {
		if !child.Walk(visit) {
			return false
		}
	}
	for _, m := range c.Members {
		if !m.Diff.Walk(visit) {
			return false
		}
	}
	for _, g := range c.Blocks {
		if !g.Unknown.Walk(visit) {
			return false
		}
		for _, m := range g.Members {
			if !m.Diff.Walk(visit) {
				return false
			}
		}
	}
	return true
}
