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

func block(nodes ...doc.Node) doc.Value {
	return doc.Value{Text: doc.Text{word("{")}, Blocks: []doc.Block{{Nodes: slices.Values(nodes), Close: doc.Blank, After: doc.Text{word("}")}}}}
}

// spell writes a value with its blocks as <n>, n being how many nodes they
// have.
func spell(v doc.Value) string {
	var b strings.Builder
	write := func(t doc.Text) {
		for _, s := range t {
			b.WriteString(s.Text)
		}
	}
	write(v.Text)
	for _, block := range v.Blocks {
		n := 0
		if block.Nodes != nil {
			n = len(slices.Collect(block.Nodes))
		}
		fmt.Fprintf(&b, "|<%d>|", n)
		write(block.After)
	}
	return b.String()
}

func TestBuild(t *testing.T) {
	body := block(doc.Empty{})
	for _, test := range []struct {
		name    string
		v       doc.Value
		want    string
		oneLine bool
	}{
		{"nothing", doc.Inline(), "", true},
		{"words", doc.Inline(word("a"), word("b")), "ab", true},
		{"appended", doc.Inline(word("a")).Append(word("b"), word("c")), "abc", true},
		{"appended to a block", body.Append(word(","), word("!")), "{|<1>|},!", false},
		{"prepended", body.Prepend(word("x = ")), "x = {|<1>|}", false},
		{"nothing appended", body.Append(), "{|<1>|}", false},
		{"nothing prepended", body.Prepend(), "{|<1>|}", false},
		{"joined", doc.Join(body, doc.Inline(word(" -> ")), body), "{|<1>|} -> {|<1>|}", false},
		{"joined with nothing", doc.Join(doc.Inline(), body, doc.Value{}), "{|<1>|}", false},
		{"after the opening", body.AppendToOpening(word(" # x")), "{ # x|<1>|}", false},
		{"after the opening of a line", doc.Inline(word("1")).AppendToOpening(word(" # x")), "1 # x", true},
		{"nothing after the opening", body.AppendToOpening(), "{|<1>|}", false},
		{"after the first opening", doc.Join(body, body).AppendToOpening(word("!")), "{!|<1>|}{|<1>|}", false},
	} {
		if got := spell(test.v); got != test.want || test.v.OneLine() != test.oneLine {
			t.Errorf("%s: got %s, one line %v; want %s", test.name, got, test.v.OneLine(), test.want)
		}
	}
}

// What is built of a value leaves the value as it was, whatever its slices
// have room for.
func TestValuesAreNotWrittenOver(t *testing.T) {
	text := append(make(doc.Text, 0, 8), word("a"))
	line := doc.Value{Text: text}
	for name, v := range map[string]doc.Value{
		"a":        line,
		"a|<0>|a":  {Text: text, Blocks: append(make([]doc.Block, 0, 8), doc.Block{After: text})},
		"a|<0>|aa": doc.Join(doc.Value{}, doc.Value{Text: text, Blocks: []doc.Block{{}}}, line, line),
	} {
		x, y := v.Append(word("x")), v.Append(word("y"))
		if spell(x) != name+"x" || spell(y) != name+"y" || spell(v) != name {
			t.Errorf("%s and %s of %s", spell(x), spell(y), spell(v))
		}
		opened := v.AppendToOpening(word("x"))
		if other := v.AppendToOpening(word("y")); opened.Text[1].Text != "x" || other.Text[1].Text != "y" {
			t.Errorf("%s and %s of %s", spell(opened), spell(other), spell(v))
		}
		before, after := doc.Join(v, block(), line), doc.Join(v, block(), block())
		if spell(before) != name+"{|<0>|}a" || spell(after) != name+"{|<0>|}{|<0>|}" || spell(v) != name {
			t.Errorf("%s and %s of %s", spell(before), spell(after), spell(v))
		}
	}
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
		for _, span := range l.Spans {
			s += span.Text
		}
		out = append(out, s)
	}
	return out
}

func TestLines(t *testing.T) {
	entry := doc.Entry{
		Gutter: doc.Gutter{Kind: doc.Signed, Sign: doc.Update}, Key: []doc.Span{word("é")}, Width: 4, Sep: " = ", Pad: -1,
		Value: block(
			doc.Comments{Gutter: doc.NoteGutter, Lines: []doc.Text{{word("# 1")}, {word("# 2")}}, Pad: 2},
			doc.Empty{},
			doc.Entry{Gutter: doc.Gutter{Kind: doc.Blank}, Value: doc.Inline(word("x"))},
		),
	}
	for name, test := range map[string]struct {
		nodes []doc.Node
		want  []string
	}{
		"an entry": {[]doc.Node{entry}, []string{"1 -1 1~:é    = {", "2 2 3:# 1", "2 2 3:# 2", "0 0 0:", "2 0 2:x", "1 0 2:}"}},
		"no key, no separator": {
			[]doc.Node{doc.Entry{Value: doc.Inline(word("a")), Width: 9}}, []string{"1 0 0:a"},
		},
		"shifted": {
			[]doc.Node{doc.Shifted{Node: entry, Pad: 8}, doc.Empty{}},
			[]string{"1 -1 1~:é    = {", "2 10 3:# 1", "2 10 3:# 2", "0 8 0:", "2 8 2:x", "1 8 2:}", "0 0 0:"},
		},
		"shifted twice": {
			[]doc.Node{doc.Shifted{Node: doc.Shifted{Node: doc.Comments{Lines: []doc.Text{{word("1")}, {word("2")}}}, Pad: 1}, Pad: 2}},
			[]string{"1 0 0:1", "1 3 0:2"},
		},
		"two blocks": {
			[]doc.Node{doc.Entry{Value: doc.Join(block(), doc.Inline(word(" -> ")), block())}}, []string{"1 0 0:{", "1 0 2:} -> {", "1 0 2:}"},
		},
		"nodes that are nil": {
			[]doc.Node{doc.Entry{Value: doc.Value{Text: doc.Text{word("{")}, Blocks: []doc.Block{{After: doc.Text{word("}")}}}}}}, []string{"1 0 0:{", "1 0 0:}"},
		},
	} {
		if got := show(doc.Lines(test.nodes, 1)); !slices.Equal(got, test.want) {
			t.Errorf("%s: got\n%s\nwant\n%s", name, strings.Join(got, "\n"), strings.Join(test.want, "\n"))
		}
	}
	want := []string{"0 0 0:{", "1 0 0:a", "0 0 2:}"}
	if got := show(doc.ValueLines(block(doc.Entry{Value: doc.Inline(word("a"))}))); !slices.Equal(got, want) {
		t.Errorf("a value alone: got %q", got)
	}
}

// Every line knows what it is about: closing brackets, remarks and empty lines,
// too.
func TestLinesKnowTheirPlace(t *testing.T) {
	tags := plans.Path{plans.Key("tags")}
	name := tags.Child(plans.Key("Name"))
	topic := &doc.Subject{Kind: doc.ChangeSubject, Address: "a.b"}
	nodes := []doc.Node{
		doc.Heading{Text: doc.Text{word("Changes:")}},
		doc.Group{Subject: topic, Nodes: []doc.Node{
			doc.Comments{Lines: []doc.Text{{word("# a.b will be updated")}}},
			doc.Entry{Value: block(
				doc.Comments{Lines: []doc.Text{{word("# on tags")}}, Path: tags},
				doc.Entry{Path: tags, Key: []doc.Span{word("tags")}, Sep: " = ", Value: block(
					doc.Entry{Path: name, Value: doc.Inline(word("Name"))},
					doc.Empty{},
					doc.Comments{Lines: []doc.Text{{word("# (1 hidden)")}}},
					doc.Entry{Value: doc.Inline(word("more"))},
				)},
			)},
			doc.Group{Subject: &doc.Subject{Kind: doc.ActionSubject, Address: "action.x", Trigger: topic}, Nodes: []doc.Node{doc.Empty{}}},
			doc.Empty{},
		}},
		doc.Rule{},
		doc.Paragraph{Text: doc.Text{word("That is all.")}},
	}
	var got []string
	for l := range doc.Lines(nodes, 0) {
		s := l.Kind.String() + ":"
		if l.Subject != nil {
			s += " " + l.Subject.Kind.String() + " " + l.Subject.Address
		}
		s += " " + l.Path.String() + ":"
		for _, span := range l.Spans {
			s += " " + span.Text
		}
		got = append(got, s)
	}
	want := []string{
		"heading: : Changes:",
		"body: change a.b : # a.b will be updated",
		"body: change a.b : {",
		"body: change a.b tags: # on tags",
		"body: change a.b tags: tags  =  {",
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

func TestLinesStop(t *testing.T) {
	nodes := []doc.Node{doc.Entry{Value: block(doc.Empty{}, doc.Empty{})}, doc.Comments{Lines: []doc.Text{{}, {}}}, doc.Empty{}}
	for stop := 1; stop <= 7; stop++ {
		n := 0
		for range doc.Lines(nodes, 0) {
			if n++; n == stop {
				break
			}
		}
		if n != stop {
			t.Errorf("%d lines, stopped at %d", n, stop)
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
