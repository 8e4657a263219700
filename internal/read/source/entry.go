package source

import (
	"fmt"

	"github.com/planfmt/planfmt/plans"
	"github.com/planfmt/planfmt/values"
)

// Entry is an entry of a document while its members are read. It keeps what is wrong with
// them.
type Entry struct {
	Address string // of what the entry is about, or its place in the document
	// Err is the first thing that keeps the entry from being shown. Problems is whatever
	// else is wrong with it.
	Err      error
	Problems []error
}

// Fail notes what is wrong with a member. Only the first such error is kept.
func (e *Entry) Fail(field, format string, args ...any) {
	if e.Err == nil {
		e.Err = e.error(field, format, args...)
	}
}

// FailDuplicate notes that a name occurs twice in the entry, unless err is nil. No one can
// tell which of the two counts.
func (e *Entry) FailDuplicate(err error) {
	if err != nil {
		e.Fail("", "%w", err)
	}
}

// Complain notes what is wrong with an entry that can be shown all the same.
func (e *Entry) Complain(field, format string, args ...any) {
	e.Problems = append(e.Problems, e.error(field, format, args...))
}

func (e *Entry) error(field, format string, args ...any) error {
	return &plans.Error{Address: e.Address, Field: field, Err: fmt.Errorf(format, args...)}
}

// Text returns a string member of v. It is empty if the member is absent or null.
func (e *Entry) Text(v values.Value, name string) string {
	return e.Word(nil, v, name)
}

// Word is like Text, for a member that many entries have: words keeps one copy of it.
func (e *Entry) Word(words *values.Words, v values.Value, name string) string {
	m := v.Get(name)
	switch {
	case m.IsNull():
		return ""
	case m.Kind() != values.String:
		e.Fail(name, "want string, have %s", m.Kind())
		return ""
	case words == nil:
		return m.Text()
	}
	return words.Text(m)
}
