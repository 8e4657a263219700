package report

import (
	"strings"

	"github.com/planfmt/planfmt/diag"
)

// DiagnosticText returns a diagnostic with the line of the source that it is about, in which
// its subject is underlined.
func DiagnosticText(d *diag.Diagnostic, source string) string {
	text := d.Summary
	if !d.Subject.IsZero() {
		text += " (" + d.Subject.String() + ")"
	}
	if line, ok := sourceLine(source, d.Subject); ok {
		text += "\n\n" + line + "\n"
	}
	if d.Detail != "" {
		text += "\n" + d.Detail
	}
	return text
}

// sourceLine returns the first line of a range, and a line below it that underlines the range.
func sourceLine(source string, r diag.Range) (string, bool) {
	start := r.Start.Byte
	if r.IsZero() || start > len(source) {
		return "", false
	}
	from := strings.LastIndexByte(source[:start], '\n') + 1
	line := source[from:]
	if i := strings.IndexByte(line, '\n'); i >= 0 {
		line = line[:i]
	}
	end := len(line)
	if r.End.Line == r.Start.Line {
		end = min(end, r.End.Byte-from)
	}
	width := max(1, len([]rune(line[min(start-from, len(line)):max(min(start-from, len(line)), end)])))
	return "    " + line + "\n    " + strings.Repeat(" ", max(0, r.Start.Column-1)) + strings.Repeat("^", width), true
}
