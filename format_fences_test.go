package planfmt_test

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
	sink := fences{escapeRunnerCommands: !l.Terminal || l.Runner}
	return human.New(w, layout.Options{Dialect: l.Dialect, Sink: sink, InAutomation: l.InAutomation}), nil
}

// fences writes lines into `diff` fences, with the signs in column 0, and
// headings, paragraphs and rules between them.
type fences struct{ escapeRunnerCommands bool }

func (m fences) Open(w io.Writer) (sinks.Document, error) {
	return &fencesDocument{
		w:      w,
		fenced: sinks.Composer{EscapeRunnerCommands: m.escapeRunnerCommands, Margin: diffSign},
		prose:  sinks.Composer{EscapeRunnerCommands: m.escapeRunnerCommands},
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
	w             io.Writer
	fenced, prose sinks.Composer
	out, body     bytes.Buffer // body is what stands in the fence
}

func (d *fencesDocument) Write(lines iter.Seq[doc.Line]) error {
	for l := range lines {
		switch l.Kind {
		case doc.BodyLine:
			d.body.Write(d.fenced.Compose(l).Text())
			d.body.WriteByte('\n')
			continue
		case doc.HeadingLine:
			d.fence()
			d.block("## " + d.escaped(l))
		case doc.ParagraphLine:
			d.fence()
			var broken []string
			for _, text := range sinks.Wrap(l.Text, 0) {
				broken = append(broken, d.escaped(doc.Line{Text: text}))
			}
			d.block(strings.Join(broken, "\\\n"))
		case doc.RuleLine:
			d.fence()
			d.block("---")
		}
	}
	d.fence()
	_, err := d.out.WriteTo(d.w)
	return err
}

func (d *fencesDocument) Close() error { return nil }

func (d *fencesDocument) block(text string) { d.out.WriteString(text + "\n\n") }

// fence writes the body, in a fence that nothing in it can close.
func (d *fencesDocument) fence() {
	body := strings.TrimRight(d.body.String(), " \n")
	for first, rest, ok := strings.Cut(body, "\n"); ok && strings.TrimSpace(first) == ""; first, rest, ok = strings.Cut(body, "\n") {
		body = rest
	}
	d.body.Reset()
	if body == "" {
		return
	}
	ticks := "```"
	for strings.Contains(body, ticks) {
		ticks += "`"
	}
	d.block(ticks + "diff\n" + body + "\n" + ticks)
}

// escaped is a line of prose.
func (d *fencesDocument) escaped(l doc.Line) string {
	return escapeMarkdown(string(d.prose.Compose(l).Text()))
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
