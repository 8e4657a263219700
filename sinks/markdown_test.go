package sinks_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/extension"
	east "github.com/yuin/goldmark/extension/ast"
	"github.com/yuin/goldmark/text"

	"github.com/planfmt/planfmt/doc"
	"github.com/planfmt/planfmt/sinks"
)

func TestMarkdownCode(t *testing.T) {
	for _, c := range []struct {
		in         sinks.Inline
		text, want string
	}{
		{sinks.InText, "a.b", "`a.b`"},
		{sinks.InText, "a`b", "``a`b``"},
		{sinks.InText, "`", "`` ` ``"},
		{sinks.InText, "", "`\"\"`"},
		{sinks.InText, " ", "`\" \"`"},
		{sinks.InText, " a ", "`  a  `"},
		{sinks.InText, "a|b", "`a|b`"},
		{sinks.InCell, "a|b", "`a\\|b`"},
		{sinks.InText, "a\nb\x1b", "`a\\nb\\x1b`"},
		{sinks.InText, strings.Repeat("`", 79) + "a", strings.Repeat("`", 80) + " " + strings.Repeat("`", 79) + "a " + strings.Repeat("`", 80)},
		{sinks.InText, strings.Repeat("`", 80) + "a", "`" + strings.Repeat(`\x60`, 80) + "a`"},
		{sinks.InHTML, "<b> & `", "<code>&lt;b&gt; &amp; `</code>"},
	} {
		if got := c.in.Code(c.text); got != c.want {
			t.Errorf("%q: %s, want %s", c.text, got, c.want)
		}
	}
}

func TestMarkdownWords(t *testing.T) {
	for text, want := range map[string]string{
		"Plan: 1 to add, 2 to change.":       "Plan: 1 to add, 2 to change.",
		"Plan for @octocat, closes #1":       "Plan for `@octocat`, closes `#1`",
		"moved from a.b[\"c d\"] (tainted)":  "moved from `a.b[\"c d\"]` (tainted)",
		"- item":                             "`-` item",
		"1. item":                            "`1`. item",
		"(known after apply) <- a.b":         "(known after apply) &lt;- `a.b`",
		"deadbeef 1234567 123456 +2 face":    "`deadbeef 1234567` 123456 +2 face",
		"see https://example.com/a, please!": "see `https://example.com/a`, please!",
		"a :tada: b: c":                      "a `:tada`: b: c",
		"übersicht für eu-west":              "übersicht für eu-west",
		"+12.50 USD/month (10 -> 22.50)":     "`+12.50 USD/month (10 -> 22.50)`",
		"it costs $10.00 -> $12.00":          "it costs `$10.00 -> $12.00`",
		"5 (10.5 -> 7), 1 -> 2":              "5 (`10.5 -> 7`), 1 -&gt; 2",
		"  a \n b  ":                         "a b",
		"":                                   "",
	} {
		if got := sinks.InText.Words(text); got != want {
			t.Errorf("%q: %s, want %s", text, got, want)
		}
	}
}

func TestMarkdownFence(t *testing.T) {
	flavours := sinks.Flavours()
	github, bitbucket := flavours[0], flavours[slices.IndexFunc(flavours, func(f sinks.Flavour) bool { return f.Name == "bitbucket" })]
	for _, c := range []struct {
		flavour sinks.Flavour
		texts   []string
		opening string
	}{
		{github, []string{"a\n"}, "```diff\n"},
		{github, []string{"a\n", "  ``` \n"}, "````diff\n"},
		{bitbucket, []string{"~~~~\n`````"}, "``````\n"},
	} {
		var texts [][]byte
		for _, text := range c.texts {
			texts = append(texts, []byte(text))
		}
		if opening, closing := c.flavour.Fence("diff", texts...); opening != c.opening || closing != strings.TrimSuffix(c.opening, "diff\n")+"\n" && c.flavour.HasDiff {
			t.Errorf("%q: %q and %q, want %q", c.texts, opening, closing, c.opening)
		}
	}
}

func TestFlavours(t *testing.T) {
	if names := strings.Join(sinks.FlavourNames(), " "); names != "github gitlab azure-devops bitbucket step-summary" {
		t.Error(names)
	}
	if f, err := sinks.FlavourNamed("gitlab"); err != nil || f.Limit != 1_000_000 {
		t.Errorf("%+v, %v", f, err)
	}
	if _, err := sinks.FlavourNamed("x"); err == nil || !strings.Contains(err.Error(), "github, gitlab") {
		t.Error(err)
	}
}

// FuzzMarkdown puts a text wherever a text may stand. A parser that is not ours must find it
// there, in code, and nothing else.
func FuzzMarkdown(f *testing.F) {
	for _, s := range []string{"", " ", "a", "`", "``` x", "a|b\\|c\\", "@a #1 <img> [x](y)", "\n/close", "\u202e\xff", " a ", "- x", "&lt;", "www.a.b a@b.c", "# x", "a``b`c"} {
		f.Add(s)
	}
	parser := goldmark.New(goldmark.WithExtensions(extension.GFM, extension.Footnote)).Parser()
	f.Fuzz(func(t *testing.T, s string) {
		parse := func(source string, want ...ast.NodeKind) (code, other []string) {
			src := []byte(source)
			_ = ast.Walk(parser.Parse(text.NewReader(src)), func(n ast.Node, entering bool) (ast.WalkStatus, error) {
				if !entering {
					return ast.WalkContinue, nil
				}
				switch n := n.(type) {
				case *ast.CodeSpan:
					all := ""
					for c := n.FirstChild(); c != nil; c = c.NextSibling() {
						all += string(c.(*ast.Text).Segment.Value(src))
					}
					code = append(code, all)
					return ast.WalkSkipChildren, nil
				case *ast.FencedCodeBlock:
					code = append(code, string(n.Lines().Value(src)))
				case *ast.Text:
					other = append(other, string(n.Segment.Value(src)))
				default:
					if !slices.Contains(want, n.Kind()) {
						t.Errorf("%q: there is a %s in\n%s", s, n.Kind(), source)
					}
				}
				return ast.WalkContinue, nil
			})
			return code, other
		}
		expected := sinks.Escape(s)
		if strings.Trim(expected, " \t") == "" {
			expected = `"` + expected + `"`
		}
		if code, _ := parse("x: "+sinks.InText.Code(s)+"\n", ast.KindDocument, ast.KindParagraph); len(code) != 1 || code[0] != expected {
			t.Errorf("%q: the code is %q", s, code)
		}
		table := "| a | b |\n| - | - |\n| " + sinks.InCell.Code(s) + " | x |\n"
		code, other := parse(table, ast.KindDocument, east.KindTable, east.KindTableHeader, east.KindTableRow, east.KindTableCell)
		if len(code) != 1 || code[0] != expected || strings.Join(other, "") != "abx" {
			t.Errorf("%q: the code in a table is %q, the text %q\n%s", s, code, other, table)
		}
		_, other = parse("x "+sinks.InText.Words(s)+"\n", ast.KindDocument, ast.KindParagraph)
		for _, text := range other {
			if strings.ContainsAny(text, "@#$%~^{}[]|\\*_`") {
				t.Errorf("%q: the text %q", s, text)
			}
		}
		parse("- "+sinks.InText.Words(s)+"\n", ast.KindDocument, ast.KindList, ast.KindListItem, ast.KindTextBlock)
		if page := sinks.InHTML.Code(s) + sinks.InHTML.Words(s); strings.ContainsAny(strings.NewReplacer("<code>", "", "</code>", "").Replace(page), "<>\n") {
			t.Errorf("%q: the HTML is %q", s, page)
		}
		c := sinks.Flavours()[0].FenceComposer()
		var fenced []byte
		for _, gutter := range []doc.Gutter{{}, {Kind: doc.Signed, Sign: doc.Delete}, {Kind: doc.Blank}} {
			fenced = append(append(fenced, c.Compose(doc.Line{Gutter: gutter, Text: doc.NewText(doc.Span{Text: s})}).Text()...), '\n')
		}
		opening, closing := sinks.Flavours()[0].Fence("diff", fenced)
		if code, _ := parse(opening+string(fenced)+closing, ast.KindDocument, ast.KindFencedCodeBlock); len(code) != 1 || code[0] != string(fenced) {
			t.Errorf("%q: the fence has %q", s, code)
		}
	})
}
