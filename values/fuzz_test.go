package values

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"testing"
	"unicode/utf16"
	"unicode/utf8"

	"github.com/go-json-experiment/json/jsontext"
)

// FuzzParser compares the parser with the standard library's: with LastWins it
// accepts the same texts and finds the same values in them.
func FuzzParser(f *testing.F) {
	for _, s := range []string{
		`null`, ` [1, -0, 0.5e+10, "a\u00e9\ud83d\ude00\ud800x", {"b":1,"a":{},"b":2}] `, `01`, `-`, `1.`, `1e`, `"\x"`, "\"\xff\\n\xfe\"",
		"\"\t\"", `{"a":1,}`, `[1,]`, `{"a"}`, `truex`, `"\ud800\u0041\udc00\ud800\ud800\udc00"`, "\"\xff\xfe\"", `{"\u0061":1,"a":2}`, "\x00", "[\xff]", "\ufeff1",
		"{\"a\":0,\"a\":{},\"\x8f\":0}",
	} {
		f.Add([]byte(s))
	}
	var unique Parser
	parser := Parser{Names: LastWins}
	f.Fuzz(func(t *testing.T, text []byte) {
		checkUnique(t, &unique, text)
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
		for _, c := range []Value{v.Clone(), rebuilt(v), Of(string(respell(nil, v)))} {
			if !c.Equal(v) || !v.Equal(c) || v.Hash() != c.Hash() {
				t.Fatalf("%q does not equal %s", text, c.JSON())
			}
		}
	})
}

// checkUnique compares the parser with jsontext: it accepts the same texts, except
// that half a surrogate pair is U+FFFD.
func checkUnique(t *testing.T, parser *Parser, text []byte) {
	_, err := parser.Parse(text)
	dec := jsontext.NewDecoder(bytes.NewReader(text))
	wantErr := dec.SkipValue()
	if wantErr == nil {
		if _, end := dec.ReadToken(); end != io.EOF {
			wantErr = errors.Join(end, errors.New("more than one value"))
		}
	}
	switch {
	case (err == nil) == (wantErr == nil):
	case err == nil && bytes.Contains(bytes.ToLower(text), []byte(`\ud`)):
	case errors.Is(err, ErrDepth):
	default:
		t.Fatalf("%q: ours %v, theirs %v", text, err, wantErr)
	}
	if errors.Is(wantErr, jsontext.ErrDuplicateName) && !errors.Is(err, ErrTwice) && json.Valid(text) && utf8.Valid(text) { // two mistakes: either may be found first
		t.Fatalf("%q: a name stands twice, but %v", text, err)
	}
}

// rebuilt returns a value that is made of the same parts.
func rebuilt(v Value) Value {
	switch v.Kind() {
	case String:
		return NewString(v.Text())
	case Number:
		return NewNumber(v.Text())
	case Array:
		elems := make([]Value, 0, v.Len())
		for _, e := range v.Elems() {
			elems = append(elems, rebuilt(e))
		}
		return NewArray(elems...)
	case Object:
		members := make([]Member, 0, v.Len())
		for _, m := range v.Members() {
			members = append(members, Member{m.Name, rebuilt(m.Value)})
		}
		return NewObject(members...)
	}
	return v
}

// respell appends the text of a value with spaces, names in another order, and each
// character escaped that can be.
func respell(b []byte, v Value) []byte {
	switch v.Kind() {
	case String:
		return respellString(b, v.Text())
	case Array:
		b = append(b, '[', ' ')
		for i, e := range v.Elems() {
			if i > 0 {
				b = append(b, ',', '\n')
			}
			b = respell(b, e)
		}
		return append(b, ']')
	case Object:
		b = append(b, '{', '\t')
		for i := v.Len() - 1; i >= 0; i-- {
			m := v.member(i)
			b = append(respellString(b, m.Name), ':')
			b = append(respell(b, m.Value), ' ')
			if i > 0 {
				b = append(b, ',')
			}
		}
		return append(b, '}')
	}
	return append(b, v.JSON()...)
}

func respellString(b []byte, s string) []byte {
	b = append(b, '"')
	for _, r := range s {
		for _, c := range utf16.Encode([]rune{r}) {
			b = fmt.Appendf(b, "\\u%04X", c)
		}
	}
	return append(b, '"')
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
