package kit

import (
	"fmt"
	"html"
	"regexp"
	"strings"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/extension"
	east "github.com/yuin/goldmark/extension/ast"
	gmtext "github.com/yuin/goldmark/text"
)

// ParsedMarkdown is a report in Markdown as a parser that is not ours understands it.
type ParsedMarkdown struct {
	Details, Ends, Tables, Alerts int
	Fences                        []string
	Headings                      []string
	Wrong                         []string // what should not be there
}

// ParseMarkdown parses a report. Whatever would become a link, a mention, a reference, markup or
// a command outside of code is wrong, and so is any structure that no report has.
func ParseMarkdown(source string, hasDetails bool) (p ParsedMarkdown) {
	parser := goldmark.New(goldmark.WithExtensions(extension.GFM, extension.Footnote)).Parser()
	src := []byte(source)
	const alert = "[!CAUTION]\n"
	alertEnds := 0 // of the last alert in the source
	wrong := func(format string, args ...any) { p.Wrong = append(p.Wrong, fmt.Sprintf(format, args...)) }
	_ = ast.Walk(parser.Parse(gmtext.NewReader(src)), func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		if !entering {
			return ast.WalkContinue, nil
		}
		switch n := n.(type) {
		case *ast.Document, *ast.Paragraph, *ast.TextBlock, *ast.ListItem, *east.TableRow, *east.TableHeader, *east.TableCell:
		case *ast.List:
			if k := n.Parent().Kind(); k != ast.KindDocument && k != ast.KindBlockquote || n.IsOrdered() {
				wrong("a list in a list, or with numbers")
			}
		case *ast.Blockquote:
			// Only a warning is in a quotation: the line that makes it one, which is ours, and then its title.
			first := n.FirstChild()
			if n.Parent().Kind() != ast.KindDocument || first.Kind() != ast.KindParagraph || first.Lines().Len() != 2 || string(first.Lines().Value(src)[:len(alert)]) != alert {
				wrong("a quotation that is no warning")
				break
			}
			p.Alerts++
			alertEnds = first.Lines().At(0).Stop
		case *ast.Heading:
			p.Headings = append(p.Headings, string(n.Lines().Value(src)))
		case *east.Table:
			p.Tables++
		case *ast.Emphasis:
			if n.Level != 2 {
				wrong("emphasis: %s", n.FirstChild().(*ast.Text).Segment.Value(src))
			}
		case *ast.LinkReferenceDefinition:
			if string(n.Label) != "//" || n.PreviousSibling() != nil {
				wrong("the definition of a link: %q", n.Label)
			}
		case *ast.CodeSpan:
			return ast.WalkSkipChildren, nil
		case *ast.FencedCodeBlock:
			p.Fences = append(p.Fences, string(n.Lines().Value(src)))
		case *ast.Text:
			if n.Segment.Start >= alertEnds || n.Segment.Start < alertEnds-len(alert) {
				CheckQuiet(html.UnescapeString(string(n.Segment.Value(src))), wrong)
			}
		case *ast.HTMLBlock:
			block := string(n.Lines().Value(src))
			switch {
			case strings.HasPrefix(block, "<!-- planfmt:") && strings.Count(block, "\n") == 1:
			case block == "</details>\n":
				p.Ends++
			case hasDetails:
				p.Details++
				checkSummary(block, wrong)
			default:
				wrong("HTML: %q", block)
			}
		default:
			wrong("%s", n.Kind())
		}
		return ast.WalkContinue, nil
	})
	return p
}

// active is what means something to one place or another where it shows Markdown, after the
// Markdown itself: mentions, references, labels, mathematics, emoji, commits, addresses.
var active = regexp.MustCompile("[@#$%~^{}\\[\\]|\\\\*_`]|!\\d|:[\\w+-]+:|\\b[0-9a-fA-F]{7,}\\b|[A-Za-z]-?\\d|www\\.|://|(^|\\s)/\\w|\\w\\.\\w|\\w/\\w|&\\S|<\\w|</|<!")

// CheckQuiet reports what a reader of Markdown would act on.
func CheckQuiet(s string, wrong func(string, ...any)) {
	if at := active.FindString(s); at != "" {
		wrong("%q in the text %q", at, s)
	}
}

// checkSummary checks what opens a part that can be folded.
func checkSummary(block string, wrong func(string, ...any)) {
	inner, ok := strings.CutPrefix(strings.Replace(block, "<details open>", "<details>", 1), "<details>\n<summary>")
	inner, ok2 := strings.CutSuffix(inner, "</summary>\n")
	if !ok || !ok2 || strings.Contains(inner, "\n") {
		wrong("HTML: %q", block)
		return
	}
	outside := regexp.MustCompile(`<code>[^<>]*</code>`).ReplaceAllString(inner, "")
	outside = strings.NewReplacer("<b>", "", "</b>", "").Replace(outside)
	if strings.ContainsAny(outside, "<>") {
		wrong("markup in the summary %q", inner)
	}
	CheckQuiet(html.UnescapeString(outside), wrong)
}

// Injections are texts that mean something to one of the places, or to Markdown.
var Injections = []string{
	"@octocat", "@org/team", "closes #1", "#123", "GH-1", "owner/repo#1", "fixes https://github.com/o/r/issues/1", "0123456789abcdef0123456789abcdef01234567", "owner/repo@0123456",
	"<img src=x onerror=alert(1)>", "<script>alert(1)</script>", "</details>", "</summary></details><h1>x</h1>", "<details><summary>x", "<!-- hidden", "--> shown", "<a href='https://evil.example'>x</a>", "<b>", "</code><img src=x>",
	"![x](https://evil.example/x.png)", "[x](https://evil.example)", "[x]: https://evil.example", "[^1]", "[^1]: note", "<https://evil.example>", "https://evil.example", "www.evil.example", "mail@evil.example", "mailto:mail@evil.example",
	"|", "a | b | c", "\\|", "a\\", "\\", "`", "``", "```", "```` x", "`x`y`", "~~~", "~~x~~", "$x$", "$$x$$", "$`x`$", "[[wiki]]", ":tada:", ":+1:",
	"# heading", "---", "===", "***", "- item", "+ item", "1. item", "> quote", "    code", "\tcode", " ", "", "- [ ] task", "- [x] task",
	"/close", "/assign @octocat", "!12", "~label", "%milestone", "$12", "&12", "AB#12", "PROJ-12", "*x*", "_x_", "__x__", "x\ny", "x\r\n\r\n# y", "&lt;img&gt;", "&#64;octocat", "&copy;", "{{ site }}", "{% raw %}", "{+ added +}", "\x60\x60\x60diff", "##[group]x", "::error::x", "\u202ex", "\u200b@octocat", "\u2028/close",
	strings.Repeat("`", 80) + " @octocat <img src=x>",
}
