package jsonplan

import (
	"context"
	"errors"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/planfmt/planfmt/internal/read/jsondoc"
	"github.com/planfmt/planfmt/internal/testkit/sampling"
	"github.com/planfmt/planfmt/plans"
)

// TestBadPlan has what only a reader of plans notices; the tests of jsondoc have
// the rest.
func TestBadPlan(t *testing.T) {
	levels := 20_000
	if sampling.Full() {
		levels = 100_000
	}
	tests := map[string]struct {
		in   string
		kind plans.InputKind
		want string // the whole message
	}{
		"duplicate, outputs": {`{"output_changes":{"a":{},"\u0061":{}}}`, plans.InputNotJSON, `at /output_changes/a (byte 31, line 1): the name "a" stands twice in one object`},
		"deep, modules":      {`{"planned_values":{"root_module":` + strings.Repeat(`{"child_modules":[`, levels), plans.InputTooDeep, ""},
		"lost":               {lost(``, ``), plans.InputIncomplete, `resource_changes is absent, but planned_values lists a managed resource (a.b), so planfmt cannot show what happens to it; ` + hintLost},
		"lost, null":         {lost(``, `,"resource_changes":null`), plans.InputIncomplete, `resource_changes is null, but planned_values lists a managed resource (a.b), so planfmt cannot show what happens to it; ` + hintLost},
		"lost, empty": {
			lost(`,{"address":"module.m.a.c","mode":"managed"},{"address":"a.d"},{"address":"a.e"},{"address":"data.a.e"}`, `,"resource_changes":[]`), plans.InputIncomplete,
			`resource_changes is empty, but planned_values lists 4 managed resources (a.b, a.d, a.e, ...), so planfmt cannot show what happens to them; ` + hintLost,
		},
		"lost but for nothing": {
			lost(``, `,"resource_changes":[{"address":"a.c","mode":"managed","type":"a","name":"c","change":{"actions":["no-op"]}}]`), plans.InputIncomplete,
			`resource_changes is incomplete and has no changes to show, but planned_values lists a managed resource (a.b), so planfmt cannot show what happens to it; ` + hintLost,
		},

		"not a list": {`{"resource_changes":{}}`, plans.InputStructure, "at /resource_changes (byte 19, line 1): expected a list, found an object"},
		"drift":      {`{"resource_drift":1}`, plans.InputStructure, "at /resource_drift (byte 17, line 1): expected a list, found a number"},
		"outputs":    {`{"output_changes":[]}`, plans.InputStructure, "at /output_changes (byte 17, line 1): expected an object, found a list"},
		"errored":    {`{"errored":"no"}`, plans.InputStructure, "at /errored (byte 10, line 1): expected true or false, found a string"},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			for _, r := range []interface{ Read([]byte) (int, error) }{
				strings.NewReader(tt.in),
				iotest.OneByteReader(strings.NewReader(tt.in)),
				iotest.DataErrReader(strings.NewReader(tt.in)),
			} {
				p, err := Read(context.Background(), r, Options{})
				var ie *plans.InputError
				if !errors.As(err, &ie) {
					t.Fatalf("got %v, %v", p, err)
				}
				if ie.Kind != tt.kind || tt.want != "" && err.Error() != tt.want {
					t.Errorf("got kind %d: %s\nwant kind %d: %s", ie.Kind, err, tt.kind, tt.want)
				}
				if len(err.Error()) > 500 {
					t.Errorf("the message is %d bytes long", len(err.Error()))
				}
			}
		})
	}
}

// lost is a plan without changes, with more resources and more members.
func lost(resources, members string) string {
	return `{"format_version":"1.2","planned_values":{"root_module":{"resources":[{"address":"a.b","mode":"managed"}` + resources + `]}}` + members + `}`
}

// TestTempError checks that a folder that is no good for temporary files is
// named.
func TestTempError(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "none")
	plan := `{"format_version": "1.2", "resource_changes": [{"address": "a.b", "change": {"actions": ["create"], "before": null, "after": {"x": 1}}}]}`
	_, err := Read(t.Context(), iotest.OneByteReader(strings.NewReader(plan)), Options{Options: jsondoc.Options{MemoryLimit: 1, TempDir: dir}})
	var temp *plans.TempError
	if want := "temporary file in " + dir + ": no such file or directory"; !errors.As(err, &temp) || temp.Dir != dir || err.Error() != want && runtime.GOOS != "windows" {
		t.Errorf("have %v, want %s", err, want)
	}
}
