package annotations_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/planfmt/planfmt/annotations"
)

// ownersOf reads a CODEOWNERS file with that name.
func ownersOf(t *testing.T, name, text string) *annotations.Report {
	t.Helper()
	r, err := annotations.Read(name, annotations.Codeowners, strings.NewReader(text))
	if err != nil {
		t.Fatal(name, err)
	}
	return r
}

// TestOwnerPatterns has pairs of patterns and files, as GitHub ("About code owners", and the format of .gitignore, which it refers to) and GitLab ("Syntax of
// CODEOWNERS file", "Path matching") document what matches.
func TestOwnerPatterns(t *testing.T) {
	tests := []struct{ pattern, github, gitlab, neither string }{
		// A name without a slash, in each directory. To GitHub it may be a directory.
		{"net", "net stacks/net net/a.tf stacks/net/a/b.tf", "net stacks/net", "nets a/nets net.tf"},
		{"net.tf", "net.tf a/net.tf", "net.tf a/net.tf", "anet.tf net.tf.bak"},
		{"*", "a a/b a/b/c .a", "a a/b a/b/c .a", ""},
		{"*.tf", "a.tf x/a.tf .tf", "a.tf x/a.tf .tf", "a.tfvars"},
		{"n*", "net net/a a/n a/net/b", "net a/n", "anet"},
		{"ne?.tf", "net.tf a/new.tf", "net.tf a/new.tf", "ne.tf ne/.tf"},
		// One that begins at the root.
		{"/net", "net net/a.tf net/a/b.tf", "net", "a/net nets"},
		{"/*", "a .a", "a .a", "a/b a/b/c"},
		{"/n*", "net net/a", "net", "a/net"},
		{"/*.tf", "a.tf", "a.tf", "x/a.tf"},
		// A slash inside is the root to GitHub, and any directory to GitLab.
		{"a/net", "a/net a/net/x", "a/net b/a/net", "net ba/net"},
		{"a/*", "a/x", "a/x b/a/x", "a/x/y a"},
		{"a/*.tf", "a/x.tf", "a/x.tf b/a/x.tf", "a/b/x.tf"},
		{"/a/*/x.tf", "a/b/x.tf", "a/b/x.tf", "a/x.tf a/b/c/x.tf"},
		// A directory.
		{"net/", "net/a net/a/b a/net/b", "net/a net/a/b a/net/b", "net a/net nets/a"},
		{"/net/", "net/a net/a/b", "net/a net/a/b", "net a/net/b"},
		{"a/net/", "a/net/x", "a/net/x b/a/net/x", "a/net"},
		{"/*/", "a/b a/b/c", "a/b a/b/c", "a"},
		{"*/", "a/b a/b/c", "a/b a/b/c", "a"},
		{"/n*/", "net/a", "net/a", "net a/net/b"},
		// Any number of directories.
		{"**/net", "net a/net a/b/net/c", "net a/net", "anet"},
		{"/**/net/", "net/x a/net/x", "net/x a/net/x", "net anet/x"},
		{"/a/**/net", "a/net a/b/net a/b/c/net a/net/x", "a/net a/b/net a/b/c/net", "net b/a/net"},
		{"/a/**", "a/b a/b/c", "a/b", "a b/a"},
		{"/a/**/", "a/b a/b/c", "a/b a/b/c", "a b/a"},
		{"a/**/", "a/b a/b/c", "a/b a/b/c b/a/x", "a"},
		{"/a/**/*.tf", "a/x.tf a/b/x.tf", "a/x.tf a/b/x.tf", "x.tf"},
		{"**", "a a/b", "a a/b", ""},
		{"/**", "a a/b", "a", ""},
		// Characters that mean themselves.
		{`\*`, "* a/* */x", "* a/*", "a x"},
		{`/a\*`, "a*", "a*", "ab a"},
		{`/a\?b`, "a?b", "a?b", "axb"},
		{`/a\ b/`, "a b/c", "a b/c", "a/b"},
		{"/a.b+(c)|{d}$^", "a.b+(c)|{d}$^", "a.b+(c)|{d}$^", "axb"},
		{"/ä?.tf", "äö.tf", "äö.tf", "ä.tf"},
		// What only GitLab knows, and what matches nothing.
		{`\#a`, "", "#a b/#a", "a"},
		{"/[ab].tf", "", "a.tf b.tf", "c.tf"},
		{"/[!ab].tf", "", "c.tf", "a.tf"},
		{"/[a-c]x", "", "bx", "dx"},
		{"/", "", "a a/b", ""},
		{"//", "", "a a/b", ""},
	}
	for _, test := range tests {
		for forge, want := range map[string]string{".github": test.github, ".gitlab": test.gitlab} {
			o := ownersOf(t, forge+"/CODEOWNERS", "/none @nobody\n"+test.pattern+" @x\n").Owners
			for _, file := range strings.FieldsFunc(strings.ReplaceAll(test.github+" "+test.gitlab+" "+test.neither, "a b", "a\x00b"), func(r rune) bool { return r == ' ' }) {
				matches := strings.Contains(" "+strings.ReplaceAll(want, "a b", "a\x00b")+" ", " "+file+" ")
				file = strings.ReplaceAll(file, "\x00", " ")
				if got := len(o.Of(file)) > 0; got != matches {
					t.Errorf("%s: %s matches %s: %v, want %v", forge, test.pattern, file, got, matches)
				}
			}
		}
	}
}

// TestOwnerLines has whole files: which line counts, and which lines a forge skips.
func TestOwnerLines(t *testing.T) {
	tests := []struct{ name, text, file, want string }{
		{"CODEOWNERS", "* @all\n/infra/ @infra\n", "infra/a.tf", "@infra"},
		{"CODEOWNERS", "/infra/ @infra\n* @all\n", "infra/a.tf", "@all"}, // the last line counts
		{"CODEOWNERS", "* @all\n/infra/\n", "infra/a.tf", ""},            // nobody owns it
		{"CODEOWNERS", "* @all\n!/infra/ @x\n", "infra/a.tf", "@all"},
		{"CODEOWNERS", "* @all\n!/infra/\n", "infra/a.tf", "@all"},
		{"CODEOWNERS", "* @all\n[ab].tf @x\n", "a.tf", "@all"},
		{"CODEOWNERS", "* @all\n\\#x @x\n", "#x", "@all"},
		{"CODEOWNERS", "/* @root\n", "infra/a.tf", ""},
		{"CODEOWNERS", "*.tf  @a\t@b   c@example.com # @d\n", "x/a.tf", "@a @b c@example.com"},
		{".github/CODEOWNERS", "* @all\n[x] @y\n*.tf @z\n", "a.tf", "@z"}, // GitHub knows no sections
		{".gitlab/CODEOWNERS", "* @all\n!/infra/\n/infra/a.tf @x\n", "infra/a.tf", ""},
		{"CODEOWNERS", "* @all\n[Net] @net\n/infra/\n!*.md\n/x/ @x\n", "infra/a.tf", "@all @net"},
		{"CODEOWNERS", "* @all\n[Net] @net\n/infra/\n!*.md\n/infra/a.md @x\n", "infra/a.md", "@all"},
		{"CODEOWNERS", "[A]\n*.tf @a\n^[b][3] @b\n*.tf\n[a] @late\nb.tf\n", "b.tf", "@late @b"},
		{"CODEOWNERS", "[A]\n*.tf @a not-an-owner @@maintainer # @b\n", "b.tf", "@a @@maintainer @b"},
	}
	for _, test := range tests {
		if got := strings.Join(ownersOf(t, test.name, test.text).Owners.Of(test.file), " "); got != test.want {
			t.Errorf("%s %q: %s is owned by %q, want %q", test.name, test.text, test.file, got, test.want)
		}
	}
	if r := ownersOf(t, "CODEOWNERS", "* @all\n!/infra/ @x\n"); r.Bad != 0 || len(r.Remarks) != 1 {
		t.Errorf("a line that GitHub skips is told, and no reason to doubt the others: %+v", r)
	}
	large := "* @all\n" + strings.Repeat("# "+strings.Repeat("x", 1021)+"\n", 3<<10)
	if _, err := annotations.Read("CODEOWNERS", annotations.Auto, strings.NewReader(large)); err == nil {
		t.Error("GitHub reads no file of more than 3 MiB")
	}
}

// TestOwnersWithoutRoot knows where files are in the root module, but not where that is in the repository: every pattern may then mean another file.
func TestOwnersWithoutRoot(t *testing.T) {
	for _, rules := range []string{"/main.tf @alice", "* @all", "infra/ @infra"} {
		for _, repo := range []string{"", "infra/main.tf"} {
			m := annotations.Matcher{Subjects: []annotations.Subject{{Address: "a.b", Changes: true}}}
			m.Addresses.Add(0, "a.b")
			m.Files.Add(0, annotations.Declared{File: "main.tf", Repo: repo, Line: 1})
			found, sum := m.Match([]*annotations.Report{ownersOf(t, "CODEOWNERS", rules)}, nil)
			got := fmt.Sprint(sum.OfOwners.Doubt != "", sum.NoOwners != "", len(sum.Owners) > 0)
			if want := fmt.Sprint(repo == "", repo == "", repo != ""); got != want || repo == "" && len(found[0]) > 0 {
				t.Errorf("%s, repository %q: doubt, reason, owners: %s, want %s: %+v", rules, repo, got, want, found)
			}
		}
	}
}
