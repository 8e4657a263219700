//go:build !unix

package main

import "os"

// tempVariable names the folder of temporary files in the environment.
const tempVariable = "TMP"

// abortOnFatal does nothing: where there are no signals, an error of the runtime
// that nothing can recover from ends the process with the status 2.
func abortOnFatal() {}

// isClosed reports whether a file was closed when the process was started.
func isClosed(f *os.File) bool {
	_, err := f.Stat()
	return err != nil
}
