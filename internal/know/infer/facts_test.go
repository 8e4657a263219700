package infer

import (
	"testing"

	"github.com/planfmt/planfmt/internal/know/facts"
	"github.com/planfmt/planfmt/schema"
	"github.com/planfmt/planfmt/values"
)

// factsOf are facts of every form: known has each key of the plans below.
func factsOf() *facts.Block {
	str := &facts.Type{Kind: facts.TypeString}
	body := &facts.Block{Members: []facts.Member{{Name: "a", Form: facts.FormAttribute, Type: str}}}
	object := &facts.Type{Kind: facts.TypeObject, Object: &facts.Block{Members: []facts.Member{
		{Name: "a", Form: facts.FormAttribute, Type: str},
		{Name: "n", Form: facts.FormAttribute, Type: &facts.Type{Kind: facts.TypeNumber}},
	}}}
	of := func(kind facts.TypeKind, elem *facts.Type) *facts.Type { return &facts.Type{Kind: kind, Elem: elem} }
	return &facts.Block{Members: []facts.Member{
		{Name: "any", Form: facts.FormAttribute, Type: &facts.Type{Kind: facts.TypeDynamic}},
		{Name: "bool", Form: facts.FormAttribute, Type: &facts.Type{Kind: facts.TypeBool}},
		{Name: "list", Form: facts.FormAttribute, Type: of(facts.TypeList, str)},
		{Name: "listblock", Form: facts.FormBlock, Nesting: facts.List, Block: body},
		{Name: "map", Form: facts.FormAttribute, Type: of(facts.TypeMap, str)},
		{Name: "mapblock", Form: facts.FormBlock, Nesting: facts.Map, Block: body},
		{Name: "nest", Form: facts.FormNested, Nesting: facts.Single, Block: body},
		{Name: "nestlist", Form: facts.FormNested, Nesting: facts.List, Block: body},
		{Name: "nestmap", Form: facts.FormNested, Nesting: facts.Map, Block: body},
		{Name: "nestset", Form: facts.FormNested, Nesting: facts.Set, Block: body},
		{Name: "num", Form: facts.FormAttribute, Type: &facts.Type{Kind: facts.TypeNumber}},
		{Name: "objects", Form: facts.FormAttribute, Type: of(facts.TypeSet, object)},
		{Name: "one", Form: facts.FormBlock, Nesting: facts.Single, Block: body},
		{Name: "set", Form: facts.FormAttribute, Type: of(facts.TypeSet, str)},
		{Name: "setblock", Form: facts.FormBlock, Nesting: facts.Set, Block: &facts.Block{Members: []facts.Member{
			{Name: "inner", Form: facts.FormBlock, Nesting: facts.Set, Block: body},
		}}},
		{Name: "str", Form: facts.FormAttribute, Type: str},
	}}
}

// TestInferKnown checks how facts and evidence go together.
func TestInferKnown(t *testing.T) {
	for _, test := range []struct{ name, after, key, is string }{
		{"dynamic", `{"any":[1,"s"]}`, "any", "any"},
		{"bool", `{"bool":true}`, "bool", "bool"},
		{"number", `{"num":1}`, "num", "number"},
		{"a number in another release", `{"num":"s"}`, "num", "string"},
		{"list", `{"list":["a","b","c"]}`, "list", "list(string)"},
		{"list with nothing in it", `{"list":[]}`, "list", "list(string)"},
		{"set", `{"set":["a"]}`, "set", "set(string)"},
		{"a set that cannot be one", `{"set":["b","a"]}`, "set", "list(string)"},
		{"map", `{"map":{"k":"v"}}`, "map", "map(string)"},
		{"a map of something else", `{"map":{"k":1}}`, "map", "map(number)"},
		{"a map that is a text", `{"map":"s"}`, "map", "string"},
		{"a set of objects", `{"objects":[{"a":"s"}]}`, "objects", "set(object({a=string, n=number}))"},
		{"a key in it that is not known", `{"objects":[{"z":true}]}`, "objects", "set(object({a=string, n=number, z=bool}))"},
		{"list of blocks", `{"listblock":[{"a":"s"}]}`, "listblock", "block, list"},
		{"blocks that are a text", `{"listblock":"s"}`, "listblock", "string"},
		{"blocks that are an object", `{"listblock":{"a":"s"}}`, "listblock", "map(string)"},
		{"set of blocks", `{"setblock":[{"inner":[]}]}`, "setblock", "block, set"},
		{"set of blocks within", `{"setblock":[{"inner":[{"a":"s"}]}]}`, "setblock.inner", "block, set"},
		{"a block", `{"one":{"a":"s"}}`, "one", "block, single"},
		{"a block that is a list", `{"one":[{"a":"s"}]}`, "one", "block, list"},
		{"a map of blocks", `{"mapblock":{"k":{"a":"s"}}}`, "mapblock", "block, map"},
		{"nested", `{"nest":{"a":"s"}}`, "nest", "nested attribute"},
		{"nested, another type now", `{"nest":[1]}`, "nest", "list(number)"},
		{"nested list", `{"nestlist":[{"a":"s"}]}`, "nestlist", "nested attribute"},
		{"nested list, another type now", `{"nestlist":{"a":1}}`, "nestlist", "map(number)"},
		{"nested set", `{"nestset":[{"a":"s"}]}`, "nestset", "nested attribute"},
		{"nested map", `{"nestmap":{"k":{"a":"s"}}}`, "nestmap", "nested attribute"},
		{"not known", `{"more":1}`, "more", "number"},
	} {
		t.Run(test.name, func(t *testing.T) {
			e := &Evidence{}
			e.Values("p", "managed", "t", values.Of(test.after), values.Flags{})
			e.Change("p", "managed", "t", values.Change{After: values.Of(test.after)})
			b, decisions := infer(e.lookup(schema.ID{Provider: "p", Kind: schema.Resource, Type: "t"}), factsOf(), nil)
			if !b.NonLegacy {
				t.Error("the type is taken for one of the old SDK")
			}
			for _, d := range decisions {
				if d.Path == test.key {
					if d.Is != test.is {
						t.Errorf("taken for %q (%s), want %q", d.Is, d.Why, test.is)
					}
					return
				}
			}
			t.Errorf("no decision about %s: %+v", test.key, decisions)
		})
	}
}

// TestFactsAlone checks the schema that facts give without any evidence.
func TestFactsAlone(t *testing.T) {
	b, _ := infer(nil, factsOf(), nil)
	if n := len(b.Attributes) + len(b.Blocks); n != len(factsOf().Members) {
		t.Errorf("%d of %d members", n, len(factsOf().Members))
	}
	if a := b.Attribute("nestmap"); a == nil || a.Nested == nil || a.Nested.Nesting != schema.NestingMap {
		t.Errorf("nestmap: %+v", a)
	}
	aws := schema.ID{Provider: "registry.terraform.io/hashicorp/aws", Kind: schema.Resource, Type: "aws_instance"}
	if b := Known(aws); b == nil || b.NestedBlock("root_block_device") == nil || b.NonLegacy {
		t.Error("aws_instance is not known as it is")
	}
	if Known(schema.ID{Provider: "registry.terraform.io/hashicorp/aws", Kind: schema.Resource, Type: "aws_nothing"}) != nil {
		t.Error("a type that there is not is known")
	}
	if Known(schema.ID{Provider: "terraform.io/builtin/terraform", Kind: schema.Resource, Type: "terraform_data"}) == nil {
		t.Error("terraform_data is not known")
	}
}

// TestResolverLayers checks which layer a type is taken from.
func TestResolverLayers(t *testing.T) {
	for _, test := range []struct{ provider, typ, after, layer string }{
		{"terraform.io/builtin/terraform", "terraform_data", `{"id":"i","input":1}`, LayerBuiltin},
		{"terraform.io/builtin/terraform", "terraform_data", `{"id":"i","later":1}`, LayerBuiltin}, // mended
		{"registry.terraform.io/hashicorp/aws", "aws_instance", `{"id":"i"}`, LayerFacts},
		{"example.com/me/mine", "mine", `{"id":"i"}`, LayerInferred},
	} {
		r := &Resolver{Facts: facts.Default()}
		r.Evidence = &Evidence{Skip: r.Has}
		id := schema.ID{Provider: test.provider, Kind: schema.Resource, Type: test.typ}
		for range 2 {
			if !r.Evidence.Wants(test.provider, "managed", test.typ) {
				t.Errorf("%s: no evidence wanted", test.typ)
			}
		}
		r.Evidence.Config("", "managed", test.typ, values.Of(`{"id":{"constant_value":"i"}}`))
		r.Evidence.Values(test.provider, "managed", test.typ, values.Of(test.after), values.Flags{})
		res, err := r.Resolve(id)
		if err != nil || res.Layer != test.layer {
			t.Errorf("%s: layer %q, error %v; want %q", test.typ, res.Layer, err, test.layer)
		}
	}
	if s := Certain.String() + ", " + CoinToss.String(); s != "certain, coin toss" {
		t.Error(s)
	}
}

// TestAnonymousEvidence checks that evidence without a provider counts for all types
// with the name, in whatever order these are looked up.
func TestAnonymousEvidence(t *testing.T) {
	for _, providers := range [][]string{{"", "a", "b"}, {"a", "b", ""}, {"b", "", "a"}} {
		r := &Resolver{Evidence: &Evidence{}}
		r.Evidence.Values("", "managed", "t", values.Of(`{"tags":["x"]}`), values.Flags{})
		r.Evidence.Values("a", "managed", "t", values.Of(`{"id":"i"}`), values.Flags{})
		r.Evidence.Values("b", "managed", "t", values.Of(`{"id":"i"}`), values.Flags{})
		for _, provider := range providers {
			res, err := r.Resolve(schema.ID{Provider: provider, Kind: schema.Resource, Type: "t"})
			if err != nil {
				t.Fatal(err)
			}
			if res.Block.Attribute("tags") == nil || (res.Block.Attribute("id") == nil) != (provider == "") {
				t.Errorf("%q: provider %q: %+v", providers, provider, res.Block.Attributes)
			}
		}
	}
}
