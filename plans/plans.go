// Package plans holds the words that every other package uses to talk about a
// plan: what happens to an object ([Action]), where in it ([Path], [PathSet])
// and what went wrong there ([Error]).
//
// It knows nothing of JSON, of schemas or of how anything is printed.
package plans

import (
	"strconv"
	"strings"

	"github.com/planfmt/planfmt/internal/enum"
)

// Action says what a plan does to a resource, or what a change does to a
// value inside one. Values inside resources only use NoOp, Create, Update,
// Delete and, for new data, Read.
type Action uint8

// The actions. Unknown stands for an action list that this version does not
// know; it is shown loudly and never taken for something else.
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

// String is the action as plan JSON spells it, two-step actions joined by a
// comma: "no-op", "delete,create".
func (a Action) String() string { return actions.String(a) }

// MarshalText returns the name of the action.
func (a Action) MarshalText() ([]byte, error) { return actions.Marshal(a) }

// UnmarshalText sets the action by its name. If there is no such name, the error
// lists the valid ones.
func (a *Action) UnmarshalText(text []byte) error { return actions.Unmarshal(text, a) }

// ParseAction finds the action for the "actions" list of a change. ok is
// false, and the action Unknown, for any list that the plan format does not
// define, the empty one included.
func ParseAction(steps []string) (a Action, ok bool) {
	joined := strings.Join(steps, ",")
	for i, name := range actionNames[:Unknown] {
		if name == joined {
			return Action(i), true
		}
	}
	return Unknown, false
}

// Step is one step of a Path: a key of a map, object or block, or the index
// of an element.
type Step struct {
	key   string
	index int
	isKey bool
}

// Key is the step to a member of a map, an object or a block.
func Key(k string) Step { return Step{key: k, isKey: true} }

// Index is the step to an element of a list, a set or a tuple, from 0.
func Index(i int) Step { return Step{index: i} }

// Key returns the member's name, and whether the step is one to a member.
func (s Step) Key() (string, bool) { return s.key, s.isKey }

// Index returns the element's index, and whether the step is one to an element.
func (s Step) Index() (int, bool) { return s.index, !s.isKey }

// matches reports whether a step taken is the one that a path names. A path
// may spell an index as a string of digits.
func (s Step) matches(taken Step) bool {
	if s.isKey == taken.isKey {
		return s == taken
	}
	if s.isKey {
		return s.key == strconv.Itoa(taken.index)
	}
	return false
}

// Path leads from a resource's root, or an output's, to a value inside.
// The empty path is the whole.
type Path []Step

// String spells the path as in the language: tags["Name"], disk[0].size.
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

// Child is the path extended by one step. The result never shares its last
// element with another child of the same path.
func (p Path) Child(s Step) Path {
	return append(p[:len(p):len(p)], s)
}

// SpellName spells a name for a message: an address, an output, a type, a file.
// A line feed becomes `\n`, since messages may have several lines and a name
// must not begin one of them. Every part of a message that comes from a
// document and is not quoted goes through here; what else is unsafe in it, the
// sinks package escapes where the message is printed.
func SpellName(name string) string { return strings.ReplaceAll(name, "\n", `\n`) }

// Error is something wrong at a place of a plan. Callers add what they know
// on the way up: the differ the path, the reader the address.
type Error struct {
	Address string // of the resource or output; may be empty
	Field   string // the plan's own member, such as "after"; may be empty
	Path    Path   // inside the field
	Err     error
}

// Error spells where, then what:
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

// Unwrap gives the cause.
func (e *Error) Unwrap() error { return e.Err }
