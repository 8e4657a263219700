package planfmt_test

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"testing"

	"github.com/planfmt/planfmt"
)

// checkFileHash compares the hashes of a plan file with those that docs/hash.md gives it. It returns the one without a key.
func checkFileHash(t *testing.T, name string, file []byte) string {
	t.Helper()
	first := ""
	for _, key := range [][]byte{nil, []byte(testKey)} {
		have, err := planfmt.Hash(context.Background(), bytes.NewReader(file), planfmt.Options{HashKey: key})
		if err != nil {
			t.Errorf("%s: %v", name, err)
			return ""
		}
		p, form, err := referenceFile(file, key != nil)
		if err != nil {
			t.Errorf("%s: %v", name, err)
			return ""
		}
		if want := p.hashAs(form, key); have.Text != want {
			t.Errorf("%s: have %s, want %s", name, have.Text, want)
		}
		if key == nil {
			first = have.Text
		}
	}
	return first
}

// TestHashOfRecordedFiles compares the hashes of recorded plan files with the reference.
func TestHashOfRecordedFiles(t *testing.T) {
	dir := os.Getenv("PLANFMT_PLANFILES")
	if dir == "" {
		t.Skip("PLANFMT_PLANFILES does not name a directory with plan files")
	}
	n := 0
	err := filepath.WalkDir(dir, func(path string, d os.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		file, err := os.ReadFile(path)
		if err == nil && bytes.HasPrefix(file, []byte("PK\x03\x04")) {
			n++
			checkFileHash(t, path, file)
		}
		return err
	})
	t.Logf("%d plan files", n)
	if err != nil || n == 0 {
		t.Error(n, err)
	}
}
