//go:build unix && !linux

package system

import (
	"os"
	"syscall"
)

// MoreSignals are signals that end a program unless it does something about them, apart from those that every system has. Go's
// runtime would ignore most of them, and print a trace for the others without putting the terminal back. It keeps SIGPROF to itself.
func MoreSignals() []os.Signal {
	return []os.Signal{
		syscall.SIGUSR1, syscall.SIGUSR2, syscall.SIGALRM, syscall.SIGVTALRM, syscall.SIGXCPU,
		syscall.SIGSYS, syscall.SIGTRAP, syscall.SIGABRT,
	}
}
