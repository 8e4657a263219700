package jsonplan

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"testing"

	"github.com/planfmt/planfmt/internal/encoded"
	"github.com/planfmt/planfmt/jsondoc"
	"github.com/planfmt/planfmt/values"
)

// FuzzRead reads anything: a plan or an error comes back, the same for a
// stream and for an input that can seek, and whatever is in the plan loads or
// says why not.
func FuzzRead(f *testing.F) {
	f.Add(fullPlan(f))
	f.Add(encoded.UTF16([]byte(`{"format_version":"1.2","output_changes":{"a":{"actions":["create"],"after":"\ud83d\ude00"}}}`), false, true))
	f.Add(encoded.Gzip([]byte(`{"resource_changes":[{"address":"a.b"}]}`)))
	for _, s := range []string{
		"", "[command]x", "::debug::", "PK\x03\x04", "{}", "[[[", "{\"@level\":1}", `{"version":4,"serial":1}`,
		`{"resource_changes":[{"address":"a.b","mode":"managed","type":"a","name":"b","change":{"actions":["delete","create"],"replace_paths":[[0,"x"],[{}]],"importing":{"id":"x"}}}]}`,
		`{"format_version":"1.0","prior_state":{"values":{"root_module":{"child_modules":[{}]}}}} `,
		`{"deferred_changes":[{"resource_change":1},null],"action_invocations":[{"config_values":1}],"relevant_attributes":[{"resource":"a","attribute":[1e9]}]}`,
	} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, doc []byte) {
		opts := Options{Options: jsondoc.Options{TempDir: t.TempDir(), MemoryLimit: 100}, Evidence: &notes{}}
		p, err := Read(context.Background(), stream{bytes.NewReader(doc)}, opts)
		q, err2 := Read(context.Background(), bytes.NewReader(doc), opts)
		if (err == nil) != (err2 == nil) || err != nil && err.Error() != err2.Error() {
			t.Fatalf("stream: %v\nseekable: %v", err, err2)
		}
		if err != nil {
			if ie := new(jsondoc.InputError); !errors.As(err, &ie) {
				t.Fatalf("a %T: %v", err, err)
			}
			if len(err.Error()) > 1000 {
				t.Fatalf("a message of %d bytes", len(err.Error()))
			}
			return
		}
		defer p.Close()
		defer q.Close()
		if a, b := describe(t, p), describe(t, q); a != b {
			t.Fatalf("stream:\n%s\nseekable:\n%s", a, b)
		}
	})
}

// FuzzParser holds the parser against the standard library's: with LastWins it
// takes the same texts and finds the same values in them.
func FuzzParser(f *testing.F) {
	for _, s := range []string{
		`null`, ` [1, -0, 0.5e+10, "a\u00e9\ud83d\ude00\ud800x", {"b":1,"a":{},"b":2}] `, `01`, `-`, `1.`, `1e`, `"\x"`, "\"\xff\\n\xfe\"",
		"\"\t\"", `{"a":1,}`, `[1,]`, `{"a"}`, `truex`, `"\ud800\u0041\udc00\ud800\ud800\udc00"`, "\"\xff\xfe\"", `{"\u0061":1,"a":2}`, "\x00", "[\xff]", "\ufeff1",
	} {
		f.Add([]byte(s))
	}
	var parser values.Parser
	parser.Names = values.LastWins
	f.Fuzz(func(t *testing.T, text []byte) {
		dec := json.NewDecoder(bytes.NewReader(text))
		dec.UseNumber()
		var want any
		wantErr := dec.Decode(&want)
		ok := wantErr == nil && json.Valid(text)
		v, err := parser.Parse(text)
		if (err == nil) != ok {
			t.Fatalf("%q: ours %v, theirs %v", text, err, wantErr)
		}
		if err != nil {
			if se := new(values.SyntaxError); !errors.As(err, &se) || se.Offset < 0 || se.Offset > int64(len(text)) {
				t.Fatalf("%q: %#v", text, err)
			}
			return
		}
		if !same(v, want) {
			t.Fatalf("%q: not the same", text)
		}
		c := v.Clone()
		if !c.Equal(v) || !v.Equal(c) || v.Hash() != c.Hash() {
			t.Fatalf("%q: a clone differs", text)
		}
	})
}

// same compares a Value with what encoding/json makes of the same text.
func same(v values.Value, want any) bool {
	switch want := want.(type) {
	case nil:
		return v.Kind() == values.Null
	case bool:
		return v.Kind() == values.Bool && v.IsTrue() == want
	case json.Number:
		return v.Kind() == values.Number && v.Text() == want.String()
	case string:
		return v.Kind() == values.String && v.Text() == want
	case []any:
		if v.Kind() != values.Array || v.Len() != len(want) {
			return false
		}
		for i, w := range want {
			if !same(v.Elem(i), w) {
				return false
			}
		}
		return true
	case map[string]any:
		if v.Kind() != values.Object || v.Len() != len(want) {
			return false
		}
		for k, w := range want {
			if !same(v.Get(k), w) {
				return false
			}
		}
		return true
	}
	return false
}
