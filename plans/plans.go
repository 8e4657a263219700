// Package plans contains the vocabulary that all other packages share: what happens
// to an object ([Action]), a place inside it ([Path], [PathSet]), what a plan says
// about it ([Header]), and what is wrong with it ([Error]).
//
// It does not depend on schemas, on the formats of documents or on how anything is
// printed.
package plans

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/planfmt/planfmt/internal/base/enum"
)

// Action says what happens to a resource, or to a value inside one. For values
// inside a resource, it is NoOp, Create, Update or Delete.
type Action uint8

// The actions. Unknown stands for a list of actions that this version of planfmt
// does not know.
const (
	NoOp Action = iota
	Create
	Read
	Update
	Delete
	DeleteThenCreate
	CreateThenDelete
	Forget
	CreateThenForget
	ForgetThenCreate
	Unknown
)

var actionNames = []string{
	NoOp:             "no-op",
	Create:           "create",
	Read:             "read",
	Update:           "update",
	Delete:           "delete",
	DeleteThenCreate: "delete,create",
	CreateThenDelete: "create,delete",
	Forget:           "forget",
	CreateThenForget: "create,forget",
	ForgetThenCreate: "forget,create",
	Unknown:          "unknown",
}

var actions = enum.New[Action]("action", actionNames...)

// String returns the action as plans spell it. If it has two steps, a comma is
// between them: "no-op", "delete,create".
func (a Action) String() string { return actions.String(a) }

// Replaces reports whether an action replaces an object.
func (a Action) Replaces() bool {
	switch a {
	case DeleteThenCreate, CreateThenDelete, CreateThenForget, ForgetThenCreate:
		return true
	}
	return false
}

// MarshalText returns the name of the action.
func (a Action) MarshalText() ([]byte, error) { return actions.Marshal(a) }

// UnmarshalText sets the action by its name. If there is no such name, the error
// lists the valid ones.
func (a *Action) UnmarshalText(text []byte) error { return actions.Unmarshal(text, a) }

// ParseAction returns the action for a change's list of actions. For a list that
// the plan format does not define, such as an empty one, the action is Unknown and
// ok is false.
func ParseAction(steps []string) (a Action, ok bool) {
	joined := strings.Join(steps, ",")
	for i, name := range actionNames[:Unknown] {
		if name == joined {
			return Action(i), true
		}
	}
	return Unknown, false
}

// SpellName returns a name as messages spell it: that of a resource, an output, a
// type or a file. Line feeds become `\n`, because a message may have several lines
// and a name must not begin a new one. Use it for every part of a message that
// comes from a document and is not quoted. Other unsafe characters are escaped by
// the sinks package when the message is printed.
func SpellName(name string) string { return strings.ReplaceAll(name, "\n", `\n`) }

// DescribeText describes a text that stands where something else was expected: "a text of 14
// characters". The rule for all messages, those of errors, warnings and remarks alike, is: a
// message has at most names (of members, attributes, resources, types and files), positions,
// and the types of what was not understood. It never has text of the input that may be a value,
// nor a part of it, because an input may be another one than the user thinks, and because what is
// in the place of a keyword, such as a mode or a status, may be anything. So a message says
// what was expected, where, and what this function returns. What the user has typed as an
// argument is not input, except where it is a value.
func DescribeText(text string) string {
	switch n := utf8.RuneCountInString(text); {
	case !utf8.ValidString(text):
		return fmt.Sprintf("%d bytes that are not UTF-8", len(text))
	case n == 0:
		return "an empty text"
	case n == 1:
		return "a text of one character"
	default:
		return fmt.Sprintf("a text of %d characters", n)
	}
}

// Error says what is wrong, and where in a plan or a state. Each caller adds what it
// knows: the differ knows the path, the reader of the document the address.
type Error struct {
	Address string // of the resource or output; may be empty
	Field   string // the member of the entry in the document, such as "after"; may be empty
	Path    Path   // inside the field
	Err     error
}

// Error returns where the error is, and then what it is:
// `aws_instance.web: after.tags["Name"]: want string, have list`.
func (e *Error) Error() string {
	var b strings.Builder
	if e.Address != "" {
		b.WriteString(SpellName(e.Address))
		b.WriteString(": ")
	}
	where, field := e.Path.String(), SpellName(e.Field)
	switch {
	case field == "":
	case where == "" || where[0] == '[':
		where = field + where
	default:
		where = field + "." + where
	}
	if where != "" {
		b.WriteString(where)
		b.WriteString(": ")
	}
	b.WriteString(e.Err.Error())
	return b.String()
}

// Unwrap returns Err.
func (e *Error) Unwrap() error { return e.Err }
