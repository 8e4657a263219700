package report

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/planfmt/planfmt/computed"
	"github.com/planfmt/planfmt/doc"
)

// whereText says that only some resources are shown.
func whereText(w *computed.Where) string {
	var which []string
	if len(w.Texts) > 0 {
		var quoted []string
		for _, text := range w.Texts {
			quoted = append(quoted, strconv.Quote(inLine(text)))
		}
		which = append(which, "with the text "+strings.Join(quoted, " and "))
	}
	if w.Condition != "" {
		which = append(which, "for which "+inLine(w.Condition))
	}
	return fmt.Sprintf("%d of %s shown: those %s", w.Shown, countOf(w.Total, "resource", "resources"), strings.Join(which, ", and "))
}

// undecidedText says how many resources a condition does not decide on.
func undecidedText(w *computed.Where) string {
	return countOf(len(w.Undecided), "resource", "resources") + " not shown, because the condition depends on values that are not known yet"
}

// failedText says for how many resources a condition has no value.
func failedText(w *computed.Where) string {
	return countOf(len(w.Failed), "resource", "resources") + " not shown, because the condition cannot be evaluated"
}

// whereLists are the resources that are listed because they are neither selected nor left out.
func whereLists(w *computed.Where) []struct {
	title string
	all   []computed.Undecided
} {
	return []struct {
		title string
		all   []computed.Undecided
	}{{undecidedText(w), w.Undecided}, {failedText(w), w.Failed}}
}

// wherePage is what stands above a document of which a condition selects a part.
func wherePage(w *computed.Where) page {
	var p page
	if w == nil {
		return p
	}
	p.gap()
	p.paragraph(whereText(w) + ".")
	for _, list := range whereLists(w) {
		if len(list.all) == 0 {
			continue
		}
		p.gap()
		p.paragraph(list.title + ":")
		for _, u := range list.all {
			p.paragraph("  " + strings.Join(append([]string{withDeposed(u.Address, u.Deposed)}, causeWords(u)...), ": "))
		}
	}
	return p
}

// causeWords names the first few causes.
func causeWords(u computed.Undecided) []string {
	const most = 3
	if len(u.Causes) == 0 {
		return nil
	}
	text := strings.Join(u.Causes[:min(most, len(u.Causes))], ", ")
	if n := len(u.Causes) - most; n > 0 {
		text += fmt.Sprintf(" and %d more", n)
	}
	return []string{text}
}

// where adds a line that says that only some resources are shown.
func (v *overview) where(s *contents) {
	if v.sum.Where != nil {
		s.notice(doc.Span{Role: doc.Note, Text: "Filter:"}, doc.Span{Role: doc.Bold, Text: " " + whereText(v.sum.Where)})
	}
}

// undecided adds the resources that a condition neither selects nor leaves out.
func (v *overview) undecided(s *contents) {
	if v.sum.Where == nil {
		return
	}
	for _, list := range whereLists(v.sum.Where) {
		sec := section{kind: mutedSection, title: list.title, verbatim: true}
		for _, u := range list.all {
			it := aboutResource(u.Address, u.Deposed)
			it.count, it.important = 1, true
			for _, text := range causeWords(u) {
				it.add(label(text))
			}
			sec.items = append(sec.items, it)
		}
		s.add(sec)
	}
}

func (e *jsonEncoder) where(w *computed.Where) {
	e.open('{')
	e.word("condition", w.Condition)
	e.list("texts", "", len(w.Texts), func(i int) { e.string(w.Texts[i]) })
	e.number("shown", w.Shown)
	e.number("total", w.Total)
	for _, list := range []struct {
		name string
		all  []computed.Undecided
	}{{"undecided", w.Undecided}, {"failed", w.Failed}} {
		e.list(list.name, "", len(list.all), func(i int) {
			u := &list.all[i]
			e.open('{')
			e.text("section", u.Section.String())
			e.text("address", u.Address)
			e.word("deposed", u.Deposed)
			e.list("causes", "", len(u.Causes), func(i int) { e.string(u.Causes[i]) })
			e.close("}")
		})
	}
	e.close("}")
}
