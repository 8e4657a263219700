package lockfile_test

import (
	"maps"
	"strings"
	"testing"

	"github.com/planfmt/planfmt/internal/know/lockfile"
)

func TestParse(t *testing.T) {
	got, err := lockfile.Parse(lockfile.Name, []byte(`# This file is maintained automatically by "terraform init".
provider "registry.terraform.io/acme/acme" {
  version     = "1.2.3-beta1"
  constraints = "~> 1.2"
  hashes = [
    "h1:abc=",
  ]
}

provider "registry.terraform.io/acme/none" {
}
`))
	want := map[string]string{"registry.terraform.io/acme/acme": "1.2.3-beta1"}
	if err != nil || !maps.Equal(got, want) {
		t.Errorf("have %v, %v, want %v", got, err, want)
	}
}

func TestParseErrors(t *testing.T) {
	for text, want := range map[string]string{
		`provider "a" {`:                        "lock:1",
		`provider "a" { version = 1 }`:          `lock:1,16-27: the version of provider "a" is not a string`,
		`provider "a" { version = upper("x") }`: "lock:1",
	} {
		if _, err := lockfile.Parse("lock", []byte(text)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %q", text, err, want)
		}
	}
}

func FuzzParse(f *testing.F) {
	f.Add([]byte(`provider "a" { version = "1" }`))
	f.Fuzz(func(_ *testing.T, text []byte) {
		_, _ = lockfile.Parse("lock", text)
	})
}
