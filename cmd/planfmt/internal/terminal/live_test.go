package terminal

import (
	"bytes"
	"io"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/planfmt/planfmt/internal/base/width"
	"github.com/planfmt/planfmt/internal/read/jsonlog"
	"github.com/planfmt/planfmt/runlog"
	"github.com/planfmt/planfmt/sinks"
)

// began is when the runs in these tests began.
var began = time.Date(2026, 11, 22, 7, 0, 0, 0, time.UTC)

func screenOf(t *testing.T, s liveState, after time.Duration, columns, rows int) string {
	t.Helper()
	var b bytes.Buffer
	lines := liveLines(s, began.Add(after), columns, rows)
	if err := sinks.Write(&b, sinks.Text{EscapeRunnerCommands: true}, slices.Values(lines)); err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(b.String()) {
		if n := width.Of(strings.TrimSuffix(line, "\n")); n >= max(columns, 1) {
			t.Errorf("%d columns are too many for %d: %q", n, columns, line)
		}
	}
	if n := len(lines); n > max(rows-1, 0) {
		t.Errorf("%d lines are too many for %d", n, rows)
	}
	return b.String()
}

func TestLiveLines(t *testing.T) {
	op := func(what, doing string, after time.Duration, output string) liveOperation {
		return liveOperation{What: what, Doing: doing, Began: began.Add(after), Output: output}
	}
	several := []liveOperation{
		op("aws_vpc.main", "creating", 2*time.Second, ""),
		op(`module.app["web"].aws_instance.server[0]`, "destroying", 0, "a line \x1b[2J that is\tlong"),
		op("data.x.日本語", "reading", 65*time.Second, ""),
	}
	for _, test := range []struct {
		name          string
		state         liveState
		after         time.Duration
		columns, rows int
		want          string
	}{
		{"nothing", liveState{}, 0, 80, 24, ""},
		{"planning", liveState{IsActive: true, Began: began, Phase: livePlanning}, 3 * time.Second, 80, 24, "Planning (3s)\n"},
		{
			"reading",
			liveState{IsActive: true, Began: began, Phase: livePlanning, Refreshed: 12, Running: []liveOperation{op("a.b", "refreshing", 0, "")}},
			500 * time.Millisecond, 80, 24, "Planning: 12 read, 1 running (0s)\n  a.b  refreshing      0s\n",
		},
		{
			"applying",
			liveState{IsActive: true, Began: began, Phase: liveApplying, Done: 3, Planned: 8, Failed: 1, Running: several},
			70 * time.Second, 80, 24,
			"Applying: 3 of 8 done, 3 running, 1 failed (1m10s)\n" +
				"  aws_vpc.main                              creating     1m08s\n" +
				"  module.app[\"web\"].aws_instance.server[0]  destroying   1m10s  a line \\x1b[2J…\n" +
				"  data.x.日本語                             reading         5s\n",
		},
		{
			"a plan",
			liveState{IsActive: true, Began: began, Phase: liveApplying, Done: 37, Planned: 112, Failed: 1, HasPlan: true, Left: 71, Waiting: 2, Running: several},
			70 * time.Second, 80, 3,
			"Applying: 37 of 112 done, 3 running, 1 failed, 71 left, 2 blocked (1m10s)\n  and 3 more\n",
		},
		{
			"a narrow terminal",
			liveState{IsActive: true, Began: began, Phase: liveApplying, Done: 3, Running: several},
			70 * time.Second, 30, 24,
			"Applying: 3 done, 3 running …\n  aws_vpc.main       creatin…\n  module.app[\"web\"…  destroy…\n  data.x.日本語      reading…\n",
		},
		{
			"a low terminal",
			liveState{IsActive: true, Began: began, Phase: liveApplying, Done: 3, Planned: 8, Running: several, More: 4},
			0, 80, 4,
			"Applying: 3 of 8 done, 7 running (0s)\n  aws_vpc.main  creating      0s\n  and 6 more\n",
		},
		{"no room", liveState{IsActive: true, Phase: liveApplying, Running: several}, 0, 1, 24, ""},
		{"one row", liveState{IsActive: true, Phase: liveApplying, Running: several}, 0, 80, 1, ""},
	} {
		if got := screenOf(t, test.state, test.after, test.columns, test.rows); got != test.want {
			t.Errorf("%s: got\n%s\nwant\n%s", test.name, got, test.want)
		}
	}
	for columns := range 60 {
		for rows := range 8 {
			screenOf(t, liveState{IsActive: true, Began: began, Phase: liveApplying, Running: several, More: 2}, time.Hour, columns, rows)
		}
	}
}

// running matches for how long something has been under way.
var running = regexp.MustCompile(`(\(|creating {6})\ds`)

// A screen shows what a log says is under way, and what is printed scrolls past above it.
func TestScreen(t *testing.T) {
	var terminal terminal
	s := &Streams{Out: &terminal, OutTTY: true, OutSize: func() (columns, lines int) { return 60, 20 }}
	screen := StartScreen(s, false)
	const (
		starts = `{"@level":"info","@message":"a.b: Creating...","hook":{"resource":{"addr":"a.b"},"action":"create"},"type":"apply_start"}` + "\n"
		output = `{"@level":"info","@message":"x","hook":{"resource":{"addr":"a.b"},"provisioner":"local-exec","output":"hello"},"type":"provision_progress"}` + "\n"
		ends   = `{"@level":"info","@message":"x","hook":{"resource":{"addr":"a.b"},"action":"create","elapsed_seconds":3},"type":"apply_complete"}` + "\n"
		done   = `{"@level":"info","@message":"Apply complete! Resources: 1 added, 0 changed, 0 destroyed.","changes":{"add":1,"change":0,"remove":0,"operation":"apply"},"type":"change_summary"}` + "\n"
	)
	r, w := io.Pipe()
	ended := make(chan error)
	go func() {
		layout := runlog.Layout{OnlyResults: true}
		_, err := runlog.ShowAll(t.Context(), []runlog.Input{{Open: func() (io.ReadCloser, error) { return r, nil }}},
			runlog.Options{Watch: screen.Watch}, runlog.Target{W: screen.Writer(s.Out), Layout: layout})
		ended <- err
	}()
	for _, step := range []struct{ line, want string }{
		{starts, "Applying: 0 done, 1 running (0s)\n  a.b  creating      0s\n"},
		{output, "a.b (local-exec): hello\nApplying: 0 done, 1 running (0s)\n  a.b  creating      0s  hello\n"},
		{ends, "a.b (local-exec): hello\na.b: Creation complete after 3s\nApplying: 1 done (0s)\n"},
		{done, "a.b (local-exec): hello\na.b: Creation complete after 3s\n\nApply complete! Resources: 1 added, 0 changed, 0 destroyed.\n"},
	} {
		if _, err := io.WriteString(w, step.line); err != nil {
			t.Fatal(err)
		}
		deadline := time.Now().Add(2 * time.Minute)
		// How long it takes depends on the machine.
		text := func() string { return running.ReplaceAllString(terminal.text(), "${1}0s") }
		for text() != step.want && time.Now().Before(deadline) {
			time.Sleep(10 * time.Millisecond)
		}
		if got := text(); got != step.want {
			t.Errorf("the terminal shows\n%s\nand not\n%s", got, step.want)
		}
	}
	w.Close()
	if err := <-ended; err != nil {
		t.Fatal(err)
	}
	screen.End()
	if strings.Contains(terminal.text(), "Applying") {
		t.Errorf("in the end, the terminal shows\n%s", terminal.text())
	}
}

func TestTakeState(t *testing.T) {
	log := `{"@level":"info","@message":"x","type":"test_abstract","test_abstract":{"a":["b","c"]}}
{"@level":"info","@message":"x","type":"test_run","test_run":{"path":"a","run":"b","progress":"starting"}}`
	run := &jsonlog.Run{}
	r := jsonlog.NewReader(strings.NewReader(log))
	for e, err := r.Next(); err == nil; e, err = r.Next() {
		run.Add(&e)
	}
	s := takeState(run, began, func(*jsonlog.Operation) time.Time { return began })
	if want := "Testing: 0 of 2 done, 1 running (0s)\n  a b  testing      0s\n"; screenOf(t, s, 0, 80, 24) != want {
		t.Errorf("got\n%s\nwant\n%s", screenOf(t, s, 0, 80, 24), want)
	}
}
