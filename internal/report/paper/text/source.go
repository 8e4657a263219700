package text

import (
	"bytes"
	"io"
	"strings"

	"github.com/planfmt/planfmt/diag"
	"github.com/planfmt/planfmt/internal/read/jsonlog"
	"github.com/planfmt/planfmt/internal/report/layout"
	"github.com/planfmt/planfmt/sinks"
	"github.com/planfmt/planfmt/verdict"
)

func frameOf(o *layout.Options) DiagnosticFrame {
	return DiagnosticFrame{Width: o.Width, Underlines: o.Underlines, NoBoxes: o.NoBoxes}
}

// Diagnostics writes errors and warnings, each with the lines that it is about.
func Diagnostics(w io.Writer, list diag.List, o layout.Options) error {
	o.SetDefaults(sinks.DefaultWidth)
	var p Page
	for _, d := range list {
		frameOf(&o).Add(&p, Diagnostic(o.Source, d))
	}
	return sinks.Write(w, o.Sink, p.Lines())
}

// Diagnostic returns a diagnostic with the code that it is about.
func Diagnostic(s layout.SourceText, d *diag.Diagnostic) *jsonlog.Diagnostic {
	out := &jsonlog.Diagnostic{Severity: d.Severity.String(), Summary: d.Summary, Detail: d.Detail}
	if !d.Subject.IsZero() {
		out.Range = &jsonlog.Range{
			File: d.Subject.File, StartLine: d.Subject.Start.Line, StartColumn: d.Subject.Start.Column,
			EndLine: d.Subject.End.Line, EndColumn: d.Subject.End.Column,
		}
		if !d.Private {
			out.Snippet = snippet(s, d.Subject, d.Context)
		}
	}
	return out
}

// mostSnippetLines is how many lines of code are shown.
const mostSnippetLines = 12

// snippet returns the lines of a range, and those of another one around it, if that is
// short. It returns nil if the text is not known.
func snippet(s layout.SourceText, subject, context diag.Range) *jsonlog.Snippet {
	if s == nil {
		return nil
	}
	text := s(subject.File)
	from, to := subject.Start.Byte, subject.End.Byte
	if text == nil || from < 0 || to < from || to > len(text) {
		return nil
	}
	start, end := lineStart(text, from), lineEnd(text, from, to)
	line := subject.Start.Line
	if !context.IsZero() && context.File == subject.File && context.Start.Byte <= from && context.End.Byte >= to && context.End.Byte <= len(text) &&
		context.End.Line-context.Start.Line < mostSnippetLines {
		start, end = lineStart(text, context.Start.Byte), lineEnd(text, from, context.End.Byte)
		line = context.Start.Line
	}
	code := text[start:end]
	if n := lineLimit(code, mostSnippetLines); n < len(code) {
		code = code[:n]
	}
	return &jsonlog.Snippet{
		Code: string(code), StartLine: line,
		Start: from - start, End: min(to-start, len(code)),
	}
}

// lineStart returns where the line of an offset begins.
func lineStart(text []byte, at int) int { return bytes.LastIndexByte(text[:at], '\n') + 1 }

// lineEnd returns where the last line of a range ends. An end at the start of a line belongs to the
// line before.
func lineEnd(text []byte, from, to int) int {
	if to > from && text[to-1] == '\n' {
		return to - 1
	}
	if i := bytes.IndexByte(text[to:], '\n'); i >= 0 {
		return to + i
	}
	return len(text)
}

// lineLimit returns the length of the first n lines.
func lineLimit(text []byte, n int) int {
	at := 0
	for range n {
		i := bytes.IndexByte(text[at:], '\n')
		if i < 0 {
			return len(text)
		}
		at += i + 1
	}
	return at - 1
}

// ShownValues returns the values of parts of a condition for a snippet: each expression with its value.
func ShownValues(s layout.SourceText, all []verdict.Shown) []jsonlog.ExpressionValue {
	var out []jsonlog.ExpressionValue
	seen := map[jsonlog.ExpressionValue]bool{}
	for _, v := range all {
		expression := codeOf(s, v.Range)
		if expression == "" {
			continue
		}
		if _, last := excerpt(expression, 0); last < len(expression) {
			expression = expression[:last] + " " + left(expression[last:]).Text
		}
		e := jsonlog.ExpressionValue{Expression: expression, Statement: "is " + v.Text}
		if !seen[e] {
			seen[e] = true
			out = append(out, e)
		}
	}
	return out
}

// codeOf returns the text of a range in one line, or "" if it is not known.
func codeOf(s layout.SourceText, r diag.Range) string {
	if s == nil {
		return ""
	}
	text := s(r.File)
	if text == nil || r.Start.Byte < 0 || r.End.Byte < r.Start.Byte || r.End.Byte > len(text) {
		return ""
	}
	return strings.Join(strings.Fields(string(text[r.Start.Byte:r.End.Byte])), " ")
}
