package planfmt

import (
	"io"

	"github.com/planfmt/planfmt/dialect"
	"github.com/planfmt/planfmt/internal/report"
)

// joint is a [ManyWriter] that is made of a report.
type joint struct {
	manyReport
	document func(number int, words dialect.Dialect) Writer
}

// manyReport is what the reports of several documents have in common.
type manyReport interface {
	Fail(number int, err error)
	End() error
	Close() error
}

// Document returns a Writer for a document.
func (j joint) Document(number int, words dialect.Dialect) (Writer, error) {
	return j.document(number, words), nil
}

func (l Layout) spool() report.SpoolOptions {
	return report.SpoolOptions{MemoryLimit: l.memoryLimit, TempDir: l.tempDir}
}

// newManyJSON returns the NewMany of a format for programs, which has no layout.
func newManyJSON(newReport func(io.Writer, []string, report.SpoolOptions) *report.ManyJSON) func(io.Writer, []string, Layout) (ManyWriter, error) {
	return func(w io.Writer, names []string, l Layout) (ManyWriter, error) {
		r := newReport(w, names, l.spool())
		return joint{r, func(number int, d dialect.Dialect) Writer { return r.Document(number, d) }}, nil
	}
}

func newManyHuman(w io.Writer, names []string, l Layout) (ManyWriter, error) {
	r := report.NewManyHuman(w, names, l.humanOptions(), l.spool())
	return joint{r, func(number int, d dialect.Dialect) Writer { return r.Document(number, d) }}, nil
}

func newManyCompact(w io.Writer, names []string, l Layout) (ManyWriter, error) {
	r := report.NewManyCompact(w, names, l.compactOptions())
	return joint{r, func(number int, d dialect.Dialect) Writer { return r.Document(number, d) }}, nil
}

func newManyMarkdown(w io.Writer, names []string, l Layout) (ManyWriter, error) {
	r, err := report.NewManyMarkdown(w, names, l.markdownOptions())
	if err != nil {
		return nil, &OptionError{"Markdown", err}
	}
	return joint{r, func(number int, d dialect.Dialect) Writer { return r.Document(number, d) }}, nil
}

func newManyHTML(w io.Writer, names []string, l Layout) (ManyWriter, error) {
	r := report.NewManyHTML(w, names, l.htmlOptions())
	return joint{r, func(number int, d dialect.Dialect) Writer { return r.Document(number, d) }}, nil
}
