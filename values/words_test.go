package values

import (
	"strconv"
	"testing"
	"unsafe"
)

// TestWords checks that there is one copy of a text, which does not change with the
// bytes that it was read from.
func TestWords(t *testing.T) {
	var words Words
	first := words.Text(Of(`"word"`))
	for _, v := range []Value{Of(`"word"`), Of(`"w\u006frd"`), NewString("word")} {
		if have := words.Text(v); have != "word" || unsafe.StringData(have) != unsafe.StringData(first) {
			t.Errorf("%s: have %q, or another copy", v.JSON(), have)
		}
	}
	text := []byte("other")
	other := words.KeepBytes(text)
	clear(text)
	if again := words.Keep("other"); other != "other" || again != "other" || unsafe.StringData(again) != unsafe.StringData(other) {
		t.Errorf("have %q and %q", other, again)
	}
	v := Of(`"word"`)
	if n := testing.AllocsPerRun(100, func() { words.Text(v) }); n > 0 {
		t.Errorf("%v allocations for a known word", n)
	}
	for i := range 2 * maxWords {
		if s := strconv.Itoa(i); words.Keep(s) != s || words.Text(Of(s)) != s {
			t.Fatal(s)
		}
	}
	if len(words.known) > maxWords || words.Text(Value{}) != "" {
		t.Errorf("%d words", len(words.known))
	}
}
