//go:build !unix

package system

import "os"

// MoreSignals are none: this system has no others.
func MoreSignals() []os.Signal { return nil }
