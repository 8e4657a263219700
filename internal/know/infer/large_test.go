package infer

import (
	"fmt"
	"strings"
	"testing"

	"github.com/zclconf/go-cty/cty"

	"github.com/planfmt/planfmt/internal/know/facts"
	"github.com/planfmt/planfmt/schema"
	"github.com/planfmt/planfmt/values"
)

// objectText returns the JSON of an object with n members.
func objectText(n int, member func(i int) string) string {
	members := make([]string, n)
	for i := range members {
		members[i] = fmt.Sprintf(`"key_%04d":%s`, i, member(i))
	}
	return "{" + strings.Join(members, ",") + "}"
}

// TestLargeMaps checks what large objects are taken for, and that the evidence does not
// have their keys.
func TestLargeMaps(t *testing.T) {
	same := func(text string) func(int) string { return func(int) string { return text } }
	turns := func(texts ...string) func(int) string { return func(i int) string { return texts[i%len(texts)] } }
	large := func(member func(int) string) string { return objectText(maxNames+1, member) }
	text := large(same(`"s"`))
	single := &facts.Member{Name: "x", Form: facts.FormBlock, Nesting: facts.Single, Block: &facts.Block{}}
	nested := &facts.Member{Name: "x", Form: facts.FormNested, Nesting: facts.Single, Block: &facts.Block{}}
	for _, test := range []struct {
		name, x, sensitive, config string
		known                      *facts.Member
		is                         string
		keys                       int // how many the evidence has
	}{
		{name: "strings", x: text, is: "map(string)"},
		{name: "as many as a type may have", x: objectText(maxNames, turns(`"s"`, `{"a":[]}`)), is: "nested attribute", keys: maxNames},
		{name: "strings and nulls", x: large(turns(`"s"`, `null`)), is: "map(string)"},
		{name: "lists", x: large(same(`["b","a","c"]`)), is: "map(list(string))"},
		{name: "objects", x: large(same(`{"a":1,"b":"s"}`)), is: "nested attribute"},
		{name: "objects with different keys", x: large(turns(`{"a":1}`, `{"b":1}`)), is: "map(map(number))"},
		{name: "different things", x: large(turns(`"s"`, `1`, `{"a":1}`)), is: "any"},
		{name: "some secrets", x: text, sensitive: `{"x":{"key_0001":true}}`, is: "map(string)"},
		{name: "in a list", x: "[" + text + "]", is: "set(map(string))"},
		{name: "in a map", x: `{"a b":` + text + "}", is: "map(map(string))"},
		{name: "written as a block", x: text, config: `{"x":{"a":{}}}`, is: "map(string)"},
		{name: "written as blocks", x: "[" + text + "]", config: `{"x":[{}]}`, is: "set(map(string))"},
		{name: "known as a block", x: text, known: single, is: "map(string)"},
		{name: "known as a nested attribute", x: text, known: nested, is: "map(string)"},
	} {
		t.Run(test.name, func(t *testing.T) {
			id := schema.ID{Provider: "p", Kind: schema.Resource, Type: "t"}
			e := &Evidence{}
			e.Add(id, values.Change{After: values.Of(`{"x":` + test.x + `}`), AfterSensitive: values.SensitiveFlags(values.Of(test.sensitive))})
			if test.config != "" {
				e.Config("p", "managed", "t", values.Of(test.config))
			}
			var known *facts.Block
			if test.known != nil {
				known = &facts.Block{Members: []facts.Member{*test.known}}
			}
			s := e.lookup(id)
			_, decisions := infer(s, known, e.newRelatedKeys(id, Names{}))
			is, _, _ := strings.Cut(decisions[0].Is, ", although")
			if is != test.is {
				t.Errorf("taken for %q, want %q", is, test.is)
			}
			if n := strings.Count(dumpAll(e), "name:key_"); n != test.keys {
				t.Errorf("the evidence has %d of its keys, want %d", n, test.keys)
			}
		})
	}
}

// TestLargeMapsMisfit has a large map where the schema has something else. It must not
// be taken for an object of that schema, which lacks its members.
func TestLargeMapsMisfit(t *testing.T) {
	text := objectText(maxNames+1, func(int) string { return `"s"` })
	inner := (&schema.Block{Attributes: []schema.Attribute{{Name: "a", Type: cty.String}}}).Finish()
	object := (&schema.Object{Nesting: schema.NestingSingle, Attributes: inner.Attributes}).Finish()
	for name, b := range map[string]*schema.Block{
		"a block":            {Blocks: []schema.NestedBlock{{Name: "x", Nesting: schema.NestingSingle, Block: inner}}},
		"an object":          {Attributes: []schema.Attribute{{Name: "x", Type: cty.Object(map[string]cty.Type{"a": cty.String})}}},
		"a nested attribute": {Attributes: []schema.Attribute{{Name: "x", Nested: object}}},
	} {
		t.Run(name, func(t *testing.T) {
			s := &keyEvidence{}
			s.observe(newPart(values.Of(`{"x":`+text+`}`), values.Flags{}, values.Flags{}))
			m := newMisfit(schema.Schema{Block: b.Finish()}, s, "")
			if m == nil || len(m.Contradicted) != 1 {
				t.Fatalf("it fits: %+v", m)
			}
			out, _ := fit(b, m, s, nil, nil)
			if a := out.Attribute("x"); a == nil || a.Nested != nil || !a.Type.Equals(cty.Map(cty.String)) {
				t.Errorf("corrected to %+v", out)
			}
		})
	}
}

// TestKnowsLargeMaps has a large map of which each member has been seen in smaller ones.
func TestKnowsLargeMaps(t *testing.T) {
	e := &Evidence{}
	for i := range maxNames + 1 {
		e.Values("p", "managed", "t", values.Of(fmt.Sprintf(`{"x":{"key_%04d":"s"}}`, i)), values.Flags{})
	}
	for n, want := range map[int]bool{maxNames: true, maxNames + 1: false} {
		text := `{"x":` + objectText(n, func(int) string { return `"s"` }) + `}`
		if got := e.KnowsValues("p", "managed", "t", []byte(text), nil); got != want {
			t.Errorf("%d members: known: %v, want %v", n, got, want)
		}
	}
}
