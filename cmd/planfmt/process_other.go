//go:build !unix

package main

import (
	"io/fs"
	"os"
)

// tempVariable names the folder of temporary files in the environment.
const tempVariable = "TMP"

// abortOnFatal does nothing: where there are no signals, an error of the runtime
// that nothing can recover from ends the process with the status 2.
func abortOnFatal() {}

// othersCanWrite reports whether anyone may write to a file, or into a folder:
// the mode does not say so here.
func othersCanWrite(fs.FileInfo) bool { return false }

// isClosed reports whether a file was closed when the process was started.
func isClosed(f *os.File) bool {
	_, err := f.Stat()
	return err != nil
}
