package kit

import (
	"bytes"
	"context"
	"strings"
	"testing"

	"github.com/planfmt/planfmt"
	"github.com/planfmt/planfmt/internal/read/jsonlog"
	"github.com/planfmt/planfmt/internal/report/wording"
	"github.com/planfmt/planfmt/runlog"
	"github.com/planfmt/planfmt/sinks"
)

// LogSection returns what a section should have.
func LogSection(t *testing.T, name, log string) string {
	t.Helper()
	var remarks strings.Builder
	opts := runlog.Options{Warn: func(w planfmt.Warning) { remarks.WriteString(w.Text + "\n") }}
	switch name {
	case "no-color":
		opts.Layout.NoBoxes = true
	case "ansi":
		opts.Layout.Color = true
	case "live":
		opts.Layout.OnlyResults = true
	case "markdown", "json":
		opts.Format = name
		opts.Layout.Markdown.Flavour = sinks.Flavours()[0]
	}
	var out bytes.Buffer
	res, err := runlog.Show(context.Background(), &out, strings.NewReader(log), opts)
	switch {
	case name == "remarks" && err != nil:
		remarks.WriteString(err.Error() + "\n")
		return remarks.String()
	case name == "remarks":
		return remarks.String()
	case err != nil:
		t.Fatal(err)
	case name == "end":
		var end strings.Builder
		for _, run := range res.Runs {
			end.WriteString(string(run.End()))
			if run.End() == jsonlog.BrokeOff {
				end.WriteString(": " + wording.BrokenOffText(run))
			}
			end.WriteString("\n")
		}
		return end.String()
	}
	return strings.ReplaceAll(out.String(), "\x1b", "␛")
}
