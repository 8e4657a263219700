package plan

import (
	"fmt"
	"strings"

	"github.com/planfmt/planfmt/doc"
	"github.com/planfmt/planfmt/internal/report/content"
	"github.com/planfmt/planfmt/internal/report/wording"
)

// hazards returns what a reviewer should not miss: each kind once, with the objects behind it.
func (v *Overview) hazards() content.Section {
	sec := content.Section{Kind: content.HazardSection, Title: "hazards", Counted: true}
	items := map[string]*content.HazardItem{}
	for i := range v.Sum.Hazards {
		h := &v.Sum.Hazards[i]
		it := items[h.Text]
		if it == nil {
			it = &content.HazardItem{ItemText: content.ItemText{Sign: doc.Hazard, Label: []string{h.Text}, Plain: true, Important: true}}
			items[h.Text] = it
			sec.Items = append(sec.Items, it)
		}
		object := wording.WithDeposed(h.Address, h.Deposed)
		if h.Address != "" && (len(it.Objects) == 0 || it.Objects[len(it.Objects)-1] != object) {
			it.Objects, it.About = append(it.Objects, object), h.Address
		}
	}
	for _, it := range items {
		it.Count = max(len(it.Objects), 1)
		if len(it.Objects) > 0 {
			it.Label[0] = strings.TrimSuffix(it.Label[0], ".")
		}
		if len(it.Objects) != 1 {
			it.About = ""
		}
		for _, o := range it.Objects[:it.Shown()] {
			it.Add(doc.NewText(doc.Span{Role: doc.Bold, Text: o}))
		}
		if n := len(it.Objects) - it.Shown(); n > 0 {
			it.Add(doc.NewText(doc.Span{Role: doc.Hidden, Text: fmt.Sprintf("%d more", n)}))
		}
	}
	return sec
}
