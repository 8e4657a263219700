package differ_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/zclconf/go-cty/cty"

	"github.com/planfmt/planfmt/computed"
	"github.com/planfmt/planfmt/differ"
	"github.com/planfmt/planfmt/doc"
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
	if countSigns(plain.Diff) > 0 && countSigns(readable.Diff) == 0 {
		t.Fatalf("readable mode draws no change:\n%s\n%s", plain.Diff.Text(), readable.Diff.Text())
	}
	plainForces, forces := strings.Contains(plain.Diff.Text(), "# forces replacement"), strings.Contains(readable.Diff.Text(), "# forces replacement")
	if plainForces && !forces {
		t.Fatalf("readable mode does not say what forces the replacement:\n%s\n%s", plain.Diff.Text(), readable.Diff.Text())
	}
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
	for i := range 6_000 {
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
			RelevantAttributes: plans.AllPaths(), ReplacePaths: plans.ExactPaths(paths(name)),
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
