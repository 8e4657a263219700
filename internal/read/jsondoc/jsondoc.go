// Package jsondoc reads one JSON document as a stream of any length. It is what
// the readers of plans and states have in common.
//
// [Open] decompresses a document and converts it to UTF-8. A [Scanner] walks its
// members. A value can also be taken out as an [Excerpt], which a [Parser] parses in
// another goroutine, alone or in a [Batch]. Values that are needed only after the
// document has been read go to a [Store], from which a [Loader] loads them. A [Kind]
// says what the document is: [Input.Kind] goes by its first bytes, [Header.Kind] by
// its members and versions. A mistake in the document is an error of type
// *plans.InputError, which says where it is.
//
// What is read is checked: the names at the top level and in every object that is
// walked, and every value that is parsed. What nobody needs is skipped: its strings,
// objects and arrays must end, and it must have only bytes that JSON has between
// strings. Other mistakes in it, also wrong UTF-8, are found only if Options say so.
//
// The package never holds a whole document, and no document makes it panic.
//
// The tokenizer is our own (lexer.go). It validates each token that it returns. Of a value that is skipped or returned whole, it
// looks only for the end, so that skipping costs little more than looking at the bytes; a value that is kept is validated when it is
// parsed. After a mistake, jsontext reads that part of the text again, and says what is wrong and where. With [Options].Strict, what
// is skipped is validated, too (strict.go). If the document cannot be read again, jsontext reads it in the first place. White space
// and skipped values do not stay in the buffer (gap.go): a table says where each part was in the document, so that jsontext finds
// the same mistake at the same place.
package jsondoc

// Options say how a document is checked, and where its bytes are kept for later.
// The zero value is ready for use.
type Options struct {
	// Strict also checks what is skipped: all of the document must be valid JSON, and
	// no name may occur twice in an object.
	Strict bool
	// MemoryLimit is how many bytes stay in memory. The rest goes to a temporary
	// file. 0 means 8 MiB; a negative number means that nothing stays in memory.
	// For input that can seek, it has no effect.
	MemoryLimit int64
	// MaxUnpacked is how many bytes compressed input may unpack to; 0 means
	// DefaultMaxUnpacked. If there are more, the error is a *plans.InputError.
	MaxUnpacked int64
	// MaxResources is how many resources, outputs and actions are kept of a document; 0 means any number. If there are more, the
	// error is a *plans.InputError.
	MaxResources int
	// TempDir is the directory for the temporary file; empty means the system's
	// default.
	TempDir string
}
