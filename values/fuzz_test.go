package values

import (
	"bytes"
	"encoding/json"
	"errors"
	"testing"
)

// FuzzParser compares the parser with the standard library's: with LastWins it
// accepts the same texts and finds the same values in them.
func FuzzParser(f *testing.F) {
	for _, s := range []string{
		`null`, ` [1, -0, 0.5e+10, "a\u00e9\ud83d\ude00\ud800x", {"b":1,"a":{},"b":2}] `, `01`, `-`, `1.`, `1e`, `"\x"`, "\"\xff\\n\xfe\"",
		"\"\t\"", `{"a":1,}`, `[1,]`, `{"a"}`, `truex`, `"\ud800\u0041\udc00\ud800\ud800\udc00"`, "\"\xff\xfe\"", `{"\u0061":1,"a":2}`, "\x00", "[\xff]", "\ufeff1",
	} {
		f.Add([]byte(s))
	}
	var parser Parser
	parser.Names = LastWins
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
			if se := new(SyntaxError); !errors.As(err, &se) || se.Offset < 0 || se.Offset > int64(len(text)) {
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
func same(v Value, want any) bool {
	switch want := want.(type) {
	case nil:
		return v.Kind() == Null
	case bool:
		return v.Kind() == Bool && v.IsTrue() == want
	case json.Number:
		return v.Kind() == Number && v.Text() == want.String()
	case string:
		return v.Kind() == String && v.Text() == want
	case []any:
		if v.Kind() != Array || v.Len() != len(want) {
			return false
		}
		for i, w := range want {
			if !same(v.Elem(i), w) {
				return false
			}
		}
		return true
	case map[string]any:
		if v.Kind() != Object || v.Len() != len(want) {
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
