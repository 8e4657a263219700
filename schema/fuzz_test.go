package schema_test

import (
	"bytes"
	"fmt"
	"slices"
	"testing"
	"testing/iotest"

	"github.com/planfmt/planfmt/schema"
)

// FuzzLoad checks that nothing makes loading panic, that it does not matter in
// which pieces a document arrives, and that what can be looked up comes back
// the same from a bundle.
func FuzzLoad(f *testing.F) {
	f.Add([]byte(document))
	f.Add(zipped(document))
	f.Add([]byte(`{"format_version":"1.0","provider_schemas":{"p":{"resource_schemas":{"a\"":{},"\\":{"block":null}}}}}`))
	f.Fuzz(func(t *testing.T, text []byte) {
		var whole, pieces schema.Set
		err := whole.Load("f", bytes.NewReader(text))
		err2 := pieces.Load("f", iotest.OneByteReader(bytes.NewReader(text)))
		if fmt.Sprint(err) != fmt.Sprint(err2) || fmt.Sprint(whole.IDs()) != fmt.Sprint(pieces.IDs()) {
			t.Fatalf("%v %v, byte by byte %v %v", whole.IDs(), err, pieces.IDs(), err2)
		}
		var good []schema.ID
		for _, id := range whole.IDs() {
			if b, err := whole.Lookup(id); err == nil && b != nil {
				good = append(good, id)
			}
		}
		var bundle bytes.Buffer
		if err := schema.WriteBundle(&bundle, good, whole.Lookup); err != nil {
			t.Fatal(err)
		}
		back := load(t, &bundle)
		if fmt.Sprint(back.IDs()) != fmt.Sprint(good) {
			t.Fatalf("%v, want %v", back.IDs(), good)
		}
		for _, id := range good {
			want, _ := whole.Lookup(id)
			got, err := back.Lookup(id)
			if err != nil {
				t.Fatal(err)
			}
			// Of releases with equal schemas the newest stays.
			if a, b := distinct(t, want), distinct(t, got); !slices.Equal(a, b) {
				t.Fatalf("%v: %q, want %q", id, b, a)
			}
		}
	})
}

// distinct are the texts of schemas, each once.
func distinct(t *testing.T, found []schema.Schema) []string {
	var texts []string
	for _, s := range found {
		text, err := schema.AppendSchema(nil, s)
		if err != nil {
			t.Fatal(err)
		}
		if !slices.Contains(texts, string(text)) {
			texts = append(texts, string(text))
		}
	}
	return texts
}
