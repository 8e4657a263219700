package sinks

import (
	"encoding/json"
	"strings"
	"testing"
	"unicode/utf8"
)

func TestAppendJSON(t *testing.T) {
	for in, want := range map[string]string{
		"":                        `""`,
		"a \"b\" \\ é 😀":          `"a \"b\" \\ é 😀"`,
		"a\nb\tc\r\x1b[31m\x00":   `"a\nb\tc\u000d\u001b[31m\u0000"`,
		"\x7f\u0085\u202e\u2028":  `"\u007f\u0085\u202e\u2028"`,
		"\U000e0001":              `"\udb40\udc01"`,
		"❤\ufe0f x\ufe0f":         "\"❤\ufe0f x\\ufe0f\"",
		"a\xffb":                  "\"a\ufffdb\"",
		"##[group] ##vso[x] ###[": `"#\u0023[group] #\u0023vso[x] ##\u0023["`,
		"section_start:1:x":       `"section\u005fstart:1:x"`,
		"::error::":               `"::error::"`, // harmless behind the quote
	} {
		if got := string(AppendJSON([]byte("x"), in)); got != "x"+want {
			t.Errorf("%q: got %s, want %s", in, got[1:], want)
		}
	}
}

// FuzzAppendJSON checks that the string stands for the text, and is safe.
func FuzzAppendJSON(f *testing.F) {
	for _, seed := range []string{"a\x1b\u202e", "##[", "#\u0023[", `\u0023#[`, "\U000e0041❤\ufe0f", "section_end:1", "--- a"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		quoted := AppendJSON(nil, text)
		var back string
		if err := json.Unmarshal(quoted, &back); err != nil {
			t.Fatalf("%s: %v", quoted, err)
		}
		if utf8.ValidString(text) && back != text {
			t.Errorf("%q reads as %q", text, back)
		}
		check(t, string(quoted))
	})
}

// BenchmarkAppendJSON writes text as it is in most plans.
func BenchmarkAppendJSON(b *testing.B) {
	for name, text := range map[string]string{
		"name":   "arn:aws:iam::123456789012:role/deploy",
		"policy": strings.Repeat("{\"Effect\": \"Allow\", \"Action\": [\"s3:GetObject\"]}\n", 20),
	} {
		b.Run(name, func(b *testing.B) {
			var out []byte
			b.SetBytes(int64(len(text)))
			for b.Loop() {
				out = AppendJSON(out[:0], text)
			}
		})
	}
}
