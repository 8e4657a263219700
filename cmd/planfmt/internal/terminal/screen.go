package terminal

import (
	"bytes"
	"fmt"
	"io"
	"slices"
	"sync"
	"time"

	"github.com/planfmt/planfmt/doc"
	"github.com/planfmt/planfmt/internal/base/width"
	"github.com/planfmt/planfmt/internal/read/jsonlog"
	"github.com/planfmt/planfmt/runlog"
	"github.com/planfmt/planfmt/sinks"
)

// screenEvery is how often the last lines of the terminal are updated.
const screenEvery = 200 * time.Millisecond

// LiveScreen shows in the last lines of a terminal what a run is doing. Everything else that
// is written to the terminal scrolls past above these lines. A nil *LiveScreen shows nothing.
type LiveScreen struct {
	out   io.Writer
	size  func() (columns, lines int)
	sink  sinks.Sink
	began time.Time

	mu    sync.Mutex
	state liveState
	since map[string]time.Time // when operations began
	shown []byte               // the lines that are on the terminal
	width []int                // how many columns each of them takes
	ended bool

	once    sync.Once
	done    chan struct{} // closed to end the goroutine
	stopped chan struct{} // closed by the goroutine
}

// StartScreen begins to show what is under way, unless the size of the terminal at standard output is unknown. The
// caller must call End.
func StartScreen(s *Streams, color bool) *LiveScreen {
	if s.OutSize == nil {
		return nil
	}
	screen := &LiveScreen{
		out: s.Out, size: s.OutSize, began: time.Now(), since: map[string]time.Time{},
		done: make(chan struct{}), stopped: make(chan struct{}),
	}
	screen.sink = sinks.Text{EscapeRunnerCommands: true}
	if color {
		screen.sink = sinks.ANSI{EscapeRunnerCommands: true}
	}
	s.screen.Store(screen)
	go screen.run()
	return screen
}

// WatchWith returns a function that takes note of the state of a run, and of how far a plan has come. progress may be nil.
func (s *LiveScreen) WatchWith(progress func() runlog.Progress) func(*jsonlog.Run) {
	if progress == nil {
		return s.Watch
	}
	return func(run *jsonlog.Run) {
		s.Watch(run)
		p := progress()
		s.mu.Lock()
		defer s.mu.Unlock()
		s.state.setProgress(p)
	}
}

// Watch takes note of the state of a run.
func (s *LiveScreen) Watch(run *jsonlog.Run) {
	s.mu.Lock()
	defer s.mu.Unlock()
	now := time.Now()
	known := map[string]time.Time{}
	s.state = takeState(run, s.began, func(op *jsonlog.Operation) time.Time {
		key := op.Kind + "\x00" + op.Address + "\x00" + op.Part
		at, ok := s.since[key]
		if !ok {
			at = now
		}
		known[key] = at
		return at
	})
	s.since = known
}

// run updates the lines until the end.
func (s *LiveScreen) run() {
	defer close(s.stopped)
	tick := time.NewTicker(screenEvery)
	defer tick.Stop()
	for {
		select {
		case <-s.done:
			return
		case <-tick.C:
			s.mu.Lock()
			s.update()
			s.mu.Unlock()
		}
	}
}

// End removes the lines for good.
func (s *LiveScreen) End() {
	if s == nil {
		return
	}
	s.once.Do(func() { close(s.done) })
	<-s.stopped
	s.mu.Lock()
	defer s.mu.Unlock()
	s.state = liveState{}
	s.update()
	s.ended = true
}

// Above removes the lines, calls a function that writes to the terminal itself, and shows the lines again.
func (s *LiveScreen) Above(write func()) {
	if s == nil {
		write()
		return
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	state := s.state
	s.state = liveState{}
	s.update()
	write()
	s.state = state
}

// Writer returns a writer for text above the lines. The text must consist of whole lines.
func (s *LiveScreen) Writer(w io.Writer) io.Writer { return screenWriter{s, w} }

type screenWriter struct {
	screen *LiveScreen
	w      io.Writer
}

// Write removes the lines, writes, and shows the lines again, with a single call of the
// terminal's Write, so that nothing flickers.
func (w screenWriter) Write(b []byte) (int, error) {
	s := w.screen
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.ended {
		return w.w.Write(b)
	}
	if out := s.frame(b); len(out) > 0 {
		if _, err := w.w.Write(out); err != nil {
			return 0, err
		}
	}
	return len(b), nil
}

// update shows the state.
func (s *LiveScreen) update() {
	if s.ended {
		return
	}
	if out := s.frame(nil); len(out) > 0 {
		// If the terminal cannot be written to, neither can the log, which is noticed there.
		_, _ = s.out.Write(out)
	}
}

// frame returns the bytes that write a text and show the state below it. It is empty if there is no
// text and the state looks the same as before.
func (s *LiveScreen) frame(text []byte) []byte {
	columns, rows := s.size()
	lines := liveLines(s.state, time.Now(), columns, rows)
	var drawn bytes.Buffer
	if err := sinks.Write(&drawn, s.sink, slices.Values(lines)); err != nil {
		return text
	}
	if bytes.Equal(drawn.Bytes(), s.shown) && len(text) == 0 {
		return nil
	}
	out := append(append(s.erase(), text...), drawn.Bytes()...)
	s.shown = bytes.Clone(drawn.Bytes())
	for _, l := range lines {
		s.width = append(s.width, lineWidth(l))
	}
	return out
}

func lineWidth(l doc.Line) int { return width.Of(string(l.Text.Bytes)) }

// erase returns the bytes that remove the lines on the terminal, and forgets the lines. If the
// terminal has become narrower, each line may take several rows.
func (s *LiveScreen) erase() []byte {
	if len(s.width) == 0 {
		return nil
	}
	columns, _ := s.size()
	rows := 0
	for _, w := range s.width {
		rows++
		if columns > 0 && w > columns {
			rows += (w - 1) / columns
		}
	}
	s.shown, s.width = nil, s.width[:0]
	return fmt.Appendf(nil, "\r\x1b[%dA\x1b[J", rows)
}

// EndScreen removes the lines when the program is about to end, unless the terminal blocks.
func (s *Streams) EndScreen() {
	screen := s.screen.Load()
	if screen == nil || !screen.mu.TryLock() {
		return
	}
	defer screen.mu.Unlock()
	screen.state = liveState{}
	screen.update()
	screen.ended = true
}
