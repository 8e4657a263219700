package tokens

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"
	"github.com/tiktoken-go/tokenizer"

	"github.com/planfmt/planfmt"
)

// plans are the plans of testdata that have the most to say, of those that TestBriefFacts of the package planfmt looks at.
var plans = []string{
	"report/example", "compact/groups", "causes/instances", "causes/terraform", "causes/resources", "causes/modules", "readable/policies", "sensitive/redacted-blocks",
	"readable/lists", "header/imported",
}

// row is a plan, and how long the texts about it are, in bytes and in tokens.
type row struct {
	name                string
	document, human, in [2]int
}

// TestTokens counts the bytes and the tokens of each plan as JSON, as terraform show prints it, and as a brief. Apart from the example of
// the README, the plans are made for tests: they have hardly anything but changes, so the brief saves less than elsewhere.
// PLANFMT_TOKEN_PLANS names a directory with other plans (*.json), as terraform show -json prints them.
func TestTokens(t *testing.T) {
	codec, err := tokenizer.Get(tokenizer.O200kBase)
	if err != nil {
		t.Fatal(err)
	}
	count := func(text []byte) [2]int {
		n, err := codec.Count(string(text))
		if err != nil {
			t.Fatal(err)
		}
		return [2]int{len(text), n}
	}
	var rows []row
	total := row{name: "all"}
	add := func(name string, document []byte) {
		show := func(format string) []byte {
			var b bytes.Buffer
			if _, err := planfmt.Show(t.Context(), &b, bytes.NewReader(document), planfmt.Options{Format: format}); err != nil {
				t.Fatalf("%s: %v", name, err)
			}
			return b.Bytes()
		}
		r := row{name, count(document), count(show("human")), count(show("brief"))}
		for i := range 2 {
			total.document[i] += r.document[i]
			total.human[i] += r.human[i]
			total.in[i] += r.in[i]
		}
		rows = append(rows, r)
	}
	if dir := os.Getenv("PLANFMT_TOKEN_PLANS"); dir != "" {
		files, err := filepath.Glob(filepath.Join(dir, "*.json"))
		if err != nil || len(files) == 0 {
			t.Fatalf("no plans in %s: %v", dir, err)
		}
		for _, file := range files {
			text, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			add(strings.TrimSuffix(filepath.Base(file), ".json"), text)
		}
	} else {
		for _, name := range plans {
			a, err := txtar.ParseFile(filepath.Join("..", "..", "..", "testdata", "golden", filepath.FromSlash(name)+".txtar"))
			if err != nil {
				t.Fatal(err)
			}
			for _, f := range a.Files {
				if f.Name == "plan.json" {
					add(name, f.Data)
				}
			}
		}
	}
	var b strings.Builder
	b.WriteString("| plan | JSON: bytes / 4 | tokens | human: bytes / 4 | tokens | brief: bytes / 4 | tokens | brief / human | brief / JSON |\n|---|--:|--:|--:|--:|--:|--:|--:|--:|\n")
	for _, r := range append(rows, total) {
		fmt.Fprintf(&b, "| %s | %d | %d | %d | %d | %d | %d | %.2f | %.2f |\n", r.name, r.document[0]/4, r.document[1], r.human[0]/4, r.human[1], r.in[0]/4, r.in[1],
			float64(r.in[1])/float64(r.human[1]), float64(r.in[1])/float64(r.document[1]))
	}
	t.Logf("tokens of o200k_base:\n%s", &b)
	if total.in[1]*5 > total.human[1]*2 || total.in[1]*6 > total.document[1] {
		t.Errorf("the briefs have %d tokens, what terraform show prints has %d, the JSON %d", total.in[1], total.human[1], total.document[1])
	}
}
