package golden_test

import (
	"archive/zip"
	"bytes"
	"io"
	"os"
	"strings"
	"testing"

	"github.com/planfmt/planfmt"
	"github.com/planfmt/planfmt/policy"
	"github.com/planfmt/planfmt/verdict"
)

// TestVersionsInPlanFiles judges a plan file by the version of its provider, with several lock files in it.
func TestVersionsInPlanFiles(t *testing.T) {
	plan, err := os.ReadFile("testdata/planfiles/terraform-1.11/tfplan")
	if err != nil {
		t.Fatal(err)
	}
	const text = `
policy {}

provider_policy "*" "version" {
  enforce {
    condition     = meta.version == "1.2.3"
    error_message = "has ${meta.version}"
  }
}
`
	for _, test := range []struct {
		lock    string
		known   map[string]string
		want    verdict.Outcome
		warning string
	}{
		{lock: `provider "terraform.io/builtin/terraform" { version = "1.2.3" }`, want: verdict.Pass},
		{lock: `provider "terraform.io/builtin/terraform" { version = "1.2.4" }`, want: verdict.Fail},
		{lock: `provider "terraform.io/builtin/terraform" { version = "1.2.4" }`, known: map[string]string{"terraform.io/builtin/terraform": "1.2.3"}, want: verdict.Pass},
		{lock: `provider "terraform.io/builtin/other" { version = "1.2.3" }`, want: verdict.Undecided},
		{lock: `provider "terraform.io/builtin/terraform" {`, want: verdict.Undecided, warning: "ignoring the lock file in the plan"},
	} {
		var warnings []string
		opts := planfmt.Options{
			Policies: &planfmt.PolicyOptions{Policies: []policy.Source{{Name: "p.policy.hcl", Text: []byte(text)}}, ProviderVersions: test.known},
			Warn:     func(w planfmt.Warning) { warnings = append(warnings, w.Text) },
		}
		report, err := planfmt.Check(t.Context(), bytes.NewReader(withLock(t, plan, test.lock)), opts)
		if err != nil {
			t.Fatal(err)
		}
		for _, r := range report.Results.All() {
			if r.Outcome != test.want {
				t.Errorf("%s: have %s, want %s", test.lock, r.Outcome, test.want)
			}
		}
		if report.Results.Len() == 0 || !strings.Contains(strings.Join(warnings, "\n"), test.warning) {
			t.Errorf("%s: %d verdicts, warnings %q", test.lock, report.Results.Len(), warnings)
		}
	}
}

// withLock returns a plan file with another lock file in it.
func withLock(t *testing.T, plan []byte, lock string) []byte {
	t.Helper()
	in, err := zip.NewReader(bytes.NewReader(plan), int64(len(plan)))
	if err != nil {
		t.Fatal(err)
	}
	var b bytes.Buffer
	out := zip.NewWriter(&b)
	for _, f := range in.File {
		w, err := out.Create(f.Name)
		if err != nil {
			t.Fatal(err)
		}
		r, err := f.Open()
		if err != nil {
			t.Fatal(err)
		}
		var from io.Reader = r
		if f.Name == ".terraform.lock.hcl" {
			from = strings.NewReader(strings.NewReplacer("{ ", "{\n", " }", "\n}").Replace(lock) + "\n")
		}
		if _, err := io.Copy(w, from); err != nil {
			t.Fatal(err)
		}
		r.Close()
	}
	if err := out.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}
