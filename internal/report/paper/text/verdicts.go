package text

import (
	"fmt"

	"github.com/planfmt/planfmt/doc"
	"github.com/planfmt/planfmt/internal/report/content"
	"github.com/planfmt/planfmt/internal/report/layout"
	"github.com/planfmt/planfmt/internal/report/wording"
	"github.com/planfmt/planfmt/verdict"
)

// AddVerdicts adds a section of what policies say: the conditions with their code, or a line for each item. A sentence stands right above them.
func AddVerdicts(p *Page, sec *content.Section, o *layout.Options) {
	title := wording.Capital(sec.Title)
	if sec.Counted {
		title += fmt.Sprintf(": %d", sec.Count())
	}
	p.Add(func(w *doc.Writer) { w.Heading(doc.Span{Role: sec.Role(), Text: title}) })
	if !sec.Verbatim {
		p.Gap()
	}
	if sec.Kind == content.VerdictsSection {
		addConditions(p, sec, o)
	} else {
		addItems(p, sec)
	}
}

// addConditions adds conditions, with the name of a policy above the first of its conditions.
func addConditions(p *Page, sec *content.Section, o *layout.Options) {
	var last *verdict.Policy
	for i, it := range sec.Items {
		c, ok := it.(*content.ConditionItem)
		if !ok {
			continue
		}
		if i > 0 {
			p.Gap()
		}
		g := c.Condition.Group
		if g.Policy != last {
			AddPolicy(p, g)
		}
		last = g.Policy
		AddGroup(p, g, len(g.Refs), o)
	}
}

// addItems adds the lines of items. What need not be known one by one is only counted from some number on.
func addItems(p *Page, sec *content.Section) {
	most := len(sec.Items)
	switch sec.Kind {
	case content.IdleSection:
		most = min(most, 50)
	case content.UnmatchedSection:
		most = min(most, 20)
	}
	for _, it := range sec.Items[:most] {
		note := content.AsNote(it)
		if note.Kind != "" {
			AddIndented(p, 2, doc.Span{Role: doc.Bold, Text: note.LabelText()}, doc.Span{Text: " (" + note.Kind + ")"})
		} else {
			AddIndented(p, 2, doc.Span{Text: note.Line()})
		}
		for _, more := range note.Details {
			AddIndented(p, 2, doc.Span{Text: more})
		}
	}
	if n := len(sec.Items) - most; n > 0 {
		AddIndented(p, 2, doc.Span{Text: fmt.Sprintf("and %d more", n)})
	}
}
