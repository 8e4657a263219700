package policy_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"

	"github.com/planfmt/planfmt/diag"
	"github.com/planfmt/planfmt/policy"
	"github.com/planfmt/planfmt/verdict"
)

// TestCases runs the cases in testdata/cases: policies with tests and what comes out of each mock, or where an
// error must be reported.
func TestCases(t *testing.T) {
	names, err := filepath.Glob("policy/testdata/cases/*.txtar")
	if err != nil || len(names) == 0 {
		t.Fatal("no cases", err)
	}
	for _, name := range names {
		t.Run(strings.TrimSuffix(filepath.Base(name), ".txtar"), func(t *testing.T) {
			archive, err := txtar.ParseFile(name)
			if err != nil {
				t.Fatal(err)
			}
			runCase(t, archive)
		})
	}
}

func runCase(t *testing.T, archive *txtar.Archive) {
	dir := t.TempDir()
	for _, f := range archive.Files {
		if err := os.WriteFile(filepath.Join(dir, f.Name), f.Data, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	files, err := policy.ReadFiles(dir)
	if err != nil {
		t.Fatal(err)
	}
	var want, static []string
	validates := false
	for line := range strings.Lines(string(archive.Comment)) {
		key, value, _ := strings.Cut(strings.TrimSpace(line), ": ")
		switch key {
		case "kind":
			validates = value == "validate"
		case "expect":
			want = append(want, value)
		case "expect-static":
			static = append(static, value)
		}
	}
	var tests verdict.Tests
	var diags diag.List
	if validates {
		_, diags = policy.Validate(files, nil, policy.ValidateOptions{})
	} else {
		found, all := policy.Test(context.Background(), files, policy.TestOptions{})
		tests, diags = *found, all
	}
	var places []string
	for _, d := range diags {
		if d.Severity == diag.Error {
			file := filepath.Base(d.Subject.File)
			places = append(places, file, fmt.Sprintf("%s:%d", file, d.Subject.Start.Line))
		}
	}
	if len(static) == 0 && len(places) > 0 {
		t.Error(diags)
	}
	for _, place := range static {
		if !strings.Contains(" "+strings.Join(places, " ")+" ", " "+place+" ") {
			t.Errorf("no error at %s, but %v", place, places)
		}
	}
	outcomes := map[string]string{}
	for _, f := range tests.Files {
		for _, m := range f.Mocks {
			outcomes[m.Name] = m.Outcome.String()
			if !m.AsExpected {
				t.Errorf("%s: %v, %s", m.Name, m.Outcome, m.Message)
			}
		}
	}
	for _, line := range want {
		i := strings.LastIndexByte(line, ' ')
		if got := outcomes[line[:i]]; got != line[i+1:] {
			t.Errorf("%s: %s, want %s", line[:i], got, line[i+1:])
		}
	}
}
