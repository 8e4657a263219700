//go:build !windows

// Package system hides the differences between operating systems.
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
