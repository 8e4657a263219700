package jsondoc

import (
	"bytes"
	"encoding/binary"
	"io"
	"strings"
	"testing"
	"testing/iotest"
	"unicode/utf16"
)

// Letters that went through a code page are found wherever the reads end, and text that only looks odd is not taken for them.
func TestCodePage(t *testing.T) {
	for text, want := range map[string]bool{
		`{"a":"M├╝ller"}`: true, `{"a":"Stra├ƒe"}`: true, `{"a":"MÃ¼ller"}`: true, `{"a":"caf├® au lait"}`: true, `{"a":"├ñrger"}`: true,
		`{"a":"Müller, Straße, café"}`: false, `{"a":"root├── leaf│└── a"}`: false, `{"a":"┌──┬──┐│x│├──┼──┤"}`: false, `{"a":"SÃO PAULO, MAÇÃ"}`: false, `{}`: false, "": false,
	} {
		for _, r := range []io.Reader{strings.NewReader(text), iotest.OneByteReader(strings.NewReader(text)), iotest.HalfReader(strings.NewReader(text))} {
			c := &codePage{r: r}
			if got, err := io.ReadAll(c); string(got) != text || err != nil || c.found != want {
				t.Errorf("%s: %t, want %t; %q, %v", text, c.found, want, got, err)
			}
		}
	}
}

// In UTF-16, letters that are not ASCII are worth a word, whatever the code page was, also where they have broken the JSON. In UTF-8, they are not.
func TestGarbledText(t *testing.T) {
	const garbled, maybe = "letters in it are garbled: ", "letters that are not ASCII are wrong unless that was UTF-8"
	for text, want := range map[string]string{
		`{"a":"M├╝ller"}`: garbled, `{"a":"諛곗튂 ?꽌釉뚮꽬"}`: maybe, `{"a":"Müller"}`: maybe, `{"a":"東京"}`: maybe, `{"a":"Mueller\u00fc"}`: "",
		`{"a":"꽌"e"}`: maybe, `{"a":"├╝"e"}`: maybe, `{"a":"M├╝l"e"}`: garbled, `{"a":"b"e"}`: "",
	} {
		for encoding, encode := range map[string]func(string) []byte{"UTF-16": utf16LE, "UTF-8": func(s string) []byte { return []byte(s) }} {
			in, err := Open(t.Context(), bytes.NewReader(encode(text)))
			if err != nil {
				t.Fatal(err)
			}
			s, err := NewScanner(in, Options{})
			if err != nil {
				t.Fatal(err)
			}
			h, err := s.Document(func(string) error { return s.Skip() })
			got := h.GarbledText()
			if err != nil {
				got = err.Error()
			}
			if want := encoding == "UTF-16" && want != ""; strings.Contains(got, "in UTF-16") != want || want && !strings.Contains(got, "cmd /c") {
				t.Errorf("%s in %s: %q", text, encoding, got)
			}
			if encoding == "UTF-16" && !strings.Contains(got, want) {
				t.Errorf("%s: %q, want %q", text, got, want)
			}
			s.Store().Close()
		}
	}
}

// utf16LE returns a text in UTF-16, as PowerShell writes it.
func utf16LE(text string) []byte {
	out := []byte{0xFF, 0xFE}
	for _, u := range utf16.Encode([]rune(text)) {
		out = binary.LittleEndian.AppendUint16(out, u)
	}
	return out
}
