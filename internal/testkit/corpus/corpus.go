// Package corpus unpacks archives of recorded documents for tests. They are too large for
// the repository, and not ours: the environment variable PLANFMT_DATA names the directory
// in which they are.
package corpus

import (
	"archive/tar"
	"compress/gzip"
	"errors"
	"io"
	"iter"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// Variable is the environment variable that names the directory with the archives.
const Variable = "PLANFMT_DATA"

// Dir unpacks an archive, such as tfplans.tar.gz, and returns the directory with its files. If
// the variable is not set, it skips the test.
func Dir(t testing.TB, archive string) string {
	t.Helper()
	data := os.Getenv(Variable)
	if data == "" {
		t.Skipf("%s is not set: it names the directory with %s", Variable, archive)
	}
	dir := t.TempDir()
	root, err := os.OpenRoot(dir)
	if err != nil {
		t.Fatal(err)
	}
	defer root.Close()
	for name, text := range Each(t, filepath.Join(data, archive)) {
		if err := root.MkdirAll(filepath.Dir(name), 0o700); err != nil {
			t.Fatal(archive, err)
		}
		if err := root.WriteFile(name, text, 0o600); err != nil {
			t.Fatal(archive, err)
		}
	}
	return dir
}

// Each yields the names and the bytes of the files in an archive, in their order. path is that of the archive.
func Each(t testing.TB, path string) iter.Seq2[string, []byte] {
	t.Helper()
	return func(yield func(string, []byte) bool) {
		t.Helper()
		f, err := os.Open(path)
		if err != nil {
			t.Fatal(err)
		}
		defer f.Close()
		gz, err := gzip.NewReader(f)
		if err != nil {
			t.Fatal(path, err)
		}
		for r := tar.NewReader(gz); ; {
			h, err := r.Next()
			if errors.Is(err, io.EOF) {
				return
			}
			var text []byte
			if err == nil {
				text, err = io.ReadAll(r)
			}
			if err != nil {
				t.Fatal(path, err)
			}
			if h.Typeflag == tar.TypeReg && !yield(h.Name, text) {
				return
			}
		}
	}
}

// Files unpacks an archive as [Dir] does, and returns the paths of its files in order. If
// suffixes are given, it returns only files that end with one of them.
func Files(t testing.TB, archive string, suffixes ...string) []string {
	t.Helper()
	var files []string
	err := filepath.WalkDir(Dir(t, archive), func(path string, d os.DirEntry, err error) error {
		if err == nil && !d.IsDir() && wanted(path, suffixes) {
			files = append(files, path)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	if len(files) == 0 {
		t.Fatalf("%s has no files that end with one of %q", archive, suffixes)
	}
	return files
}

func wanted(path string, suffixes []string) bool {
	for _, s := range suffixes {
		if strings.HasSuffix(path, s) {
			return true
		}
	}
	return len(suffixes) == 0
}
