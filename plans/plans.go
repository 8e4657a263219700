// Package plans contains the vocabulary that all other packages share: what happens
// to an object ([Action]), a place inside it ([Path], [PathSet]), what a plan says
// about it ([Header]), and what is wrong with it ([Error]).
//
// It does not depend on schemas, on the formats of documents or on how anything is
// printed.
package plans

import (
	"strconv"
	"strings"

	"github.com/planfmt/planfmt/internal/enum"
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

// Step is a step of a [Path]. It leads to a member of a map, an object or a block,
// or to an element of a list, a set or a tuple.
type Step struct {
	key   string
	index int
	isKey bool
}

// Key returns the step to the member with the name k.
func Key(k string) Step { return Step{key: k, isKey: true} }

// Index returns the step to the element with the index i. The first one is 0.
func Index(i int) Step { return Step{index: i} }

// Key returns the name of the member, and whether the step leads to a member.
func (s Step) Key() (string, bool) { return s.key, s.isKey }

// Index returns the index of the element, and whether the step leads to an element.
func (s Step) Index() (int, bool) { return s.index, !s.isKey }

// Path leads from a resource or an output to a value inside it. The empty path
// leads to the whole.
type Path []Step

// String returns the path as configuration spells it: tags["Name"], disk[0].size.
func (p Path) String() string {
	var b strings.Builder
	for i, s := range p {
		switch {
		case !s.isKey:
			b.WriteByte('[')
			b.WriteString(strconv.Itoa(s.index))
			b.WriteByte(']')
		case isWord(s.key):
			if i > 0 {
				b.WriteByte('.')
			}
			b.WriteString(s.key)
		default:
			b.WriteByte('[')
			b.WriteString(strconv.Quote(s.key))
			b.WriteByte(']')
		}
	}
	return b.String()
}

func isWord(s string) bool {
	for i := 0; i < len(s); i++ {
		c := s[i]
		if c != '_' && (c|0x20 < 'a' || c|0x20 > 'z') && (i == 0 || c != '-' && (c < '0' || c > '9')) {
			return false
		}
	}
	return s != ""
}

// Child returns the path with one more step. It never shares its last step with
// another child of the same path.
func (p Path) Child(s Step) Path {
	return append(p[:len(p):len(p)], s)
}

// SpellName returns a name as messages spell it: that of a resource, an output, a
// type or a file. Line feeds become `\n`, because a message may have several lines
// and a name must not begin a new one. Use it for every part of a message that
// comes from a document and is not quoted. Other unsafe characters are escaped by
// the sinks package when the message is printed.
func SpellName(name string) string { return strings.ReplaceAll(name, "\n", `\n`) }

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
