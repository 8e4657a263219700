//go:build !windows

// Package system has what operating systems do in different ways.
package system

import (
	"errors"
	"io"
	"syscall"
)

// ClosedPipe reports whether a write failed because nobody reads any more.
func ClosedPipe(err error) bool {
	return errors.Is(err, syscall.EPIPE) || errors.Is(err, io.ErrClosedPipe)
}
