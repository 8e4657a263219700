package jsondoc

import (
	"io"
	"strings"
	"testing"
	"testing/iotest"
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
