package doc_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/planfmt/planfmt/doc"
	"github.com/planfmt/planfmt/plans"
)

func word(s string) doc.Span { return doc.Span{Text: s} }

// block writes `{`, entries, and `}`.
func block(w *doc.Writer, entries func()) {
	w.Text(doc.Plain, "{")
	w.Block(doc.Blank, entries)
	w.Text(doc.Plain, "}")
}

// show writes lines as depth, pad, gutter and text.
func show(lines func(func(doc.Line) bool)) (out []string) {
	for l := range lines {
		s := fmt.Sprintf("%d %d %d", l.Depth, l.Pad, l.Gutter.Kind)
		if l.Gutter.Sign != doc.NoSign {
			for _, sign := range l.Gutter.Sign.Spans() {
				s += sign.Text
			}
		}
		s += ":"
		s += string(l.Text.Bytes)
		out = append(out, s)
	}
	return out
}

func TestLines(t *testing.T) {
	line := func(w *doc.Writer, text string) { w.Line(doc.Entry{Gutter: doc.Gutter{Kind: doc.Blank}}, word(text)) }
	entry := func(w *doc.Writer) {
		w.Begin(doc.Entry{Gutter: doc.Gutter{Kind: doc.Signed, Sign: doc.Update}, Pad: -1})
		w.Text(doc.Key, "é")
		w.Align(4)
		w.Text(doc.Plain, " = ")
		block(w, func() {
			note := doc.Entry{Gutter: doc.Gutter{Kind: doc.NoteGutter}, Pad: 2}
			w.Line(note, word("# "), word("1"))
			w.Line(note, word("# 2"))
			w.Empty()
			line(w, "x")
		})
		w.End()
	}
	alone := func(w *doc.Writer, value func()) {
		w.Begin(doc.Entry{})
		value()
		w.End()
	}
	remark := func(text string) doc.Span { return word(" # " + text) }
	for name, test := range map[string]struct {
		write func(*doc.Writer)
		want  []string
	}{
		"nothing":  {func(*doc.Writer) {}, nil},
		"an entry": {entry, []string{"0 -1 1~:é    = {", "1 2 3:# 1", "1 2 3:# 2", "0 0 0:", "1 0 2:x", "0 0 2:}"}},
		"aligned": {
			func(w *doc.Writer) {
				alone(w, func() { w.Spans(word("ab"), word("é")); w.Align(3); w.Align(2); w.Align(40) })
			},
			[]string{"0 0 0:abé" + strings.Repeat(" ", 37)},
		},
		"shifted": {
			func(w *doc.Writer) { w.Shift(8, func() { entry(w) }); w.Empty() },
			[]string{"0 7 1~:é    = {", "1 10 3:# 1", "1 10 3:# 2", "0 8 0:", "1 8 2:x", "0 8 2:}", "0 0 0:"},
		},
		"shifted twice": {
			func(w *doc.Writer) { w.Shift(1, func() { line(w, "1"); w.Shift(2, func() { line(w, "2") }) }) },
			[]string{"0 1 2:1", "0 3 2:2"},
		},
		"two blocks": {
			func(w *doc.Writer) {
				alone(w, func() { block(w, func() {}); w.Text(doc.Arrow, " -> "); block(w, func() { line(w, "x") }) })
			},
			[]string{"0 0 0:{", "0 0 2:} -> {", "1 0 2:x", "0 0 2:}"},
		},
		"a value of one line": {
			func(w *doc.Writer) {
				alone(w, func() {
					w.Text(doc.Plain, "a")
					if !w.OneLine(func() { w.Spans(word("b"), word("c")) }) {
						w.Text(doc.Plain, " too long")
					}
					w.Text(doc.Plain, "d")
				})
			},
			[]string{"0 0 0:ad"},
		},
		"a value of several lines": {
			func(w *doc.Writer) {
				alone(w, func() {
					w.Text(doc.Plain, "a")
					value := func() { block(w, func() { t.Error("the block is written") }) }
					if w.OneLine(func() { w.OneLine(func() {}); value(); w.OneLine(func() {}) }) || w.OneLine(value) {
						w.Text(doc.Plain, " too short")
					}
					w.Text(doc.Plain, "d")
				})
			},
			[]string{"0 0 0:ad"},
		},
		"behind the opening": {
			func(w *doc.Writer) {
				alone(w, func() {
					w.AppendToOpening(remark("outer"), func() {
						w.AppendToOpening(remark("inner"), func() {
							w.OneLine(func() { block(w, func() {}) })
							block(w, func() {
								alone(w, func() { w.AppendToOpening(remark("deep"), func() { w.Text(doc.Number, "1") }); w.Text(doc.Plain, ",") })
							})
							block(w, func() {})
						})
					})
					w.Text(doc.Plain, ",")
				})
			},
			[]string{"0 0 0:{ # inner # outer", "1 0 0:1 # deep,", "0 0 2:}{", "0 0 2:},"},
		},
		"behind a value of one line": {
			func(w *doc.Writer) {
				alone(w, func() {
					w.AppendToOpening(remark("outer"), func() { w.AppendToOpening(remark("inner"), func() { w.Text(doc.Number, "1") }) })
					w.Text(doc.Plain, ",")
				})
			},
			[]string{"0 0 0:1 # inner # outer,"},
		},
	} {
		if got := show(doc.Lines(test.write)); !slices.Equal(got, test.want) {
			t.Errorf("%s: got\n%s\nwant\n%s", name, strings.Join(got, "\n"), strings.Join(test.want, "\n"))
		}
	}
	want := []string{"0 0 0:{", "1 0 2:a", "0 0 2:}"}
	if got := show(doc.ValueLines(func(w *doc.Writer) { block(w, func() { line(w, "a") }) })); !slices.Equal(got, want) {
		t.Errorf("a value alone: got %q", got)
	}
}

// Every line knows what it is about: closing brackets, remarks and empty lines,
// too.
func TestLinesKnowTheirPlace(t *testing.T) {
	tags := plans.NewPath(plans.Key("tags"))
	name := tags.Child(plans.Key("Name"))
	topic := &doc.Subject{Kind: doc.ChangeSubject, Address: "a.b"}
	write := func(w *doc.Writer) {
		w.Heading(word("Changes:"))
		w.Group(topic, func() {
			w.Line(doc.Entry{}, word("# a.b will be updated"))
			w.Begin(doc.Entry{})
			block(w, func() {
				w.Line(doc.Entry{Path: tags}, word("# on tags"))
				w.Begin(doc.Entry{Path: tags})
				w.Spans(word("tags"), word(" = "))
				block(w, func() {
					w.Line(doc.Entry{Path: name}, word("Name"))
					w.Empty()
					w.Line(doc.Entry{}, word("# (1 hidden)"))
					w.Line(doc.Entry{}, word("more"))
				})
				w.End()
			})
			w.End()
			w.Group(&doc.Subject{Kind: doc.ActionSubject, Address: "action.x", Trigger: topic}, w.Empty)
			w.Empty()
		})
		w.Rule()
		w.Paragraph(word("That is all."))
	}
	var got []string
	for l := range doc.Lines(write) {
		s := l.Kind.String() + ":"
		if l.Subject != nil {
			s += " " + l.Subject.Kind.String() + " " + l.Subject.Address
		}
		s += " " + l.Path.String() + ":"
		for _, piece := range l.Text.Pieces() {
			s += " " + string(piece)
		}
		got = append(got, s)
	}
	want := []string{
		"heading: : Changes:",
		"body: change a.b : # a.b will be updated",
		"body: change a.b : {",
		"body: change a.b tags: # on tags",
		"body: change a.b tags: tags = {",
		`body: change a.b tags.Name: Name`,
		"body: change a.b tags:",
		"body: change a.b tags: # (1 hidden)",
		"body: change a.b tags: more",
		"body: change a.b tags: }",
		"body: change a.b : }",
		"body: action action.x :",
		"body: change a.b :",
		"rule: :",
		"paragraph: : That is all.",
	}
	if !slices.Equal(got, want) {
		t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

// Folds may be in one another, and in values. Their size is that of the outermost one.
func TestFolds(t *testing.T) {
	var sizes []int
	line := func(w *doc.Writer, text string) {
		w.Line(doc.Entry{}, word(text))
		sizes = append(sizes, w.FoldSize())
	}
	path := plans.NewPath(plans.Key("a"))
	write := func(w *doc.Writer) {
		w.Begin(doc.Entry{Path: path})
		block(w, func() {
			line(w, "x")
			w.Fold(doc.Entry{Gutter: doc.Gutter{Kind: doc.Blank}}, word("# two"), func() {
				w.Begin(doc.Entry{})
				block(w, func() {
					line(w, strings.Repeat("y", 600))
					w.Fold(doc.Entry{}, word("# one"), func() { line(w, "z") })
					w.Empty()
				})
				w.End()
			})
			w.Fold(doc.Entry{}, word("# none"), func() {})
			w.Fold(doc.Entry{}, word("# one more"), func() { line(w, "x") })
			line(w, "x")
		})
		w.End()
	}
	all := slices.Collect(func(yield func(string) bool) {
		for l := range doc.Lines(write) {
			s := fmt.Sprintf("%d %d %s ", l.Depth, l.Fold, l.Path)
			if l.OpensFold {
				s += "opens "
			}
			if !yield(s + string(l.Text.Bytes[:min(len(l.Text.Bytes), 10)])) {
				return
			}
		}
	})
	want := []string{
		"0 0 a {", "1 0 a x", "1 0 a opens # two", "1 1 a {", "2 1 a yyyyyyyyyy", "2 1 a opens # one", "2 2 a z", "0 1 a ", "1 1 a }",
		"1 0 a opens # none", "1 0 a opens # one more", "1 1 a x", "1 0 a x", "0 0 a }",
	}
	if !slices.Equal(all, want) {
		t.Errorf("got\n%s\nwant\n%s", strings.Join(all, "\n"), strings.Join(want, "\n"))
	}
	if want := []int{0, 4, 6, 1, 0}; !slices.Equal(sizes, want) {
		t.Errorf("the sizes are %d, not %d", sizes, want)
	}
	for stop := range want {
		n := 0
		for range doc.Lines(write) {
			if n++; n == stop+1 {
				break
			}
		}
		if n != stop+1 {
			t.Errorf("%d lines, stopped at %d", n, stop+1)
		}
	}
}

func TestLinesStop(t *testing.T) {
	value := func(w *doc.Writer) {
		w.Begin(doc.Entry{})
		block(w, func() { w.Empty(); w.Empty() })
		w.End()
	}
	blocks := 0
	write := func(w *doc.Writer) {
		value(w)
		w.Line(doc.Entry{})
		w.Line(doc.Entry{})
		w.Begin(doc.Entry{})
		block(w, func() { blocks++ })
		if !w.Done() {
			w.End()
		}
	}
	for stop := 1; stop <= 8; stop++ {
		n := 0
		blocks = 0
		for range doc.Lines(write) {
			if n++; n == stop {
				break
			}
		}
		if n != stop || blocks != stop/8 {
			t.Errorf("%d lines and %d blocks, stopped at %d", n, blocks, stop)
		}
	}
}

func TestSigns(t *testing.T) {
	for a, want := range map[plans.Action]string{
		plans.NoOp: "", plans.Create: "+", plans.Read: "<=", plans.Update: "~", plans.Delete: "-",
		plans.DeleteThenCreate: "-/+", plans.CreateThenDelete: "+/-", plans.Forget: ".",
		plans.CreateThenForget: "+/.", plans.ForgetThenCreate: "./+", plans.Unknown: "?", plans.Action(99): "?",
	} {
		var got string
		for _, s := range doc.ActionSign(a).Spans() {
			got += s.Text
		}
		if got != want {
			t.Errorf("%v: got %q, want %q", a, got, want)
		}
	}
	if got := doc.Sign(99).Spans()[0].Text; got != "?" {
		t.Errorf("a sign that does not exist is %q", got)
	}
}

// Pieces in the same role become one, and a reader may stop at any of them.
func TestText(t *testing.T) {
	text := doc.NewText(doc.Span{Role: doc.String, Text: `"`}, doc.Span{Role: doc.String, Text: `a"`}, doc.Span{Text: ","})
	kept := text.Clone()
	text.Add(doc.Plain, " ")
	text.Bytes[0] = 'x'
	for stop := 1; stop <= 2; stop++ {
		var got []string
		for role, piece := range kept.Pieces() {
			if got = append(got, role.String()+" "+string(piece)); len(got) == stop {
				break
			}
		}
		if want := []string{`string "a"`, "plain ,"}[:stop]; !slices.Equal(got, want) {
			t.Errorf("stopped at %d: %q, want %q", stop, got, want)
		}
	}
}
