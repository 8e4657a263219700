package main

import (
	"context"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/planfmt/planfmt"
	"github.com/planfmt/planfmt/cmd/planfmt/internal/terminal"
	"github.com/planfmt/planfmt/cmd/planfmt/internal/view"
	"github.com/planfmt/planfmt/policy"
	"github.com/planfmt/planfmt/verdict"
)

func TestParseFilter(t *testing.T) {
	for _, test := range []struct{ text, words, condition string }{
		{"", "", ""},
		{"  module.net.**  type=aws_* ", "module.net.**|type=aws_*", ""},
		{`!action=read module.a["x y"]`, `!action=read|module.a["x y"]`, ""},
		{`where type == "a b"`, "", `type == "a b"`},
		{`module.a where  action == "delete"`, "module.a", `action == "delete"`},
		{"where", "", ""},
		{`a.b["x\" y\\"] a.c`, `a.b["x\" y\\"]|a.c`, ""},
	} {
		words, condition, _ := filterWords(test.text)
		if got := strings.Join(words, "|"); got != test.words || condition != test.condition {
			t.Errorf("%q: %q where %q", test.text, got, condition)
		}
	}
	for text, want := range map[string]string{
		`!type=a module.b.** where action == "delete"`: "",
		`a.b["x\" y=="]`:       "",
		"where":                "a condition follows the word where",
		"colour=red":           "colour",
		"!":                    "empty",
		`type == "a"`:          "begins with the word where",
		"where type ==":        "column",
		"where nothing.at.all": "nothing",
	} {
		set, where, err := parseFilter(text, []string{"aws_*:tags"})
		switch {
		case want == "" && (err != nil || (where == nil) == strings.Contains(text, "where")):
			t.Errorf("%q: %v", text, err)
		case want != "" && (err == nil || !strings.Contains(err.Error(), want) || strings.Contains(err.Error(), "\n")):
			t.Errorf("%q: %v, want %s", text, err, want)
		case want == "" && set.IsEmpty():
			t.Errorf("%q: no rules", text)
		}
	}
}

// approvalOf opens a plan in a file, with policies if there are any, and returns what decides about a yes.
func approvalOf(t *testing.T, file string, opts planfmt.Options) *judge {
	t.Helper()
	f, err := os.Open(file)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	in := newReading(f)
	opts.Needs.Hash, opts.Needs.Verdicts = true, true
	plan, err := planfmt.Open(t.Context(), in, opts)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = plan.Close() })
	sum, err := in.finish()
	if err != nil {
		t.Fatal(err)
	}
	a, err := newJudge(plan, file, in, sum)
	if err != nil {
		t.Fatal(err)
	}
	return a
}

// askedPlan is a plan with a change; more are further members.
func askedPlan(after, more string) string {
	return `{"format_version":"1.2","terraform_version":"1.14.0",` + more + `"resource_changes":[{"address":"demo_disk.a","mode":"managed","type":"demo_disk","name":"a",
		"provider_name":"registry.terraform.io/example/demo","change":{"actions":["create"],"before":null,"after":` + after + `,"after_unknown":{}}}]}`
}

func TestApproval(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	write := func(name, text string) string {
		name = filepath.Join(dir, name)
		if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		return name
	}
	good := askedPlan(`{"size":1}`, `"applyable":true,"complete":true,`)
	policies := planfmt.Options{Policies: &planfmt.PolicyOptions{Policies: []policy.Source{{Name: "p.policy.hcl", Text: []byte(`
resource_policy "demo_disk" "large" {
  enforce {
    condition = attrs.size > 5
  }
}`)}}}}
	for _, test := range []struct {
		name, plan, want string
		opts             planfmt.Options
		meanwhile        func(file string)
	}{
		{name: "good", plan: good},
		{name: "older", plan: askedPlan(`{"size":1}`, "")},
		{name: "errored", plan: askedPlan(`{"size":1}`, `"errored":true,`), want: "the plan is errored"},
		{name: "incomplete", plan: askedPlan(`{"size":1}`, `"applyable":true,"complete":false,`), want: "the plan is incomplete"},
		{name: "not applyable", plan: askedPlan(`{"size":1}`, `"applyable":false,`), want: "the plan itself says that it cannot be applied"},
		{name: "deferred", plan: askedPlan(`{"size":1}`, `"deferred_changes":[{"reason":"instance_count_unknown","resource_change":{"address":"demo_disk.b","mode":"managed","type":"demo_disk","name":"b","change":{"actions":["create"],"before":null,"after":{}}}}],`), want: "the plan is incomplete"},
		{name: "nothing", plan: `{"format_version":"1.2","terraform_version":"1.14.0","applyable":false,"complete":true}`, want: "there is nothing to apply"},
		{name: "output", plan: `{"format_version":"1.2","output_changes":{"a":{"actions":["create"],"before":null,"after":1}}}`},
		{name: "problem", plan: askedPlan(`[1]`, ""), want: "the plan has problems"},
		{name: "policy", plan: good, opts: policies, want: "the policy resource_policy.demo_disk.large fails"},
		{name: "same again", plan: good, meanwhile: func(file string) { write(filepath.Base(file), good) }},
		{name: "changed", plan: good, want: "has changed since it was read", meanwhile: func(file string) { write(filepath.Base(file), good+" ") }},
		{name: "same length", plan: good, want: "has changed since it was read", meanwhile: func(file string) {
			write(filepath.Base(file), strings.Replace(good, `"size":1`, `"size":2`, 1))
		}},
		{name: "gone", plan: good, want: "is gone", meanwhile: func(file string) { os.Remove(file) }},
		{name: "no file", plan: good, want: "is no longer a file", meanwhile: func(file string) {
			os.Remove(file)
			_ = os.Mkdir(file, 0o700)
		}},
	} {
		t.Run(test.name, func(t *testing.T) {
			file := write(test.name+".json", test.plan)
			a := approvalOf(t, file, test.opts)
			if test.meanwhile != nil {
				test.meanwhile(file)
			}
			for range 2 { // the answer may be tried again
				err := a.refuse(t.Context())
				if (err == nil) != (test.want == "") || err != nil && !strings.Contains(err.Error(), test.want) {
					t.Errorf("refused: %v, want %q", err, test.want)
				}
			}
			if a.plan.Summary().Verdicts != nil && a.plan.Summary().Verdicts.Conclusion() != verdict.Fail {
				t.Error("the policy does not fail")
			}
		})
	}

	// A file that is gone before the question is there is still one that has to be what was read.
	early := write("early.json", good)
	a := approvalOf(t, early, planfmt.Options{})
	if err := os.Remove(early); err != nil {
		t.Fatal(err)
	}
	again, err := newJudge(a.plan, early, &reading{isFile: true}, a.sum)
	if err != nil {
		t.Fatal(err)
	}
	if err := again.refuse(t.Context()); err == nil || !strings.Contains(err.Error(), "is gone") {
		t.Errorf("gone early: %v", err)
	}

	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if err := approvalOf(t, write("cancelled.json", good), planfmt.Options{}).refuse(ctx); err == nil {
		t.Error("a check that has been broken off is a yes")
	}
}

// TestApprovalNotes checks what is said before the answer.
func TestApprovalNotes(t *testing.T) {
	t.Parallel()
	binary := filepath.Join("..", "..", "testdata", "example", "refinements.tfplan")
	if a := approvalOf(t, binary, planfmt.Options{}); a.notes() != nil || a.refuse(t.Context()) != nil {
		t.Errorf("a plan file: %q, %v", a.notes(), a.refuse(t.Context()))
	} else {
		a.file = ""
		if !slices.ContainsFunc(a.notes(), func(n string) bool { return strings.Contains(n, "has not read a file") }) {
			t.Errorf("a pipe: %q", a.notes())
		}
		if err := a.refuse(t.Context()); err != nil {
			t.Errorf("a pipe: %v", err)
		}
	}
	file := filepath.Join(t.TempDir(), "plan.json")
	state, err := planfmt.Open(t.Context(), strings.NewReader(`{"version":4,"terraform_version":"1.14.0","serial":1,"lineage":"a","outputs":{},"resources":[]}`), planfmt.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer state.Close()
	if _, err := newJudge(state, "-", &reading{}, digest{}); err == nil || !strings.Contains(err.Error(), "is a state") {
		t.Errorf("a state: %v", err)
	}
	for _, test := range []struct{ plan, want string }{
		{askedPlan(`{}`, `"errored":true,`), "yes will not be accepted: the plan is errored"},
		{`{"format_version":"1.2","applyable":false}`, "yes will not be accepted: the plan has no changes"},
		{`{"format_version":"1.99","output_changes":{"a":{"actions":["create"],"before":null,"after":1}}}`, "something may be missing here"},
	} {
		if err := os.WriteFile(file, []byte(test.plan), 0o600); err != nil {
			t.Fatal(err)
		}
		notes := approvalOf(t, file, planfmt.Options{}).notes()
		if len(notes) != 2 || !strings.Contains(notes[0], test.want) || !strings.Contains(notes[1], "JSON") {
			t.Errorf("%s: %q", test.want, notes)
		}
	}
}

func TestStreamsAreNoFiles(t *testing.T) {
	for name, want := range map[string]bool{"plan.json": false, "/tmp/dev/x": false, "/dev/stdin": true, "/dev/fd/3": true, "/proc/self/fd/0": true, "/dev/../dev/stdin": true, "/dev/shm/tfplan": false} {
		if got := isStream(name); got != want && runtime.GOOS != "windows" {
			t.Errorf("%s: %t", name, got)
		}
	}
}

// TestReadingIsWhole checks that the digest is that of the whole file, also of what comes after a document.
func TestReadingIsWhole(t *testing.T) {
	a, b := newReading(strings.NewReader("{} \n")), newReading(strings.NewReader("{} \n\n"))
	for _, r := range []*reading{a, b} {
		if _, err := r.Read(make([]byte, 2)); err != nil {
			t.Fatal(err)
		}
	}
	one, _ := a.finish()
	two, _ := b.finish()
	if one == two || a.isArchive() || !newReadingOf(t, "PK\x03\x04rest").isArchive() {
		t.Error("the ends of the files do not count")
	}
}

func newReadingOf(t *testing.T, text string) *reading {
	r := newReading(iotest.OneByteReader(strings.NewReader(text)))
	if _, err := r.finish(); err != nil {
		t.Fatal(err)
	}
	return r
}

func TestViewNeedsTerminal(t *testing.T) {
	for _, test := range []struct {
		name, want string
		out        bool
		env        map[string]string
	}{
		{name: "pipe", want: "standard output is not a terminal"},
		{name: "dumb", want: `TERM is "dumb"`, out: true, env: map[string]string{"TERM": "dumb"}},
	} {
		f, _, _ := newTestFactory(test.env, nil)
		f.Streams.OutTTY = test.out
		if _, _, err := openViewTerminal(f); err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%s: %v, want %q", test.name, err, test.want)
		}
	}
	if runtime.GOOS == "windows" {
		return
	}
	f, _, _ := newTestFactory(nil, nil)
	f.Streams.OutTTY, f.Streams.InTTY = true, true
	if _, _, err := openViewTerminal(f); err == nil || !strings.Contains(err.Error(), `TERM is ""`) {
		t.Errorf("no TERM: %v", err)
	}
}

func TestTheme(t *testing.T) {
	for _, test := range []struct {
		env        map[string]string
		color      terminal.ColorChoice
		background string
		want       view.Theme
	}{
		{map[string]string{"TERM": "xterm-256color"}, terminal.ColorAuto, "auto", view.Theme{Colors: view.Colors16}},
		{map[string]string{"TERM": "xterm-256color", "COLORTERM": "truecolor"}, terminal.ColorAuto, "auto", view.Theme{Colors: view.ColorsTrue}},
		{map[string]string{"TERM": "xterm-256color", "COLORTERM": "truecolor"}, terminal.ColorNever, "light", view.Theme{Light: true}},
		{map[string]string{"TERM": "xterm-direct", "COLORFGBG": "0;15"}, terminal.ColorAlways, "auto", view.Theme{Colors: view.ColorsTrue, Light: true}},
		{map[string]string{"TERM": "xterm-kitty", "COLORFGBG": "0;default;15"}, terminal.ColorAuto, "dark", view.Theme{Colors: view.ColorsTrue}},
		{map[string]string{"TERM": "vt100", "COLORFGBG": "15;0"}, terminal.ColorAuto, "auto", view.Theme{}},
		{map[string]string{"WT_SESSION": "1"}, terminal.ColorAuto, "auto", view.Theme{Colors: view.ColorsTrue}},
	} {
		f, _, _ := newTestFactory(test.env, nil)
		if got := themeFor(f, test.color, test.background); got != test.want {
			t.Errorf("%v, --color %s, --background %s: %+v", test.env, test.color, test.background, got)
		}
	}
}
