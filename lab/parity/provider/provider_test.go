package provider

import (
	"context"
	"encoding/json"
	"testing"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
	"github.com/zclconf/go-cty/cty"
)

func TestSchemas(t *testing.T) {
	got, err := newServer(t.TempDir()).GetProviderSchema(context.Background(), &tfprotov6.GetProviderSchemaRequest{})
	if err != nil {
		t.Fatal(err)
	}
	if len(got.ResourceSchemas) != len(Resources()) || len(got.DataSourceSchemas) != 1 || len(got.EphemeralResourceSchemas) != 1 {
		t.Errorf("got %d resource types, %d data sources", len(got.ResourceSchemas), len(got.DataSourceSchemas))
	}
}

// TestLife creates, stores, reads and changes an object of every type, and plans it without changes.
func TestLife(t *testing.T) {
	for name, typ := range Resources() {
		s := newServer(t.TempDir())
		wanted, err := decode(typ.Body, map[string]json.RawMessage{"key": json.RawMessage(`"k"`)})
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		planned, replace := planChange(typ.Body, cty.NullVal(typ.Body.valueType()), wanted)
		if len(replace) != 0 || planned.IsWhollyKnown() {
			t.Errorf("%s: create: replace %v, known %v", name, replace, planned.IsWhollyKnown())
		}
		made, err := s.apply(typ, cty.NullVal(typ.Body.valueType()), planned)
		if err != nil || !made.IsWhollyKnown() {
			t.Fatalf("%s: create: %v, known %v", name, err, made.IsWhollyKnown())
		}
		read, _, err := s.store.load(typ.Body, "k-1")
		if err != nil || !read.RawEquals(made) {
			t.Errorf("%s: read: %v\ngot  %#v\nwant %#v", name, err, read, made)
		}
		if again, _ := planChange(typ.Body, made, made); !again.RawEquals(made) {
			t.Errorf("%s: a plan without a change changes", name)
		}
		if _, err := s.apply(typ, made, cty.NullVal(typ.Body.valueType())); err != nil {
			t.Errorf("%s: delete: %v", name, err)
		}
		if gone, _, err := s.store.load(typ.Body, "k-1"); err != nil || !gone.IsNull() {
			t.Errorf("%s: it is still there: %v", name, err)
		}
	}
}

func TestReplacePaths(t *testing.T) {
	body := Resources()["parity_nested"].Body
	value := func(text string) cty.Value {
		var members map[string]json.RawMessage
		if err := json.Unmarshal([]byte(text), &members); err != nil {
			t.Fatal(err)
		}
		v, err := decode(body, members)
		if err != nil {
			t.Fatal(err)
		}
		return v
	}
	prior := value(`{"key":"k","id":"i","stamp":"s","one":{"fixed":"a","seen":"s","stamp":"s"},"mp":{"k":{"fixed":"a","seen":"s","stamp":"s"}},"fixed_lst":[{"label":"a","seen":"s","stamp":"s"}]}`)
	changed := value(`{"key":"k","id":"i","stamp":"s","one":{"fixed":"b","seen":"s","stamp":"s"},"mp":{"k":{"fixed":"b","seen":"s","stamp":"s"}},"fixed_lst":[{"label":"a","seen":"s","stamp":"s"}]}`)
	_, paths := planChange(body, prior, changed)
	got := map[string]bool{}
	for _, p := range paths {
		got[protoPath(p).String()] = true
	}
	want := []string{`AttributeName("one").AttributeName("fixed")`, `AttributeName("mp").ElementKeyString("k").AttributeName("fixed")`}
	for _, w := range want {
		if !got[w] {
			t.Errorf("no path %s in %v", w, got)
		}
	}
	if len(got) != len(want) {
		t.Errorf("got %v, want %v", got, want)
	}
}
