package planvalue_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/zclconf/go-cty/cty"

	"github.com/planfmt/planfmt/internal/lang/planvalue"
	"github.com/planfmt/planfmt/schema"
	"github.com/planfmt/planfmt/values"
)

// TestUnknownPaths checks that all that is unknown is named, and nothing in what is sensitive or a set.
func TestUnknownPaths(t *testing.T) {
	block := (&schema.Block{
		Attributes: []schema.Attribute{
			{Name: "id", Type: cty.String},
			{Name: "tags", Type: cty.Map(cty.String)},
			{Name: "secrets", Type: cty.Map(cty.String), Sensitive: true},
			{Name: "names", Type: cty.Set(cty.String)},
			{Name: "zones", Type: cty.List(cty.String)},
		},
		Blocks: []schema.NestedBlock{{Name: "disk", Nesting: schema.NestingList, Block: (&schema.Block{
			Attributes: []schema.Attribute{{Name: "key", Type: cty.Map(cty.String), Sensitive: true}, {Name: "size", Type: cty.Number}},
		}).Finish()}},
	}).Finish()
	for _, test := range []struct{ value, unknown, sensitive, want string }{
		{`{}`, `{}`, `{}`, ""},
		{`{}`, `{"id":true,"tags":{"a":false,"b":true},"zones":[false,true]}`, `{}`, "id tags.b zones[1]"},
		{`{}`, `{"secrets":{"canary":true},"names":[true,true]}`, `{}`, "names secrets"},
		{`{"tags":{}}`, `{"tags":{"canary":true}}`, `{"tags":true}`, "tags"},
		{`{"disk":[{},{}]}`, `{"disk":[{"size":true},{"key":{"canary":true}}]}`, `{}`, "disk[0].size disk[1].key"},
		{`{"disk":[{},{}]}`, `{"disk":[{},{"key":{"canary":false}}]}`, `{}`, ""},
		{`{"disk":[{"size":1}]}`, `{"disk":true}`, `{}`, "disk"},
		{`{"other":{}}`, `{"other":{"x":[{"y":true}]}}`, `{}`, "other.x[0].y"},
		{`{}`, `true`, `{}`, "disk id names secrets tags zones"},
		{`null`, `false`, `false`, ""},
		{`null`, `{"id":true}`, `false`, "id"},
	} {
		var shapes planvalue.Shapes
		o := shapes.Object(planvalue.Side{
			Block: block, Trust: planvalue.Exact, Nulls: true,
			Value: parse(t, test.value), Unknown: values.UnknownFlags(parse(t, test.unknown)), Sensitive: values.SensitiveFlags(parse(t, test.sensitive)),
		})
		var got []string
		for _, p := range o.UnknownPaths() {
			got = append(got, p.String())
		}
		if text := strings.Join(got, " "); text != test.want {
			t.Errorf("%s, unknown %s: have %q, want %q", test.value, test.unknown, text, test.want)
		}
	}
}

// TestUnknownPathsMany checks that a document cannot make more paths than it has room for.
func TestUnknownPathsMany(t *testing.T) {
	var parts []string
	for i := range 5000 {
		parts = append(parts, fmt.Sprintf(`"k%d":true`, i))
	}
	var shapes planvalue.Shapes
	block := (&schema.Block{Attributes: []schema.Attribute{{Name: "id", Type: cty.String}, {Name: "tags", Type: cty.Map(cty.String)}}}).Finish()
	o := shapes.Object(planvalue.Side{
		Block: block, Trust: planvalue.Exact, Value: parse(t, `{}`),
		Unknown: values.UnknownFlags(parse(t, `{"id":true,"tags":{`+strings.Join(parts, ",")+`}}`)),
	})
	if got := o.UnknownPaths(); len(got) != 2 || got[0].String() != "id" || got[1].String() != "tags" {
		t.Errorf("have %d paths", len(got))
	}
}

func parse(t *testing.T, text string) values.Value {
	t.Helper()
	v, err := (&values.Parser{}).ParseString(text)
	if err != nil {
		t.Fatal(err)
	}
	return v
}
