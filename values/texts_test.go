package values

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
)

// TestTexts checks that copies are the texts of the values, and stay so.
func TestTexts(t *testing.T) {
	kinds := []string{`null`, `true`, `false`, `[1]`, `{"a":1}`, `""`, `"a"`, `"\u00e9\n"`, `"é"`, `1e400`, `"` + strings.Repeat("x", longTextLen) + `"`}
	for i := range 2000 {
		kinds = append(kinds, fmt.Sprintf(`"text %d"`, i), fmt.Sprint(i))
	}
	kinds = append(kinds, `"`+strings.Repeat("long", longTextLen)+`"`, "1"+strings.Repeat("0", longTextLen))
	var texts Texts
	copies := make([]string, len(kinds))
	for i, k := range kinds {
		copies[i] = texts.Text(Of(k))
	}
	for i, k := range kinds {
		if want := Of(k).Text(); copies[i] != want {
			t.Fatalf("%s: %q, want %q", k, copies[i], want)
		}
	}
	for _, v := range []Value{{}, NewString("a\nb"), NewNumber("12"), NewBool(true), NewNull(), NewArray(), NewObject()} {
		if got := texts.Text(v); got != v.Text() {
			t.Errorf("%s: %q, want %q", v.JSON(), got, v.Text())
		}
	}
	for _, name := range []string{"", "a name", strings.Repeat("long", longTextLen)} {
		document := []byte(name)
		got := texts.Name(bytesString(document))
		if clear(document); got != name {
			t.Errorf("the name %q has become %q", name, got)
		}
	}
	v := Of(`"some text"`)
	if n := testing.AllocsPerRun(1000, func() { texts.Text(v) }); n >= 1 {
		t.Errorf("%v allocations for a text", n)
	}
}

// Escapes are found wherever they are, and whatever is between them.
func TestEscapes(t *testing.T) {
	parts := []string{`\n`, `\"`, `\\`, `\/`, `\u00e9`, `\ud83d\ude00`, `\ud800`, `a`, `bcdefgh`, `0123456789abcdef`, `é`}
	r := rand.New(rand.NewPCG(1, 2))
	for range 20_000 {
		text := `"`
		for range r.IntN(12) {
			text += parts[r.IntN(len(parts))]
		}
		text += `"`
		var want string
		if err := json.Unmarshal([]byte(text), &want); err != nil {
			t.Fatal(err)
		}
		if got := Of(text).Text(); got != want {
			t.Fatalf("%s: got %q, want %q", text, got, want)
		}
	}
}

func TestHasSurrogates(t *testing.T) {
	var p Parser
	for text, want := range map[string]bool{
		`"\ud83d\ude00"`: false, `"\ud83d\ud83d\ude00"`: true, `"\ude00\ud83d"`: true, `"\ud83d x\ude00"`: true, `["\uD800"]`: true, `{"\udfff":1}`: true, `"\ud7ff\ue000"`: false, `"\\ud800"`: false, `"😀"`: false, `1`: false,
	} {
		if _, err := p.ParseString(text); err != nil || p.HasSurrogates() != want {
			t.Errorf("%s: %v, %v", text, p.HasSurrogates(), err)
		}
	}
}
