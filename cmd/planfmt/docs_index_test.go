package main

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// TestDocsIndex checks that docs/README.md, the list of all pages, links to each page of docs exactly once.
func TestDocsIndex(t *testing.T) {
	docs := filepath.Join("..", "..", "docs")
	index, err := os.ReadFile(filepath.Join(docs, "README.md"))
	if err != nil {
		t.Fatal(err)
	}
	links := map[string]int{}
	for _, link := range regexp.MustCompile(`\]\(([^)#]+)(?:#[^)]*)?\)`).FindAllSubmatch(index, -1) {
		links[string(link[1])]++
	}
	pages, err := filepath.Glob(filepath.Join(docs, "*.md"))
	if err != nil {
		t.Fatal(err)
	}
	if len(pages) < 20 {
		t.Fatalf("docs has %d pages, want at least 20", len(pages))
	}
	for _, page := range pages {
		name := filepath.Base(page)
		if name != "README.md" && links[name] != 1 {
			t.Errorf("docs/README.md links to %s %d times, want once", name, links[name])
		}
	}
	if n := links["ci/README.md"]; n != 1 {
		t.Errorf("docs/README.md links to ci/README.md %d times, want once", n)
	}
}

// opening matches a page that begins with a command, or lines of Go, and what they print: a text, a table or a picture.
var opening = regexp.MustCompile("^# .*\n\n(?:(?:    .*\n)+|```go\n(?s:.*?)```\n)\n(?:```text\n|\\||!\\[)")

// TestPagesOpen checks that each page of docs opens with a command and what it prints, which TestDocumentedPrints checks. The index
// opens with its list, and the guide to the code with the code.
func TestPagesOpen(t *testing.T) {
	for _, name := range append([]string{"docs/web.md"}, documents()...) {
		if !strings.HasPrefix(name, "docs/") || name == "docs/README.md" || name == "docs/ARCHITECTURE.md" {
			continue
		}
		if text := readDocument(t, name); !opening.MatchString(text) {
			t.Errorf("%s opens with %.100q, want a command and what it prints", name, text)
		}
	}
}

// TestReadmeSize checks that the README stays short: at most 9 kB.
func TestReadmeSize(t *testing.T) {
	info, err := os.Stat(filepath.Join("..", "..", "README.md"))
	if err != nil {
		t.Fatal(err)
	}
	if info.Size() > 9000 {
		t.Errorf("README.md has %d bytes, want at most 9000", info.Size())
	}
}
