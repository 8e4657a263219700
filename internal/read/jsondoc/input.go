package jsondoc

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math"

	"github.com/planfmt/planfmt/internal/base/ctxio"
	"github.com/planfmt/planfmt/internal/base/utf"
	"github.com/planfmt/planfmt/plans"
)

// bufferSize is how much of the input is read at once.
const bufferSize = 256 << 10

// minBuffer is how much larger than a small document the buffer for it is.
const minBuffer = 512

// peekSize is the same while it is recognised, unpacked or decoded.
const peekSize = 32 << 10

// Input is a document that has been opened: decompressed, in UTF-8, and without
// a byte-order mark. It is read once, by Read or by a Scanner.
type Input struct {
	ctx   context.Context
	r     io.Reader
	raw   *counted
	lines int64  // line feeds that have been read, if the input cannot be read again
	head  []byte // the first bytes

	// unit says what positions in the text count, if that is not bytes of the
	// input.
	unit string
	// again is set if the bytes of the document can be read again, at the offsets
	// that they have in it plus base.
	again io.ReaderAt
	base  int64
	end   int64     // where they end, as far as that is known, or 0
	seek  io.Seeker // to the end of these bytes
	// page looks for garbled letters; nil for all but UTF-16.
	page *codePage
	// unpacked counts what is unpacked; nil if nothing is.
	unpacked *unpacked
}

// Open recognises the encoding of a document: UTF-8, with or without a byte-order
// mark, or UTF-16, and perhaps gzip. If r cannot be read or decompressed, the
// error says why. When ctx ends, so does reading, even if r blocks.
func Open(ctx context.Context, r io.Reader) (*Input, error) {
	again, start := seekable(r)
	in := &Input{ctx: ctx, again: again, base: start, end: endOf(r)}
	in.seek, _ = r.(io.Seeker)
	if isFile, _ := isRegular(r); isFile {
		r = ctxio.Unblocked(ctx, r)
	} else {
		r = ctxio.Reader(ctx, r)
	}
	in.raw = &counted{r: r}
	var below io.Reader = in.raw
	br := bufio.NewReaderSize(below, peekSize)
	head, err := peekHead(br)
	if err != nil {
		return nil, err
	}
	if bytes.HasPrefix(head, []byte("\x1f\x8b")) {
		gz, err := gzip.NewReader(br)
		if err != nil {
			return nil, &plans.InputError{Kind: plans.InputEncoding, Msg: "the input looks like gzip data but is not: " + err.Error()}
		}
		in.again, in.base, in.unit = nil, 0, " after decompression"
		in.unpacked = &unpacked{r: gz, limit: DefaultMaxUnpacked}
		below = in.unpacked
		br = bufio.NewReaderSize(below, peekSize)
		if head, err = peekHead(br); err != nil {
			return nil, err
		}
	}
	if mark, enc := utf.Recognise(head); enc != utf.UTF8 {
		br.Discard(mark)
		in.again, in.base, in.unit = nil, 0, " of the text as UTF-8"
		in.page = &codePage{r: decoded{utf.Decode(br, enc, mark)}}
		below = in.page
		br = bufio.NewReaderSize(below, peekSize)
		if head, err = peekHead(br); err != nil {
			return nil, err
		}
	} else if mark > 0 {
		br.Discard(mark)
		in.base += int64(mark)
		if head, err = peekHead(br); err != nil {
			return nil, err
		}
	}
	if in.again != nil && !sameBytes(in.again, in.base, head) {
		in.again = nil
	}
	in.head, in.r = bytes.Clone(head), br
	if len(head) == headLen { // or else br has met the end, and must say so
		in.r = &drained{br, below}
	}
	return in, nil
}

// drained reads what is buffered, and then from below the buffer, so that nothing else is
// copied once more.
type drained struct {
	buffer *bufio.Reader
	below  io.Reader
}

func (d *drained) Read(p []byte) (int, error) {
	if d.buffer != nil {
		if d.buffer.Buffered() > 0 {
			return d.buffer.Read(p)
		}
		d.buffer = nil
	}
	return d.below.Read(p)
}

// limitUnpacked sets how many bytes the input may unpack to. A buffer has been unpacked already.
func (in *Input) limitUnpacked(limit int64) error {
	if in.unpacked == nil {
		return nil
	}
	in.unpacked.setLimit(limit)
	return in.unpacked.check()
}

// Kind is the kind of the document as far as its first bytes show it: Unknown for
// JSON, unless it is a log.
func (in *Input) Kind() Kind { return headKind(in.head) }

// Report calls f with the number of bytes of the input that have been read, as
// they came, such as compressed: at once, and again after every part that is
// read.
func (in *Input) Report(f func(bytes int64)) {
	in.raw.report = f
	f(in.raw.n)
}

// counted counts the bytes that are read.
type counted struct {
	r      io.Reader
	n      int64
	report func(int64) // may be nil
}

func (c *counted) Read(p []byte) (int, error) {
	n, err := c.r.Read(p)
	c.n += int64(n)
	if c.report != nil {
		c.report(c.n)
	}
	return n, err
}

// countAgain returns a function that gets how many bytes are read again, in place of what
// has not been read yet. They are counted up to the end of the input.
func (c *counted) countAgain(end int64) func(n int) {
	return func(n int) {
		c.n = min(c.n+int64(n), end)
		if c.report != nil {
			c.report(c.n)
		}
	}
}

// Read reads the text of the document, in UTF-8.
func (in *Input) Read(p []byte) (int, error) {
	n, err := in.r.Read(p)
	if in.again == nil {
		in.lines += countLineFeeds(p[:n])
	}
	return n, err
}

// bufferSize returns how much of the input is read at once: no more than there is, and enough to find its end.
func (in *Input) bufferSize() int {
	if in.again == nil || in.end <= in.base {
		return bufferSize
	}
	return int(min(bufferSize, in.end-in.base+minBuffer))
}

// text reads the text once more, of an input that can be read again.
func (in *Input) text() io.Reader {
	return io.NewSectionReader(in.again, in.base, math.MaxInt64-in.base)
}

// lineFeeds counts the line feeds before an offset. behind is how many have been read
// behind it.
func (in *Input) lineFeeds(off, behind int64) int64 {
	if in.again == nil {
		return in.lines - behind
	}
	var n int64
	text := io.NewSectionReader(in.again, in.base, off)
	for buf := make([]byte, bufferSize); ; {
		k, err := text.Read(buf)
		n += countLineFeeds(buf[:k])
		if err != nil {
			return n
		}
	}
}

// place is an offset of the text, for a message. lines are the line feeds before it.
func (in *Input) place(off, lines int64) string {
	return fmt.Sprintf("byte %d%s, line %d", in.base+off, in.unit, 1+lines)
}

func countLineFeeds(text []byte) int64 { return int64(bytes.Count(text, []byte{'\n'})) }

// decoded is text that has been converted to UTF-8. It reports mistakes in the
// encoding as a *plans.InputError.
type decoded struct{ r io.Reader }

func (d decoded) Read(p []byte) (int, error) {
	n, err := d.r.Read(p)
	if broken, ok := errors.AsType[*utf.Error](err); ok {
		kind := plans.InputEncoding
		if broken.CutOff {
			kind = plans.InputCutOff
		}
		err = &plans.InputError{Kind: kind, Msg: broken.Msg}
	}
	return n, err
}

// peekHead returns the first bytes, fewer than headLen if there are no more.
func peekHead(br *bufio.Reader) ([]byte, error) {
	head, err := br.Peek(headLen)
	if err != nil && err != io.EOF {
		return nil, readError(err)
	}
	return head, nil
}

// seekable reports whether the bytes of a reader can be read again, and at which
// offset it is.
func seekable(r io.Reader) (io.ReaderAt, int64) {
	at, ok := r.(io.ReaderAt)
	if !ok {
		return nil, 0
	}
	sk, ok := r.(io.Seeker)
	if !ok {
		return nil, 0
	}
	if regular, known := isRegular(r); known && !regular {
		return nil, 0
	}
	pos, err := sk.Seek(0, io.SeekCurrent)
	if err != nil {
		return nil, 0
	}
	return at, pos
}

// isRegular reports whether a reader is a regular file, if it says.
func isRegular(r io.Reader) (regular, known bool) {
	st, ok := r.(interface{ Stat() (fs.FileInfo, error) })
	if !ok {
		return false, false
	}
	info, err := st.Stat()
	return err == nil && info.Mode().IsRegular(), true
}

// endOf returns the offset of the end of what a reader reads, or 0 if it does not tell.
func endOf(r io.Reader) int64 {
	switch r := r.(type) {
	case interface{ Stat() (fs.FileInfo, error) }:
		if info, err := r.Stat(); err == nil {
			return info.Size()
		}
	case interface{ Size() int64 }:
		return r.Size()
	}
	return 0
}

// sameBytes checks that reading at an offset gives what reading on gave: the Seek
// and the ReadAt of a user's own reader may come from different places.
func sameBytes(at io.ReaderAt, off int64, head []byte) bool {
	buf := make([]byte, len(head))
	n, _ := at.ReadAt(buf, off)
	return n == len(buf) && bytes.Equal(buf, head)
}
