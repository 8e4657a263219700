package differ_test

import (
	"fmt"
	"maps"
	"strings"
	"testing"

	"github.com/zclconf/go-cty/cty"

	"github.com/planfmt/planfmt/computed"
	"github.com/planfmt/planfmt/differ"
	"github.com/planfmt/planfmt/plans"
	"github.com/planfmt/planfmt/schema"
	"github.com/planfmt/planfmt/values"
)

// Content says what is on each side of a value, whatever its kind. The write-only
// attribute of thing counts as one of its parts.
func TestContentSides(t *testing.T) {
	const (
		missing = computed.Missing
		null    = computed.Null
		present = computed.Present
		later   = computed.KnownAfterApply
	)
	for _, test := range []struct {
		name, before, after, unknown string
		wasHidden, isHidden          string
		path                         string
		was, is                      computed.State
		parts                        string // on each side
		sensitive                    string
	}{
		{name: "a string", before: `{"a":"x"}`, after: `{"a":"y"}`, path: "a", was: present, is: present},
		{name: "a null", before: `{"a":null}`, after: `{"a":"y"}`, path: "a", was: null, is: present},
		{name: "nothing", before: `{}`, after: `{"a":"y"}`, path: "a", was: missing, is: present},
		{name: "unknown", before: `{"a":"x"}`, after: `{}`, unknown: `{"a":true}`, path: "a", was: present, is: later},
		{name: "a list", before: `{"list":["a","b"]}`, after: `{"list":["a","b","c"]}`, path: "list", was: present, is: present, parts: "2 3"},
		{name: "an empty list", before: `{"list":null}`, after: `{"list":[]}`, path: "list", was: null, is: present, parts: "0 0"},
		{name: "nulls in a list", before: `{"list":[null]}`, after: `{"list":null}`, path: "list", was: present, is: null, parts: "1 0"},
		{name: "unknown in a list", before: `{"list":[]}`, after: `{"list":[null]}`, unknown: `{"list":[true]}`, path: "list", was: present, is: present, parts: "0 1"},
		{name: "a list, unknown", before: `{"list":["a"]}`, after: `{}`, unknown: `{"list":true}`, path: "list", was: present, is: later, parts: "1 0"},
		{name: "a body", before: `{"a":null,"list":["x"]}`, after: `{"a":"y","list":["x"]}`, was: present, is: present, parts: "2 3"},
		{name: "blocks", before: `{"many":[{"a":"1"}]}`, after: `{"many":[{"a":"1"},{"a":"2"}]}`, was: present, is: present, parts: "2 3"},
		{name: "blocks, unknown", before: `{"many":[{"a":"1"}]}`, after: `{}`, unknown: `{"many":true}`, was: present, is: present, parts: "2 2"},
		{name: "created", before: `null`, after: `{"a":"y"}`, was: null, is: present, parts: "0 2"},
		{name: "a JSON document", before: `{"a":"[1]"}`, after: `{"a":"x"}`, path: "a", was: present, is: present},
		{
			name: "sensitive", before: `{"a":"x"}`, after: `{"a":"y"}`, isHidden: `{"a":true}`,
			path: "a", was: present, is: present, sensitive: "false true",
		},
		{
			name: "a sensitive list", before: `{"list":["x"]}`, after: `{"list":["x","y"]}`, wasHidden: `{"list":true}`, isHidden: `{"list":true}`,
			path: "list", was: present, is: present, sensitive: "true true",
		},
		{
			name: "sensitive and unknown", before: `{"a":"x"}`, after: `{}`, unknown: `{"a":true}`, wasHidden: `{"a":true}`, isHidden: `{"a":true}`,
			path: "a", was: present, is: present, sensitive: "true true",
		},
		{
			name: "sensitive, deleted", before: `{"a":"x"}`, after: `{"a":null}`, wasHidden: `{"a":true}`,
			path: "a", was: present, is: missing, sensitive: "true false",
		},
	} {
		c := withUnknown(change(test.before, test.after), test.unknown)
		c.BeforeSensitive, c.AfterSensitive = values.SensitiveFlags(values.Of(test.wasHidden)), values.SensitiveFlags(values.Of(test.isHidden))
		found := false
		differ.Options{}.Resource(c, plans.Update, thing()).Diff.Walk(func(d computed.Diff) computed.Visit {
			if d.Path.String() != test.path || found {
				return computed.Continue
			}
			found = true
			content := d.Content()
			was, is := content.Count()
			if test.parts == "" {
				test.parts = "0 0"
			}
			if content.Kind == computed.KindTypeChange || content.Kind == computed.KindUnknown {
				was, is = 0, 0
				for p := range content.Children() {
					was, is = p.Diff.Content().Count()
				}
			}
			if test.sensitive == "" {
				test.sensitive = "false false"
			}
			if content.Before.State != test.was || content.After.State != test.is {
				t.Errorf("%s: states %v, %v; want %v, %v", test.name, content.Before.State, content.After.State, test.was, test.is)
			}
			if have := fmt.Sprint(was, " ", is); have != test.parts {
				t.Errorf("%s: %s parts, want %s", test.name, have, test.parts)
			}
			if have := fmt.Sprint(content.Before.Sensitive, " ", content.After.Sensitive); have != test.sensitive {
				t.Errorf("%s: sensitive %s, want %s", test.name, have, test.sensitive)
			}
			return computed.Continue
		})
		if !found {
			t.Errorf("%s: there is no %s", test.name, test.path)
		}
	}
}

// If the type changes, one part has only a value before, the other only one after.
func TestContentTypeChange(t *testing.T) {
	for _, test := range []struct{ before, after string }{
		{`"[1]"`, `"x"`},
		{`[1]`, `"x"`},
		{`"x\ny"`, `"[1]"`},
	} {
		c := values.Change{Before: values.Of(test.before), After: values.Of(test.after)}
		var have []string
		for p := range (differ.Options{}).Output(c).Diff.Content().Children() {
			content := p.Diff.Content()
			have = append(have, fmt.Sprint(p.Role, content.Before.State, content.After.State))
		}
		want := []string{
			fmt.Sprint(computed.PartBefore, computed.Present, computed.Missing),
			fmt.Sprint(computed.PartAfter, computed.Missing, computed.Present),
		}
		if strings.Join(have, ", ") != strings.Join(want, ", ") {
			t.Errorf("%s -> %s: have %v, want %v", test.before, test.after, have, want)
		}
	}
}

// A Diff has the static type if the schema has one, whatever the value is.
func TestStaticTypes(t *testing.T) {
	attribute := func(name string, typ cty.Type) schema.Attribute { return schema.Attribute{Name: name, Type: typ} }
	block := (&schema.Block{
		Attributes: []schema.Attribute{
			attribute("any", cty.DynamicPseudoType),
			attribute("list", cty.List(cty.Object(map[string]cty.Type{"b": cty.Bool, "s": cty.Set(cty.Number)}))),
			attribute("map", cty.Map(cty.String)),
			attribute("pair", cty.Tuple([]cty.Type{cty.String, cty.Bool})),
			{Name: "nested", Nested: (&schema.Object{Nesting: schema.NestingList, Attributes: []schema.Attribute{attribute("x", cty.Number)}}).Finish()},
			{Name: "pass", Type: cty.String, WriteOnly: true},
			{Name: "secret", Type: cty.List(cty.String), Sensitive: true},
			attribute("odd", cty.Bool),
		},
		Blocks: []schema.NestedBlock{{Name: "more", Block: (&schema.Block{Attributes: strs("a")}).Finish()}},
	}).Finish()
	c := change(
		`{"any":[1],"list":[{"b":true,"s":[1]}],"map":{"k":"v"},"pair":["a",true],"nested":[{"x":1}],"secret":["x"],"more":{"a":"{}"},"odd":7}`,
		`{"any":[2],"list":[{"b":false,"s":[2]}],"map":{},"pair":["b",true],"secret":["y"],"more":{"a":"[]"},"odd":8}`,
	)
	have := map[string]string{}
	differ.Options{}.Resource(withUnknown(c, `{"nested":true,"map":{"l":true}}`), plans.Update, block).Diff.Walk(func(d computed.Diff) computed.Visit {
		if _, known := have[d.Path.String()]; !known { // the outermost at the place
			have[d.Path.String()] = ""
			if d.Type != nil {
				have[d.Path.String()] = d.Type.String()
			}
		}
		return computed.Continue
	})
	want := map[string]string{
		"": "", "any": "any", "any[0]": "",
		"list": "list(object({b=bool, s=set(number)}))", "list[0]": "object({b=bool, s=set(number)})",
		"list[0].b": "bool", "list[0].s": "set(number)", "list[0].s[0]": "number",
		"map": "map(string)", "map.k": "string", "map.l": "string",
		"pair": "tuple([string, bool])", "pair[0]": "string", "pair[1]": "bool",
		"nested": "list(object({x=number}))", "nested[0]": "object({x=number})", "nested[0].x": "number",
		"pass": "string", "secret": "list(string)", "more": "", "more.a": "string", "odd": "bool",
	}
	if !maps.Equal(have, want) {
		t.Errorf("have %q\nwant %q", have, want)
	}
}
