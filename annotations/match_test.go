package annotations_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/planfmt/planfmt/annotations"
)

func TestAddresses(t *testing.T) {
	var a annotations.Addresses
	all := []string{
		"aws_x.a", `aws_x.b["k.1"]`, `aws_x.b["]"]`, "module.m[0].aws_x.c", "module.m[1].aws_x.c", `module.n["a"].module.o.aws_x.d[0]`, "data.aws_x.a", `aws_x.b["q\"]"]`,
	}
	for i, address := range all {
		a.Add(i, address)
	}
	tests := []struct {
		address string
		want    []int
	}{
		{"aws_x.a", []int{0}},
		{"resource.aws_x.a", []int{0}},
		{"data.aws_x.a", []int{6}},
		{"aws_x.b", []int{1, 2, 7}},
		{`aws_x.b["k.1"]`, []int{1}},
		{`aws_x.b["]"]`, []int{2}},
		{`aws_x.b["q\"]"]`, []int{7}},
		{`aws_x.b["other"]`, nil},
		{"module.m.aws_x.c", []int{3, 4}},
		{"module.m[1].aws_x.c", []int{4}},
		{"m[1].aws_x.c", []int{4}},
		{"m.aws_x.c", []int{3, 4}},
		{"module.n.module.o.aws_x.d[0]", []int{5}},
		{`module.n["b"].module.o.aws_x.d`, nil},
		{"aws_x", nil},
		{"aws_x.a[0]", nil},
		{"", nil},
		{"[", nil},
		{`x["`, nil},
		{"aws_x.a.tags", nil},
	}
	for _, test := range tests {
		if got := a.Find(test.address); !slices.Equal(got, test.want) {
			t.Errorf("%s: %v, want %v", test.address, got, test.want)
		}
	}
}

// TestFiles has blocks a at main.tf:1-5, b at main.tf:7-9 and c at modules/m/main.tf:2-4 (two instances), of a root module in stacks/p.
func TestFiles(t *testing.T) {
	at := func(places ...string) *annotations.Report {
		var lines []string
		for _, p := range places {
			file, rest, _ := strings.Cut(p, ":")
			first, last, _ := strings.Cut(rest, "-")
			lines = append(lines, fmt.Sprintf(`{"title":"t","file":%q,"line":%s,"end_line":%s}`, file, first, last))
		}
		r, err := annotations.Read("r", annotations.Own, strings.NewReader(strings.Join(lines, "\n")))
		if err != nil {
			t.Fatal(err)
		}
		return r
	}
	tests := []struct {
		name   string
		known  bool // where the root module is in the repository
		places []string
		want   string // the resources with an annotation, and how many are about nothing
	}{
		{"in the block", false, []string{"main.tf:3-3"}, "a 0"},
		{"the whole block", false, []string{"main.tf:7-9"}, "b 0"},
		{"a comment above the block", false, []string{"main.tf:6-7"}, "b 0"},
		{"between blocks", false, []string{"main.tf:6-6"}, " 1"},
		{"the whole file", false, []string{"main.tf:0-99"}, " 1"},
		{"from above both blocks", false, []string{"main.tf:0-0", "main.tf:10-99"}, " 2"},
		{"in a module", false, []string{"modules/m/main.tf:3-3"}, "c[0] c[1] 0"},
		{"relative to the repository", true, []string{"stacks/p/main.tf:1-1", "stacks/q/main.tf:1-1", "main.tf:1-1"}, "a 2"},
		{"relative to the root module, in a repository", true, []string{"main.tf:1-1"}, "a 0"},
		{"of another root module", true, []string{"stacks/q/main.tf:1-1"}, " 1"},
		{"relative to the repository, which is not known", false, []string{"stacks/p/main.tf:1-1", "stacks/p/modules/m/main.tf:2-2"}, "a c[0] c[1] 0"},
		{"two root modules, and nobody knows which of them it is", false, []string{"stacks/p/main.tf:1-1", "stacks/q/main.tf:1-1"}, " 2"},
		{"a root module, and one below it", false, []string{"main.tf:1-1", "stacks/q/main.tf:7-7"}, " 2"},
	}
	for _, test := range tests {
		names := []string{"a", "b", "c[0]", "c[1]"}
		var m annotations.Matcher
		for i, d := range []annotations.Declared{{"main.tf", "", 1, 5}, {"main.tf", "", 7, 9}, {"modules/m/main.tf", "", 2, 4}, {"modules/m/main.tf", "", 2, 4}} {
			if test.known {
				d.Repo = "stacks/p/" + d.File
			}
			m.Subjects = append(m.Subjects, annotations.Subject{Address: names[i], Changes: true})
			m.Addresses.Add(i, names[i])
			m.Files.Add(i, d)
		}
		found, sum := m.Match([]*annotations.Report{at(test.places...)}, nil)
		var got []string
		for i, list := range found {
			for range list {
				got = append(got, names[i])
			}
		}
		if text := strings.Join(got, " ") + fmt.Sprintf(" %d", sum.Nothing.Sum()); text != test.want {
			t.Errorf("%s: %q, want %q: %+v", test.name, text, test.want, sum.Unmatched)
		}
	}
}

func TestSums(t *testing.T) {
	const report = `{"annotations":[
	  {"address":"a.one","number":"10.10","before":"5","unit":"USD/month","title":"cost"},
	  {"address":"module.m.a.two","number":"0","before":"7.05","unit":"USD/month","title":"cost"},
	  {"address":"a.same","number":"3","before":"3","unit":"USD/month","title":"cost"},
	  {"address":"a.all","number":"4","unit":"kg","title":"weight"},
	  {"address":"a.one","level":"error","title":"bad"},{"address":"module.m.a.two","level":"error","title":"bad"},
	  {"address":"a.one","level":"note","title":"meh"},{"address":"a.same","level":"warning","title":"old"},{"address":"a.none","level":"note","title":"x"}]}`
	r, err := annotations.Read("r", annotations.Auto, strings.NewReader(report))
	if err != nil {
		t.Fatal(err)
	}
	var m annotations.Matcher
	m.Subjects = []annotations.Subject{
		{Address: "a.one", Action: "update", Changes: true},
		{Address: "module.m.a.two", Module: "module.m", Action: "delete", Changes: true, Ends: true},
		{Address: "a.same", Action: "no-op"},
		{Address: "a.all[0]", Action: "create", Changes: true},
		{Address: "a.all[1]", Action: "create", Changes: true},
	}
	for i := range m.Subjects {
		m.Addresses.Add(i, m.Subjects[i].Address)
	}
	found, sum := m.Match([]*annotations.Report{r}, func(s string) string { return strings.ReplaceAll(s, "meh", "(hidden)") })
	if len(found[3]) != 1 || len(found[4]) != 1 || found[3][0].Number != "4" || found[4][0].Number != "" || found[4][0].Shared != 2 {
		t.Errorf("the number for all: %+v, %+v", found[3], found[4])
	}
	got := fmt.Sprintf("%+v %+v %+v", sum.Costs, sum.Unchanged, sum.Nothing)
	const want = "[{Unit:USD/month Before:15.05 After:13.1 Modules:[{Name:module.m Before:7.05 After:0} {Name: Before:5 After:10.1}] Actions:[{Name:delete Before:7.05 After:0} {Name:update Before:5 After:10.1}] Unchanged:3} " +
		"{Unit:kg Before: After:4 Modules:[{Name: Before: After:4}] Actions:[{Name:create Before: After:4}] Unchanged:0}] {Errors:0 Warnings:1 Notes:0 Others:0} {Errors:0 Warnings:0 Notes:1 Others:0}"
	if got != want {
		t.Errorf("%s, want\n%s", got, want)
	}
	var groups []string
	for _, g := range sum.Findings {
		groups = append(groups, fmt.Sprint(g.Finding.Title, g.Addresses))
	}
	if got, want := strings.Join(groups, " "), "bad[a.one module.m.a.two] (hidden)[a.one]"; got != want {
		t.Errorf("%s, want %s", got, want)
	}
}
