package markdown

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/planfmt/planfmt/internal/report/content"
	"github.com/planfmt/planfmt/internal/report/wording"
	"github.com/planfmt/planfmt/review"
	"github.com/planfmt/planfmt/sinks"
)

// makeTable returns the table that sums up a plan: what happens to how many resources, to which of
// them, and why. It is empty if nothing happens.
func (s *Sheet) makeTable() string {
	byClass := map[review.Class][]*markdownItem{}
	for _, sec := range s.sections {
		if sec.Kind != content.ResourceSection {
			continue
		}
		for _, it := range sec.items {
			byClass[it.Class] = append(byClass[it.Class], it)
		}
	}
	var b strings.Builder
	row := func(sign, action string, n int, what string) {
		if n == 0 {
			return
		}
		if b.Len() == 0 {
			b.WriteString(sinks.TableHead(sinks.Column{Title: "Action", Align: sinks.AlignLeft}, sinks.Column{Title: "Count", Align: sinks.AlignRight}, sinks.Column{Title: "What", Align: sinks.AlignLeft}))
		}
		if sign != "" {
			action = sinks.InCell.Code(sign) + " " + action
		}
		b.WriteString(sinks.TableRow(action, strconv.Itoa(n), what))
	}
	for class := review.Unknown; class <= review.Deferred; class++ {
		row(signOf(wording.ChangeOfClass(class).Sign), class.String(), s.Totals.Classes[class], s.cell(class, byClass[class]))
	}
	outputs := ""
	for _, sec := range s.sections {
		if sec.Kind == content.OutputSection {
			outputs = itemNames(sec.items)
		}
	}
	row("", "outputs", s.Totals.Outputs, outputs)
	row("", "actions", s.Totals.Actions, "")
	if b.Len() > 0 {
		b.WriteByte('\n')
	}
	return b.String()
}

// cell says to which resources of a class something happens.
func (s *Sheet) cell(class review.Class, items []*markdownItem) string {
	if class > review.Update {
		return typeCounts(sinks.InCell, items)
	}
	var all []string
	left := 0
	for _, it := range items {
		if it.Plain || len(all) == fewTableItems {
			left += it.Count
			continue
		}
		text := sinks.InCell.Code(it.members()[0].Address)
		if n := it.Count - 1; n > 0 {
			text += fmt.Sprintf(" and %d alike", n)
		}
		if why := it.why(sinks.InCell); why != "" {
			text += ": " + why
		}
		all = append(all, text)
	}
	text := strings.Join(all, "; ")
	switch {
	case text == "":
		return typeCounts(sinks.InCell, items)
	case left > 0:
		text += fmt.Sprintf("; and %d more", left)
	}
	return text
}

// why says for the table what forces a replacement, or else what is remarkable, and how much
// changes.
func (it *markdownItem) why(in sinks.Inline) string {
	words := it.Words[:max(it.Forcing, it.Remarks)]
	var all []string
	for _, t := range words[:min(len(words), fewWords)] {
		all = append(all, textIn(in, t))
	}
	if left := len(words) - len(all); left > 0 {
		all = append(all, fmt.Sprintf("%d more", left))
	}
	text := strings.Join(all, ", ")
	if it.Forcing > 0 {
		text += " " + in.Bold("forces replacement")
	}
	r, ok := it.item.(*content.ResourceItem)
	if !ok || r.Changes == 0 || it.Class == review.Delete || it.Class == review.Forget {
		return text
	}
	if text != "" {
		text += ", "
	}
	return text + wording.CountOf(r.Changes, "change", "changes")
}

// itemNames returns the labels of a few items, for a cell.
func itemNames(items []*markdownItem) string {
	var all []string
	for _, it := range items[:min(len(items), fewTypes)] {
		all = append(all, sinks.InCell.Code(it.Label[0]))
	}
	text := strings.Join(all, ", ")
	if left := len(items) - len(all); left > 0 {
		text += fmt.Sprintf(" and %d more", left)
	}
	return text
}
