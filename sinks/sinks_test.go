package sinks

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"iter"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"
	"unicode"
	"unicode/utf8"

	"github.com/planfmt/planfmt/doc"
)

func lines(ls ...doc.Line) iter.Seq[doc.Line] { return slices.Values(ls) }

func render(t testing.TB, s Sink, ls ...doc.Line) string {
	t.Helper()
	var b bytes.Buffer
	if err := Write(&b, s, lines(ls...)); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

func text(pieces ...string) (t doc.Text) {
	for i, p := range pieces {
		t.Add([]doc.Role{doc.Plain, doc.Forces, doc.Bold}[i%3], p)
	}
	return t
}

func TestGutters(t *testing.T) {
	signed := func(s doc.Sign) doc.Gutter { return doc.Gutter{Kind: doc.Signed, Sign: s} }
	for _, c := range []struct {
		line doc.Line
		want string
	}{
		{doc.Line{}, ""},
		{doc.Line{Pad: 8}, "        "},
		{doc.Line{Pad: -8, Text: text("x")}, "x"},
		{doc.Line{Depth: 3, Text: text("x")}, "x"},
		{doc.Line{Gutter: signed(doc.Create), Text: text("x")}, "  + x"},
		{doc.Line{Gutter: signed(doc.Read), Text: text("x")}, " <= x"},
		{doc.Line{Gutter: signed(doc.DeleteThenCreate), Text: text("x")}, "-/+ x"},
		{doc.Line{Gutter: signed(doc.NoSign), Text: text("x")}, "    x"},
		{doc.Line{Gutter: signed(doc.Forget), Pad: -1, Text: text("x")}, " . x"},
		{doc.Line{Gutter: signed(doc.CreateThenForget), Pad: 1, Text: text("x")}, " +/. x"},
		{doc.Line{Gutter: signed(doc.ForgetThenCreate), Pad: 2, Text: text("x")}, "  ./+ x"},
		{doc.Line{Gutter: signed(doc.Unrecognised), Text: text("x")}, "  ? x"},
		{doc.Line{Depth: 1, Gutter: signed(doc.Delete), Text: text("x")}, "      - x"},
		{doc.Line{Depth: 1, Gutter: doc.Gutter{Kind: doc.Blank}, Text: text("x")}, "        x"},
		{doc.Line{Depth: 1, Gutter: doc.Gutter{Kind: doc.Blank}}, "        "},
		{doc.Line{Depth: 1, Gutter: doc.Gutter{Kind: doc.NoteGutter}, Text: text("#")}, "      #"},
		{doc.Line{Depth: 1, Gutter: doc.Gutter{Kind: doc.NoGutter}, Text: text("x")}, "    x"},
		{doc.Line{Depth: 1, Gutter: doc.Gutter{Kind: doc.NoGutterNote}, Text: text("#")}, "  #"},
		{doc.Line{Depth: 9, Gutter: doc.Gutter{Kind: doc.NoGutter}, Text: text("x")}, strings.Repeat(" ", 36) + "x"},
	} {
		if got := render(t, Text{}, c.line); got != c.want+"\n" {
			t.Errorf("%+v:\n got %q\nwant %q", c.line, got, c.want+"\n")
		}
		if got := stripCodes(render(t, ANSI{}, c.line)); got != c.want+"\n" {
			t.Errorf("%+v, in colour:\n got %q\nwant %q", c.line, got, c.want+"\n")
		}
	}
}

// With a margin, signs stand in column 0, and nothing else does.
func TestMargin(t *testing.T) {
	signed := func(s doc.Sign) doc.Gutter { return doc.Gutter{Kind: doc.Signed, Sign: s} }
	c := Composer{EscapeRunnerCommands: true, Margin: func(s doc.Sign) []doc.Span {
		if s == doc.Update {
			return []doc.Span{{Role: doc.SignUpdate, Text: "!"}}
		}
		return s.Spans()
	}}
	for _, test := range []struct {
		line doc.Line
		want string
	}{
		{doc.Line{}, ""},
		{doc.Line{Pad: 8}, "        "},
		{doc.Line{Pad: -8, Text: text("x")}, "  x"},
		{doc.Line{Text: text("- x")}, "  - x"},
		{doc.Line{Gutter: signed(doc.Create), Text: text("x")}, "+   x"},
		{doc.Line{Gutter: signed(doc.Update), Text: text("x")}, "!   x"},
		{doc.Line{Depth: 2, Gutter: signed(doc.Read), Text: text("x")}, "<=          x"},
		{doc.Line{Gutter: signed(doc.DeleteThenCreate), Text: text("x")}, "-/+ x"},
		{doc.Line{Gutter: signed(doc.ForgetThenCreate), Pad: -4, Text: text("x")}, "./+ x"},
		{doc.Line{Gutter: signed(doc.NoSign), Text: text("x")}, "    x"},
		{doc.Line{Depth: 1, Gutter: doc.Gutter{Kind: doc.Blank}, Text: text("- x")}, "        - x"},
		{doc.Line{Gutter: doc.Gutter{Kind: doc.NoteGutter}, Pad: -1, Text: text("# x")}, "  # x"},
		{doc.Line{Gutter: doc.Gutter{Kind: doc.NoGutter}, Text: text("--- ##[x")}, `  --- #\u0023[x`},
	} {
		line := c.Compose(test.line)
		if got := string(line.Text()); got != test.want {
			t.Errorf("%+v:\n got %q\nwant %q", test.line, got, test.want)
		}
		pieces := ""
		for _, text := range line.Runs() {
			pieces += string(text)
		}
		if pieces != test.want {
			t.Errorf("%+v: the runs are %q", test.line, pieces)
		}
	}
}

// Eight bytes at a time or one by one, no class is missed, and none found that is not
// there, except in texts with unsafe characters or TABs.
func TestClassify(t *testing.T) {
	for n := range 20 {
		for at := range n {
			for c := range 256 {
				text := bytes.Repeat([]byte{'a'}, n)
				text[at] = byte(c)
				got, want := classify(text), classes[c]
				if got&want != want || got != want && want&suspicious == 0 && c != '\t' {
					t.Errorf("%q: got %b, want %b", text, got, want)
				}
			}
		}
	}
}

// A page has a width, by which paragraphs are wrapped and rules are drawn.
func TestPage(t *testing.T) {
	document := []doc.Line{
		{Kind: doc.HeadingLine, Text: text("a heading is never wrapped\n")},
		{Kind: doc.ParagraphLine, Text: doc.NewText(doc.Span{Role: doc.Danger, Text: "one"}, doc.Span{Text: " two three\n  four five six seven"})},
		{Kind: doc.RuleLine},
	}
	for _, test := range []struct {
		sink Sink
		want string
	}{
		{Text{Width: 12}, "a heading is never wrapped\\n\none two\nthree\n  four five six seven\n───────────\n"},
		{Text{Width: 1}, "a heading is never wrapped\\n\none two three\n  four five six seven\n\n"},
		{Text{}, "a heading is never wrapped\\n\none two three\n  four five six seven\n" + strings.Repeat("─", 77) + "\n"},
		// The codes count, as in Terraform.
		{ANSI{Width: 12}, "a heading is never wrapped\\n\n\x1b[1m\x1b[31mone\x1b[0m\ntwo three\n  four five six seven\n\x1b[90m───────────\x1b[0m\n"},
	} {
		if got := render(t, test.sink, document...); got != test.want {
			t.Errorf("%+v:\n got %q\nwant %q", test.sink, got, test.want)
		}
	}
}

func TestEscaping(t *testing.T) {
	for _, c := range []struct {
		in   []string // spans
		want string
	}{
		{[]string{"a\tb"}, "a\tb"},
		{[]string{"a\n", "\nb"}, `a\n\nb`},
		{[]string{"a\r\x1b[31mred\a\b\f\v\x00\x7f"}, `a\r\x1b[31mred\a\b\f\v\x00\x7f`},
		{[]string{"\u0085\u009b\u00ad\u202e\u2028\u2029\ufeff\U000e0001"}, `\u0085\u009b\u00ad\u202e\u2028\u2029\ufeff\U000e0001`},
		{[]string{"é 名前 😀 \u200c\u200d \u00a0 \ufffd"}, "é 名前 😀 \u200c\u200d \u00a0 \ufffd"},
		{[]string{"a\xff\xc3"}, `a\xff\xc3`},
		{[]string{"\xc3", "\xa9"}, "é"},
		{[]string{"a\u034fb\u115f\u1160\u17b4\u180b\u180f\u2065\u3164\uffa0\ufff0\U000e0041\U000e0fff"}, `a\u034fb\u115f\u1160\u17b4\u180b\u180f\u2065\u3164\uffa0\ufff0\U000e0041\U000e0fff`},
		{[]string{"❤\ufe0f ☁", "\ufe0e 🏳\ufe0f\u200d🌈 1\ufe0f\u20e3"}, "❤\ufe0f ☁\ufe0e 🏳\ufe0f\u200d🌈 1\ufe0f\u20e3"},
		{[]string{"\ufe0f1\ufe0f a\ufe0e ❤\ufe0f\ufe0f 日\ufe00\U000e0100 ❤\ufe00"}, `\ufe0f1\ufe0f a\ufe0e ❤` + "\ufe0f" + `\ufe0f 日\ufe00\U000e0100 ❤\ufe00`},
		{[]string{"[red]%s%d"}, "[red]%s%d"},

		{[]string{"x ##[group]"}, `x #\u0023[group]`},
		{[]string{"#", "#", "[x"}, `#\u0023[x`},
		{[]string{"###[x"}, `##\u0023[x`},
		{[]string{"##[##["}, `#\u0023[#\u0023[`},
		{[]string{"##VsO[task]"}, `#\u0023VsO[task]`},
		{[]string{"##v\u017fo[task]"}, "#\\u0023v\u017fo[task]"},
		{[]string{"##vs", "o[task]"}, `#\u0023vso[task]`},
		{[]string{"#\u202e#[x"}, `#\u202e#[x`},
		{[]string{"## heading", "##vso"}, "## heading##vso"},
		{[]string{"x ##team", "City[buildStop]"}, `x #\u0023teamCity[buildStop]`},
		{[]string{"##teamcities[ ##teamcity ["}, "##teamcities[ ##teamcity ["},

		{[]string{"section_start:", "1700000000:x"}, `section\u005fstart:1700000000:x`},
		{[]string{"a section_end:1:x section_start:1:y"}, `a section\u005fend:1:x section\u005fstart:1:y`},
		{[]string{"section_start: 1, section_started:1"}, "section_start: 1, section_started:1"},

		{[]string{"---", " x"}, `\u002d-- x`},
		{[]string{"+++ ##[x"}, `\u002b++ #\u0023[x`},
		{[]string{"~~~\tx"}, `\u007e~~` + "\tx"},
		{[]string{"^^^  +++"}, `\u005e^^  +++`},
		{[]string{" --- x"}, " --- x"},
		{[]string{"---"}, "---"},
		{[]string{"---- x"}, "---- x"},

		{[]string{"::error::x"}, `\u003a:error::x`},
		{[]string{"\t \u00a0\u3000", ":", ":add-mask file=x::y"}, "\t \u00a0\u3000" + `\u003a:add-mask file=x::y`},
		{[]string{"x ::error::"}, "x ::error::"},
		{[]string{"::/0"}, "::/0"},
		{[]string{"::1"}, "::1"},
		{[]string{"::ffff:1.2.3.4"}, "::ffff:1.2.3.4"},
		{[]string{"a\n::error::\n##[x"}, `a\n::error::\n#\u0023[x`},
		{[]string{"#", "#\n[x"}, `##\n[x`},
	} {
		l := doc.Line{Text: text(c.in...)}
		if got := render(t, Text{EscapeRunnerCommands: true}, l); got != c.want+"\n" {
			t.Errorf("%q:\n got %q\nwant %q", c.in, got, c.want+"\n")
		}
		if got := stripCodes(render(t, ANSI{EscapeRunnerCommands: true}, l)); got != c.want+"\n" {
			t.Errorf("%q, in colour:\n got %q\nwant %q", c.in, got, c.want+"\n")
		}
		if got := Escape(strings.Join(c.in, "")); got != c.want {
			t.Errorf("Escape(%q):\n got %q\nwant %q", c.in, got, c.want)
		}
	}
	if got, want := render(t, Text{}, doc.Line{Text: text("::error::##[x\x1b")}), "::error::##[x\\x1b\n"; got != want {
		t.Errorf("on a terminal: got %q, want %q", got, want)
	}
	if got, want := EscapeLines("a\n::error::\r\n\n##[x\n"), "a\n"+`\u003a:error::\r`+"\n\n"+`#\u0023[x`+"\n"; got != want {
		t.Errorf("EscapeLines: got %q, want %q", got, want)
	}
}

func TestColour(t *testing.T) {
	for _, c := range []struct {
		line doc.Line
		want string
	}{
		{doc.Line{Text: doc.NewText([]doc.Span{{Role: doc.Key, Text: "a"}, {Text: " = "}, {Role: doc.Null, Text: "null"}}...)}, "a = \x1b[90mnull\x1b[0m"},
		{doc.Line{Gutter: doc.Gutter{Kind: doc.Signed, Sign: doc.DeleteThenCreate}, Text: text("x")}, "\x1b[31m-\x1b[0m/\x1b[32m+\x1b[0m x"},
		{doc.Line{Text: doc.NewText([]doc.Span{{Role: doc.Danger, Text: "a\nb"}}...)}, "\x1b[1m\x1b[31ma\\nb\x1b[0m"},
		{doc.Line{Text: doc.NewText([]doc.Span{{Role: doc.Bold, Text: "a\x1b"}, {Role: doc.Forces, Text: "\xe9b"}}...)}, "\x1b[1ma\\x1b\x1b[0m\x1b[31m\\xe9b\x1b[0m"},
		{doc.Line{Text: doc.NewText([]doc.Span{{Role: 200, Text: "a"}, {Role: doc.Bold}}...)}, "a"},
	} {
		if got := render(t, ANSI{}, c.line); got != c.want+"\n" {
			t.Errorf("got %q, want %q", got, c.want+"\n")
		}
	}
}

type failing struct{ after int }

var errFull = errors.New("disk full")

func (f *failing) Write(p []byte) (int, error) {
	if f.after--; f.after < 0 {
		return 0, errFull
	}
	return len(p), nil
}

func TestWriteErrors(t *testing.T) {
	many := func(yield func(doc.Line) bool) {
		for range 5000 {
			if !yield(doc.Line{Text: text("some text")}) {
				return
			}
		}
	}
	for _, s := range []Sink{Text{}, ANSI{}} {
		for after := range 2 {
			if err := Write(&failing{after}, s, many); !errors.Is(err, errFull) {
				t.Errorf("%T after %d: %v", s, after, err)
			}
		}
		if err := Write(&failing{}, s, lines()); err != nil {
			t.Errorf("%T wrote without lines: %v", s, err)
		}
	}
}

var code = regexp.MustCompile("\x1b\\[[0-9]+m")

func stripCodes(s string) string { return code.ReplaceAllString(s, "") }

// FuzzSinks checks what no input may break: no unsafe character, no runner
// command, as many lines as there were, and colour that changes nothing else.
func FuzzSinks(f *testing.F) {
	for _, seed := range [][3]string{
		{"#", "#", "[x"},
		{"::", "error::", ""},
		{"\xc3", "\xa9", "\x1b[0m"},
		{"a\n", "::x::", "\n"},
		{"##v", "SO[", "é"},
		{"\u202e", "\x1b", "]0;t\a"},
		{" \u2003", "::a", "::"},
		{"---", " a", "\n+++ b"},
		{"##teamcity[", "section_start:1:", "❤\ufe0f\u3164"},
		{"#\xff#", "[", "\r\n"},
	} {
		f.Add(seed[0], seed[1], seed[2], uint8(1), uint8(2))
	}
	f.Fuzz(func(t *testing.T, a, b, c string, kind, depth uint8) {
		l := doc.Line{
			Depth: int(depth % 5), Gutter: doc.Gutter{Kind: doc.GutterKind(kind % 6), Sign: doc.Sign(kind / 6 % 12)},
			Text: doc.NewText([]doc.Span{{Role: doc.Role(kind), Text: a}, {Role: doc.Bold, Text: b}, {Role: doc.Null, Text: c}}...),
		}
		text := render(t, Text{EscapeRunnerCommands: true}, l, l)
		colour := render(t, ANSI{EscapeRunnerCommands: true}, l, l)
		if got := stripCodes(colour); got != text {
			t.Fatalf("colour changes the text:\n%q\n%q", got, text)
		}
		if got := strings.Count(text, "\n"); got != 2 {
			t.Fatalf("%d lines, want 2: %q", got, text)
		}
		check(t, text)
		check(t, EscapeLines(a+b+c))
		if s := Escape(a + b + c); strings.Contains(s, "\n") {
			t.Fatalf("a line feed in %q", s)
		} else {
			check(t, s)
		}
		for line := range strings.Lines(colour) {
			if open := code.FindAllString(line, -1); len(open) > 0 && open[len(open)-1] != reset {
				t.Fatalf("style goes on after the line %q", line)
			}
		}
		if raw := render(t, Text{}, l); a+b+c == printable(a+b+c) && !strings.Contains(a+b+c, "\n") && !strings.HasSuffix(raw, a+b+c+"\n") {
			t.Fatalf("safe text was changed: %q", raw)
		}
	})
}

var (
	leading  = regexp.MustCompile(`^::[A-Za-z].*::`)
	headings = regexp.MustCompile(`^(---|\+\+\+|~~~)[ \t]|^\^\^\^\s+\+\+\+`)
	sections = regexp.MustCompile(`section_(start|end):\d`)
)

func check(t *testing.T, text string) {
	t.Helper()
	if !utf8.ValidString(text) || printable(text) != text {
		t.Fatalf("unsafe character in %q", text)
	}
	lower := strings.ToLower(text)
	if strings.Contains(lower, "##[") || strings.Contains(lower, "##vso[") || strings.Contains(lower, "##teamcity[") || sections.MatchString(text) {
		t.Fatalf("runner command in %q", text)
	}
	for line := range strings.Lines(text) {
		if leading.MatchString(strings.TrimSpace(line)) || headings.MatchString(line) {
			t.Fatalf("runner command in line %q", line)
		}
	}
}

// printable drops what is unsafe, by its definition in words.
func printable(s string) string {
	if !utf8.ValidString(s) {
		return strings.ToValidUTF8(s, "") + "."
	}
	var b strings.Builder
	base := rune(-1)
	for i, r := range s {
		selector := r == 0xfe0e || r == 0xfe0f
		keycap := (unicode.IsDigit(base) || base == '#' || base == '*') && base < 0x80 && strings.HasPrefix(s[i+utf8.RuneLen(r):], "\u20e3")
		switch {
		case strings.ContainsRune("\t\n\u200c\u200d", r), selector && (base >= 0x80 && unicode.Is(emoji, base) || keycap):
			b.WriteRune(r)
		case strings.ContainsRune("\u2800\U0001107f\U00013441\U00013442\U00016fe4\U0001d159", r):
		case unicode.In(r, unicode.Cc, unicode.Cf, unicode.Zl, unicode.Zp, unicode.Other_Default_Ignorable_Code_Point, unicode.Variation_Selector):
		default:
			b.WriteRune(r)
		}
		base = r
	}
	return b.String()
}

func BenchmarkSinks(b *testing.B) {
	var ls []doc.Line
	for i := range 1000 {
		ls = append(ls, doc.Line{Depth: 2, Gutter: doc.Gutter{Kind: doc.Signed, Sign: doc.Update}, Text: doc.NewText([]doc.Span{
			{Role: doc.Key, Text: fmt.Sprintf("attribute_%d", i)},
			{Text: " = "},
			{Role: doc.String, Text: `"arn:aws:iam::123456789012:role/x"`},
			{Role: doc.Arrow, Text: " -> "},
			{Role: doc.Null, Text: "null"},
		}...)})
	}
	for _, s := range []Sink{Text{EscapeRunnerCommands: true}, ANSI{EscapeRunnerCommands: true}} {
		b.Run(fmt.Sprintf("%T", s), func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				if err := Write(io.Discard, s, slices.Values(ls)); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

// TestPrepare checks that lines that are prepared at the same time are written as Write
// writes them, even more of them than Prepare collects, and that errors come back.
func TestPrepare(t *testing.T) {
	var parts []iter.Seq[doc.Line]
	var all []doc.Line
	for i, n := range []int{3, 0, 2*prepared/100 + 7, 1} {
		part := []doc.Line{{Kind: doc.ParagraphLine, Text: text(strings.Repeat("word ", 40))}, {Kind: doc.RuleLine}}
		for j := range n {
			part = append(part, doc.Line{Depth: 1, Text: text(fmt.Sprint(i, " ", j), strings.Repeat("x", 100))})
		}
		parts, all = append(parts, slices.Values(part)), append(all, part...)
	}
	for _, s := range []Sink{Text{}, ANSI{}} {
		write := func(w io.Writer) error {
			d, err := s.Open(w)
			if err != nil {
				t.Fatal(err)
			}
			writes := make([]func() error, len(parts))
			var wg sync.WaitGroup
			for i, part := range parts {
				wg.Go(func() { writes[i] = d.(Preparer).Prepare(part) })
			}
			wg.Wait()
			for _, write := range writes {
				if err := write(); err != nil {
					return err
				}
			}
			return d.Close()
		}
		var b bytes.Buffer
		if err := write(&b); err != nil {
			t.Fatal(err)
		}
		if got, want := b.String(), render(t, s, all...); got != want {
			t.Errorf("%T: %d bytes, want %d", s, len(got), len(want))
		}
		for after := range 5 {
			if err := write(&failing{after}); !errors.Is(err, errFull) {
				t.Errorf("%T: after %d writes: %v", s, after, err)
			}
		}
	}
}

// A page that wraps nothing takes no memory for its width, unless it has a rule.
func TestWidthNeedsNoMemory(t *testing.T) {
	const width = 1 << 20
	allocated := func(lines ...doc.Line) uint64 {
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		if err := Write(io.Discard, Text{Width: width}, slices.Values(lines)); err != nil {
			t.Fatal(err)
		}
		runtime.ReadMemStats(&after)
		return after.TotalAlloc - before.TotalAlloc
	}
	if n := allocated(doc.Line{Text: text("a")}); n >= width {
		t.Errorf("a line takes %d bytes", n)
	}
	if n := allocated(doc.Line{Kind: doc.RuleLine}, doc.Line{Kind: doc.RuleLine}); n < width {
		t.Errorf("two rules take %d bytes", n)
	}
}

// TestInvisibleGlyphs escapes characters whose glyphs are empty, although they are letters, symbols or marks.
func TestInvisibleGlyphs(t *testing.T) {
	for text, want := range map[string]string{
		"\u2800": `\u2800`, "\u3164": `\u3164`, "\u115f\u1160": `\u115f\u1160`, "\uffa0": `\uffa0`, "\U0001d159": `\U0001d159`,
		"\U00016fe4": `\U00016fe4`, "\U0001107f": `\U0001107f`, "\U00013442": `\U00013442`, "\u2801\u200c\u200d": "\u2801\u200c\u200d",
	} {
		if have := Escape(text); have != want {
			t.Errorf("%q: have %s", text, have)
		}
	}
}
