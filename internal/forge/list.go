package forge

import (
	"bytes"
	"encoding/json"
)

// list is a list in an answer. Whatever else stands in its place, such as null or nothing, is an error: it must not be
// taken for "no comments", after which another comment would be written beside the one that is there.
type list[T element] struct{ elements []*T }

// element is a comment in a list, or a label.
type element interface {
	// missing returns the name of a member that decides whose comment it is, or which label, and that the forge has not
	// given. It is empty if there are all.
	missing() string
}

// UnmarshalJSON parses the list. For null, it stays as if there were none.
func (l *list[T]) UnmarshalJSON(text []byte) error { return json.Unmarshal(text, &l.elements) }

// all returns the elements, which are comments, if there are a list and all that is needed of each element.
func (l list[T]) all() ([]*T, error) { return l.allFor(reading, "comment") }

// allFor is all for a request. what is the word for an element.
func (l list[T]) allFor(d doing, what string) ([]*T, error) {
	if l.elements == nil {
		return nil, &Error{doing: d, Message: "the answer has no list of " + what + "s", Uncertain: true}
	}
	for _, e := range l.elements {
		name := "content"
		if e != nil {
			name = (*e).missing()
		}
		if name != "" {
			return nil, &Error{doing: d, Message: "the answer has a " + what + " without " + name, Uncertain: true}
		}
	}
	return l.elements, nil
}

// maybe is a member of an answer that must be there, but may be null, such as the author of a comment who is gone.
type maybe[T any] struct {
	value   T
	isThere bool
}

// UnmarshalJSON parses the member.
func (m *maybe[T]) UnmarshalJSON(text []byte) error {
	m.isThere = true
	if bytes.Equal(text, []byte("null")) {
		return nil
	}
	return json.Unmarshal(text, &m.value)
}

// textOf returns a text, which is empty if it is missing.
func textOf(text *string) string {
	if text == nil {
		return ""
	}
	return *text
}
