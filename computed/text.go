package computed

import (
	"iter"
	"strings"

	"github.com/planfmt/planfmt/doc"
	"github.com/planfmt/planfmt/sinks"
)

// Lines yields the lines of the value alone. The first one starts in column 0; the lines
// within the value are indented as in the body of a resource.
func (d Diff) Lines(opts RenderHumanOpts) iter.Seq[doc.Line] {
	return doc.ValueLines(func(w *doc.Writer) { d.RenderHuman(w, opts) })
}

// Text returns the value as plain text, as [Diff.Lines] yields it, for people and tests.
// There is no line feed at the end.
func (d Diff) Text() string {
	var b strings.Builder
	// A strings.Builder does not fail.
	_ = sinks.Write(&b, sinks.Text{}, d.Lines(RenderHumanOpts{}))
	return strings.TrimSuffix(b.String(), "\n")
}
