package computed

// Warning is what the reader of the output should know. It does not change the outcome.
type Warning struct {
	// Document is the name of the document, if it is one of several, if several are shown together.
	Document string
	Text     string // a sentence, without a line feed at its end
	// Masked has the values of which Text says that they were hidden because of their
	// names, which the option ShowUnmarked shows, or only by the one bundle of schemas that each of them names.
	Masked []Masked
	// Copies has the copies of sensitive values of which Text says that they were hidden. There
	// is such a warning only for formats that hide them because of the option MaskCopies.
	Copies []Copy
}

// Progress is how far the work on a document has come. First, all of the input
// is read, and then the resources are compared and written.
type Progress struct {
	// Bytes is how much of the input has been read, as it came: before it is
	// decompressed, for example.
	Bytes int64
	// Resources is how many resources have been compared.
	Resources int
	// Total is how many resources will be compared. It is 0 until all of the input
	// has been read.
	Total int
	// Documents is how many of several documents have been read, of AllDocuments, see
	// the package planfmt, ShowMany. Bytes is that of these, and the other fields are 0.
	Documents, AllDocuments int
}
