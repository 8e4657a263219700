//go:build !unix

package main

import (
	"io/fs"
	"os"
)

// tempVariable is the environment variable for the directory of temporary
// files.
const tempVariable = "TMP"

// abortOnFatal does nothing: without signals, a fatal error of the runtime ends
// the process with the status 2.
func abortOnFatal() {}

// othersCanWrite reports whether anyone may write to a file or directory. Here,
// the mode does not say so.
func othersCanWrite(fs.FileInfo) bool { return false }

// isClosed reports whether a file was closed when the process started.
func isClosed(f *os.File) bool {
	_, err := f.Stat()
	return err != nil
}
