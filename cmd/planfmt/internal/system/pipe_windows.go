package system

import (
	"errors"
	"io"
	"syscall"
)

// ClosedPipe reports whether a write failed because nobody reads any more:
// ERROR_BROKEN_PIPE or ERROR_NO_DATA.
func ClosedPipe(err error) bool {
	const noData = syscall.Errno(232)
	return errors.Is(err, syscall.ERROR_BROKEN_PIPE) || errors.Is(err, noData) ||
		errors.Is(err, syscall.EPIPE) || errors.Is(err, io.ErrClosedPipe)
}
