package main

import (
	"fmt"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
)

// linkChoice is the value of --hyperlinks.
type linkChoice string

const (
	linksAuto   linkChoice = "auto"
	linksAlways linkChoice = "always"
	linksNever  linkChoice = "never"
)

func linkChoices() []string {
	return []string{string(linksAuto), string(linksAlways), string(linksNever)}
}

// resolve lets the environment decide if the command line does not.
func (c linkChoice) resolve(f *factory) linkChoice {
	if c != linksAuto {
		return c
	}
	switch force := f.getenv("FORCE_HYPERLINK"); {
	case force == "0":
		return linksNever
	case force != "":
		return linksAlways
	case f.onRunner() || !f.knowsLinks() || !f.streams.pager.Load().showsLinks():
		return linksNever
	}
	return c
}

// knowsLinks reports whether the terminal is one of those that are known to show links. Others may show the codes.
func (f *factory) knowsLinks() bool {
	term := f.getenv("TERM")
	switch {
	case term == "dumb", f.getenv("TMUX") != "", f.getenv("STY") != "", strings.HasPrefix(term, "screen"), strings.HasPrefix(term, "tmux"):
		return false // what is around it may be any terminal
	case f.getenv("WT_SESSION") != "", f.getenv("DOMTERM") != "":
		return true
	}
	switch f.getenv("TERM_PROGRAM") {
	case "iTerm.app", "WezTerm", "vscode", "ghostty", "Hyper", "Tabby":
		return true
	}
	if version, err := strconv.Atoi(f.getenv("VTE_VERSION")); err == nil && version > 5000 { // 5000 crashes
		return true
	}
	for _, known := range []string{"xterm-kitty", "xterm-ghostty", "alacritty", "foot", "wezterm", "contour"} {
		if term == known || strings.HasPrefix(term, known+"-") {
			return true
		}
	}
	return false
}

// showsLinks reports whether there is no pager, or it is less, which shows links from version 566 on.
func (p *pager) showsLinks() bool {
	if p == nil {
		return true
	}
	name, rest, _ := strings.Cut(p.command, " ")
	if filepath.Base(name) != defaultPager || strings.ContainsAny(rest, shellCharacters) {
		return false
	}
	version, err := exec.Command(name, "--version").Output()
	var number int
	_, scanErr := fmt.Sscanf(string(version), "less %d", &number)
	return err == nil && scanErr == nil && number >= 566
}
