package renderers_test

import (
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/planfmt/planfmt/computed"
	"github.com/planfmt/planfmt/doc"
	"github.com/planfmt/planfmt/plans"
	"github.com/planfmt/planfmt/renderers"
)

// drawFolds draws a value with folds. Each line begins with the number of folds that it is
// in, and a > if it opens one. Indentation is left out.
func drawFolds(d computed.Diff, opts computed.RenderHumanOpts) []string {
	opts.FoldUnchanged = true
	var out []string
	for l := range d.Lines(opts) {
		s := strconv.Itoa(l.Fold)
		if l.OpensFold {
			s += ">"
		}
		s += " "
		for _, sign := range l.Gutter.Sign.Spans() {
			s += sign.Text + " "
		}
		out = append(out, s+string(l.Text.Bytes))
	}
	return out
}

func mute(d computed.Diff) computed.Diff {
	d.Muted = true
	return d
}

func TestFolds(t *testing.T) {
	same := func(n int) []computed.Diff { return slices.Repeat(elements(leaf("1", "1")), n) }
	list := elements(leaf("0", "0"), leaf("1", "1"), leaf("2", "3"), leaf("4", "4"), leaf("5", "5"), leaf("6", "6"))
	text := func(r ...string) computed.Literal {
		return computed.Literal{Kind: computed.StringLiteral, Text: strings.Join(r, "\n")}
	}
	was := text("1", "2", "3", "4", "5", "6", "7", "x", "1", "2", "3", "4", "5", "6", "7", "8", "9", "10", "y", "1", "2", "3", "4", "5", "6")
	is := text("1", "2", "3", "4", "5", "6", "7", "X", "1", "2", "3", "4", "5", "6", "7", "8", "9", "10", "Y", "1", "2", "3", "4", "5", "6")
	runs := []renderers.TextRun{{Lines: 7}, {Lines: 1, Action: plans.Update}, {Lines: 10}, {Lines: 1, Action: plans.Update}, {Lines: 6}}
	long := text(slices.Repeat([]string{"a"}, 1500)...)
	for name, test := range map[string]struct {
		diff computed.Diff
		opts computed.RenderHumanOpts
		want []string
	}{
		"gaps in a list": {
			diff: update(renderers.List(list, nil)),
			want: []string{"0 [", "0> # (1 unchanged element hidden)", "1 0,", "0 1,", "0 ~ 2 -> 3,", "0 4,", "0> # (2 unchanged elements hidden)", "1 5,", "1 6,", "0 ]"},
		},
		"set": {
			diff: update(renderers.Set(elements(leaf("1", "1"), leaf("", "2")), nil)),
			want: []string{"0 [", "0 + 2,", "0> # (1 unchanged element hidden)", "1 1,", "0 ]"},
		},
		"map": {
			diff: update(renderers.Map(members("a", keep(renderers.Object(members("x", leaf("1", "1")), nil)), "longer", leaf("1", "2")), nil)),
			want: []string{"0 {", `0 ~ "longer" = 1 -> 2`, "0> # (1 unchanged element hidden)", `1 "a"      = {`, "1 x = 1", "1 },", "0 }"},
		},
		"in order, with what is shown anyway": {
			diff: update(renderers.Object(members("a", leaf("1", "2"), "bb", leaf("1", "1"), "id", leaf("i", "i"), "z", leaf("x\"", "x\"")), nil)),
			want: []string{"0 {", "0 ~ a  = 1 -> 2", `0 id = "i"`, "0> # (2 unchanged attributes hidden)", "1 bb = 1", `1 z  = "x\""`, "0 }"},
		},
		"muted changes": {
			diff: update(renderers.Object(members(
				"a", leaf("1", "2"), "b", mute(update(renderers.Object(members("x", mute(leaf("1", "2")), "y", leaf("1", "1")), nil))), "c", leaf("3", "3"),
			), nil)),
			want: []string{
				"0 {", "0 ~ a = 1 -> 2", "0> # (1 muted change hidden)", "1 ~ b = {", "1 ~ x = 1 -> 2", "1> # (1 unchanged attribute hidden)", "2 y = 1", "1 }",
				"0> # (1 unchanged attribute hidden)", "1 c = 3", "0 }",
			},
		},
		"muted changes shown": {
			diff: update(renderers.Object(members("a", mute(leaf("1", "2"))), nil)),
			opts: computed.RenderHumanOpts{ShowMuted: true},
			want: []string{"0 {", "0 ~ a = 1 -> 2", "0 }"},
		},
		"blocks": {
			diff: update(renderers.Block(members("a", leaf("1", "2"), "b", leaf("1", "1")), nil, []computed.BlockGroup{
				{Type: "one", Members: members("", keep(renderers.Block(nil, nil, nil)), "", update(renderers.Block(members("x", leaf("1", "1")), nil, nil)))},
				{Type: "two", Nesting: computed.NestedMap, Members: members("k", keep(renderers.SensitiveBlock(plans.NoOp, both)))},
			})),
			want: []string{
				"0 {", "0 ~ a = 1 -> 2", "0> # (1 unchanged attribute hidden)", "1 b = 1", "0 ", "0 ~ one {", "0> # (1 unchanged attribute hidden)", "1 x = 1", "0 }", "0 ",
				"0> # (2 unchanged blocks hidden)", "1 one {}", "1 ", `1 two "k" {`, "1 # At least one attribute in this block is (or was) sensitive,", "1 # so its contents will not be displayed.", "1 }", "0 }",
			},
		},
		"a document": {
			diff: update(renderers.JSON(update(renderers.Object(members("a", leaf("1", "1"), "b", leaf("1", "2")), nil)))),
			want: []string{"0 jsonencode(", "0 ~ {", "0 ~ b = 1 -> 2", "0> # (1 unchanged attribute hidden)", "1 a = 1", "0 }", "0 )"},
		},
		"everything shown": {
			diff: update(renderers.Object(members("a", leaf("1", "2"), "t", update(renderers.Heredoc(was, is, runs[:2], ""))), nil)),
			opts: computed.RenderHumanOpts{ShowUnchanged: true},
			want: []string{"0 {", "0 ~ a = 1 -> 2", "0 ~ t = <<-EOT", "0 1", "0 2", "0 3", "0 4", "0 5", "0 6", "0 7", "0 - x", "0 + X", "0 EOT", "0 }"},
		},
		"lines": {
			diff: update(renderers.Heredoc(was, is, runs, "")),
			want: []string{
				"0 <<-EOT", "0> # (4 unchanged lines hidden)", "1 1", "1 2", "1 3", "1 4", "0 5", "0 6", "0 7", "0 - x", "0 + X", "0 1", "0 2", "0 3",
				"0> # (4 unchanged lines hidden)", "1 4", "1 5", "1 6", "1 7", "0 8", "0 9", "0 10", "0 - y", "0 + Y", "0 1", "0 2", "0 3", "0 4", "0 5", "0 6", "0 EOT",
			},
		},
		"more in folds: a list": {
			diff: update(renderers.List(append(slices.Clone(list), leaf("6", "7"), leaf("8", "8"), leaf("9", "10")), nil)),
			opts: computed.RenderHumanOpts{FoldMore: true},
			want: []string{
				"0 [", "0> # (2 unchanged elements hidden)", "1 0,", "1 1,", "0 ~ 2 -> 3,", "0> # (3 unchanged elements hidden)", "1 4,", "1 5,", "1 6,",
				"0 ~ 6 -> 7,", "0 8,", "0 ~ 9 -> 10,", "0 ]",
			},
		},
		"more in folds: tags, but no names": {
			diff: update(renderers.Object(members(
				"id", leaf("1", "1"), "name", leaf("n", "n"), "size", leaf("1", "2"), "tags", keep(renderers.Map(members("a", leaf("1", "1")), nil)),
			), nil)),
			opts: computed.RenderHumanOpts{FoldMore: true},
			want: []string{"0 {", "0 id   = 1", `0 name = "n"`, "0 ~ size = 1 -> 2", "0> # (1 unchanged attribute hidden)", "1 tags = {", `1 "a" = 1`, "1 }", "0 }"},
		},
		"more in folds: tags that change": {
			diff: update(renderers.Object(members("tags", update(renderers.Map(members("a", leaf("1", "1"), "b", leaf("1", "2")), nil))), nil)),
			opts: computed.RenderHumanOpts{FoldMore: true},
			want: []string{"0 {", "0 ~ tags = {", `0 ~ "b" = 1 -> 2`, "0> # (1 unchanged element hidden)", `1 "a" = 1`, "0 }", "0 }"},
		},
		"more in folds: lines": {
			diff: update(renderers.Heredoc(was, is, runs, "")),
			opts: computed.RenderHumanOpts{FoldMore: true},
			want: []string{
				"0 <<-EOT", "0> # (6 unchanged lines hidden)", "1 1", "1 2", "1 3", "1 4", "1 5", "1 6", "0 7", "0 - x", "0 + X", "0 1",
				"0> # (8 unchanged lines hidden)", "1 2", "1 3", "1 4", "1 5", "1 6", "1 7", "1 8", "1 9", "0 10", "0 - y", "0 + Y", "0 1",
				"0> # (5 unchanged lines hidden)", "1 2", "1 3", "1 4", "1 5", "1 6", "0 EOT",
			},
		},
		"lines of a new text": {
			diff: create(renderers.Heredoc(computed.Literal{}, is, nil, "")),
			want: slices.Concat([]string{"0 <<-EOT"}, lineByLine("0 ", is.Text), []string{"0 EOT"}),
		},
		"only white space around the lines": {
			diff: update(renderers.Heredoc(text("1", "2", "3", "4", ""), text("1", "2", "3", "4"), []renderers.TextRun{{Lines: 4}}, "whitespace changes")),
			want: []string{"0 <<-EOT # whitespace changes", "0> # (4 unchanged lines hidden)", "1 1", "1 2", "1 3", "1 4", "0 EOT"},
		},
		"too many elements": {
			diff: update(renderers.Set(append(same(1500), leaf("", "2")), nil)),
			want: slices.Concat([]string{"0 [", "0 + 2,", "0> # (1500 unchanged elements hidden)"}, slices.Repeat([]string{"1 1,"}, 1000), []string{"1 # (500 more not shown)", "0 ]"}),
		},
		"too many, inside and outside": {
			diff: update(renderers.Object(members("a", leaf("1", "2"), "b", keep(renderers.Set(same(1500), nil)), "c", leaf("1", "1")), nil)),
			want: slices.Concat([]string{"0 {", "0 ~ a = 1 -> 2", "0> # (2 unchanged attributes hidden)", "1 b = ["}, slices.Repeat([]string{"1 1,"}, 999), []string{"1 # (501 more not shown)", "1 ]", "1 # (1 more not shown)", "0 }"}),
		},
		"too many lines": {
			diff: update(renderers.Object(members("b", keep(renderers.Heredoc(long, long, nil, "")), "c", leaf("1", "1")), nil)),
			want: slices.Concat([]string{"0 {", "0> # (2 unchanged attributes hidden)", "1 b = <<-EOT"}, slices.Repeat([]string{"1 a"}, 999), []string{"1 # (501 more not shown)", "1 EOT", "1 # (1 more not shown)", "0 }"}),
		},
		"too many lines of a text that changes": {
			diff: update(renderers.Heredoc(long, text(long.Text, "b"), []renderers.TextRun{{Lines: 1500}, {Lines: 1, Action: plans.Create}}, "")),
			want: slices.Concat([]string{"0 <<-EOT", "0> # (1497 unchanged lines hidden)"}, slices.Repeat([]string{"1 a"}, 1000), []string{"1 # (497 more not shown)", "0 a", "0 a", "0 a", "0 + b", "0 EOT"}),
		},
		"too much that is muted": {
			diff: update(renderers.Object(members(
				"l", mute(update(renderers.Set(append(slices.Repeat(elements(mute(leaf("1", "2"))), 1200), leaf("1", "1")), nil))),
				"t", mute(update(renderers.Heredoc(was, is, runs, ""))),
			), nil)),
			want: slices.Concat([]string{"0 {", "0> # (2 muted changes hidden)", "1 ~ l = ["}, slices.Repeat([]string{"1 ~ 1 -> 2,"}, 999), []string{
				"1 # (201 more not shown)", "1 # (1 unchanged element hidden)", "1 ]", "1 # (1 more not shown)", "0 }",
			}),
		},
		"a long line": {
			diff: update(renderers.Set(elements(leaf("", "2"), leaf(strings.Repeat("x", 300_000), strings.Repeat("x", 300_000)), leaf("1", "1")), nil)),
			want: []string{"0 [", "0 + 2,", "0> # (2 unchanged elements hidden)", `1 "` + strings.Repeat("x", 300_000) + `",`, "1 # (1 more not shown)", "0 ]"},
		},
	} {
		if got := drawFolds(test.diff, test.opts); !slices.Equal(got, test.want) {
			t.Errorf("%s: got\n%.3000s\nwant\n%.3000s", name, strings.Join(got, "\n"), strings.Join(test.want, "\n"))
		}
		for stop := range test.want[:min(len(test.want), 40)] {
			n := 0
			for range test.diff.Lines(computed.RenderHumanOpts{FoldUnchanged: true, ShowUnchanged: test.opts.ShowUnchanged, FoldMore: test.opts.FoldMore}) {
				if n++; n > stop {
					break
				}
			}
			if n != stop+1 {
				t.Errorf("%s: %d lines, stopped at %d", name, n, stop+1)
			}
		}
	}
}

// lineByLine returns the lines of a text, each behind a prefix.
func lineByLine(prefix, text string) (out []string) {
	for line := range strings.SplitSeq(text, "\n") {
		out = append(out, prefix+line)
	}
	return out
}

// The lines in a fold are about the members that they show.
func TestFoldsKnowTheirPlace(t *testing.T) {
	a := leaf("1", "1")
	a.Path = plans.NewPath(plans.Key("o"), plans.Key("a"))
	o := update(renderers.Object(members("a", a), nil))
	o.Path = plans.NewPath(plans.Key("o"))
	var got []string
	for l := range doc.Lines(func(w *doc.Writer) {
		w.Begin(doc.Entry{Path: o.Path})
		o.RenderHuman(w, computed.RenderHumanOpts{FoldUnchanged: true})
		w.End()
	}) {
		got = append(got, strconv.Itoa(l.Depth)+" "+l.Path.String())
	}
	if want := []string{"0 o", "1 o", "1 o.a", "0 o"}; !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}
