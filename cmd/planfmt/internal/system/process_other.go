//go:build !unix

package system

import "io/fs"

// TempVariable is the environment variable for the directory of temporary
// files.
const TempVariable = "TMP"

// AbortOnFatal does nothing: without signals, a fatal error of the runtime ends
// the process with the status 2.
func AbortOnFatal() {}

// OthersCanWrite reports whether anyone may write to a file or directory. Here,
// the mode does not say so.
func OthersCanWrite(fs.FileInfo) bool { return false }
