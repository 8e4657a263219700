package options

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/planfmt/planfmt/cmd/planfmt/internal/flagvalue"
)

// A file with as many bytes as the limit is read, and one with more is an error that says so.
func TestReadSmall(t *testing.T) {
	name := filepath.Join(t.TempDir(), "f")
	for n, want := range map[int]bool{0: true, 1: true, 10: true, 11: false, 1000: false} {
		text := bytes.Repeat([]byte{'x'}, n)
		if err := os.WriteFile(name, text, 0o600); err != nil {
			t.Fatal(err)
		}
		got, err := ReadSmall(name, 10)
		if (err == nil) != want || want && !bytes.Equal(got, text) {
			t.Errorf("%d bytes: %q, %v", n, got, err)
		}
		if !want && (got != nil || !strings.Contains(err.Error(), name+": the file has more than 10 bytes")) {
			t.Errorf("%d bytes: %q, %v", n, got, err)
		}
	}
	if err := os.WriteFile(name, bytes.Repeat([]byte{'x'}, maxKey+1), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := ReadKey(flagvalue.FileName(name)); err == nil || !strings.Contains(err.Error(), "the file has more than") {
		t.Errorf("a large key: %v", err)
	}
}
