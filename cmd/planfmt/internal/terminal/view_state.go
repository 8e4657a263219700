package terminal

import (
	"os"

	"golang.org/x/term"
)

// leaveScreen brings back a terminal's own screen, with a cursor, and without reports about the mouse, the focus
// and pasted text.
const leaveScreen = "\x1b[?2026l\x1b[?2004l\x1b[?1004l\x1b[?1006l\x1b[?1003l\x1b[?1002l\x1b[?1000l\x1b[>4m\x1b[<u\x1b[?1049l\x1b[?25h\x1b[0m"

// HoldScreen remembers how the terminal is, for the case that the process ends before the view has put everything
// back. The function that it returns forgets it again.
func HoldScreen(s *Streams, keys *os.File) (forget func()) {
	before, err := term.GetState(int(keys.Fd()))
	if err != nil {
		return func() {}
	}
	restore := func() {
		_, _ = s.Out.Write([]byte(leaveScreen))
		_ = term.Restore(int(keys.Fd()), before)
	}
	s.restore.Store(&restore)
	return func() { s.restore.Store(nil) }
}

// EndView puts the terminal back when the program is about to end in the middle of a view.
func (s *Streams) EndView() {
	if restore := s.restore.Load(); restore != nil {
		(*restore)()
	}
}
