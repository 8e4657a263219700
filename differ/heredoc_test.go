package differ

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/planfmt/planfmt/computed"
	"github.com/planfmt/planfmt/dialect"
	"github.com/planfmt/planfmt/plans"
	"github.com/planfmt/planfmt/renderers"
)

// alignAllLines aligns the lines of two texts like the elements of two lists, and leaves
// out nothing.
func alignAllLines(rules dialect.Rules, before, after computed.Literal) []renderers.TextRun {
	was, is := strings.Split(drawnText(before), "\n"), strings.Split(drawnText(after), "\n")
	numbers := newLineNumbers(len(was) + len(is))
	rules.PairTexts = false
	a := listAligner{rules: rules}
	var lines []renderers.TextRun
	for _, p := range a.pairNumbers(numbers.numberAll(was), numbers.numberAll(is)) {
		if p.before >= 0 && p.after >= 0 && was[p.before] == is[p.after] {
			lines = append(lines, renderers.TextRun{Text: was[p.before]})
			continue
		}
		if p.before >= 0 {
			lines = append(lines, renderers.TextRun{Text: was[p.before], Action: plans.Delete, Null: before.Kind != computed.StringLiteral})
		}
		if p.after >= 0 {
			lines = append(lines, renderers.TextRun{Text: is[p.after], Action: plans.Create, Null: after.Kind != computed.StringLiteral})
		}
	}
	return lines
}

func TestAlignLines(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	words := []string{"", "}", "a", "ab", "b", "null", "c d", "e", "f", "g"}
	literal := func(lines []string) computed.Literal {
		if len(lines) == 0 {
			return computed.Literal{Kind: computed.NullLiteral, Text: "null"}
		}
		return computed.Literal{Kind: computed.StringLiteral, Text: strings.Join(lines, "\n")}
	}
	for n := range 50_000 {
		lines := func(most int) []string {
			out := make([]string, r.IntN(most))
			for i := range out {
				out[i] = words[r.IntN(2+n%9)]
			}
			return out
		}
		was := lines(12)
		is := lines(12)
		if n%4 > 0 { // a change in between
			at := r.IntN(len(was) + 1)
			end := min(at+r.IntN(3), len(was))
			is = slices.Concat(was[:at], lines(4), was[end:])
		}
		before, after := literal(was), literal(is)
		for _, rules := range []dialect.Rules{{}, {AlignLists: true}, {AlignLists: true, PairTexts: true, PairAdded: true}} {
			s := scope{Differ: &Differ{rules: rules}}
			var got []renderers.TextRun
			for _, run := range s.alignLines(before, after) {
				for line := range strings.SplitSeq(run.Text, "\n") {
					got = append(got, renderers.TextRun{Text: line, Action: run.Action, Null: run.Null})
				}
			}
			if want := alignAllLines(rules, before, after); !slices.Equal(got, want) {
				t.Fatalf("%q and %q, %+v:\n got %v\nwant %v", before.Text, after.Text, rules, got, want)
			}
		}
	}
}

// BenchmarkAlignLines aligns texts of many lines.
func BenchmarkAlignLines(b *testing.B) {
	r := rand.New(rand.NewPCG(1, 2))
	text := func(n int, line func(i int) string) string {
		lines := make([]string, n)
		for i := range lines {
			lines[i] = line(i)
		}
		return strings.Join(lines, "\n")
	}
	numbered := func(i int) string { return fmt.Sprintf("line %d of a text", i) }
	eight := func(int) string { return fmt.Sprint("value ", r.IntN(8)) }
	million := text(1_000_000, numbered)
	for _, bench := range []struct{ name, before, after string }{
		{"1M, inserted on top", million, "new\n" + million},
		{"200k, different", text(200_000, numbered), text(200_000, func(i int) string { return numbered(-1 - i) })},
		{"200k of 8 values", text(200_000, eight), text(200_000, eight)},
	} {
		before := computed.Literal{Kind: computed.StringLiteral, Text: bench.before}
		after := computed.Literal{Kind: computed.StringLiteral, Text: bench.after}
		b.Run(bench.name, func(b *testing.B) {
			b.ReportAllocs()
			b.SetBytes(int64(len(bench.before) + len(bench.after)))
			for b.Loop() {
				scope{Differ: &Differ{}}.alignLines(before, after)
			}
		})
	}
}
