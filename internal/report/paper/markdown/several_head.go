package markdown

import (
	"fmt"
	"strings"

	"github.com/planfmt/planfmt/internal/report/content"
	"github.com/planfmt/planfmt/internal/report/fit"
	"github.com/planfmt/planfmt/internal/report/wording"
	"github.com/planfmt/planfmt/sinks"
)

// shortenedNote says that something is left out of a report of several documents.
func shortenedNote(limit int) string {
	return fmt.Sprintf("Shortened to %d bytes. See the full plans.\n\n", limit)
}

// droppedText says that there was no room for plans.
func droppedText(n int) string {
	return "\n" + wording.CountOf(n, "more plan is", "more plans are") + " left out: there is no room for " + wording.Plural(n, "it", "them") + " here.\n"
}

// head returns what stands above the table, as far as it has room.
func (s *SeveralSheet) head(limit int) string {
	in := sinks.InText
	text := s.Base.Top.text()
	add := func(more string) {
		if len(text)+len(more) <= limit {
			text += more
		}
	}
	add(in.Bold(in.Words(wording.SpanText(s.Headline.Text))) + "\n\n")
	add(s.Base.Intro)
	if s.Totals != nil {
		add(in.Words(wording.SpanText(s.Totals.Text)) + "\n\n")
		if len(s.Totals.Counts) > 0 {
			add(in.Words(wording.Capital(strings.Join(s.Totals.Counts, ", ")+".")) + "\n\n")
		}
	}
	if s.Note != "" {
		add(in.Words(s.Note) + "\n\n")
	}
	return text
}

// table returns the table by plan. If not all rows have room, the most important ones are there,
// in their order.
func (s *SeveralSheet) table(limit int) string {
	head := sinks.TableHead(sinks.Column{Title: "Plan", Align: sinks.AlignLeft}, sinks.Column{Title: "What it does", Align: sinks.AlignLeft})
	var rows []*tableRow
	for _, f := range s.Several.Table {
		what := sinks.InCell.Words(wording.SpanText(f.Words))
		if f.Err != nil {
			what = sinks.InCell.Bold(sinks.InCell.Words("could not be read:")) + " " + sinks.InCell.Words(f.Err.Error())
		}
		rows = append(rows, &tableRow{f.Rank, sinks.TableRow(sinks.InCell.Code(f.Name), what), false})
	}
	quiet := s.quietLine(len(s.Quiet))
	all := len(head) + len(quiet) + 1
	for _, r := range rows {
		all += len(r.text)
	}
	room := limit
	if all > limit {
		for n := len(s.Quiet) - 1; n >= 0 && len(quiet) > limit/4; n /= 2 {
			if quiet = s.quietLine(n); n == 0 {
				break
			}
		}
		if len(quiet) > limit {
			quiet = ""
		}
		room -= len(moreRows(len(rows)))
	}
	choice := fit.New[*tableRow](room - len(head) - len(quiet) - 1)
	for _, r := range rows {
		choice.Offer(r, r.rank, 1)
	}
	choice.Fill()
	var b strings.Builder
	left := 0
	for _, r := range rows {
		if r.isShown {
			b.WriteString(r.text)
		} else {
			left++
		}
	}
	switch left {
	case len(rows):
		return quiet
	case 0:
	default:
		b.WriteString(moreRows(left))
	}
	return head + b.String() + "\n" + quiet
}

// tableRow is a row of the table by plan.
type tableRow struct {
	rank    int // 0 is the most important
	text    string
	isShown bool
}

// Say shows the row.
func (r *tableRow) Say(_ fit.Level, room int) (more int, said bool) {
	r.isShown = len(r.text) <= room
	return len(r.text), r.isShown
}

// moreRows is the row that counts those for which there is no room.
func moreRows(n int) string {
	return sinks.TableRest("… and " + wording.CountOf(n, "more plan", "more plans"))
}

// quietLine names the plans that do nothing, as far as there are to be names.
func (s *SeveralSheet) quietLine(names int) string {
	if len(s.Quiet) == 0 {
		return ""
	}
	var list []string
	for _, name := range s.Quiet[:names] {
		list = append(list, sinks.InText.Code(name))
	}
	text := "No changes: " + strings.Join(list, ", ")
	switch {
	case names == 0:
		text = "No changes in " + wording.CountOf(len(s.Quiet), "plan", "plans")
	case names < len(s.Quiet):
		text += fmt.Sprintf(" and %d more", len(s.Quiet)-names)
	}
	return text + "\n\n"
}

// SeveralSheet is a report in Markdown of several documents before it is written. Each block is a sheet of
// its own, with a limit of its own.
type SeveralSheet struct {
	Base *Paper
	*content.Several
	blocks  []*markdownBlock
	dropped int // plans for which there is no room
}

// markdownBlock is a part of the report: one of the documents, or what happens in several.
type markdownBlock struct {
	m       *Paper
	content *content.Contents
	wanted  int // the size of the complete report
	text    []byte
	isPlan  bool
	rank    int  // how important it is; 0 is the most important
	isKept  bool // there is room for it
}
