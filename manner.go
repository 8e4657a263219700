package planfmt

import (
	"context"

	"github.com/planfmt/planfmt/computed"
	"github.com/planfmt/planfmt/differ"
	"github.com/planfmt/planfmt/internal/enum"
)

// Choice says whether something is done. The zero value leaves it to each format.
type Choice uint8

// The choices.
const (
	AutoChoice Choice = iota
	Always
	Never
)

var choices = enum.New[Choice]("choice", []string{
	AutoChoice: "auto",
	Always:     "always",
	Never:      "never",
}...)

// String returns the name of the choice.
func (c Choice) String() string { return choices.String(c) }

// MarshalText returns the name of the choice.
func (c Choice) MarshalText() ([]byte, error) { return choices.Marshal(c) }

// UnmarshalText sets the choice by its name. If there is no such name, the error lists the
// valid ones.
func (c *Choice) UnmarshalText(text []byte) error { return choices.Unmarshal(text, c) }

// resolve returns the choice of the user, or else that of a format.
func (c Choice) resolve(format bool) bool {
	switch c {
	case AutoChoice:
		return format
	case Always:
		return true
	case Never:
		return false
	}
	return format
}

// manner says how the values of a view are compared. The zero value is the manner of the
// human format.
type manner struct {
	maskCopies bool
	readable   bool
	words      bool
	digests    bool

	exact, complete bool
}

func (n Needs) manner() manner {
	return manner{
		maskCopies: n.MaskCopies, readable: n.Readable, words: n.Words, digests: n.Digests,
		exact: n.Exact, complete: n.Complete,
	}
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

// compareInManners begins the summaries of the views, with what depends on the manner in which
// they compare. Views of the same manner share it.
func (d *document) compareInManners(ctx context.Context, workers int) error {
	made := map[manner]computed.Summary{{}: d.summary}
	for _, v := range d.views {
		s, ok := made[v.manner]
		if !ok {
			s = d.summary
			var err error
			if s.Outputs, err = d.compareOutputs(ctx, workers, v.manner); err != nil {
				return err
			}
			c := d.comparer().in(v.manner)
			if s.Invoked = c.invoked(d.invoked); v.manner.digests {
				s.Unshown = c.invoked(d.unshown)
			}
			var copies []computed.Copy
			if v.manner.maskCopies {
				s.Checks, copies = d.hideMessages()
			}
			if d.copies == nil {
				d.copies = append(copiesInSummary(s), copies...)
			}
			made[v.manner] = s
		}
		v.summary = s
	}
	return nil
}
