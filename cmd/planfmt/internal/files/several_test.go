package files

import (
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"unicode/utf16"

	"github.com/planfmt/planfmt/internal/testkit/encoded"
	"github.com/planfmt/planfmt/internal/testkit/sampling"
)

// TestDocumentsOfAText makes texts of documents, of what stands between them, and of the names of units, and takes them apart again, from a
// file and from a pipe: nothing is lost, and nothing is added.
func TestDocumentsOfAText(t *testing.T) {
	documents := []string{
		`{"format_version":"1.2","resource_changes":[]}`, `{"a":"}{\"\\","b":[{}]}`, "{}", "{\n  \"a\": {\n    \"b\": 1\n  }\n}",
		`{"s":"` + strings.Repeat("x\\\"", 10_000) + `"}`, `{"u":"ü – 😀"}`,
	}
	garbage := []string{"Done.", "null", "[1]", "}", "::debug::x", "10:00:00 INFO [vpc] running"}
	pick := func(r *rand.Rand, all []string) string { return all[r.IntN(len(all))] }
	for seed := range sampling.Seeds(1200) {
		r := rand.New(rand.NewPCG(seed, 1))
		text, want, units := "", []string{}, []string{}
		for i := range 2 + r.IntN(4) {
			document, unit := pick(r, documents), ""
			if i > 1 && r.IntN(4) == 0 {
				want, units = append(want, pick(r, garbage)), append(units, "")
				text += want[len(want)-1] + "\n"
			}
			if !strings.Contains(document, "\n") && r.IntN(3) == 0 {
				unit = pick(r, []string{"vpc", "live/eu-1/app", "."})
				text += pick(r, []string{"[", "10:11:12.123 STDOUT [", "\x1b[90m10:11\x1b[0m \x1b[36mSTDOUT\x1b[0m [", "time=1 prefix=["}) + unit + pick(r, []string{"] ", "] terraform: ", "] tofu: "})
			}
			text += document + pick(r, []string{"\n", "\r\n", "\n\n\n", "\n \t"})
			want, units = append(want, document), append(units, unit)
		}
		if r.IntN(4) == 0 {
			want, units = append(want, `{"cut":{"off":1`), append(units, "")
			text += want[len(want)-1]
		}
		for form, b := range map[string]string{
			"plain": text, "gzip": string(encoded.Gzip([]byte(text))), "UTF-16": "\xff\xfe" + string(encoded.Units(false, utf16.Encode([]rune(text))...)),
		} {
			name := filepath.Join(t.TempDir(), "plans")
			if err := os.WriteFile(name, []byte(b), 0o600); err != nil {
				t.Fatal(err)
			}
			piped, _ := DocumentsOfInput(t.Context(), Found{Path: "-"}, io.MultiReader(strings.NewReader(b)), func(int64) {})
			for _, all := range [][]Found{Documents(t.Context(), Found{Path: name}), piped} {
				var got, gotUnits []string
				for i, f := range all {
					got, gotUnits = append(got, strings.TrimRight(string(f.Text), "\r")), append(gotUnits, f.Unit)
					if f.Part != i+1 {
						t.Errorf("part %d has the number %d", i, f.Part)
					}
				}
				if !slices.Equal(got, want) || !slices.Equal(gotUnits, units) {
					t.Fatalf("%s of %.300q: have %.300q of %q, want %.300q of %q", form, text, got, gotUnits, want, units)
				}
			}
		}
	}
}

// What is a single document, or none, is left as it is, whatever stands behind it.
func TestSingleDocument(t *testing.T) {
	for _, text := range []string{
		"", " \n", "{}", "{}\n\n", "\n {\"a\":1}\r\n", "{}x", "{}\nDone.\n", "{\"a\":", "hello {}\n{}", "[1]\n[2]", "null", "PK\x03\x04{}{}", `{"@level":"info"}` + "\n" + `{"@level":"info"}`,
		"text [vpc] no JSON\n{}\n{}", "\x1f\x8b", "╷\n│ Warning: x\n╵\n{}\n{}", `{"a":"` + strings.Repeat("x", 20<<20) + `"}` + "\n",
	} {
		all, in := DocumentsOfInput(t.Context(), Found{Path: "-"}, io.MultiReader(strings.NewReader(text)), func(int64) {})
		if len(all) != 1 || all[0].Part != 0 {
			t.Errorf("%.80q has %d documents", text, len(all))
		}
		if rest, err := io.ReadAll(in); err != nil || string(rest) != text {
			t.Errorf("%.80q: %d bytes of %d are left: %v", text, len(rest), len(text), err)
		}
	}
}

// Each of several documents has a name of its own.
func TestNamesOfDocuments(t *testing.T) {
	stream := func(path string, units ...string) (all []Found) {
		for i, u := range units {
			all = append(all, Found{Path: path, Text: []byte("{}"), Part: i + 1, Unit: u})
		}
		return all
	}
	for want, all := range map[string][]Found{
		"1 2":                       stream("plans.json", "", ""),
		"vpc app vpc (2)":           stream("-", "vpc", "app", "vpc"),
		"1 vpc 3":                   stream("-", "", "vpc", ""),
		"x/a.json 1 x/a.json 2 b":   append(stream("x/a.json", "", ""), Found{Path: "x/b.json"}),
		"standard input 1 vpc c":    append(stream("-", "", "vpc"), Found{Path: "c.json"}),
		"a/p.json 1 b/p.json 1 vpc": append(stream("a/p.json", ""), stream("b/p.json", "", "vpc")...),
	} {
		if got := strings.Join(NamePlans(all), " "); got != want {
			t.Errorf("have %q, want %q", got, want)
		}
	}
	if p := (Plan{Found: Found{Path: "-", Part: 2}}); p.Label() != "standard input, document "+strconv.Itoa(2) {
		t.Error(p.Label())
	}
}
