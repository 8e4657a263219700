// Package layout has what users choose about reports: see [Options].
package layout

import (
	"github.com/planfmt/planfmt/dialect"
	"github.com/planfmt/planfmt/internal/report/spool"
	"github.com/planfmt/planfmt/internal/work/outcome"
	"github.com/planfmt/planfmt/sinks"
)

// Options say how a report looks. Each format uses what applies to it. The zero value is for Terraform, as plain text, and for
// GitHub where the format is Markdown.
type Options struct {
	// Dialect has the words of the product.
	Dialect dialect.Dialect
	// Sink is the notation of formats in lines. Nil stands for plain text, 78 columns wide.
	Sink sinks.Sink
	// Width is that of the sink. In compact, it is the number of columns at which lines are continued on the next one; 0 means
	// 120. Addresses are never cut there, so a line may be longer. Elsewhere, 0 means 78.
	Width int
	// Limit is how many lines there should be; 0 means any number. What is least important
	// is then only counted. Destroys, replacements and what went wrong never are, so that
	// there may be more lines.
	Limit int
	// Summary only counts what changes, by types and modules. Problems are listed all the same.
	Summary bool
	GroupBy GroupBy
	// ShowHash adds the hash of the summary.
	ShowHash bool
	// Refinements says what is already known about values that are known only after apply.
	Refinements bool
	// ShowSource says where resources are declared. Formats with links also do so where there is a link.
	ShowSource bool
	// InAutomation leaves out hints about which command to run next.
	InAutomation bool
	// Title is the heading of the report. If it is empty, there is none.
	Title string
	// Document is the name of the document, for formats that name it.
	Document string
	// Source returns the texts of policy files and of other files that diagnostics are about, so that their lines can be shown. Nil is
	// for none.
	Source SourceText
	// Underlines says that the sink can underline text. Otherwise, a line with carets below the code marks what a diagnostic is about.
	Underlines bool
	// NoBoxes leaves out the boxes around diagnostics, as -no-color does.
	NoBoxes bool
	// OnlyResults leaves out of a log what has begun or goes on, because something else shows it.
	OnlyResults bool
	// Progress is how far a plan has come that a log is about. It is nil if there is none.
	Progress *outcome.Progress
	// Version is that of planfmt, for SARIF.
	Version string
	Markdown
	spool.Limits
}

// SetDefaults sets the product, and the notation of formats in lines, which are so many columns wide.
func (o *Options) SetDefaults(width int) {
	if o.Dialect.Name == "" {
		o.Dialect = dialect.Terraform()
	}
	if o.Sink == nil {
		o.Sink = sinks.Text{EscapeRunnerCommands: true}
	}
	if o.Width <= 0 {
		o.Width = width
	}
}

// SourceText returns the text of a file by its name, or nil if it is not known.
type SourceText func(file string) []byte

// Notation returns the notation of formats whose lines are for people: own, if there is one, or else ANSI or plain text. escape says whether
// commands of CI runners are escaped.
func Notation(own sinks.Sink, width int, color, escape, links bool) sinks.Sink {
	switch {
	case own != nil:
		return own
	case color:
		return sinks.ANSI{Width: width, EscapeRunnerCommands: escape, Links: links}
	}
	return sinks.Text{Width: width, EscapeRunnerCommands: escape}
}
