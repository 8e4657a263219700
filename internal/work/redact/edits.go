package redact

import (
	"cmp"
	"errors"
	"io"

	"github.com/planfmt/planfmt/internal/base/sorted"
)

// edit replaces a part of a text.
type edit struct {
	start, end int
	text       []byte
}

// edits are the edits of one text.
type edits []edit

func (e *edits) replace(start, end int, text []byte) { *e = append(*e, edit{start, end, text}) }

// finish sorts the edits, and drops those inside of others.
func (e *edits) finish() {
	all := *e
	sorted.Stable(all, func(a, b edit) int { return cmp.Or(cmp.Compare(a.start, b.start), cmp.Compare(b.end, a.end)) })
	out, end := all[:0], 0
	for _, one := range all {
		if one.start < end {
			continue
		}
		end = max(end, one.end)
		out = append(out, one)
	}
	*e = out
}

// apply returns the text with the edits, which finish has sorted.
func (e edits) apply(text []byte) []byte {
	if len(e) == 0 {
		return text
	}
	var out []byte
	at := 0
	for _, one := range e {
		out = append(append(out, text[at:one.start]...), one.text...)
		at = one.end
	}
	return append(out, text[at:]...)
}

// patcher copies a text from a reader to a writer, with edits. The edits must come in order.
type patcher struct {
	r  io.Reader
	w  io.Writer
	at int64 // how much of the text has been read
}

// errShorter says that a text is not what it was when it was read before.
var errShorter = errors.New("the document changed while planfmt was reading it")

// replace copies what is before an offset, and puts a text in the place of what follows, up to
// another offset.
func (p *patcher) replace(start, end int64, text []byte) error {
	if err := p.copy(p.w, start-p.at); err != nil {
		return err
	}
	if err := p.copy(io.Discard, end-start); err != nil {
		return err
	}
	_, err := p.w.Write(text)
	return err
}

func (p *patcher) copy(w io.Writer, n int64) error {
	done, err := io.CopyN(w, p.r, n)
	p.at += done
	if err == io.EOF {
		return errShorter
	}
	return err
}

// finish copies the rest.
func (p *patcher) finish() error {
	_, err := io.Copy(p.w, p.r)
	return err
}
