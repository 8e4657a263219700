package driver

import (
	"fmt"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// style says how a character looks.
type style struct {
	fg, bg                                string
	bold, dim, italic, underline, reverse bool
}

// cell is one visible character. White space has no colour or weight, since one cannot see these.
type cell struct {
	r rune
	s style
}

// cells reads text with SGR escape sequences. Anything that is not a well-formed sequence stays in the text, so that it
// makes a difference.
func cells(text string) []cell {
	var out []cell
	var now style
	for i := 0; i < len(text); {
		if rest, codes, ok := sgr(text[i:]); ok {
			now = now.apply(codes)
			i = len(text) - len(rest)
			continue
		}
		r, size := utf8.DecodeRuneInString(text[i:])
		s := now
		if unicode.IsSpace(r) {
			s.fg, s.bold, s.dim, s.italic = "", false, false, false
		}
		out = append(out, cell{r, s})
		i += size
	}
	return out
}

// sgr cuts one sequence `ESC [ n ; n m` off the front.
func sgr(text string) (rest string, codes []int, ok bool) {
	body, found := strings.CutPrefix(text, "\x1b[")
	if !found {
		return text, nil, false
	}
	end := strings.IndexFunc(body, func(r rune) bool { return r != ';' && (r < '0' || r > '9') })
	if end < 0 || body[end] != 'm' {
		return text, nil, false
	}
	for _, n := range strings.Split(body[:end], ";") {
		code, err := strconv.Atoi(n)
		if n != "" && err != nil {
			return text, nil, false
		}
		codes = append(codes, code)
	}
	return body[end+1:], codes, true
}

func (s style) apply(codes []int) style {
	for i := 0; i < len(codes); i++ {
		switch c := codes[i]; {
		case c == 0:
			s = style{}
		case c == 1:
			s.bold = true
		case c == 2:
			s.dim = true
		case c == 3:
			s.italic = true
		case c == 4:
			s.underline = true
		case c == 7:
			s.reverse = true
		case c == 22:
			s.bold, s.dim = false, false
		case c == 23:
			s.italic = false
		case c == 24:
			s.underline = false
		case c == 27:
			s.reverse = false
		case c == 39:
			s.fg = ""
		case c == 49:
			s.bg = ""
		case c == 38 || c == 48:
			spelled := fmt.Sprint(codes[i:])
			if c == 38 {
				s.fg = spelled
			} else {
				s.bg = spelled
			}
			return s
		case c >= 30 && c <= 37 || c >= 90 && c <= 97:
			s.fg = strconv.Itoa(c)
		case c >= 40 && c <= 47 || c >= 100 && c <= 107:
			s.bg = strconv.Itoa(c)
		}
	}
	return s
}

// spelled writes cells with only one way to spell each style, which is readable in a diff.
func spelled(text string) string {
	var out strings.Builder
	var now style
	for _, c := range cells(text) {
		if c.s != now && !unicode.IsSpace(c.r) {
			out.WriteString("‹" + c.s.name() + "›")
			now = c.s
		}
		out.WriteRune(c.r)
	}
	return out.String()
}

func (s style) name() string {
	var out []string
	if s.fg != "" {
		out = append(out, "fg"+s.fg)
	}
	if s.bg != "" {
		out = append(out, "bg"+s.bg)
	}
	for _, f := range []struct {
		on   bool
		name string
	}{{s.bold, "bold"}, {s.dim, "dim"}, {s.italic, "italic"}, {s.underline, "underline"}, {s.reverse, "reverse"}} {
		if f.on {
			out = append(out, f.name)
		}
	}
	return strings.Join(out, "+")
}

// sameCells reports whether two texts look the same.
func sameCells(a, b string) bool {
	if a == b {
		return true
	}
	x, y := cells(a), cells(b)
	if len(x) != len(y) {
		return false
	}
	for i := range x {
		if x[i] != y[i] {
			return false
		}
	}
	return true
}

// diff writes the lines that differ, with `-` before expected lines and `+` before lines of planfmt, and with three
// lines of context. It computes the longest common subsequence with the classic table, without the common start and
// end.
func diff(want, got string) string {
	a, b := strings.Split(want, "\n"), strings.Split(got, "\n")
	table := make([][]int, len(a)+1)
	for i := range table {
		table[i] = make([]int, len(b)+1)
	}
	for i := len(a) - 1; i >= 0; i-- {
		for j := len(b) - 1; j >= 0; j-- {
			if a[i] == b[j] {
				table[i][j] = table[i+1][j+1] + 1
			} else {
				table[i][j] = max(table[i+1][j], table[i][j+1])
			}
		}
	}
	var lines []string
	for i, j := 0, 0; i < len(a) || j < len(b); {
		switch {
		case i < len(a) && j < len(b) && a[i] == b[j]:
			lines = append(lines, " "+a[i])
			i, j = i+1, j+1
		case j == len(b) || i < len(a) && table[i+1][j] >= table[i][j+1]:
			lines = append(lines, "-"+a[i])
			i++
		default:
			lines = append(lines, "+"+b[j])
			j++
		}
	}
	keep := make([]bool, len(lines))
	for i, line := range lines {
		if line[0] == ' ' {
			continue
		}
		for k := max(0, i-3); k < min(len(lines), i+4); k++ {
			keep[k] = true
		}
	}
	var out strings.Builder
	for i, line := range lines {
		if keep[i] {
			fmt.Fprintf(&out, "    %s\n", line)
		} else if i == 0 || keep[i-1] {
			out.WriteString("    …\n")
		}
	}
	return out.String()
}
