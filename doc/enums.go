package doc

import "github.com/planfmt/planfmt/internal/base/enum"

// The names of the values, by which they are printed and marshalled.
var (
	roles = enum.New[Role]("role", []string{
		Plain:         "plain",
		Key:           "key",
		Type:          "type",
		String:        "string",
		Changed:       "changed",
		Number:        "number",
		Bool:          "bool",
		Null:          "null",
		NullNote:      "null-note",
		Arrow:         "arrow",
		UnknownArrow:  "unknown-arrow",
		Unknown:       "unknown",
		Sensitive:     "sensitive",
		WriteOnly:     "write-only",
		Forces:        "forces",
		Comment:       "comment",
		Hidden:        "hidden",
		Warning:       "warning",
		Alert:         "alert",
		Bold:          "bold",
		Danger:        "danger",
		Good:          "good",
		Note:          "note",
		Caution:       "caution",
		StrongCaution: "strong-caution",
		SignCreate:    "sign-create",
		SignUpdate:    "sign-update",
		SignDelete:    "sign-delete",
		SignRead:      "sign-read",
		Divider:       "divider",
		Address:       "address",
		Name:          "name",
		Marked:        "marked",
	}...)
	signNames = enum.New[Sign]("sign", []string{
		NoSign:           "none",
		Create:           "create",
		Update:           "update",
		Delete:           "delete",
		Read:             "read",
		DeleteThenCreate: "delete,create",
		CreateThenDelete: "create,delete",
		Forget:           "forget",
		CreateThenForget: "create,forget",
		ForgetThenCreate: "forget,create",
		Unrecognised:     "unrecognised",
		Hazard:           "hazard",
	}...)
	gutterKinds = enum.New[GutterKind]("kind of gutter", []string{
		Raw:          "raw",
		Signed:       "signed",
		Blank:        "blank",
		NoteGutter:   "note",
		NoGutter:     "none",
		NoGutterNote: "none-note",
	}...)
	subjectKinds = enum.New[SubjectKind]("kind of subject", []string{
		ChangeSubject:   "change",
		DriftSubject:    "drift",
		DeferredSubject: "deferred",
		StateSubject:    "state",
		ActionSubject:   "action",
		OutputSubject:   "output",
	}...)
	lineKinds = enum.New[LineKind]("kind of line", []string{
		BodyLine:      "body",
		HeadingLine:   "heading",
		ParagraphLine: "paragraph",
		RuleLine:      "rule",
	}...)
)

// String returns the name of the role.
func (r Role) String() string { return roles.String(r) }

// MarshalText returns the name of the role.
func (r Role) MarshalText() ([]byte, error) { return roles.Marshal(r) }

// UnmarshalText sets the role by its name. If there is no such name, the error
// lists the valid ones.
func (r *Role) UnmarshalText(text []byte) error { return roles.Unmarshal(text, r) }

// String returns the name of the sign.
func (s Sign) String() string { return signNames.String(s) }

// MarshalText returns the name of the sign.
func (s Sign) MarshalText() ([]byte, error) { return signNames.Marshal(s) }

// UnmarshalText sets the sign by its name. If there is no such name, the error
// lists the valid ones.
func (s *Sign) UnmarshalText(text []byte) error { return signNames.Unmarshal(text, s) }

// String returns the name of the kind of gutter.
func (g GutterKind) String() string { return gutterKinds.String(g) }

// MarshalText returns the name of the kind of gutter.
func (g GutterKind) MarshalText() ([]byte, error) { return gutterKinds.Marshal(g) }

// UnmarshalText sets the kind of gutter by its name. If there is no such name, the error
// lists the valid ones.
func (g *GutterKind) UnmarshalText(text []byte) error { return gutterKinds.Unmarshal(text, g) }

// String returns the name of the kind of subject.
func (k SubjectKind) String() string { return subjectKinds.String(k) }

// MarshalText returns the name of the kind of subject.
func (k SubjectKind) MarshalText() ([]byte, error) { return subjectKinds.Marshal(k) }

// UnmarshalText sets the kind of subject by its name. If there is no such name, the
// error lists the valid ones.
func (k *SubjectKind) UnmarshalText(text []byte) error { return subjectKinds.Unmarshal(text, k) }

// String returns the name of the kind of line.
func (k LineKind) String() string { return lineKinds.String(k) }

// MarshalText returns the name of the kind of line.
func (k LineKind) MarshalText() ([]byte, error) { return lineKinds.Marshal(k) }

// UnmarshalText sets the kind of line by its name. If there is no such name, the
// error lists the valid ones.
func (k *LineKind) UnmarshalText(text []byte) error { return lineKinds.Unmarshal(text, k) }
