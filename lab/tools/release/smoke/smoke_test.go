package main

import (
	"os"
	"runtime"
	"testing"
)

// TestNoBinary checks that a release without a binary for this platform fails, instead of passing without having run.
func TestNoBinary(t *testing.T) {
	s := &smoke{binaries: map[string][]byte{}}
	if s.run(); !s.failed {
		t.Error("run does not fail")
	}
	s.failed = false
	if _, err := os.Stat("/etc/ssl/certs/ca-certificates.crt"); err != nil || runtime.GOOS != "linux" {
		t.Skip("there is nothing to make the root directory of an image of")
	}
	if s.container(); !s.failed {
		t.Error("container does not fail")
	}
}
