//go:build darwin || dragonfly || freebsd || linux || netbsd || openbsd

package cache

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"
)

// TestMain is also the program that TestKilledWriter kills: a writer that never ends.
func TestMain(m *testing.M) {
	if dir := os.Getenv("PLANFMT_TEST_WRITER"); dir != "" {
		f, err := In(dir, nil).createPart()
		fmt.Println(f.Name(), err)
		io.Copy(io.Discard, os.Stdin)
		os.Exit(0)
	}
	os.Exit(m.Run())
}

// parts are the temporary files in a directory.
func parts(t *testing.T, dir string) []string {
	t.Helper()
	names, err := In(dir, nil).fileNames()
	if err != nil {
		t.Fatal(err)
	}
	return names
}

// TestKilledWriter kills a writer, by a signal that nothing can catch. Its file stays as long as it lives, however old the file is, and
// goes at once when it is dead, however new the file is.
func TestKilledWriter(t *testing.T) {
	dir := t.TempDir()
	cmd := exec.Command(os.Args[0])
	cmd.Env = append(os.Environ(), "PLANFMT_TEST_WRITER="+dir)
	in, err := cmd.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	defer in.Close()
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	buf := make([]byte, 1000)
	n, err := out.Read(buf)
	if name, ok := bytes.CutSuffix(buf[:n], []byte(" <nil>\n")); !ok || filepath.Dir(string(name)) != dir {
		t.Fatalf("the writer says %q, %v", buf[:n], err)
	}
	later := time.Now().Add(100 * time.Hour)
	if n, err := In(dir, nil).Clear(later); n != 0 || err != nil || len(parts(t, dir)) != 1 {
		t.Errorf("while the writer lives: %d removed, %v, left %v", n, err, parts(t, dir))
	}
	if err := cmd.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	cmd.Wait()
	if n, err := In(dir, nil).Clear(time.Now()); n != 0 || err != nil || len(parts(t, dir)) != 0 {
		t.Errorf("when the writer is dead: %d removed, %v, left %v", n, err, parts(t, dir))
	}
}

// TestPartsWithoutLocks has a file system without locks: only the age of a file says whether it was left behind.
func TestPartsWithoutLocks(t *testing.T) {
	dir := t.TempDir()
	d := In(dir, nil)
	d.noLocks = true
	f, err := d.createPart()
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if _, err := d.Clear(time.Now().Add(time.Minute)); err != nil || len(parts(t, dir)) != 1 {
		t.Errorf("while it is new: %v, left %v", err, parts(t, dir))
	}
	if _, err := d.Clear(time.Now().Add(2 * staleAfter)); err != nil || len(parts(t, dir)) != 0 {
		t.Errorf("when it is old: %v, left %v", err, parts(t, dir))
	}
}

// TestPartsRace has writers that finish files while others remove what is left behind. No writer loses its file.
func TestPartsRace(t *testing.T) {
	dir := t.TempDir()
	var writers, cleaners sync.WaitGroup
	done := make(chan struct{})
	for range 2 {
		cleaners.Go(func() {
			for {
				select {
				case <-done:
					return
				default:
				}
				names, _ := os.ReadDir(dir)
				for _, n := range names {
					if isPart(n.Name()) {
						if err := In(dir, nil).removeAbandoned(filepath.Join(dir, n.Name()), time.Now()); err != nil && !isNotExist(err) {
							t.Error(err)
						}
					}
				}
			}
		})
	}
	for w := range 2 {
		writers.Go(func() {
			for i := range 200 {
				name := filepath.Join(dir, fmt.Sprintf("%d-%d", w, i))
				f, err := In(dir, nil).createPart()
				if err == nil {
					_, err = f.WriteString(name)
					err = errors.Join(err, finishPart(f, name))
				}
				have, readErr := os.ReadFile(name)
				if err != nil || readErr != nil || !strings.HasSuffix(string(have), name) {
					t.Errorf("%s: %v, %v, has %q", name, err, readErr, have)
				}
				os.Remove(name)
			}
		})
	}
	writers.Wait()
	close(done)
	cleaners.Wait()
}
