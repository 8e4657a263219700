package main

import (
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"unicode"
)

var (
	// linked are links to other files or to headings, as Markdown and HTML have them.
	linked = regexp.MustCompile(`\]\(([^)\s]+)\)|(?:src|srcset|href)="([^"]+)"`)
	// fenced is text in which nothing is a link or a heading.
	fenced = regexp.MustCompile("(?ms)^ *```.*?^ *```|^    [^\n]*$|``[^\n]*?``|`[^`\n]*`")
	// heading is the text of a heading.
	heading = regexp.MustCompile(`(?m)^#+ +(.*)$`)
)

// TestLinks checks that all links in the documents lead somewhere, and that every document is at most two clicks away
// from the README.
func TestLinks(t *testing.T) {
	root := filepath.Join("..", "..")
	pages := map[string]string{}
	err := filepath.WalkDir(root, func(name string, e fs.DirEntry, err error) error {
		rel, _ := filepath.Rel(root, name)
		if rel = filepath.ToSlash(rel); e.IsDir() && (rel == "testdata" || rel == ".git" || rel == "bin" || strings.HasSuffix(rel, "node_modules")) {
			return fs.SkipDir
		}
		if err == nil && path.Ext(rel) == ".md" {
			pages[rel] = readDocument(t, rel)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	clicks := map[string]int{"README.md": 0}
	for next := []string{"README.md"}; len(next) > 0; next = next[1:] {
		from := next[0]
		for _, to := range linksOf(pages[from]) {
			file, anchor, _ := strings.Cut(to, "#")
			if strings.Contains(to, "://") {
				continue
			}
			if file == "" {
				file = from
			} else {
				file = path.Join(path.Dir(from), file)
			}
			if _, err := os.Stat(filepath.Join(root, filepath.FromSlash(file))); err != nil {
				t.Errorf("%s: a link leads nowhere: %s", from, to)
				continue
			}
			if anchor != "" && path.Ext(file) == ".md" && !slices.Contains(anchors(pages[file]), anchor) {
				t.Errorf("%s: a link to a heading that %s does not have: #%s", from, file, anchor)
			}
			if _, seen := clicks[file]; !seen && pages[file] != "" {
				clicks[file] = clicks[from] + 1
				next = append(next, file)
			}
		}
	}
	for name := range pages {
		isDocument := strings.HasPrefix(name, "docs/") || !strings.Contains(name, "/")
		if n, ok := clicks[name]; isDocument && (!ok || n > 2) {
			t.Errorf("%s cannot be reached from README.md in two clicks: add it to docs/README.md", name)
		}
	}
}

// linksOf returns where the links of a document lead.
func linksOf(text string) (all []string) {
	for _, m := range linked.FindAllStringSubmatch(fenced.ReplaceAllString(text, ""), -1) {
		all = append(all, m[1]+m[2])
	}
	return all
}

// anchors returns the names that GitHub gives to the headings of a document.
func anchors(text string) (all []string) {
	count := map[string]int{}
	code := regexp.MustCompile("(?ms)^ *```.*?^ *```")
	for _, m := range heading.FindAllStringSubmatch(code.ReplaceAllString(text, ""), -1) {
		name := strings.Map(func(r rune) rune {
			switch {
			case r == ' ':
				return '-'
			case r == '-' || r == '_' || unicode.IsLetter(r) || unicode.IsNumber(r):
				return unicode.ToLower(r)
			}
			return -1
		}, m[1])
		if n := count[name]; n > 0 {
			all = append(all, name+"-"+strconv.Itoa(n))
		} else {
			all = append(all, name)
		}
		count[name]++
	}
	return all
}
