package planvalue_test

import (
	"testing"

	"github.com/planfmt/planfmt/internal/lang/planvalue"
	"github.com/planfmt/planfmt/schema"
	"github.com/planfmt/planfmt/values"
)

// thing is a schema with one of everything.
func thing(t *testing.T) *schema.Block {
	t.Helper()
	s, err := schema.DecodeSchema(values.Of(`{"block": {
		"attributes": {
			"name": {"type": "string", "required": true},
			"arn": {"type": "string", "computed": true},
			"size": {"type": "number", "optional": true},
			"tags": {"type": ["map", "string"], "optional": true},
			"zones": {"type": ["set", "string"], "required": true},
			"any": {"type": "dynamic", "optional": true},
			"secret": {"type": "string", "optional": true, "sensitive": true},
			"token": {"type": "string", "required": true, "write_only": true},
			"nested": {"optional": true, "nested_type": {"nesting_mode": "list", "attributes": {"a": {"type": "string", "required": true}}}}
		},
		"block_types": {
			"rule": {"nesting_mode": "list", "min_items": 1, "max_items": 3, "block": {"attributes": {
				"port": {"type": "number", "required": true}, "id": {"type": "string", "computed": true}}}},
			"exact": {"nesting_mode": "list", "min_items": 2, "max_items": 2, "block": {"attributes": {"z": {"type": "string", "optional": true}}}},
			"perm": {"nesting_mode": "set", "min_items": 2, "block": {"attributes": {"a": {"type": "string", "required": true}}}},
			"label": {"nesting_mode": "map", "block": {"attributes": {"v": {"type": "bool", "optional": true}}}},
			"one": {"nesting_mode": "single", "block": {"attributes": {"v": {"type": "bool", "optional": true}}}},
			"all": {"nesting_mode": "group", "block": {"attributes": {"v": {"type": "bool", "required": true}, "w": {"type": "string", "optional": true}}}}
		}}}`), "")
	if err != nil {
		t.Fatal(err)
	}
	return s.Block
}

func TestResourceType(t *testing.T) {
	want := "object({all = object({v = bool, w = union([string, none])}), any = any, arn = union([string, none]), exact = list(object({z = union([string, none])})), label = map(object({v = union([bool, none])})), " +
		"name = string, nested = union([list(object({a = string})), none]), one = union([object({v = union([bool, none])}), none]), perm = set(object({a = string})), " +
		"rule = list(object({id = union([string, none]), port = number})), secret = union([string, none]), size = union([number, none]), " +
		"tags = union([map(string), none]), token = union([string, none]), zones = set(string)})"
	if have := planvalue.ResourceType(thing(t)).String(); have != want {
		t.Errorf("have %s\nwant %s", have, want)
	}
}

// TestValues shows the values that parts of a plan stand for, as go-cty spells them.
func TestValues(t *testing.T) {
	block := thing(t)
	for _, c := range []struct{ name, after, unknown, want string }{
		{"name", `{"name": "n"}`, `{}`, `cty.StringVal("n")`},
		{"name", `{"name": null}`, `{}`, `cty.NullVal(cty.String)`},
		{"name", `{}`, `{"name": true}`, `cty.UnknownVal(cty.String).RefineNotNull()`},
		{"name", `{}`, `true`, `cty.UnknownVal(cty.String).RefineNotNull()`},
		{"name", `{"name": [1]}`, `{}`, `cty.UnknownVal(cty.String)`},
		{"arn", `{}`, `{"arn": true}`, `cty.UnknownVal(cty.String)`},
		{"arn", `{}`, `{}`, `cty.NullVal(cty.String)`},
		{"size", `{"size": 12345678901234567890123}`, `{}`, `cty.NumberIntVal(1.2345678901234567890123e+22)`},
		{"size", `{"size": 1e99999999}`, `{}`, `cty.UnknownVal(cty.Number)`},
		{"tags", `{"tags": {"a": "b"}}`, `{"tags": {"c": true}}`, `cty.MapVal(map[string]cty.Value{"a":cty.StringVal("b"), "c":cty.UnknownVal(cty.String)})`},
		{"any", `{"any": {"a": [1, "x", null]}}`, `{}`, `cty.ObjectVal(map[string]cty.Value{"a":cty.TupleVal([]cty.Value{cty.NumberIntVal(1), cty.StringVal("x"), cty.NullVal(cty.DynamicPseudoType)})})`},
		{"any", `{}`, `{"any": true}`, `cty.DynamicVal`},
		{"nested", `{"nested": null}`, `{}`, `cty.NullVal(cty.List(cty.Object(map[string]cty.Type{"a":cty.String})))`},
		{"rule", `{}`, `{}`, `cty.ListValEmpty(cty.Object(map[string]cty.Type{"id":cty.String, "port":cty.Number}))`},
		{"rule", `{"rule": [{"port": 1}]}`, `{"rule": [{"id": true}]}`, `cty.ListVal([]cty.Value{cty.ObjectVal(map[string]cty.Value{"id":cty.UnknownVal(cty.String), "port":cty.NumberIntVal(1)})})`},
		{"rule", `{}`, `{"rule": true}`, `cty.UnknownVal(cty.List(cty.Object(map[string]cty.Type{"id":cty.String, "port":cty.Number}))).Refine().NotNull().CollectionLengthLowerBound(1).CollectionLengthUpperBound(3).NewValue()`},
		{"exact", `{}`, `{"exact": true}`, `cty.ListVal([]cty.Value{cty.ObjectVal(map[string]cty.Value{"z":cty.UnknownVal(cty.String)}), cty.ObjectVal(map[string]cty.Value{"z":cty.UnknownVal(cty.String)})})`},
		{"perm", `{}`, `{"perm": true}`, `cty.UnknownVal(cty.Set(cty.Object(map[string]cty.Type{"a":cty.String}))).Refine().NotNull().CollectionLengthLowerBound(1).NewValue()`},
		{"label", `{}`, `{}`, `cty.MapValEmpty(cty.Object(map[string]cty.Type{"v":cty.Bool}))`},
		{"all", `{}`, `{"all": true}`, `cty.ObjectVal(map[string]cty.Value{"v":cty.UnknownVal(cty.Bool).RefineNotNull(), "w":cty.UnknownVal(cty.String)})`},
		{"all", `{"all": {"v": true}}`, `{"all": {"w": true}}`, `cty.ObjectVal(map[string]cty.Value{"v":cty.True, "w":cty.UnknownVal(cty.String)})`},
		{"one", `{}`, `{}`, `cty.NullVal(cty.Object(map[string]cty.Type{"v":cty.Bool}))`},
	} {
		var shapes planvalue.Shapes
		o := shapes.Object(planvalue.Side{Block: block, Trust: planvalue.Exact, Value: values.Of(c.after), Unknown: values.UnknownFlags(values.Of(c.unknown))})
		r, ok := o.Attr(c.name)
		if !ok || r.Err != nil {
			t.Errorf("%s of %s: %v %v", c.name, c.after, ok, r.Err)
			continue
		}
		if have := r.Value.Cty().GoString(); have != c.want {
			t.Errorf("%s of %s with %s unknown\nhave %s\nwant %s", c.name, c.after, c.unknown, have, c.want)
		}
		if whole := o.Value(); whole.Value.Cty().GetAttr(c.name).GoString() != c.want {
			t.Errorf("%s of %s: the whole differs: %#v", c.name, c.after, whole.Value.Cty())
		}
	}
}

// TestCausesOfHiddenParts shows where unknown values are said to be that no path leads to: those in sets, and those in
// something sensitive, of which the keys are not shown either.
func TestCausesOfHiddenParts(t *testing.T) {
	block := thing(t)
	for _, c := range []struct{ name, after, unknown, sensitive, want string }{
		{"tags", `{"tags": {"a": "b"}}`, `{"tags": {"c": true}}`, `{}`, "tags.c"},
		{"tags", `{"tags": {"a": "b"}}`, `{"tags": {"c": true}}`, `{"tags": true}`, "tags"},
		{"any", `{"any": {"a": {}}}`, `{"any": {"a": {"c": true}}}`, `{"any": {"a": true}}`, "any.a"},
		{"zones", `{"zones": [null]}`, `{"zones": [true]}`, `{}`, "zones"},
		{"perm", `{"perm": [{}]}`, `{"perm": [{"a": true}]}`, `{}`, "perm"},
		{"rule", `{"rule": [{"port": 1}]}`, `{"rule": [{"id": true}]}`, `{"rule": [{"id": true}]}`, "rule[0].id"},
	} {
		var shapes planvalue.Shapes
		o := shapes.Object(planvalue.Side{
			Block: block, Trust: planvalue.Exact, Value: values.Of(c.after),
			Unknown: values.UnknownFlags(values.Of(c.unknown)), Sensitive: values.SensitiveFlags(values.Of(c.sensitive)),
		})
		r, _ := o.Attr(c.name)
		causes := r.Value.Causes()
		if len(causes) != 1 || causes[0].Path.String() != c.want {
			t.Errorf("%s with %s unknown and %s sensitive: %v, want %s", c.after, c.unknown, c.sensitive, causes, c.want)
		}
	}
}
