package eval

import (
	"errors"
	"fmt"
	"math"
	"math/big"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/zclconf/go-cty/cty"

	"github.com/planfmt/planfmt/internal/lang/value"
	"github.com/planfmt/planfmt/internal/testkit/sampling"
)

// TestNumberBounds compares a number of which bounds are known with 5, by all
// operators. What is expected is found by trying numbers.
func TestNumberBounds(t *testing.T) {
	five, six := big.NewFloat(5), big.NewFloat(6)
	for _, bound := range []struct {
		name  string
		facts value.Facts
		fits  func(float64) bool
	}{
		{"none", value.Facts{}, func(float64) bool { return true }},
		{"> 5", value.Facts{Min: five, MinExclusive: true}, func(n float64) bool { return n > 5 }},
		{">= 5", value.Facts{Min: five}, func(n float64) bool { return n >= 5 }},
		{"< 5", value.Facts{Max: five, MaxExclusive: true}, func(n float64) bool { return n < 5 }},
		{"<= 5", value.Facts{Max: five}, func(n float64) bool { return n <= 5 }},
		{"5 to 6", value.Facts{Min: five, Max: six}, func(n float64) bool { return n >= 5 && n <= 6 }},
		{"5", value.Facts{Min: five, Max: five}, func(n float64) bool { return n == 5 }},
	} {
		bound.facts.NotNull = true
		n, err := value.Refine(value.Unknown(cty.Number), bound.facts)
		if err != nil {
			t.Fatal(err)
		}
		host := roots{"v": value.Object(map[string]value.Value{"n": n})}
		for op, holds := range map[string]func(a, b float64) bool{
			"<":  func(a, b float64) bool { return a < b },
			"<=": func(a, b float64) bool { return a <= b },
			">":  func(a, b float64) bool { return a > b },
			">=": func(a, b float64) bool { return a >= b },
			"==": func(a, b float64) bool { return a == b },
			"!=": func(a, b float64) bool { return a != b },
		} {
			seen := map[bool]bool{}
			for x := 3.0; x <= 8; x += 0.5 {
				if bound.fits(x) {
					seen[holds(x, 5)] = true
				}
			}
			want := "unknown"
			if len(seen) == 1 {
				want = fmt.Sprint(seen[true])
			}
			if got := show(run(t, "v.n "+op+" 5", host)); got != want {
				t.Errorf("%s: n %s 5 is %s, want %s", bound.name, op, got, want)
			}
			// Arithmetic keeps the bounds.
			for _, src := range []string{"v.n + 2 %s 7", "2 + v.n - 2 %s 5", "v.n * 2 %s 10", "v.n / 2 %s 2.5", "-v.n %s -5"} {
				op := op
				if strings.HasPrefix(src, "-") {
					op = strings.NewReplacer("<", ">", ">", "<").Replace(op)
				}
				got := show(run(t, fmt.Sprintf(src, op), host))
				if got != want && (got != "unknown" || bound.name != "> 5" && bound.name != "< 5") {
					t.Errorf("%s: %s is %s, want %s", bound.name, fmt.Sprintf(src, op), got, want)
				}
			}
		}
	}
}

// TestEqualBoundsAreKnown: a range with one number in it is this number.
func TestEqualBoundsAreKnown(t *testing.T) {
	three := big.NewFloat(3)
	n, err := value.Refine(value.Unknown(cty.Number), value.Facts{NotNull: true, Min: three, Max: three})
	if err != nil || !n.IsKnown() {
		t.Fatalf("%#v, %v", n.Cty(), err)
	}
	two := 2
	list, err := value.Refine(value.Unknown(cty.List(cty.String), &value.Cause{Reason: "later"}),
		value.Facts{NotNull: true, MinLength: 2, MaxLength: &two})
	if err != nil || !list.IsKnown() || len(list.Elems()[1].Causes()) != 1 {
		t.Fatalf("%#v, %v", list.Cty(), err)
	}
}

// TestSplitBeginning: of a text of which the beginning is known, the first elements are known.
func TestSplitBeginning(t *testing.T) {
	s, err := value.Refine(value.Unknown(cty.String), value.Facts{NotNull: true, Prefix: "acme-prod-eu"})
	if err != nil {
		t.Fatal(err)
	}
	host := roots{"v": value.Object(map[string]value.Value{"s": s, "n": value.Unknown(cty.String).NotNull()})}
	for src, want := range map[string]string{
		`split("-", v.s)[0]`:         `"acme"`,
		`split("-", v.s)[1]`:         `"prod"`,
		`element(split("-", v.s),0)`: `"acme"`,
		`split("-", v.s)[2]`:         "unknown",
		`split("-", v.s)[3]`:         "unknown or error",
		`split("-p", v.s)[0]`:        `"acme"`,
		`split("", v.s)[0]`:          "unknown",
		`split(v.n, v.s)[0]`:         "unknown",
	} {
		e := bindSource(t, src)
		if got := show(Eval(e, host, nil)); got != want {
			t.Errorf("%s is %s, want %s", src, got, want)
		}
	}
}

// TestContradictoryFacts: facts that cannot all be true are reported. They never
// decide anything, and nothing panics.
func TestContradictoryFacts(t *testing.T) {
	f := func(n float64) *big.Float { return big.NewFloat(n) }
	one := 1
	negative := -1
	for _, test := range []struct {
		t           cty.Type
		first, then value.Facts
	}{
		{cty.Number, value.Facts{Min: f(3)}, value.Facts{Max: f(2)}},
		{cty.Number, value.Facts{Min: f(3), MinExclusive: true}, value.Facts{Max: f(3)}},
		{cty.Number, value.Facts{Max: f(3), MaxExclusive: true}, value.Facts{Min: f(3), NotNull: true}},
		{cty.Number, value.Facts{}, value.Facts{Min: f(3), Max: f(2), NotNull: true}},
		{cty.String, value.Facts{Prefix: "acme-"}, value.Facts{Prefix: "corp-"}},
		{cty.String, value.Facts{Suffix: "-a"}, value.Facts{Suffix: "-b"}},
		{cty.List(cty.String), value.Facts{MinLength: 2}, value.Facts{MaxLength: &one}},
		{cty.Set(cty.String), value.Facts{}, value.Facts{MaxLength: &negative}},
	} {
		v, err := value.Refine(value.Unknown(test.t), test.first)
		if err != nil {
			t.Errorf("%v: %v", test.first, err)
			continue
		}
		again, err := value.Refine(v, test.then)
		if !errors.Is(err, value.ErrContradiction) {
			t.Errorf("%v and %v: %v", test.first, test.then, err)
		}
		if !again.Cty().RawEquals(v.Cty()) {
			t.Errorf("%v and %v: %#v", test.first, test.then, again.Cty())
		}
	}
	for _, test := range []struct {
		v     value.Value
		facts value.Facts
	}{
		{value.Of(cty.NullVal(cty.String)), value.Facts{NotNull: true}},
		{value.Of(cty.StringVal("secret-text")), value.Facts{Prefix: "acme-"}},
		{value.Of(cty.StringVal("secret-text")), value.Facts{Suffix: "-x"}},
		{value.Of(cty.NumberIntVal(4711)), value.Facts{Max: f(3)}},
		{value.List(cty.String, nil), value.Facts{MinLength: 1}},
	} {
		for _, v := range []value.Value{test.v, test.v.WithSensitive()} {
			same, err := value.Refine(v, test.facts)
			if !errors.Is(err, value.ErrContradiction) || !same.Cty().RawEquals(v.Cty()) {
				t.Errorf("%#v and %v: %v", v.Cty(), test.facts, err)
				continue
			}
			if quotes := strings.Contains(err.Error(), "4711") || strings.Contains(err.Error(), "text"); v.IsSensitive() && quotes {
				t.Errorf("the error shows a sensitive value: %v", err)
			}
		}
	}
	// What has the same identity but different facts contradicts itself.
	a, _ := value.Refine(value.Unknown(cty.String).WithIdentity("x"), value.Facts{NotNull: true, Prefix: "acme-"})
	b, _ := value.Refine(value.Unknown(cty.String).WithIdentity("x"), value.Facts{NotNull: true, Prefix: "corp-"})
	if got := value.Same(a, b); got != value.Maybe {
		t.Errorf("the same is not the same: %v", got)
	}
}

// TestUnicodeAtTheEndsOfFacts: what may combine with other characters is no part
// of a prefix or suffix.
func TestUnicodeAtTheEndsOfFacts(t *testing.T) {
	accent := "\u0301"
	v, err := value.Refine(value.Unknown(cty.String), value.Facts{NotNull: true, Prefix: "acme-e", Suffix: accent + "-end"})
	if err != nil {
		t.Fatal(err)
	}
	if v.Suffix() != "-end" || strings.HasSuffix(v.Prefix(), "e") && strings.HasSuffix(v.Prefix(), "-e") {
		t.Errorf("%q, %q", v.Prefix(), v.Suffix())
	}
	host := roots{"v": value.Object(map[string]value.Value{"s": v})}
	for src, want := range map[string]string{
		`v.s == "acmf"`:                 "false",
		`v.s == "acme-é-end"`:           "unknown",
		`"x${v.s}" == "xacme-end"`:      "unknown",
		`"${v.s}-tail" == "acme-end-t"`: "false",
		`"e${v.s}" != "` + "e" + `"`:    "true",
	} {
		if got := show(run(t, src, host)); got != want {
			t.Errorf("%s: %s, want %s", src, got, want)
		}
	}
}

// TestDynamicIsNotRefined: of a value of unknown type, facts are ignored.
func TestDynamicIsNotRefined(t *testing.T) {
	v, err := value.Refine(value.Unknown(cty.DynamicPseudoType), value.Facts{NotNull: true, Prefix: "a", Min: big.NewFloat(1), MinLength: 3})
	if err != nil || v.Cty() != cty.DynamicVal || !v.MayBeNull() {
		t.Errorf("%#v, %v", v.Cty(), err)
	}
}

// TestNoGreatestLength: a list without a greatest length does not show one.
func TestNoGreatestLength(t *testing.T) {
	v, err := value.Refine(value.Unknown(cty.List(cty.String)), value.Facts{NotNull: true, MinLength: 1})
	if err != nil {
		t.Fatal(err)
	}
	if least, most, ok := v.Length(); least != 1 || most != math.MaxInt || !ok {
		t.Errorf("%d to %d, %t", least, most, ok)
	}
}

// plain returns a value without what is known of its unknown parts.
func plain(v value.Value) value.Value {
	t := v.Type()
	if !v.IsKnown() {
		return value.Unknown(t, v.Causes()...)
	}
	if v.IsNull() || t.IsPrimitiveType() {
		return v
	}
	var all []value.Value
	for _, e := range v.Elems() {
		all = append(all, plain(e))
	}
	switch {
	case len(all) == 0:
		return v
	case t.IsListType():
		return value.List(t.ElementType(), all)
	case t.IsSetType():
		return value.Set(t.ElementType(), all)
	case t.IsTupleType():
		return value.Tuple(all)
	}
	members := map[string]value.Value{}
	for it := v.Cty().ElementIterator(); it.Next(); {
		key, _ := it.Element()
		members[key.AsString()] = all[len(members)]
	}
	if t.IsMapType() {
		return value.Map(t.ElementType(), members)
	}
	return value.Object(members)
}

// TestDroppingFactsOnlyMakesUndecided: what is decided without facts is decided in the same
// way with them.
func TestDroppingFactsOnlyMakesUndecided(t *testing.T) {
	n := uint64(sampling.Count(1500))
	for seed := range n {
		r := rand.New(rand.NewPCG(seed, 4))
		d := &drawer{Rand: r, known: 3 + r.IntN(6), nulls: r.IntN(2) == 0}
		g := &generator{Rand: r, vars: scope(), nulls: d.nulls, all: true}
		root := drawRoot(d)
		src := g.expr(g.someType(), 1+r.IntN(4))
		e := bindSource(t, src)
		without, with := Eval(e, roots{"v": plain(root)}, nil), Eval(e, roots{"v": root}, nil)
		switch {
		case without.Err != nil && with.Err == nil,
			without.Err == nil && without.MayFail == nil && (with.Err != nil || with.MayFail != nil):
		case without.Err == nil && without.Value.IsWhollyKnown() && (with.Err == nil) && !with.Value.Cty().RawEquals(without.Value.Cty()):
		default:
			continue
		}
		t.Fatalf("seed %d: %s\nv = %#v\nwithout facts: %s\nwith facts: %s", seed, src, root.Cty(), show(without), show(with))
	}
}

// TestIndexBounds asks for an element whose index is not known, but bounds of it.
func TestIndexBounds(t *testing.T) {
	for _, c := range []struct {
		min, max float64
		src      string
		want     string // the value, "error", or "" if it is not decided
	}{
		{-3, -1, `["a", "b"][v.n] == "a"`, "error"},
		{2, 9, `["a", "b"][v.n] == "a"`, "error"},
		{2, 9, `try(["a", "b"][v.n], "c") == "c"`, "true"},
		{0.2, 0.8, `["a", "b"][v.n] == "a"`, "error"},
		{1, 9, `try(["a", "b", "b"][v.n], "b") == "b"`, "true"},
		{0, 1, `try(["a", "a", "b"][v.n], "a") == "a"`, "true"},
		{0, 2, `try(["a", "a", "b"][v.n], "a") == "a"`, ""},
		{1, 2, `try(tolist(["b", "a", "a"])[v.n], "a") == "a"`, "true"},
		{2, 5, `v.l[v.n] == "a"`, "error"},
		{1, 5, `v.l[v.n] == "a"`, ""},
	} {
		n, err := value.Refine(value.Unknown(cty.Number), value.Facts{NotNull: true, Min: big.NewFloat(c.min), Max: big.NewFloat(c.max)})
		if err != nil {
			t.Fatal(err)
		}
		two := 2
		l, err := value.Refine(value.Unknown(cty.List(cty.String)), value.Facts{NotNull: true, MaxLength: &two})
		if err != nil {
			t.Fatal(err)
		}
		r := Eval(bindSource(t, c.src), roots{"v": value.Object(map[string]value.Value{"n": n, "l": l})}, nil)
		have := ""
		switch {
		case r.Err != nil:
			have = "error"
		case decided(r):
			have = fmt.Sprint(r.Value.IsTrue())
		}
		if have != c.want {
			t.Errorf("%s with an index from %v to %v: %q, want %q: %s", c.src, c.min, c.max, have, c.want, show(r))
		}
	}
}
