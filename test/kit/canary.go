package kit

import (
	"fmt"
	"io"
	"iter"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"

	"github.com/planfmt/planfmt/computed"
	"github.com/planfmt/planfmt/internal/testkit/corpus"
)

// A canary is a string that is planted where a value is sensitive. Whatever
// the schemas, none may come out.
const Canary = "CANARY"

// KeepSchemas leaves the schemas as they are.
func KeepSchemas(map[string]any) bool { return true }

// DropSchemas says that there are none.
func DropSchemas(map[string]any) bool { return false }

// RecordedCases yields cases that are not part of the project: txtar files in archives
// *.tar.gz, in the directory that PLANFMT_CASES names. Without it, the test is skipped.
func RecordedCases(t *testing.T) iter.Seq2[string, *txtar.Archive] {
	t.Helper()
	dir := os.Getenv("PLANFMT_CASES")
	if dir == "" {
		t.Skip("PLANFMT_CASES names no directory with recorded cases")
	}
	suites, err := filepath.Glob(filepath.Join(dir, "*.tar.gz"))
	if err != nil || len(suites) == 0 {
		t.Fatalf("%s: no suites: %v", dir, err)
	}
	return func(yield func(string, *txtar.Archive) bool) {
		for _, suite := range suites {
			for name, c := range casesOf(t, suite) {
				if !yield(name, c) {
					return
				}
			}
		}
	}
}

// casesOf yields the cases of an archive.
func casesOf(t *testing.T, suite string) iter.Seq2[string, *txtar.Archive] {
	t.Helper()
	return func(yield func(string, *txtar.Archive) bool) {
		for name, text := range corpus.Each(t, suite) {
			if strings.HasSuffix(name, ".txtar") && !yield(name, txtar.Parse(text)) {
				return
			}
		}
	}
}

// SpellContent writes all that machines are told of a value.
func SpellContent(w io.Writer, d computed.Diff) {
	d.Walk(func(d computed.Diff) computed.Visit {
		c := d.Content()
		before, after := c.Count()
		fmt.Fprintln(w, d.Path, c.Before, c.After, before, after, c.Kind, c.Form, c.Notes, d.Type)
		for p := range c.Children() {
			fmt.Fprintln(w, p.Key, p.BlockType, p.Nesting, p.Forces)
		}
		return computed.Continue
	})
	for l := range d.Leaves() {
		fmt.Fprintln(w, l.Path, l.Before, l.After, l.Kind, l.Action, l.Notes, l.Muted, l.Replace)
	}
}
