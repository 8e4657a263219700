package compare

import (
	"crypto/sha256"

	"github.com/planfmt/planfmt/differ"
	"github.com/planfmt/planfmt/internal/read/source"
	"github.com/planfmt/planfmt/internal/work/planhash"
	"github.com/planfmt/planfmt/plans"
	"github.com/planfmt/planfmt/values"
)

// digests makes a digest of each change that a comparer compares. It covers what enters the hash of the plan, except for the values that
// the comparison hides. The result of a comparison would not be enough for a digest: values that count as equal there, such as null
// and an empty list, can make the hashes of two plans differ. A nil *digests makes none.
type digests struct {
	hasher planhash.Hasher
	hidden hiddenValues // the values that the comparison has hidden
	copied copied       // its set is nil if copies are shown
}

func newDigests(c *Comparison, m Manner) *digests {
	d := &digests{hidden: hiddenValues{}, copied: copied{yaml: m.Readable}}
	if m.MaskCopies {
		d.copied.set = c.Copies
	}
	d.hasher.Hides = d.hides
	return d
}

// begin forgets the hidden values of the previous comparison.
func (d *digests) begin() {
	if d != nil {
		clear(d.hidden)
	}
}

// hide adds a value that the differ hides.
func (d *digests) hide(h differ.Hidden) {
	d.hidden.add(h.Before)
	d.hidden.add(h.After)
}

// hides reports whether a value is left out of the digest.
func (d *digests) hides(v values.Value) bool { return d.hidden[v] || d.copied.is(v) }

// values returns the digest of a change of values that has just been compared.
func (d *digests) values(a plans.Action, v source.RawValues) (digest [sha256.Size]byte) {
	if d == nil {
		return digest
	}
	return d.hasher.Values(a, v)
}

// invocation returns the digest of an action whose configuration has just been compared.
func (d *digests) invocation(a *source.Action, v source.RawValues) (digest [sha256.Size]byte) {
	if d == nil {
		return digest
	}
	return d.hasher.Invocation(a, v)
}
