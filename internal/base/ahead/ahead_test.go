package ahead_test

import (
	"bytes"
	"errors"
	"io"
	"testing"
	"testing/iotest"

	"github.com/planfmt/planfmt/failure"
	"github.com/planfmt/planfmt/internal/base/ahead"
)

func TestReader(t *testing.T) {
	text := bytes.Repeat([]byte("0123456789abcdef\n"), 50_000)
	broken := errors.New("broken")
	for name, r := range map[string]io.Reader{
		"whole":        bytes.NewReader(text),
		"halves":       iotest.HalfReader(bytes.NewReader(text)),
		"data and EOF": iotest.DataErrReader(bytes.NewReader(text)),
		"error":        io.MultiReader(bytes.NewReader(text), iotest.ErrReader(broken)),
	} {
		a := ahead.NewReader(r)
		got, err := io.ReadAll(a)
		if want := map[string]error{"error": broken}[name]; !errors.Is(err, want) || !bytes.Equal(got, text) {
			t.Errorf("%s: %d bytes, %v", name, len(got), err)
		}
		if n, err := a.Read(make([]byte, 1)); n != 0 || err == nil {
			t.Errorf("%s: after the end: %d bytes, %v", name, n, err)
		}
		a.Stop()
	}
	if err := iotest.TestReader(ahead.NewReader(bytes.NewReader(text[:200_000])), text[:200_000]); err != nil {
		t.Error(err)
	}
}

// blocking reports when it is read, and blocks until it is closed.
type blocking struct{ reads, closed chan struct{} }

func (b blocking) Read([]byte) (int, error) {
	b.reads <- struct{}{}
	<-b.closed
	return 0, io.ErrClosedPipe
}

// TestStop stops a Reader whose source blocks, and one that nobody reads from.
func TestStop(t *testing.T) {
	b := blocking{make(chan struct{}, 1), make(chan struct{})}
	a := ahead.NewReader(b)
	<-b.reads
	a.Stop()
	close(b.closed)

	endless, w := io.Pipe()
	ahead.NewReader(endless).Stop()
	go endless.Close()
	for {
		if _, err := w.Write(make([]byte, 1<<20)); err != nil {
			return
		}
	}
}

type panicking struct{}

func (panicking) Read([]byte) (int, error) { panic("lost") }

func TestPanic(t *testing.T) {
	_, err := ahead.NewReader(panicking{}).Read(make([]byte, 1))
	if p := (*failure.Panic)(nil); !errors.As(err, &p) || p.Value != "lost" {
		t.Errorf("%v", err)
	}
}
