package terminal

import (
	"fmt"
	"strings"
	"sync"
)

// terminal does what a terminal does with the codes that a [liveScreen] writes.
type terminal struct {
	mu    sync.Mutex
	lines []string // all but the last one are complete
}

func (t *terminal) Write(b []byte) (int, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if len(t.lines) == 0 {
		t.lines = []string{""}
	}
	text := string(b)
	for text != "" {
		last := len(t.lines) - 1
		var up int
		if n, _ := fmt.Sscanf(text, "\r\x1b[%dA", &up); n == 1 {
			text = text[strings.IndexByte(text, 'A')+1:]
			rest, ok := strings.CutPrefix(text, "\x1b[J")
			if !ok || up > last {
				return 0, fmt.Errorf("unexpected codes: %q", text)
			}
			t.lines, text = append(t.lines[:last-up], ""), rest
			continue
		}
		if text[0] == '\n' {
			t.lines = append(t.lines, "")
		} else {
			t.lines[last] += text[:1]
		}
		text = text[1:]
	}
	return len(b), nil
}

// text returns what the terminal shows.
func (t *terminal) text() string {
	t.mu.Lock()
	defer t.mu.Unlock()
	return strings.Join(t.lines, "\n")
}
