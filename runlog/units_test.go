package runlog_test

import (
	"bytes"
	"context"
	"fmt"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/planfmt/planfmt/internal/read/jsonlog"
	"github.com/planfmt/planfmt/internal/testkit/sampling"
	"github.com/planfmt/planfmt/runlog"
)

// unitLog returns the log of a run: a plan or an apply, which may fail or break off.
func unitLog(r *rand.Rand, name string) (lines []string) {
	add := func(format string, args ...any) { lines = append(lines, fmt.Sprintf(format, args...)) }
	add(`{"@level":"info","@message":"Terraform 1.14.0","type":"version","terraform":"1.14.0"}`)
	n := r.IntN(4)
	for i := range n {
		add(`{"@level":"info","@message":"m","type":"planned_change","change":{"resource":{"addr":"a.%s[%d]"},"action":"create"}}`, name, i)
	}
	add(`{"@level":"info","@message":"Plan: %d to add","type":"change_summary","changes":{"add":%d,"operation":"plan"}}`, n, n)
	for i := range n {
		add(`{"@level":"info","@message":"m","type":"apply_start","hook":{"resource":{"addr":"a.%s[%d]"},"action":"create"}}`, name, i)
		add(`{"@level":"info","@message":"m","type":"apply_complete","hook":{"resource":{"addr":"a.%s[%d]"},"action":"create"}}`, name, i)
	}
	if r.IntN(3) == 0 {
		add(`{"@level":"error","@message":"Error: no","type":"diagnostic","diagnostic":{"severity":"error","summary":"no %s"}}`, name)
	} else if n > 0 {
		add(`{"@level":"info","@message":"Apply complete!","type":"change_summary","changes":{"add":%d,"operation":"apply"}}`, n)
	}
	return lines[:len(lines)-r.IntN(2)*r.IntN(len(lines))]
}

// TestUnits mixes the logs of several units: each run is the same as if it were alone.
func TestUnits(t *testing.T) {
	show := func(log string) []*jsonlog.Run {
		res, err := runlog.Show(context.Background(), &bytes.Buffer{}, strings.NewReader(log), runlog.Options{})
		if err != nil {
			t.Fatalf("%v: %s", err, log)
		}
		return res.Runs
	}
	for seed := range sampling.Seeds(2400) {
		r := rand.New(rand.NewPCG(seed, 5))
		names := []string{"vpc", "live/app", "db"}
		var left [3][]string
		want := map[string]*jsonlog.Run{}
		for i, name := range names {
			left[i] = unitLog(r, name[:2])
			want[name] = show(strings.Join(left[i], "\n"))[0]
		}
		mixed := ""
		for len(left[0])+len(left[1])+len(left[2]) > 0 {
			i := r.IntN(3)
			if len(left[i]) == 0 {
				continue
			}
			mixed += []string{"[%s] ", "10:00:00.100 STDOUT [%s] terraform: "}[r.IntN(2)]
			mixed = fmt.Sprintf(mixed, names[i]) + left[i][0] + "\n"
			left[i] = left[i][1:]
		}
		runs := show(mixed)
		if len(runs) != 3 {
			t.Fatalf("%d runs in\n%s", len(runs), mixed)
		}
		for _, run := range runs {
			alone := want[run.Unit]
			if alone == nil {
				t.Fatalf("the unit %q in\n%s", run.Unit, mixed)
			}
			run.Unit, run.Began, run.Ended = "", time.Time{}, time.Time{}
			if run.End() != alone.End() || !reflect.DeepEqual(run, alone) {
				t.Fatalf("have %s %+v, want %s %+v of\n%s", run.End(), run, alone.End(), alone, mixed)
			}
		}
	}
}
