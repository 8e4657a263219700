package showjson

import (
	"encoding/json"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/planfmt/planfmt/values"
)

// TestStringsAreThoseOfGo compares the spelling of strings with that of encoding/json, which
// the products use.
func TestStringsAreThoseOfGo(t *testing.T) {
	alphabet := []rune("ab \x00\x01\b\f\n\r\t\x1f\x7f\"\\/<>&'é\u2027\u2028\u2029\u202a€\ufffd😀\u0085")
	rng := rand.New(rand.NewPCG(1, 2))
	for range 5000 {
		var b strings.Builder
		for range rng.IntN(12) {
			b.WriteRune(alphabet[rng.IntN(len(alphabet))])
			if rng.IntN(10) == 0 {
				b.WriteByte(byte(rng.IntN(256)))
			}
		}
		want, err := json.Marshal(b.String())
		if err != nil {
			t.Fatal(err)
		}
		if got := appendString(nil, b.String()); string(got) != string(want) {
			t.Fatalf("appendString(%q) = %s, want %s", b.String(), got, want)
		}
	}
}

func TestNumbers(t *testing.T) {
	for text, want := range map[string]string{
		"0": "0", "-0": "-0", "-0.0": "-0", "1.10": "1.1", "1.0": "1", "1e3": "1000", "1E-3": "0.001", "2.5e1": "25",
		"12345678901234567890123456789": "12345678901234567890123456789",
		"0.1":                           "0.1",
		"1e999999999":                   "1e999999999", // a few bytes must not become gigabytes
		"0e-999999999":                  "0",
		"1e-999999999":                  "1e-999999999",
	} {
		if got := string(appendNumber(nil, text)); got != want {
			t.Errorf("%s is spelled %s, want %s", text, got, want)
		}
	}
}

func TestMarks(t *testing.T) {
	for _, c := range []struct{ value, flags, want string }{
		{`{}`, ``, `{}`},
		{`"a"`, ``, `false`},
		{`"a"`, `true`, `true`},
		{`null`, `{"a":true}`, `false`},
		{`{"a":1,"b":[1,null,[]],"c":{"d":null},"e":null}`, `{}`, `{"b":[false,false,[]],"c":{}}`},
		{`{"a":1,"b":[1,{"x":2}]}`, `{"a":true,"b":[false,{"x":true}]}`, `{"a":true,"b":[false,{"x":true}]}`},
		{`{"b":1,"d":1}`, `{"a":true,"c":true,"d":true,"e":true}`, `{"a":true,"c":true,"d":true,"e":true}`},
		{`{"b":{"z":1}}`, `{"a":{"x":true},"b":{"y":true}}`, `{"b":{"y":true}}`},
		{`[1,2]`, `true`, `true`},
	} {
		got := appendMarks(nil, values.Of(c.value), values.SensitiveFlags(values.Of(c.flags)))
		if string(got) != c.want {
			t.Errorf("the marks %s of %s are written as %s, want %s", c.flags, c.value, got, c.want)
		}
	}
}

func TestModules(t *testing.T) {
	for address, want := range map[string]string{
		"":                               "",
		"module.a":                       "module.a",
		`module.a["x.y[0]"].module.b[0]`: `module.a["x.y[0]"] module.a["x.y[0]"].module.b[0]`,
		"nonsense":                       "nonsense",
	} {
		if got := strings.Join(modules(address), " "); got != want {
			t.Errorf("the modules of %s are %q, want %q", address, got, want)
		}
	}
}
