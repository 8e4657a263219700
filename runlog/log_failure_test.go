package runlog_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/planfmt/planfmt/internal/report/layout"
	"github.com/planfmt/planfmt/internal/report/marker"
	"github.com/planfmt/planfmt/internal/testkit/sampling"
	"github.com/planfmt/planfmt/plans"
	"github.com/planfmt/planfmt/runlog"
	"github.com/planfmt/planfmt/sinks"
	"github.com/planfmt/planfmt/test/kit"
)

// TestFailureIsInert checks that no log can do anything in the comment that says that planning failed, and that the comment remembers the plan before.
func TestFailureIsInert(t *testing.T) {
	t.Parallel()
	for i, s := range kit.Injections {
		if !sampling.Takes(t.Name(), s) && i%4 > 0 {
			continue
		}
		line, err := json.Marshal(map[string]any{
			"@level": "error", "@message": s, "@timestamp": "2026-01-01T00:00:00Z", "type": "diagnostic",
			"diagnostic": map[string]any{"severity": "error", "summary": s, "detail": s, "address": s, "snippet": map[string]any{"code": s, "start_line": 1, "values": []any{map[string]any{"traversal": s, "statement": s}}}, "range": map[string]any{"filename": s, "start": map[string]any{"line": 1}}},
		})
		if err != nil {
			t.Fatal(err)
		}
		huge := strings.Repeat(s, 400_000/(len(s)+1)+1)
		for what, log := range map[string]string{
			"text":             "Initializing\n" + s + "\n",
			"a log":            string(line) + "\n",
			"both":             s + "\n" + string(line) + "\n" + s,
			"a long text":      strings.Repeat(s+"\n", 3000),
			"a line of 400 kB": huge,
			"a fence":          "```\n" + s + "\n````````\n~~~~~~\n" + s,
		} {
			for j, flavour := range sinks.Flavours() {
				if !sampling.Full() && (i+j)%len(sinks.Flavours()) > 0 {
					continue
				}
				chosen := runlog.Layout{}
				chosen.Title = "Plan for " + s
				chosen.Markdown = layout.Markdown{Flavour: flavour, MaxSize: 5000, CommentID: "a/b", Remember: true, Failure: "Planning failed.", Run: &plans.PipelineRun{System: "github", Number: 6}}
				before, ok := marker.ParseMarker(flavour.Hide("planfmt:a/b 3 "+strings.Repeat("0", 64)+" all 0,1,2,3,0,0 - run=github:5"), "a/b")
				if !ok {
					t.Fatal("no marker")
				}
				chosen.Markdown.Previous = &before
				var b bytes.Buffer
				in := runlog.Input{Name: s, Open: func() (io.ReadCloser, error) { return io.NopCloser(strings.NewReader(log)), nil }}
				if _, err := runlog.ShowAll(t.Context(), []runlog.Input{in}, runlog.Options{}, runlog.Target{W: &b, Format: "markdown", Layout: chosen}); err != nil {
					t.Fatal(err)
				}
				got, where := b.String(), fmt.Sprintf("%s, %.60q for %s", what, s, flavour.Name)
				p := kit.ParseMarkdown(got, flavour.HasDetails)
				if len(got) > 5000 || !utf8.ValidString(got) || p.Details != p.Ends || len(p.Wrong) > 0 || !strings.Contains(got, "**Planning failed.** There is nothing to review.") {
					t.Errorf("%s: %d bytes, %d and %d, %s\n%s", where, len(got), p.Details, p.Ends, strings.Join(p.Wrong, "\n"), got)
				}
				if len(p.Fences) == 0 && strings.TrimSpace(s) != "" {
					t.Errorf("%s: nothing of the log is shown\n%s", where, got)
				}
				m, ok := marker.ParseMarker(got, "a/b")
				if !ok || !m.IsNewerThan(&plans.PipelineRun{System: "github", Number: 5}) || m.IsNewerThan(&plans.PipelineRun{System: "github", Number: 6}) || !strings.Contains(got, strings.Repeat("0", 64)+" all 0,1,2,3,0,0 - run=github:6") {
					t.Errorf("%s: another marker: %v, %.300s", where, ok, got)
				}
			}
		}
	}
}
