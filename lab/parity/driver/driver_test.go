package driver

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestSameCells(t *testing.T) {
	for _, c := range []struct {
		name, a, b string
		same       bool
	}{
		{"equal", "a", "a", true},
		{"other spelling", "\x1b[1m\x1b[31mx\x1b[0m\x1b[0m", "\x1b[31;1mx\x1b[m", true},
		{"colour of a blank", "\x1b[31ma b\x1b[0m", "\x1b[31ma\x1b[0m \x1b[31mb\x1b[0m", true},
		{"underlined blank", "a\x1b[4m \x1b[0mb", "a b", false},
		{"other colour", "\x1b[31mx\x1b[0m", "\x1b[32mx\x1b[0m", false},
		{"not bold", "\x1b[1mx\x1b[22my", "\x1b[1mxy", false},
		{"default colour", "\x1b[31mx\x1b[39my", "\x1b[31mx\x1b[0my", true},
		{"palette", "\x1b[38;5;1mx", "\x1b[38;5;2mx", false},
		{"other text", "ab", "ac", false},
		{"longer", "ab", "a", false},
		{"not a style", "\x1b[2Kx", "x", false},
		{"invalid UTF-8", "\xffa", "\xffb", false},
	} {
		if got := sameCells(c.a, c.b); got != c.same {
			t.Errorf("%s: got %v, want %v", c.name, got, c.same)
		}
	}
}

func TestDiff(t *testing.T) {
	want := "    …\n     2\n     3\n     4\n    -5\n    +five\n     6\n     7\n     8\n    …\n"
	if got := diff("1\n2\n3\n4\n5\n6\n7\n8\n9", "1\n2\n3\n4\nfive\n6\n7\n8\n9"); got != want {
		t.Errorf("got\n%swant\n%s", got, want)
	}
}

func TestParse(t *testing.T) {
	s, err := Parse("s", []byte("# note\nconfig 1\nplan! a -var 'x=a b'\nedit id {\"a\": [1, 2]}\n-- 1.tf --\n"))
	if err != nil {
		t.Fatal(err)
	}
	plan, edit := s.Verbs[1], s.Verbs[2]
	if plan.Line != 3 || !plan.Fails || strings.Join(plan.Args, "|") != "a|-var|x=a b" {
		t.Errorf("plan: got %+v", plan)
	}
	if edit.Rest != `{"a": [1, 2]}` {
		t.Errorf("edit: got %+v", edit)
	}
	for script, want := range map[string]string{
		"paln a":           "s:1: unknown verb \"paln\"; valid verbs: apply, config,",
		"plan":             "s:1: plan: wrong number of arguments",
		"plan a\nplan a":   "s:2: step \"a\": named twice",
		"plan A":           "step \"A\": expected lower-case",
		"plan a\nconfig 2": "s:2: config 2: no file 2.tf",
		"plan a 'b":        "a quote is not closed",
		"apply":            "no plan and no state to compare",
	} {
		_, err := Parse("s", []byte(script+"\n"))
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: got %v, want %s", script, err, want)
		}
	}
}

// TestScenarios reads every scenario of the module, so that mistakes in them are found without terraform.
func TestScenarios(t *testing.T) {
	if _, err := Load(filepath.Join("..", "scenarios"), nil); err != nil {
		t.Fatal(err)
	}
}

// TestSkipsExist checks that every line of the list names a step that exists.
func TestSkipsExist(t *testing.T) {
	skips, err := Skips(filepath.Join("..", "..", "..", "testdata", "PARITY-SKIP"))
	if err != nil {
		t.Fatal(err)
	}
	scenarios, err := Load(filepath.Join("..", "scenarios"), nil)
	if err != nil {
		t.Fatal(err)
	}
	steps := map[string]bool{}
	for _, s := range scenarios {
		for _, v := range s.Verbs {
			if v.Name == "plan" || v.Name == "state" {
				steps[s.Name+"/"+v.Args[0]] = true
			}
		}
	}
	for name := range skips {
		if !steps[name] && !strings.HasPrefix(name, "made/") { // these have numbers
			t.Errorf("PARITY-SKIP: no step %s", name)
		}
	}
}

func TestDumpUndump(t *testing.T) {
	dir := t.TempDir()
	c := Case{Scenario: "s", Step: "a", Kind: "state", Mode: "destroy", JSON: []byte("{}"), Text: []byte("t"), ANSI: []byte("c"), Schemas: []byte("[]")}
	if err := c.Dump(dir); err != nil {
		t.Fatal(err)
	}
	got, err := Undump(dir)
	if err != nil {
		t.Fatal(err)
	}
	if len(got) != 1 || got[0].Name() != "s/a" || got[0].Kind != "state" || got[0].Mode != "destroy" || string(got[0].ANSI) != "c" || string(got[0].Schemas) != "[]" {
		t.Errorf("got %+v", got)
	}
}

// fake writes a program that prints its arguments and its input, in place of planfmt.
func fake(t *testing.T, script string) Planfmt {
	t.Helper()
	file := filepath.Join(t.TempDir(), "planfmt")
	if err := os.WriteFile(file, []byte("#!/bin/sh\n"+script), 0o755); err != nil {
		t.Fatal(err)
	}
	return Planfmt{Binary: file, SchemaFile: "S"}
}

func TestReport(t *testing.T) {
	echo := `echo "$@"; cat`
	good := Case{
		Scenario: "s", Step: "good", Kind: "plan", Mode: "destroy", JSON: []byte("in\n"),
		Text: []byte("show --width=78 --mode=destroy --color=never --schemas=S\nin\n"),
		ANSI: []byte("show --width=78 --mode=destroy --color=always --schemas=S\nin\n"),
	}
	text, colour, state := good, good, good
	text.Step, text.Text = "text", []byte("else\n")
	colour.Step, colour.ANSI = "colour", append([]byte("\x1b[1m"), good.ANSI...)
	state.Step, state.Kind = "state", "state"
	var out strings.Builder
	r := Report{Out: &out, Planfmt: fake(t, echo), Skips: map[string]string{"s/text": "a reason", "s/good": "another"}}
	for _, c := range []Case{good, text, colour, state} {
		if err := r.one(context.Background(), c); err != nil {
			t.Fatal(err)
		}
	}
	if r.Summary() {
		t.Error("a difference was not a failure")
	}
	for _, want := range []string{
		"ok s/good (listed to be skipped, which is not needed)\n",
		"skip s/text: a reason\n",
		"FAIL s/colour (- terraform, + planfmt)\n    in colour:\n    -‹bold›show",
		"1 passed, 1 failed, 1 skipped\n",
	} {
		if !strings.Contains(out.String(), want) {
			t.Errorf("no %q in\n%s", want, out.String())
		}
	}
	broken := Report{Out: &out, Planfmt: fake(t, "echo oh >&2; exit 3")}
	if err := broken.one(context.Background(), good); err != nil || broken.failed != 1 || !strings.Contains(out.String(), "exit status 3: oh") {
		t.Errorf("a failing planfmt: %v\n%s", err, out.String())
	}
}
