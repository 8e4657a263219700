package terminal

import (
	"fmt"
	"io"
	"io/fs"
	"strings"
	"sync"
	"time"

	"github.com/planfmt/planfmt"
)

const (
	progressDelay = time.Second            // shorter work shows no progress
	progressEvery = 200 * time.Millisecond // how often the line is drawn
)

// ProgressLine shows on standard error, which is a terminal, how far the work
// has come. The line is drawn again in the same place, and is gone when the work
// is done. A nil *ProgressLine shows nothing.
type ProgressLine struct {
	streams *Streams
	size    int64 // of the input, in bytes; 0 if unknown

	mu  sync.Mutex
	now planfmt.Progress

	once    sync.Once
	done    chan struct{} // closed to end the goroutine
	stopped chan struct{} // closed by the goroutine
}

// StartProgress begins to show progress if the work takes long. The caller must
// call End.
func (s *Streams) StartProgress(in io.Reader) *ProgressLine {
	p := &ProgressLine{streams: s, size: remaining(in), done: make(chan struct{}), stopped: make(chan struct{})}
	go p.run()
	return p
}

// remaining returns how much there is to read of a regular file, or 0.
func remaining(in io.Reader) int64 {
	f, ok := in.(interface {
		io.Seeker
		Stat() (fs.FileInfo, error)
	})
	if !ok {
		return 0
	}
	info, err := f.Stat()
	if err != nil || !info.Mode().IsRegular() {
		return 0
	}
	pos, err := f.Seek(0, io.SeekCurrent)
	if err != nil {
		return 0
	}
	return max(0, info.Size()-pos)
}

// Set notes how far the work has come.
func (p *ProgressLine) Set(now planfmt.Progress) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.now = now
}

// run draws the line until the end.
func (p *ProgressLine) run() {
	defer close(p.stopped)
	delay := time.NewTimer(progressDelay)
	defer delay.Stop()
	select {
	case <-p.done:
		return
	case <-delay.C:
	}
	tick := time.NewTicker(progressEvery)
	defer tick.Stop()
	for {
		p.mu.Lock()
		now := p.now
		p.mu.Unlock()
		p.streams.Draw(ProgressText(now, p.size))
		select {
		case <-p.done:
			return
		case <-tick.C:
		}
	}
}

// End removes the line for good.
func (p *ProgressLine) End() {
	if p == nil {
		return
	}
	p.once.Do(func() { close(p.done) })
	<-p.stopped
	p.streams.Draw("")
}

// ProgressText is the text of the line. It is empty before anything has been
// read: the program at the other end of a pipe may need the terminal.
func ProgressText(now planfmt.Progress, size int64) string {
	switch {
	case now.Bytes == 0:
		return ""
	case now.AllDocuments > 0:
		return fmt.Sprintf("planfmt: %s MB read, %d of %d plans", megabytes(now.Bytes), now.Documents, now.AllDocuments)
	case now.Total > 0:
		return fmt.Sprintf("planfmt: %s MB read, %d of %d resources", megabytes(now.Bytes), now.Resources, now.Total)
	case size >= now.Bytes:
		return fmt.Sprintf("planfmt: %s of %s MB read, %d%%", megabytes(now.Bytes), megabytes(size), int(100*float64(now.Bytes)/float64(size)))
	}
	return fmt.Sprintf("planfmt: %s MB read", megabytes(now.Bytes))
}

func megabytes(bytes int64) string { return fmt.Sprintf("%.1f", float64(bytes)/1e6) }

// EndsProgress is an output that the terminal may show, or a program that uses
// the terminal. The line is gone before anything is written to it.
type EndsProgress struct {
	io.Writer
	Line *ProgressLine
}

func (w EndsProgress) Write(b []byte) (int, error) {
	w.Line.End()
	return w.Writer.Write(b)
}

// Draw replaces the line on the terminal. The text must be ASCII. An empty text
// removes the line.
func (s *Streams) Draw(text string) {
	s.errMu.Lock()
	defer s.errMu.Unlock()
	s.redraw(text)
}

// redraw is like Draw for callers that hold errMu. The terminal has to support
// only carriage returns and spaces. redraw cuts off text that is too long: the
// rest would be in the next line, which nothing removes.
func (s *Streams) redraw(text string) {
	columns := 80
	if s.ErrColumns != nil {
		if n := s.ErrColumns(); n > 0 {
			columns = n
		}
	}
	text = text[:min(len(text), columns-1)]
	if s.ended || text == "" && s.drawn == 0 {
		return
	}
	line := "\r" + text + strings.Repeat(" ", max(0, min(s.drawn, columns-1)-len(text)))
	if s.drawn = len(text); text == "" {
		line += "\r"
	}
	_, _ = io.WriteString(s.Err, line)
}

// RemoveLine removes the line for good when the program is about to end, unless
// standard error blocks. It waits until a write that is under way has ended.
func (s *Streams) RemoveLine() {
	for range 20 {
		if s.errMu.TryLock() {
			defer s.errMu.Unlock()
			s.redraw("")
			s.ended = true
			return
		}
		time.Sleep(time.Millisecond)
	}
}

// ShowsProgress reports whether standard error may show how far the work has come.
func (s *Streams) ShowsProgress(get Environment, quiet bool) bool {
	return s.ErrTTY && !quiet && !get.OnRunner() && get("TERM") != "dumb"
}
