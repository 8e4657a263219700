package run

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/planfmt/planfmt"
)

// record is a page that remembers everything.
type record struct {
	overviews []Overview
	parts     [][]byte
	said      []string
	progress  int
}

func (r *record) Progress(planfmt.Progress) { r.progress++ }
func (r *record) Overview(o Overview)       { r.overviews = append(r.overviews, o) }
func (r *record) Write(part []byte)         { r.parts = append(r.parts, bytes.Clone(part)) }
func (r *record) Say(text string)           { r.said = append(r.said, text) }
func (r *record) text() string              { return string(bytes.Join(r.parts, nil)) }

func fileOf(t *testing.T, path string) File {
	t.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return textFile(path[strings.LastIndexByte(path, '/')+1:], string(data))
}

func textFile(name, text string) File {
	return File{Name: name, Open: func() io.Reader { return strings.NewReader(text) }}
}

func TestRun(t *testing.T) {
	plan := fileOf(t, "../../../testdata/example/plan.json")
	schemas := fileOf(t, "../../../testdata/example/schemas.json")
	for _, f := range planfmt.Formats() {
		var page record
		res := Run(context.Background(), Request{Format: f.Name}, Files{Plan: plan, Schemas: []File{schemas}}, &page)
		var want strings.Builder
		opts := planfmt.Options{Format: f.Name}
		opts.Schemas = []planfmt.SchemaSource{{Name: "schemas.json", Open: func() (io.ReadCloser, error) { return io.NopCloser(schemas.Open()), nil }}}
		opts.Width, opts.Color, opts.InAutomation = 100, true, true
		if _, err := planfmt.Show(context.Background(), &want, plan.Open(), opts); err != nil {
			t.Fatal(err)
		}
		if page.text() != want.String() {
			t.Errorf("%s: not what the library writes", f.Name)
		}
		if res.Status != 0 || !res.Changes || len(page.said) > 0 || page.progress == 0 || len(page.overviews) != 1 {
			t.Errorf("%s: %+v, %q, %d, %v", f.Name, res, page.said, page.progress, page.overviews)
		}
		if got := fmt.Sprint(page.overviews[0].Counts); got != "[{create 1} {update 2} {delete 1} {replace 1}]" {
			t.Errorf("%s: counts %s", f.Name, got)
		}
		if !slices.Equal(res.Replaced, []string{"aws_instance.web", "aws_cloudwatch_log_group.old"}) {
			t.Errorf("%s: replaced %q", f.Name, res.Replaced)
		}
	}
}

func TestRunSays(t *testing.T) {
	plan := fileOf(t, "../../../testdata/example/plan.json")
	rules := textFile("r.yaml", "hide: [type=aws_route53_record]")
	broken := textFile("r\x1b.yaml", "hide: 7")
	for _, c := range []struct {
		name   string
		req    Request
		files  Files
		status int
		muted  int
		said   string // the start of a message
	}{
		{"guesses", Request{Format: "human"}, Files{Plan: plan}, 0, 0, "planfmt: no schemas for 4 types (aws_cloudwatch_log_group, "},
		{"rules", Request{Format: "compact"}, Files{Plan: plan, Rules: &rules}, 0, 1, "planfmt: using the rules in r.yaml: 1 change is muted"},
		{"unused rules", Request{Format: "human"}, Files{Plan: plan, Rules: &rules}, 0, 0, "planfmt: the rules in r.yaml are not used"},
		{"broken rules", Request{Format: "compact"}, Files{Plan: plan, Rules: &broken}, 1, 0, `planfmt: r\x1b.yaml: `},
		{"broken schemas", Request{Format: "compact"}, Files{Plan: plan, Schemas: []File{textFile("s.json", "{")}}, 1, 0, "planfmt: s.json: "},
		{"not a plan", Request{Format: "compact"}, Files{Plan: textFile("p\n.json", "hello")}, 1, 0, `planfmt: p\n.json: `},
		{"cut", Request{Format: "html"}, Files{Plan: textFile("p.json", `{"format_version": "1.2", "resource_ch`)}, 1, 0, "planfmt: p.json: "},
		{"only", Request{Format: "human", Only: []string{"action=replace"}}, Files{Plan: plan}, 0, 4, "planfmt: "},
		{"invalid only", Request{Format: "human", Only: []string{"colour=red"}}, Files{Plan: plan}, 1, 0, "planfmt: only: invalid rule"},
		{"hide", Request{Format: "human", Hide: []string{"action=replace"}}, Files{Plan: plan}, 0, 1, "planfmt: "},
		{"where", Request{Format: "human", Where: `type == "aws_instance"`}, Files{Plan: plan}, 0, 4, "planfmt: "},
		{"invalid where", Request{Format: "human", Where: `type ==`}, Files{Plan: plan}, 1, 0, "planfmt: where"},
		{"no address", Request{Format: "why"}, Files{Plan: plan}, 1, 0, "planfmt: no address"},
		{"unknown address", Request{Format: "why", Address: "aws_instance.wb"}, Files{Plan: plan}, 1, 0, "planfmt: plan.json: the plan has no resource"},
		{"unknown format", Request{Format: "pdf"}, Files{Plan: plan}, 1, 0, "planfmt: there is no such format"},
	} {
		var page record
		res := Run(context.Background(), c.req, c.files, &page)
		if res.Status != c.status || res.Muted != c.muted || !slices.ContainsFunc(page.said, func(s string) bool { return strings.HasPrefix(s, c.said) }) {
			t.Errorf("%s: %+v, %q; want status %d, %d muted, %q", c.name, res, page.said, c.status, c.muted, c.said)
		}
		if c.status != 0 && len(page.parts) > 0 {
			t.Errorf("%s: something is shown", c.name)
		}
		if res.Complete != (c.status == 0) {
			t.Errorf("%s: complete: %v", c.name, res.Complete)
		}
	}
}

// TestRunReports shows what other programs say. A report that cannot be read is named, and the plan is shown without it.
func TestRunReports(t *testing.T) {
	files := Files{Plan: fileOf(t, "../../../testdata/example/plan.json"), Schemas: []File{fileOf(t, "../../../testdata/example/schemas.json")}, Reports: []File{
		textFile("found.json", `[{"address":"aws_instance.web","level":"error","title":"is too large","tool":"scan"}, {"address":"aws_instance.web"}]`),
		textFile("not\x1ba.report", "hello"),
	}}
	for _, f := range []string{"human", "compact", "html", "json", "markdown"} {
		var page record
		res := Run(context.Background(), Request{Format: f}, files, &page)
		if !strings.Contains(page.text(), "is too large") || !res.Complete || res.Status != 1 || res.Problems != 1 {
			t.Errorf("%s: %+v, and the finding is missing", f, res)
		}
		if len(page.said) != 2 || !strings.HasPrefix(page.said[0], "planfmt: found.json: ") || !strings.HasPrefix(page.said[1], `planfmt: not\x1ba.report: `) {
			t.Errorf("%s: it says %q", f, page.said)
		}
	}
}

func TestParts(t *testing.T) {
	var page record
	p := &postedParts{page: &page}
	text := strings.Repeat("a line of text\n", 5000) + strings.Repeat("\x1b[31mé𝄞\x1b[0m", 9000) + strings.Repeat("\x80", 100_000)
	for i := 0; i < len(text); {
		n := min(1+i%77, len(text)-i)
		if k, err := p.Write([]byte(text[i : i+n])); k != n || err != nil {
			t.Fatal(k, err)
		}
		i += n
	}
	p.flush()
	if page.text() != text {
		t.Error("the parts are not the text")
	}
	for i, part := range page.parts[:len(page.parts)-5] {
		if len(part) > partSize {
			t.Errorf("part %d has %d bytes", i, len(part))
		}
		if start := strings.Index(text, "\x80"); len(bytes.Join(page.parts[:i+1], nil)) > start {
			break
		}
		if r, _ := utf8.DecodeLastRune(part); r == utf8.RuneError {
			t.Errorf("part %d ends in a character", i)
		}
		if e := bytes.LastIndexByte(part, 0x1b); e >= 0 && bytes.IndexByte(part[e:], 'm') < 0 {
			t.Errorf("part %d ends in the code of a colour", i)
		}
	}
}

// TestRunPanics reads files whose readers panic, as a function of the browser may: the program must not end.
func TestRunPanics(t *testing.T) {
	plan := fileOf(t, "../../../testdata/example/plan.json")
	bad := File{Name: "bad", Open: func() io.Reader { return panicking{} }}
	none := File{Name: "none", Open: func() io.Reader { panic("no reader") }}
	for name, files := range map[string]Files{
		"plan": {Plan: bad}, "schemas": {Plan: plan, Schemas: []File{bad}}, "rules": {Plan: plan, Rules: &bad}, "reports": {Plan: plan, Reports: []File{bad}},
		"no plan": {Plan: none}, "no schemas": {Plan: plan, Schemas: []File{none}}, "no rules": {Plan: plan, Rules: &none},
		"no file": {},
	} {
		var page record
		res := Run(context.Background(), Request{Format: "html"}, files, &page)
		if text := strings.Join(page.said, "\n"); res.Status != 70 || !strings.Contains(text, "this is a bug in planfmt") {
			t.Errorf("%s: status %d, and it says %s", name, res.Status, text)
		}
		if len(page.parts) > 0 {
			t.Errorf("%s: something is shown", name)
		}
	}
}

// TestHostileOverview shows a document whose texts are unsafe, or very long, wherever they reach the page.
func TestHostileOverview(t *testing.T) {
	long := strings.Repeat("x", 100_000)
	for _, text := range []string{"\u202e", "\x1b[31m", "\n::error::x", "\u2066", "\r", long} {
		quoted, err := json.Marshal(text)
		if err != nil {
			t.Fatal(err)
		}
		inner := string(quoted[1 : len(quoted)-1])
		plan := `{"format_version":"1.2","terraform_version":"1.9.` + inner + `","resource_changes":[
			{"address":"a.b[\"` + inner + `\"]","type":"a","name":"b","mode":"managed","index":"` + inner + `","provider_name":"p","change":{"actions":["delete"],"before":{"x":1},"after":null}},
			{"address":"a.c","type":"a","name":"c","mode":"managed","provider_name":"p","change":{"actions":["delete"],"before":{"x":1},"after":null}}]}`
		var page record
		res := Run(context.Background(), Request{Format: "human"}, Files{Plan: textFile("p.json", plan)}, &page)
		if !res.Complete || res.Status != 0 || !slices.Equal(res.Replaced, []string{"a.c"}) {
			t.Errorf("%.20q: %+v, %q", text, res, page.said)
			continue
		}
		if v := page.overviews[0].Version; len(v) > 110 || strings.ContainsAny(v, "\u202e\u2066\x1b\n\r") || !strings.HasPrefix(v, "1.9.") {
			t.Errorf("%.20q: version %.200q", text, v)
		}
	}
}

type panicking struct{}

func (panicking) Read([]byte) (int, error) { panic("a reader") }
