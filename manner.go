package planfmt

import "github.com/planfmt/planfmt/differ"

// manner says how the values of a view are compared. The zero value is the manner of the
// human format.
type manner struct {
	maskCopies bool
	readable   bool
	words      bool
	digests    bool

	exact, complete bool
}

// options returns the options of a Differ that compares in this manner.
func (m manner) options(c *comparison) differ.Options {
	o := c.differ
	o.Readable = m.readable
	o.Words = m.words
	o.Exact, o.Complete = m.exact, m.complete
	if m.maskCopies {
		o.Copies = c.copies
	}
	return o
}
