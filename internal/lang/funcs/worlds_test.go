package funcs

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/zclconf/go-cty/cty"
	"github.com/zclconf/go-cty/cty/function/stdlib"

	"github.com/planfmt/planfmt/internal/lang/budget"
	"github.com/planfmt/planfmt/internal/lang/types"
	"github.com/planfmt/planfmt/internal/lang/value"
	"github.com/planfmt/planfmt/internal/testkit/sampling"
)

// FuzzFunctions calls functions with arguments of which parts are unknown or
// sensitive, and with the values that these parts have in one world. What is said about all worlds must be
// true in this one.
func FuzzFunctions(f *testing.F) {
	all := callable()
	for i := range all {
		f.Add(uint16(i), uint64(i))
	}
	f.Fuzz(func(t *testing.T, which uint16, seed uint64) {
		tryWorld(t, all[int(which)%len(all)], seed)
	})
}

func TestWorlds(t *testing.T) {
	n := uint64(sampling.Count(300))
	for _, f := range callable() {
		t.Run(f.Name, func(t *testing.T) {
			for seed := range n {
				tryWorld(t, f, seed)
				if t.Failed() {
					return
				}
			}
		})
	}
}

func callable() []*Function {
	var all []*Function
	for _, f := range All() {
		if f.Call != nil {
			all = append(all, f)
		}
	}
	return all
}

func tryWorld(t *testing.T, f *Function, seed uint64) {
	t.Helper()
	d := drawer{rand.New(rand.NewPCG(seed, 0))}
	n := len(f.Params)
	if f.Variadic != nil {
		n += d.IntN(4)
	}
	world, known := make([]value.Value, n), make([]value.Value, n)
	for i := range n {
		world[i] = value.Of(d.value(d.param(f.Param(i))))
		known[i] = d.blur(world[i], 30)
		if d.chance(10) {
			known[i] = world[i]
		}
	}
	r, err := Call(f, world, budget.New(0))
	all, allErr := Call(f, known, budget.New(0))
	say := func(format string, args ...any) {
		t.Helper()
		t.Errorf("seed %d: %s(%#v), in this world (%#v)", seed, f.Name, ctys(known), ctys(world))
		t.Fatalf(format, args...)
	}
	if err == nil && (!r.Value.IsWhollyKnown() || r.MayFail != "") {
		say("known arguments, but the result is %#v %s", r.Value.Cty(), r.MayFail)
	}
	switch {
	case allErr != nil && err == nil:
		say("always an error (%v), but here it is %#v", allErr, r.Value.Cty())
	case allErr != nil:
	case err != nil && all.MayFail == "":
		say("never an error, but here: %v", err)
	case err == nil && !contains1(all.Value, r.Value):
		if f.TellsUnknown {
			break
		}
		say("%#v (%q) does not contain %#v", all.Value.Cty(), all.Value.Suffix(), r.Value.Cty())
	}
	if err == nil && f.Type != nil {
		static := make([]Arg, n)
		for i := range n {
			static[i].Type = types.Optional(types.FromCty(known[i].Type()))
			if known[i].IsWhollyKnown() && d.chance(50) {
				static[i].Value = &known[i]
			}
		}
		st, err := f.Type(static)
		if err != nil {
			say("a static error: %v", err)
		}
		if got := r.Value.Type(); got.TestConformance(loosely(st)) != nil {
			say("the static type is %s, but here it is %#v", st, got)
		}
	}
	// What is sensitive in an argument is not seen in the result or in an error.
	const secret = "s3cr3t"
	for i, v := range world {
		hidden := value.Of(mark(v.Cty(), secret))
		if hidden.Cty().RawEquals(v.Cty()) {
			continue
		}
		args := append([]value.Value(nil), world...)
		args[i] = hidden.WithSensitive()
		r, err := Call(f, args, budget.New(0))
		switch {
		case err != nil && strings.Contains(err.Error(), secret):
			say("the error quotes a sensitive argument: %v", err)
		case err == nil && shows(r.Value, secret):
			say("the result shows a sensitive argument: %#v", r.Value.Cty())
		}
	}
}

// mark returns a value with another text in place of its strings.
func mark(v cty.Value, s string) cty.Value {
	changed, err := cty.Transform(v, func(_ cty.Path, v cty.Value) (cty.Value, error) {
		if v.Type() == cty.String && !v.IsNull() {
			return cty.StringVal(s), nil
		}
		return v, nil
	})
	if err != nil {
		return v
	}
	return changed
}

func shows(v value.Value, s string) bool {
	if v.IsSensitive() || !v.IsKnown() || v.IsNull() {
		return false
	}
	if v.Type() == cty.String {
		return strings.Contains(v.Cty().AsString(), s)
	}
	for _, e := range v.Elems() {
		if shows(e, s) {
			return true
		}
	}
	return false
}

// loosely returns a static type for values of which the parts are what they are.
func loosely(t types.Type) cty.Type { return types.ToCty(t) }

// contains1 reports whether a value may be v in some world.
func contains1(all, v value.Value) bool {
	a, c := all.Cty(), v.Cty()
	if choices, ok := all.Choices(); ok {
		return slices.ContainsFunc(choices, func(one value.Value) bool { return contains1(one, v) })
	}
	if c.IsNull() {
		return a.IsKnown() && a.IsNull() || !a.IsKnown() && all.MayBeNull()
	}
	if a.Type() != cty.DynamicPseudoType && c.Type().TestConformance(a.Type()) != nil {
		// cty's own TestConformance is too strict about empty lists of any type.
		return false
	}
	if !a.IsKnown() {
		return inRange(all, c)
	}
	if a.IsNull() {
		return false
	}
	t := c.Type()
	switch {
	case t.IsPrimitiveType():
		return a.RawEquals(c)
	case t.IsSetType():
		least, most, _ := all.Length()
		if n := c.LengthInt(); n < least || n > most {
			return false
		}
		for _, e := range all.Elems() {
			if e.IsWhollyKnown() && !c.HasElement(e.Cty()).True() {
				return false
			}
		}
		for _, e := range v.Elems() {
			found := false
			for _, x := range all.Elems() {
				found = found || contains1(x, e)
			}
			if !found {
				return false
			}
		}
		return true
	}
	if a.LengthInt() != c.LengthInt() {
		return false
	}
	for it := c.ElementIterator(); it.Next(); {
		key, e := it.Element()
		var x value.Value
		ok := false
		if t.IsMapType() || t.IsObjectType() {
			x, ok = all.Attr(key.AsString())
		} else {
			i, _ := key.AsBigFloat().Int64()
			x, ok = all.Elem(int(i))
		}
		if !ok || !contains1(x, value.Of(e)) {
			return false
		}
	}
	return true
}

func inRange(all value.Value, c cty.Value) bool {
	a := all.Cty()
	if c.Type() == cty.Number && c.AsBigFloat().IsInf() {
		return a.Type() == cty.Number || a.Type() == cty.DynamicPseudoType
	}
	if a.Type() != cty.DynamicPseudoType {
		if in := a.Range().Includes(c); in.IsKnown() && in.False() {
			return false
		}
	}
	t := c.Type()
	if t == cty.String && !strings.HasSuffix(c.AsString(), all.Suffix()) {
		return false
	}
	for _, name := range all.CertainNames() {
		member, _ := all.CertainMember(name)
		e, ok := value.Of(c).Attr(name)
		if !ok || !contains1(member, e) {
			return false
		}
	}
	if d, ok := all.Document(); ok {
		says, err := stdlib.JSONDecode(c)
		if err != nil || !contains1(d, value.Of(says)) {
			return false
		}
	}
	if t.IsListType() {
		for i, e := range value.Of(c).Elems() {
			if own, exists := all.At(i); exists == value.Always && !contains1(own, e) {
				return false
			}
		}
	}
	if !all.IsPartial() {
		return true
	}
	if !t.IsListType() && !t.IsTupleType() {
		return false
	}
	least, most, _ := all.Length()
	if n := c.LengthInt(); n < least || n > most {
		return false
	}
	elems := value.Of(c).Elems()
	if s, ok := all.Sequence(); ok && !s.Unordered {
		return matches(s.Candidates, elems)
	}
	members, ok := all.Members()
	for _, m := range members {
		if m.Certain && !anyOf(elems, func(e value.Value) bool { return contains1(m.Value, e) }) {
			return false
		}
	}
	for _, e := range elems {
		if ok && !anyOf(members, func(m value.Candidate) bool { return contains1(m.Value, e) }) {
			return false
		}
	}
	return true
}

func anyOf[T any](all []T, f func(T) bool) bool {
	for _, x := range all {
		if f(x) {
			return true
		}
	}
	return false
}

// matches reports whether elements are what remains of candidates.
func matches(candidates []value.Candidate, elems []value.Value) bool {
	if len(candidates) == 0 {
		return len(elems) == 0
	}
	c := candidates[0]
	if len(elems) > 0 && contains1(c.Value, elems[0]) && matches(candidates[1:], elems[1:]) {
		return true
	}
	if c.Many && len(elems) > 0 && contains1(c.Value, elems[0]) && matches(candidates, elems[1:]) {
		return true
	}
	return !c.Certain && matches(candidates[1:], elems)
}
