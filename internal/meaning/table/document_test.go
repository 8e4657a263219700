package table

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/planfmt/planfmt/internal/testkit/goldenflag"
)

// cloud is a heading of the table in docs/meaning.md, with how the names of its types begin.
type cloud struct{ title, prefix string }

var clouds = []cloud{
	{"AWS", "aws_"}, {"Azure", "az"}, {"Google Cloud", "google_"}, {"Kubernetes and Helm", "kube"}, {"Kubernetes and Helm", "helm_"}, {"Others", ""},
}

// TestDocumentedTable compares the types in docs/meaning.md with the table. With -update, it writes them.
func TestDocumentedTable(t *testing.T) {
	const begin, end = "<!-- TestDocumentedTable writes this -->\n", "<!-- to here -->\n"
	file := filepath.Join("..", "..", "..", "docs", "meaning.md")
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	before, rest, found := strings.Cut(string(text), begin)
	have, after, closed := strings.Cut(rest, end)
	if !found || !closed {
		t.Fatalf("%s has no place for the table", file)
	}
	want := documentTable(Default())
	if *goldenflag.Update {
		if err := os.WriteFile(file, []byte(before+begin+want+end+after), 0o666); err != nil {
			t.Fatal(err)
		}
		return
	}
	if have != want {
		t.Errorf("the types in %s are not those of the table: run the test with -update", file)
	}
}

// documentTable lists the types by cloud, with what is looked at.
func documentTable(t *Table) string {
	byCloud := map[string][]string{}
	types := 0
	for _, e := range t.types {
		types += len(e.names)
		names := map[string][]string{}
		for _, name := range e.names {
			names[cloudOf(name)] = append(names[cloudOf(name)], name)
		}
		for title, own := range names {
			byCloud[title] = append(byCloud[title], fmt.Sprintf("| %s | %s |\n", codes(own), strings.Join(e.entry.aspects(), "; ")))
		}
	}
	var b strings.Builder
	fmt.Fprintf(&b, "\n## The table\n\n%d types and globs have entries. %d more were looked at and need none: what the names of their attributes say is all.\n", types, len(t.plain))
	for i, c := range clouds {
		if i > 0 && c.title == clouds[i-1].title {
			continue
		}
		fmt.Fprintf(&b, "\n### %s\n\n| types | what is looked at |\n|---|---|\n%s", c.title, strings.Join(byCloud[c.title], ""))
	}
	plain := slices.Sorted(slices.Values(t.plain))
	fmt.Fprintf(&b, "\n### Types that need no entry\n\n%s\n\n", codes(plain))
	return b.String()
}

// cloudOf returns the heading of a type.
func cloudOf(typ string) string {
	i := slices.IndexFunc(clouds, func(c cloud) bool { return strings.HasPrefix(typ, c.prefix) })
	return clouds[i].title
}

// aspects are what an entry says, in a few words.
func (e *Entry) aspects() []string {
	var all []string
	add := func(there bool, text string) {
		if there && !slices.Contains(all, text) {
			all = append(all, text)
		}
	}
	add(e.Holds != "", "holds "+e.Holds)
	add(e.Runs != "", "runs: "+e.Runs)
	add(len(e.Network) > 0, "traffic")
	add(len(e.Access) > 0, "rights")
	if e.Guards != nil {
		add(true, "is a guard: "+e.Guards.Say)
	}
	for i := range e.Settings {
		add(e.Settings[i].Say != "", e.Settings[i].Say)
	}
	add(len(e.Interrupts) > 0, "interruptions")
	add(len(e.Scales) > 0, "sizes")
	add(len(e.Images) > 0, "images")
	add(len(e.Manifest) > 0, "the object in the manifest, as its kind")
	add(len(e.Routine) > 0 && len(all) == 0, "what is routine")
	return all
}

func codes(names []string) string {
	return "`" + strings.Join(names, "`, `") + "`"
}
