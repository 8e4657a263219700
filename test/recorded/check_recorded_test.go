package recorded_test

import (
	"bytes"
	"crypto/sha256"
	"errors"
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/planfmt/planfmt"
	"github.com/planfmt/planfmt/diag"
	"github.com/planfmt/planfmt/internal/base/spoil"
	"github.com/planfmt/planfmt/policy"
	"github.com/planfmt/planfmt/test/kit"
	"github.com/planfmt/planfmt/verdict"
)

// TestCheckRecordedWithoutSchemas judges the public plans in the directory that PLANFMT_CASES names by all policies in the
// archive that PLANFMT_POLICIES names, without schemas: nothing panics, and the verdicts of several workers with a tenth of the usual budget are those of one.
//
// PLANFMT_VERDICTS names a file that the verdicts are compared with, which is written if it does not exist. So a build in which
// memory is spoiled before it is used again (-race, or -tags spoil) can be compared with another one.
//
// Every second plan is taken; PLANFMT_TEST=full takes all.
func TestCheckRecordedWithoutSchemas(t *testing.T) {
	archive := os.Getenv("PLANFMT_POLICIES")
	if archive == "" {
		t.Skip("PLANFMT_POLICIES names no archive with recorded policies")
	}
	sources := kit.RecordedPolicies(t, archive)
	var all strings.Builder
	plans, verdicts, n := 0, 0, 0
	for name, c := range kit.RecordedCases(t) {
		doc := kit.Document(c)
		if !strings.HasPrefix(name, "real-") || len(doc) == 0 {
			continue
		}
		if n++; os.Getenv("PLANFMT_TEST") != "full" && n%2 != 0 {
			continue
		}
		if len(kit.Matching(sources, doc)) == 0 {
			continue
		}
		var texts [2]string
		for i, workers := range []int{1, 4} {
			opts := planfmt.Options{Policies: &planfmt.PolicyOptions{Policies: kit.Matching(sources, doc)}}
			opts.Workers = workers
			if workers > 1 {
				opts.MaxSteps = policy.DefaultSteps / 10 // is enough for all
			}
			report, err := planfmt.Check(t.Context(), bytes.NewReader(doc), opts)
			if panicked(err) {
				t.Fatalf("%s: %v", name, err)
			}
			texts[i] = verdictsOf(report, err)
			if report != nil && i == 0 {
				plans++
				verdicts += report.Results.Len()
			}
		}
		if texts[0] != texts[1] {
			t.Errorf("%s: several workers do not find what one does: %s", name, kit.FirstDifference(texts[0], texts[1]))
		}
		fmt.Fprintf(&all, "== %s\n%s", name, texts[0])
	}
	if plans == 0 || verdicts == 0 {
		t.Fatal("no plan has been judged")
	}
	compareVerdicts(t, all.String())
	t.Logf("%d policy files, %d plans of %d documents, %d verdicts, memory spoiled: %t, digest %x",
		len(sources), plans, n, verdicts, spoil.On, sha256.Sum256([]byte(all.String())))
}

// compareVerdicts compares verdicts with those in the file that PLANFMT_VERDICTS names.
func compareVerdicts(t *testing.T, got string) {
	t.Helper()
	file := os.Getenv("PLANFMT_VERDICTS")
	if file == "" {
		return
	}
	want, err := os.ReadFile(file)
	if errors.Is(err, os.ErrNotExist) {
		err = os.WriteFile(file, []byte(got), 0o600)
		want = []byte(got)
	}
	if err != nil {
		t.Fatal(err)
	}
	if string(want) != got {
		t.Errorf("not the verdicts in %s: %s", file, kit.FirstDifference(string(want), got))
	}
}

func panicked(err error) bool {
	return err != nil && strings.Contains(err.Error(), "panic")
}

// verdictsOf writes all that a report says.
func verdictsOf(r *verdict.Report, err error) string {
	var b strings.Builder
	if err != nil {
		fmt.Fprintf(&b, "error: %v\n", err)
	}
	if r == nil {
		return b.String()
	}
	for _, v := range r.Results.All() {
		fmt.Fprintf(&b, "%s %s %s %s %q\n", v.Policy.Name, v.Address, v.Operation, v.Outcome, v.Message)
		for _, c := range v.Causes {
			fmt.Fprintf(&b, "  %s %s %q %q\n", c.Address, c.Path, c.Reason, c.References)
		}
		for _, c := range v.Conditions {
			fmt.Fprintf(&b, "  %s %q %q %q\n", c.Outcome, c.Message, c.Info, fmt.Sprint(c.Values))
		}
	}
	for _, d := range r.Diagnostics {
		if d.Severity == diag.Error {
			fmt.Fprintf(&b, "%s: %s\n", d.Summary, d.Detail)
		}
	}
	fmt.Fprintf(&b, "%d skipped, incomplete: %s\n", r.Skipped, r.Incomplete)
	return b.String()
}
