package compare

import "github.com/planfmt/planfmt/differ"

// Manner says how the values of a view are compared. The zero value is the manner of the
// human format.
type Manner struct {
	MaskCopies bool
	Readable   bool
	Policies   bool // they are compared as if Readable were set
	Words      bool
	Digests    bool
	Facts      bool

	Exact, Complete bool
}

// Options returns the options of a Differ that compares in this manner.
func (m Manner) Options(c *Comparison) differ.Options {
	o := c.Differ
	o.Readable, o.ReadablePolicies = m.Readable, m.Policies
	o.Words = m.Words
	o.Exact, o.Complete = o.Exact || m.Exact, m.Complete
	if m.MaskCopies {
		o.Copies = c.Copies
	}
	return o
}
