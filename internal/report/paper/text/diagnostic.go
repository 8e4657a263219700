package text

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/planfmt/planfmt/doc"
	"github.com/planfmt/planfmt/internal/base/lcs"
	"github.com/planfmt/planfmt/internal/base/sorted"
	"github.com/planfmt/planfmt/internal/read/jsonlog"
	"github.com/planfmt/planfmt/internal/report/wording"
	"github.com/planfmt/planfmt/sinks"
)

// DiagnosticFrame is how diagnostics are laid out. The fields are those of Options.
type DiagnosticFrame struct {
	Width               int
	Underlines, NoBoxes bool
}

// Add adds a diagnostic to a page.
func (f DiagnosticFrame) Add(p *Page, d *jsonlog.Diagnostic) {
	border := DiagnosticRole(d)
	if f.NoBoxes {
		p.Gap()
	} else {
		p.Add(func(w *doc.Writer) { w.Heading(doc.Span{Role: border, Text: "╷"}) })
	}
	for _, line := range DiagnosticLines(d, f.textWidth(), f.Underlines) {
		spans := line
		if !f.NoBoxes {
			spans = append([]doc.Span{{Role: border, Text: "│"}, {Text: " "}}, line...)
		}
		p.Add(func(w *doc.Writer) { w.Heading(spans...) })
	}
	if !f.NoBoxes {
		p.Add(func(w *doc.Writer) { w.Heading(doc.Span{Role: border, Text: "╵"}) })
	}
}

func DiagnosticRole(d *jsonlog.Diagnostic) doc.Role {
	if d.IsError() {
		return doc.Alert
	}
	return doc.Caution
}

// textWidth is how long a line of a diagnostic may be. 0 stands for any length.
func (f DiagnosticFrame) textWidth() int {
	width := f.Width - 1
	if !f.NoBoxes {
		width -= 2
	}
	if width < 10 {
		return 0
	}
	return width
}

// DiagnosticLines returns the lines of a diagnostic. If they are not underlined, a line below
// the code marks what it is about.
func DiagnosticLines(d *jsonlog.Diagnostic, width int, underlines bool) (lines [][]doc.Span) {
	title := []doc.Span{{Role: doc.StrongCaution, Text: "Warning: "}}
	if d.IsError() {
		title[0] = doc.Span{Role: doc.Danger, Text: "Error: "}
	}
	for i, line := range strings.Split(wording.PlainText(d.Summary), "\n") {
		if i > 0 {
			title = nil
		}
		lines = append(lines, append(title, doc.Span{Role: doc.Bold, Text: line}))
	}
	lines = append(lines, nil)
	if source := SourceLines(d, underlines); len(source) > 0 {
		lines = append(append(lines, source...), nil)
	}
	if d.Detail == "" {
		return lines[:len(lines)-1]
	}
	for _, text := range sinks.Wrap(doc.NewText(doc.Span{Text: wording.PlainText(d.Detail)}), width) {
		lines = append(lines, text.Spans())
	}
	return lines
}

// SourceLines returns where a diagnostic comes from, with the code there.
func SourceLines(d *jsonlog.Diagnostic, underlines bool) (lines [][]doc.Span) {
	plain := func(text string) { lines = append(lines, []doc.Span{{Text: text}}) }
	if d.Address != "" {
		plain("  with " + d.Address + ",")
	}
	if d.Policy != "" {
		plain("  by the policy " + d.Policy + ",")
	}
	if d.Range == nil {
		return lines
	}
	s := d.Snippet
	at := fmt.Sprintf("  on %s line %d", d.Range.File, d.Range.StartLine)
	if s == nil {
		plain(at + ":")
		plain("  (source code not available)")
		return lines
	}
	if s.Context != "" {
		at += ", in " + s.Context
	}
	plain(at + ":")
	lines = append(lines, codeLines(s, underlines)...)
	return append(lines, valueLines(s)...)
}

// valueLines returns what the expressions in the code stood for.
func valueLines(s *jsonlog.Snippet) (lines [][]doc.Span) {
	if len(s.Values) == 0 && s.Function == nil && s.Comparison == nil {
		return nil
	}
	bar := doc.Span{Role: doc.Divider, Text: "    │"}
	add := func(spans ...doc.Span) { lines = append(lines, append([]doc.Span{bar, {Text: " "}}, spans...)) }
	lines = append(lines, []doc.Span{{Role: doc.Divider, Text: "    ├────────────────"}})
	if f := s.Function; f != nil {
		parameters := "..."
		if f.HasSignature {
			parameters = strings.Join(f.Parameters, ", ")
		}
		add(doc.Span{Text: "while calling "}, doc.Span{Role: doc.Bold, Text: f.Name}, doc.Span{Text: "(" + parameters + ")"})
	}
	if c := s.Comparison; c != nil {
		if c.IsVerbose {
			for _, side := range []struct{ name, value string }{{"LHS:", c.Left}, {"RHS:", c.Right}} {
				add(doc.Span{Role: doc.Bold, Text: side.name})
				for line := range strings.SplitSeq(wording.PlainText(side.value), "\n") {
					add(doc.Span{Text: "  " + line})
				}
			}
		}
		if c.Warning != "" {
			add(doc.Span{Role: doc.Caution, Text: "Warning:"}, doc.Span{Text: " " + c.Warning})
		}
		add(doc.Span{Role: doc.Bold, Text: "Diff:"})
		add(doc.Span{Role: doc.SignDelete, Text: "--- actual"})
		add(doc.Span{Role: doc.SignCreate, Text: "+++ expected"})
		for _, line := range comparisonLines(c) {
			add(line)
		}
	}
	all := slices.Clone(s.Values)
	if c := s.Comparison; c != nil && !c.IsVerbose {
		all = nil // the comparison shows them
	}
	sorted.Stable(all, func(a, b jsonlog.ExpressionValue) int { return cmp.Compare(a.Expression, b.Expression) })
	for _, v := range all {
		for i, line := range strings.Split(wording.PlainText(v.Statement), "\n") {
			if i == 0 {
				add(doc.Span{Role: doc.Bold, Text: v.Expression}, doc.Span{Text: " " + line})
			} else {
				add(doc.Span{Text: line})
			}
		}
	}
	return lines
}

// mostCompared is how many lines of each side of a comparison are compared.
const mostCompared = 10_000

// comparisonLines returns the lines of both sides of a comparison, with signs where they differ.
func comparisonLines(c *jsonlog.Comparison) (lines []doc.Span) {
	left, right := strings.Split(wording.PlainText(c.Left), "\n"), strings.Split(wording.PlainText(c.Right), "\n")
	left, right = left[:min(len(left), mostCompared)], right[:min(len(right), mostCompared)]
	numbers := map[string]int32{}
	symbols := func(lines []string) (all []int32) {
		for _, line := range lines {
			if _, ok := numbers[line]; !ok {
				numbers[line] = int32(len(numbers))
			}
			all = append(all, numbers[line])
		}
		return all
	}
	i, j := 0, 0
	upTo := func(a, b int) {
		for ; i < a; i++ {
			lines = append(lines, doc.Span{Role: doc.SignDelete, Text: "- " + left[i]})
		}
		for ; j < b; j++ {
			lines = append(lines, doc.Span{Role: doc.SignCreate, Text: "+ " + right[j]})
		}
	}
	for _, p := range lcs.Pairs(symbols(left), symbols(right)) {
		upTo(int(p.A), int(p.B))
		lines = append(lines, doc.Span{Text: "  " + left[i]})
		i, j = i+1, j+1
	}
	upTo(len(left), len(right))
	return lines
}
