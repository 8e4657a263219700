package schema_test

import (
	"testing"

	"github.com/zclconf/go-cty/cty"

	"github.com/planfmt/planfmt/schema"
)

func TestTypeString(t *testing.T) {
	for want, typ := range map[string]cty.Type{
		"unknown":            cty.NilType,
		"any":                cty.DynamicPseudoType,
		"string":             cty.String,
		"number":             cty.Number,
		"bool":               cty.Bool,
		"list(set(string))":  cty.List(cty.Set(cty.String)),
		"map(any)":           cty.Map(cty.DynamicPseudoType),
		"tuple([])":          cty.EmptyTuple,
		"tuple([bool, any])": cty.Tuple([]cty.Type{cty.Bool, cty.DynamicPseudoType}),
		"object({})":         cty.EmptyObject,
		`object({"1 x"=bool, a-b=string, b=list(number)})`: cty.Object(map[string]cty.Type{
			"b": cty.List(cty.Number), "a-b": cty.String, "1 x": cty.Bool,
		}),
	} {
		if got := schema.TypeString(typ); got != want {
			t.Errorf("got %s, want %s", got, want)
		}
	}
}

func TestNestedTypeString(t *testing.T) {
	inner := &schema.Object{Nesting: schema.NestingMap, Attributes: []schema.Attribute{{Name: "1 x", Type: cty.Bool}}}
	a := schema.Attribute{Nested: &schema.Object{Attributes: []schema.Attribute{{Name: "a", Type: cty.String}, {Name: "b", Nested: inner}}}}
	if got, want := a.TypeString(), `object({a=string, b=map(object({"1 x"=bool}))})`; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

func TestModes(t *testing.T) {
	for _, m := range []schema.NestingMode{schema.NestingSingle, schema.NestingGroup, schema.NestingList, schema.NestingSet, schema.NestingMap} {
		if got, ok := schema.ParseNestingMode(m.String()); got != m || !ok {
			t.Errorf("%v reads as %v, %v", m, got, ok)
		}
	}
	if _, ok := schema.ParseNestingMode("heap"); ok {
		t.Error("heap is a mode")
	}
}
