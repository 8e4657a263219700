package terminal

import "testing"

func TestKnowsLinks(t *testing.T) {
	for _, tt := range []struct {
		env  map[string]string
		want bool
	}{
		{nil, false},
		{map[string]string{"TERM": "xterm-256color"}, false},
		{map[string]string{"TERM": "xterm-kitty"}, true},
		{map[string]string{"TERM": "foot-extra"}, true},
		{map[string]string{"TERM": "footnote"}, false},
		{map[string]string{"TERM": "xterm-256color", "VTE_VERSION": "6800"}, true},
		{map[string]string{"TERM": "xterm-256color", "VTE_VERSION": "5000"}, false},
		{map[string]string{"TERM": "xterm-256color", "VTE_VERSION": "new"}, false},
		{map[string]string{"TERM": "dumb", "VTE_VERSION": "6800"}, false},
		{map[string]string{"TERM": "tmux-256color", "VTE_VERSION": "6800"}, false},
		{map[string]string{"TERM": "xterm-kitty", "TMUX": "/tmp/tmux-0/default,1,0"}, false},
		{map[string]string{"TERM": "xterm-256color", "TERM_PROGRAM": "vscode"}, true},
		{map[string]string{"TERM": "xterm-256color", "TERM_PROGRAM": "Apple_Terminal"}, false},
		{map[string]string{"WT_SESSION": "1"}, true},
	} {
		get := Environment(func(name string) string { return tt.env[name] })
		if got := get.KnowsLinks(); got != tt.want {
			t.Errorf("%v: got %v", tt.env, got)
		}
	}
}
