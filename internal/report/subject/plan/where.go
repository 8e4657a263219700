package plan

import (
	"github.com/planfmt/planfmt/doc"
	"github.com/planfmt/planfmt/internal/report/content"
	"github.com/planfmt/planfmt/internal/report/wording"
)

// where adds a line that says that only some resources are shown.
func (v *Overview) where(s *content.Contents) {
	if v.Sum.Where != nil {
		s.Notice(doc.Span{Role: doc.Note, Text: "Filter:"}, doc.Span{Role: doc.Bold, Text: " " + wording.WhereText(v.Sum.Where)})
	}
}

// undecided adds the resources that a condition neither selects nor leaves out.
func (v *Overview) undecided(s *content.Contents) {
	if v.Sum.Where == nil {
		return
	}
	for _, list := range wording.WhereLists(v.Sum.Where) {
		sec := content.Section{Kind: content.MutedSection, Title: list.Title, Verbatim: true}
		for _, u := range list.All {
			it := content.AboutResource(u.Address, u.Deposed)
			it.Count, it.Important = 1, true
			for _, text := range wording.CauseWords(u) {
				it.Add(wording.Label(text))
			}
			sec.Items = append(sec.Items, it)
		}
		s.Add(sec)
	}
}
