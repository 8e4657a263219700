package markdown

import (
	"bytes"
	"strconv"
	"strings"

	"github.com/planfmt/planfmt/doc"
	"github.com/planfmt/planfmt/internal/base/sorted"
	"github.com/planfmt/planfmt/internal/read/jsonlog"
	"github.com/planfmt/planfmt/internal/report/layout"
	"github.com/planfmt/planfmt/internal/report/paper/text"
	"github.com/planfmt/planfmt/internal/report/wording"
	"github.com/planfmt/planfmt/sinks"
)

// CodeCell is a cell with code, which may be empty.
func CodeCell(text string) string {
	if text == "" {
		return ""
	}
	return sinks.InCell.Code(wording.ShortText(text))
}

// TableParts returns a table with at most 50 rows, and how many more there are.
func TableParts(rank int, titles []string, n int, row func(int) []string) []Part {
	if n == 0 {
		return nil
	}
	var columns []sinks.Column
	for _, title := range titles {
		columns = append(columns, sinks.Column{Title: title})
	}
	const most = 50
	text := "\n" + sinks.TableHead(columns...)
	for i := range min(n, most) {
		text += sinks.TableRow(row(i)...)
	}
	if n > most {
		text += "\n" + strconv.Itoa(n-most) + " more\n"
	}
	return []Part{{Rank: rank, Text: text, What: "table"}}
}

// Part is a part of the comment. What is more important is written first, if there is not
// room for all.
type Part struct {
	Rank int // 0 is the most important
	Text string
	// short is written if there is no room for the text. It may be empty.
	Short string
	What  string // counted where the part is left out, such as "error"
}

// FitParts returns as much of the parts as there is room for, in their order.
func FitParts(top Top, limit int, parts []Part) []byte {
	room := limit - len(top.text()) - noteRoom
	order := make([]int, len(parts))
	for i := range order {
		order[i] = i
	}
	sorted.Stable(order, func(a, b int) int { return parts[a].Rank - parts[b].Rank })
	texts := make([]string, len(parts))
	left := map[string]int{}
	var names []string
	for _, i := range order {
		p := &parts[i]
		for _, text := range []string{p.Text, p.Short} {
			if text != "" && len(text) <= room {
				texts[i] = text
				room -= len(text)
				break
			}
		}
		if texts[i] != p.Text {
			if left[p.What] == 0 {
				names = append(names, p.What)
			}
			left[p.What]++
		}
	}
	out := []byte(top.text() + strings.TrimLeft(strings.Join(texts, ""), "\n"))
	if len(left) > 0 {
		var all []string
		for _, name := range names {
			all = append(all, wording.CountOf(left[name], name, name+"s"))
		}
		note := "There is no room for " + strings.Join(all, ", ") + "."
		if len(note)+2 <= noteRoom {
			out = append(out, "\n"+sinks.InText.Words(note)+"\n"...)
		} else {
			out = append(out, "\nThere is no room for the rest.\n"...)
		}
	}
	return append(bytes.TrimRight(out, "\n"), '\n')
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

// DiagnosticPart returns a diagnostic with its source.
func DiagnosticPart(layout *layout.Markdown, d *jsonlog.Diagnostic, rank int) Part {
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
