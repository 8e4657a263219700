// Package ahead reads from a reader in the background, so that unpacking a file
// and using what it contains take two processors. Its main call is [NewReader].
package ahead

import (
	"io"

	"github.com/planfmt/planfmt/internal/base/caught"
)

const (
	blockSize = 64 << 10
	// blocks is how many blocks there are: one is used while others are filled.
	blocks = 4
)

// Reader reads what another reader has, in the same order and with the same error
// at the end. Only one goroutine may use it at a time.
type Reader struct {
	filled  chan readResult
	free    chan []byte
	stopped chan struct{}

	current readResult
	rest    []byte // the part of current that was not yet returned
}

// readResult is what a call of Read returned.
type readResult struct {
	data []byte
	err  error
}

// NewReader starts to read from r in the background. A panic in r becomes an error.
// Call Stop when the Reader is no longer needed.
func NewReader(r io.Reader) *Reader {
	a := &Reader{filled: make(chan readResult, blocks), free: make(chan []byte, blocks), stopped: make(chan struct{})}
	go a.fill(r)
	return a
}

// fill reads until there is an error.
func (a *Reader) fill(r io.Reader) {
	made := 0
	for {
		var buf []byte
		if made < blocks && len(a.free) == 0 {
			buf = make([]byte, blockSize)
			made++
		} else {
			select {
			case buf = <-a.free:
			case <-a.stopped:
				return
			}
		}
		b := read(r, buf)
		a.filled <- b // there is room for every block
		if b.err != nil {
			return
		}
		select {
		case <-a.stopped:
			return
		default:
		}
	}
}

// read calls Read.
func read(r io.Reader, buf []byte) (b readResult) {
	b.data = buf[:0]
	defer caught.As(&b.err)
	var n int
	n, b.err = r.Read(buf)
	b.data = buf[:n]
	return b
}

// Read returns what has been read, and waits if that is nothing.
func (a *Reader) Read(p []byte) (int, error) {
	if len(p) == 0 {
		return 0, nil
	}
	for len(a.rest) == 0 {
		if a.current.err != nil {
			return 0, a.current.err
		}
		if a.current.data != nil {
			a.free <- a.current.data[:blockSize]
		}
		a.current = <-a.filled
		a.rest = a.current.data
	}
	n := copy(p, a.rest)
	a.rest = a.rest[n:]
	return n, nil
}

// Stop ends the reading. It does not wait for a call of the other reader's Read,
// which may go on in the background. There is none if Read has returned an error.
func (a *Reader) Stop() { close(a.stopped) }
