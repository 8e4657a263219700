// Package diag has the diagnostics of the languages that planfmt reads: policy
// files, policy tests and expressions over plans. A diagnostic says what is
// wrong and where, to the byte. Code that makes a diagnostic must leave out
// values of a plan that may be sensitive.
package diag

import (
	"fmt"
	"slices"
	"strings"

	"github.com/planfmt/planfmt/internal/base/enum"
	"github.com/planfmt/planfmt/internal/base/sorted"
)

// Severity says whether a diagnostic is an error.
type Severity uint8

// The severities.
const (
	Error Severity = iota
	Warning
)

var severities = enum.New[Severity]("severity", "error", "warning")

// String returns the name of the severity.
func (s Severity) String() string { return severities.String(s) }

// MarshalText returns the name of the severity.
func (s Severity) MarshalText() ([]byte, error) { return severities.Marshal(s) }

// UnmarshalText sets the severity by its name. If there is no such name, the error lists
// all of them.
func (s *Severity) UnmarshalText(text []byte) error { return severities.Unmarshal(text, s) }

// Pos is a position in a text. The zero Pos is not a position.
type Pos struct {
	// Line and Column count from 1. Columns count grapheme clusters, as HCL does.
	Line, Column int
	// Byte is the offset from the start of the text, from 0.
	Byte int
}

// Range is a part of a file, from Start up to, but not including, End. The zero
// Range is not a range.
type Range struct {
	// File is the name of the file, as the user gave it.
	File       string
	Start, End Pos
}

// IsZero reports whether there is no range.
func (r Range) IsZero() bool { return r == Range{} }

// String returns the range for messages: file:line:column.
func (r Range) String() string {
	return fmt.Sprintf("%s:%d:%d", r.File, r.Start.Line, r.Start.Column)
}

// Diagnostic is an error or a warning about a part of a text.
type Diagnostic struct {
	Severity Severity
	// Summary is a short title: "Unsupported attribute".
	Summary string
	// Detail is one or more whole sentences: what was expected, what is there
	// and, if there is a likely one, what was meant.
	Detail string
	// Subject is what is wrong. It is underlined.
	Subject Range
	// Context is what is shown around the subject, or zero for its lines only.
	Context Range
	// Private says that the text of the subject must not be shown, because it may have secrets.
	Private bool
}

// Error returns the diagnostic in one line.
func (d *Diagnostic) Error() string {
	text := d.Summary
	if d.Detail != "" {
		text += ": " + d.Detail
	}
	if d.Subject.IsZero() {
		return text
	}
	return d.Subject.String() + ": " + text
}

// List is several diagnostics. It is an error only if HasErrors says so; use Err.
type List []*Diagnostic

// WarningsAsErrors returns copies of the diagnostics, each of which is an error.
func (l List) WarningsAsErrors() List {
	all := make(List, len(l))
	for i, d := range l {
		changed := *d
		changed.Severity = Error
		all[i] = &changed
	}
	return all
}

// HasErrors reports whether one of the diagnostics is an error.
func (l List) HasErrors() bool {
	return slices.ContainsFunc(l, func(d *Diagnostic) bool { return d.Severity == Error })
}

// Err returns the list as an error if it has errors, or nil.
func (l List) Err() error {
	if !l.HasErrors() {
		return nil
	}
	return l
}

// Global reports that the error is not about one plan: policies and expressions are for all.
func (l List) Global() bool { return true }

// Error returns the diagnostics, one per line.
func (l List) Error() string {
	lines := make([]string, len(l))
	for i, d := range l {
		lines[i] = d.Error()
	}
	return strings.Join(lines, "\n")
}

// Sort orders the diagnostics by file and position, those without a range first.
// The order of those at the same place stays.
func (l List) Sort() {
	sorted.Stable(l, func(a, b *Diagnostic) int {
		if n := strings.Compare(a.Subject.File, b.Subject.File); n != 0 {
			return n
		}
		return a.Subject.Start.Byte - b.Subject.Start.Byte
	})
}
