//go:build !linux

package main

import (
	"errors"
	"os"
	"syscall"
)

func openTerminal(_, _ uint16) (screen, terminal *os.File, err error) {
	return nil, nil, errors.ErrUnsupported
}

func ownTerminal() *syscall.SysProcAttr { return nil }
