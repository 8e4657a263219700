package planfmt_test

import (
	"os"
	"runtime/debug"
	"testing"
)

// TestMain lets the garbage collector rest: these tests make much that is small, and have little at a time.
func TestMain(m *testing.M) {
	if os.Getenv("GOGC") == "" {
		debug.SetGCPercent(400)
		debug.SetMemoryLimit(1 << 31) // what waits for its finalizer lives for one more cycle, so that the heap would grow with each
	}
	os.Exit(m.Run())
}
