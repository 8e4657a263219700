package policyfile_test

import (
	"fmt"
	"testing"

	version "github.com/hashicorp/go-version"

	"github.com/planfmt/planfmt/internal/config"
)

// TestAdmits compares what version constraints admit with another implementation.
func TestAdmits(t *testing.T) {
	numbers := []string{"1", "1.2", "1.2.0", "1.2.3", "1.10", "1.10.0", "2.0.0", "0.9.1"}
	admitted := 0
	for _, operator := range []string{"", "=", "!=", ">", ">=", "<", "<=", "~>"} {
		for _, c := range numbers {
			for _, v := range []string{"1.2.0", "1.2.3", "1.2.10", "1.3.0", "1.10.0", "1.10.5", "2.0.0", "2.1.0", "0.9.1", "1.0.0"} {
				if operator == "~>" && c == "1" {
					continue // is read in two ways; whoever is stricter leaves more undecided
				}
				text := fmt.Sprintf("%s %s, != 1.3.0", operator, c)
				parsed, err := version.NewConstraint(text)
				if err != nil {
					t.Fatal(err)
				}
				want := parsed.Check(version.Must(version.NewVersion(v)))
				if got := config.Admits(text, v); got != want {
					t.Errorf("%q admits %s: have %t, want %t", text, v, got, want)
				}
				if want {
					admitted++
				}
			}
		}
	}
	if admitted < 100 {
		t.Errorf("only %d are admitted", admitted)
	}
	for _, unclear := range []string{"", "latest", ">= 1.0.0-beta1"} {
		if !config.Admits(unclear, "0.1.0") || !config.Admits(">= 1.0.0", "none") || !config.Admits(">= 2.0.0", "1.0.0-beta2") {
			t.Errorf("%q: what cannot be compared contradicts", unclear)
		}
	}
}
