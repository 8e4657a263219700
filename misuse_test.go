package planfmt_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"strings"
	"testing"

	"github.com/planfmt/planfmt"
	"github.com/planfmt/planfmt/computed"
	"github.com/planfmt/planfmt/internal/work/hazards"
	"github.com/planfmt/planfmt/rules"
	"github.com/planfmt/planfmt/runlog"
	"github.com/planfmt/planfmt/test/kit"
	"github.com/planfmt/planfmt/verdict"
)

// TestNoContext checks that each call says that the context is nil.
func TestNoContext(t *testing.T) {
	var none context.Context
	plan := func() io.Reader { return strings.NewReader(kit.ManyChanges(3)) }
	query, _ := planfmt.NewQuery("q", "1")
	opened, err := planfmt.Open(t.Context(), plan(), planfmt.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer opened.Close()
	opts := planfmt.Options{Policies: &planfmt.PolicyOptions{Policies: hazards.Sources()}}
	target := planfmt.Target{W: io.Discard}
	for name, call := range map[string]func() error{
		"Show":      func() error { _, err := planfmt.Show(none, io.Discard, plan(), opts); return err },
		"ShowAll":   func() error { _, err := planfmt.ShowAll(none, plan(), opts, target); return err },
		"ShowMany":  func() error { _, err := planfmt.ShowMany(none, nil, opts, target); return err },
		"Load":      func() error { _, err := planfmt.Load(none, plan(), opts); return err },
		"Open":      func() error { _, err := planfmt.Open(none, plan(), opts); return err },
		"Check":     func() error { _, err := planfmt.Check(none, plan(), opts); return err },
		"DiffPlans": func() error { _, err := planfmt.DiffPlans(none, plan(), plan(), opts); return err },
		"Outcome": func() error {
			_, err := planfmt.Outcome(none, planfmt.OutcomeInput{Plan: plan(), State: strings.NewReader(kit.StaleState(1, "l", 1))}, opts, target)
			return err
		},
		"Stale": func() error {
			_, err := planfmt.Stale(none, plan(), strings.NewReader(kit.StaleState(1, "l", 1)), opts, planfmt.StaleTerms{})
			return err
		},
		"Hash":      func() error { _, err := planfmt.Hash(none, plan(), opts); return err },
		"Identify":  func() error { _, err := planfmt.Identify(none, plan(), opts); return err },
		"WriteJSON": func() error { _, err := planfmt.WriteJSON(none, io.Discard, plan(), opts); return err },
		"Redact":    func() error { return planfmt.Redact(none, io.Discard, plan(), opts) },
		"Log":       func() error { _, err := runlog.Show(none, io.Discard, plan(), runlog.Options{}); return err },
		"Query.Run": func() error { _, err := query.Run(none, io.Discard, plan(), opts, ""); return err },
		"OpenSource": func() error {
			_, err := planfmt.OpenSource(none, plan(), planfmt.Input{}, nil)
			return err
		},
		"Resources": func() (err error) {
			for _, err = range planfmt.Resources(none, plan(), opts) {
			}
			return err
		},
		"OpenPlan.Resource": func() error { _, err := opened.Resource(none, 0); return err },
		"OpenPlan.All": func() error {
			_, err := opened.All(none, func(int, computed.Resource) error { return nil })
			return err
		},
		"OpenPlan.Select": func() error { _, err := opened.Select(none, rules.Set{}, nil); return err },
	} {
		if err := call(); !errors.Is(err, planfmt.ErrNoContext) {
			t.Errorf("%s without a context: %v", name, err)
		}
	}
}

// TestTargetsInherit checks that what a target leaves open is as in the options, in all calls with targets.
func TestTargetsInherit(t *testing.T) {
	plan := kit.ManyChanges(3)
	opts := planfmt.Options{Format: "compact", Layout: planfmt.Layout{Limit: 6, Width: 60, Color: true}}
	all := func(targets ...planfmt.Target) (out [4]string) {
		for i, call := range []func(...planfmt.Target) error{
			func(targets ...planfmt.Target) error {
				_, err := planfmt.ShowAll(t.Context(), strings.NewReader(plan), opts, targets...)
				return err
			},
			func(targets ...planfmt.Target) error {
				_, err := planfmt.ShowMany(t.Context(), []planfmt.Document{{Name: "a", Open: func() (io.ReadCloser, error) {
					return io.NopCloser(strings.NewReader(plan)), nil
				}}}, opts, targets...)
				return err
			},
			func(targets ...planfmt.Target) error {
				_, err := planfmt.DiffPlans(t.Context(), strings.NewReader(plan), strings.NewReader(kit.ManyChanges(4)), opts, targets...)
				return err
			},
			func(targets ...planfmt.Target) error {
				in := planfmt.OutcomeInput{Plan: strings.NewReader(kit.ManyChanges(30)), State: strings.NewReader(kit.StaleState(1, "l", 1))}
				_, err := planfmt.Outcome(t.Context(), in, opts, targets...)
				return err
			},
		} {
			var text bytes.Buffer
			for k := range targets {
				targets[k].W = &text
			}
			if err := call(targets...); err != nil {
				t.Fatalf("%d: %v", i, err)
			}
			out[i] = text.String()
		}
		return out
	}
	want := all(planfmt.Target{Format: "compact", Layout: opts.Layout})
	for name, got := range map[string][4]string{
		"nothing":     all(planfmt.Target{}),
		"no format":   all(planfmt.Target{Layout: opts.Layout}),
		"no layout":   all(planfmt.Target{Format: "compact"}),
		"own format":  all(planfmt.Target{Format: "human"}),
		"own layout":  all(planfmt.Target{Layout: planfmt.Layout{Limit: 6}}),
		"two targets": all(planfmt.Target{}, planfmt.Target{Format: "compact"}),
	} {
		for i := range got {
			expected := want[i]
			switch {
			case strings.HasPrefix(name, "own"):
				if got[i] == expected {
					t.Errorf("call %d, %s: the options count", i, name)
				}
				continue
			case name == "two targets":
				expected += expected
			}
			if got[i] != expected {
				t.Errorf("call %d, %s:\n%s", i, name, got[i])
			}
		}
	}
	var out, want1 bytes.Buffer
	const applied = `{"@level":"info","@message":"Terraform 1.11.4","terraform":"1.11.4","type":"version","ui":"1.2"}
{"@level":"info","@message":"Apply complete! Resources: 1 added, 0 changed, 0 destroyed.","changes":{"add":1,"change":0,"remove":0,"operation":"apply"},"type":"change_summary"}
`
	open := func() (io.ReadCloser, error) { return io.NopCloser(strings.NewReader(applied)), nil }
	logs := runlog.Options{Format: "markdown", Layout: runlog.Layout{Title: "Nightly"}}
	if _, err := runlog.ShowAll(t.Context(), []runlog.Input{{Open: open}}, logs, runlog.Target{W: &out}); err != nil {
		t.Fatal(err)
	}
	if _, err := runlog.Show(t.Context(), &want1, strings.NewReader(applied), logs); err != nil || out.String() != want1.String() || !strings.Contains(out.String(), "Nightly") {
		t.Errorf("%v: %s", err, &out)
	}
}

// TestMisuseOfMany checks that errors about targets, documents, logs and formats name what is wrong.
func TestMisuseOfMany(t *testing.T) {
	open := func() (io.ReadCloser, error) { return io.NopCloser(strings.NewReader(kit.ManyChanges(1))), nil }
	target := planfmt.Target{W: io.Discard}
	many := func(docs ...planfmt.Document) error {
		_, err := planfmt.ShowMany(t.Context(), docs, planfmt.Options{}, target)
		return err
	}
	show := func(opts planfmt.Options) error {
		_, err := planfmt.Show(t.Context(), io.Discard, strings.NewReader(kit.ManyChanges(1)), opts)
		return err
	}
	newWriter := func(io.Writer, planfmt.Layout) (planfmt.Writer, error) { return kit.CollectResources{}, nil }
	_, logErr := runlog.ShowAll(t.Context(), []runlog.Input{{Name: "apply.log"}}, runlog.Options{}, runlog.Target{W: io.Discard})
	for want, err := range map[string]error{
		"document 1: there is another one with the name stacks/a": many(planfmt.Document{Name: "stacks/a", Open: open}, planfmt.Document{Name: "stacks/a", Open: open}),
		"document 1 (b): the function to open it is nil":          many(planfmt.Document{Name: "a", Open: open}, planfmt.Document{Name: "b"}),
		"log 0 (apply.log): the function to open it is nil":       logErr,
		`Formats[1]: there is another format "own"`:               show(planfmt.Options{Formats: []planfmt.Format{{Name: "own", New: newWriter}, {Name: "own", New: newWriter}}}),
		"Formats[0]: the format has no name":                      show(planfmt.Options{Formats: []planfmt.Format{{New: newWriter}}}),
	} {
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q is not in the error %v", want, err)
		}
	}
	if _, err := planfmt.ShowAll(t.Context(), strings.NewReader(kit.ManyChanges(1)), planfmt.Options{}); !errors.Is(err, planfmt.ErrNoTargets) {
		t.Errorf("ShowAll without targets: %v", err)
	}
	if _, err := planfmt.ShowMany(t.Context(), nil, planfmt.Options{}); !errors.Is(err, planfmt.ErrNoTargets) {
		t.Errorf("ShowMany without targets: %v", err)
	}
}

// TestNeedsAreTold checks that a Summary says which facts have been asked for, for each target and call.
func TestNeedsAreTold(t *testing.T) {
	targets := []planfmt.Target{}
	for _, f := range planfmt.Formats() {
		targets = append(targets, planfmt.Target{W: io.Discard, Format: f.Name, Layout: planfmt.Layout{NoHazards: true}})
	}
	res, err := planfmt.ShowAll(t.Context(), strings.NewReader(kit.ManyChanges(3)), planfmt.Options{}, targets...)
	if err != nil {
		t.Fatal(err)
	}
	for i, f := range planfmt.Formats() {
		needs := res.Summaries[i].Needs
		if needs.Causes != f.Needs.Causes || needs.Hash != f.Needs.Hash || needs.Drift != f.Needs.Drift || needs.Hazards {
			t.Errorf("%s: %+v, but the format needs %+v", f.Name, needs, f.Needs)
		}
	}
	p, err := planfmt.Load(t.Context(), strings.NewReader(kit.ManyChanges(3)), planfmt.Options{Needs: planfmt.Needs{Hazards: true}})
	if err != nil || !p.Summary.Needs.Hazards || p.Summary.Needs.Hash {
		t.Errorf("%v: %+v", err, p.Summary.Needs)
	}
}

// TestNoJSON checks that results are no JSON by accident, wherever they are.
func TestNoJSON(t *testing.T) {
	res, err := planfmt.Show(t.Context(), io.Discard, strings.NewReader(kit.ManyChanges(3)), planfmt.Options{})
	if err != nil {
		t.Fatal(err)
	}
	p, err := planfmt.Load(t.Context(), strings.NewReader(kit.ManyChanges(3)), planfmt.Options{Needs: planfmt.Needs{Causes: true}})
	if err != nil {
		t.Fatal(err)
	}
	rep, err := planfmt.Check(t.Context(), strings.NewReader(kit.ManyChanges(3)), planfmt.Options{Policies: &planfmt.PolicyOptions{Policies: hazards.Sources()}})
	if err != nil {
		t.Fatal(err)
	}
	for _, v := range []any{
		res, *res, res.Summary, res.Outcome, p, *p, p.Resources, p.Resources[0].Body,
		computed.Leaf{},
		computed.Cause{},
		&computed.Cause{},
		computed.Reference{},
		computed.Output{},
		computed.ActionInvocation{},
		computed.PlanDiff{},
		planfmt.PlanDiffResult{},
		runlog.Result{},
		planfmt.ManyResult{Documents: make([]planfmt.DocumentResult, 1)},
		rep, *rep,
		verdict.Result{},
		verdict.Cause{},
		map[string]any{"plan": res},
	} {
		if text, err := json.Marshal(v); err == nil || !strings.Contains(err.Error(), "json") {
			t.Errorf("%T: %v, %.200s", v, err, text)
		}
	}
}
