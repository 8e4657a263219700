//go:build unix

package agents

import "syscall"

// mkfifo makes a named pipe, and reports whether there are any.
func mkfifo(path string) bool { return syscall.Mkfifo(path, 0o600) == nil }
