package jsondoc

import (
	"errors"
	"fmt"
	"io"
)

// Bytes are all the bytes of an input, which can be read in any order. A document that is
// not text, such as an archive, needs this. It is for one goroutine.
type Bytes struct {
	size  int64
	count func(n int)

	at   io.ReaderAt // the input itself, if it can be read again
	base int64

	store  *Store
	loader *Loader
	pieces []Ref // each but the last has bufferSize bytes
}

// Bytes returns the bytes of an input of which nothing has been read, after decompression. If
// the input cannot be read again, it reads all of it, and keeps it as the [Store] does.
// The caller must close the result. Errors are those of a [Scanner].
func (in *Input) Bytes(opts Options) (*Bytes, error) {
	if err := in.limitUnpacked(opts.MaxUnpacked); err != nil {
		return nil, err
	}
	if in.again != nil {
		end, err := in.seek.Seek(0, io.SeekEnd)
		if err != nil {
			return nil, readError(err)
		}
		return &Bytes{size: end - in.base, at: in.again, base: in.base, count: in.raw.countAgain(end)}, nil
	}
	b := &Bytes{store: newStore(opts, nil), count: func(int) {}}
	if err := b.readAll(in); err != nil {
		b.Close()
		return nil, err
	}
	b.loader = b.store.Loader()
	return b, nil
}

// readAll keeps what an input has, piece by piece.
func (b *Bytes) readAll(in *Input) error {
	piece := make([]byte, bufferSize)
	for {
		n := 0
		var err error
		for n < len(piece) && err == nil {
			var k int
			k, err = in.Read(piece[n:])
			n += k
		}
		if n > 0 {
			ref, err := b.store.Keep(piece[:n])
			if err != nil {
				return err
			}
			b.pieces = append(b.pieces, ref)
			b.size += int64(n)
		}
		switch {
		case err == io.EOF:
			return b.store.Seal()
		case err != nil:
			return readError(err)
		}
	}
}

// Size returns how many bytes there are.
func (b *Bytes) Size() int64 { return b.size }

// ReadAt reads bytes from an offset on.
func (b *Bytes) ReadAt(p []byte, off int64) (int, error) {
	if off < 0 {
		return 0, errors.New("reading before the beginning of the input")
	}
	if off >= b.size {
		return 0, io.EOF
	}
	var short error
	if rest := b.size - off; int64(len(p)) > rest {
		p, short = p[:rest], io.EOF
	}
	n, err := b.readAt(p, off)
	b.count(n)
	if err == nil {
		err = short
	}
	return n, err
}

// readAt reads bytes all of which exist.
func (b *Bytes) readAt(p []byte, off int64) (int, error) {
	if b.at != nil {
		n, err := b.at.ReadAt(p, b.base+off)
		if n == len(p) {
			return n, nil
		}
		if err == nil || err == io.EOF {
			err = fmt.Errorf("%s became shorter while planfmt was reading it", thePlan)
		}
		return n, err
	}
	n := 0
	for n < len(p) {
		piece, err := b.loader.Bytes(b.pieces[off/bufferSize])
		if err != nil {
			return n, err
		}
		k := copy(p[n:], piece[off%bufferSize:])
		n, off = n+k, off+int64(k)
	}
	return n, nil
}

// Close gives the temporary file back, if there is one. The input is the caller's.
func (b *Bytes) Close() error { return b.store.Close() }
