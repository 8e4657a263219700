package markdown

import (
	"bytes"
	"fmt"
	"iter"
	"strconv"
	"strings"

	"github.com/planfmt/planfmt/doc"
	"github.com/planfmt/planfmt/internal/read/jsonlog"
	"github.com/planfmt/planfmt/internal/report/content"
	"github.com/planfmt/planfmt/internal/report/fit"
	"github.com/planfmt/planfmt/internal/report/layout"
	"github.com/planfmt/planfmt/internal/report/paper/text"
	"github.com/planfmt/planfmt/internal/report/wording"
	"github.com/planfmt/planfmt/sinks"
)

// SectionParts returns sections as parts of a comment: tables, folds with lines, and a fold for each diagnostic and each condition.
func SectionParts(layout *layout.Markdown, source layout.SourceText, sections []content.Section) (parts []Part) {
	for i := range sections {
		sec := &sections[i]
		if sec.Kind == content.IdleSection || sec.Kind == content.RemarkSection {
			parts = append(parts, listParts(sec)...)
			continue
		}
		var lines []content.Item
		for _, it := range sec.Items {
			switch it := it.(type) {
			case *content.DiagnosticItem:
				parts = append(parts, diagnosticPart(layout, it.Diagnostic, sec.Rank))
			case *content.ConditionItem:
				parts = append(parts, conditionPart(&it.Condition, layout, source))
			case *content.TableItem:
				parts = append(parts, tablePart(layout, sec, it))
			default:
				if note := content.AsNote(it); note.Plain || note.Write != nil {
					parts = append(parts, linesPart(layout, sec, it))
				} else {
					lines = append(lines, it)
				}
			}
		}
		if len(lines) > 0 {
			parts = append(parts, linesPart(layout, sec, lines...))
		}
	}
	return parts
}

// listParts returns an item of a list for each item of a section, on one line. Each may be left out on its own.
func listParts(sec *content.Section) (parts []Part) {
	in := sinks.InText
	for i, it := range sec.Items {
		note := content.AsNote(it)
		said := wording.ShortText(strings.Join(append([]string{string(note.Words[0].Bytes)}, note.Details...), "\n"))
		text := sinks.ListItem(in.Code(wording.ShortText(note.LabelText())) + ": " + in.Words(said))
		if placed, ok := it.(*content.PlacedItem); ok {
			text = sinks.ListItem(in.Words(wording.IdleTitle+": "+said) + " (" + in.Code(wording.ShortText(placed.At.String())) + ")")
		}
		if i == 0 {
			text = "\n" + text
		}
		parts = append(parts, Part{Rank: sec.Rank, What: "note", Text: text})
	}
	return parts
}

// linesPart returns the lines of some items of a section. Those of one item are behind a title with a count.
func linesPart(layout *layout.Markdown, sec *content.Section, items ...content.Item) Part {
	in, first := sinks.InText, content.AsNote(items[0])
	if first.Plain {
		return Part{Rank: sec.Rank, What: "note", Text: "\n" + in.Words(first.LabelText()) + "\n"}
	}
	p := Part{Rank: sec.Rank, What: "section"}
	title, open, write := wording.Capital(sec.Title), first.Open, first.Write
	switch {
	case write != nil:
		title, p.What = fmt.Sprintf("%s: %d", title, sec.Count()), "list"
	case len(first.Words) == 0:
		open = true
	default:
		title = fmt.Sprintf("%s (%d)", title, sec.Count())
	}
	if title != wording.Capital(sec.Title) {
		p.Short = "\n" + in.Words(title) + "\n"
	}
	if write == nil {
		write = func(w *doc.Writer) { text.WriteItems(w, items, doc.Plain, 0, 4) }
	}
	lines := PlainLines(write)
	open = open || first.Language != "" && len(lines) < mostOpenCode
	p.Text = Block(layout, func(in sinks.Inline) string { return in.Words(title) }, open, first.Language, lines)
	return p
}

// mostOpenCode is how many bytes of code are in sight without anybody's asking for them.
const mostOpenCode = 1000

// tablePart returns a table with at most 50 rows, and how many more there are.
func tablePart(layout *layout.Markdown, sec *content.Section, t *content.TableItem) Part {
	const most = 50
	before, after := "", ""
	if sec.Closed && layout.Flavour.HasDetails {
		before, after = layout.Flavour.Fold(func(in sinks.Inline) string { return in.Words(wording.Capital(sec.Title)) }, false)
	}
	var columns []sinks.Column
	for _, title := range t.Columns {
		columns = append(columns, sinks.Column{Title: title})
	}
	text := "\n" + before + sinks.TableHead(columns...)
	for _, row := range t.Rows[:min(len(t.Rows), most)] {
		var cells []string
		for _, cell := range row {
			cells = append(cells, cellIn(cell))
		}
		text += sinks.TableRow(cells...)
	}
	if n := len(t.Rows) - most; n > 0 {
		text += "\n" + strconv.Itoa(n) + " more\n"
	}
	return Part{Rank: sec.Rank, Text: text + after, What: "table"}
}

// cellIn returns a cell: names are code, which may be empty, and durations are not.
func cellIn(cell doc.Span) string {
	switch {
	case cell.Role == doc.Number && strings.Trim(cell.Text, "0123456789.hms") == "":
		return cell.Text
	case cell.Role != doc.Address:
		return sinks.InCell.Words(wording.ShortText(cell.Text))
	case cell.Text == "":
		return ""
	}
	return sinks.InCell.Code(wording.ShortText(cell.Text))
}

// Part is a part of the comment. What is more important is written first, if there is not
// room for all.
type Part struct {
	Rank int // 0 is the most important
	Text string
	// Short is written if there is no room for the text. It may be empty.
	Short string
	What  string // counted where the part is left out, such as "error"

	said string // what there is room for
}

// The levels of a part.
const (
	isShort fit.Level = 1 + iota
	isInFull
)

// Say writes the part, or what stands for it.
func (p *Part) Say(level fit.Level, room int) (more int, said bool) {
	text := p.Text
	if level == isShort {
		text = p.Short
	}
	if len(text) > room || text == "" && level == isShort {
		return 0, false
	}
	p.said = text
	return len(text), true
}

// FitParts returns as much of the parts as there is room for, in their order.
func FitParts(top Top, limit int, parts []Part) []byte {
	choice := fit.New[*Part](limit - len(top.text()) - noteRoom)
	for i := range parts {
		choice.Offer(&parts[i], parts[i].Rank, isInFull, isShort)
	}
	choice.Fill()
	var text strings.Builder
	for i := range parts {
		text.WriteString(parts[i].said)
	}
	out := []byte(top.text() + strings.TrimLeft(text.String(), "\n"))
	if note := noRoomFor(choice.Left()); note != "" {
		out = append(out, "\n"+note+"\n"...)
	}
	return append(bytes.TrimRight(out, "\n"), '\n')
}

// noRoomFor says which parts are left out, or not written in full. It is empty if there are none.
func noRoomFor(left iter.Seq[*Part]) string {
	counts := map[string]int{}
	var names, all []string
	for p := range left {
		if counts[p.What] == 0 {
			names = append(names, p.What)
		}
		counts[p.What]++
	}
	if len(names) == 0 {
		return ""
	}
	for _, name := range names {
		all = append(all, wording.CountOf(counts[name], name, name+"s"))
	}
	if note := "There is no room for " + strings.Join(all, ", ") + "."; len(note)+2 <= noteRoom {
		return sinks.InText.Words(note)
	}
	return "There is no room for the rest."
}

// Block returns lines in a fence, which can be collapsed where the place knows how to.
func Block(layout *layout.Markdown, summary func(sinks.Inline) string, open bool, language string, lines []byte) string {
	opening, closing := layout.Flavour.Fence(language, lines)
	before, after := layout.Flavour.Fold(summary, open)
	return "\n" + before + opening + string(lines) + closing + after
}

// PlainLines returns lines as they stand in a fence.
func PlainLines(write func(*doc.Writer)) []byte {
	var b bytes.Buffer
	// Nothing is wrapped in a comment, and writing to a buffer does not fail.
	_ = sinks.Write(&b, sinks.Text{Width: 1, EscapeRunnerCommands: true}, doc.Lines(write))
	return b.Bytes()
}

// diagnosticPart returns a diagnostic with its source.
func diagnosticPart(layout *layout.Markdown, d *jsonlog.Diagnostic, rank int) Part {
	what := "warning"
	if d.IsError() {
		what = "error"
	}
	summary := func(in sinks.Inline) string {
		text := in.Bold(wording.Capital(what)+":") + " " + in.Words(wording.ShortText(d.Summary))
		if d.Address != "" {
			text += " (" + in.Code(wording.ShortText(d.Address)) + ")"
		}
		return text
	}
	lines := PlainLines(func(w *doc.Writer) {
		for _, line := range text.DiagnosticLines(d, 0, false) {
			w.Heading(line...)
		}
	})
	return Part{
		Rank: rank, What: what, Text: Block(layout, summary, d.IsError(), "", lines),
		Short: "\n" + summary(sinks.InText) + "\n",
	}
}

// noteRoom is the room for what says that something is left out.
const noteRoom = 160
