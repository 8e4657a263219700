package planfmt

import (
	"crypto/sha256"

	"github.com/planfmt/planfmt/copies"
	"github.com/planfmt/planfmt/differ"
	"github.com/planfmt/planfmt/planhash"
	"github.com/planfmt/planfmt/plans"
	"github.com/planfmt/planfmt/source"
	"github.com/planfmt/planfmt/values"
	"github.com/planfmt/planfmt/yamldoc"
)

// digests makes a digest of each change that a comparer compares: of what enters the hash of the plan, apart from what the
// comparison hides. A comparison alone does not tell all plans apart that have different hashes: what counts as equal there, such as
// null and an empty list, may not be the same in the document. A nil *digests makes none.
type digests struct {
	hasher planhash.Hasher
	hidden map[values.Value]bool // what the comparison has hidden, and is not marked in the document
	copies *copies.Set           // nil if copies are shown
	yaml   bool                  // the comparison looks into YAML documents
}

func newDigests(c *comparison, m manner) *digests {
	d := &digests{hidden: map[values.Value]bool{}, yaml: m.readable}
	if m.maskCopies {
		d.copies = c.copies
	}
	d.hasher.Hides = d.hides
	return d
}

// begin forgets what was hidden in the comparison before.
func (d *digests) begin() {
	if d != nil {
		clear(d.hidden)
	}
}

// hide is called for what the differ hides.
func (d *digests) hide(h differ.Hidden) {
	d.add(h.Before)
	d.add(h.After)
}

// add adds a value. Lists and objects may have been built from parts of the document, which then count.
func (d *digests) add(v values.Value) {
	if v.Kind() == values.Absent {
		return
	}
	d.hidden[v] = true
	if _, _, ok := v.Span(); ok {
		return
	}
	for _, part := range v.Elems() {
		d.add(part)
	}
	for _, m := range v.Members() {
		d.add(m.Value)
	}
}

// hides reports whether a value does not enter.
func (d *digests) hides(v values.Value) bool {
	return d.hidden[v] || d.copies != nil && v.Kind() == values.String && d.hasCopy(v.SharedText())
}

// hasCopy reports whether a string is a copy of a sensitive one, or a document in which there is one.
func (d *digests) hasCopy(text string) bool {
	if d.copies.HasIn(text) {
		return true
	}
	if !d.yaml {
		return false
	}
	doc, err := yamldoc.Parse(text)
	return err == nil && d.hasCopyIn(doc.Value)
}

// hasCopyIn reports the same of a part of a YAML document, where a string may be spelled as a number.
func (d *digests) hasCopyIn(v values.Value) bool {
	switch v.Kind() {
	case values.Number:
		return d.copies.Has(v.Text())
	case values.String:
		return d.hasCopy(v.SharedText())
	}
	for _, part := range v.Elems() {
		if d.hasCopyIn(part) {
			return true
		}
	}
	for _, m := range v.Members() {
		if d.hasCopyIn(m.Value) {
			return true
		}
	}
	return false
}

// values returns the digest of a change of values that has just been compared.
func (d *digests) values(a plans.Action, v source.Values) (digest [sha256.Size]byte) {
	if d == nil {
		return digest
	}
	return d.hasher.Values(a, v)
}

// invocation returns the digest of an action whose configuration has just been compared.
func (d *digests) invocation(a *source.Action, v source.Values) (digest [sha256.Size]byte) {
	if d == nil {
		return digest
	}
	return d.hasher.Invocation(a, v)
}
