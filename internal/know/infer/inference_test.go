package infer

import (
	"bytes"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/zclconf/go-cty/cty"
	ctyjson "github.com/zclconf/go-cty/cty/json"

	"github.com/planfmt/planfmt/internal/know/facts"
	"github.com/planfmt/planfmt/internal/testkit/sampling"
	"github.com/planfmt/planfmt/plans"
	"github.com/planfmt/planfmt/schema"
	"github.com/planfmt/planfmt/values"
)

// world makes random schemas, and values and configurations that obey them.
type world struct{ *rand.Rand }

var words = []string{"name", "rule", "rules", "tags", "id", "site_config", "ports", "disk", "timeouts", "ingress", "metadata", "a", "z"}

func (w world) block(depth int) *schema.Block {
	b := &schema.Block{}
	for _, i := range w.Perm(len(words))[:1+w.IntN(6)] {
		name := words[i]
		switch {
		case depth > 0 && w.IntN(3) == 0:
			b.Blocks = append(b.Blocks, schema.NestedBlock{Name: name, Nesting: schema.NestingMode(w.IntN(5)), Block: w.block(depth - 1)})
		case depth > 0 && w.IntN(5) == 0:
			o := &schema.Object{Nesting: []schema.NestingMode{schema.NestingSingle, schema.NestingList, schema.NestingSet, schema.NestingMap}[w.IntN(4)]}
			for _, j := range w.Perm(len(words))[:1+w.IntN(3)] {
				o.Attributes = append(o.Attributes, schema.Attribute{Name: words[j], Type: w.typ(1)})
			}
			b.Attributes = append(b.Attributes, schema.Attribute{Name: name, Nested: o.Finish()})
		default:
			b.Attributes = append(b.Attributes, schema.Attribute{Name: name, Type: w.typ(2), WriteOnly: w.IntN(8) == 0})
		}
	}
	return b.Finish()
}

func (w world) typ(depth int) cty.Type {
	n := 3
	if depth > 0 {
		n = 8
	}
	if depth == 2 && w.IntN(8) == 0 {
		return cty.DynamicPseudoType
	}
	switch w.IntN(n) {
	case 0:
		return cty.Number
	case 1:
		return cty.Bool
	case 3:
		return cty.List(w.typ(depth - 1))
	case 4:
		return cty.Set(w.typ(depth - 1))
	case 5:
		return cty.Map(w.typ(depth - 1))
	case 6:
		types := map[string]cty.Type{}
		for _, i := range w.Perm(len(words))[:1+w.IntN(3)] {
			types[words[i]] = w.typ(depth - 1)
		}
		return cty.Object(types)
	case 7:
		types := make([]cty.Type, 1+w.IntN(3))
		for i := range types {
			types[i] = w.typ(depth - 1)
		}
		return cty.Tuple(types)
	}
	return cty.String
}

// nothing is the type of what is always null, as is what is written only.
var nothing = cty.EmptyTuple

func implied(b *schema.Block) cty.Type {
	types := map[string]cty.Type{}
	for _, a := range b.Attributes {
		types[a.Name] = impliedAttribute(a)
		if a.WriteOnly {
			types[a.Name] = nothing
		}
	}
	for _, n := range b.Blocks {
		types[n.Name] = nestedType(n.Nesting, implied(n.Block))
	}
	return cty.Object(types)
}

func impliedAttribute(a schema.Attribute) cty.Type {
	if a.Nested == nil {
		return a.Type
	}
	types := map[string]cty.Type{}
	for _, a := range a.Nested.Attributes {
		types[a.Name] = impliedAttribute(a)
	}
	return nestedType(a.Nested.Nesting, cty.Object(types))
}

func nestedType(m schema.NestingMode, t cty.Type) cty.Type {
	switch m {
	case schema.NestingList:
		return cty.List(t)
	case schema.NestingSet:
		return cty.Set(t)
	case schema.NestingMap:
		return cty.Map(t)
	}
	return t
}

// value is a random value, as the plan's JSON has it.
func (w world) value(t cty.Type, top bool) cty.Value {
	if !top && w.IntN(6) == 0 {
		return cty.NullVal(t)
	}
	switch {
	case t.Equals(nothing):
		return cty.NullVal(t)
	case t.Equals(cty.DynamicPseudoType):
		return w.value(w.typ(1), top)
	case t.IsTupleType():
		var elems []cty.Value
		for _, et := range t.TupleElementTypes() {
			elems = append(elems, w.value(et, false))
		}
		return cty.TupleVal(elems)
	case t.Equals(cty.String):
		return cty.StringVal(fmt.Sprint("s", w.IntN(9)))
	case t.Equals(cty.Number):
		return cty.NumberIntVal(int64(w.IntN(9)))
	case t.Equals(cty.Bool):
		return cty.BoolVal(w.IntN(2) == 0)
	case t.IsObjectType():
		vals := map[string]cty.Value{}
		types := t.AttributeTypes()
		for _, name := range slices.Sorted(maps.Keys(types)) { // for the same values in each run
			vals[name] = w.value(types[name], false)
		}
		return cty.ObjectVal(vals)
	}
	n := w.IntN(5)
	elems := make([]cty.Value, n)
	byKey := map[string]cty.Value{}
	for i := range elems {
		elems[i] = w.value(t.ElementType(), false)
		byKey[fmt.Sprint("k", w.IntN(5))] = elems[i]
	}
	switch {
	case t.ElementType().HasDynamicTypes() && t.IsMapType():
		return cty.ObjectVal(byKey)
	case t.ElementType().HasDynamicTypes():
		return cty.TupleVal(elems)
	case n == 0 && t.IsListType():
		return cty.ListValEmpty(t.ElementType())
	case n == 0 && t.IsSetType():
		return cty.SetValEmpty(t.ElementType())
	case n == 0:
		return cty.MapValEmpty(t.ElementType())
	case t.IsListType():
		return cty.ListVal(elems)
	case t.IsSetType():
		return cty.SetVal(elems)
	}
	return cty.MapVal(byKey)
}

// config is a body of the configuration.
func (w world) config(b *schema.Block) string {
	var members []string
	for _, a := range b.Attributes {
		if w.IntN(2) == 0 {
			members = append(members, fmt.Sprintf("%q:%s", a.Name, []string{`{"constant_value":"x"}`, `{"references":["var.x"]}`, `{"constant_value":[{"a":1}]}`, `{}`}[w.IntN(4)]))
		}
	}
	for _, n := range b.Blocks {
		if w.IntN(2) == 0 {
			continue
		}
		body := w.config(n.Block)
		switch n.Nesting {
		case schema.NestingList, schema.NestingSet:
			body = "[" + body + "]"
		case schema.NestingMap:
			body = `{"label":` + body + "}"
		}
		members = append(members, fmt.Sprintf("%q:%s", n.Name, body))
	}
	return "{" + strings.Join(members, ",") + "}"
}

// written is a body of the text of a configuration: blocks without labels are lists, whatever they
// nest like, and in the old SDK an attribute that is a list of objects may be written as blocks.
func (w world) written(b *schema.Block, legacy bool) string {
	var members []string
	for _, a := range b.Attributes {
		blocks := legacy && a.Nested == nil && (a.Type.IsListType() || a.Type.IsSetType()) && a.Type.ElementType().IsObjectType()
		switch w.IntN(4) {
		case 0:
			members = append(members, fmt.Sprintf("%q:%s", a.Name, []string{`{"constant_value":"x"}`, `{"references":["var.x"]}`, `{"constant_value":[{"a":1}]}`, `{}`}[w.IntN(4)]))
		case 1:
			if blocks {
				members = append(members, fmt.Sprintf(`%q:[{%q:{"constant_value":1}}]`, a.Name, "x"))
			}
		}
	}
	for _, n := range b.Blocks {
		if w.IntN(2) == 0 {
			continue
		}
		body := "[" + w.written(n.Block, legacy) + "]"
		if n.Nesting == schema.NestingMap {
			body = `{"label":` + body[1:len(body)-1] + "}"
		}
		members = append(members, fmt.Sprintf("%q:%s", n.Name, body))
	}
	return "{" + strings.Join(members, ",") + "}"
}

// isLegacy reports whether the old SDK has everything in a block. Its maps have primitive values.
func isLegacy(b *schema.Block) bool {
	return !b.NonLegacy && !slices.ContainsFunc(b.Attributes, func(a schema.Attribute) bool { return hasMapOfCollections(a.Type) }) && !slices.ContainsFunc(b.Blocks, func(n schema.NestedBlock) bool {
		return n.Nesting == schema.NestingSingle || !isLegacy(n.Block)
	})
}

func hasMapOfCollections(t cty.Type) bool {
	switch {
	case t.IsMapType():
		return !t.ElementType().IsPrimitiveType()
	case t.IsCollectionType():
		return hasMapOfCollections(t.ElementType())
	case t.IsObjectType():
		for _, a := range t.AttributeTypes() {
			if hasMapOfCollections(a) {
				return true
			}
		}
	}
	return false
}

// really looks a decision's path up in the real schema: whether it is a block,
// and how it nests.
func really(b *schema.Block, path []string) (block bool, nesting string, known bool) {
	if n := b.NestedBlock(path[0]); n != nil {
		if len(path) == 1 {
			return true, n.Nesting.String(), true
		}
		return really(n.Block, path[1:])
	}
	a := b.Attribute(path[0])
	switch {
	case a == nil || len(path) > 1:
		return false, "", false
	case a.Nested != nil:
		return false, a.Nested.Nesting.String(), true
	case a.Type.IsSetType():
		return false, "set", true
	case a.Type.IsMapType():
		return false, "map", true
	case a.Type.IsListType(), a.Type.IsTupleType():
		return false, "list", true
	}
	return false, "", true
}

// TestCertainIsNeverWrong checks decisions that are called certain against the
// schemas that the evidence was made from.
func TestCertainIsNeverWrong(t *testing.T) {
	w := world{rand.New(rand.NewPCG(3, 4))}
	certain, nested := 0, map[string]int{}
	for range sampling.Count(4_000) {
		b := w.block(2)
		ty := implied(b)
		e := &Evidence{}
		id := schema.ID{Provider: "p", Kind: schema.Resource, Type: "t"}
		for range 1 + w.IntN(3) {
			side := func() values.Value {
				v := cty.NullVal(ty)
				if w.IntN(4) > 0 {
					v = w.value(ty, true)
				}
				text, err := ctyjson.SimpleJSONValue{Value: v}.MarshalJSON()
				if err != nil {
					t.Fatal(err)
				}
				return values.Of(string(text))
			}
			e.Add(id, values.Change{Before: side(), After: side()})
		}
		config := "{}"
		switch w.IntN(4) {
		case 0:
			config = w.config(b)
			e.Config("p", "managed", "t", values.Of(config))
		case 1:
			config = w.written(b, isLegacy(b))
			e.Written("p", "managed", "t", values.Of(config))
		}
		_, decisions := infer(e.lookup(id), nil, e.newRelatedKeys(id, Names{}))
		for _, d := range decisions {
			want, nesting, known := really(b, strings.Split(d.Path, "."))
			if d.Confidence == Certain {
				certain++
				if known && want != d.IsBlock {
					t.Fatalf("%s: called %s for certain (%s), but block is %v\nconfiguration %s", d.Path, d.Is, d.Why, want, config)
				}
			}
			if nesting == "group" {
				nesting = "single" // there is no difference in values
			}
			if d.Nesting.Is != "" && d.Nesting.Confidence == Certain && known {
				nested[d.Nesting.Is]++
				if nesting != d.Nesting.Is && nesting != "" {
					t.Fatalf("%s: called %s for certain (%s), but it is %s\nconfiguration %s", d.Path, d.Nesting.Is, d.Nesting.Why, nesting, config)
				}
			}
		}
	}
	if certain < sampling.Count(4_000) || nested["list"] < sampling.Count(100) || nested["single"] < sampling.Count(100) {
		t.Errorf("only %d certain decisions, nestings %v", certain, nested)
	}
}

// TestRepeatedBodies adds the same bodies of a configuration in another order, and some
// of them again: a source may leave out those. They contradict each other now and then.
func TestRepeatedBodies(t *testing.T) {
	w := world{rand.New(rand.NewPCG(11, 12))}
	for range sampling.Count(1_000) {
		var bodies []string
		for range 1 + w.IntN(2) {
			b := w.block(2)
			for range 1 + w.IntN(2) {
				bodies = append(bodies, w.config(b))
			}
		}
		after, err := ctyjson.SimpleJSONValue{Value: w.value(implied(w.block(2)), true)}.MarshalJSON()
		if err != nil {
			t.Fatal(err)
		}
		id := schema.ID{Provider: "p", Kind: schema.Resource, Type: "t"}
		decide := func(order []int) string {
			e := &Evidence{}
			e.Add(id, values.Change{After: values.Of(string(after))})
			for _, i := range order {
				e.Config("p", "managed", "t", values.Of(bodies[i]))
			}
			b, decisions := infer(e.lookup(id), nil, e.newRelatedKeys(id, Names{}))
			return fmt.Sprintf("%q %+v", everyName(b), decisions)
		}
		once := w.Perm(len(bodies))
		again := w.Perm(len(bodies))
		for range 3 {
			again = append(again, w.IntN(len(bodies)))
		}
		if got, want := decide(again), decide(once); got != want {
			t.Fatalf("bodies %q\nadded as %v: %s\nas %v: %s", bodies, once, want, again, got)
		}
	}
}

// TestSetOrder checks the order of sets against go-cty's.
func TestSetOrder(t *testing.T) {
	w := world{rand.New(rand.NewPCG(5, 6))}
	for range 5_000 {
		element := w.typ(2)
		if element.HasDynamicTypes() {
			continue // there are no such sets
		}
		v := w.value(cty.Set(element), true)
		text, err := ctyjson.SimpleJSONValue{Value: v}.MarshalJSON()
		if err != nil {
			t.Fatal(err)
		}
		set := values.Of(string(text))
		for i := 1; i < set.Len(); i++ {
			if compareInSet(set.Elem(i-1), set.Elem(i)) > 0 && !bytes.Contains(text, []byte(`{`)) {
				t.Fatalf("%s: element %d comes after its successor", text, i-1)
			}
		}
	}
}

// everyName lists the names in a schema, and the types of its attributes.
func everyName(b *schema.Block) []string {
	var names []string
	var visit func([]schema.Attribute)
	visit = func(all []schema.Attribute) {
		for _, a := range all {
			names = append(names, a.Name)
			if a.Nested != nil {
				visit(a.Nested.Attributes)
				continue
			}
			names = append(names, schema.TypeString(a.Type))
		}
	}
	visit(b.Attributes)
	for _, n := range b.Blocks {
		names = append(append(names, n.Name), everyName(n.Block)...)
	}
	return names
}

// TestSecretNames checks that no decision tells what is in a sensitive value,
// and that the schema, by which other instances are drawn, does not have it.
func TestSecretNames(t *testing.T) {
	e := &Evidence{}
	id := schema.ID{Provider: "p", Kind: schema.Resource, Type: "t"}
	e.Add(id, values.Change{
		Before:          values.Of(`{"vault":{"hunter2":{"a":1,"b":"x"}},"mixed":{"n":1,"s":"t"},"block":[{"hunter2":"x"}]}`),
		BeforeSensitive: values.SensitiveFlags(values.Of(`{"vault":true,"block":true}`)),
		After:           values.Of(`{"vault":{"hunter2":{"a":1,"b":"x"}},"mixed":{"n":1,"s":"t"},"block":[{"hunter2":"x"}]}`),
		AfterSensitive:  values.SensitiveFlags(values.Of(`{"vault":true,"block":true}`)),
		Unknown:         values.UnknownFlags(values.Of(`{"vault":{"hunter2":{"c":true}},"block":[{"hunter2":true}]}`)),
		ReplacePaths:    plans.ExactPaths([]plans.Path{plans.NewPath(plans.Key("vault"), plans.Key("hunter2"))}),
	})
	e.Add(id, values.Change{
		After:          values.Of(`{"vault":{"hunter2":{"a":1,"b":"x"}},"block":[{"hunter2":"x"}],"other":1}`),
		AfterSensitive: values.SensitiveFlags(values.Of(`{"vault":true,"block":[true]}`)),
	})
	e.Values("p", "managed", "t", values.Of(`{"vault":{"open":{"a":1,"b":"x"}}}`), values.Flags{})
	b, decisions := infer(e.lookup(id), nil, e.newRelatedKeys(id, Names{}))
	for _, name := range everyName(b) {
		if strings.Contains(name, "hunter2") {
			t.Errorf("the schema has a secret: %s", name)
		}
	}
	for _, d := range decisions {
		if strings.Contains(d.Path+d.Is+d.Why, "hunter2") {
			t.Errorf("a secret is told: %+v", d)
		}
	}
	if len(decisions) < 3 {
		t.Errorf("only %d decisions", len(decisions))
	}
}

// Where the document contradicts what is known of the provider, that is said.
func TestContradictionIsTold(t *testing.T) {
	e := &Evidence{}
	id := schema.ID{Provider: "registry.terraform.io/hashicorp/aws", Kind: schema.Resource, Type: "aws_instance"}
	e.Add(id, values.Change{
		After: values.Of(`{"root_block_device":"x","tags":["a"],"ami":[{"x":1}],"id":"1","security_groups":["a"],"ebs_block_device":[]}`),
	})
	r := Resolver{Evidence: e, Facts: facts.Default()}
	found, err := r.Resolve(id)
	if err != nil {
		t.Fatal(err)
	}
	want := map[string]string{"root_block_device": "block, list", "tags": "map(string)", "ami": "string"}
	for _, d := range found.Decisions {
		_, known, told := strings.Cut(d.Why, "although planfmt knows it from the provider as: ")
		if told != (want[d.Path] != "") || known != want[d.Path] {
			t.Errorf("%s is %s: %s", d.Path, d.Is, d.Why)
		}
	}
}
