package differ

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/planfmt/planfmt/dialect"
	"github.com/planfmt/planfmt/internal/base/lcs"
	"github.com/planfmt/planfmt/internal/testkit/sampling"
	"github.com/planfmt/planfmt/plans"
	"github.com/planfmt/planfmt/renderers"
)

// drawnLine is a line of a heredoc.
type drawnLine struct {
	text   string
	action plans.Action
}

// alignAllLines aligns the lines of two texts like the elements of two lists, and leaves
// out nothing.
func alignAllLines(rules dialect.Rules, before, after string) []drawnLine {
	was, is := strings.Split(before, "\n"), strings.Split(after, "\n")
	numbers := map[string]int32{}
	number := func(lines []string) []int32 {
		out := make([]int32, len(lines))
		for i, line := range lines {
			if _, ok := numbers[line]; !ok {
				numbers[line] = int32(len(numbers))
			}
			out[i] = numbers[line]
		}
		return out
	}
	rules.PairTexts = false
	a := listAligner{rules: rules}
	pairs := pairIndexes(len(was))
	isGone := func(line string) bool { return !slices.Contains(is, line) }
	if len(was) != len(is) || rules.AlignLists || !slices.ContainsFunc(was, isGone) {
		pairs = nil
		before, after := number(was), number(is)
		a.pairCommon(before, after, lcs.Pairs(before, after), -1, func(p pair) { pairs = append(pairs, p) })
	}
	var lines []drawnLine
	for _, p := range pairs {
		if p.before >= 0 && p.after >= 0 && was[p.before] == is[p.after] {
			lines = append(lines, drawnLine{was[p.before], plans.NoOp})
			continue
		}
		if p.before >= 0 {
			lines = append(lines, drawnLine{was[p.before], plans.Delete})
		}
		if p.after >= 0 {
			lines = append(lines, drawnLine{is[p.after], plans.Create})
		}
	}
	return lines
}

// drawLines returns the lines of runs.
func drawLines(t *testing.T, runs []renderers.TextRun, before, after string) []drawnLine {
	t.Helper()
	was, is := strings.Split(before, "\n"), strings.Split(after, "\n")
	var lines []drawnLine
	for _, run := range runs {
		for range run.Lines {
			switch run.Action {
			case plans.NoOp:
				if was[0] != is[0] {
					t.Errorf("%q and %q: %q becomes %q without a change", before, after, was[0], is[0])
				}
				lines = append(lines, drawnLine{was[0], plans.NoOp})
				was, is = was[1:], is[1:]
				continue
			case plans.Delete, plans.Update:
				lines, was = append(lines, drawnLine{was[0], plans.Delete}), was[1:]
			}
			if run.Action != plans.Delete {
				lines, is = append(lines, drawnLine{is[0], plans.Create}), is[1:]
			}
		}
	}
	if len(was)+len(is) > 0 {
		t.Errorf("%q and %q: %q and %q are left", before, after, was, is)
	}
	return lines
}

func TestAlignLines(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	words := []string{"", "}", "a", "ab", "b", "null", "c d", "e", "f", "g"}
	for n := range sampling.Count(50_000) {
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
		before, after := strings.Join(was, "\n"), strings.Join(is, "\n")
		for _, rules := range []dialect.Rules{{}, {AlignLists: true}, {AlignLists: true, PairTexts: true, PairAdded: true}} {
			s := inherited{Differ: &Differ{settings: &settings{rules: rules}}}
			got := drawLines(t, s.alignLines(before, after), before, after)
			if want := alignAllLines(rules, before, after); !slices.Equal(got, want) {
				t.Fatalf("%q and %q, %+v:\n got %v\nwant %v", before, after, rules, got, want)
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
		b.Run(bench.name, func(b *testing.B) {
			b.ReportAllocs()
			b.SetBytes(int64(len(bench.before) + len(bench.after)))
			for b.Loop() {
				inherited{Differ: &Differ{}}.alignLines(bench.before, bench.after)
			}
		})
	}
}
