package report

import (
	"bytes"
	"strings"

	"github.com/planfmt/planfmt/doc"
	"github.com/planfmt/planfmt/internal/base/sorted"
	"github.com/planfmt/planfmt/internal/read/jsonlog"
	"github.com/planfmt/planfmt/sinks"
)

// logPart is a part of the comment. What is more important is written first, if there is not
// room for all.
type logPart struct {
	rank int // 0 is the most important
	text string
	// short is written if there is no room for the text. It may be empty.
	short string
	what  string // counted where the part is left out, such as "error"
}

// fitParts returns as much of the parts as there is room for, in their order.
func fitParts(top reportTop, limit int, parts []logPart) []byte {
	room := limit - len(top.text()) - noteRoom
	order := make([]int, len(parts))
	for i := range order {
		order[i] = i
	}
	sorted.Stable(order, func(a, b int) int { return parts[a].rank - parts[b].rank })
	texts := make([]string, len(parts))
	left := map[string]int{}
	var names []string
	for _, i := range order {
		p := &parts[i]
		for _, text := range []string{p.text, p.short} {
			if text != "" && len(text) <= room {
				texts[i] = text
				room -= len(text)
				break
			}
		}
		if texts[i] != p.text {
			if left[p.what] == 0 {
				names = append(names, p.what)
			}
			left[p.what]++
		}
	}
	out := []byte(top.text() + strings.TrimLeft(strings.Join(texts, ""), "\n"))
	if len(left) > 0 {
		var all []string
		for _, name := range names {
			all = append(all, countOf(left[name], name, name+"s"))
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

// block returns lines in a fence, which can be collapsed where the place knows how to.
func (layout *MarkdownLayout) block(summary func(sinks.Inline) string, open bool, language string, lines []byte) string {
	opening, closing := layout.Flavour.Fence(language, lines)
	before, after := layout.Flavour.Fold(summary, open)
	return "\n" + before + opening + string(lines) + closing + after
}

// plainLines returns lines as they stand in a fence.
func plainLines(write func(*doc.Writer)) []byte {
	var b bytes.Buffer
	// Nothing is wrapped in a comment, and writing to a buffer does not fail.
	_ = sinks.Write(&b, sinks.Text{Width: 1, EscapeRunnerCommands: true}, doc.Lines(write))
	return b.Bytes()
}

// diagnostic returns a diagnostic with its source.
func (layout *MarkdownLayout) diagnostic(d *jsonlog.Diagnostic, rank int) logPart {
	what := "warning"
	if d.IsError() {
		what = "error"
	}
	summary := func(in sinks.Inline) string {
		text := in.Bold(capital(what)+":") + " " + in.Words(shortText(d.Summary))
		if d.Address != "" {
			text += " (" + in.Code(shortText(d.Address)) + ")"
		}
		return text
	}
	lines := plainLines(func(w *doc.Writer) {
		for _, line := range diagnosticLines(d, 0, false) {
			w.Heading(line...)
		}
	})
	return logPart{
		rank: rank, what: what, text: layout.block(summary, d.IsError(), "", lines),
		short: "\n" + summary(sinks.InText) + "\n",
	}
}

// shortText cuts a text off that is far too long for a headline.
func shortText(text string) string {
	const most = 300
	if runes := []rune(text); len(runes) > most {
		return string(runes[:most]) + "…"
	}
	return text
}

// noteRoom is the room for what says that something is left out.
const noteRoom = 160
