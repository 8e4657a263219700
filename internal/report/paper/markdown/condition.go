package markdown

import (
	"fmt"

	"github.com/planfmt/planfmt/doc"
	"github.com/planfmt/planfmt/internal/report/content"
	"github.com/planfmt/planfmt/internal/report/layout"
	"github.com/planfmt/planfmt/internal/report/paper/text"
	"github.com/planfmt/planfmt/internal/report/wording"
	"github.com/planfmt/planfmt/sinks"
)

// mostListed is how many objects of a group are drawn.
const mostListed = 50

// conditionPart returns the part of a comment about one condition.
func conditionPart(c *content.Condition, chosen *layout.Markdown, source layout.SourceText) Part {
	s, g := c.Section, c.Group
	summary := func(in sinks.Inline) string {
		text := in.Bold(in.Words(content.ClassTitles[s.Class])+":") + " " + in.Code(wording.ShortText(g.Policy.Name))
		if n := len(g.Refs); n > 1 {
			text += " " + wording.CountOf(n, "object", "objects")
		} else if address := g.Finding(0).Result.Address; address != "" {
			text += " " + in.Code(wording.ShortText(address))
		}
		return text
	}
	lines := PlainLines(func(w *doc.Writer) {
		var p text.Page
		text.AddGroup(&p, g, mostListed, &layout.Options{Source: source})
		for _, part := range p.Parts {
			part(w)
		}
		if n := len(g.Refs) - mostListed; n > 0 {
			w.Heading(doc.Span{Text: fmt.Sprintf("and %d more", n)})
		}
	})
	open := s.Class <= content.ClassUndecided && chosen.Collapse != layout.CollapseAll || chosen.Collapse == layout.CollapseNone
	return Part{
		Rank: 1 + int(s.Class), What: "verdict", Text: Block(chosen, summary, open, "", lines),
		Short: "\n" + summary(sinks.InText) + "\n",
	}
}
