package report_test

import (
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"

	"github.com/planfmt/planfmt"

	"github.com/planfmt/planfmt/runlog"
	"github.com/planfmt/planfmt/test/kit"
)

// TestGoldens checks that each format writes what the goldens have, so that the tests of this room find what changes in it. test/golden updates them.
func TestGoldens(t *testing.T) {
	t.Parallel()
	for _, g := range kit.Goldens(t) {
		for i, got := range kit.GoldenSections(t, g) {
			if f := g.Archive.Files[i]; got != string(f.Data) {
				t.Errorf("%s, %s:\n%s", g.File, f.Name, kit.LineDiff(string(f.Data), got))
			}
		}
	}
}

// TestLogGoldens is TestGoldens for logs. runlog updates their goldens.
func TestLogGoldens(t *testing.T) {
	t.Parallel()
	eachGolden(t, "log", func(t *testing.T, a *txtar.Archive) {
		log := strings.ReplaceAll(string(kit.Section(a, "log.jsonl")), "␛", "\x1b")
		for _, f := range a.Files {
			if f.Name == "log.jsonl" {
				continue
			}
			if got := kit.LogSection(t, f.Name, log); got != string(f.Data) {
				t.Errorf("%s:\n%s", f.Name, kit.LineDiff(string(f.Data), got))
			}
		}
	})
}

// TestComparisonGoldens is TestGoldens for two plans, or two states. planpair updates their goldens.
func TestComparisonGoldens(t *testing.T) {
	t.Parallel()
	var formats []string
	for _, f := range planfmt.Formats() {
		formats = append(formats, f.Name)
	}
	for _, dir := range []string{"plandiff", "statediff"} {
		eachGolden(t, dir, func(t *testing.T, a *txtar.Archive) {
			opts := planfmt.Options{}
			if s := kit.Section(a, "schemas.json"); s != nil {
				opts.Schemas = []planfmt.SchemaSource{kit.SchemaText(s)}
			}
			for _, f := range a.Files {
				if !slices.Contains(formats, f.Name) {
					continue
				}
				got, _, err := kit.ComparePlans(kit.Section(a, "old.json"), kit.Section(a, "new.json"), opts, f.Name)
				if err != nil || got != string(f.Data) {
					t.Errorf("%s, error %v:\n%s", f.Name, err, kit.LineDiff(string(f.Data), got))
				}
			}
		})
	}
}

// eachGolden runs a test with each case below a directory of testdata.
func eachGolden(t *testing.T, dir string, check func(t *testing.T, a *txtar.Archive)) {
	t.Helper()
	files, err := filepath.Glob(filepath.Join("testdata", dir, "*.txtar"))
	if err != nil || len(files) == 0 {
		t.Fatalf("no cases: %v", err)
	}
	for _, file := range files {
		t.Run(filepath.Base(file), func(t *testing.T) {
			a, err := txtar.ParseFile(file)
			if err != nil {
				t.Fatal(err)
			}
			check(t, a)
		})
	}
}

// A folder with several plans counts what all of them do, in the text as in each of them.
func TestSeveralPlansCountAll(t *testing.T) {
	t.Parallel()
	create := `{"actions":["create"],"before":null,"after":{"input":"x"},"after_unknown":{},"before_sensitive":false,"after_sensitive":{}}`
	var texts []string
	for _, name := range []string{"a", "b", "c"} {
		texts = append(texts, kit.ChangesPlan("terraform_data."+name, create))
	}
	texts = append(texts,
		`{"format_version":"1.2","output_changes":{"o":{"actions":["create"],"before":null,"after":"x","after_unknown":false,"before_sensitive":false,"after_sensitive":false}}}`,
		kit.ChangesPlan("terraform_data.d", `{"actions":["no-op"],"before":{"input":"x"},"after":{"input":"x"},"after_unknown":{},"before_sensitive":{},"after_sensitive":{}}`))
	got, _ := kit.ShowMany(t, planfmt.Options{}, "human", kit.ManyDocuments(texts...))
	if !strings.Contains(got, "3 to add") || !strings.Contains(got, "5 plans: 4 with changes, 1 without.") {
		t.Errorf("it does not add up three plans with a resource each, one with an output, and one with nothing:\n%s", got)
	}
}

// What stands below a heading of a table is of the kind that the heading names.
func TestTimesStandBelowTime(t *testing.T) {
	t.Parallel()
	a, err := txtar.ParseFile(filepath.Join("testdata", "log", "apply.txtar"))
	if err != nil {
		t.Fatal(err)
	}
	var out strings.Builder
	if _, err := runlog.Show(t.Context(), &out, strings.NewReader(string(kit.Section(a, "log.jsonl"))), runlog.Options{Format: "html"}); err != nil {
		t.Fatal(err)
	}
	cell, tag := regexp.MustCompile(`(?s)<t[hd]\b[^>]*>(.*?)</t[hd]>`), regexp.MustCompile(`<[^>]*>`)
	column, times := -1, 0
	for _, row := range regexp.MustCompile(`(?s)<tr\b.*?</tr>`).FindAllString(out.String(), -1) {
		var texts []string
		for _, m := range cell.FindAllStringSubmatch(row, -1) {
			texts = append(texts, tag.ReplaceAllString(m[1], ""))
		}
		switch {
		case slices.Contains(texts, "Operation"):
			column = slices.Index(texts, "Time")
		case column >= 0 && column < len(texts):
			if times++; !regexp.MustCompile(`^[0-9]`).MatchString(texts[column]) {
				t.Errorf("below Time stands %q", texts[column])
			}
		}
	}
	if times == 0 {
		t.Errorf("there is no table with times:\n%s", out.String())
	}
}
