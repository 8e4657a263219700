package differ_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"github.com/planfmt/planfmt/computed"
	"github.com/planfmt/planfmt/differ"
	"github.com/planfmt/planfmt/doc"
	"github.com/planfmt/planfmt/internal/testkit/sampling"
	"github.com/planfmt/planfmt/values"
)

// compareWords compares two strings, and returns the lines with the words that differ in
// ⟦brackets⟧.
func compareWords(t testing.TB, was, is string) []string {
	t.Helper()
	c := values.Change{Before: stringValue(t, was), After: stringValue(t, is), BeforeExplicit: true, AfterExplicit: true}
	with, without := differ.Options{Words: true}.Output(c).Diff, differ.Options{}.Output(c).Diff
	var out, plain, want []string
	for line := range with.Lines(computed.RenderHumanOpts{}) {
		s, all := "", ""
		for _, sign := range line.Gutter.Sign.Spans() {
			s += sign.Text + " "
		}
		for role, piece := range line.Text.Pieces() {
			if all += string(piece); role != doc.Changed {
				s += string(piece)
				continue
			}
			before := all[:len(all)-len(piece)]
			if r, _ := utf8.DecodeRune(piece); unicode.Is(unicode.M, r) && strings.TrimSuffix(before, `"`) != "" && !strings.HasSuffix(before, ` -> "`) || !utf8.Valid(piece) {
				t.Errorf("%q -> %q: %q is not whole characters", was, is, piece)
			}
			s += "⟦" + string(piece) + "⟧"
		}
		out, plain = append(out, s), append(plain, all)
	}
	for line := range without.Lines(computed.RenderHumanOpts{}) {
		want = append(want, string(line.Text.Bytes))
	}
	if !slices.Equal(plain, want) {
		t.Errorf("with words:\n%s\nand without:\n%s", strings.Join(plain, "\n"), strings.Join(want, "\n"))
	}
	if a, b := with.Content(), without.Content(); a.Before != b.Before || a.After != b.After || !slices.Equal(a.Notes, b.Notes) || a.Kind != b.Kind {
		t.Errorf("with words, the content is %+v, and not %+v", a, b)
	}
	return out
}

func stringValue(t testing.TB, s string) values.Value {
	t.Helper()
	b := []byte(`""`)
	if s != "" {
		b = []byte(quoteJSON(s))
	}
	v, err := (&values.Parser{}).Parse(b)
	if err != nil {
		t.Fatal(err)
	}
	return v
}

// quoteJSON quotes a string for JSON.
func quoteJSON(s string) string {
	var b strings.Builder
	b.WriteByte('"')
	for _, r := range s {
		switch {
		case r == '"' || r == '\\':
			b.WriteRune('\\')
			b.WriteRune(r)
		case r < ' ':
			fmt.Fprintf(&b, `\u%04x`, r)
		default:
			b.WriteRune(r)
		}
	}
	b.WriteByte('"')
	return b.String()
}

func TestWords(t *testing.T) {
	for _, test := range []struct{ was, is, want string }{
		{"t3.small", "t3.large", `"t3.⟦small⟧" -> "t3.⟦large⟧"`},
		{"10.0.0.0/16", "10.0.0.0/24", `"10.0.0.0/⟦16⟧" -> "10.0.0.0/⟦24⟧"`},
		{"a b c d", "a c d e", `"a ⟦b ⟧c d" -> "a c d⟦ e⟧"`},
		{"the quick fox", "the slow fox", `"the ⟦quick⟧ fox" -> "the ⟦slow⟧ fox"`},
		{"abc", "abcdef", `"abc" -> "abcdef"`},
		{"one two three", "four five six", `"one two three" -> "four five six"`},
		{"", "abc", `"" -> "abc"`},
		{`say "yes" now`, `say "no" now`, `"say \"⟦yes⟧\" now" -> "say \"⟦no⟧\" now"`},
		{"bell \a one", "bell \a two", `"bell \a ⟦one⟧" -> "bell \a ⟦two⟧"`},
		{"aaaa e x", "aaaa e\u0301 x", "\"aaaa ⟦e⟧ x\" -> \"aaaa ⟦e\u0301⟧ x\""},
		{"hello 👍 x", "hello 👍🏽 x", `"hello ⟦👍⟧ x" -> "hello ⟦👍🏽⟧ x"`},
		{"hello 👩\u200d👩 x", "hello 👩\u200d👧 x", "\"hello ⟦👩\\u200d👩⟧ x\" -> \"hello ⟦👩\\u200d👧⟧ x\""},
		{"flag 🇩🇪 x", "flag 🇩🇰 x", `"flag ⟦🇩🇪⟧ x" -> "flag ⟦🇩🇰⟧ x"`},
		{"变更之前的值", "变更之后的值", `"变更之⟦前⟧的值" -> "变更之⟦后⟧的值"`},
		{"é", "è", `"é" -> "è"`},
		{"a\nport = 80\nz", "a\nport = 81\nz", "<<-EOT\na\n- port = ⟦80⟧\n+ port = ⟦81⟧\nz\nEOT"},
		{"a b c\nb b c\nkeep", "a x c\nb y c\nc z\nkeep", "<<-EOT\n- a ⟦b⟧ c\n- b ⟦b⟧ c\n+ a ⟦x⟧ c\n+ b ⟦y⟧ c\n+ c z\nkeep\nEOT"},
		{"k\ngone\nm", "k\nm\nnew\nmore", "<<-EOT\nk\n- gone\nm\n+ new\n+ more\nEOT"},
		{"one line", "one line\ntwo", "<<-EOT\none line\n+ two\nEOT"},
	} {
		if got := strings.Join(compareWords(t, test.was, test.is), "\n"); got != test.want {
			t.Errorf("%q -> %q: got\n%s\nwant\n%s", test.was, test.is, got, test.want)
		}
	}
}

// Sensitive strings have no words.
func TestWordsOfSecrets(t *testing.T) {
	for _, on := range []string{"before", "after"} {
		c := values.Change{Before: stringValue(t, "user secret"), After: stringValue(t, "user other"), BeforeExplicit: true, AfterExplicit: true}
		if on == "before" {
			c.BeforeSensitive = values.SensitiveFlags(values.NewBool(true))
		} else {
			c.AfterSensitive = values.SensitiveFlags(values.NewBool(true))
		}
		d := differ.Options{Words: true}.Output(c).Diff
		if s := fmt.Sprintf("%+v", d.Renderer); strings.Contains(s, "user") || strings.Contains(s, "From") {
			t.Errorf("sensitive %s: %s", on, s)
		}
	}
}

// Random lines and texts read the same with their words and without them.
func TestRandomWords(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	pool := []string{"a", "b", "word", "9", " ", ".", "-", "\"", "\\", "é", "e\u0301", "\u0301", "\u200d", "👍", "🏽", "🇩", "🇪", "日", "本", "\n", "\n", "\t", "\u202e", "\ufffd", "{", "="}
	marked := 0
	for range 3000 {
		var was, is strings.Builder
		for range r.IntN(40) {
			a := pool[r.IntN(len(pool))]
			b := a
			switch r.IntN(8) {
			case 0:
				b = pool[r.IntN(len(pool))]
			case 1:
				b = ""
			case 2:
				a = ""
			}
			was.WriteString(a)
			is.WriteString(b)
		}
		for _, line := range compareWords(t, was.String(), is.String()) {
			if strings.Contains(line, "⟦") {
				marked++
			}
		}
	}
	if marked < 1000 {
		t.Errorf("only %d lines have words", marked)
	}
}

// The longest lines take time in proportion to their length: with the square of it, this test would not end.
func TestWordsOfLongLines(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	text := func(words int) string {
		var b strings.Builder
		for range words {
			b.WriteString(strconv.Itoa(r.IntN(50)))
			b.WriteByte(' ')
		}
		return b.String()
	}
	middle := strings.Join(compareWords(t, "same "+text(900)+"end", "same "+text(600)+"end"), "\n")
	if !strings.HasPrefix(middle, `"same `) || strings.Count(middle, "⟦") < 10 {
		t.Errorf("%.100s", middle)
	}
	same := text(3000)
	if got := strings.Join(compareWords(t, "a"+text(2000)+same, "b"+text(2000)+same), ""); strings.Count(got, "⟦") != 2 {
		t.Errorf("%d pieces, and not all of the middle", strings.Count(got, "⟦"))
	}
	many := 200_000
	if sampling.Full() {
		many = 1_000_000
	}
	long := strings.Repeat("long ", many*2/5)
	compareWords(t, long+"a"+long, long+"b"+long)
	compareWords(t, strings.Repeat("é", many), strings.Repeat("é", many)+"e")
	compareWords(t, strings.Repeat("\u0301", many), strings.Repeat("\u0301", many)+"e")
	var was, is []string
	for range 3000 {
		was, is = append(was, text(100)), append(is, text(100))
	}
	compareWords(t, strings.Join(was, "\n"), strings.Join(is, "\n"))
}

// FuzzWords compares two strings with words and without.
func FuzzWords(f *testing.F) {
	f.Add("a b", "a c")
	f.Add("a\nb c\nd", "a\nb d\nd")
	f.Add("e\u0301 👩\u200d👧", "e 👩\u200d👩")
	f.Fuzz(func(t *testing.T, was, is string) { compareWords(t, was, is) })
}
