package computed

import (
	"strings"

	"github.com/planfmt/planfmt/doc"
	"github.com/planfmt/planfmt/sinks"
)

// Text returns the value as plain text at depth 0, for people and tests. The first
// line starts in column 0; the lines within the value are indented as in the body
// of a resource. There is no line feed at the end.
func (d Diff) Text() string {
	var b strings.Builder
	// A strings.Builder does not fail.
	_ = sinks.Write(&b, sinks.Text{}, doc.ValueLines(d.RenderHuman(RenderHumanOpts{})))
	return strings.TrimSuffix(b.String(), "\n")
}
