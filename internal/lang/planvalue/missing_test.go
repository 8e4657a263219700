package planvalue_test

import (
	"strings"
	"testing"

	"github.com/zclconf/go-cty/cty"

	"github.com/planfmt/planfmt/internal/lang/planvalue"
	"github.com/planfmt/planfmt/internal/lang/value"
	"github.com/planfmt/planfmt/schema"
	"github.com/planfmt/planfmt/values"
)

// TestMissing asks for attributes that neither the plan has nor a schema.
func TestMissing(t *testing.T) {
	null, list := value.Of(cty.NullVal(cty.String)), value.Tuple(nil)
	text := value.Of(cty.StringVal("a"))
	for _, c := range []struct {
		after, unknown string
		nulls          bool
		// Whether it is null, an empty list, and a text, if it exists.
		null, list, text value.Truth
	}{
		{`{"name": null}`, `{}`, false, value.Always, value.Never, value.Never},
		{`{"name": []}`, `{}`, false, value.Always, value.Never, value.Never},
		{`{"name": "a"}`, `{}`, false, value.Maybe, value.Maybe, value.Never},
		{`{}`, `{}`, false, value.Maybe, value.Maybe, value.Never},
		{`null`, `{}`, true, value.Always, value.Never, value.Never},
		{`{}`, `true`, false, value.Maybe, value.Maybe, value.Maybe},
		{`{}`, `{"missing": true}`, false, value.Maybe, value.Maybe, value.Maybe},
	} {
		side := planvalue.Side{
			Block: (&schema.Block{}).Finish(), Trust: planvalue.Guessed, Nulls: c.nulls,
			Value: values.Of(c.after), Unknown: values.UnknownFlags(values.Of(c.unknown)),
		}
		var shapes planvalue.Shapes
		r, ok := shapes.Object(side).Attr("missing")
		if !ok || r.Err != nil || r.MayFail == nil || len(r.Causes) != 1 || r.Causes[0].Label != "not in the plan" {
			t.Errorf("%s: %v %v %v %v", c.after, ok, r.Err, r.MayFail, r.Causes)
			continue
		}
		if is := [3]value.Truth{value.Same(r.Value, null), value.Same(r.Value, list), value.Same(r.Value, text)}; is != [3]value.Truth{c.null, c.list, c.text} {
			t.Errorf("%s with %s unknown: %#v is null, an empty list or a text: %v", c.after, c.unknown, r.Value.Cty(), is)
		}
	}
	// An object that does not exist has no attributes, whether or not there is a schema.
	var shapes planvalue.Shapes
	r, _ := shapes.Object(planvalue.Side{Block: (&schema.Block{}).Finish(), Trust: planvalue.Guessed, Value: values.NewNull()}).Attr("missing")
	if r.Err == nil {
		t.Errorf("the object is null: %#v", r.Value.Cty())
	}
}

// TestNestedMissing asks nested objects for an attribute that neither the plan has nor a schema.
func TestNestedMissing(t *testing.T) {
	const after = `{"obj": {"p": "q"}, "secret": {"p": "q"}, "labels": {"Kind": "q"}, "blocks": [{"p": {"q": 1}}]}`
	side := planvalue.Side{
		Address: "disk.a", Block: (&schema.Block{Attributes: []schema.Attribute{
			planvalue.AnyAttribute("obj"), planvalue.AnyAttribute("secret"), planvalue.AnyAttribute("labels"), planvalue.AnyAttribute("blocks"),
		}}).Finish(), Trust: planvalue.Guessed,
		Value: values.Of(after), Sensitive: values.SensitiveFlags(values.Of(`{"secret": true}`)),
	}
	for _, c := range []struct {
		path, at  string // at is where the cause is, or empty if the attribute does not exist
		sensitive bool
	}{
		{"obj", "obj.x", false},
		{"secret", "secret", true},
		{"labels", "", false},
		{"blocks", "blocks[0].x", false},
		{"blocks.p", "blocks[0].p.x", false},
	} {
		for _, trust := range []planvalue.Trust{planvalue.Guessed, planvalue.Corrected} {
			side.Trust = trust
			var shapes planvalue.Shapes
			name, inner, nested := strings.Cut(c.path, ".")
			r, _ := shapes.Object(side).Attr(name)
			v := r.Value
			if elems := v.Elems(); name == "blocks" {
				v = elems[0]
			}
			if nested {
				v, _ = v.Attr(inner)
			}
			attr, why, ok := v.Missing("x")
			switch {
			case trust != planvalue.Guessed || c.at == "":
				if ok {
					t.Errorf("%s may have more attributes", c.path)
				}
			case !ok || attr.IsSensitive() != c.sensitive || why.Address != "disk.a" || why.Path.String() != c.at:
				t.Errorf("%s: %v, %#v because of %v", c.path, ok, attr, why)
			}
			if _, _, ok := v.Missing("X"); ok {
				t.Errorf("%s may have an attribute with a name that no attribute has", c.path)
			}
		}
	}
}
