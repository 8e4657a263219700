package view

import "strings"

// lineInput is a line of text that is typed.
type lineInput struct {
	before, after string // the cursor
}

// maxInput is how many bytes of what is pasted have room.
const maxInput = 4096

func (i *lineInput) text() string { return i.before + i.after }

// insert adds text at the cursor. It is one line, without what cannot be typed.
func (i *lineInput) insert(text string) {
	i.before += strings.Map(func(r rune) rune {
		switch {
		case r == '\n' || r == '\t':
			return ' '
		case r < ' ' || r == 0x7f:
			return -1
		}
		return r
	}, text)
}

// key does what a key says, apart from those that end the prompt.
func (i *lineInput) key(e keyEvent) {
	lastRune := func(s string) int {
		for n := len(s) - 1; n > 0; n-- {
			if s[n]&0xc0 != 0x80 {
				return n
			}
		}
		return 0
	}
	firstRune := func(s string) int {
		for n := 1; n < len(s); n++ {
			if s[n]&0xc0 != 0x80 {
				return n
			}
		}
		return len(s)
	}
	switch e.name {
	case "backspace", "ctrl+h":
		i.before = i.before[:lastRune(i.before)]
	case "delete":
		i.after = i.after[firstRune(i.after):]
	case "ctrl+u":
		i.before = ""
	case "ctrl+k":
		i.after = ""
	case "ctrl+w":
		i.before = i.before[:strings.LastIndexByte(strings.TrimRight(i.before, " "), ' ')+1]
	case "left", "ctrl+b":
		n := lastRune(i.before)
		i.before, i.after = i.before[:n], i.before[n:]+i.after
	case "right", "ctrl+f":
		n := firstRune(i.after)
		i.before, i.after = i.before+i.after[:n], i.after[n:]
	case "home", "ctrl+a":
		i.before, i.after = "", i.text()
	case "end", "ctrl+e":
		i.before, i.after = i.text(), ""
	default:
		i.insert(e.text)
	}
}
