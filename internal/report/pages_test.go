package report_test

import (
	"bytes"
	"context"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"
	"golang.org/x/net/html"

	"github.com/planfmt/planfmt"
	"github.com/planfmt/planfmt/internal/report"
	"github.com/planfmt/planfmt/internal/report/layout"
	"github.com/planfmt/planfmt/runlog"
	"github.com/planfmt/planfmt/test/kit"
	"github.com/planfmt/planfmt/verdict"
)

// checkPageHas checks that a page has each line of a text. Signs have a place of their own there.
func checkPageHas(t testing.TB, page, text string) {
	t.Helper()
	shown := kit.OpenPage(t, page)
	for line := range strings.Lines(text) {
		want := kit.Squeeze(strings.TrimLeft(line, " +-~│╷╵"))
		if want = strings.TrimPrefix(want, "<=#"); !strings.Contains(shown, want) {
			t.Errorf("the page does not have %q", line)
		}
	}
}

// eachCase runs a test for each of the cases in a directory of testdata.
func eachCase(t *testing.T, dir string, test func(t *testing.T, a *txtar.Archive)) {
	files, err := filepath.Glob(filepath.Join("testdata", dir, "*.txtar"))
	if err != nil || len(files) == 0 {
		t.Fatalf("no cases: %v", err)
	}
	for _, file := range files {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".txtar"), func(t *testing.T) {
			a, err := txtar.ParseFile(file)
			if err != nil {
				t.Fatal(err)
			}
			test(t, a)
		})
	}
}

// TestPlanDiffPages checks that the page about two plans has all that human prints.
func TestPlanDiffPages(t *testing.T) {
	eachCase(t, "plandiff", func(t *testing.T, a *txtar.Archive) {
		opts := planfmt.Options{}
		if s := kit.Section(a, "schemas.json"); s != nil {
			opts.Schemas = []planfmt.SchemaSource{kit.SchemaText(s)}
		}
		text, _, err := kit.ComparePlans(kit.Section(a, "old.json"), kit.Section(a, "new.json"), opts, "human")
		if err != nil {
			t.Skip("there is no page, because the case is about an error: ", err)
		}
		page, _, err := kit.ComparePlans(kit.Section(a, "old.json"), kit.Section(a, "new.json"), opts, "html")
		if err != nil {
			t.Fatal(err)
		}
		var kept []string
		for line := range strings.Lines(text) {
			switch strings.TrimSpace(line) {
			case "Outputs:", "Problems:", "Checks with another status, which do not count as differences:": // headings are others
			default:
				kept = append(kept, line)
			}
		}
		checkPageHas(t, page, strings.Join(kept, ""))
	})
}

// TestLogPages checks that the page about a log has what its comment has in blocks.
func TestLogPages(t *testing.T) {
	files, err := filepath.Glob(filepath.Join("testdata", "log", "*.txtar"))
	if err != nil || len(files) == 0 {
		t.Fatalf("no cases: %v", err)
	}
	for _, file := range files {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".txtar"), func(t *testing.T) {
			a, err := txtar.ParseFile(file)
			if err != nil {
				t.Fatal(err)
			}
			log := strings.ReplaceAll(string(kit.Section(a, "log.jsonl")), "␛", "\x1b")
			write := func(format string) string {
				var out bytes.Buffer
				opts := runlog.Options{Format: format}
				if _, err := runlog.Show(context.Background(), &out, strings.NewReader(log), opts); err != nil {
					t.Fatal(err)
				}
				return out.String()
			}
			inside, lines := false, ""
			for line := range strings.Lines(write("markdown")) {
				switch {
				case strings.HasPrefix(line, "```"):
					inside = !inside
				case inside && strings.Trim(line, " ^\n") != "": // the page underlines what carets mark
					lines += line
				}
			}
			checkPageHas(t, write("html"), lines)
		})
	}
}

// TestCheckPages checks that the page about policies has all that the text says.
func TestCheckPages(t *testing.T) {
	plan, err := os.ReadFile(filepath.Join("testdata", "example", "plan.json"))
	if err != nil {
		t.Fatal(err)
	}
	documents := [][]byte{plan, []byte(kit.HazardsPlan(3))}
	for _, g := range kit.SomeGoldens(t) {
		documents = append(documents, g.Document())
	}
	for i, doc := range documents {
		rep, err := planfmt.Check(t.Context(), bytes.NewReader(doc), planfmt.Options{Policies: kit.LeakyPolicies()})
		if err != nil {
			if i < 2 {
				t.Fatal(err)
			}
			continue // a golden about an error
		}
		if rep.Results.Len() == 0 && i < 2 {
			t.Fatal("the policies say nothing")
		}
		var text, page bytes.Buffer
		if err := report.CheckText(&text, rep, nil, layout.Options{Underlines: true}); err != nil {
			t.Fatal(err)
		}
		if err := report.CheckHTML(&page, rep, nil, layout.Options{}); err != nil {
			t.Fatal(err)
		}
		checkPageHas(t, page.String(), strings.ReplaceAll(text.String(), "Warning: ", "")) // a bar stands for it
	}
}

// TestOutcomePages checks that the page about what became of a plan has all that human prints.
func TestOutcomePages(t *testing.T) {
	eachCase(t, "outcome", func(t *testing.T, a *txtar.Archive) {
		plan, log, state := string(kit.Section(a, "plan.json")), string(kit.Section(a, "apply.jsonl")), string(kit.Section(a, "terraform.tfstate"))
		text, _ := kit.OutcomeOf(t, "human", plan, log, state)
		page, _ := kit.OutcomeOf(t, "html", plan, log, state)
		var kept []string
		for line := range strings.Lines(text) {
			if !strings.HasPrefix(line, "  Error: ") { // where diagnostics have another layout
				kept = append(kept, line)
			}
		}
		checkPageHas(t, page, strings.Join(kept, ""))
	})
}

// TestPolicyBadges checks, from what Check finds and the elements of the page, that each resource on the page links to what the page says
// about each policy that it does not pass, and that the page links back to the resources that it names there.
func TestPolicyBadges(t *testing.T) {
	t.Parallel()
	for _, name := range []string{"plan.json", "small.json"} {
		plan, err := os.ReadFile(filepath.Join("testdata", "example", name))
		if err != nil {
			t.Fatal(err)
		}
		const policies = `policy {}
resource_policy "*" "<b>never&" {
  enforce {
    condition     = meta.type == "never"
    error_message = "It is never so."
  }
}
resource_policy "aws_instance" "also" {
  enforcement_level = "advisory"
  enforce {
    condition = false
  }
}
`
		judged := kit.JudgedBy(policies)
		rep, err := planfmt.Check(context.Background(), bytes.NewReader(plan), planfmt.Options{Policies: judged})
		if err != nil {
			t.Fatal(err)
		}
		root, err := html.Parse(strings.NewReader(kit.ShowText(t, string(plan), planfmt.Options{Format: "html", Policies: judged})))
		if err != nil {
			t.Fatal(err)
		}
		byID, links := map[string]*html.Node{}, map[string]map[string]bool{}
		var visit func(n *html.Node, in string)
		visit = func(n *html.Node, in string) {
			for _, a := range n.Attr {
				switch {
				case a.Key == "id":
					byID[a.Val] = n
					if n.Data == "details" || n.Data == "li" {
						in = a.Val
						links[in] = map[string]bool{}
					}
				case a.Key == "href" && strings.HasPrefix(a.Val, "#") && in != "":
					id, err := url.PathUnescape(a.Val[1:])
					if err != nil {
						t.Fatal(err)
					}
					links[in][id] = true
				}
			}
			for c := n.FirstChild; c != nil; c = c.NextSibling {
				visit(c, in)
			}
		}
		visit(root, "")
		found := 0
		for _, r := range rep.Results.Others() {
			row := byID[r.Address]
			if r.Outcome < verdict.Undecided || row == nil || row.Data != "details" || strings.HasPrefix(r.Policy.Range.File, "builtin:") {
				continue
			}
			id := "policy." + r.Policy.Name
			switch {
			case byID[id] == nil:
				t.Errorf("%s: nothing has the id %q", name, id)
			case !links[r.Address][id]:
				t.Errorf("%s: %s has no link to %q, only to %v", name, r.Address, id, links[r.Address])
			case !links[id][r.Address]:
				t.Errorf("%s: %q has no link to %s", name, id, r.Address)
			}
			found++
		}
		if found < 2 {
			t.Errorf("%s: only %d results", name, found)
		}
	}
}
