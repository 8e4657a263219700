//go:build !(darwin || dragonfly || freebsd || linux || netbsd || openbsd)

package main

import "context"

// lockDirectory does nothing: here, files are only compared with what they were before they are replaced.
func lockDirectory(context.Context, string) (unlock func(), err error) { return func() {}, nil }
