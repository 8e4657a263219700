// Package picture draws the output of a terminal as an SVG, for the README. It
// knows the few escape sequences that planfmt writes. [Draw] draws text in colour,
// and [Animate] draws screens one after the other.
package picture

import (
	"bufio"
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"html"
	"io"
	"regexp"
	"strconv"
	"strings"
	"unicode/utf8"
)

// The size of a character and of the margin, in pixels. Most monospaced fonts
// are 0.6 times as wide as they are high.
const (
	fontSize   = 15
	charWidth  = 9
	lineHeight = 20
	margin     = 16
)

// style is the effect of the escape sequences so far.
type style struct {
	bold, underline, reversed bool
	colour, behind            string
}

// A colour is different on a light and on a dark background.
type colour struct{ name, light, dark string }

var (
	background = colour{"bg", "#f6f8fa", "#151b23"}
	foreground = colour{"fg", "#1f2328", "#e6edf3"}
	dimmed     = colour{"dim", "#59636e", "#9198a1"}
	colours    = map[string]colour{
		"31": {"red", "#cf222e", "#ff7b72"},
		"32": {"green", "#1a7f37", "#7ee787"},
		"33": {"yellow", "#9a6700", "#e3b341"},
		"36": {"cyan", "#1b6b7b", "#76e3ea"},
		"90": dimmed,
	}
)

var (
	escape  = regexp.MustCompile("\x1b\\[([0-9;]*)m")
	present = regexp.MustCompile("\x1b[^\\[]|\x1b\\[[0-9;]*[^0-9;m]")
	word    = regexp.MustCompile(`[^ ]+`)
)

const prompt = "$ "

// Draw reads text and writes the picture. Unless command is empty, it is drawn above
// the text, after a prompt. The background and the default colour
// are also attributes, for programs that ignore style sheets.
func Draw(w io.Writer, r io.Reader, command string) error {
	text, err := io.ReadAll(r)
	if err != nil {
		return err
	}
	if present.Match(text) {
		return errors.New("an escape sequence that is not a colour")
	}
	if len(bytes.TrimSpace(text)) == 0 {
		return errors.New("no text")
	}
	lines := strings.Split(strings.TrimRight(string(text), "\n"), "\n")
	if command != "" {
		lines = append([]string{"\x1b[90m" + prompt + "\x1b[0m\x1b[1m" + command + "\x1b[0m"}, lines...)
	}
	columns := 0
	for _, line := range lines {
		columns = max(columns, utf8.RuneCountInString(escape.ReplaceAllString(line, "")))
	}
	out := bufio.NewWriter(w)
	begin(out, columns, len(lines), "")
	var s style
	for i, line := range lines {
		if s, err = drawLine(out, margin+(i+1)*lineHeight-5, line, s); err != nil {
			return fmt.Errorf("line %d: %w", i+1, err)
		}
	}
	fmt.Fprintln(out, "</g>\n</svg>")
	return out.Flush()
}

// begin writes what comes before the text. rules are added to the style sheet.
func begin(w io.Writer, columns, lines int, rules string) {
	width, height := columns*charWidth+2*margin, lines*lineHeight+2*margin
	fmt.Fprintf(w, `<svg xmlns="http://www.w3.org/2000/svg" width="%d" height="%[2]d" viewBox="0 0 %[1]d %[2]d">`+"\n", width, height)
	writeStyles(w, rules)
	fmt.Fprintf(w, `<rect class="%s" width="%d" height="%d" rx="8" fill="%s"/>`+"\n", background.name, width, height, background.light)
	fmt.Fprintf(w, `<g class="%s" fill="%s" font-family="ui-monospace, SFMono-Regular, Menlo, Consolas, 'Liberation Mono', 'DejaVu Sans Mono', monospace" font-size="%d">`+"\n",
		foreground.name, foreground.light, fontSize)
}

// writeStyles writes a style sheet that follows the reader's preference, with further rules.
func writeStyles(w io.Writer, rules string) {
	all := []colour{background, foreground, colours["31"], colours["32"], colours["33"], colours["36"], dimmed}
	fmt.Fprintln(w, "<style>\n.bold { font-weight: bold } .under { text-decoration: underline }")
	for _, c := range all {
		fmt.Fprintf(w, ".%s { fill: %s }\n", c.name, c.light)
	}
	fmt.Fprintln(w, "@media (prefers-color-scheme: dark) {")
	for _, c := range all {
		fmt.Fprintf(w, ".%s { fill: %s }\n", c.name, c.dark)
	}
	fmt.Fprintf(w, "}\n%s</style>\n", rules)
}

// drawLine draws one line and returns the style that goes on in the next.
func drawLine(w io.Writer, y int, line string, s style) (style, error) {
	column := 0
	run := func(text string) {
		s.drawBehind(w, y, column, utf8.RuneCountInString(text))
		for _, m := range word.FindAllStringIndex(text, -1) {
			drawWord(w, y, column+utf8.RuneCountInString(text[:m[0]]), text[m[0]:m[1]], s)
		}
		column += utf8.RuneCountInString(text)
	}
	at := 0
	for _, m := range escape.FindAllStringSubmatchIndex(line, -1) {
		run(line[at:m[0]])
		var err error
		if s, err = s.apply(line[m[2]:m[3]]); err != nil {
			return s, err
		}
		at = m[1]
	}
	run(line[at:])
	return s, nil
}

// drawWord draws a word with a position for every character, since browsers do
// not agree on how to treat several spaces, and the reader's font may be wider
// or narrower than ours.
func drawWord(w io.Writer, y, column int, text string, s style) {
	fmt.Fprintf(w, `<text%s y="%d" x="`, s, y)
	for i := range utf8.RuneCountInString(text) {
		if i > 0 {
			io.WriteString(w, " ")
		}
		io.WriteString(w, strconv.Itoa(margin+(column+i)*charWidth))
	}
	fmt.Fprintf(w, `">%s</text>`+"\n", html.EscapeString(text))
}

// drawBehind draws what is behind so many characters, if that is not the background of the picture.
func (s style) drawBehind(w io.Writer, y, column, count int) {
	class := s.behind
	if s.reversed {
		class = cmp.Or(s.colour, foreground.name)
	}
	if class != "" && count > 0 {
		fmt.Fprintf(w, `<rect class="%s" x="%d" y="%d" width="%d" height="%d"/>`+"\n", class, margin+column*charWidth, y-lineHeight+5, count*charWidth, lineHeight)
	}
}

func (s style) apply(codes string) (style, error) {
	for code := range strings.SplitSeq(codes, ";") {
		switch code {
		case "", "0":
			s = style{}
		case "1":
			s.bold = true
		case "4":
			s.underline = true
		case "7":
			s.reversed = true
		case "30":
			s.colour = background.name
		case "43":
			s.behind = colours["33"].name
		default:
			c, ok := colours[code]
			if !ok {
				return s, fmt.Errorf("no colour for the code %q", code)
			}
			s.colour = c.name
		}
	}
	return s, nil
}

// String returns the style as an attribute of an element.
func (s style) String() string {
	var classes []string
	switch {
	case s.reversed:
		classes = append(classes, background.name)
	case s.colour != "":
		classes = append(classes, s.colour)
	}
	if s.bold {
		classes = append(classes, "bold")
	}
	if s.underline {
		classes = append(classes, "under")
	}
	if len(classes) == 0 {
		return ""
	}
	return fmt.Sprintf(" class=%q", strings.Join(classes, " "))
}
