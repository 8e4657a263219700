package forge_test

import (
	"errors"
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/planfmt/planfmt/internal/forge"
	"github.com/planfmt/planfmt/internal/forge/forgetest"
)

var ours = []string{"plan/a b", "plan/b", "plan/c"}

// TestLabel goes through the life of a pull request with labels.
func TestLabel(t *testing.T) {
	for _, kind := range forge.Names() {
		t.Run(kind, func(t *testing.T) {
			s, cfg := start(t, kind)
			f, err := forge.New(kind, cfg)
			if err != nil {
				t.Fatal(err)
			}
			_, isLabeller := f.(forge.Labeller)
			if isLabeller != forge.HasLabels(kind) {
				t.Fatalf("HasLabels says %t", !isLabeller)
			}
			if !isLabeller {
				if _, err := forge.Label(t.Context(), f, ours, "plan/b"); !errors.Is(err, forge.ErrNoLabels) || len(s.TakeLog()) > 0 {
					t.Fatalf("%v", err)
				}
				return
			}
			step := func(want string, changes bool, requests int, labels ...string) {
				t.Helper()
				s.TakeLog()
				changed, err := forge.Label(t.Context(), f, ours, want)
				if log := s.TakeLog(); err != nil || changed != changes || len(log) != requests || !slices.Equal(s.Labels(), labels) {
					t.Fatalf("%v, %v: %q, want %q; %q", changed, err, s.Labels(), labels, log)
				}
			}
			each := func(removed int) int { // the requests that take labels off
				if kind == "gitlab" {
					return 0 // in the request that adds one
				}
				return removed
			}
			s.SetLabels("bug", "plan/approved", "plan/c")
			step("plan/a b", true, 2+each(1), "bug", "plan/approved", "plan/a b")
			step("plan/a b", false, 1, "bug", "plan/approved", "plan/a b")
			s.SetLabels("bug", "plan/a b", "plan/b", "plan/c")
			step("plan/b", true, 2+max(0, each(2)-1), "bug", "plan/b")
			step("", true, 2, "bug")
			step("", false, 1, "bug")
			s.SetLabels()
			step("plan/c", true, 2, "plan/c")
			if s.SetLabels("Plan/C", "PLAN/B"); kind == "gitlab" {
				step("plan/c", true, 2, "Plan/C", "PLAN/B", "plan/c") // these are others
			} else {
				step("plan/c", true, 2, "Plan/C")
			}
		})
	}
}

// TestLabelFailures checks what happens when requests about labels fail.
func TestLabelFailures(t *testing.T) {
	match := map[string]struct{ read, off, path string }{
		"github":       {"GET /repos/owner/repo/issues/7/labels", "DELETE", "POST /repos/owner/repo/issues/7/labels"},
		"gitlab":       {"GET /api/v4/projects/group%2Fproject/merge_requests/7", "PUT", "PUT"},
		"azure-devops": {"GET /project", "DELETE", "POST"},
	}
	for kind, at := range match {
		for name, c := range map[string]struct {
			fault   forgetest.Fault
			refused bool
			err     string // what the error begins with; empty if there is none
		}{
			"no list":                   {fault: forgetest.Fault{Match: at.read, Status: 200, Body: `{"value":null,"labels":null}`}, err: "cannot read the labels of the pull request: the answer"},
			"a label without a name":    {fault: forgetest.Fault{Match: at.read, Status: 200, Body: map[string]string{"github": `[{"id":1}]`, "gitlab": `{"labels":[""]}`, "azure-devops": `{"value":[{"id":"x"}]}`}[kind]}, err: "cannot read the labels of the pull request: the answer has a label without name"},
			"may not read":              {fault: forgetest.Fault{Match: at.read, Status: 403, Body: `{"message":"no"}`, Forever: true}, refused: true, err: "cannot read the labels of the pull request: status 403"},
			"may not write":             {fault: forgetest.Fault{Match: at.off, Status: 403, Body: `{"message":"no"}`, Forever: true}, refused: true, err: "cannot change the labels of the pull request: status 403"},
			"says that it is not there": {fault: forgetest.Fault{Match: at.off, Status: 404, Forever: true}, refused: true, err: "cannot change the labels of the pull request: status 404"},
			"may not add":               {fault: forgetest.Fault{Match: at.path, Status: 403, Forever: true}, refused: true, err: "cannot change the labels of the pull request: status 403"},
			"the answer is lost":        {fault: forgetest.Fault{Match: at.off, Status: 502, Late: true}},
			"too many requests":         {fault: forgetest.Fault{Match: at.off, Status: 429, Header: map[string]string{"Retry-After": "0"}}},
		} {
			t.Run(kind+"/"+name, func(t *testing.T) {
				t.Parallel()
				s, cfg := start(t, kind)
				s.SetLabels("bug", "plan/b", "plan/c")
				f, err := forge.New(kind, cfg)
				if err != nil {
					t.Fatal(err)
				}
				s.Fail(c.fault)
				_, err = forge.Label(t.Context(), f, ours, "plan/a b")
				if c.err == "" {
					if got := s.Labels(); err != nil || !slices.Equal(got, []string{"bug", "plan/a b"}) {
						t.Errorf("%v: %q", err, got)
					}
					return
				}
				failed, ok := errors.AsType[*forge.Error](err)
				if !ok || !strings.HasPrefix(err.Error(), c.err) || failed.IsRefused() != c.refused || !failed.IsLabelling() {
					t.Errorf("%v", err)
				}
				if s.Labels()[0] != "bug" || slices.Contains(s.Labels(), "plan/a b") {
					t.Errorf("%q", s.Labels())
				}
			})
		}
	}
	// One that somebody takes off meanwhile.
	s, cfg := start(t, "github")
	s.SetLabels("plan/c")
	s.Fail(forgetest.Fault{Match: "DELETE", Status: http.StatusNotFound, Late: true})
	f, err := forge.New("github", cfg)
	if err != nil {
		t.Fatal(err)
	}
	if changed, err := forge.Label(t.Context(), f, ours, "plan/b"); err != nil || !changed || !slices.Equal(s.Labels(), []string{"plan/b"}) {
		t.Errorf("%v: %q", err, s.Labels())
	}
}

func TestCheckLabel(t *testing.T) {
	for name, isGood := range map[string]bool{
		"plan/destroy": true, "plan: no-changes": true, "планы/destroy": true, "🔥destroy": true, "destroy": true, strings.Repeat("ä", 50): true,
		" destroy": false, "destroy ": false, "a,b": false, "a;b": false, "a\nb": false, "a\x1b[31m": false, "a\u202eb": false, "\xff": false, "..": false, ".": false, strings.Repeat("a", 51): false,
	} {
		if err := forge.CheckLabel(name); (err == nil) != isGood {
			t.Errorf("%q: %v", name, err)
		}
	}
}
