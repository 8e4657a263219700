//go:build unix

package system

import (
	"io/fs"
	"runtime/debug"
	"syscall"
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
