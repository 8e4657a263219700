package jsondoc

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/planfmt/planfmt/internal/base/jsoncut"
	"github.com/planfmt/planfmt/internal/testkit/sampling"
)

// A taking is how much of a document a test takes at a time.
type taking uint8

const (
	takeTokens taking = iota
	takeValues        // below the second level
	skipValues        // below the second level
)

// newOracle returns the tokenizer that a lexer must agree with. With a
// *bytes.Buffer, all its pointers are right.
func newOracle(r io.Reader) tokenizer {
	return newDecoder(r, jsontext.AllowDuplicateNames(true))
}

// read takes a document, and returns all that a tokenizer tells about it.
func read(tok tokenizer, how taking) (trace []string, err error) {
	var open []bool // whether each of what is open is an object
	name := false   // a name comes next
	note := func(what string) {
		if len(open) < 100 {
			trace = append(trace, fmt.Sprintf("%s at %d, %s", what, tok.offset(), tok.pointer()))
		}
	}
	for {
		k := tok.peek()
		if how != takeTokens && len(open) == 2 && !name && k != kindNone && k != endObject && k != endArray {
			raw := []byte(nil)
			if how == skipValues {
				err = tok.skip()
			} else if raw, err = tok.value(); err == nil {
				err = checkRead(tok, raw)
			}
			if err != nil {
				return trace, err
			}
			note("value " + string(raw))
			name = open[1]
			continue
		}
		text, err := tok.token()
		switch {
		case err == io.EOF:
			return trace, nil
		case err != nil:
			return trace, err
		case k == beginObject, k == beginArray:
			open = append(open, k == beginObject)
			name = k == beginObject
		default:
			if k == endObject || k == endArray {
				open = open[:len(open)-1]
				name = false
			}
			name = !name && len(open) > 0 && open[len(open)-1]
		}
		note(string(k) + text)
		if len(open) == 0 {
			return trace, nil // a document is one value
		}
	}
}

// checkRead checks a value that has just been read, in the way in which an Excerpt does.
func checkRead(tok tokenizer, raw []byte) error {
	err := checkText(raw, tok.parent(), tok.pointer().String())
	if se, wrong := err.(*syntaxError); wrong {
		se.offset += tok.offset() - int64(len(raw))
		se.pointer = tok.pointer().String() + se.pointer
	}
	return err
}

// describe spells an error with all that it says.
func describe(err error) string {
	if se, ok := err.(*syntaxError); ok {
		return fmt.Sprintf("%+v", *se)
	}
	return fmt.Sprint(err)
}

// compareWithOracle compares what a lexer and jsontext tell about a document, and a lexer and jsontext that are strict.
func compareWithOracle(t *testing.T, doc []byte) {
	t.Helper()
	if text := trimSpace(doc); len(text) == 0 || text[0] != '{' && text[0] != '[' {
		return // such text is no document
	}
	compare(t, doc, newOracle, func(l *lexer) tokenizer { return l }, false)
	compare(t, doc, func(r io.Reader) tokenizer { return newDecoder(struct{ io.Reader }{r}) }, func(l *lexer) tokenizer {
		return newStrictLexer(l, func() io.Reader { return bytes.NewReader(doc) })
	}, true)
}

func compare(t *testing.T, doc []byte, oracle func(io.Reader) tokenizer, with func(*lexer) tokenizer, strict bool) {
	t.Helper()
	for how := takeTokens; how <= skipValues; how++ {
		want, wantErr := read(oracle(bytes.NewBuffer(bytes.Clone(doc))), how)
		for i, size := range []int{8, 8, 32, 32, bufferSize} {
			l := newLexer(iotest.HalfReader(bytes.NewReader(doc)), size)
			if i%2 > 0 {
				l.again = bytes.NewReader(doc)
			}
			have, err := read(with(l), how)
			n := len(want)
			if wantErr != nil {
				n = max(n-1, 0) // a number or a word that has a mistake may be two for jsontext
			}
			// A mistake in what is skipped need not be found, unless the lexer is strict.
			unseen := !strict && how == skipValues && wantErr != nil && len(have) >= len(want)
			if describe(err) != describe(wantErr) && !unseen {
				t.Errorf("%.300q, %d, strict %v, buffer of %d:\nhave %s\nwant %s", doc, how, strict, size, describe(err), describe(wantErr))
			}
			if h, w := strings.Join(have[:min(n, len(have))], "\n"), strings.Join(want[:n], "\n"); h != w || wantErr == nil && len(have) > n {
				t.Errorf("%.300q, %d, buffer of %d:\nhave %s\nwant %s", doc, how, size, h, w)
			}
		}
	}
}

var documents = []string{
	"{}", "[]", "{}{}", "[1]2", "[000]", "[nulls]", "[,1]", "[1,]", "[1 2]", `{"a"}`, `{"a":}`, `{"a":1,}`, `{,}`, `{1:2}`, `{"a" 1}`,
	`{"a":1 "b":2}`, `{"a":{"b":[1,{"c":2},[3,[4,x]]]}}`, `{"a":{"b":[1,{"c":2},[3,[4,5]}`, `[0,1,2,{"x~/y":[0,0,0,-]}]`, `{"a":[{"b":{"c":}}]}`, `{"a":{"b":{"c":}}}`, `{"a":[[{"c":}]]}`, `{"a":[1,{"c":}1}]]}`, `[[1,{"c":}1}]]`, `[[{"c":{"d":}1}}]]`, `[{"c":{"d":}1}}]`, `[1.5e+3,-0,0.1,1E9,1e]`, `[01]`, `[+1]`, `[.5]`, "[[0.A",
	`{"format_version":"1.2","a":[{"b":{"c":1,"c":2},"\u0062":null}],"d":"\ud83d\ude00","e":[true,false,null,-1e5,""]}`,
	`{"a":{"b":"\ud800"}}`, "{\"a\":{\"b\":\"\xff\"}}", "{\"a\":{\"b\xff\":1}}", "{\"a\":{\"b\":\"\n\"}}", `{"a":{"b":"\\\\\""},"c\"":"\\"}`, `{"a":{"b":"\x"}}`, "[\"a\x00\"]",
	`{"a":{"b":[}]}}`, `{"a":{"b":[;]}}`, `{"a":{"b":[1`, `{"a":{"b":["`, `{"a":{"b":["\`, `{"a":{"b":{"c`, `{"a":{"b":{"c"`, `{"a":{"b":{"c":`, `{"a":{"b":t`, `{"a":`, `{"a"`, `{"a":1`, `{"a":1,`,
	"[\n\n1,\t{\"a\" :\r\n2 , \"b\": []\n}\n]\n", "{\"é\":\"ü\"}", `["\u00e9","\/"]`,
	`{"a":{"b":{"c":1,"d":2,"c":3}}}`, `{"a":[{"b":{"":1,"\u0062":{},"b":3}}]}`, `{"a":1,"b":[{"x":{}}],"a":2}`, `{"a":{"b":["\ud83d\ude00","\ud83d","\ude00\ud83d"]}}`,
	`{"a":{"b":[truex]}}`, `{"a":{"b":[tru]}}`, `{"a":{"b":[1.]}}`, `{"a":{"b":[-]}}`, `{"a":{"b":[01]}}`, `{"a":{"b":[1,]}}`, `{"a":{"b":{"c":1,}}}`, `{"a":{"b":{1:2}}}`,
}

// TestLexer compares with jsontext, also where documents are cut off.
func TestLexer(t *testing.T) {
	sampling.SkipShort(t)
	for _, doc := range documents {
		for n := range len(doc) + 1 {
			if sampling.TakesOneOf(12, t.Name(), doc[:n]) {
				compareWithOracle(t, []byte(doc[:n]))
			}
		}
	}
	for _, n := range []int{jsoncut.MaxDepth - 1, jsoncut.MaxDepth, jsoncut.MaxDepth + 1} {
		for _, open := range []string{"[", `{"":`} {
			if !sampling.Full() && ((open == "[") != (n == jsoncut.MaxDepth) || n < jsoncut.MaxDepth) {
				continue
			}
			text := strings.Repeat(open, n)
			compareWithOracle(t, []byte(text))
			compareWithOracle(t, []byte(text+"1"+strings.Repeat(string(open[0]+2), n)))
		}
	}
	files, err := filepath.Glob("../../../testdata/golden/*/*.txtar")
	if err != nil || len(files) == 0 {
		t.Fatal(files, err)
	}
	for _, name := range files {
		if !sampling.Takes(t.Name(), filepath.ToSlash(name)) {
			continue
		}
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		for _, part := range bytes.Split(text, []byte("\n-- ")) {
			if _, doc, ok := bytes.Cut(part, []byte(" --\n")); ok && len(doc) > 0 && doc[0] == '{' {
				compareWithOracle(t, doc)
				compareWithOracle(t, doc[:len(doc)/2])
			}
		}
	}
}

func FuzzLexer(f *testing.F) {
	for _, doc := range documents {
		f.Add([]byte(doc))
	}
	f.Fuzz(compareWithOracle)
}

// BenchmarkSkip compares with jsontext, which checks more.
func BenchmarkSkip(b *testing.B) {
	element := `{"address":"a.b[0]","mode":"managed","type":"a","name":"b","index":0,"values":{"id":"i-0123456789","tags":{"Name":"x y z","Owner":"platform"},"ports":[80,443],"script":"#!/bin/sh\nexec node\n","on":true,"none":null}}`
	doc := "[" + strings.Repeat(element+",", 10_000) + element + "]"
	for name, open := range map[string]func(io.Reader) tokenizer{
		"lexer": func(r io.Reader) tokenizer { return newLexer(r, bufferSize) },
		"strict": func(r io.Reader) tokenizer {
			return newStrictLexer(newLexer(r, bufferSize), func() io.Reader { return strings.NewReader(doc) })
		},
		"jsontext": newOracle,
		"jsontext, lax": func(r io.Reader) tokenizer {
			return newDecoder(r, jsontext.AllowDuplicateNames(true), jsontext.AllowInvalidUTF8(true))
		},
	} {
		b.Run(name, func(b *testing.B) {
			b.SetBytes(int64(len(doc)))
			for b.Loop() {
				tok := open(strings.NewReader(doc))
				tok.token()
				for tok.peek() != endArray {
					if err := tok.skip(); err != nil {
						b.Fatal(err)
					}
				}
			}
		})
	}
}
