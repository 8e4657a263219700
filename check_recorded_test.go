package planfmt_test

import (
	"bytes"
	"crypto/sha256"
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/planfmt/planfmt"
	"github.com/planfmt/planfmt/diag"
	"github.com/planfmt/planfmt/internal/base/spoil"
	"github.com/planfmt/planfmt/policy"
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
	sources := recordedPolicies(t, archive)
	var all strings.Builder
	plans, verdicts, n := 0, 0, 0
	for name, c := range recordedCases(t) {
		doc := document(c)
		if !strings.HasPrefix(name, "real-") || len(doc) == 0 {
			continue
		}
		if n++; os.Getenv("PLANFMT_TEST") != "full" && n%2 != 0 {
			continue
		}
		if len(matching(sources, doc)) == 0 {
			continue
		}
		var texts [2]string
		for i, workers := range []int{1, 4} {
			opts := planfmt.Options{Policies: &planfmt.PolicyOptions{Policies: matching(sources, doc)}}
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
			t.Errorf("%s: several workers do not find what one does: %s", name, firstDifference(texts[0], texts[1]))
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
		t.Errorf("not the verdicts in %s: %s", file, firstDifference(string(want), got))
	}
}

type recordedPolicy struct {
	policy.Source
	patterns []string // none if it judges no resources
}

// matching returns the policies that may judge something in a document.
func matching(all []recordedPolicy, doc []byte) []policy.Source {
	var found []policy.Source
	for _, p := range all {
		if len(p.patterns) == 0 || slices.ContainsFunc(p.patterns, func(pattern string) bool {
			begin, _, _ := strings.Cut(pattern, "*")
			return bytes.Contains(doc, []byte(begin))
		}) {
			found = append(found, p.Source)
		}
	}
	return found
}

// recordedPolicies returns all recorded policies that have no static errors and need no inputs.
func recordedPolicies(t *testing.T, archive string) []recordedPolicy {
	t.Helper()
	var all []recordedPolicy
	seen := map[string]bool{}
	for name, c := range casesOf(t, archive) {
		for _, f := range c.Files {
			if !strings.HasSuffix(f.Name, ".policy.hcl") || seen[string(f.Data)] {
				continue
			}
			seen[string(f.Data)] = true
			src := policy.Source{Name: name + "/" + f.Name, Text: f.Data}
			set, diags := policy.Load(src)
			if diags = append(diags, set.Bind(nil)...); diags.HasErrors() {
				continue
			}
			if _, diags := set.Inputs(policy.InputValues{}); !diags.HasErrors() && len(set.Policies()) > 0 {
				all = append(all, recordedPolicy{src, set.Needs().Patterns})
			}
		}
	}
	if len(all) < 100 {
		t.Fatalf("%s has only %d policies that can be used", archive, len(all))
	}
	return all
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
