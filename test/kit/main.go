// Package kit has what the tests of several rooms need: the goldens and the recorded cases, documents with planted secrets, formats that only
// tests have, and readers of what formats write. Only tests import it, and it promises nothing to anybody else. Its [Main] runs tests in the
// root of the repository.
package kit

import (
	"fmt"
	"os"
	"path/filepath"
	"runtime/debug"
	"testing"
)

// Main runs the tests of a package in the root of the repository, so that all of them name files in the same way. It lets the garbage
// collector rest: these tests make much that is small, and have little at a time.
func Main(m *testing.M) {
	if os.Getenv("GOGC") == "" {
		debug.SetGCPercent(400)
		debug.SetMemoryLimit(1 << 31) // what waits for its finalizer lives for one more cycle, so that the heap would grow with each
	}
	if err := os.Chdir(root()); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	os.Exit(m.Run())
}

// root returns the directory of the module that has the working directory.
func root() string {
	dir, err := os.Getwd()
	if err != nil {
		return "."
	}
	for above := dir; ; above = filepath.Dir(above) {
		if _, err := os.Stat(filepath.Join(above, "go.mod")); err == nil {
			return above
		}
		if above == filepath.Dir(above) {
			return dir
		}
	}
}
