package sinks

import (
	"io"
	"sync"

	"github.com/mitchellh/colorstring"

	"github.com/planfmt/planfmt/doc"
)

// ANSI writes the same text as [Text], with colour codes for terminals. Every style
// ends before a line feed, so that a pager may show any line on its own. In one
// point the text differs: paragraphs with colour may be wrapped earlier, because
// Terraform counts the characters of the codes.
type ANSI struct {
	// Width is the same as in [Text].
	Width int
	// EscapeRunnerCommands is the same as in [Composer].
	EscapeRunnerCommands bool
	// Links makes links of texts that lead somewhere, as terminals know them (OSC 8).
	Links bool
}

// Open begins a document, as [Text.Open] does.
func (a ANSI) Open(w io.Writer) (Document, error) {
	p := newPage(w, a.Width, a.EscapeRunnerCommands, codes())
	p.links = a.Links
	return p, nil
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
	doc.Divider:       "[dark_gray]",
	doc.Address:       "[bold]",
	doc.Marked:        "[underline]",
}

const reset = "\x1b[0m"

// These are around the address of a link. An empty address ends a link.
const (
	beginLink = "\x1b]8;;"
	endLink   = "\x1b\\"
)

// codes are the styles as codes. Only constant markup ever goes through
// colorstring: a plan's own text may have brackets in it.
var codes = sync.OnceValue(func() []string {
	c := make([]string, len(styles))
	for i, markup := range styles {
		if markup != "" {
			c[i] = (&colorstring.Colorize{Colors: colorstring.DefaultColors}).Color(markup)
		}
	}
	return c
})
