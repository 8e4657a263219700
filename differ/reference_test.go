package differ

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/planfmt/planfmt/dialect"
	"github.com/planfmt/planfmt/values"
)

// The references in this file are slow versions of the rules for Terraform. They compare
// the text of every element with that of every other.

// slowList pairs the elements of lists by index, or along the longest common subsequence.
func slowList(a, b []string, updates func(x, y string) bool) (out []pair) {
	if len(a) == len(b) && slices.ContainsFunc(a, func(x string) bool { return !slices.Contains(b, x) }) {
		for i := range a {
			out = append(out, pair{i, i})
		}
		return out
	}
	i, j := 0, 0
	walk := func(common string, end bool) {
		differs := func(x string) bool { return end || x != common }
		for i < len(a) && differs(a[i]) {
			if j < len(b) && differs(b[j]) && updates(a[i], b[j]) {
				out = append(out, pair{i, j})
				i, j = i+1, j+1
				continue
			}
			out = append(out, pair{i, -1})
			i++
		}
		for j < len(b) && differs(b[j]) {
			out = append(out, pair{-1, j})
			j++
		}
	}
	for _, c := range slowCommon(a, b) {
		walk(c, false)
		out = append(out, pair{i, j})
		i, j = i+1, j+1
	}
	walk("", true)
	return out
}

// slowCommon returns the longest common subsequence. It works backwards. If the last
// elements differ, it drops that of a if this leaves a longer subsequence, otherwise that
// of b.
func slowCommon(a, b []string) []string {
	length := make([][]int, len(a)+1)
	for i := range length {
		length[i] = make([]int, len(b)+1)
		for j := 1; i > 0 && j <= len(b); j++ {
			length[i][j] = max(length[i-1][j], length[i][j-1])
			if a[i-1] == b[j-1] {
				length[i][j] = length[i-1][j-1] + 1
			}
		}
	}
	var out []string
	for i, j := len(a), len(b); i > 0 && j > 0; {
		switch {
		case a[i-1] == b[j-1]:
			out = append(out, a[i-1])
			i, j = i-1, j-1
		case length[i-1][j] > length[i][j-1]:
			i--
		default:
			j--
		}
	}
	slices.Reverse(out)
	return out
}

// element is an element of a set with its flags.
type element struct {
	text      string
	sensitive bool
	unknown   string // the flags
}

// slowSet pairs each element before with all elements after that are like it or, if there
// are none, with the first one that may be.
func slowSet(before, after []element) (out []pair) {
	taken := make([]bool, len(after))
	for i, x := range before {
		p := pair{i, -1}
		for j, y := range after {
			if !taken[j] && y.unknown == "false" && y.text == x.text && y.sensitive == x.sensitive {
				taken[j] = true
				p.after = j
			}
		}
		if p.after < 0 {
			for j, y := range after {
				if !taken[j] && y.unknown == partlyUnknown && y.text == x.text && y.sensitive == x.sensitive {
					taken[j] = true
					p.after = j
					break
				}
			}
		}
		out = append(out, p)
	}
	for j := range after {
		if !taken[j] {
			out = append(out, pair{-1, j})
		}
	}
	return out
}

// partlyUnknown are the flags of an element with an unknown part.
const partlyUnknown = `{"u":true}`

const randomCases = 10_000

func TestListsAreAsTheReference(t *testing.T) {
	alphabet := []string{`1`, `2`, `null`, `"1"`, `{"k":1}`, `{"k":2}`, `{"k":[1]}`, `{}`, `[1]`}
	r := rand.New(rand.NewPCG(1, 2))
	for range randomCases {
		letters := alphabet[r.IntN(4):][:1+r.IntN(5)]
		before, after := words(r, letters), words(r, letters)
		for kind, canUpdate := range map[elementKind]func(x, y string) bool{
			otherElements:   func(string, string) bool { return false },
			objectElements:  func(string, string) bool { return true },
			untypedElements: func(x, y string) bool { return x[0] == '{' && y[0] == '{' },
		} {
			want := slowList(before, after, canUpdate)
			b, a := array(before), array(after)
			l := listAligner{rules: dialect.Terraform().Rules, elements: kind, old: values.Of(b), new: values.Of(a)}
			if got := l.pairs(); !slices.Equal(got, want) {
				t.Fatalf("kind %d: %s -> %s: got %s, want %s", kind, b, a, spell(got), spell(want))
			}
		}
	}
}

func TestSetsAreAsTheReference(t *testing.T) {
	letters := []string{`1`, `"1"`, `null`, `{"k":1}`, `{"k":2}`, `[1,null]`}
	r := rand.New(rand.NewPCG(3, 4))
	set := func() (out []element) {
		for _, w := range words(r, letters[:1+r.IntN(len(letters))]) {
			out = append(out, element{w, r.IntN(3) == 0, []string{"false", "false", "true", partlyUnknown}[r.IntN(4)]})
		}
		return out
	}
	for range randomCases {
		before, after := set(), set()
		c := values.Change{
			Before: side(before, elementText), After: side(after, elementText),
			BeforeSensitive: values.SensitiveFlags(side(before, sensitive)), AfterSensitive: values.SensitiveFlags(side(after, sensitive)),
			Unknown: values.UnknownFlags(side(after, unknown)),
		}
		if got, want := pairSet(&c), slowSet(before, after); !slices.Equal(got, want) {
			t.Fatalf("%+v -> %+v: got %s, want %s", before, after, spell(got), spell(want))
		}
	}
}

func words(r *rand.Rand, letters []string) []string {
	out := make([]string, r.IntN(8))
	for i := range out {
		out[i] = letters[r.IntN(len(letters))]
	}
	return out
}

func array(elements []string) string { return "[" + strings.Join(elements, ",") + "]" }

func side(set []element, of func(element) string) values.Value {
	var all []string
	for _, e := range set {
		all = append(all, of(e))
	}
	return values.Of(array(all))
}

func elementText(e element) string { return e.text }
func sensitive(e element) string   { return fmt.Sprint(e.sensitive) }
func unknown(e element) string     { return e.unknown }
