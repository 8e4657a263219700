package renderers_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/planfmt/planfmt/computed"
	"github.com/planfmt/planfmt/doc"
	"github.com/planfmt/planfmt/plans"
	"github.com/planfmt/planfmt/renderers"
)

// drawWords draws a value with the changed pieces in [brackets], without indentation.
func drawWords(d computed.Diff) string {
	var out []string
	for l := range d.Lines(computed.RenderHumanOpts{}) {
		s := ""
		for _, sign := range l.Gutter.Sign.Spans() {
			s += sign.Text + " "
		}
		for role, piece := range l.Text.Pieces() {
			if len(piece) == 0 {
				continue
			}
			if role == doc.Changed {
				s += "[" + string(piece) + "]"
			} else {
				s += string(piece)
			}
		}
		out = append(out, s)
	}
	return lines(out...)
}

func TestWords(t *testing.T) {
	type ranges = []renderers.Range
	for name, test := range map[string]struct {
		diff computed.Diff
		want string
	}{
		"string": {
			replacing(update(renderers.ChangedString(lit("t3.small"), lit("t3.large"), renderers.Words{Before: ranges{{3, 8}}, After: ranges{{3, 8}}}))),
			`"t3.[small]" -> "t3.[large]" # forces replacement`,
		},
		"at the ends": {
			update(renderers.ChangedString(lit("a-b-c"), lit("-b-"), renderers.Words{Before: ranges{{0, 1}, {4, 5}}})),
			`"[a]-b-[c]" -> "-b-"`,
		},
		"escapes": {
			update(renderers.ChangedString(lit("é\"x\" \\ y\x00"), lit("é\"\u202e\""), renderers.Words{Before: ranges{{2, 3}, {7, 9}}, After: ranges{{3, 6}}})),
			`"é[\"]x\" \\[ y]\x00" -> "é\"[\u202e]\""`,
		},
		"not an update": {
			keep(renderers.ChangedString(lit("a b"), lit("a b"), renderers.Words{Before: ranges{{2, 3}}, After: ranges{{2, 3}}})), `"a b"`,
		},
		"lines": {
			update(renderers.ChangedHeredoc(
				lit("same\na b\ngone\nlast"), lit("same\na c\nlast d\n"),
				[]renderers.TextRun{{Lines: 1}, {Lines: 1, Action: plans.Update}, {Lines: 1, Action: plans.Delete}, {Lines: 1, Action: plans.Update}}, "",
				renderers.Words{Before: ranges{{7, 8}}, After: ranges{{7, 8}, {13, 15}}},
			)),
			lines("<<-EOT", "same", "- a [b]", "+ a [c]", "- gone", "- last", "+ last[ d]", "EOT"),
		},
	} {
		if got := drawWords(test.diff); got != test.want {
			t.Errorf("%s: got\n%s\nwant\n%s", name, got, test.want)
		}
		c := test.diff.Renderer.Content()
		want := renderers.String(c.Before.Literal, c.After.Literal).Content()
		if c.Kind != want.Kind || c.Before != want.Before || c.After != want.After {
			t.Errorf("%s: the content is %+v", name, c)
		}
		same := test.diff.Transform(func(d computed.Diff) computed.Diff { return d })
		if got := drawWords(same); got != test.want {
			t.Errorf("%s: rebuilt, it reads\n%s", name, got)
		}
	}
}

// Without the marks, every drawing is that of the string alone.
func FuzzWords(f *testing.F) {
	f.Add("a b", "a c", []byte{2, 1})
	f.Add("é\n\x00x\u202e", "\xff\xe2\x82", []byte{0, 2, 1, 1})
	f.Fuzz(func(t *testing.T, was, is string, cuts []byte) {
		if was == "" || is == "" {
			return
		}
		words := renderers.Words{Before: cutRandomly(was, cuts), After: cutRandomly(is, cuts)}
		b, a := computed.Literal{Kind: computed.StringLiteral, Text: was}, computed.Literal{Kind: computed.StringLiteral, Text: is}
		with, without := update(renderers.ChangedString(b, a, words)), update(renderers.String(b, a))
		if with.Text() != without.Text() {
			t.Errorf("with words, it reads\n%s\nand not\n%s", with.Text(), without.Text())
		}
	})
}

// cutRandomly returns ranges of whole characters.
func cutRandomly(text string, cuts []byte) (out []renderers.Range) {
	starts := []int{}
	for i := range strings.ToValidUTF8(text, "?") {
		starts = append(starts, i)
	}
	if strings.ToValidUTF8(text, "?") != text {
		starts = starts[:0]
		for i := range len(text) {
			if text[i]&0xC0 != 0x80 {
				starts = append(starts, i)
			}
		}
	}
	i := 0
	for c := range slices.Chunk(cuts, 2) {
		from := i + int(c[0])
		to := from + 1 + int(c[len(c)-1])
		if i = to + 1; to >= len(starts) {
			break
		}
		out = append(out, renderers.Range{From: int32(starts[from]), To: int32(starts[to])})
	}
	return out
}
