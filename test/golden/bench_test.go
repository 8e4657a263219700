package golden_test

import (
	"bytes"
	"cmp"
	"context"
	"io"
	"os"
	"testing"

	"github.com/planfmt/planfmt"
	"github.com/planfmt/planfmt/computed"
	"github.com/planfmt/planfmt/internal/report/human"
	"github.com/planfmt/planfmt/internal/report/layout"
	"github.com/planfmt/planfmt/sinks"
	"github.com/planfmt/planfmt/test/kit"
)

// BenchmarkStages measures one stage after the other, with one worker, on the plan
// that PLANFMT_BENCH names, with the schemas of PLANFMT_BENCH_SCHEMAS. Without
// them, it takes the plan of the README. Show is all stages together. For the
// stages below, see the benchmarks of jsondoc, jsonplan, values, differ and sinks.
func BenchmarkStages(b *testing.B) {
	text := benchFile(b, "PLANFMT_BENCH", "testdata/example/plan.json")
	schemas := benchFile(b, "PLANFMT_BENCH_SCHEMAS", "testdata/example/schemas.json")
	opts := planfmt.Options{Comparison: planfmt.Comparison{Workers: 1, Schemas: []planfmt.SchemaSource{kit.SchemaText(schemas)}}}
	run := func(name string, f func() error) {
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			b.SetBytes(int64(len(text)))
			for b.Loop() {
				if err := f(); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
	show := func(layout planfmt.Layout, format string) func() error {
		return func() error {
			o := opts
			o.Layout, o.Format = layout, format
			_, err := planfmt.Show(context.Background(), io.Discard, bytes.NewReader(text), o)
			return err
		}
	}
	run("show/text", show(planfmt.Layout{}, ""))
	run("show/color", show(planfmt.Layout{Color: true}, ""))
	for _, format := range planfmt.Formats()[1:] {
		run("show/"+format.Name, show(planfmt.Layout{}, format.Name))
	}
	run("compare", func() error { // what Show does before it renders
		for _, err := range planfmt.Resources(context.Background(), bytes.NewReader(text), opts) {
			if err != nil {
				return err
			}
		}
		return nil
	})
	plan, err := planfmt.Load(context.Background(), bytes.NewReader(text), opts)
	if err != nil {
		b.Fatal(err)
	}
	run("render", func() error { // the lines of the values
		for _, r := range plan.Resources {
			for range r.Body.Lines(computed.RenderHumanOpts{}) {
			}
		}
		return nil
	})
	for name, sink := range map[string]sinks.Sink{"report/text": sinks.Text{}, "report/color": sinks.ANSI{}} {
		run(name, func() error { // render, lay out and put lines together
			w := human.New(io.Discard, layout.Options{Sink: sink})
			if err := w.Begin(plan.Summary); err != nil {
				return err
			}
			for _, r := range plan.Resources {
				if err := w.Resource(r); err != nil {
					return err
				}
			}
			return w.End(computed.Outcome{})
		})
	}
}

// benchFile reads the file that a variable names, or else another one.
func benchFile(b *testing.B, variable, other string) []byte {
	b.Helper()
	text, err := os.ReadFile(cmp.Or(os.Getenv(variable), other))
	if err != nil {
		b.Fatal(err)
	}
	return text
}
