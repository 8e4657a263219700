package computed

import (
	"strings"

	"github.com/planfmt/planfmt/doc"
	"github.com/planfmt/planfmt/sinks"
)

// Text is the value as plain text at depth 0, for people and tests: the first
// line starts in column 0, those within the value where they stand in a
// resource's body. There is no line feed at the end.
func (d Diff) Text() string {
	var b strings.Builder
	// A strings.Builder does not fail.
	_ = sinks.Text{}.Write(&b, doc.ValueLines(d.RenderHuman(RenderHumanOpts{})))
	return strings.TrimSuffix(b.String(), "\n")
}
