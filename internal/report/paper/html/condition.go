package html

import (
	"fmt"

	"github.com/planfmt/planfmt/doc"
	"github.com/planfmt/planfmt/internal/report/content"
	"github.com/planfmt/planfmt/internal/report/layout"
	"github.com/planfmt/planfmt/internal/report/paper/text"
	"github.com/planfmt/planfmt/internal/report/wording"
)

// Group adds what policies say with one outcome about one condition.
func (s *Sheet) Group(sec *content.VerdictSection, g *content.FindingGroup, opts *layout.Options) {
	r := g.Finding(0).Result
	words := []doc.Span{{Text: r.Level.String()}}
	if n := len(g.Refs); n > 1 {
		words = append(words, doc.Span{Text: fmt.Sprintf(", %d objects", n)})
	} else {
		words = append(words, doc.Span{Text: ": "}, doc.Span{Role: doc.Address, Text: wording.SubjectOf(r)})
	}
	s.Block(g.Policy.Name, words, sec.Class <= content.ClassUndecided, func(w *doc.Writer) {
		var p text.Page
		text.AddGroup(&p, g, len(g.Refs), opts)
		p.Write(w)
	})
}
