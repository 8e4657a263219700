// Command picture draws what a terminal would show as an SVG, for the README:
// it reads text with colour from standard input and writes the picture to a
// file. It knows the few escape sequences that planfmt writes.
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
	"strings"
	"unicode/utf8"
)

func main() {
	from := flag.String("from", "", "begin with the first line that has this `TEXT`")
	to := flag.String("to", "", "end before the next line that has this `TEXT`")
	name := flag.String("o", "", "the `FILE` to write, left alone if there is nothing to draw")
	flag.Parse()
	var out bytes.Buffer
	err := draw(&out, os.Stdin, *from, *to)
	if err == nil {
		err = os.WriteFile(*name, out.Bytes(), 0o644)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "picture:", err)
		os.Exit(1)
	}
}

// The measures of a character and a margin, in pixels.
const (
	charWidth  = 8
	lineHeight = 18
	margin     = 16
)

// style is what the escape sequences so far amount to.
type style struct {
	bold, underline bool
	fill            string
}

var fills = map[string]string{
	"31": "#ff7b72", "32": "#7ee787", "33": "#e3b341", "34": "#79c0ff", "35": "#d2a8ff", "36": "#76e3ea", "90": "#8b949e",
}

var (
	escape  = regexp.MustCompile("\x1b\\[([0-9;]*)m")
	present = regexp.MustCompile("\x1b[^\\[]|\x1b\\[[0-9;]*[^0-9;m]")
)

func draw(w io.Writer, r io.Reader, from, to string) error {
	text, err := io.ReadAll(r)
	if err != nil {
		return err
	}
	if present.Match(text) {
		return errors.New("an escape sequence that is no colour")
	}
	lines, err := crop(strings.Split(strings.TrimRight(string(text), "\n"), "\n"), from, to)
	if err != nil {
		return err
	}
	width := 0
	for _, line := range lines {
		width = max(width, utf8.RuneCountInString(escape.ReplaceAllString(line, "")))
	}
	out := bufio.NewWriter(w)
	fmt.Fprintf(out, `<svg xmlns="http://www.w3.org/2000/svg" width="%d" height="%d" font-family="ui-monospace, Menlo, Consolas, 'DejaVu Sans Mono', monospace" font-size="13.3">`+"\n",
		width*charWidth+2*margin, len(lines)*lineHeight+2*margin)
	fmt.Fprintln(out, `<rect width="100%" height="100%" rx="8" fill="#0d1117"/>`)
	fmt.Fprintln(out, `<g fill="#e6edf3" xml:space="preserve" style="white-space: pre">`)
	var s style
	for i, line := range lines {
		s = drawLine(out, margin+(i+1)*lineHeight-5, line, s)
	}
	fmt.Fprintln(out, "</g>\n</svg>")
	return out.Flush()
}

// crop keeps the lines from one text to the next, without empty lines at the
// ends.
func crop(lines []string, from, to string) ([]string, error) {
	begin := 0
	for from != "" && (begin == len(lines) || !strings.Contains(lines[begin], from)) {
		if begin++; begin >= len(lines) {
			return nil, fmt.Errorf("no line has %q", from)
		}
	}
	lines = lines[begin:]
	for i := 1; to != "" && i < len(lines); i++ {
		if strings.Contains(lines[i], to) {
			lines = lines[:i]
		}
	}
	for len(lines) > 0 && strings.TrimSpace(lines[len(lines)-1]) == "" {
		lines = lines[:len(lines)-1]
	}
	return lines, nil
}

// drawLine draws one line and returns the style that goes on in the next. Each
// run of one style is placed by its column and given its length, so that any
// font lines up.
func drawLine(w io.Writer, y int, line string, s style) style {
	column := 0
	run := func(text string) {
		n := utf8.RuneCountInString(text)
		if strings.TrimSpace(text) != "" {
			lead := utf8.RuneCountInString(text) - utf8.RuneCountInString(strings.TrimLeft(text, " "))
			shown := strings.TrimSpace(text)
			fmt.Fprintf(w, `<text x="%d" y="%d" textLength="%d"%s>%s</text>`+"\n",
				margin+(column+lead)*charWidth, y, utf8.RuneCountInString(shown)*charWidth, s, html.EscapeString(shown))
		}
		column += n
	}
	at := 0
	for _, m := range escape.FindAllStringSubmatchIndex(line, -1) {
		run(line[at:m[0]])
		s = s.apply(line[m[2]:m[3]])
		at = m[1]
	}
	run(line[at:])
	return s
}

func (s style) apply(codes string) style {
	for code := range strings.SplitSeq(codes, ";") {
		switch code {
		case "", "0":
			s = style{}
		case "1":
			s.bold = true
		case "4":
			s.underline = true
		default:
			s.fill = fills[code]
		}
	}
	return s
}

// String is the style as attributes of an element.
func (s style) String() string {
	var b strings.Builder
	if s.fill != "" {
		fmt.Fprintf(&b, ` fill="%s"`, s.fill)
	}
	if s.bold {
		b.WriteString(` font-weight="bold"`)
	}
	if s.underline {
		b.WriteString(` text-decoration="underline"`)
	}
	return b.String()
}
