package kit

import (
	"bytes"
	"io"
	"iter"
	"strings"

	"github.com/planfmt/planfmt"
	"github.com/planfmt/planfmt/doc"
	"github.com/planfmt/planfmt/internal/report/human"
	"github.com/planfmt/planfmt/internal/report/layout"
	"github.com/planfmt/planfmt/sinks"
)

// newFences is the human layout in a notation of its own.
func newFences(w io.Writer, l planfmt.Layout) (planfmt.Writer, error) {
	sink := fences{EscapeRunnerCommands: !l.Terminal || l.Runner}
	return human.New(w, layout.Options{Dialect: l.Dialect, Sink: sink, InAutomation: l.InAutomation}), nil
}

// fences writes lines into `diff` fences, with the signs in column 0, and
// headings, paragraphs and rules between them.
type fences struct{ EscapeRunnerCommands bool }

func (m fences) Open(w io.Writer) (sinks.Document, error) {
	return &fencesDocument{
		W:      w,
		Fenced: sinks.Composer{EscapeRunnerCommands: m.EscapeRunnerCommands, Margin: diffSign},
		Prose:  sinks.Composer{EscapeRunnerCommands: m.EscapeRunnerCommands},
	}, nil
}

// diffSign is a sign as GitHub colours it.
func diffSign(s doc.Sign) []doc.Span {
	if s == doc.Update {
		return []doc.Span{{Role: doc.SignUpdate, Text: "!"}}
	}
	return s.Spans()
}

type fencesDocument struct {
	W             io.Writer
	Fenced, Prose sinks.Composer
	Out, Body     bytes.Buffer // body is what stands in the fence
}

func (d *fencesDocument) Write(lines iter.Seq[doc.Line]) error {
	for l := range lines {
		switch l.Kind {
		case doc.BodyLine:
			d.Body.Write(d.Fenced.Compose(l).Text())
			d.Body.WriteByte('\n')
			continue
		case doc.HeadingLine:
			d.Fence()
			d.Block("## " + d.Escaped(l))
		case doc.ParagraphLine:
			d.Fence()
			var broken []string
			for _, text := range sinks.Wrap(l.Text, 0) {
				broken = append(broken, d.Escaped(doc.Line{Text: text}))
			}
			d.Block(strings.Join(broken, "\\\n"))
		case doc.RuleLine:
			d.Fence()
			d.Block("---")
		}
	}
	d.Fence()
	_, err := d.Out.WriteTo(d.W)
	return err
}

func (d *fencesDocument) Close() error { return nil }

func (d *fencesDocument) Block(text string) { d.Out.WriteString(text + "\n\n") }

// Fence writes the body, in a fence that nothing in it can close.
func (d *fencesDocument) Fence() {
	body := strings.TrimRight(d.Body.String(), " \n")
	for first, rest, ok := strings.Cut(body, "\n"); ok && strings.TrimSpace(first) == ""; first, rest, ok = strings.Cut(body, "\n") {
		body = rest
	}
	d.Body.Reset()
	if body == "" {
		return
	}
	ticks := "```"
	for strings.Contains(body, ticks) {
		ticks += "`"
	}
	d.Block(ticks + "diff\n" + body + "\n" + ticks)
}

// Escaped is a line of prose.
func (d *fencesDocument) Escaped(l doc.Line) string {
	return escapeMarkdown(string(d.Prose.Compose(l).Text()))
}

// escapeMarkdown escapes all that Markdown gives a meaning.
func escapeMarkdown(text string) string {
	var b strings.Builder
	for _, r := range text {
		if strings.ContainsRune("\\`*_{}[]()<>#+-.!|~&", r) {
			b.WriteByte('\\')
		}
		b.WriteRune(r)
	}
	return b.String()
}
