package terminal

import (
	"strconv"
	"strings"
)

// Environment returns the value of a variable of the environment, or an empty text.
type Environment func(name string) string

// OnRunner reports whether the environment is that of a CI runner.
func (get Environment) OnRunner() bool {
	for _, name := range []string{"CI", "GITHUB_ACTIONS", "TF_BUILD", "TEAMCITY_VERSION", "BUILDKITE", "GITLAB_CI"} {
		if v := get(name); v != "" && v != "false" {
			return true
		}
	}
	return false
}

// KnowsLinks reports whether the terminal is one of those that are known to show links. Others may show the codes.
func (get Environment) KnowsLinks() bool {
	term := get("TERM")
	switch {
	case term == "dumb", get("TMUX") != "", get("STY") != "", strings.HasPrefix(term, "screen"), strings.HasPrefix(term, "tmux"):
		return false // what is around it may be any terminal
	case get("WT_SESSION") != "", get("DOMTERM") != "":
		return true
	}
	switch get("TERM_PROGRAM") {
	case "iTerm.app", "WezTerm", "vscode", "ghostty", "Hyper", "Tabby":
		return true
	}
	if version, err := strconv.Atoi(get("VTE_VERSION")); err == nil && version > 5000 { // 5000 crashes
		return true
	}
	for _, known := range []string{"xterm-kitty", "xterm-ghostty", "alacritty", "foot", "wezterm", "contour"} {
		if term == known || strings.HasPrefix(term, known+"-") {
			return true
		}
	}
	return false
}
