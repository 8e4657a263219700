package options

import (
	"bytes"
	"fmt"
	"slices"
	"strings"

	"github.com/planfmt/planfmt/cmd/planfmt/internal/command"
	"github.com/planfmt/planfmt/cmd/planfmt/internal/terminal"
	"github.com/planfmt/planfmt/diag"
	"github.com/planfmt/planfmt/internal/report/layout"
	"github.com/planfmt/planfmt/internal/report/paper/text"
	"github.com/planfmt/planfmt/policy"
	"github.com/planfmt/planfmt/sinks"
	"github.com/planfmt/planfmt/verdict"
)

// TextLayout returns how verdicts are laid out on standard output.
func TextLayout(s *terminal.Streams, color terminal.ColorChoice, source layout.SourceText) layout.Options {
	return diagnosticLayout(color, s.OutTTY, s.Columns, source)
}

// diagnosticLayout returns how diagnostics are laid out.
func diagnosticLayout(color terminal.ColorChoice, onTerminal bool, width int, source layout.SourceText) layout.Options {
	o := layout.Options{Source: source, Width: width, Sink: sinks.Text{Width: width, EscapeRunnerCommands: !onTerminal}}
	if color == terminal.ColorAlways || color == terminal.ColorAuto && onTerminal {
		o.Sink, o.Underlines = sinks.ANSI{Width: width, EscapeRunnerCommands: !onTerminal}, true
	}
	o.NoBoxes = color == terminal.ColorNever
	return o
}

// ShowDiagnostics writes diagnostics to standard error, with the lines that they are about.
func ShowDiagnostics(s *terminal.Streams, diags diag.List, color terminal.ColorChoice, source layout.SourceText) {
	if len(diags) == 0 {
		return
	}
	width := 0
	if s.ErrTTY && s.ErrColumns != nil {
		width = s.ErrColumns()
	}
	var lines bytes.Buffer
	if err := text.Diagnostics(&lines, diags, diagnosticLayout(color, s.ErrTTY, width, source)); err == nil {
		s.PrintLine(strings.TrimRight(lines.String(), "\n"))
	}
}

// SourceText returns the texts of files and of values for inputs, by the names that diagnostics have for them.
func SourceText(files policy.Files, inputs policy.InputValues) layout.SourceText {
	texts := map[string][]byte{}
	for _, f := range slices.Concat(files.Policies, files.Tests) {
		texts[f.Name] = f.Text
	}
	return func(file string) []byte {
		if text, ok := texts[file]; ok {
			return text
		}
		return inputs.Text(file)
	}
}

// HintSchemas says how verdicts can be decided that only lack a schema.
func HintSchemas(s *terminal.Streams, rep *verdict.Report) {
	n := 0
	for _, r := range rep.Results.Others() {
		if r.Outcome == verdict.Undecided && slices.ContainsFunc(r.Causes, func(c verdict.Cause) bool { return c.NoSchema }) {
			n++
		}
	}
	verdicts := "1 verdict is"
	switch {
	case n == 0:
		return
	case n > 1:
		verdicts = fmt.Sprintf("%d verdicts are", n)
	}
	s.Warn(verdicts + " undecided because provider schemas are missing: use --schemas FILE, or 'planfmt schemas add'")
}

// ReportExpression shows what is wrong with an expression from the command line. It returns an error if there is
// more than warnings.
func ReportExpression(s *terminal.Streams, diags diag.List, text string, color terminal.ColorChoice, quiet bool) error {
	if quiet {
		diags = withoutWarnings(diags)
	}
	ShowDiagnostics(s, diags, color, func(string) []byte { return []byte(text) })
	if diags.HasErrors() {
		return command.ErrExpression
	}
	return nil
}
