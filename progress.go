package planfmt

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
	// [ShowMany]. Bytes is that of these, and the other fields are 0.
	Documents, AllDocuments int
}

// tracker tells a program how far the work has come, if it wants to know.
type tracker struct {
	report func(Progress) // may be nil
	now    Progress
}

func (p *tracker) read(bytes int64) {
	p.now.Bytes = bytes
	p.notify()
}

func (p *tracker) setTotal(resources int) {
	p.now.Total = resources
	p.notify()
}

func (p *tracker) addResource() {
	p.now.Resources++
	p.notify()
}

func (p *tracker) notify() {
	if p.report != nil {
		p.report(p.now)
	}
}
