package planvalue_test

import (
	"fmt"
	"testing"

	"github.com/zclconf/go-cty/cty"

	"github.com/planfmt/planfmt/internal/lang/planvalue"
	"github.com/planfmt/planfmt/internal/lang/value"
	"github.com/planfmt/planfmt/schema"
	"github.com/planfmt/planfmt/values"
)

// TestRelatedIsAnIndex checks that it takes as many steps to find an object among many as among few, with and without a schema, and that no
// object is missed that may have the text.
func TestRelatedIsAnIndex(t *testing.T) {
	block := (&schema.Block{Attributes: []schema.Attribute{{Name: "name", Type: cty.String}, {Name: "zone", Type: cty.String}, {Name: "port", Type: cty.Number}, {Name: "on", Type: cty.Bool}}}).Finish()
	odd := []string{`{"zone":"z"}`, `{"name":null,"zone":"z"}`, `{"name":"n7","zone":"z"}`}
	for _, trust := range []planvalue.Trust{planvalue.Guessed, planvalue.Corrected, planvalue.Exact} {
		for _, whole := range []bool{false, true} {
			steps := map[int]int{}
			for _, n := range []int{100, 5000} {
				var r planvalue.Related
				var shapes planvalue.Shapes
				add := func(after, unknown, sensitive string) {
					r.Add("a_x", shapes.Object(planvalue.Side{
						Address: "a_x.x", Block: block, Trust: trust, Nulls: true, Whole: whole, Value: values.Of(after),
						Unknown: values.UnknownFlags(values.Of(unknown)), Sensitive: values.SensitiveFlags(values.Of(sensitive)),
					}))
				}
				for i := range n {
					add(fmt.Sprintf(`{"name":"n%d","zone":"z","port":%d,"on":%t}`, i, i, i == 3), `{}`, `{}`)
				}
				for _, after := range odd {
					add(after, `{}`, `{}`)
				}
				add(`{"zone":"z"}`, `{"name":true}`, `{}`)
				add(`{}`, `true`, `{}`)
				add(`{"name":"n7","zone":"z"}`, `{}`, `{"name":true}`)
				find := func(name string, is cty.Value) (steps, least, most int) {
					got := r.Find([]value.Value{value.Of(cty.StringVal("a_x")), value.Object(map[string]value.Value{name: value.Of(is)})})
					if got.Err != nil {
						t.Fatal(got.Err)
					}
					least, most, _ = got.Value.Length()
					return got.Steps, least, most
				}
				ask := func(name, text string) (steps, least, most int) { return find(name, cty.StringVal(text)) }
				for name, is := range map[string]cty.Value{"port": cty.NumberIntVal(3), "on": cty.True} {
					if n, least, _ := find(name, is); least != 1 || n > 50 {
						t.Errorf("trust %d: in %d steps, %d objects are found by their %s", trust, n, least, name)
					}
				}
				if _, least, most := find("port", cty.NumberFloatVal(0.5)); least != 0 || most > 6 {
					t.Errorf("trust %d: from %d to %d objects have a port that none has", trust, least, most)
				}
				// Two are n7 without a doubt, and the sensitive one, which counts; the unknown ones may be.
				if _, least, most := ask("name", "n7"); least != 3 || most != 5 {
					t.Errorf("trust %d: from %d to %d objects have the name", trust, least, most)
				}
				if _, least, most := ask("name", "nobody"); least != 0 || most != 2 {
					t.Errorf("trust %d: from %d to %d objects have a name that none has", trust, least, most)
				}
				steps[n], _, _ = ask("name", "n8")
			}
			if steps[100] != steps[5000] || steps[100] > 50 {
				t.Errorf("trust %d: %d steps among 100 objects, and %d among 5000", trust, steps[100], steps[5000])
			}
		}
	}
}
