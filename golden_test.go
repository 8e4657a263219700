package planfmt_test

import (
	"bytes"
	"context"
	"flag"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"

	"github.com/planfmt/planfmt"
	"github.com/planfmt/planfmt/annotations"
	"github.com/planfmt/planfmt/internal/testkit/sampling"
	"github.com/planfmt/planfmt/plans"
	"github.com/planfmt/planfmt/sinks"
)

var update = flag.Bool("update", false, "rewrite the sections that the golden files have; then read the diff")

// TestGolden runs every case of testdata/golden, one txtar file each:
//
//	mode: normal            header lines, all optional: mode, product, width, limit,
//	                        group-by, match-by, for markdown target, max-size, title,
//	                        collapse and comment-id, config, a directory below
//	                        testdata/golden, and rules, one a line: only, hide, ignore
//	-- plan.json --         the document; or state.json, or terraform.tfstate
//	-- schemas.json --      optional, as are all sections that follow
//	-- annotations/NAME --  a report of another program about the resources
//	-- text --              what is printed, without colour
//	-- ansi --              with colour, ESC written ␛
//	-- readable --          in readable mode, without colour
//	-- readable-compact --  likewise, in the format compact
//	-- remarks --           what goes to standard error: remarks, problems, the error
//	-- FORMAT --            what is printed in another format, without colour; of html, what
//	                        differs from plan to plan: without the style sheet and the script
//
// Only the sections that are present are checked. A text without a newline at
// its end is followed by a line that says so.
func TestGolden(t *testing.T) {
	for _, g := range goldens(t) {
		name, _ := filepath.Rel(filepath.Join("testdata", "golden"), g.file)
		t.Run(strings.TrimSuffix(filepath.ToSlash(name), ".txtar"), func(t *testing.T) {
			t.Parallel()
			runGolden(t, g)
		})
	}
}

// golden is a case of testdata/golden.
type golden struct {
	file    string
	archive *txtar.Archive
	opts    planfmt.Options // what the header and the schemas ask for
}

func (g golden) document() []byte { return document(g.archive) }
func (g golden) schemas() []byte  { return section(g.archive, "schemas.json") }

// someGoldens are the cases that a property is checked with: a sample, which depends on the test, or all.
func someGoldens(t testing.TB) []golden {
	t.Helper()
	return slices.DeleteFunc(goldens(t), func(g golden) bool { return !sampling.Takes(t.Name(), g.file) })
}

// goldens are all cases, in the order of their names.
func goldens(t testing.TB) []golden {
	t.Helper()
	var all []golden
	err := filepath.WalkDir(filepath.Join("testdata", "golden"), func(file string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || filepath.Ext(file) != ".txtar" {
			return err
		}
		archive, err := txtar.ParseFile(file)
		if err != nil {
			return err
		}
		opts, err := goldenOptions(archive)
		if err != nil {
			return fmt.Errorf("%s: %w", file, err)
		}
		all = append(all, golden{file, archive, opts})
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if len(all) == 0 {
		t.Fatal("no cases below testdata/golden")
	}
	return all
}

// annotationsPrefix is how the names of sections begin that are reports of other programs.
const annotationsPrefix = "annotations/"

// documents are the sections that hold what is shown.
var documents = []string{"plan.json", "state.json", "terraform.tfstate"}

func runGolden(t *testing.T, g golden) {
	archive, opts, plan := g.archive, g.opts, g.document()
	if plan == nil {
		t.Fatalf("no section %s", strings.Join(documents, " or "))
	}
	var stale bool
	for i, f := range archive.Files {
		var got string
		switch f.Name {
		case "text":
			got, _ = renderGolden(plan, opts)
		case "ansi":
			o := opts
			o.Color = true
			got, _ = renderGolden(plan, o)
			got = strings.ReplaceAll(got, "\x1b", "␛")
		case "readable", "readable-compact":
			o := opts
			o.Readable = planfmt.ChoiceAlways
			if f.Name == "readable-compact" {
				o = withFormat(o, "compact")
			}
			got, _ = renderGolden(plan, o)
		case "remarks":
			_, got = renderGolden(plan, opts)
		case "plan.json", "state.json", "terraform.tfstate", "schemas.json":
			continue
		default:
			if strings.HasPrefix(f.Name, annotationsPrefix) {
				continue
			}
			if !isFormat(f.Name) {
				t.Fatalf("unknown section %q; valid values: %s, schemas.json, text, ansi, remarks, and the name of any format", f.Name, strings.Join(documents, ", "))
			}
			got, _ = renderGolden(plan, withFormat(opts, f.Name))
			if f.Name == "html" {
				got = pageChanges(got)
			}
		}
		got = endLine(got)
		if got == string(f.Data) {
			continue
		}
		if *update {
			archive.Files[i].Data = []byte(got)
			stale = true
			continue
		}
		t.Errorf("%s:\n%s", f.Name, lineDiff(string(f.Data), got))
	}
	if !stale {
		return
	}
	data := txtar.Format(archive)
	if again := txtar.Parse(data); len(again.Files) != len(archive.Files) {
		t.Fatal("the output has a line that txtar takes for a section")
	}
	if err := os.WriteFile(g.file, data, 0o644); err != nil {
		t.Fatal(err)
	}
}

// pageChanges returns the summary and the changes of a page.
func pageChanges(page string) string {
	_, rest, _ := strings.Cut(page, "<header")
	header, rest, _ := strings.Cut(rest, "</header>\n")
	_, rest, _ = strings.Cut(rest, "<!-- changes -->\n")
	changes, _, _ := strings.Cut(rest, "<!-- end of changes -->\n")
	return "<header" + header + "</header>\n" + changes
}

// goldenOptions are what the header and the schemas of a case ask for.
func goldenOptions(archive *txtar.Archive) (planfmt.Options, error) {
	opts := planfmt.Options{Input: planfmt.Input{Mode: plans.NormalMode, Product: "terraform"}}
	for line := range strings.Lines(string(archive.Comment)) {
		key, value, ok := strings.Cut(strings.TrimSpace(line), ":")
		value = strings.TrimSpace(value)
		if !ok || strings.HasPrefix(key, "#") {
			continue
		}
		var err error
		switch key {
		case "mode":
			opts.Mode, err = plans.ParseMode(value)
		case "product":
			opts.Product = value
		case "width":
			opts.Width, err = strconv.Atoi(value)
		case "limit":
			opts.Limit, err = strconv.Atoi(value)
		case "group-by":
			err = opts.GroupBy.UnmarshalText([]byte(value))
		case "match-by":
			opts.MatchBy = strings.Split(value, ",")
		case "target":
			opts.Markdown.Flavour, err = sinks.FlavourNamed(value)
		case "max-size":
			opts.Markdown.MaxSize, err = strconv.Atoi(value)
		case "title":
			opts.Title = value
		case "collapse":
			err = opts.Markdown.Collapse.UnmarshalText([]byte(value))
		case "graph":
			opts.Markdown.Graph, err = strconv.ParseBool(value)
		case "comment-id":
			opts.Markdown.CommentID = value
		case "config":
			opts.ConfigDir = filepath.Join("testdata", "golden", filepath.FromSlash(value))
			opts.ConfigPlaces = []planfmt.ConfigPlace{{Path: "."}}
		case "only":
			err = opts.Rules.AddOnly(value)
		case "hide":
			err = opts.Rules.AddHide(value)
		case "ignore":
			err = opts.Rules.AddIgnore(value)
		default:
			err = fmt.Errorf("unknown header %q; valid values: mode, product, width, limit, group-by, match-by, target, max-size, title, collapse, graph, comment-id, config, only, hide, ignore", key)
		}
		if err != nil {
			return opts, err
		}
	}
	if data := section(archive, "schemas.json"); data != nil {
		opts.Schemas = append(opts.Schemas, schemaText(data))
	}
	for _, f := range archive.Files {
		name, ok := strings.CutPrefix(f.Name, annotationsPrefix)
		if !ok {
			continue
		}
		r, err := annotations.Read(name, annotations.Auto, bytes.NewReader(f.Data))
		if err != nil {
			return opts, fmt.Errorf("%s: %w", f.Name, err)
		}
		opts.Annotations = append(opts.Annotations, r)
	}
	return opts, nil
}

// renderGolden shows a plan. Remarks are what a user would see on standard
// error.
func renderGolden(plan []byte, opts planfmt.Options) (text, remarks string) {
	var out, notes strings.Builder
	opts.Warn = func(w planfmt.Warning) { fmt.Fprintln(&notes, w.Text) }
	res, err := planfmt.Show(context.Background(), &out, bytes.NewReader(plan), opts)
	if err != nil {
		fmt.Fprintf(&notes, "error: %v\n", err)
		return out.String(), notes.String()
	}
	for _, p := range res.Problems {
		fmt.Fprintf(&notes, "problem: %v\n", p)
	}
	return out.String(), notes.String()
}

// isRefused reports whether remarks say that a document could not be shown.
func isRefused(remarks string) bool { return strings.Contains("\n"+remarks, "\nerror: ") }

// document is what a case shows.
func document(archive *txtar.Archive) []byte {
	for _, name := range documents {
		if data := section(archive, name); data != nil {
			return data
		}
	}
	return nil
}

func section(archive *txtar.Archive, name string) []byte {
	for _, f := range archive.Files {
		if f.Name == name {
			return f.Data
		}
	}
	return nil
}

func endLine(s string) string {
	if s != "" && !strings.HasSuffix(s, "\n") {
		return s + "\n\\ no newline at the end\n"
	}
	return s
}

// lineDiff shows two texts from their first to their last difference.
func lineDiff(want, got string) string {
	w, g := strings.SplitAfter(want, "\n"), strings.SplitAfter(got, "\n")
	from := 0
	for from < min(len(w), len(g)) && w[from] == g[from] {
		from++
	}
	end := 0
	for end < min(len(w), len(g))-from && w[len(w)-1-end] == g[len(g)-1-end] {
		end++
	}
	var b strings.Builder
	fmt.Fprintf(&b, "from line %d:\n", from+1)
	for _, line := range w[from : len(w)-end] {
		fmt.Fprintf(&b, "want %q\n", line)
	}
	for _, line := range g[from : len(g)-end] {
		fmt.Fprintf(&b, "got  %q\n", line)
	}
	return b.String()
}
