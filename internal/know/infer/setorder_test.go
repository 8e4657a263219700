package infer

import (
	"cmp"
	"fmt"
	"math/rand/v2"
	"strconv"
	"strings"
	"testing"

	"github.com/planfmt/planfmt/internal/testkit/sampling"
	"github.com/planfmt/planfmt/values"
)

// compareByBytes is what compareInSet does, from the bytes as a whole.
func compareByBytes(a, b values.Value) int {
	if a.IsNull() || b.IsNull() {
		return cmp.Compare(boolToInt(a.IsNull()), boolToInt(b.IsNull()))
	}
	if a.Kind() == b.Kind() {
		switch a.Kind() {
		case values.String:
			return strings.Compare(a.Text(), b.Text())
		case values.Number:
			x, y := number(a), number(b)
			if x != nil && y != nil {
				return x.Cmp(y)
			}
		}
	}
	return strings.Compare(string(hashBytes(nil, a, b)), string(hashBytes(nil, b, a)))
}

// hashBytes appends the bytes from which go-cty makes the hash of a value. other is
// the value that it is compared with: if their keys differ, both are maps.
func hashBytes(out []byte, v, other values.Value) []byte {
	switch v.Kind() {
	case values.String:
		return strconv.AppendQuote(out, v.Text())
	case values.Number:
		return append(out, numberText(v)...)
	case values.Bool:
		return append(out, map[bool]byte{false: 'F', true: 'T'}[v.IsTrue()])
	case values.Array:
		out = append(out, '[')
		for i, e := range v.Elems() {
			out = append(hashBytes(out, e, other.Elem(i)), ';')
		}
		return append(out, ']')
	case values.Object:
		isMap := other.Kind() == values.Object && !sameKeys(v, other)
		out = append(out, map[bool]byte{false: '<', true: '{'}[isMap])
		for _, m := range v.Members() {
			if isMap {
				out = append(strconv.AppendQuote(out, m.Name), ':')
			}
			out = append(hashBytes(out, m.Value, other.Get(m.Name)), ';')
		}
		return append(out, map[bool]byte{false: '>', true: '}'}[isMap])
	}
	return append(out, '~')
}

// TestCompareInSet compares random values, most of which differ little, in both ways.
func TestCompareInSet(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 8))
	characters := []string{
		`a`, `b`, `a`, ` `, `!`, `~`, `é`, `ê`, `€`, `😀`, "\x7f", "\u0085", "\u00a0", "\ufeff", `\\`, `\"`, `\n`, `\u0000`, `\u001f`,
		`\u0061`, `\u00e9`, `\u003c`, `<`, `\u007f`, `\ud83d\ude00`, `\ud800`, `\ufffd`, `\/`, `/`, `]`, `}`, `;`,
	}
	numbers := []string{
		`1`, `1.0`, `1e0`, `10`, `1E1`, `12`, `1.5`, `-1`, `-0`, `0`, `-1.50`, `12345678901`, `12345678902`, `1e20`, `1e-7`,
		`1e99999999999`, `12e99999999999`, `1e-99999999999`, `0.1`, `0.10`, `123456789012345678901234567890`,
	}
	text := func() string {
		b := []string{`"`}
		for range r.IntN(4) {
			b = append(b, characters[r.IntN(len(characters))])
		}
		return strings.Join(append(b, `"`), "")
	}
	names := []string{`"a"`, `"\u0061"`, `"b"`, `"é"`, `"\n"`, `"a "`, `"a!"`, `"A"`, `""`, `"\u007f"`}
	var random func(depth int) string
	random = func(depth int) string {
		kind := r.IntN(8)
		if depth == 0 {
			kind %= 4
		}
		var parts []string
		switch kind {
		case 0:
			return []string{`null`, `true`, `false`}[r.IntN(3)]
		case 1:
			return numbers[r.IntN(len(numbers))]
		case 2, 3:
			return text()
		case 4, 5:
			for range r.IntN(4) {
				parts = append(parts, random(depth-1))
			}
			return "[" + strings.Join(parts, " ,") + "]"
		}
		for range r.IntN(4) {
			parts = append(parts, names[r.IntN(len(names))]+": "+random(depth-1))
		}
		return "{" + strings.Join(parts, ",") + "}"
	}
	parse := func(text string) values.Value {
		v, err := (&values.Parser{Names: values.LastWins}).ParseString(text)
		if err != nil {
			t.Fatalf("%s: %v", text, err)
		}
		return v
	}
	counts := map[string]int{}
	n := max(sampling.Count(100_000), 15_000)
	for range n {
		var x, y string
		if r.IntN(2) == 0 {
			x, y = random(2), random(2)
		} else { // a beginning that is often the same
			same := random(2)
			x, y = fmt.Sprintf(`[%s,%s]`, same, random(2)), fmt.Sprintf(`[%s,%s]`, same, random(2))
			if r.IntN(2) == 0 {
				x, y = fmt.Sprintf(`{"a":%s,"b":%s}`, same, random(2)), fmt.Sprintf(`{"b":%s,"a":%s}`, random(2), same)
			}
		}
		a, b := parse(x), parse(y)
		got, want := compareInSet(a, b), compareByBytes(a, b)
		if got != want {
			t.Fatalf("%s and %s: %d, want %d", x, y, got, want)
		}
		counts[fmt.Sprint(a.Kind() == b.Kind(), want)]++
	}
	for _, c := range []string{"true -1", "true 0", "true 1", "false -1", "false 1"} {
		if counts[c] < n/100 {
			t.Errorf("only %d pairs of the same kind and comparison %s", counts[c], c)
		}
	}
}

func TestCompareInSetAllocates(t *testing.T) {
	for _, pair := range [][2]string{
		{`"a"`, `"b"`},
		{`{"a":"x\n","b":"cd","c":1}`, `{"a":"x\n","b":"ce","c":1}`},
		{`[[1,"é",true],null]`, `[[1,"é",true],2]`},
	} {
		a, b := values.Of(pair[0]), values.Of(pair[1])
		if n := testing.AllocsPerRun(100, func() { compareInSet(a, b) }); n > 0 {
			t.Errorf("%s and %s: %v allocations, want none", pair[0], pair[1], n)
		}
	}
}
