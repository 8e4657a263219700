package golden_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/planfmt/planfmt/internal/testkit/goldenflag"

	"github.com/rogpeppe/go-internal/txtar"

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
	archive := g.Archive
	var stale bool
	for i, got := range kit.GoldenSections(t, g) {
		f := archive.Files[i]
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
