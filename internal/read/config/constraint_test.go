package config_test

import (
	"testing"

	"github.com/planfmt/planfmt/internal/read/config"
)

// The results are those of the real terraform 1.11.4.
func TestNormalConstraints(t *testing.T) {
	for text, want := range map[string]string{
		"":                        "",
		"0.5":                     "0.5.0",
		"v1.2":                    "1.2.0",
		"= 1.2":                   "1.2.0",
		"  >= 1.0":                ">= 1.0.0",
		"< 3, >= 2":               ">= 2.0.0, < 3.0.0",
		"~> 1":                    "~> 1.0",
		"~> 1.2.3":                "~> 1.2.3",
		"~> 1.2.3-beta":           "~> 1.2.3-beta",
		"1.2.3-beta1":             "1.2.3-beta1",
		">= 1.0,!=1.1 , ~>1":      ">= 1.0.0, ~> 1.0, != 1.1.0",
		">= 1.0, >= 1.0":          ">= 1.0.0",
		"1, 2":                    "1.0.0, 2.0.0",
		"something, not a semver": "something, not a semver",
		"~> 1.0, >= 1.0.0, = 1.0.0, != 1.0, > 1.0, <= 1.0, < 1.0, ~> 1.0.0":                  "> 1.0.0, >= 1.0.0, 1.0.0, ~> 1.0.0, ~> 1.0, <= 1.0.0, < 1.0.0, != 1.0.0",
		"< 1.0, <= 1.0, > 1.0, >= 1.0, 1.0, ~> 1.0.0,  ~> 1.0, >= 1.0.0-beta, < 1.0.0-alpha": "< 1.0.0-alpha, >= 1.0.0-beta, > 1.0.0, >= 1.0.0, 1.0.0, ~> 1.0.0, ~> 1.0, <= 1.0.0, < 1.0.0",
	} {
		if got := config.NormalConstraints(text); got != want {
			t.Errorf("%q: have %q, want %q", text, got, want)
		}
	}
}
