// Command picture draws the output of a terminal as an SVG, for the README. It
// reads text in colour from standard input and writes the picture to a file. It
// knows the few escape sequences that planfmt writes.
package main

import (
	"bufio"
	"bytes"
	"errors"
	"flag"
	"fmt"
	"html"
	"io"
	"os"
	"regexp"
	"strconv"
	"strings"
	"unicode/utf8"
)

func main() {
	command := flag.String("command", "", "draw `TEXT` above the input, after a prompt")
	name := flag.String("o", "", "the `FILE` to write, left alone if there is nothing to draw")
	flag.Parse()
	var out bytes.Buffer
	err := draw(&out, os.Stdin, *command)
	if err == nil {
		err = os.WriteFile(*name, out.Bytes(), 0o644)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "picture:", err)
		os.Exit(1)
	}
}

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
	bold, underline bool
	colour          string
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

// draw reads text and writes the picture. The background and the default colour
// are also attributes, for programs that ignore style sheets.
func draw(w io.Writer, r io.Reader, command string) error {
	text, err := io.ReadAll(r)
	if err != nil {
		return err
	}
	if present.Match(text) {
		return errors.New("an escape sequence that is no colour")
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
	width, height := columns*charWidth+2*margin, len(lines)*lineHeight+2*margin
	out := bufio.NewWriter(w)
	fmt.Fprintf(out, `<svg xmlns="http://www.w3.org/2000/svg" width="%d" height="%[2]d" viewBox="0 0 %[1]d %[2]d">`+"\n", width, height)
	writeStyles(out)
	fmt.Fprintf(out, `<rect class="%s" width="%d" height="%d" rx="8" fill="%s"/>`+"\n", background.name, width, height, background.light)
	fmt.Fprintf(out, `<g class="%s" fill="%s" font-family="ui-monospace, SFMono-Regular, Menlo, Consolas, 'Liberation Mono', 'DejaVu Sans Mono', monospace" font-size="%d">`+"\n",
		foreground.name, foreground.light, fontSize)
	var s style
	for i, line := range lines {
		if s, err = drawLine(out, margin+(i+1)*lineHeight-5, line, s); err != nil {
			return fmt.Errorf("line %d: %w", i+1, err)
		}
	}
	fmt.Fprintln(out, "</g>\n</svg>")
	return out.Flush()
}

// writeStyles writes a style sheet that follows the reader's preference.
func writeStyles(w io.Writer) {
	all := []colour{background, foreground, colours["31"], colours["32"], colours["33"], colours["36"], dimmed}
	fmt.Fprintln(w, "<style>\n.bold { font-weight: bold } .under { text-decoration: underline }")
	for _, c := range all {
		fmt.Fprintf(w, ".%s { fill: %s }\n", c.name, c.light)
	}
	fmt.Fprintln(w, "@media (prefers-color-scheme: dark) {")
	for _, c := range all {
		fmt.Fprintf(w, ".%s { fill: %s }\n", c.name, c.dark)
	}
	fmt.Fprintln(w, "}\n</style>")
}

// drawLine draws one line and returns the style that goes on in the next.
func drawLine(w io.Writer, y int, line string, s style) (style, error) {
	column := 0
	run := func(text string) {
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

func (s style) apply(codes string) (style, error) {
	for code := range strings.SplitSeq(codes, ";") {
		switch code {
		case "", "0":
			s = style{}
		case "1":
			s.bold = true
		case "4":
			s.underline = true
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
	if s.colour != "" {
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
