package report_test

import (
	"context"
	"os"
	"testing"

	"github.com/planfmt/planfmt"
	"github.com/planfmt/planfmt/computed"
	"github.com/planfmt/planfmt/plans"
)

// TestOverview checks that the overview comes before anything is written, and without values.
func TestOverview(t *testing.T) {
	f, err := os.Open("testdata/example/plan.json")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	var w countingWriter
	calls := 0
	opts := planfmt.Options{Format: "json"}
	opts.Overview = func(sum computed.Summary) {
		calls++
		if w.n > 0 {
			t.Error("something has been written before the overview")
		}
		if sum.Counts[plans.Update] != 2 || sum.Counts[plans.DeleteThenCreate] != 1 || sum.TerraformVersion == "" {
			t.Errorf("the overview is %+v", sum)
		}
		if sum.Outputs != nil || sum.Invoked != nil || sum.Checks != nil {
			t.Error("the overview has values")
		}
		clear(sum.Counts) // which belong to the receiver
	}
	res, err := planfmt.Show(context.Background(), &w, f, opts)
	if err != nil {
		t.Fatal(err)
	}
	if calls != 1 || w.n == 0 || res.Summary.Counts[plans.Update] != 2 || len(res.Summary.Outputs) == 0 {
		t.Errorf("%d calls, %d bytes, %+v", calls, w.n, res.Summary)
	}
}

type countingWriter struct{ n int }

func (w *countingWriter) Write(p []byte) (int, error) {
	w.n += len(p)
	return len(p), nil
}
