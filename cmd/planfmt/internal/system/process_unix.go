//go:build unix

package system

import (
	"io/fs"
	"os"
	"runtime/debug"
	"syscall"

	"golang.org/x/sys/unix"
)

// TempVariable is the environment variable for the directory of temporary
// files.
const TempVariable = "TMPDIR"

// AbortOnFatal makes fatal errors of the runtime, such as running out of
// memory, end the process with SIGABRT. Otherwise the exit status would be 2,
// which --detailed-exitcode uses for changes. There is no core dump, since it
// would contain secrets of the plan.
func AbortOnFatal() {
	var limit syscall.Rlimit
	if syscall.Getrlimit(syscall.RLIMIT_CORE, &limit) != nil {
		return
	}
	limit.Cur = 0
	if syscall.Setrlimit(syscall.RLIMIT_CORE, &limit) == nil {
		debug.SetTraceback("crash")
	}
}

// OthersCanWrite reports whether anyone may write to a file or directory.
func OthersCanWrite(info fs.FileInfo) bool { return info.Mode().Perm()&0o002 != 0 }

// IsClosed reports whether a file was closed when the process started. In that
// case, Go's runtime opens /dev/null in its place, for reading and writing,
// before any other code runs. Shells open it for writing only. If a program
// that starts this one opens it for both, that also counts as closed.
func IsClosed(f *os.File) bool {
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
