package planfmt_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/planfmt/planfmt"
	"github.com/planfmt/planfmt/computed"
	"github.com/planfmt/planfmt/plans"
	"github.com/planfmt/planfmt/test/kit"
)

func exampleSources() []planfmt.SchemaSource {
	return []planfmt.SchemaSource{kit.SchemaText([]byte(exampleSchemas))}
}

// However a plan is read and by how many it is drawn, it comes out the same.
func TestShowWays(t *testing.T) {
	text := kit.ManyChanges(200)
	file := filepath.Join(t.TempDir(), "plan.json")
	if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	var want string
	for _, workers := range []int{1, 0, 16} {
		for name, limit := range map[string]int64{"in memory": 0, "spooled": 1000} {
			for kind, open := range map[string]func() io.Reader{
				"stream": func() io.Reader { return kit.OnlyReader{Reader: strings.NewReader(text)} },
				"seeker": func() io.Reader { return strings.NewReader(text) },
				"file": func() io.Reader {
					f, err := os.Open(file)
					if err != nil {
						t.Fatal(err)
					}
					t.Cleanup(func() { f.Close() })
					return f
				},
			} {
				var out bytes.Buffer
				res, err := planfmt.Show(context.Background(), &out, open(), planfmt.Options{
					Comparison: planfmt.Comparison{Schemas: exampleSources(), Workers: workers},
					Input:      planfmt.Input{MemoryLimit: limit, TempDir: t.TempDir()},
				})
				if err != nil || len(res.Problems) > 0 || !res.Changes {
					t.Fatalf("%s, %s, %d workers: %+v, %v", kind, name, workers, res, err)
				}
				if want == "" {
					want = out.String()
				}
				if out.String() != want {
					t.Errorf("%s, %s, %d workers: %s", kind, name, workers, kit.LineDiff(want, out.String()))
				}
			}
		}
	}
	if n := strings.Count(want, " will be updated in-place"); n != 200 {
		t.Errorf("%d resources", n)
	}
}

func TestShowErrors(t *testing.T) {
	broken := errors.New("broken")
	for name, test := range map[string]struct {
		opts planfmt.Options
		want string
	}{
		"format":  {planfmt.Options{Format: "humann"}, `unknown format "humann"; valid values: human`},
		"product": {planfmt.Options{Input: planfmt.Input{Product: "pulumi"}}, `unknown product "pulumi"; valid values: auto, terraform, opentofu`},
		"schemas that do not open": {planfmt.Options{
			Comparison: planfmt.Comparison{
				Schemas: []planfmt.SchemaSource{{
					Name: "s.json", Open: func() (io.ReadCloser, error) { return nil, broken },
				}},
			},
		}, "broken"},
		"schemas that are none": {planfmt.Options{
			Comparison: planfmt.Comparison{
				Schemas: []planfmt.SchemaSource{{
					Name: "s.json", Open: func() (io.ReadCloser, error) { return io.NopCloser(strings.NewReader("[]")), nil },
				}},
			},
		}, "s.json: not provider schemas"},
		"no schemas": {planfmt.Options{Comparison: planfmt.Comparison{RequireExact: true}}, "no provider schema for demo_disk"},
	} {
		t.Run(name, func(t *testing.T) {
			var out bytes.Buffer
			_, err := planfmt.Show(context.Background(), &out, strings.NewReader(examplePlan), test.opts)
			if err == nil || !strings.Contains(err.Error(), test.want) {
				t.Errorf("got %v, want %s", err, test.want)
			}
			if out.Len() > 0 {
				t.Errorf("an error, and output:\n%s", &out)
			}
		})
	}
}

func TestShowCancelled(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	var out bytes.Buffer
	if _, err := planfmt.Show(ctx, &out, strings.NewReader(kit.ManyChanges(10)), planfmt.Options{}); !errors.Is(err, context.Canceled) || out.Len() > 0 {
		t.Errorf("got %v and %q", err, &out)
	}
}

// manyOutputs is a plan with n outputs. Every hundredth is wrong.
func manyOutputs(n int) string {
	var b strings.Builder
	b.WriteString(`{"format_version": "1.2", "output_changes": {`)
	for i := range n {
		if i > 0 {
			b.WriteString(",")
		}
		action := "update"
		if i%100 == 99 {
			action = "wrong"
		}
		fmt.Fprintf(&b, `"o%04d": {"actions": [%q], "before": "value %[1]d", "after": "new value %[1]d"}`, i, action)
	}
	b.WriteString(`}}`)
	return b.String()
}

// TestManyOutputs checks that outputs and their problems are in order, however many
// workers compare them, and that the context and panics end the comparison.
func TestManyOutputs(t *testing.T) {
	const n = 1000
	plan := manyOutputs(n)
	var first string
	for _, workers := range []int{1, 0, 5} {
		var out bytes.Buffer
		res, err := planfmt.Show(t.Context(), &out, strings.NewReader(plan), planfmt.Options{Comparison: planfmt.Comparison{Workers: workers}})
		if err != nil {
			t.Fatal(err)
		}
		have := fmt.Sprint(out.String(), res.Problems)
		if first == "" {
			first = have
		}
		if have != first || len(res.Problems) != n/100 {
			t.Errorf("with %d workers, there are %d problems in\n%s", workers, len(res.Problems), have)
		}
		for i, o := range res.Summary.Outputs {
			if want := fmt.Sprintf("o%04d", i); o.Name != want {
				t.Fatalf("output %d is %s, want %s", i, o.Name, want)
			}
		}
	}
	for _, workers := range []int{1, 0, 5} {
		ctx, cancel := context.WithCancel(t.Context())
		var calls atomic.Int32
		var out bytes.Buffer
		opts := planfmt.Options{Comparison: planfmt.Comparison{Workers: workers, Wrap: func(_ planfmt.Owner, d computed.Diff) computed.Diff {
			if calls.Add(1) == 300 {
				cancel()
			}
			return d
		}}}
		if _, err := planfmt.Show(ctx, &out, strings.NewReader(plan), opts); !errors.Is(err, context.Canceled) || out.Len() > 0 {
			t.Errorf("cancelled: have %v and %q", err, &out)
		}
		opts.Wrap = func(planfmt.Owner, computed.Diff) computed.Diff { panic("wrap") }
		var p *planfmt.PanicError
		if _, err := planfmt.Show(t.Context(), &out, strings.NewReader(plan), opts); !errors.As(err, &p) || out.Len() > 0 {
			t.Errorf("panicking: have %v and %q", err, &out)
		}
	}
}

// failingWriter fails when its time has come: at Begin, at the n-th resource,
// at End.
type failingWriter struct{ begin, resource, end error }

func (w *failingWriter) Begin(computed.Summary) error { return w.begin }

func (w *failingWriter) Resource(computed.Resource) error { return w.resource }

func (w *failingWriter) End(computed.Outcome) error { return w.end }

func TestWriterErrors(t *testing.T) {
	broken := errors.New("broken")
	for name, w := range map[string]*failingWriter{
		"begin": {begin: broken}, "resource": {resource: broken}, "end": {end: broken},
	} {
		format := planfmt.Format{Name: "human", New: func(io.Writer, planfmt.Layout) (planfmt.Writer, error) { return w, nil }}
		_, err := planfmt.Show(context.Background(), io.Discard, strings.NewReader(kit.ManyChanges(50)), planfmt.Options{Formats: []planfmt.Format{format}})
		if !errors.Is(err, broken) {
			t.Errorf("%s: got %v", name, err)
		}
	}
}

// Wrap sees each body, each output and each configuration, and nothing else,
// with what it belongs to.
func TestWrap(t *testing.T) {
	const plan = `{"format_version": "1.2", "resource_changes": [{"address": "a_b.c", "mode": "managed", "type": "a_b", "name": "c", "provider_name": "p",
		"change": {"actions": ["create"], "before": null, "after": {"x": 1}}}],
		"action_invocations": [{"address": "action.a_b.d", "type": "a_b", "name": "d", "provider_name": "p", "config_values": {"y": 2}, "invoke_action_trigger": {}},
			{"address": "action.a_b.e", "type": "a_b", "name": "e", "provider_name": "p", "config_values": {"y": 2},
			"lifecycle_action_trigger": {"triggering_resource_address": "a_b.c", "action_trigger_event": "AfterCreate"}}],
		"output_changes": {"o": {"actions": ["create"], "before": null, "after": 3}}}`
	var have []string
	_, err := planfmt.Show(context.Background(), io.Discard, strings.NewReader(plan), planfmt.Options{
		Comparison: planfmt.Comparison{
			Workers: 1,
			Wrap: func(o planfmt.Owner, d computed.Diff) computed.Diff {
				var whose []string
				if o.Resource != nil {
					whose = append(whose, o.Resource.Address, o.Resource.Type, o.Resource.Action.String())
				}
				if o.Action != nil {
					whose = append(whose, o.Action.Address)
				}
				have = append(have, strings.Join(append(whose, o.Output), " ")+": "+d.Text())
				return d
			},
		},
	})
	if err != nil {
		t.Fatal(err)
	}
	slices.Sort(have)
	want := []string{
		"a_b.c a_b create : {\n      + x = 1\n    }",
		"a_b.c a_b create action.a_b.e : {\n        # (1 unchanged attribute hidden)\n    }",
		"action.a_b.d : {\n        # (1 unchanged attribute hidden)\n    }",
		"o: 3",
	}
	if !slices.Equal(have, want) {
		t.Errorf("wrapped %q, want %q", have, want)
	}
}

func TestNames(t *testing.T) {
	for _, name := range plans.Modes() {
		m, err := plans.ParseMode(name)
		if err != nil || m.String() != name {
			t.Errorf("%s reads as %v, %v", name, m, err)
		}
	}
	if s := plans.Mode(9).String(); s != "mode(9)" {
		t.Errorf("a mode that does not exist is %q", s)
	}
}
