package planfmt

import "github.com/planfmt/planfmt/computed"

// Warning is what the reader of the output should know. It does not change the outcome.
type Warning struct {
	// Document is the name of the document, if it is one of several, see [ShowMany].
	Document string
	Text     string // a sentence, without a line feed at its end
	// Masked has the values of which Text says that they were hidden because of their
	// names, which [Options].ShowUnmarked shows, or only by the one bundle of schemas that each of them names.
	Masked []computed.Masked
	// Copies has the copies of sensitive values of which Text says that they were hidden. There
	// is such a warning only for formats that hide them because of [Options].MaskCopies.
	Copies []computed.Copy
}

// warn passes on the warnings about a document that has been written.
// copies says whether this includes copies of sensitive values, which most formats list.
func (d *document) warn(receive func(Warning), out computed.Outcome, copies bool) {
	if receive == nil {
		return
	}
	for _, text := range d.warnings {
		receive(Warning{Text: text})
	}
	for _, text := range misfits(out.Types) {
		receive(Warning{Text: text})
	}
	warnMasked(receive, out.Masked, d.facts.State)
	if copies && len(out.Copies) > 0 {
		receive(Warning{Text: copiesText(out.Copies), Copies: out.Copies})
	}
}
