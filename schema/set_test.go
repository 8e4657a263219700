package schema_test

import (
	"bytes"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"reflect"
	"strings"
	"testing"
	"testing/iotest"
	"unicode/utf16"

	"github.com/planfmt/planfmt/schema"
)

const document = `{"format_version":"1.0","provider_schemas":{
  "registry.terraform.io/acme/acme":{
    "provider":{"version":0,"block":{"attributes":{"not_a_type":{"type":"string"}}}},
    "resource_schemas":{
      "acme_thing":{"version":3,"block":{
        "attributes":{
          "name":{"type":"string","description":"quotes \" and \\","required":true},
          "tags":{"type":["map","string"],"optional":true},
          "any":{"type":"dynamic"},
          "token":{"type":"string","write_only":true},
          "key":{"type":"string","sensitive":true,"write_only":true},
          "rules":{"sensitive":true,"nested_type":{"nesting_mode":"set","attributes":{
            "ports":{"type":["list","number"]},
            "deep":{"nested_type":{"nesting_mode":"map","attributes":{"x":{"type":["object",{"b":"bool","a":["tuple",["string"]]}]}}}}}}}},
        "block_types":{
          "disk":{"nesting_mode":"list","min_items":1,"max_items":4,"block":{"attributes":{"size":{"type":"number"}},"block_types":{
            "label":{"nesting_mode":"map","block":{}}}}},
          "timeouts":{"nesting_mode":"single","block":{"attributes":{"create":{"type":"string"}}}}}}},
      "acme_empty":{"block":{}}},
    "data_source_schemas":{"acme_thing":{"block":{"attributes":{"id":{"type":"string"}}}}},
    "ephemeral_resource_schemas":{"acme_secret":{"block":{}}},
    "action_schemas":{"acme_restart":{"block":{"attributes":{"id":{"type":"string"}}}}},
    "functions":{"f":{"return_type":"string"}}},
  "registry.terraform.io/acme/null":null}}`

var acme = "registry.terraform.io/acme/acme"

func load(t *testing.T, r io.Reader) *schema.Set {
	t.Helper()
	var s schema.Set
	if err := s.Load("schemas.json", r); err != nil {
		t.Fatal(err)
	}
	return &s
}

func zipped(text string) []byte {
	var b bytes.Buffer
	z := gzip.NewWriter(&b)
	_, _ = io.WriteString(z, text)
	z.Close()
	return b.Bytes()
}

func TestLoad(t *testing.T) {
	want := "[{registry.terraform.io/acme/acme resource acme_empty} {registry.terraform.io/acme/acme resource acme_thing} " +
		"{registry.terraform.io/acme/acme data source acme_thing} {registry.terraform.io/acme/acme action acme_restart}]"
	wide := []byte{0xff, 0xfe}
	for _, u := range utf16.Encode([]rune(document)) {
		wide = append(wide, byte(u), byte(u>>8))
	}
	for name, r := range map[string]io.Reader{
		"plain":         strings.NewReader(document),
		"byte by byte":  iotest.OneByteReader(strings.NewReader(document)),
		"data with EOF": iotest.DataErrReader(strings.NewReader(document)),
		"gzip":          bytes.NewReader(zipped(document)),
		"UTF-8 mark":    strings.NewReader("\ufeff" + document),
		"UTF-16":        bytes.NewReader(wide),
	} {
		t.Run(name, func(t *testing.T) {
			s := load(t, r)
			if got := fmt.Sprint(s.IDs()); got != want {
				t.Errorf("IDs\n got %s\nwant %s", got, want)
			}
			for _, id := range s.IDs() {
				if b, err := s.Lookup(id); len(b) != 1 || err != nil {
					t.Errorf("%v: %v %v", id, b, err)
				}
			}
			found, _ := s.Lookup(schema.ID{Provider: acme, Type: "acme_thing"})
			b := found[0].Block
			if a := b.Attribute("name"); a == nil || !a.Required || b.Attribute("tags").Required {
				t.Errorf("name: %+v", a)
			}
			if a := b.Attribute("token"); a == nil || !a.WriteOnly {
				t.Errorf("token: %+v", a)
			}
			if n := b.NestedBlock("disk"); n == nil || n.Nesting != schema.NestingList || n.Block.NestedBlock("label") == nil || n.MinItems != 1 || n.MaxItems != 4 {
				t.Errorf("disk: %+v", n)
			}
		})
	}
}

// TestLoadWindow moves the window over a document by every offset that could
// cut an escape or a name in two.
func TestLoadWindow(t *testing.T) {
	for pad := range 300 {
		text := `{"pad":"` + strings.Repeat("x", 128<<10-150-pad) + `",` + strings.TrimPrefix(document, "{")
		if got := load(t, strings.NewReader(text)).Len(); got != 4 {
			t.Fatalf("pad %d: %d schemas", pad, got)
		}
	}
}

func TestLoadWant(t *testing.T) {
	s := schema.Set{Want: func(id schema.ID) bool { return id.Kind == schema.Action }}
	if err := s.Load("x", strings.NewReader(document)); err != nil {
		t.Fatal(err)
	}
	if s.Len() != 1 || s.Has(schema.ID{Provider: acme, Type: "acme_thing"}) {
		t.Errorf("%v", s.IDs())
	}
}

func TestLoadErrors(t *testing.T) {
	cut := zipped(strings.Repeat(document, 20))
	broken := bytes.Clone(zipped(document))
	broken[len(broken)-6] ^= 1
	want := "not provider schemas; expected the output of `terraform providers schema -json`"
	for name, tt := range map[string]struct{ text, want string }{
		"empty":        {" \n", "the file is empty; expected the output of `terraform providers schema -json`"},
		"text":         {"Error: no", want},
		"binary":       {"PK\x03\x04", want},
		"list":         {"[]", want},
		"plan":         {`{"format_version":"1.2","resource_changes":[]}`, want},
		"other":        {`{"a":1}`, want},
		"cut":          {document[:len(document)-1], "at byte " + fmt.Sprint(len(document)-1) + ": the file ends in the middle of the document"},
		"two":          {`{"format_version":"1.0"} {}`, "at byte 25: the document is followed by something else"},
		"not a list":   {`{"provider_schemas":[]}`, "at byte 20: expected '{', found '['"},
		"a number":     {`{"provider_schemas":{"a":1}}`, "at byte 25: expected '{', found '1'"},
		"a word":       {`{"provider_schemas":nil}`, "at byte 23: expected an object"},
		"gzip cut":     {string(cut[:len(cut)/2]), "the gzip data is cut off"},
		"gzip damaged": {string(broken), "the gzip data is damaged: gzip: invalid checksum"},
		"not gzip":     {"\x1f\x8bxxxxxxxxxxxxxxx", "not a gzip file: gzip: invalid header"},
	} {
		t.Run(name, func(t *testing.T) {
			var s schema.Set
			err := s.Load("f", strings.NewReader(tt.text))
			if err == nil || err.Error() != "f: "+tt.want || s.Len() != 0 {
				t.Errorf("got %v\nwant f: %s", err, tt.want)
			}
		})
	}
	failed := errors.New("disk on fire")
	if err := new(schema.Set).Load("f", io.MultiReader(strings.NewReader(document[:500]), iotest.ErrReader(failed))); !errors.Is(err, failed) {
		t.Errorf("got %v", err)
	}
}

// TestLookupError checks that one bad schema is an error of its own.
func TestLookupError(t *testing.T) {
	s := load(t, strings.NewReader(`{"provider_schemas":{"p":{"resource_schemas":{
		"bad":{"block":{"attributes":{"a":{"type":"strin"}}}},
		"none":{"block":{"attributes":{"a":{}}}},
		"broken":{"block":{"attributes":[1 2]}},
		"good":{"block":{"attributes":{"a":{"type":"string"}}}}}}}}`))
	for _, typ := range []string{"bad", "none", "broken"} {
		if b, err := s.Lookup(schema.ID{Provider: "p", Type: typ}); err == nil || b != nil || !strings.HasPrefix(err.Error(), "schemas.json: the schema of resource "+typ+": ") {
			t.Errorf("%s: %v %v", typ, b, err)
		}
	}
	if b, err := s.Lookup(schema.ID{Provider: "p", Type: "good"}); b == nil || err != nil {
		t.Error(err)
	}
	if b, err := s.Lookup(schema.ID{Provider: "q", Type: "good"}); b != nil || err != nil {
		t.Error(b, err)
	}
}

// TestBundle checks that what is written reads back as the same, byte for
// byte the same each time.
func TestBundle(t *testing.T) {
	s := load(t, strings.NewReader(document))
	write := func(ids []schema.ID) []byte {
		t.Helper()
		var b bytes.Buffer
		if err := schema.WriteBundle(&b, ids, s.Lookup); err != nil {
			t.Fatal(err)
		}
		return b.Bytes()
	}
	ids := s.IDs()
	first := write(ids)
	back := load(t, bytes.NewReader(first))
	if !reflect.DeepEqual(back.IDs(), ids) {
		t.Errorf("%v, want %v", back.IDs(), ids)
	}
	for _, id := range ids {
		want, _ := s.Lookup(id)
		got, err := back.Lookup(id)
		if err != nil || !reflect.DeepEqual(got, want) {
			t.Errorf("%v\n got %+v %v\nwant %+v", id, got, err, want)
		}
	}
	ids[0], ids[2] = ids[2], ids[0]
	if !bytes.Equal(write(append(ids, ids[1])), first) {
		t.Error("the order of IDs shows in the bundle")
	}
	if few := load(t, bytes.NewReader(write(ids[:1]))); few.Len() != 1 {
		t.Errorf("%v", few.IDs())
	}
	if none := load(t, bytes.NewReader(write(nil))); none.Len() != 0 {
		t.Errorf("%v", none.IDs())
	}
	if err := schema.WriteBundle(io.Discard, []schema.ID{{Provider: "p", Type: "t"}}, s.Lookup); err == nil || err.Error() != "no schema of resource t of p" {
		t.Error(err)
	}
	several := load(t, strings.NewReader(`{"provider_schemas":{
		"p@1.0.0":{"resource_schemas":{"t":{"version":1,"block":{"attributes":{"a":{"type":"string","sensitive":true}}}}}},
		"p@2.0.0":{"resource_schemas":{"t":{"version":2,"block":{}}}},
		"p@2.1.0":{"resource_schemas":{"t":{"version":2,"block":{}}}},
		"p":{"resource_schemas":{"t":{"version":1,"block":{}}}}}}`))
	id := schema.ID{Provider: "p", Type: "t"}
	if got, want := fmt.Sprint(several.ReleasesOf(id)), "[2.1.0 2.0.0 1.0.0 ]"; got != want {
		t.Errorf("releases %s, want %s", got, want)
	}
	var b bytes.Buffer
	if err := schema.WriteBundle(&b, several.IDs(), several.Lookup); err != nil {
		t.Fatal(err)
	}
	if got, want := fmt.Sprint(load(t, &b).ReleasesOf(id)), "[2.1.0 1.0.0 ]"; got != want {
		t.Errorf("releases %s in the bundle, want %s", got, want)
	}
	failed := errors.New("full")
	if err := schema.WriteBundle(failing{failed}, ids, s.Lookup); !errors.Is(err, failed) {
		t.Error(err)
	}
}

type failing struct{ err error }

func (f failing) Write([]byte) (int, error) { return 0, f.err }
