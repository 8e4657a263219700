package human

import (
	"strings"

	"github.com/planfmt/planfmt/computed"
	"github.com/planfmt/planfmt/internal/report/paper/text"
	"github.com/planfmt/planfmt/internal/report/wording"
)

// wherePage is what stands above a document of which a condition selects a part.
func wherePage(w *computed.Where) text.Page {
	var p text.Page
	if w == nil {
		return p
	}
	p.Gap()
	p.Paragraph(wording.WhereText(w) + ".")
	for _, list := range wording.WhereLists(w) {
		if len(list.All) == 0 {
			continue
		}
		p.Gap()
		p.Paragraph(list.Title + ":")
		for _, u := range list.All {
			p.Paragraph("  " + strings.Join(append([]string{wording.WithDeposed(u.Address, u.Deposed)}, wording.CauseWords(u)...), ": "))
		}
	}
	return p
}
