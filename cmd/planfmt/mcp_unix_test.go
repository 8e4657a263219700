//go:build unix

package main

import "syscall"

// mkfifo makes a named pipe, and reports whether there are any.
func mkfifo(path string) bool { return syscall.Mkfifo(path, 0o600) == nil }
