package sinks

import (
	"io"
	"iter"
	"sync"

	"github.com/mitchellh/colorstring"

	"github.com/planfmt/planfmt/doc"
)

// ANSI writes the same text as [Text], with colour codes for terminals.
type ANSI struct {
	// EscapeRunnerCommands is the same as in [Text].
	EscapeRunnerCommands bool
}

// styles are what the roles look like, in colorstring's markup. Roles that are
// not here are plain.
var styles = [...]string{
	doc.Null:          "[dark_gray]",
	doc.NullNote:      "[dark_gray]",
	doc.Arrow:         "[yellow]",
	doc.Forces:        "[red]",
	doc.Hidden:        "[dark_gray]",
	doc.Warning:       "[yellow]",
	doc.Alert:         "[red]",
	doc.Bold:          "[bold]",
	doc.Danger:        "[bold][red]",
	doc.Good:          "[bold][green]",
	doc.Note:          "[bold][cyan]",
	doc.Caution:       "[yellow]",
	doc.StrongCaution: "[bold][yellow]",
	doc.SignCreate:    "[green]",
	doc.SignUpdate:    "[yellow]",
	doc.SignDelete:    "[red]",
	doc.SignRead:      "[cyan]",
	doc.Rule:          "[dark_gray]",
}

const reset = "\x1b[0m"

// codes are the styles as codes. Only constant markup ever goes through
// colorstring: a plan's own text may have brackets in it.
var codes = sync.OnceValue(func() (c [len(styles)]string) {
	for i, markup := range styles {
		if markup != "" {
			c[i] = (&colorstring.Colorize{Colors: colorstring.DefaultColors}).Color(markup)
		}
	}
	return c
})

// Write writes the lines as [Text.Write] does. Every style ends before a line
// feed, so that a pager may show any line on its own.
func (a ANSI) Write(w io.Writer, lines iter.Seq[doc.Line]) error {
	e := encoder{w: w, runner: a.EscapeRunnerCommands}
	codes := codes()
	for l := range lines {
		e.set(l)
		pos := 0
		for _, r := range e.runs {
			code := ""
			if int(r.role) < len(codes) {
				code = codes[r.role]
			}
			e.out = styled(e.out, e.text[pos:r.end], code)
			pos = r.end
		}
		e.out = append(e.out, '\n')
		if err := e.spill(); err != nil {
			return err
		}
	}
	return e.flush()
}

func styled(out, text []byte, code string) []byte {
	if code == "" || len(text) == 0 {
		return append(out, text...)
	}
	return append(append(append(out, code...), text...), reset...)
}

// StyleWidth returns the number of characters in the codes before and after text
// of a role. Terraform counts these characters when it wraps a paragraph, so a
// report needs to know them.
func (a ANSI) StyleWidth(role doc.Role) (before, after int) {
	if c := codes(); int(role) < len(c) && c[role] != "" {
		return len(c[role]), len(reset)
	}
	return 0, 0
}
