package runlog_test

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"

	"github.com/planfmt/planfmt"
	"github.com/planfmt/planfmt/internal/read/jsonlog"
	"github.com/planfmt/planfmt/runlog"
	"github.com/planfmt/planfmt/test/kit"
)

// followed is what a log looks like beside the plan that is applied.
type followed struct {
	text, remarks string
	asPlanned     bool
	last          runlog.Progress
}

// follow shows a log beside the plan that is applied.
func follow(t *testing.T, plan, log string) followed {
	t.Helper()
	p, err := runlog.OpenPlan(context.Background(), strings.NewReader(plan), planfmt.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer p.Close()
	var f followed
	var out bytes.Buffer
	res, err := runlog.ShowAll(context.Background(), []runlog.Input{{Open: func() (io.ReadCloser, error) { return io.NopCloser(strings.NewReader(log)), nil }}},
		runlog.Options{
			Plan: p, Warn: func(w planfmt.Warning) { f.remarks += w.Text + "\n" },
			Watch: func(run *jsonlog.Run) {
				if !run.IsEmpty() {
					f.last = p.Progress()
				}
			},
		}, runlog.Target{W: &out})
	if err != nil {
		t.Fatal(err)
	}
	f.text, f.asPlanned = out.String(), res.AsPlanned
	return f
}

var progressMark = regexp.MustCompile(`(?m)^\[(\d+)/(\d+)(?:, (\d+) failed)?\] `)

// TestLogPlanCounts compares the progress after each beginning of recorded logs with what [planfmt.Outcome] says about it: two ways to the same
// counts.
func TestLogPlanCounts(t *testing.T) {
	files, err := filepath.Glob(filepath.Join("testdata", "outcome", "*.txtar"))
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range files {
		t.Run(filepath.Base(file), func(t *testing.T) {
			t.Parallel()
			a, err := txtar.ParseFile(file)
			if err != nil {
				t.Fatal(err)
			}
			plan, log := string(kit.Section(a, "plan.json")), string(kit.Section(a, "apply.jsonl"))
			lines := strings.SplitAfter(log, "\n")
			for n := len(lines); n > 0; n-- {
				if n != len(lines) && testing.Short() && n%5 != 0 {
					continue
				}
				part := strings.Join(lines[:n], "")
				text, asPlanned := kit.OutcomeOf(t, "json", plan, part, "")
				var doc struct {
					Log    string
					Counts map[string]int
				}
				if err := json.Unmarshal([]byte(text), &doc); err != nil {
					t.Fatal(err)
				}
				f := follow(t, plan, part)
				if f.asPlanned != asPlanned {
					t.Fatalf("after %d lines: as planned is %t, and outcome says %t", n, f.asPlanned, asPlanned)
				}
				if head, _ := kit.OutcomeOf(t, "human", plan, part, ""); !strings.Contains(f.text, strings.SplitN(head, "\n", 2)[0]) {
					t.Errorf("after %d lines, it does not end with the headline of outcome:\n%s", n, f.text)
				}
				if doc.Log == "succeeded" {
					continue // what the log says nothing about is known to be done only then
				}
				got, want := f.last, runlog.Progress{
					Planned: f.last.Planned, Done: doc.Counts["as_planned"], Failed: doc.Counts["failed"], Left: doc.Counts["not_reached"] + doc.Counts["unclear"],
				}
				if got.Waiting = 0; got != want {
					t.Errorf("after %d lines, the progress is %+v, want %+v", n, got, want)
				}
				if waits := strings.Count(f.text, "It was to come after"); doc.Log == "failed" && f.last.Waiting != waits {
					t.Errorf("after %d lines, %d wait, and the text says so of %d", n, f.last.Waiting, waits)
				}
			}
		})
	}
}

// TestLogPlan checks what a log says beside a plan: order, failures, other plans, lines that come twice, and that secrets of the plan are hidden.
func TestLogPlan(t *testing.T) {
	const secret = "zq8Wx93kPl-one"
	change := func(name, action string) string {
		before, after := `{"id":"1","n":1}`, `{"id":"1","n":2}`
		if action == "create" {
			before = "null"
		}
		if action == "delete" {
			after = "null"
		}
		return fmt.Sprintf(`{"address":"x_y.%s","mode":"managed","type":"x_y","name":%[1]q,"provider_name":"registry.terraform.io/z/x","change":{"actions":[%q],"before":%s,"after":%s,"after_unknown":{},"before_sensitive":{},"after_sensitive":{}}}`,
			name, action, before, after)
	}
	resource := func(name, uses string) string {
		refs := ""
		if uses != "" {
			refs = fmt.Sprintf(`"n":{"references":["x_y.%s.id","x_y.%[1]s"]}`, uses)
		}
		return fmt.Sprintf(`{"address":"x_y.%s","mode":"managed","type":"x_y","name":%[1]q,"provider_config_key":"x","expressions":{%s},"schema_version":0}`, name, refs)
	}
	plan := `{"format_version":"1.2","terraform_version":"1.14.0","applyable":true,"complete":true,"errored":false,"resource_changes":[` +
		strings.Join([]string{
			change("a", "create"), change("b", "update"), change("c", "create"), change("d", "create"),
			`{"address":"x_y.s","mode":"managed","type":"x_y","name":"s","provider_name":"registry.terraform.io/z/x","change":{"actions":["update"],"before":{"p":"` + secret + `"},"after":{"p":"` + secret + `","n":1},"after_unknown":{},"before_sensitive":{"p":true},"after_sensitive":{"p":true}}}`,
		}, ",") + `],"configuration":{"provider_config":{"x":{"name":"x","full_name":"registry.terraform.io/z/x"}},"root_module":{"resources":[` +
		strings.Join([]string{resource("a", ""), resource("b", "a"), resource("c", "b"), resource("d", ""), resource("s", "")}, ",") + `]}}}`
	second := 0
	line := func(kind, address, action, more string) string {
		second++
		return fmt.Sprintf(`{"@level":"info","@message":"m","@module":"terraform.ui","@timestamp":"2026-01-01T00:%02d:%02dZ","hook":{"resource":{"addr":%q},"action":%q%s},"type":"apply_%s"}`+"\n",
			second/60, second%60, address, action, more, kind)
	}
	start := `{"@level":"info","@message":"x","@timestamp":"2026-01-01T00:00:00Z","terraform":"1.14.0","type":"version","ui":"1.2"}` + "\n"
	failure := func(address, text string) string {
		return fmt.Sprintf(`{"@level":"error","@message":"Error","@timestamp":"2026-01-01T00:09:00Z","diagnostic":{"severity":"error","summary":"no","detail":%q,"address":%q},"type":"diagnostic"}`+"\n", text, address)
	}
	for name, test := range map[string]struct {
		log       string
		want, not []string
	}{
		"what comes after a failure": {
			start + line("start", "x_y.a", "create", "") + line("errored", "x_y.a", "create", "") + line("complete", "x_y.d", "create", `,"elapsed_seconds":1`) + failure("x_y.a", "quota of "+secret),
			[]string{
				"[0/5, 1 failed] x_y.a: Creation errored after 0s; 2 changes that were to come after it wait\n", "[1/5, 1 failed] x_y.d: Creation complete after 1s\n",
				"1 of 5 changes done as planned: 1 failed, 3 not reached.", "It was to come after x_y.a, which failed.", "(copy of a sensitive value)",
			},
			[]string{secret, "Creating..."},
		},
		"not in the plan": {
			start + line("complete", "x_y.other", "delete", "") + line("complete", "x_y.a", "delete", ""),
			[]string{"[0/5] x_y.other: Destruction complete after 0s (not in the plan)\n", "Changed, although not planned:\n  x_y.other\n", "The log says that something else was done: delete."},
			nil,
		},
		"twice": {
			start + line("complete", "x_y.d", "create", "") + line("complete", "x_y.d", "create", "") + line("complete", "x_y.d", "create", ""),
			[]string{"[1/5] x_y.d", "remarks: the log says 2 times that something is done of which it has said so before\n"},
			[]string{"[2/5]"},
		},
		"nothing ends for a while": {
			start + line("start", "x_y.a", "create", "") + line("progress", "x_y.a", "create", `,"elapsed_seconds":10`) +
				strings.ReplaceAll(line("progress", "x_y.a", "create", `,"elapsed_seconds":70`), "T00:", "T01:"),
			[]string{"[0/5] still under way: x_y.a (create, "},
			[]string{"[0/5] x_y"},
		},
		"in what is printed": {
			start + `{"@level":"info","@message":"m","hook":{"resource":{"addr":"x_y.a"},"provisioner":"local-exec","output":"key=` + secret + `"},"type":"provision_progress"}` + "\n" + "text " + secret + "\n" +
				line("complete", "x_y.d", "create", `,"id_key":"id","id_value":"`+secret+`"`),
			[]string{"x_y.a (local-exec): (copy of a sensitive value)\n(copy of a sensitive value)\n[1/5] x_y.d: Creation complete after 0s [id=(copy of a sensitive value)]\n"},
			[]string{secret},
		},
		"two runs": {
			start + line("complete", "x_y.d", "create", "") + start + line("complete", "x_y.a", "create", ""),
			[]string{"[1/5] x_y.d", "[1/5] x_y.a", "1 of 5 changes done as planned"},
			[]string{"[2/5]"},
		},
		"an address that escapes": {
			start + strings.NewReplacer("ESC", `\u001b`, "LF", `\n`).Replace(line("complete", "x.ESC[2J LF::error::", "create", "")), []string{`x.\x1b[2J`}, []string{"\x1b", "\n::error"},
		},
	} {
		f := follow(t, plan, test.log)
		text := f.text + "remarks: " + f.remarks
		for _, want := range test.want {
			if !strings.Contains(text, want) {
				t.Errorf("%s: there is no %q in\n%s", name, want, text)
			}
		}
		for _, not := range test.not {
			if strings.Contains(text, not) {
				t.Errorf("%s: there is %q in\n%s", name, not, text)
			}
		}
		if f.asPlanned {
			t.Errorf("%s: all was done as planned", name)
		}
	}
	if _, err := runlog.ShowAll(context.Background(), nil, runlog.Options{Plan: &runlog.Plan{}}); err == nil {
		t.Error("no log was compared with a plan")
	}
}

// TestLogPlanCountsUp checks that the counts of a run that succeeds never go down, and that a run that does all says so.
func TestLogPlanCountsUp(t *testing.T) {
	a, err := txtar.ParseFile(filepath.Join("testdata", "outcome", "update.txtar"))
	if err != nil {
		t.Fatal(err)
	}
	f := follow(t, string(kit.Section(a, "plan.json")), string(kit.Section(a, "apply.jsonl")))
	if !f.asPlanned || f.remarks != "" {
		t.Errorf("as planned: %t, remarks: %s", f.asPlanned, f.remarks)
	}
	last := ""
	for _, m := range progressMark.FindAllStringSubmatch(f.text, -1) {
		if m[1] < last || m[3] != "" {
			t.Errorf("%s after %s of %s", m[0], last, m[2])
		}
		last = m[1]
	}
	if last == "" {
		t.Errorf("no progress in\n%s", f.text)
	}
}
