package reference_test

import (
	"fmt"
	"iter"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/ast"
	goldtext "github.com/yuin/goldmark/text"
	"golang.org/x/net/html"

	"github.com/planfmt/planfmt"
	"github.com/planfmt/planfmt/internal/testkit/randplan"
	"github.com/planfmt/planfmt/internal/testkit/sampling"
	"github.com/planfmt/planfmt/test/kit"
)

// reader checks that reports have all that plans do.
type reader struct {
	testing.TB
	product                                           string
	plans, sections, leaves, spelled, hidden, unknown int
}

// readReport is what a format wrote, cut into the lines about each resource.
type readReport struct {
	format   string
	sections map[string][]string
}

// htmlReport reads a page as a browser does in which no script runs.
func htmlReport(t testing.TB, page string) readReport {
	t.Helper()
	root, err := html.ParseWithOptions(strings.NewReader(page), html.ParseOptionEnableScripting(false))
	if err != nil {
		t.Fatal(err)
	}
	out := readReport{"html", map[string][]string{}}
	var visit func(n *html.Node, id string)
	visit = func(n *html.Node, id string) {
		if n.Type == html.ElementNode {
			class := " " + attributeOf(n, "class") + " "
			switch {
			case n.Data == "details" && strings.Contains(class, " r "):
				id = attributeOf(n, "id")
				out.sections[id] = []string{}
			case n.Data == "div" && strings.Contains(class, " l "):
				out.sections[id] = append(out.sections[id], textContent(n))
			}
		}
		for c := n.FirstChild; c != nil; c = c.NextSibling {
			visit(c, id)
		}
	}
	visit(root, "")
	return out
}

func attributeOf(n *html.Node, name string) string {
	for _, a := range n.Attr {
		if a.Key == name {
			return a.Val
		}
	}
	return ""
}

func textContent(n *html.Node) string {
	if n.Type == html.TextNode {
		return n.Data
	}
	var b strings.Builder
	for c := n.FirstChild; c != nil; c = c.NextSibling {
		b.WriteString(textContent(c))
	}
	return b.String()
}

// markdownReport reads a comment. Each fence has drawings, each with the address of the resource in its first line.
func markdownReport(comment string, plan *readPlan) readReport {
	out := readReport{"markdown", map[string][]string{}}
	source := []byte(comment)
	root := goldmark.DefaultParser().Parse(goldtext.NewReader(source))
	ast.Walk(root, func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		fence, ok := n.(*ast.FencedCodeBlock)
		if !ok || !entering {
			return ast.WalkContinue, nil
		}
		id := ""
		for i := range fence.Lines().Len() {
			at := fence.Lines().At(i)
			line := strings.TrimSuffix(string(at.Value(source)), "\n")
			if title, ok := strings.CutPrefix(line, "  # "); ok {
				for k := range plan.Changes {
					if e := &plan.Changes[k]; strings.HasPrefix(title, e.title()) {
						id = e.id()
					}
				}
			}
			out.sections[id] = append(out.sections[id], line)
		}
		return ast.WalkContinue, nil
	})
	return out
}

// check checks that everything that has to be in a report is there. name is that of the plan.
func (r *reader) check(name string, plan *readPlan, rep readReport) {
	r.Helper()
	r.plans++
	times := map[string]int{} // what occurs twice has no place of its own
	for i := range plan.Changes {
		times[plan.Changes[i].id()]++
	}
	for i := range plan.Changes {
		e := &plan.Changes[i]
		id := e.id()
		if actions := strings.Join(e.Change.Actions, ","); actions == "no-op" || actions == "forget" || actions == "" || id == "" || e.Mode != "managed" && actions == "delete" || times[id] > 1 || !isPlain(id) || strings.ContainsAny(id, "\n\t\r") {
			continue
		}
		lines, ok := rep.sections[id]
		if !ok {
			if len(e.Change.leaves()) > 0 {
				r.Errorf("%s: %s has no part about %s", name, rep.format, id)
			}
			continue
		}
		r.sections++
		r.section(name+": "+id, rep.format, lines, e.Change.leaves())
	}
	if rep.format == "html" {
		for output, c := range plan.Outputs {
			if lines, ok := rep.sections["output."+output]; ok {
				r.sections++
				r.section(name+": output "+output, rep.format, lines, c.leaves())
			}
		}
	}
}

// section checks the part about a resource.
func (r *reader) section(name, format string, lines []string, all []wanted) {
	r.Helper()
	text := strings.Join(lines, "\n")
	if strings.Contains(text, "(cannot be rendered") {
		return // which is said on stderr, too, and makes the command fail
	}
	missing := 0
	for _, w := range all {
		r.leaves++
		switch {
		case !isPlain(w.text + strings.ReplaceAll(w.path, "\x00", ".")):
			r.spelled++
		case w.isIn(lines, text):
		case isHidden(lines, w):
			r.hidden++
		case !w.after && r.product == "opentofu" && becomesUnknown(format, lines, w):
			r.unknown++
		default:
			if missing++; missing <= 5 {
				r.Errorf("%s: %s does not have %v\n%.3000s", name, format, w, text)
			}
		}
	}
}

// becomesUnknown reports whether the value was in a block of which OpenTofu shows only what it will be: all of it is known only
// after apply.
func becomesUnknown(format string, lines []string, w wanted) bool {
	keys := strings.Split(w.path, "\x00")
	indent, inBlock := 0, false
	for _, line := range lines {
		at := strings.IndexFunc(line, func(r rune) bool { return !strings.ContainsRune(" +-~!<=/.", r) })
		if at < 0 {
			continue
		}
		column := at
		if format == "html" { // the sign has a column of its own
			column = strings.Count(line[:at], " ")
		}
		if strings.HasSuffix(line, " {} -> (known after apply)") && slices.ContainsFunc(keys, func(key string) bool { return key != "" && hasKey(line, key) }) {
			return true
		}
		switch {
		case inBlock && column == indent && line[at] == '}':
			if inBlock = false; strings.HasPrefix(line[at:], "} -> (known after apply)") {
				return true
			}
		case !inBlock && !strings.Contains(line, "=") && strings.Contains(line, " {"):
			for _, key := range keys {
				if key != "" && hasKey(line, key) {
					indent, inBlock = column, true
				}
			}
		}
	}
	return false
}

// isHidden reports whether the report says that the value, or one that it is in, is sensitive.
func isHidden(lines []string, w wanted) bool {
	for _, line := range lines {
		if !strings.Contains(line, "(sensitive") && !strings.Contains(line, "(copy of a sensitive value)") && !strings.Contains(line, "(write-only") &&
			!strings.Contains(line, "At least one attribute in this block is") {
			continue
		}
		if strings.Contains(line, "At least one") || w.path == "" || len(lines) == 1 {
			return true
		}
		for _, key := range strings.Split(w.path, "\x00") {
			if key != "" && hasKey(line, key) {
				return true
			}
		}
		if trimmed := strings.Trim(line, " +-~!,"); strings.HasPrefix(trimmed, "(sensitive") {
			return true // an element
		}
	}
	return false
}

// hasKey reports whether a line begins with a key.
func hasKey(line, key string) bool {
	line = strings.TrimLeft(line, " +-~!<=/.")
	for _, spelled := range []string{key, quoted(key)} {
		if rest, ok := strings.CutPrefix(line, spelled); ok {
			rest = strings.TrimLeft(rest, " ")
			if strings.HasPrefix(rest, "=") || strings.HasPrefix(rest, "{") || strings.HasPrefix(rest, "(") || strings.HasPrefix(rest, `"`) {
				return true
			}
		}
	}
	return false
}

// isIn reports whether the value is there: behind its key, if it has one of its own.
func (w *wanted) isIn(lines []string, text string) bool {
	want := w.text
	switch w.kind {
	case stringValue, documentValue:
		want = quoted(w.text)
		if line := strings.TrimSuffix(w.text, "\n"); w.kind == stringValue && (!w.own || line != w.text) {
			// A text that ends with a line feed, and an element, may stand on lines of their own.
			if line != "" && !strings.Contains(text, want) {
				return strings.Contains(text, strings.TrimSpace(line))
			}
		}
	case lineValue:
		return strings.Contains(text, want) || strings.Contains(text, strings.Trim(quoted(want), `"`))
	case nullValue: // it may stand behind what closes the value before, and an output that is gone has none
		return containsWord(text, "null") || w.path == "" && strings.HasPrefix(text, "-")
	case unknownValue:
		want = "(known after apply)"
	}
	if !w.own || w.kind == unknownValue && w.key == "" {
		return containsWord(text, want) || w.kind == documentValue && w.hasParts(text)
	}
	for _, line := range lines {
		if (w.key == "" || hasKey(line, w.key) || strings.Contains(line, " "+quoted(w.key)+" (known") || closesValue.MatchString(line)) && containsWord(line, want) {
			return true
		}
	}
	return w.kind == documentValue && w.hasParts(text)
}

// closesValue matches the end of a value on several lines, behind which there is another one.
var closesValue = regexp.MustCompile(`^\W*(?:[)\]}]|EOT) -> `)

// hasParts reports whether all leaves of a document are there, or all of its lines.
func (w *wanted) hasParts(text string) bool {
	all := true
	for line := range strings.Lines(w.text) {
		all = all && strings.Contains(text, strings.TrimSpace(line))
	}
	if all {
		return true
	}
	v, _ := documentIn(w.text)
	f := flattener{}
	f.add(v, nil, "", "", false)
	for _, leaf := range f.all {
		if isPlain(leaf.text) && !leaf.isIn(strings.Split(text, "\n"), text) {
			return false
		}
	}
	return true
}

// containsWord reports whether a text has a word that is no part of a longer one.
func containsWord(text, word string) bool {
	isPart := func(c byte) bool {
		return c >= '0' && c <= '9' || c|0x20 >= 'a' && c|0x20 <= 'z' || c == '.' || c == '_'
	}
	for from := 0; ; {
		i := strings.Index(text[from:], word)
		if i < 0 {
			return false
		}
		i += from
		end := i + len(word)
		if (i == 0 || !isPart(text[i-1]) || !isPart(word[0])) && (end == len(text) || !isPart(text[end]) || !isPart(word[len(word)-1])) {
			return true
		}
		from = i + 1
	}
}

// sum says how much has been read.
func (r *reader) sum() {
	r.Logf("%d reports, %d parts, %d values: %d have characters that are spelled out, %d are hidden, %d are of blocks that become unknown",
		r.plans, r.sections, r.leaves, r.spelled, r.hidden, r.unknown)
}

// read shows a plan in both formats, and checks them.
func (r *reader) read(name string, document []byte, opts planfmt.Options) {
	r.Helper()
	r.product = opts.Product
	if strings.Contains(name, "opentofu") {
		r.product = "opentofu"
	}
	opts.MaskCopies, opts.Readable = planfmt.ChoiceNever, planfmt.ChoiceNever
	opts.Selection = planfmt.Selection{}
	opts.Title, opts.GroupBy = "", 0
	opts.Markdown = planfmt.Options{}.Markdown
	opts.Markdown.MaxSize = 1 << 30
	page, remarks := kit.RenderGolden(document, kit.WithFormat(opts, "html"))
	if kit.IsRefused(remarks) {
		return
	}
	plan, ok := readPlanJSON(document)
	if !ok {
		return
	}
	r.check(name, &plan, htmlReport(r, page))
	comment, _ := kit.RenderGolden(document, kit.WithFormat(opts, "markdown"))
	if strings.Contains(comment, "Shortened to") {
		r.Errorf("%s: it is shortened, although there is room", name)
	}
	r.check(name, &plan, markdownReport(comment, &plan))
}

// TestReader reads the goldens, and plans that are made at random, in html and Markdown, as somebody does who knows the plan.
func TestReader(t *testing.T) {
	t.Parallel()
	r := &reader{TB: t}
	kit.EachGolden(t, func(file string, document []byte, opts planfmt.Options) {
		r.read(file, document, opts)
		if len(opts.Schemas) > 0 {
			opts.Schemas = nil
			r.read(file+" without schemas", document, opts)
		}
	})
	n := 300
	if sampling.Exhaustive() {
		n = 5000
	}
	for seed := range sampling.Seeds(n) {
		made := randplan.Make(randplan.Bytes(seed), randplan.Options{OpenTofu: seed&1 != 0})
		opts := planfmt.Options{Input: planfmt.Input{Product: made.Product}}
		if seed&2 != 0 {
			opts.Schemas = []planfmt.SchemaSource{kit.SchemaText(made.Schemas)}
		}
		r.read(fmt.Sprintf("seed %d", seed), made.Plan, opts)
	}
	r.sum()
}

// TestReaderRecorded does the same with the plans in the directory that PLANFMT_CASES names.
func TestReaderRecorded(t *testing.T) {
	kit.InParts(t, func(t *testing.T, cases iter.Seq[kit.RecordedCase]) {
		r := &reader{TB: t}
		for c := range cases {
			opts, err := kit.GoldenOptions(c.Archive)
			if err != nil {
				opts = planfmt.Options{}
			}
			r.read(c.Name, kit.Document(c.Archive), opts)
			if len(opts.Schemas) > 0 {
				opts.Schemas = nil
				r.read(c.Name+" without schemas", kit.Document(c.Archive), opts)
			}
		}
		r.sum()
	})
}

// errorCounter counts what a reader finds missing.
type errorCounter struct {
	testing.TB
	n int
}

func (c *errorCounter) Errorf(string, ...any) { c.n++ }

// TestReaderFinds takes values out of reports: the reader misses each of them.
func TestReaderFinds(t *testing.T) {
	taken := 0
	for seed := range sampling.Seeds(60) {
		made := randplan.Make(randplan.Bytes(seed), randplan.Options{})
		var opts planfmt.Options
		opts.Schemas = []planfmt.SchemaSource{kit.SchemaText(made.Schemas)}
		opts.MaskCopies, opts.Readable, opts.Markdown.MaxSize = planfmt.ChoiceNever, planfmt.ChoiceNever, 1<<30
		plan, _ := readPlanJSON(made.Plan)
		page, _ := kit.RenderGolden(made.Plan, kit.WithFormat(opts, "html"))
		comment, _ := kit.RenderGolden(made.Plan, kit.WithFormat(opts, "markdown"))
		for _, rep := range []readReport{htmlReport(t, page), markdownReport(comment, &plan)} {
			for i := range plan.Changes {
				e := &plan.Changes[i]
				for _, w := range e.Change.leaves() {
					lines := rep.sections[e.id()]
					if w.kind != stringValue || !isPlain(w.text) || len(lines) == 0 || !w.isIn(lines, strings.Join(lines, "\n")) {
						continue
					}
					var without []string
					for _, line := range lines {
						without = append(without, strings.ReplaceAll(line, strings.TrimSpace(strings.Trim(quoted(w.text), `"`)), ""))
					}
					counter := &errorCounter{TB: t}
					(&reader{TB: counter}).section("", rep.format, without, []wanted{w})
					if taken++; counter.n != 1 && !isHidden(without, w) {
						t.Errorf("seed %d: %s without %v, and the reader does not miss it\n%s", seed, rep.format, w, strings.Join(without, "\n"))
					}
				}
			}
		}
	}
	if taken == 0 || taken < 100 && sampling.Full() {
		t.Errorf("only %d values were taken out", taken)
	}
	t.Logf("%d values were taken out", taken)
}
