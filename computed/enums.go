package computed

import "github.com/planfmt/planfmt/internal/base/enum"

// The names of the values, by which they are printed and marshalled.
var (
	kinds = enum.New[Kind]("kind", []string{
		KindScalar:     "scalar",
		KindJSON:       "json",
		KindList:       "list",
		KindSet:        "set",
		KindMap:        "map",
		KindObject:     "object",
		KindBlock:      "block",
		KindSensitive:  "sensitive",
		KindUnknown:    "unknown",
		KindWriteOnly:  "write-only",
		KindTypeChange: "type-change",
		KindMismatch:   "mismatch",
		KindYAML:       "yaml",
	}...)
	literalKinds = enum.New[LiteralKind]("kind of literal", []string{
		None:           "none",
		NullLiteral:    "null",
		BoolLiteral:    "bool",
		NumberLiteral:  "number",
		StringLiteral:  "string",
		SpelledLiteral: "spelled",
	}...)
	states = enum.New[State]("state", []string{
		ByAction:        "by-action",
		Missing:         "missing",
		Null:            "null",
		Present:         "present",
		KnownAfterApply: "known-after-apply",
	}...)
	forms = enum.New[Form]("form", []string{
		FormValue:           "value",
		FormNestedAttribute: "nested-attribute",
		FormBlock:           "block",
	}...)
	nestings = enum.New[Nesting]("nesting", []string{
		NotNested:    "none",
		NestedSingle: "single",
		NestedGroup:  "group",
		NestedList:   "list",
		NestedSet:    "set",
		NestedMap:    "map",
	}...)
	notes = enum.New[Note]("note", []string{
		NoteForcesReplacement: "forces-replacement",
		NoteWhitespace:        "whitespace",
		NoteMismatch:          "mismatch",
		NoteWillBeSensitive:   "will-be-sensitive",
		NoteNoLongerSensitive: "no-longer-sensitive",
		NoteValueUnchanged:    "value-unchanged",
		NoteReordered:         "reordered",
		NoteFormatting:        "formatting",
		NoteCopy:              "copy",
	}...)
	partRoles = enum.New[PartRole]("role of a part", []string{
		PartElement:       "element",
		PartMember:        "member",
		PartBlock:         "block",
		PartUnknownBlocks: "unknown-blocks",
		PartDocument:      "document",
		PartBefore:        "before",
		PartAfter:         "after",
		PartValue:         "value",
		PartOrder:         "order",
	}...)
	forces = enum.New[Forces]("choice of the mark", []string{
		ForcesByDiff: "by-diff",
		ForcesAlways: "always",
		ForcesNever:  "never",
	}...)
	visits = enum.New[Visit]("visit", []string{
		Continue:      "continue",
		SkipParts:     "skip-parts",
		Stop:          "stop",
		SkipUnchanged: "skip-unchanged",
	}...)
	stateKinds = enum.New[StateKind]("kind of state", []string{
		NotState:    "none",
		EmptyState:  "empty",
		FilledState: "filled",
	}...)
	sections = enum.New[Section]("section", []string{
		DriftSection:    "drift",
		DeferredSection: "deferred",
		ChangesSection:  "changes",
		StateSection:    "state",
	}...)
	referenceEnds = enum.New[ReferenceEnd]("end of references", []string{
		NotEnded:          "not-ended",
		EndsInChange:      "change",
		EndsOutsidePlan:   "outside-plan",
		EndsInNoChange:    "no-change",
		EndsWithoutConfig: "without-configuration",
		EndsInRepetition:  "repetition",
		EndsTooFar:        "too-far",
	}...)
	schemaKinds = enum.New[SchemaKind]("kind of schema", []string{
		NoSchema:       "none",
		SchemaExact:    "exact",
		SchemaBundle:   "bundle",
		SchemaKnown:    "known",
		SchemaInferred: "inferred",
	}...)
)

// String returns the name of the kind.
func (k Kind) String() string { return kinds.String(k) }

// MarshalText returns the name of the kind.
func (k Kind) MarshalText() ([]byte, error) { return kinds.Marshal(k) }

// UnmarshalText sets the kind by its name. If there is no such name, the error
// lists the valid ones.
func (k *Kind) UnmarshalText(text []byte) error { return kinds.Unmarshal(text, k) }

// String returns the name of the kind of literal.
func (l LiteralKind) String() string { return literalKinds.String(l) }

// MarshalText returns the name of the kind of literal.
func (l LiteralKind) MarshalText() ([]byte, error) { return literalKinds.Marshal(l) }

// UnmarshalText sets the kind of literal by its name. If there is no such name, the error
// lists the valid ones.
func (l *LiteralKind) UnmarshalText(text []byte) error { return literalKinds.Unmarshal(text, l) }

// String returns the name of the state.
func (s State) String() string { return states.String(s) }

// MarshalText returns the name of the state.
func (s State) MarshalText() ([]byte, error) { return states.Marshal(s) }

// UnmarshalText sets the state by its name. If there is no such name, the error
// lists the valid ones.
func (s *State) UnmarshalText(text []byte) error { return states.Unmarshal(text, s) }

// String returns the name of the form.
func (f Form) String() string { return forms.String(f) }

// MarshalText returns the name of the form.
func (f Form) MarshalText() ([]byte, error) { return forms.Marshal(f) }

// UnmarshalText sets the form by its name. If there is no such name, the error
// lists the valid ones.
func (f *Form) UnmarshalText(text []byte) error { return forms.Unmarshal(text, f) }

// String returns the name of the nesting.
func (n Nesting) String() string { return nestings.String(n) }

// MarshalText returns the name of the nesting.
func (n Nesting) MarshalText() ([]byte, error) { return nestings.Marshal(n) }

// UnmarshalText sets the nesting by its name. If there is no such name, the error
// lists the valid ones.
func (n *Nesting) UnmarshalText(text []byte) error { return nestings.Unmarshal(text, n) }

// String returns the name of the note.
func (n Note) String() string { return notes.String(n) }

// MarshalText returns the name of the note.
func (n Note) MarshalText() ([]byte, error) { return notes.Marshal(n) }

// UnmarshalText sets the note by its name. If there is no such name, the error
// lists the valid ones.
func (n *Note) UnmarshalText(text []byte) error { return notes.Unmarshal(text, n) }

// String returns the name of the role of a part.
func (p PartRole) String() string { return partRoles.String(p) }

// MarshalText returns the name of the role of a part.
func (p PartRole) MarshalText() ([]byte, error) { return partRoles.Marshal(p) }

// UnmarshalText sets the role of a part by its name. If there is no such name, the error
// lists the valid ones.
func (p *PartRole) UnmarshalText(text []byte) error { return partRoles.Unmarshal(text, p) }

// String returns the name of the choice.
func (f Forces) String() string { return forces.String(f) }

// MarshalText returns the name of the choice.
func (f Forces) MarshalText() ([]byte, error) { return forces.Marshal(f) }

// UnmarshalText sets the choice by its name. If there is no such name, the error
// lists the valid ones.
func (f *Forces) UnmarshalText(text []byte) error { return forces.Unmarshal(text, f) }

// String returns the name of the visit.
func (v Visit) String() string { return visits.String(v) }

// MarshalText returns the name of the visit.
func (v Visit) MarshalText() ([]byte, error) { return visits.Marshal(v) }

// UnmarshalText sets the visit by its name. If there is no such name, the error
// lists the valid ones.
func (v *Visit) UnmarshalText(text []byte) error { return visits.Unmarshal(text, v) }

// String returns the name of the kind of state.
func (s StateKind) String() string { return stateKinds.String(s) }

// MarshalText returns the name of the kind of state.
func (s StateKind) MarshalText() ([]byte, error) { return stateKinds.Marshal(s) }

// UnmarshalText sets the kind of state by its name. If there is no such name, the error
// lists the valid ones.
func (s *StateKind) UnmarshalText(text []byte) error { return stateKinds.Unmarshal(text, s) }

// String returns the name of the section.
func (s Section) String() string { return sections.String(s) }

// MarshalText returns the name of the section.
func (s Section) MarshalText() ([]byte, error) { return sections.Marshal(s) }

// UnmarshalText sets the section by its name. If there is no such name, the error
// lists the valid ones.
func (s *Section) UnmarshalText(text []byte) error { return sections.Unmarshal(text, s) }

// String returns the name of the end of references.
func (e ReferenceEnd) String() string { return referenceEnds.String(e) }

// MarshalText returns the name of the end of references.
func (e ReferenceEnd) MarshalText() ([]byte, error) { return referenceEnds.Marshal(e) }

// UnmarshalText sets the end of references by its name. If there is no such name, the error
// lists the valid ones.
func (e *ReferenceEnd) UnmarshalText(text []byte) error { return referenceEnds.Unmarshal(text, e) }

// String returns the name of the kind of schema.
func (k SchemaKind) String() string { return schemaKinds.String(k) }

// MarshalText returns the name of the kind of schema.
func (k SchemaKind) MarshalText() ([]byte, error) { return schemaKinds.Marshal(k) }

// UnmarshalText sets the kind of schema by its name. If there is no such name, the error
// lists the valid ones.
func (k *SchemaKind) UnmarshalText(text []byte) error { return schemaKinds.Unmarshal(text, k) }
