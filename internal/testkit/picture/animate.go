package picture

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/planfmt/planfmt/internal/base/sorted"
)

// Frame is a screen, and for how long it is shown.
type Frame struct {
	Screen string // lines of text in colour
	Millis int
}

// span is a time in which a line is shown, in milliseconds from the start.
type span struct{ from, to int }

// drawnLine is a line that is the same in one or more frames.
type drawnLine struct {
	row   int
	text  string
	spans []span
}

// Animate writes a picture that shows frames one after the other, and begins again after the last one. Where
// there are no animations, or the reader does not want any, it is a picture of the frame with the number still.
func Animate(w io.Writer, frames []Frame, still int) error {
	if still < 0 || still >= len(frames) {
		return errors.New("no frame for a picture that stands still")
	}
	lines, rows, columns, total := drawnLines(frames)
	shownAt := 0
	for _, f := range frames[:still] {
		shownAt += f.Millis
	}
	var rules strings.Builder
	names := map[string]string{} // of animations, by their spans
	for _, l := range lines {
		key := fmt.Sprint(l.spans)
		if names[key] == "" && !l.isAlways(total) {
			names[key] = "k" + strconv.Itoa(len(names))
			writeKeyframes(&rules, names[key], l.spans, total)
		}
	}
	rules.WriteString("@media (prefers-reduced-motion) { g { animation: none !important } }\n")

	out := bufio.NewWriter(w)
	begin(out, columns, rows, rules.String())
	for _, l := range lines {
		switch {
		case l.isAlways(total):
			fmt.Fprintln(out, "<g>")
		case slices.ContainsFunc(l.spans, func(s span) bool { return s.from <= shownAt && shownAt < s.to }):
			fmt.Fprintf(out, "<g class=%q>\n", names[fmt.Sprint(l.spans)])
		default:
			fmt.Fprintf(out, "<g class=%q visibility=\"hidden\">\n", names[fmt.Sprint(l.spans)])
		}
		if _, err := drawLine(out, margin+(l.row+1)*lineHeight-5, l.text, style{}); err != nil {
			return fmt.Errorf("line %d: %w", l.row+1, err)
		}
		fmt.Fprintln(out, "</g>")
	}
	fmt.Fprintln(out, "</g>\n</svg>")
	return out.Flush()
}

// drawnLines returns all different lines of the frames with the times at which they are shown, and the size of the
// largest screen. A line without text is not drawn.
func drawnLines(frames []Frame) (lines []*drawnLine, rows, columns, total int) {
	known := map[string]*drawnLine{}
	for _, f := range frames {
		all := strings.Split(strings.TrimRight(f.Screen, "\n"), "\n")
		rows = max(rows, len(all))
		for row, text := range all {
			columns = max(columns, utf8.RuneCountInString(escape.ReplaceAllString(text, "")))
			if strings.TrimSpace(text) == "" {
				continue
			}
			key := strconv.Itoa(row) + " " + text
			l := known[key]
			if l == nil {
				l = &drawnLine{row: row, text: text}
				known[key] = l
				lines = append(lines, l)
			}
			if n := len(l.spans); n > 0 && l.spans[n-1].to == total {
				l.spans[n-1].to += f.Millis
			} else {
				l.spans = append(l.spans, span{total, total + f.Millis})
			}
		}
		total += f.Millis
	}
	sorted.Stable(lines, func(a, b *drawnLine) int { return a.row - b.row })
	return lines, rows, columns, total
}

// isAlways reports whether a line is in all frames.
func (l *drawnLine) isAlways(total int) bool {
	return len(l.spans) == 1 && l.spans[0] == span{0, total}
}

// writeKeyframes writes the rules of a class whose elements are visible at some times.
func writeKeyframes(w io.Writer, name string, spans []span, total int) {
	fmt.Fprintf(w, ".%s { animation: %[1]s %[2]dms step-end infinite }\n@keyframes %[1]s {", name, total)
	percent := func(millis int) string {
		return strconv.FormatFloat(100*float64(millis)/float64(total), 'f', 3, 64) + "%"
	}
	if spans[0].from > 0 {
		fmt.Fprint(w, " 0% { visibility: hidden }")
	}
	for _, s := range spans {
		fmt.Fprintf(w, " %s { visibility: visible }", percent(s.from))
		if s.to < total {
			fmt.Fprintf(w, " %s { visibility: hidden }", percent(s.to))
		}
	}
	fmt.Fprintln(w, " }")
}
