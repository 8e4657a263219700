// Package corpus unpacks archives of recorded documents for tests. They are too large for
// the repository, and not ours: the environment variable PLANFMT_DATA names the directory
// in which they are.
package corpus

import (
	"archive/tar"
	"compress/gzip"
	"errors"
	"io"
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
	f, err := os.Open(filepath.Join(data, archive))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	gz, err := gzip.NewReader(f)
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	root, err := os.OpenRoot(dir)
	if err != nil {
		t.Fatal(err)
	}
	defer root.Close()
	for r := tar.NewReader(gz); ; {
		h, err := r.Next()
		if errors.Is(err, io.EOF) {
			return dir
		}
		if err == nil && h.Typeflag == tar.TypeReg {
			err = unpack(root, h.Name, r)
		}
		if err != nil {
			t.Fatal(archive, err)
		}
	}
}

func unpack(root *os.Root, name string, r io.Reader) error {
	if err := root.MkdirAll(filepath.Dir(name), 0o700); err != nil {
		return err
	}
	f, err := root.Create(name)
	if err != nil {
		return err
	}
	_, err = io.Copy(f, r)
	return errors.Join(err, f.Close())
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
