package passes

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/planfmt/planfmt/internal/know/lockfile"
)

// TestLockedIn checks that the lock file beside a configuration is read if there is one, and that what lies outside, is no file, or is
// too large is an error, not a configuration without locks.
func TestLockedIn(t *testing.T) {
	const lock = `provider "registry.terraform.io/hashicorp/aws" {
  version = "5.31.0"
}
`
	outside := filepath.Join(t.TempDir(), "lock.hcl")
	if err := os.WriteFile(outside, []byte(lock), 0o600); err != nil {
		t.Fatal(err)
	}
	for name, test := range map[string]struct {
		prepare func(path string) error
		locked  string
		fails   bool
	}{
		"none":      {func(string) error { return nil }, "", false},
		"a file":    {func(path string) error { return os.WriteFile(path, []byte(lock), 0o600) }, "5.31.0", false},
		"a folder":  {func(path string) error { return os.Mkdir(path, 0o700) }, "", true},
		"a link":    {func(path string) error { return os.Symlink(outside, path) }, "", true},
		"too large": {func(path string) error { return os.WriteFile(path, make([]byte, maxLock+1), 0o600) }, "", true},
	} {
		t.Run(name, func(t *testing.T) {
			dir := t.TempDir()
			switch err := test.prepare(filepath.Join(dir, lockfile.Name)); {
			case err != nil && name == "a link":
				t.Skip("this system makes no symbolic links for this user: ", err)
			case err != nil:
				t.Fatal(err)
			}
			versions, err := lockedIn(dir)
			if got := versions["registry.terraform.io/hashicorp/aws"]; got != test.locked || (err != nil) != test.fails {
				t.Errorf("version %q, error %v", got, err)
			}
		})
	}
	if _, err := lockedIn(filepath.Join(t.TempDir(), "gone")); err == nil {
		t.Error("a directory that does not exist is no error")
	}
}
