package passes_test

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"strings"
	"testing"

	"golang.org/x/net/html"

	"github.com/planfmt/planfmt"
	"github.com/planfmt/planfmt/annotations"
	"github.com/planfmt/planfmt/computed"
	"github.com/planfmt/planfmt/test/kit"
)

// annotatedPlan returns a plan in which resources n[0] to n[count-1] change: each third one is destroyed, created or updated. Each tenth
// stays as it is.
func annotatedPlan(count int) string {
	var b strings.Builder
	b.WriteString(`{"format_version":"1.2","terraform_version":"1.14.0","resource_changes":[`)
	for i := range count {
		if i > 0 {
			b.WriteString(",")
		}
		object := fmt.Sprintf(`{"id":"i%d","size":%d}`, i, i)
		change := fmt.Sprintf(`"actions":["update"],"before":{"id":"i%d","size":0},"after":%s`, i, object)
		switch {
		case i%10 == 9:
			change = fmt.Sprintf(`"actions":["no-op"],"before":%s,"after":%[1]s`, object)
		case i%3 == 0:
			change = `"actions":["delete"],"before":` + object + `,"after":null`
		case i%3 == 1:
			change = `"actions":["create"],"before":null,"after":` + object
		}
		fmt.Fprintf(&b, `{"address":"x_y.n[%d]","mode":"managed","type":"x_y","name":"n","index":%[1]d,"provider_name":"registry.terraform.io/x/x","change":{%s,"after_unknown":{},"before_sensitive":{},"after_sensitive":{}}}`, i, change)
	}
	b.WriteString("]}")
	return b.String()
}

func ownReport(t testing.TB, text string) *annotations.Report {
	t.Helper()
	r, err := annotations.Read("r.json", annotations.Own, strings.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// TestAnnotationsAreShown plants annotations with distinct titles, and looks for each of them in what every format writes. Those about what
// does not change, and about nothing, are counted.
func TestAnnotationsAreShown(t *testing.T) {
	t.Parallel()
	const count = 1000
	var lines []string
	var shown []string
	same, nothing := 0, 0
	for i := range count {
		level := annotations.Levels()[1+i%3]
		title := fmt.Sprintf("planted-%d-x", i)
		address := fmt.Sprintf("x_y.n[%d]", i)
		switch {
		case i%17 == 16:
			address = fmt.Sprintf("x_y.none[%d]", i)
			nothing++
		case i%10 == 9:
			same++
		default:
			shown = append(shown, title)
		}
		lines = append(lines, fmt.Sprintf(`{"address":%q,"level":%q,"title":%q,"tool":"tool"}`, address, level, title))
	}
	opts := planfmt.Options{Annotations: []*annotations.Report{ownReport(t, strings.Join(lines, "\n"))}}
	opts.Markdown.MaxSize = 10 << 20
	for _, f := range planfmt.Formats() {
		opts.Format = f.Name
		got := kit.ShowText(t, annotatedPlan(count), opts)
		for _, title := range shown {
			if !strings.Contains(got, title) {
				t.Errorf("%s does not show %s", f.Name, title)
			}
		}
		if f.Name == "human" {
			continue // has no place for what is about no change
		}
		sum := struct {
			Annotations struct {
				Unchanged, Nothing struct{ Errors, Warnings, Notes int }
			}
		}{}
		switch f.Name {
		case "json":
			if err := json.Unmarshal([]byte(got), &sum); err != nil {
				t.Fatal(err)
			}
		case "jsonl":
			head, _, _ := strings.Cut(got, "\n")
			if err := json.Unmarshal([]byte(head), &sum); err != nil {
				t.Fatal(err)
			}
		default:
			if !strings.Contains(got, "about resources that do not change") || !strings.Contains(got, fmt.Sprintf("%d annotations", nothing)) {
				t.Errorf("%s does not count what is about no change:\n%s", f.Name, got[max(0, len(got)-2000):])
			}
			continue
		}
		u, n := sum.Annotations.Unchanged, sum.Annotations.Nothing
		if u.Errors+u.Warnings+u.Notes != same || n.Errors+n.Warnings+n.Notes != nothing {
			t.Errorf("%s counts %+v, want %d and %d", f.Name, sum.Annotations, same, nothing)
		}
	}
}

// TestAnnotationsChangeNothingElse checks that a report about nothing leaves human as it is, and that no report changes the hash.
func TestAnnotationsChangeNothingElse(t *testing.T) {
	t.Parallel()
	plan := annotatedPlan(20)
	human := kit.ShowText(t, plan, planfmt.Options{})
	about := func(address string) planfmt.Options {
		return planfmt.Options{Annotations: []*annotations.Report{ownReport(t, fmt.Sprintf(`{"address":%q,"level":"error","title":"t"}`, address))}}
	}
	if got := kit.ShowText(t, plan, about("x_y.none")); got != human {
		t.Errorf("human is another one:\n%s", got)
	}
	if got := kit.ShowText(t, plan, about("x_y.n[1]")); got == human || strings.ReplaceAll(got, "  # error: t\n", "") != human {
		t.Errorf("human has something else than a comment:\n%s", got)
	}
	hash := func(opts planfmt.Options) string {
		opts.Format = "json"
		opts.ShowHash = true
		res, err := planfmt.Show(context.Background(), &bytes.Buffer{}, strings.NewReader(plan), opts)
		if err != nil || res.Summary.Hash == nil {
			t.Fatal(res, err)
		}
		return res.Summary.Hash.Text
	}
	if a, b := hash(planfmt.Options{}), hash(about("x_y.n[1]")); a != b {
		t.Errorf("the hash is %s with annotations, and %s without", b, a)
	}
}

// TestAnnotationsHideSecrets checks that no format has a string of a report that is a copy of a sensitive one, nor one in the places that
// are listed because nothing was found there.
func TestAnnotationsHideSecrets(t *testing.T) {
	t.Parallel()
	const secret = "CANARYTr0ub4dor3VeryLong"
	const plan = `{"format_version":"1.2","resource_changes":[{"address":"x_y.a","mode":"managed","type":"x_y","name":"a","provider_name":"registry.terraform.io/x/x","change":{"actions":["create"],
  "before":null,"after":{"password":"` + secret + `"},"after_unknown":{},"before_sensitive":false,"after_sensitive":{"password":true}}}]}`
	var lines []string
	for _, member := range []string{"title", "text", "tool", "rule", "unit"} {
		for _, address := range []string{"x_y.a", "x_y.none"} {
			lines = append(lines, fmt.Sprintf(`{"address":%q,"level":"note","title":"t","number":1,%q:"is %s."}`, address, member, secret))
		}
	}
	lines = append(lines, fmt.Sprintf(`{"address":"x_y.a","owners":["@%s"]}`, secret), fmt.Sprintf(`{"address":"x_y.%s","title":"t"}`, secret),
		fmt.Sprintf(`{"file":"%s.tf","line":1,"title":"t"}`, secret), fmt.Sprintf(`{"address":"x_y.a","title":"t","url":"https://example.com/%s"}`, strings.ReplaceAll(secret, "&", "%26")),
		fmt.Sprintf(`{"address":"x_y.a","title":"t","url":"https://example.com/%s"}`, secret))
	rep := ownReport(t, strings.ReplaceAll(strings.Join(lines, "\n"), `"title":"t","number":1,"title"`, `"number":1,"title"`))
	if rep.Bad > 0 {
		t.Fatal(rep.Remarks)
	}
	for _, f := range planfmt.Formats() {
		got := kit.ShowText(t, plan, planfmt.Options{Format: f.Name, Annotations: []*annotations.Report{rep}})
		if strings.Contains(strings.ReplaceAll(got, "&amp;", "&"), secret) {
			t.Errorf("%s has the secret:\n%s", f.Name, got)
		}
	}
	var all []string
	res, err := planfmt.Show(context.Background(), &bytes.Buffer{}, strings.NewReader(plan), planfmt.Options{Annotations: []*annotations.Report{rep}})
	if err != nil {
		t.Fatal(err)
	}
	for _, u := range res.Summary.Annotations.Unmatched {
		all = append(all, u.Describe())
	}
	if text := strings.Join(all, "\n"); strings.Contains(text, secret) {
		t.Errorf("the list of what is about nothing has the secret:\n%s", text)
	}
}

// TestAnnotationsAreEscaped plants what is harmful to terminals, pages, comments and CI logs into each text of a report.
func TestAnnotationsAreEscaped(t *testing.T) {
	t.Parallel()
	payloads := []string{"\x1b[31mred", "\u202eevil", "<script>alert(1)</script>", "<img src=x onerror=alert(1)>", "```\n# heading", "</details>", "| a | b |", "::error::pwned", "##[error]pwned", "[x](javascript:alert(1))", "a\u200bb", "\r\nx", "@everyone", "-->"}
	var lines []string
	for i, p := range payloads {
		for _, member := range []string{"title", "text", "tool", "rule", "unit", "url", "file"} {
			text, err := json.Marshal(map[string]any{"address": fmt.Sprintf("x_y.n[%d]", i%8), "level": "error", "number": "1", "before": "2", member: p, "owners": []string{"o" + p}})
			if err != nil {
				t.Fatal(err)
			}
			lines = append(lines, string(text))
		}
	}
	opts := planfmt.Options{Annotations: []*annotations.Report{ownReport(t, strings.Join(lines, "\n"))}}
	for _, f := range planfmt.Formats() {
		opts.Format = f.Name
		got := kit.ShowText(t, annotatedPlan(8), opts)
		for _, raw := range []string{"\x1b", "\u202e", "\u200b", "\r", "\n::error::", "\n##[error]"} {
			if strings.Contains(got, raw) {
				t.Errorf("%s has %q", f.Name, raw)
			}
		}
		switch f.Name {
		case "json", "jsonl":
			for line := range strings.Lines(got) {
				if f.Name == "jsonl" && !json.Valid([]byte(line)) {
					t.Errorf("not valid: %s", line)
				}
			}
		case "html":
			kit.OpenPage(t, got)
			root, err := html.Parse(strings.NewReader(got))
			if err != nil {
				t.Fatal(err)
			}
			scripts := 0
			for n := range root.Descendants() {
				switch n.Data {
				case "script":
					scripts++
				case "img":
					t.Error("html has an image")
				}
			}
			if scripts > 1 {
				t.Errorf("html has %d scripts", scripts)
			}
		case "markdown":
			for line := range strings.Lines(got) {
				if strings.HasPrefix(line, "# heading") || strings.HasPrefix(line, "<script") {
					t.Errorf("markdown has the line %q", line)
				}
			}
		}
	}
}

// TestAnnotationsOfDrift checks that all formats say what other programs say about what a refresh-only plan takes over.
func TestAnnotationsOfDrift(t *testing.T) {
	t.Parallel()
	const plan = `{"format_version":"1.2","terraform_version":"1.14.0","resource_drift":[` +
		`{"address":"x_y.a","mode":"managed","type":"x_y","name":"a","provider_name":"registry.terraform.io/x/x","change":{"actions":["update"],"before":{"id":"1"},"after":{"id":"2"},"after_unknown":{},"before_sensitive":{},"after_sensitive":{}}},` +
		`{"address":"x_y.b","mode":"managed","type":"x_y","name":"b","provider_name":"registry.terraform.io/x/x","change":{"actions":["delete"],"before":{"id":"1"},"after":null,"after_unknown":{},"before_sensitive":{},"after_sensitive":{}}}],` +
		`"prior_state":{"format_version":"1.0","values":{"root_module":{"resources":[{"address":"x_y.a","mode":"managed","type":"x_y","name":"a","provider_name":"registry.terraform.io/x/x","values":{"id":"2"}}]}}}}`
	report := ownReport(t, `{"address":"x_y.a","level":"error","title":"planted-finding"}`+"\n"+`{"address":"x_y.b","owners":["@planted"]}`)
	for _, f := range planfmt.Formats() {
		got := kit.ShowText(t, plan, planfmt.Options{Format: f.Name, Annotations: []*annotations.Report{report}})
		for _, want := range []string{"planted-finding", "@planted"} {
			if !strings.Contains(strings.ReplaceAll(got, "@<!-- -->", "@"), want) {
				t.Errorf("%s does not show %s:\n%s", f.Name, want, got[max(0, len(got)-2000):])
			}
		}
	}
	res, err := planfmt.Show(context.Background(), &bytes.Buffer{}, strings.NewReader(plan), planfmt.Options{Annotations: []*annotations.Report{report}, Alarms: []planfmt.AlarmKind{computed.FindingAlarm}})
	if err != nil || len(res.Summary.Alarms) == 0 {
		t.Errorf("no alarm: %v", err)
	}
}

func TestFindingAlarms(t *testing.T) {
	t.Parallel()
	rep := ownReport(t, `{"address":"x_y.n[1]","level":"error","title":"a"}
{"address":"x_y.n[2]","level":"note","title":"b"}
{"address":"x_y.n[9]","level":"error","title":"does not change"}
{"address":"x_y.n[3]","title":"no finding"}`)
	for level, want := range map[annotations.Level]string{annotations.None: "[x_y.n[1] x_y.n[2]]", annotations.Warning: "[x_y.n[1]]", annotations.Error: "[x_y.n[1]]"} {
		res, err := planfmt.Show(context.Background(), &bytes.Buffer{}, strings.NewReader(annotatedPlan(12)), planfmt.Options{
			Annotations: []*annotations.Report{rep}, Alarms: []planfmt.AlarmKind{computed.FindingAlarm}, AlarmLevel: level,
		})
		if err != nil {
			t.Fatal(err)
		}
		if len(res.Summary.Alarms) != 1 || fmt.Sprint(res.Summary.Alarms[0].Objects) != want {
			t.Errorf("%s: %v, want %s", level, res.Summary.Alarms, want)
		}
	}
}

// TestAnnotationsInDeclarations finds resources by the lines in which they are declared, and owners by the files.
func TestAnnotationsInDeclarations(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	for name, text := range map[string]string{"main.tf": "# one\nresource \"x_y\" \"n\" {\n  count = 4\n}\n\nresource \"x_y\" \"other\" {}\n"} {
		if err := os.WriteFile(dir+"/"+name, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	owners, err := annotations.Read("CODEOWNERS", annotations.Auto, strings.NewReader("* @all\n/stacks/p/ @team\n"))
	if err != nil {
		t.Fatal(err)
	}
	opts := planfmt.Options{Annotations: []*annotations.Report{ownReport(t, `{"file":"stacks/p/main.tf","line":3,"level":"warning","title":"in the block"}`), owners}}
	opts.ConfigDir = dir
	opts.ConfigPlaces = []planfmt.ConfigPlace{{Path: "stacks/p"}}
	plan, err := planfmt.Load(context.Background(), strings.NewReader(annotatedPlan(4)), opts)
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range plan.Resources {
		if len(r.Annotations) != 2 || r.Annotations[0].Title != "in the block" || r.Annotations[0].Shared != 4 || fmt.Sprint(r.Annotations[1].Owners) != "[@team]" {
			t.Errorf("%s: %+v", r.Address, r.Annotations)
		}
	}
	if got := fmt.Sprintf("%+v", plan.Summary.Annotations.Owners); got != "[{Owner:@team Ended:[x_y.n[0] x_y.n[3]] Others:[x_y.n[1] x_y.n[2]]}]" {
		t.Error(got)
	}
}

// TestAnnotationsSayAll checks what a resource and its line say of annotations that are unusual: one without a title, and a finding that
// also has a number and owners.
func TestAnnotationsSayAll(t *testing.T) {
	t.Parallel()
	opts := planfmt.Options{Annotations: []*annotations.Report{ownReport(t, `{"address":"x_y.n[0]","level":"error","rule":"R","text":"first line\nsecond line","number":"7","unit":"kg","owners":["@o"]}`)}}
	if got := kit.ShowText(t, annotatedPlan(1), opts); strings.Count(got, "first line") != 1 || strings.Count(got, "second line") != 1 {
		t.Errorf("human says each line once:\n%s", got)
	}
	opts.Format = "compact"
	got := kit.ShowText(t, annotatedPlan(1), opts)
	for _, want := range []string{"findings: 1 error, 7 kg, owned by @o", "Findings: 1 error"} {
		if !strings.Contains(got, want) {
			t.Errorf("compact has no %q:\n%s", want, got)
		}
	}
	opts.Format = "brief" // a finding that is an error comes before what changes
	opts.Markdown.MaxSize = 2000
	if got := kit.ShowText(t, annotatedPlan(200), opts); !strings.Contains(got, "first line") {
		t.Errorf("brief leaves the finding out:\n%s", got)
	}
}

// TestOwnersAreHidden checks that an owner in CODEOWNERS that is a sensitive value of the plan does not come out.
func TestOwnersAreHidden(t *testing.T) {
	t.Parallel()
	const secret = "canaryTr0ub4dor3VeryLong"
	const plan = `{"format_version":"1.2","resource_changes":[{"address":"x_y.n","mode":"managed","type":"x_y","name":"n","provider_name":"registry.terraform.io/x/x","change":{"actions":["create"],
  "before":null,"after":{"contact":"` + secret + `"},"after_unknown":{},"before_sensitive":false,"after_sensitive":{"contact":true}}}]}`
	dir := t.TempDir()
	if err := os.WriteFile(dir+"/main.tf", []byte("resource \"x_y\" \"n\" {\n}\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	owners, err := annotations.Read("CODEOWNERS", annotations.Auto, strings.NewReader("* x@"+secret+" @team\n"))
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range planfmt.Formats() {
		opts := planfmt.Options{Format: f.Name, Annotations: []*annotations.Report{owners}}
		opts.ConfigDir = dir
		opts.ConfigPlaces = []planfmt.ConfigPlace{{Path: "."}}
		got := kit.ShowText(t, plan, opts)
		if strings.Contains(got, secret) || !strings.Contains(got, "@team") {
			t.Errorf("%s has the secret, or not the other owner:\n%s", f.Name, got)
		}
	}
}

// TestFindingBadges checks that the row of each resource in html says how many findings are about it, also where resources that change
// alike are a group, and that the row of the group has the sum.
func TestFindingBadges(t *testing.T) {
	t.Parallel()
	const n = 4
	var changes, entries []string
	want := map[string]string{}
	for i := range n {
		address := fmt.Sprintf("x_y.n[%d]", i)
		changes = append(changes, fmt.Sprintf(`{"address":%q,"mode":"managed","type":"x_y","name":"n","index":%d,"provider_name":"p/x/x","change":{"actions":["update"],`+
			`"before":{"size":0},"after":{"size":1},"after_unknown":{},"before_sensitive":{},"after_sensitive":{}}}`, address, i))
		for k := range i {
			entries = append(entries, fmt.Sprintf(`{"address":%q,"level":%q,"title":"finding %d"}`, address, []string{"error", "warning", "note"}[k], k))
		}
		want[address] = []string{"", "findings: 1 error", "findings: 1 error, 1 warning", "findings: 1 error, 1 warning, 1 note"}[i]
	}
	plan := `{"format_version":"1.2","terraform_version":"1.14.0","resource_changes":[` + strings.Join(changes, ",") + "]}"
	report := ownReport(t, "["+strings.Join(entries, ",")+"]")
	root, err := html.Parse(strings.NewReader(kit.ShowText(t, plan, planfmt.Options{Format: "html", Annotations: []*annotations.Report{report}})))
	if err != nil {
		t.Fatal(err)
	}
	attr := func(n *html.Node, key string) string {
		for _, a := range n.Attr {
			if a.Key == key {
				return a.Val
			}
		}
		return ""
	}
	var text func(n *html.Node) string
	text = func(n *html.Node) (s string) {
		if n.Type == html.TextNode {
			return n.Data
		}
		for c := n.FirstChild; c != nil; c = c.NextSibling {
			s += text(c)
		}
		return s
	}
	got := map[string]string{}
	for n := range root.Descendants() {
		if n.Data != "span" || !strings.HasPrefix(attr(n, "class"), "badge finding") {
			continue
		}
		for up := n.Parent; ; up = up.Parent {
			if up == nil || up.Data == "details" {
				t.Errorf("%q is not in a summary", text(n))
				break
			}
			if up.Data == "summary" {
				got[attr(up.Parent, "id")] = text(n)
				break
			}
		}
	}
	sums := 0
	for id, badge := range got {
		if _, ok := want[id]; !ok {
			sums++
			if badge != "findings: 3 errors, 2 warnings, 1 note" {
				t.Errorf("%q has the badge %q", id, badge)
			}
		}
	}
	for address, badge := range want {
		if got[address] != badge {
			t.Errorf("%s has the badge %q, want %q", address, got[address], badge)
		}
	}
	if sums != 1 {
		t.Errorf("%d groups have a badge", sums)
	}
}
