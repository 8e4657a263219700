package report

import (
	"bytes"
	"strings"
	"testing"

	"github.com/planfmt/planfmt/doc"
	"github.com/planfmt/planfmt/internal/report/content"
	"github.com/planfmt/planfmt/internal/report/layout"
	"github.com/planfmt/planfmt/internal/report/paper/html"
	"github.com/planfmt/planfmt/internal/report/paper/markdown"
	"github.com/planfmt/planfmt/internal/report/paper/text"
	"github.com/planfmt/planfmt/review"
	"github.com/planfmt/planfmt/sinks"
)

// hostile is a name that would be more than a name, if a paper wrote it as it is.
const hostile = "n` **bold** <i>tag</i> \"quote\"\nFORGED line\x1b[31m"

// TestNoNameIsMore gives each paper a name that tries to be more, as a label, in a heading, in the head, and in words of each role and of one that
// no paper knows: it is part of a line on each of them, and nothing else.
func TestNoNameIsMore(t *testing.T) {
	it := &content.ResourceItem{ItemText: content.ItemText{Label: []string{hostile}, Class: review.Update, Count: 1}}
	for role := doc.Plain; role <= doc.Marked+1; role++ {
		it.Add(doc.NewText(doc.Span{Role: role, Text: hostile}))
	}
	it.Remarks = len(it.Words) // all are on each paper
	c := func() *content.Contents {
		return &content.Contents{
			Head:     []content.HeadLine{{Text: []doc.Span{{Text: hostile}}, IsHeadline: true}, {Text: []doc.Span{{Role: doc.Bold, Text: hostile}}}},
			Sections: []content.Section{{Title: hostile, Verbatim: true, Items: []content.Item{it}}},
			Tail:     []doc.Text{content.Sentence(hostile)},
		}
	}
	opts := layout.Options{}
	opts.SetDefaults(sinks.DefaultWidth)
	opts.Flavour = sinks.Flavours()[0]
	var page, lines bytes.Buffer
	sheet := html.NewSheet(&opts, c().Head[0].Text...)
	sheet.Add(c(), &opts)
	if err := sheet.Finish(&page); err != nil {
		t.Fatal(err)
	}
	if err := sinks.Write(&lines, opts.Sink, doc.Lines(text.NewSheet(c(), 1000, opts.Sink).Write)); err != nil {
		t.Fatal(err)
	}
	comment := markdown.NewSheet(&markdown.Paper{Opts: opts, Limit: 1 << 20, Source: "plan"}, c()).Write()
	for paper, got := range map[string]string{
		"html": page.String(), "text": lines.String(), "brief": string(text.NewBriefSheet(c(), 1<<20).Write()), "markdown": string(comment),
	} {
		if !strings.Contains(got, "FORGED") {
			t.Errorf("%s does not have the name:\n%s", paper, got)
		}
		for line := range strings.Lines(got) {
			if strings.HasPrefix(strings.TrimLeft(line, "> *-#\t"), "FORGED") || strings.Contains(line, "\x1b") {
				t.Errorf("%s has a line of the name's: %q", paper, line)
			}
		}
		if paper == "html" && strings.Contains(got, "<i>tag") {
			t.Error("the page has a tag of the name's")
		}
	}
	if rest := withoutCode(string(comment)); strings.Contains(rest, "<i>") || strings.Contains(rest, "**bold**") {
		t.Errorf("the comment has marks of the name's:\n%s", rest)
	}
}

// withoutCode removes what is in code from Markdown.
func withoutCode(text string) string {
	var out strings.Builder
	for text != "" {
		before, rest, _ := strings.Cut(text, "`")
		if strings.HasSuffix(before, `\`) { // it is a character
			out.WriteString(before + "`")
			text = rest
			continue
		}
		out.WriteString(before)
		ticks := "`"
		for strings.HasPrefix(rest, "`") {
			ticks, rest = ticks+"`", rest[1:]
		}
		_, text, _ = strings.Cut(rest, ticks)
	}
	return out.String()
}
