//go:build unix

package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"syscall"
	"testing"
)

// mkfifo makes a named pipe, and reports whether there are any.
func mkfifo(path string) bool { return syscall.Mkfifo(path, 0o600) == nil }

// asNobody returns what makes a command one of a user who owns nothing. Only root can do that. The directories of the tests belong to root alone, so
// the command runs from a copy in one that does not.
func asNobody(t *testing.T) (as func(*exec.Cmd), ok bool) {
	if os.Getuid() != 0 {
		return nil, false
	}
	const nobody = 65534
	exe, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	for _, path := range []string{dir, filepath.Dir(dir)} {
		if err := os.Chmod(path, 0o755); err != nil {
			t.Fatal(err)
		}
	}
	copied := filepath.Join(dir, "planfmt")
	if err := os.Link(exe, copied); err != nil {
		text, err := os.ReadFile(exe)
		if err == nil {
			err = os.WriteFile(copied, text, 0o755)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	return func(cmd *exec.Cmd) {
		cmd.Path, cmd.Dir = copied, dir
		cmd.SysProcAttr = &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: nobody, Gid: nobody}}
	}, true
}
