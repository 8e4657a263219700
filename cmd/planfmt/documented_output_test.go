package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/planfmt/planfmt/internal/testkit/goldenflag"

	"github.com/planfmt/planfmt/internal/testkit/sampling"
	"github.com/rogpeppe/go-internal/txtar"
)

var update = goldenflag.Update

// printed matches commands that are indented by four spaces, and the fenced text after them: what they print.
var printed = regexp.MustCompile("(?m)((?:^    .*\n)+)\n```text\n((?s:.*?))^```\n")

// TestDocumentedPrints checks that commands in the pages of docs print, on both streams, the text that stands after them.
func TestDocumentedPrints(t *testing.T) {
	if _, err := exec.LookPath("sh"); err != nil || runtime.GOOS == "windows" {
		t.Skip("there is no sh: the documented commands are for a shell of Unix")
	}
	env := documentedEnv(t)
	for _, name := range documents() {
		if !strings.HasPrefix(name, "docs/") { // TestDocumentedOutput checks the README
			continue
		}
		if !*update && !sampling.TakesOneOf(3, t.Name(), name) {
			continue
		}
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			rewriteDocument(t, name, func(text string) string {
				return printed.ReplaceAllStringFunc(text, func(example string) string {
					m := printed.FindStringSubmatch(example)
					script := strings.ReplaceAll(strings.TrimPrefix(m[1], "    "), "\n    ", "\n")
					out, _ := documentedCommand(t, env, script).CombinedOutput() // its status may say that there are changes
					return m[1] + "\n```text\n" + string(out) + "```\n"
				})
			})
		})
	}
}

// rewriteDocument checks that a document stays as it is if f writes its outputs again. With -update, it becomes what f returns.
func rewriteDocument(t *testing.T, name string, f func(string) string) {
	t.Helper()
	text := readDocument(t, name)
	got := f(text)
	switch {
	case got == text:
	case *update:
		if err := os.WriteFile(filepath.Join("..", "..", filepath.FromSlash(name)), []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	default:
		t.Errorf("%s does not say what its commands print; go test ./cmd/planfmt -run Documented -update writes:\n%s", name, differentLines(text, got))
	}
}

// differentLines returns the lines of b that a does not have.
func differentLines(a, b string) string {
	known := map[string]bool{}
	for line := range strings.Lines(a) {
		known[line] = true
	}
	var lines strings.Builder
	for line := range strings.Lines(b) {
		if !known[line] {
			lines.WriteString(line)
		}
	}
	return lines.String()
}

// queries matches a query in a document, and the table of its result if there is one.
var queries = regexp.MustCompile("```sql\n((?s:.*?))```\n(\n(?:\\|.*\n)+)?")

// TestDocumentedQueries runs the queries of the documents with DuckDB's npm package, over what planfmt writes for a fleet of plans, and
// checks the results that the documents show. PLANFMT_DUCKDB is the directory with the node_modules in which the package is.
func TestDocumentedQueries(t *testing.T) {
	modules := os.Getenv("PLANFMT_DUCKDB")
	if modules == "" {
		t.Skip("PLANFMT_DUCKDB is not set: DuckDB does not run the queries of the documents (npm install --prefix DIR @duckdb/node-api)")
	}
	env := append(documentedEnv(t), "NODE_PATH="+filepath.Join(modules, "node_modules"))
	for name, lines := range map[string]string{
		"docs/fleets.md":  "planfmt show --recursive plans -f jsonl=fleet.jsonl --quiet",
		"docs/formats.md": "planfmt show plan.json -f jsonl=diff.jsonl",
	} {
		t.Run(name, func(t *testing.T) {
			cmd := documentedCommand(t, env, lines)
			if out, err := cmd.CombinedOutput(); err != nil && name != "docs/fleets.md" { // the fleet has a plan that cannot be read
				t.Fatalf("%v\n%s", err, out)
			}
			dir := cmd.Dir
			rewriteDocument(t, name, func(text string) string {
				tables := answer(t, env, dir, queries.FindAllStringSubmatch(text, -1))
				i := 0
				return queries.ReplaceAllStringFunc(text, func(block string) string {
					m := queries.FindStringSubmatch(block)
					table := tables[i]
					i++
					return "```sql\n" + m[1] + "```\n" + table
				})
			})
		})
	}
}

// TestDocumentedTable checks that the table of docs/fleets.md takes each line that planfmt writes for the plans of the goldens, and
// that the page's loop, which makes a file for each plan, writes the same lines under the same names.
func TestDocumentedTable(t *testing.T) {
	modules := os.Getenv("PLANFMT_DUCKDB")
	if modules == "" {
		t.Skip("PLANFMT_DUCKDB is not set: DuckDB does not read the plans of the goldens")
	}
	env := append(documentedEnv(t), "NODE_PATH="+filepath.Join(modules, "node_modules"))
	page := readDocument(t, "docs/fleets.md")
	loop := regexp.MustCompile("(?s)```sh\n(find .*?)```").FindStringSubmatch(page)
	if loop == nil {
		t.Fatal("docs/fleets.md has no loop")
	}
	cmd := documentedCommand(t, env, "planfmt show --recursive plans -f jsonl=fleet.jsonl --quiet || :\n"+loop[1])
	golden := filepath.Join("..", "..", "testdata", "golden")
	if err := os.RemoveAll(filepath.Join(cmd.Dir, "plans")); err != nil {
		t.Fatal(err)
	}
	err := filepath.WalkDir(golden, func(path string, d fs.DirEntry, err error) error {
		if err != nil || filepath.Ext(path) != ".txtar" {
			return err
		}
		archive, err := txtar.ParseFile(path)
		if err != nil {
			return err
		}
		name, err := filepath.Rel(golden, path)
		if err != nil {
			return err
		}
		for _, f := range archive.Files {
			if f.Name == "plan.json" {
				name = filepath.Join(cmd.Dir, "plans", strings.TrimSuffix(name, ".txtar"), f.Name)
				return errors.Join(os.MkdirAll(filepath.Dir(name), 0o755), os.WriteFile(name, f.Data, 0o644))
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	lines, err := os.ReadFile(filepath.Join(cmd.Dir, "fleet.jsonl"))
	if err != nil {
		t.Fatal(err)
	}
	create := regexp.MustCompile("(?s)CREATE TABLE line .*?'VARCHAR'}\\);\n").FindString(page)
	each := strings.NewReplacer("TABLE line", "TABLE each_line", "fleet.jsonl", "lines/**/*.jsonl").Replace(create)
	got := answer(t, env, cmd.Dir, [][]string{
		{"", create},
		{"", each},
		{"", "SELECT count(*) AS n FROM line WHERE plan IS NOT NULL AND kind IS NOT NULL"},
		{"", "SELECT count(*) AS n FROM (SELECT * FROM line WHERE kind <> 'error' EXCEPT ALL SELECT * FROM each_line)"},
		{"", "SELECT count(*) AS n FROM (SELECT * FROM each_line WHERE kind <> 'error' EXCEPT ALL SELECT * FROM line)"},
	})
	table := func(n int) string { return fmt.Sprintf("\n| n |\n|---|\n| %d |\n", n) }
	if want := []string{"", "", table(bytes.Count(lines, []byte("\n"))), table(0), table(0)}; !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}

// answer returns the results of the queries as tables of Markdown, and nothing for statements without one. Those that create what
// the queries use are run first.
func answer(t *testing.T, env []string, dir string, blocks [][]string) []string {
	t.Helper()
	scripts := make([]string, len(blocks))
	for i, b := range blocks {
		scripts[i] = b[1]
	}
	in, err := json.Marshal(scripts)
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command("node", "-e", duckdb)
	cmd.Dir, cmd.Env, cmd.Stdin = dir, env, bytes.NewReader(in)
	out, err := cmd.Output()
	if exit := (*exec.ExitError)(nil); errors.As(err, &exit) {
		t.Fatalf("%v\n%s", err, exit.Stderr)
	} else if err != nil {
		t.Fatal(err)
	}
	var tables []string
	if err := json.Unmarshal(out, &tables); err != nil || len(tables) != len(blocks) {
		t.Fatalf("%v: %s", err, out)
	}
	return tables
}

// duckdb reads scripts from standard input, as an array, and writes the last result of each as a table.
const duckdb = `
const { DuckDBInstance } = require('@duckdb/node-api');
(async () => {
  const scripts = JSON.parse(require('fs').readFileSync(0, 'utf8'));
  const connection = await (await DuckDBInstance.create(':memory:')).connect();
  const tables = [];
  const creates = s => /^CREATE/.test(s);
  for (const [i, s] of [...scripts.entries()].sort((a, b) => creates(b[1]) - creates(a[1]))) {
    const result = await connection.runAndReadAll(s);
    const line = cells => '| ' + cells.map(c => c === null ? '' : String(c).replaceAll('|', '\\|')).join(' | ') + ' |\n';
    const names = result.columnNames();
    tables[i] = creates(s) ? '' : '\n' + line(names) + '|' + '---|'.repeat(names.length) + '\n' + result.getRowsJson().map(line).join('');
  }
  process.stdout.write(JSON.stringify(tables));
})().catch(e => { console.error(e.message); process.exit(1); });
`
