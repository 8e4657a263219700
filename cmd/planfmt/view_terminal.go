package main

import (
	"errors"
	"fmt"
	"os"
	"runtime"
	"slices"
	"strings"

	"golang.org/x/term"

	"github.com/planfmt/planfmt/cmd/planfmt/internal/view"
)

// viewEnvironment are the variables that say which terminal it is.
var viewEnvironment = [...]string{"TERM", "COLORTERM", "TERM_PROGRAM", "TERM_PROGRAM_VERSION", "TMUX", "STY", "WT_SESSION", "SSH_TTY", "LANG", "LC_ALL", "LC_CTYPE"}

// openTerminal returns the terminal for a view of a document, and a function that closes it. Keys come from standard
// input, unless that is no terminal: then they come from the terminal that the process belongs to.
func (f *factory) openTerminal() (t view.Terminal, end func(), err error) {
	s := f.streams
	if !s.OutTTY {
		return t, nil, errors.New("the view needs a terminal, and standard output is none. To print the plan, use 'planfmt show'")
	}
	switch name := f.getenv("TERM"); {
	case name == "dumb", name == "" && runtime.GOOS != "windows":
		return t, nil, fmt.Errorf("the view needs a terminal that can move its cursor, but TERM is %q. To print the plan, use 'planfmt show'", name)
	}
	t = view.Terminal{In: s.In, Out: s.Out}
	keys, isFile := s.In.(*os.File)
	end = func() {}
	if !s.InTTY {
		if keys, err = os.OpenFile(terminalName, os.O_RDWR, 0); err != nil {
			return t, nil, fmt.Errorf("the view needs a terminal for its keys: standard input is none, and %s cannot be opened: %w", terminalName, trimName(err))
		}
		t.In, isFile = keys, true
		end = func() { keys.Close() }
	}
	if s.outSize != nil {
		t.Width, t.Height = s.outSize()
	}
	for _, name := range viewEnvironment {
		if v := f.getenv(name); v != "" {
			t.Environ = append(t.Environ, name+"="+v)
		}
	}
	if isFile {
		closeKeys := end
		leave := holdScreen(s, keys)
		end = func() {
			leave()
			closeKeys()
		}
	}
	return t, end, nil
}

// leaveScreen brings back a terminal's own screen, with a cursor, and without reports about the mouse, the focus
// and pasted text.
const leaveScreen = "\x1b[?2026l\x1b[?2004l\x1b[?1004l\x1b[?1006l\x1b[?1003l\x1b[?1002l\x1b[?1000l\x1b[>4m\x1b[<u\x1b[?1049l\x1b[?25h\x1b[0m"

// holdScreen remembers how the terminal is, for the case that the process ends before the view has put everything
// back. The function that it returns forgets it again.
func holdScreen(s *streams, keys *os.File) (forget func()) {
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

// endView puts the terminal back when the program is about to end in the middle of a view.
func (s *streams) endView() {
	if restore := s.restore.Load(); restore != nil {
		(*restore)()
	}
}

// theme returns the colours for a terminal.
func (f *factory) theme(choice colorChoice, background string) view.Theme {
	t := view.Theme{Light: background == backgroundLight || background == backgroundAuto && f.isLight()}
	if choice != colorNever {
		t.Colors = f.colors()
	}
	return t
}

// colors returns how many colours the terminal has.
func (f *factory) colors() view.Colors {
	name := f.getenv("TERM")
	switch colorterm := f.getenv("COLORTERM"); {
	case colorterm == "truecolor", colorterm == "24bit", strings.HasSuffix(name, "-direct"), f.getenv("WT_SESSION") != "":
		return view.ColorsTrue
	case strings.HasPrefix(name, "vt"), strings.HasSuffix(name, "-m"), strings.HasSuffix(name, "-mono"):
		return view.NoColors
	}
	for _, kind := range []string{"kitty", "alacritty", "foot", "ghostty", "wezterm", "contour"} {
		if strings.Contains(name, kind) {
			return view.ColorsTrue
		}
	}
	return view.Colors16
}

// The values of --background.
const (
	backgroundAuto  = "auto"
	backgroundDark  = "dark"
	backgroundLight = "light"
)

func backgrounds() []string { return []string{backgroundAuto, backgroundDark, backgroundLight} }

// isLight reports whether the environment says that the background of the terminal is light: some terminals
// set COLORFGBG to the numbers of the colours of the text and of the background.
func (f *factory) isLight() bool {
	value := f.getenv("COLORFGBG")
	at := strings.LastIndexByte(value, ';')
	return slices.Contains([]string{"7", "9", "10", "11", "12", "13", "14", "15"}, value[at+1:])
}
