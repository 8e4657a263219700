// Package jsondoc reads one JSON document as a stream of any length. It is what
// the readers of plans and states have in common.
//
// [NewScanner] undoes compression and other encodings than UTF-8, and rejects
// what cannot be JSON. A [Scanner] then walks the document's members. What is
// needed later goes to a [Store], which gives the bytes again. Errors in the
// document are of type *[InputError] and say where they are.
//
// The package never holds a whole document, and no document makes it panic.
package jsondoc

// Options say where a document's bytes are kept for later. The zero value is
// ready for use.
type Options struct {
	// MemoryLimit is how many bytes stay in memory. The rest goes to a temporary
	// file. 0 means 64 MiB; a negative number means that nothing stays in memory.
	// For input that can seek, it has no effect.
	MemoryLimit int64
	// TempDir is the directory for the temporary file; empty means the system's
	// default.
	TempDir string
}
