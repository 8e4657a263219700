package main

import (
	"errors"
	"fmt"
	"os"
	"runtime"
	"slices"
	"strings"

	"github.com/planfmt/planfmt/cmd/planfmt/internal/command"
	"github.com/planfmt/planfmt/cmd/planfmt/internal/files"
	"github.com/planfmt/planfmt/cmd/planfmt/internal/terminal"
	"github.com/planfmt/planfmt/cmd/planfmt/internal/view"
)

// viewEnvironment are the variables that say which terminal it is.
var viewEnvironment = [...]string{"TERM", "COLORTERM", "TERM_PROGRAM", "TERM_PROGRAM_VERSION", "TMUX", "STY", "WT_SESSION", "SSH_TTY", "LANG", "LC_ALL", "LC_CTYPE"}

// openViewTerminal returns the terminal for a view of a document, and a function that closes it. Keys come from standard
// input, unless that is not a terminal: then they come from the terminal that the process belongs to.
func openViewTerminal(f *command.Factory) (t view.Terminal, end func(), err error) {
	s := f.Streams
	if !s.OutTTY {
		return t, nil, errors.New("the view needs a terminal, and standard output is not a terminal. To print the plan, use 'planfmt show'")
	}
	switch name := f.Getenv("TERM"); {
	case name == "dumb", name == "" && runtime.GOOS != "windows":
		return t, nil, fmt.Errorf("the view needs a terminal that can move its cursor, but TERM is %q. To print the plan, use 'planfmt show'", name)
	}
	t = view.Terminal{In: s.In, Out: s.Out}
	keys, isFile := s.In.(*os.File)
	end = func() {}
	if !s.InTTY {
		if keys, err = os.OpenFile(terminalName, os.O_RDWR, 0); err != nil {
			return t, nil, fmt.Errorf("the view needs a terminal for its keys: standard input is not a terminal, and %s cannot be opened: %w", terminalName, files.TrimName(err))
		}
		t.In, isFile = keys, true
		end = func() { keys.Close() }
	}
	if s.OutSize != nil {
		t.Width, t.Height = s.OutSize()
	}
	for _, name := range viewEnvironment {
		if v := f.Getenv(name); v != "" {
			t.Environ = append(t.Environ, name+"="+v)
		}
	}
	if isFile {
		closeKeys := end
		leave := terminal.HoldScreen(s, keys)
		end = func() {
			leave()
			closeKeys()
		}
	}
	return t, end, nil
}

// themeFor returns the colours for a terminal.
func themeFor(f *command.Factory, choice terminal.ColorChoice, background string) view.Theme {
	t := view.Theme{Light: background == backgroundLight || background == backgroundAuto && isLight(f)}
	if choice != terminal.ColorNever {
		t.Colors = colorsOf(f)
	}
	return t
}

// colorsOf returns how many colours the terminal has.
func colorsOf(f *command.Factory) view.Colors {
	name := f.Getenv("TERM")
	switch colorterm := f.Getenv("COLORTERM"); {
	case colorterm == "truecolor", colorterm == "24bit", strings.HasSuffix(name, "-direct"), f.Getenv("WT_SESSION") != "":
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
func isLight(f *command.Factory) bool {
	value := f.Getenv("COLORFGBG")
	at := strings.LastIndexByte(value, ';')
	return slices.Contains([]string{"7", "9", "10", "11", "12", "13", "14", "15"}, value[at+1:])
}
