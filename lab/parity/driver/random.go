package driver

import (
	"fmt"
	"hash/fnv"
	"math/rand/v2"
	"sort"
	"strings"

	"github.com/planfmt/planfmt/lab/parity/provider"
	"github.com/zclconf/go-cty/cty"
)

// Random makes up a scenario: objects of every type with arbitrary content, which change a few times. The same seed
// gives the same scenario.
//
// Each place in a configuration has its own random numbers. Their seed is the place and how many times it has changed
// so far. So a later configuration differs from an earlier one in some places and is the same in the others. It avoids
// what planfmt deliberately shows differently: attributes that force a replacement never change between JSON and other
// text, and no two texts differ only in white space.
func Random(seed uint64) *Scenario {
	const steps = 4
	s := &Scenario{Name: fmt.Sprintf("random-%d", seed), Files: map[string][]byte{}}
	add := func(name string, args ...string) {
		s.Verbs = append(s.Verbs, Verb{Line: len(s.Verbs) + 1, Name: name, Args: args})
	}
	for step := 1; step <= steps; step++ {
		w := writer{seed: seed, step: step}
		w.all()
		s.Files[fmt.Sprintf("%d.tf", step)] = []byte(w.out.String())
		add("config", fmt.Sprint(step))
		add("plan", fmt.Sprintf("plan-%d", step))
		if step < steps {
			add("apply")
			add("state", fmt.Sprintf("state-%d", step))
		}
	}
	add("plan", "destroy", "-destroy")
	return s
}

// writer writes one configuration.
type writer struct {
	seed  uint64
	step  int
	depth int
	out   strings.Builder
}

// at returns the random numbers for a place. In each step, about a third of the places get new ones.
func (w *writer) at(path string) *rand.Rand {
	sum := func(text string) uint64 {
		h := fnv.New64a()
		fmt.Fprintf(h, "%d %s", w.seed, text)
		return h.Sum64()
	}
	changes := 0
	for i := 2; i <= w.step; i++ {
		r := rand.New(rand.NewPCG(sum(path), uint64(i)))
		if r.IntN(3) == 0 {
			changes++
		}
	}
	return rand.New(rand.NewPCG(sum(path), uint64(1000+changes)))
}

func (w *writer) line(format string, args ...any) {
	w.out.WriteString(strings.Repeat("  ", w.depth))
	fmt.Fprintf(&w.out, format, args...)
	w.out.WriteByte('\n')
}

func (w *writer) all() {
	value := w.at("source").IntN(100)
	w.line("resource \"parity_simple\" \"source\" {\n  key   = \"source\"\n  value = \"%d\"\n}", value)
	w.line("locals {\n  id   = parity_simple.source.stamp\n  many = toset(split(\",\", parity_simple.source.stamp))\n}")
	types := provider.Resources()
	var sorted []string
	for name := range types {
		sorted = append(sorted, name)
	}
	sort.Strings(sorted)
	for _, name := range sorted {
		if w.at("exists "+name).IntN(8) == 0 {
			continue
		}
		w.line("resource %q \"r\" {", name)
		w.depth++
		w.line("key = %q", strings.TrimPrefix(name, "parity_"))
		w.body(types[name].Body, name, false)
		w.depth--
		w.line("}")
	}
	for i := range 3 {
		path := fmt.Sprintf("output%d", i)
		w.line("output %q {\n  value = %s\n}", path, w.anything(w.at(path), 2, false))
	}
}

// body writes the attributes and blocks of a body. Below a set it writes no sensitive values, since one of them would
// hide the whole set.
func (w *writer) body(b provider.Body, path string, inSet bool) {
	for _, name := range sortedKeys(b.Attrs) {
		a := b.Attrs[name]
		if name == "key" && w.depth == 1 || a.Computed && !a.Optional {
			continue
		}
		if text := w.attr(a, path+"."+name, inSet); text != "" {
			w.line("%s = %s", name, text)
		}
	}
	for _, name := range sortedKeys(b.Blocks) {
		w.blocks(name, b.Blocks[name], path+"."+name, inSet)
	}
}

func (w *writer) blocks(name string, blk provider.Block, path string, inSet bool) {
	r := w.at(path)
	count := r.IntN(4)
	if blk.Mode == provider.Single || blk.Mode == provider.Group {
		count = r.IntN(2)
	}
	_, labelled := blk.Body.Attrs["label"]
	if labelled && (blk.Mode == provider.List || blk.Mode == provider.Set) && r.IntN(8) == 0 {
		w.line("dynamic %q {\n for_each = local.many\n content {\n label = %s.value\n }\n}", name, name)
	}
	for i := range count {
		at := fmt.Sprintf("%s[%d]", path, i)
		if w.at(at+" exists").IntN(4) == 0 {
			continue
		}
		label := ""
		if blk.Mode == provider.Map {
			label = fmt.Sprintf(" %q", keys()[i])
		}
		w.line("%s%s {", name, label)
		w.depth++
		w.body(blk.Body, at, inSet || blk.Mode == provider.Set)
		w.depth--
		w.line("}")
	}
}

// attr writes the value of an attribute, or "" for none.
func (w *writer) attr(a provider.Attr, path string, inSet bool) string {
	r := w.at(path)
	odds := 2
	if a.Required {
		odds = 0
	}
	if r.IntN(5) < odds {
		return ""
	}
	if a.Nested == nil {
		if a.WriteOnly && a.Type != cty.String {
			return ""
		}
		return w.value(a.Type, path, a.Fixed || a.WriteOnly, inSet)
	}
	inSet = inSet || a.Nested.Mode == provider.Set
	if a.Nested.Mode == provider.Single {
		return w.object(a.Nested.Attrs, path, inSet)
	}
	var out []string
	for i := range r.IntN(4) {
		at := fmt.Sprintf("%s[%d]", path, i)
		if w.at(at+" exists").IntN(4) == 0 {
			continue
		}
		text := w.object(a.Nested.Attrs, at, inSet)
		if a.Nested.Mode == provider.Map {
			text = fmt.Sprintf("%q = %s", keys()[i], text)
		}
		out = append(out, text)
	}
	if a.Nested.Mode == provider.Map {
		return "{ " + strings.Join(out, ", ") + " }"
	}
	return "[" + strings.Join(out, ", ") + "]"
}

func (w *writer) object(attrs map[string]provider.Attr, path string, inSet bool) string {
	var out []string
	for _, name := range sortedKeys(attrs) {
		if a := attrs[name]; !a.Computed {
			if text := w.attr(a, path+"."+name, inSet); text != "" {
				out = append(out, name+" = "+text)
			}
		}
	}
	return "{ " + strings.Join(out, ", ") + " }"
}

// value writes a value of a type. A plain value is always of one kind: it is not JSON and has no unknown parts.
func (w *writer) value(typ cty.Type, path string, plain, inSet bool) string {
	r := w.at(path)
	if typ == cty.DynamicPseudoType {
		if plain {
			return "{ a = " + w.value(cty.String, path+".a", true, inSet) + " }"
		}
		return w.anything(r, 3, inSet)
	}
	if !plain && r.IntN(12) == 0 {
		return "null"
	}
	text := w.ofType(r, typ, path, plain, inSet)
	if !plain && !inSet && r.IntN(20) == 0 {
		return "sensitive(" + text + ")"
	}
	return text
}

func (w *writer) ofType(r *rand.Rand, typ cty.Type, path string, plain, inSet bool) string {
	switch {
	case typ == cty.String && plain:
		return fmt.Sprintf("%q", keys()[r.IntN(len(keys()))])
	case typ == cty.String:
		if r.IntN(8) == 0 {
			return "local.id"
		}
		return texts()[r.IntN(len(texts()))]
	case typ == cty.Number:
		return []string{"0", "1", "2.5", "-3", "1e30", "12345678901234567890"}[r.IntN(6)]
	case typ == cty.Bool:
		return []string{"true", "false"}[r.IntN(2)]
	case typ.IsMapType():
		var out []string
		for i := range r.IntN(4) {
			at := fmt.Sprintf("%s[%d]", path, i)
			if w.at(at+" exists").IntN(4) > 0 {
				out = append(out, fmt.Sprintf("%q = %s", keys()[i], w.value(typ.ElementType(), at, plain, inSet)))
			}
		}
		return "{ " + strings.Join(out, ", ") + " }"
	case typ.IsObjectType():
		var out []string
		for _, name := range sortedKeys(typ.AttributeTypes()) {
			out = append(out, name+" = "+w.value(typ.AttributeType(name), path+"."+name, plain, inSet))
		}
		return "{ " + strings.Join(out, ", ") + " }"
	case typ.IsTupleType():
		var out []string
		for i, t := range typ.TupleElementTypes() {
			out = append(out, w.value(t, fmt.Sprintf("%s[%d]", path, i), plain, inSet))
		}
		return "[" + strings.Join(out, ", ") + "]"
	default:
		var out []string
		for i := range r.IntN(7) {
			at := fmt.Sprintf("%s[%d]", path, i)
			if w.at(at+" exists").IntN(4) > 0 {
				out = append(out, w.value(typ.ElementType(), at, plain, inSet || typ.IsSetType()))
			}
		}
		return "[" + strings.Join(out, ", ") + "]"
	}
}

// anything writes a value of any type.
func (w *writer) anything(r *rand.Rand, depth int, inSet bool) string {
	kinds := 7
	if depth == 0 {
		kinds = 5
	}
	switch r.IntN(kinds) {
	case 0:
		return fmt.Sprint(r.IntN(3))
	case 1:
		return []string{"true", "null"}[r.IntN(2)]
	case 2:
		if w.step > 1 && r.IntN(3) == 0 {
			return "local.id"
		}
		return fmt.Sprintf("%q", keys()[r.IntN(len(keys()))])
	case 3, 4:
		return texts()[r.IntN(len(texts()))]
	case 5:
		var out []string
		for range r.IntN(5) {
			out = append(out, w.anything(r, depth-1, inSet))
		}
		return "[" + strings.Join(out, ", ") + "]"
	default:
		var out []string
		for i := range r.IntN(5) {
			out = append(out, fmt.Sprintf("%q = %s", keys()[i], w.anything(r, depth-1, inSet)))
		}
		return "{ " + strings.Join(out, ", ") + " }"
	}
}

// keys are words to use as keys and labels.
func keys() []string { return []string{"a", "b c", "name", "é", "id", "long-key"} }

// texts are string expressions. No two of them differ only in white space.
func texts() []string {
	return []string{
		`"a"`, `"b"`, `""`, `"é 日本 😀"`, `"x\ny\nz"`, `"x\nq\nz\nw"`, `"p\nx\ny\n"`, `"quote \" $${d} %%{d} \\"`,
		`"{}"`, `"[]"`, `jsonencode({ a = 1, b = ["x", "y", "z"] })`, `jsonencode({ a = 2, b = ["x", "z"], name = "n" })`,
		`jsonencode([{ id = 1, v = "a\nb" }, { id = 2, v = null }])`, `jsonencode([{ id = 2, v = "c" }, [1], "s"])`,
	}
}

func sortedKeys[V any](m map[string]V) []string {
	out := make([]string, 0, len(m))
	for k := range m {
		out = append(out, k)
	}
	sort.Strings(out)
	return out
}
