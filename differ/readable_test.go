package differ_test

import (
	"fmt"
	"iter"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/zclconf/go-cty/cty"

	"github.com/planfmt/planfmt/computed"
	"github.com/planfmt/planfmt/differ"
	"github.com/planfmt/planfmt/doc"
	"github.com/planfmt/planfmt/internal/base/copies"
	"github.com/planfmt/planfmt/internal/testkit/sampling"
	"github.com/planfmt/planfmt/plans"
	"github.com/planfmt/planfmt/schema"
	"github.com/planfmt/planfmt/values"
)

// checkReadable compares a result with that of readable mode. It must not be more or less of
// a change, must not be silent, and must not show what is sensitive.
func checkReadable(t *testing.T, plain, readable differ.Result) {
	t.Helper()
	checkResult(t, readable)
	if plain.Diff.Action != readable.Diff.Action {
		t.Fatalf("the action is %s, and in readable mode %s:\n%s\n%s", plain.Diff.Action, readable.Diff.Action, plain.Diff.Text(), readable.Diff.Text())
	}
	if have, want := errorTexts(readable.Errs), errorTexts(plain.Errs); len(have) == 0 && len(want) > 0 {
		t.Fatalf("readable mode has lost the errors %q", want)
	}
	if slices.Compare(readable.Extra, plain.Extra) != 0 {
		t.Fatalf("extra names %q, and in readable mode %q", plain.Extra, readable.Extra)
	}
	// A value that has nothing around it has no sign.
	says := func(text string) bool { return strings.Contains(text, " -> ") || strings.Contains(text, "only)") }
	if countSigns(plain.Diff) > 0 && countSigns(readable.Diff) == 0 && !says(readable.Diff.Text()) {
		t.Fatalf("readable mode draws no change:\n%s\n%s", plain.Diff.Text(), readable.Diff.Text())
	}
	plainForces, forces := strings.Contains(plain.Diff.Text(), "# forces replacement"), strings.Contains(readable.Diff.Text(), "# forces replacement")
	if plainForces && !forces {
		t.Fatalf("readable mode does not say what forces the replacement:\n%s\n%s", plain.Diff.Text(), readable.Diff.Text())
	}
}

// FuzzReadable does what FuzzDiff does, with strings that hold documents.
func FuzzReadable(f *testing.F) {
	for i := range 48 {
		r := rand.New(rand.NewPCG(uint64(i), 7))
		seed := make([]byte, 64+16*i)
		for j := range seed {
			seed[j] = byte(r.Uint32())
		}
		f.Add(seed, "a: 1\nb: 'x'\n")
	}
	f.Fuzz(func(t *testing.T, data []byte, text string) {
		g := &gen{data: data, texts: append([]string{
			"a", "b", text, text + "\n", " " + text, text + "# c\n", "a: 1\nb: x\n", "b: x\na: 1\n", "a: 1\nb: 'x' # c\n", "a: '1'\nb: x\n", "- name: a\n  v: 1\n- name: b\n",
			"- name: b\n- v: 1\n  name: a\n", "a: &x 1\nb: *x\n", "a: |\n  {\"b\": 1}\n", "a: |\n  {\"b\":  1}\n", "a: |-\n  c: 1\n  d: 2\n", "a: |-\n  d: 2\n  c: 1\n", "on: yes\na: 0777\n", "\"on\": yes\na: '0777'\n", "#!x\na: 1\n",
			`[{"name":"a","v":1},{"name":"b","v":"x"}]`, `[{"name":"b","v":"x"},{"name":"a","v":2}]`, `["b","a"]`, `["a", "b"]`, `{"a":1,"a":2}`, `{"a":"\ud800"}`, `{"a":"\ud801"}`,
			`{"Version":"1","Statement":[{"Sid":"a","Effect":"Allow","Action":"x","Resource":["p","q"]},{"Effect":"Deny","Action":["y","x"]}]}`,
			`{"Version":"1","Statement":[{"Effect":"Deny","Action":["x","y"]},{"Sid":"a","Effect":"Allow","Action":["x"],"Resource":["q","p","p"]}]}`,
			`{"Version":"1","Statement":{"Effect":"Deny","Action":["x",1],"Principal":{"AWS":["b","a"]}}}`,
			`{"Version":"1","Statement":[{"Effect":"Deny","Action":["x",1],"Principal":{"AWS":["a","b"]}}]}`,
			`{"Version":"1","Statement":[{"Effect":"Deny","Action":["x",1],"Principal":"*"}]}`,
		}, fuzzTexts...)}
		block := g.block(3)
		c := g.change(block)
		o := differ.Options{Readable: true, MatchBy: []string{"a", "name"}}
		checkReadable(t, differ.Options{}.Resource(c, plans.Update, block), o.Resource(c, plans.Update, block))
		checkLazy(t, o, func(d *differ.Differ) differ.Result { return d.Resource(c, plans.Update, block) })
		checkReadable(t, differ.Options{}.Output(c), o.Output(c))
		// Two of the texts, each on its own.
		before, after := g.texts[g.n(len(g.texts))], g.texts[g.n(len(g.texts))]
		strings := values.Change{Before: values.NewString(before), After: values.NewString(after)}
		checkReadable(t, differ.Options{}.Output(strings), o.Output(strings))
		if d := o.Output(strings).Diff; d.Action == plans.NoOp && !strings.Before.Equal(strings.After) || strings.Before.Equal(strings.After) && d.Action != plans.NoOp {
			t.Fatalf("%q -> %q: %s", before, after, d.Action)
		}
	})
}

func countSigns(d computed.Diff) int {
	n := 0
	for line := range d.Lines(computed.RenderHumanOpts{}) {
		if line.Gutter.Kind == doc.Signed {
			n++
		}
	}
	return n
}

// TestReadableLists compares random lists of objects and scalars in every place where a list
// can be.
func TestReadableLists(t *testing.T) {
	object := map[string]cty.Type{"name": cty.String, "v": cty.Number}
	attributes := []schema.Attribute{{Name: "name", Type: cty.String}, {Name: "v", Type: cty.Number}}
	block := (&schema.Block{
		Attributes: []schema.Attribute{
			{Name: "any", Type: cty.DynamicPseudoType},
			{Name: "json", Type: cty.String},
			{Name: "list", Type: cty.List(cty.Object(object))},
			{Name: "nested", Nested: (&schema.Object{Nesting: schema.NestingList, Attributes: slices.Clone(attributes)}).Finish()},
			{Name: "tuple", Type: cty.Tuple([]cty.Type{cty.Object(object), cty.Object(object)})},
		},
		Blocks: []schema.NestedBlock{{Name: "block", Nesting: schema.NestingList, Block: (&schema.Block{Attributes: slices.Clone(attributes)}).Finish()}},
	}).Finish()
	r := rand.New(rand.NewPCG(1, 2))
	list := func() (string, string) {
		var elems, marks []string
		names := []string{`"a"`, `"b"`, `"c"`, `"d"`}
		if r.IntN(10) == 0 {
			names = []string{`"a"`, `"a"`, `""`, `null`}
		}
		r.Shuffle(len(names), func(i, j int) { names[i], names[j] = names[j], names[i] })
		for _, name := range names[:r.IntN(len(names)+1)] {
			elems = append(elems, fmt.Sprintf(`{"name":%s,"v":%d}`, name, r.IntN(2)))
			mark := "{}"
			if r.IntN(20) == 0 {
				mark = []string{"true", `{"name":true}`, `{"v":true}`}[r.IntN(3)]
			}
			marks = append(marks, mark)
		}
		return "[" + strings.Join(elems, ",") + "]", "[" + strings.Join(marks, ",") + "]"
	}
	paths := func(name string) []plans.Path {
		var all []plans.Path
		for i := range 4 {
			if r.IntN(8) == 0 {
				all = append(all, plans.NewPath(plans.Key(name), plans.Index(i), plans.Key([]string{"name", "v"}[r.IntN(2)])))
			}
		}
		return all
	}
	places := []string{"any", "json", "list", "nested", "tuple", "block"}
	for i := range max(sampling.Count(6_000), 500) {
		name := places[i%len(places)]
		was, wasMarks := list()
		is, isMarks := list()
		if name == "json" {
			was, is = fmt.Sprintf("%q", was), fmt.Sprintf("%q", is)
			wasMarks, isMarks = "false", "false"
		}
		in := func(text string) values.Value { return values.Of(fmt.Sprintf(`{%q:%s}`, name, text)) }
		c := values.Change{
			Before: in(was), After: in(is), BeforeSensitive: values.SensitiveFlags(in(wasMarks)), AfterSensitive: values.SensitiveFlags(in(isMarks)),
			ReplacePaths: plans.ExactPaths(paths(name)),
		}
		if r.IntN(20) == 0 {
			c.Unknown = values.UnknownFlags(in(`[{"name":true},false,true]`))
		}
		plain := differ.Options{}.Resource(c, plans.Update, block)
		o := differ.Options{Readable: true}
		checkReadable(t, plain, o.Resource(c, plans.Update, block))
		// As always, elements beside a change are made if a path leads to them, they have marks, or
		// their type does not have them.
		if c.ReplacePaths.Empty() && name != "tuple" && !strings.Contains(wasMarks+isMarks, "true") {
			checkLazy(t, o, func(d *differ.Differ) differ.Result { return d.Resource(c, plans.Update, block) })
		}
		if t.Failed() {
			t.Fatalf("%s: %s -> %s", name, was, is)
		}
	}
}

// TestYAMLHeads compares texts by their lines if a comment changes that may be read by programs.
func TestYAMLHeads(t *testing.T) {
	for _, test := range []struct {
		before, after string
		text          bool
	}{
		{"#cloud-config\na: 1\n", "#cloud-boothook\na: 1\n", true},
		{"## template: jinja\n#cloud-config\na: 1\n", "## template: jinja\n#cloud-boothook\na: 1\n", true},
		{"# x\n\n#cloud-config\na: 1\n", "# x\n\na: 1\n", true},
		{"#cloud-config\n# x\na: 1\n", "#cloud-config\n# y\na: 1\n", false},
		{"a: 1\n#b\n", "a: 1\n#c\n", false},
	} {
		c := values.Change{Before: values.NewString(test.before), After: values.NewString(test.after)}
		text := differ.Options{Readable: true}.Output(c).Diff.Text()
		if strings.Contains(text, "yamlencode") == test.text {
			t.Errorf("%q -> %q is drawn as\n%s", test.before, test.after, text)
		}
	}
}

type oneCopy string

func (o oneCopy) Has(text string) bool   { return text == string(o) }
func (o oneCopy) HasIn(text string) bool { return strings.Contains(text, string(o)) }
func (o oneCopy) PartsOf(text string) iter.Seq2[int, int] {
	return copies.Parts(text, o.Has)
}

// TestCopiesInTexts hides documents that are shown as texts, since there is a copy in them: JSON
// in which a name occurs twice, or only escapes differ that may stand for the same.
func TestCopiesInTexts(t *testing.T) {
	for _, test := range []struct{ before, after string }{
		{`{"a":1,"a":2,"b":"THE SECRET"}`, `{"a":1,"a":3,"b":"THE SECRET"}`},
		{`{"a":1,"a":2,"b":"THE SECRET"}`, `{"a":1,"b":"x"}`},
		{`{"a":"\ud800","b":"THE SECRET"}`, `{"a":"\ud801","b":"THE SECRET"}`},
	} {
		c := values.Change{Before: values.NewString(test.before), After: values.NewString(test.after)}
		out := differ.Options{Readable: true, Copies: oneCopy("THE SECRET")}.Output(c)
		text := out.Diff.Text()
		if strings.Contains(text, "SECRET") || !strings.Contains(text, "copy of a sensitive value") || len(out.Copies) != 1 {
			t.Errorf("%s -> %s is drawn as\n%s", test.before, test.after, text)
		}
	}
}

// TestCopiesInYAML hides copies of a sensitive string that is spelled like a number.
func TestCopiesInYAML(t *testing.T) {
	c := values.Change{
		Before: values.NewString("a: 0x1234567890abcdef\nb: 1\n"), After: values.NewString("a: x\nb: '0x1234567890abcdef'\n"),
	}
	text := differ.Options{Readable: true, Copies: oneCopy("0x1234567890abcdef")}.Output(c).Diff.Text()
	if strings.Contains(text, "0x12") || !strings.Contains(text, "copy of a sensitive value") {
		t.Errorf("drawn as\n%s", text)
	}
}
