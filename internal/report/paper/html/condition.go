package html

import (
	"fmt"

	"github.com/planfmt/planfmt/doc"
	"github.com/planfmt/planfmt/internal/report/content"
	"github.com/planfmt/planfmt/internal/report/layout"
	"github.com/planfmt/planfmt/internal/report/paper/text"
	"github.com/planfmt/planfmt/internal/report/wording"
)

// condition adds what policies say with one outcome about one condition.
func (s *Sheet) condition(c *content.Condition, opts *layout.Options) {
	g := c.Group
	r := g.Finding(0).Result
	words := []doc.Span{{Text: r.Level.String()}}
	if n := len(g.Refs); n > 1 {
		words = append(words, doc.Span{Text: fmt.Sprintf(", %d objects", n)})
	} else {
		words = append(words, doc.Span{Text: ": "}, doc.Span{Role: doc.Address, Text: wording.SubjectOf(r)})
	}
	s.block(g.Policy.Name, words, c.Section.Class <= content.ClassUndecided, func(w *doc.Writer) {
		var p text.Page
		text.AddGroup(&p, g, len(g.Refs), opts)
		p.Write(w)
	})
}
