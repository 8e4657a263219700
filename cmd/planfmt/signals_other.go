//go:build !unix

package main

import "os"

// moreSignals are none: this system has no others.
func moreSignals() []os.Signal { return nil }
