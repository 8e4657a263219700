package differ_test

import (
	"fmt"
	"strconv"
	"strings"
	"testing"

	"github.com/zclconf/go-cty/cty"

	"github.com/planfmt/planfmt/computed"
	"github.com/planfmt/planfmt/dialect"
	"github.com/planfmt/planfmt/differ"
	"github.com/planfmt/planfmt/internal/testkit/sampling"
	"github.com/planfmt/planfmt/plans"
	"github.com/planfmt/planfmt/schema"
	"github.com/planfmt/planfmt/sinks"
	"github.com/planfmt/planfmt/values"
)

// secret is in every string and every key inside a value that is marked as sensitive,
// and nowhere else.
const secret = "S3CR3T"

// FuzzDiff compares random values, guided by a random schema. Each byte of the input
// decides a little, so that the fuzzer can work on it. No comparison may panic, and no
// result may contain anything that is marked as sensitive.
func FuzzDiff(f *testing.F) {
	for i := range max(sampling.Count(64), 8) {
		seed := make([]byte, 64+16*i)
		x := uint32(2*i + 1)
		for j := range seed {
			x = x*1664525 + 1013904223
			seed[j] = byte(x >> 24)
		}
		f.Add(seed)
	}
	actions := []plans.Action{plans.Update, plans.Create, plans.Delete, plans.NoOp, plans.Forget, plans.DeleteThenCreate}
	f.Fuzz(func(t *testing.T, data []byte) {
		g := &gen{data: data}
		block := g.block(3)
		c := g.change(block)
		action := actions[g.n(len(actions))]
		for _, d := range dialect.All() {
			o := differ.Options{Rules: d.Rules}
			plain := o.Resource(c, action, block)
			checkResult(t, plain)
			words := o
			words.Words = true
			marked := words.Resource(c, action, block)
			checkResult(t, marked)
			if have, want := marked.Diff.Text(), plain.Diff.Text(); have != want {
				t.Fatalf("with words, it reads\n%s\nand not\n%s", have, want)
			}
			checkLazy(t, o, func(d *differ.Differ) differ.Result { return d.Resource(c, action, block) })
			o.Readable = true
			checkReadable(t, plain, o.Resource(c, action, block))
			checkLazy(t, o, func(d *differ.Differ) differ.Result { return d.Resource(c, action, block) })
		}
		checkResult(t, differ.Options{}.Config(c, block))
		checkResult(t, differ.Options{}.Output(c))
		checkLazy(t, differ.Options{}, func(d *differ.Differ) differ.Result { return d.Output(c) })
	})
}

func checkResult(t *testing.T, r differ.Result) {
	t.Helper()
	checkHidden(t, "Extra", strings.Join(r.Extra, " "))
	for _, err := range r.Errs {
		checkHidden(t, "an error", err.Error())
	}
	if r.Diff.Renderer == nil {
		t.Fatal("no renderer")
	}
	for _, opts := range []computed.RenderHumanOpts{
		{Forces: computed.ForcesAlways},
		{ShowUnchanged: true, HideSigns: true, NoNullSuffix: true},
	} {
		var b strings.Builder
		for _, sink := range []sinks.Sink{sinks.Text{}, sinks.ANSI{}} {
			if err := sinks.Write(&b, sink, r.Diff.Lines(opts)); err != nil {
				t.Fatal(err)
			}
		}
		checkHidden(t, "text", b.String())
		for line := range r.Diff.Lines(opts) {
			checkHidden(t, "the path of a line", line.Path.String())
		}
	}
	rebuilt := r.Diff.Transform(func(d computed.Diff) computed.Diff {
		d.Renderer = delegate{d.Renderer}
		return d
	})
	if have, want := rebuilt.Text(), r.Diff.Text(); have != want {
		t.Fatalf("rebuilt, it reads\n%s\nand not\n%s", have, want)
	}
	r.Diff.Walk(func(d computed.Diff) computed.Visit {
		checkHidden(t, "a path", d.Path.String())
		content := d.Content()
		checkHidden(t, "a literal", content.Before.Text+" "+content.After.Text)
		if d.Type != nil {
			checkHidden(t, "a type", d.Type.String())
		}
		for p := range content.Children() {
			checkHidden(t, "a key", p.Key)
		}
		if d.Path.IsEmpty() || content.Kind == computed.KindUnknown && content.Parts != nil {
			// The renderers' own fields, all that can be reached.
			checkHidden(t, "a renderer", fmt.Sprintf("%+v %+v", d.Renderer, content))
		}
		for _, line := range d.WarningsHuman(computed.RenderHumanOpts{}) {
			checkHidden(t, "a warning", fmt.Sprint(line))
		}
		return computed.Continue
	})
}

// delegate is a renderer from outside, around one of ours.
type delegate struct{ computed.DiffRenderer }

func (r delegate) Rebuild(parts computed.Replacement) computed.DiffRenderer {
	return delegate{computed.Rebuild(r.DiffRenderer, parts)}
}

func checkHidden(t *testing.T, where, text string) {
	t.Helper()
	if i := strings.Index(text, secret); i >= 0 {
		t.Fatalf("%s shows a sensitive value: %s", where, text[max(0, i-200):min(len(text), i+50)])
	}
}

// gen makes schemas and values from bytes. If it has no more bytes, it makes the simplest
// ones.
type gen struct {
	data []byte
	// hide says that the next values are inside a sensitive one.
	hide bool
	// mark is the number of nodes up to the one that is marked as sensitive. At zero,
	// it is the next one.
	mark int
	// texts are what strings are made of; nil stands for the usual ones.
	texts []string
}

func (g *gen) n(limit int) int {
	if len(g.data) == 0 || limit < 2 {
		return 0
	}
	b := g.data[0]
	g.data = g.data[1:]
	return int(b) % limit
}

// one returns true about once in so many times, and never if there are no more bytes.
func (g *gen) one(in int) bool { return len(g.data) > 0 && g.n(in) == in-1 }

var names = []string{"a", "b", "id", "name", "tags", "été"}

func (g *gen) names() []string { return names[:g.n(len(names)+1)] }

func (g *gen) block(depth int) *schema.Block {
	b := &schema.Block{}
	for _, name := range g.names() {
		b.Attributes = append(b.Attributes, g.attribute(name, depth))
	}
	if depth > 0 {
		for _, name := range []string{"x", "y"}[:g.n(3)] {
			b.Blocks = append(b.Blocks, schema.NestedBlock{Name: name, Nesting: schema.NestingMode(g.n(5)), Block: g.block(depth - 1)})
		}
	}
	return b.Finish()
}

func (g *gen) attribute(name string, depth int) schema.Attribute {
	a := schema.Attribute{Name: name, WriteOnly: g.one(12)}
	if depth > 0 && g.one(4) {
		o := &schema.Object{Nesting: schema.NestingMode(g.n(5))}
		for _, name := range g.names() {
			o.Attributes = append(o.Attributes, g.attribute(name, depth-1))
		}
		a.Nested = o.Finish()
		return a
	}
	a.Type = g.typ(depth)
	return a
}

func (g *gen) typ(depth int) cty.Type {
	kinds := 9
	if depth == 0 {
		kinds = 4
	}
	switch g.n(kinds) {
	case 1:
		return cty.Number
	case 2:
		return cty.Bool
	case 3:
		return cty.DynamicPseudoType
	case 4:
		return cty.List(g.typ(depth - 1))
	case 5:
		return cty.Set(g.typ(depth - 1))
	case 6:
		return cty.Map(g.typ(depth - 1))
	case 7:
		attributes := map[string]cty.Type{}
		for _, name := range g.names() {
			attributes[name] = g.typ(depth - 1)
		}
		return cty.Object(attributes)
	case 8:
		return cty.Tuple([]cty.Type{g.typ(depth - 1), g.typ(depth - 1)})
	}
	return cty.String
}

// change makes a change that mostly fits the schema, with flags that mostly fit the
// values.
func (g *gen) change(b *schema.Block) values.Change {
	c := values.Change{}
	c.Before, c.BeforeSensitive = g.side(b)
	c.After, c.AfterSensitive = g.side(b)
	switch {
	case g.one(8):
		c.Before = values.Value{}
	case g.one(8):
		c.After = values.Value{}
	}
	c.BeforeExplicit, c.AfterExplicit = g.one(16), g.one(16)
	c.Unknown = values.UnknownFlags(values.Of(g.flags(4)))
	c.ReplacePaths = plans.ExactPaths(g.paths())
	if g.one(4) {
		c.RelevantAttributes = plans.OnlyPaths(plans.PrefixPaths(g.paths()))
	}
	return c
}

// side makes a value, and the flags for what is sensitive in it.
func (g *gen) side(b *schema.Block) (value values.Value, sensitive values.Flags) {
	g.hide = false
	g.mark = g.n(24)
	v, s := g.blockValue(b)
	return values.Of(v), values.SensitiveFlags(values.Of(s))
}

// enter marks a node as sensitive if it is its turn. leave ends this, and returns the
// flags of the node, given those of its parts.
func (g *gen) enter() (leave func(parts string) string) {
	g.mark--
	if g.mark != -1 || g.hide {
		return func(parts string) string { return parts }
	}
	g.hide = true
	return func(string) string {
		g.hide = false
		return "true"
	}
}

func (g *gen) blockValue(b *schema.Block) (value, flags string) {
	if g.one(24) {
		return g.any(3)
	}
	leave := g.enter()
	var m members
	for i := range b.Attributes {
		a := &b.Attributes[i]
		if g.one(5) || a.WriteOnly {
			continue
		}
		m.add(g, a.Name, func() (string, string) { return g.attributeValue(a) })
	}
	for i := range b.Blocks {
		nb := &b.Blocks[i]
		if g.one(5) {
			continue
		}
		m.add(g, nb.Name, func() (string, string) {
			return g.several(nb.Nesting, true, func() (string, string) { return g.blockValue(nb.Block) })
		})
	}
	if g.one(24) {
		older := "older"
		if g.hide {
			older = secret
		}
		m.add(g, older, func() (string, string) { return g.any(2) })
	}
	return m.value(), leave(m.flags())
}

func (g *gen) attributeValue(a *schema.Attribute) (value, flags string) {
	if a.Nested == nil {
		return g.typed(a.Type)
	}
	return g.several(a.Nested.Nesting, false, func() (string, string) {
		leave := g.enter()
		var m members
		for i := range a.Nested.Attributes {
			n := &a.Nested.Attributes[i]
			if !n.WriteOnly {
				m.add(g, n.Name, func() (string, string) { return g.attributeValue(n) })
			}
		}
		return m.value(), leave(m.flags())
	})
}

// several makes as many values or blocks as a nesting mode allows.
func (g *gen) several(mode schema.NestingMode, blocks bool, one func() (string, string)) (value, flags string) {
	if g.one(10) {
		return "null", "false"
	}
	switch mode {
	case schema.NestingSingle, schema.NestingGroup:
		return one()
	case schema.NestingMap:
		return g.object(blocks, one)
	}
	return g.array(one)
}

func (g *gen) array(one func() (string, string)) (value, flags string) {
	leave := g.enter()
	var values, trees []string
	for range g.n(4) {
		v, s := one()
		values, trees = append(values, v), append(trees, s)
	}
	flags = "[" + strings.Join(trees, ",") + "]"
	if g.one(16) {
		flags = "{\"a\":" + flags + "}"
	}
	return "[" + strings.Join(values, ",") + "]", leave(flags)
}

// object makes an object. Its keys are secret if it is sensitive, unless open says that
// they are the labels of blocks, which are always drawn.
func (g *gen) object(open bool, one func() (string, string)) (value, flags string) {
	hidden := g.hide
	leave := g.enter()
	var m members
	for i := range g.n(4) {
		key := names[i]
		if hidden || g.hide && !open {
			key = secret + key
		}
		m.add(g, key, one)
	}
	flags = m.flags()
	if g.one(16) {
		flags = "[" + flags + "]"
	}
	return m.value(), leave(flags)
}

func (g *gen) typed(t cty.Type) (value, flags string) {
	switch {
	case g.one(24):
		return g.any(2)
	case g.one(8):
		leave := g.enter()
		return "null", leave("false")
	case t == cty.DynamicPseudoType:
		return g.any(2)
	case t.IsListType() || t.IsSetType():
		return g.array(func() (string, string) { return g.typed(t.ElementType()) })
	case t.IsMapType():
		return g.object(false, func() (string, string) { return g.typed(t.ElementType()) })
	case t.IsObjectType():
		leave := g.enter()
		var m members
		for _, name := range names {
			if t.HasAttribute(name) {
				m.add(g, name, func() (string, string) { return g.typed(t.AttributeType(name)) })
			}
		}
		return m.value(), leave(m.flags())
	case t.IsTupleType():
		return g.array(func() (string, string) { return g.typed(cty.String) })
	}
	leave := g.enter()
	v := g.leaf(t)
	return v, leave("false")
}

// any makes a value without a type.
func (g *gen) any(depth int) (value, flags string) {
	kinds := 5
	if depth == 0 {
		kinds = 3
	}
	switch g.n(kinds) {
	case 3:
		return g.array(func() (string, string) { return g.any(depth - 1) })
	case 4:
		return g.object(false, func() (string, string) { return g.any(depth - 1) })
	}
	leave := g.enter()
	v := g.leaf([]cty.Type{cty.String, cty.Number, cty.Bool}[g.n(3)])
	return v, leave("false")
}

func (g *gen) leaf(t cty.Type) string {
	switch {
	case g.hide:
		return strconv.Quote([]string{secret, secret + "\n1", "[\"" + secret + "\"]", "{\"" + secret + "\":1}"}[g.n(4)])
	case t == cty.Number:
		return strconv.Itoa(g.n(4))
	case t == cty.Bool:
		return strconv.FormatBool(g.n(2) == 1)
	}
	texts := g.texts
	if texts == nil {
		texts = fuzzTexts
	}
	return strconv.Quote(texts[g.n(len(texts))])
}

var fuzzTexts = []string{
	"", "a", "b", "a\nb", "a\nb\n", "\n", "c\nb", "{}", "[1]", "[1,2]", "{\"a\":1}", "{\"a\":[2,\"[]\"]}", "{\"a\":1}x", "{", "[null]",
}

// members collects the members of an object, and their flags.
type members struct{ values, trees []string }

func (m *members) add(g *gen, key string, one func() (string, string)) {
	v, s := one()
	key = strconv.Quote(key)
	m.values = append(m.values, key+":"+v)
	// Flags that set nothing are mostly left out.
	if s != "false" || g.one(2) {
		m.trees = append(m.trees, key+":"+s)
	}
}

func (m *members) value() string { return "{" + strings.Join(m.values, ",") + "}" }
func (m *members) flags() string { return "{" + strings.Join(m.trees, ",") + "}" }

// flags makes flags of any shape.
func (g *gen) flags(depth int) string {
	kinds := 5
	if depth == 0 {
		kinds = 3
	}
	var parts []string
	switch g.n(kinds) {
	case 1:
		return "true"
	case 3:
		for range g.n(4) {
			parts = append(parts, g.flags(depth-1))
		}
		return "[" + strings.Join(parts, ",") + "]"
	case 4, 2:
		for _, name := range []string{"a", "b", "id", "name", "x", "y"} {
			if depth > 0 && g.one(2) {
				parts = append(parts, strconv.Quote(name)+":"+g.flags(depth-1))
			}
		}
		return "{" + strings.Join(parts, ",") + "}"
	}
	return "false"
}

func (g *gen) paths() []plans.Path {
	var paths []plans.Path
	for range g.n(4) {
		var p plans.Path
		for range g.n(5) {
			switch i := g.n(8); i {
			case 0:
				p = p.Child(plans.Index(g.n(3)))
			case 1:
				p = p.Child(plans.Key(strconv.Itoa(g.n(3))))
			default:
				p = p.Child(plans.Key([]string{"a", "b", "id", "tags", "x", "y"}[i-2]))
			}
		}
		paths = append(paths, p)
	}
	return paths
}
