package values

import (
	"bytes"
	"testing"

	"github.com/go-json-experiment/json/jsontext"
)

// FuzzAppendString compares AppendString with jsontext.
func FuzzAppendString(f *testing.F) {
	for _, s := range []string{"", "a", "\x00\b\f\n\r\t\x1f\x7f", `"\/`, "é\u2028😀", "a\xffb\xc3", "\ufffd\xff\ufffd", "\xed\xa0\x80"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		want, _ := jsontext.AppendQuote([]byte("x"), s)
		if have := AppendString([]byte("x"), s); !bytes.Equal(have, want) {
			t.Errorf("%q: have %s, want %s", s, have, want)
		}
	})
}
