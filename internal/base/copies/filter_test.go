package copies

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
)

// TestFilter checks that a filter finds everything that is found without it, and little else.
func TestFilter(t *testing.T) {
	const secret = "Xq9!zR-77752f6b"
	s := New()
	s.Add(secret)
	s.Add(`a"b\c/d=Zz9!qqX` + "\u00e9")
	f := s.Filter()
	for text, want := range map[string]bool{
		`{"a":"Xq9!zR-77752f6b"}`:                                        true,
		`{"Xq9!zR-77752f6b":1}`:                                          true,
		`["x=Xq9!zR-77752f6b"]`:                                          true,
		`["a b\n  Xq9!zR-77752f6b  "]`:                                   true,
		`["\u0058q9!zR-77752f6b"]`:                                       true,
		`["{\"a\":\"Xq9!zR-77752f6b\"}"]`:                                true,
		`["{\"a\":\"{\\\"b\\\":\\\"\\u0058q9!zR-7` + `7752f6b\\\"}\"}"]`: true,
		`["[\"\\u0058q9!zR-77752f6b\"]"]`:                                true,
		`["a\"b\\c\/d=Zz9!qqX\u00e9"]`:                                   true,
		`["x(sensitive value)y"]`:                                        true,
		`["x(sensitive value)#2"]`:                                       true,
		`["\u0028sensitive value)"]`:                                     true,
		`["aXq9!zR-77752f6b"]`:                                           false, // none begins in a word
		`["Xq9!zS-77752f6b"]`:                                            false,
		`{"a":[1,true,null,""],"b":"\n\"","c":"\\"}`:                     false,
		`["{\"a\":\"\\u0041q9!zR-77752f6b\"}"]`:                          false,
		`["C:\\dir", "C:\\\\"]`:                                          false,
		`"a`:                                                             true, // not valid
		`"a\`:                                                            true,
		`"a\x"`:                                                          true,
		`"a\u12"`:                                                        true,
	} {
		if have := f.MayBeIn([]byte(text)); have != want {
			t.Errorf("%s: have %v", text, have)
		}
	}
}

// FuzzFilter looks for texts in which there is a secret that the filter does not find.
func FuzzFilter(f *testing.F) {
	f.Add(uint64(1), "a")
	f.Add(uint64(2), `{"a":"b"}`)
	f.Fuzz(func(t *testing.T, seed uint64, extra string) {
		r := rand.New(rand.NewPCG(seed, 1))
		secrets := []string{"Xq9!zR-77752f6b", "gT5#kkQp02Zx", `a"b\c/d=Zz9!qqX`, "Kb7 x9!Lm=Zq 02#vT!p", "\u00fcX9!zRq#77", "line1 Xx9!#q\n  line2=Zk8!!pQ7"}
		s := New()
		for _, one := range secrets[:1+r.IntN(len(secrets))] {
			s.Add(one)
		}
		s.Add(extra)
		parts := append([]string{extra, " ", "\n", "=", ": ", `"`, "'", "`", "x", "(", ")", "/", `\`, "\t", "\u00e9", "(sensitive value)", "(sensitive value)#3"}, secrets...)
		text := ""
		for range r.IntN(8) {
			text += parts[r.IntN(len(parts))]
		}
		for range r.IntN(3) {
			switch inner, _ := json.Marshal(text); r.IntN(3) {
			case 0:
				text = `{"k":` + string(inner) + `}`
			case 1:
				text = " [1," + string(inner) + "]\n"
			case 2:
				text = `{` + string(inner) + `:null}`
			}
		}
		quoted, _ := json.Marshal(text)
		doc := fmt.Sprintf(`{"a":[%s,"b"],%s:0}`, escapeSome(r, string(quoted)), quoted)
		// In a document, each byte that is not valid UTF-8 is U+FFFD.
		var read string
		if err := json.Unmarshal(quoted, &read); err != nil {
			t.Fatal(err)
		}
		if s.HasIn(read) && !s.Filter().MayBeIn([]byte(doc)) {
			t.Errorf("not found in %s", doc)
		}
	})
}

// escapeSome spells some of the characters of a string in quotes as escapes.
func escapeSome(r *rand.Rand, quoted string) string {
	var b strings.Builder
	for i := 0; i < len(quoted); i++ {
		c := quoted[i]
		switch {
		case c == '\\':
			b.WriteString(quoted[i : i+2])
			i++
		case 'A' <= c && c <= 'z' && r.IntN(10) == 0:
			fmt.Fprintf(&b, `\u%04X`, c)
		default:
			b.WriteByte(c)
		}
	}
	return b.String()
}
