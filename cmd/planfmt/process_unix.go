//go:build unix

package main

import (
	"io/fs"
	"os"
	"runtime/debug"
	"syscall"

	"golang.org/x/sys/unix"
)

// tempVariable names the folder of temporary files in the environment.
const tempVariable = "TMPDIR"

// abortOnFatal makes errors of the runtime that nothing can recover from, such
// as being out of memory, end the process by SIGABRT. Else its exit status would
// be 2, which --detailed-exitcode uses to say that there are changes. No core is
// dumped: secrets of the plan would be in it.
func abortOnFatal() {
	var limit syscall.Rlimit
	if syscall.Getrlimit(syscall.RLIMIT_CORE, &limit) != nil {
		return
	}
	limit.Cur = 0
	if syscall.Setrlimit(syscall.RLIMIT_CORE, &limit) == nil {
		debug.SetTraceback("crash")
	}
}

// othersCanWrite reports whether anyone may write to a file, or into a folder.
func othersCanWrite(info fs.FileInfo) bool { return info.Mode().Perm()&0o002 != 0 }

// isClosed reports whether a file was closed when the process was started. Go's
// runtime opens /dev/null in its place then, to read and to write, before any
// other code runs. Shells open it to write only; a program that starts this one
// may open it for both too, and is taken for one that closed the file.
func isClosed(f *os.File) bool {
	flags, err := unix.FcntlInt(f.Fd(), syscall.F_GETFL, 0)
	if err != nil || flags&syscall.O_ACCMODE != syscall.O_RDWR {
		return err != nil
	}
	null, err := os.Stat(os.DevNull)
	if err != nil {
		return false
	}
	info, err := f.Stat()
	return err == nil && os.SameFile(null, info)
}
