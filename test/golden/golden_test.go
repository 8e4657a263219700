package golden_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/planfmt/planfmt/internal/testkit/goldenflag"

	"github.com/rogpeppe/go-internal/txtar"

	"github.com/planfmt/planfmt"
	"github.com/planfmt/planfmt/test/kit"
)

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
	for _, g := range kit.Goldens(t) {
		name, _ := filepath.Rel(filepath.Join("testdata", "golden"), g.File)
		t.Run(strings.TrimSuffix(filepath.ToSlash(name), ".txtar"), func(t *testing.T) {
			t.Parallel()
			runGolden(t, g)
		})
	}
}

func runGolden(t *testing.T, g kit.Golden) {
	archive, opts, plan := g.Archive, g.Opts, g.Document()
	if plan == nil {
		t.Fatalf("no section %s", strings.Join(kit.Documents, " or "))
	}
	var stale bool
	for i, f := range archive.Files {
		var got string
		switch f.Name {
		case "text":
			got, _ = kit.RenderGolden(plan, opts)
		case "ansi":
			o := opts
			o.Color = true
			got, _ = kit.RenderGolden(plan, o)
			got = strings.ReplaceAll(got, "\x1b", "␛")
		case "readable", "readable-compact":
			o := opts
			o.Readable = planfmt.ChoiceAlways
			if f.Name == "readable-compact" {
				o = kit.WithFormat(o, "compact")
			}
			got, _ = kit.RenderGolden(plan, o)
		case "remarks":
			_, got = kit.RenderGolden(plan, opts)
		case "plan.json", "state.json", "terraform.tfstate", "schemas.json":
			continue
		default:
			if strings.HasPrefix(f.Name, kit.AnnotationsPrefix) {
				continue
			}
			if !isFormat(f.Name) {
				t.Fatalf("unknown section %q; valid values: %s, schemas.json, text, ansi, remarks, and the name of any format", f.Name, strings.Join(kit.Documents, ", "))
			}
			got, _ = kit.RenderGolden(plan, kit.WithFormat(opts, f.Name))
			if f.Name == "html" {
				got = pageChanges(got)
			}
		}
		got = endLine(got)
		if got == string(f.Data) {
			continue
		}
		if *goldenflag.Update {
			archive.Files[i].Data = []byte(got)
			stale = true
			continue
		}
		t.Errorf("%s:\n%s", f.Name, kit.LineDiff(string(f.Data), got))
	}
	if !stale {
		return
	}
	data := txtar.Format(archive)
	if again := txtar.Parse(data); len(again.Files) != len(archive.Files) {
		t.Fatal("the output has a line that txtar takes for a section")
	}
	if err := os.WriteFile(g.File, data, 0o644); err != nil {
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

func endLine(s string) string {
	if s != "" && !strings.HasSuffix(s, "\n") {
		return s + "\n\\ no newline at the end\n"
	}
	return s
}
