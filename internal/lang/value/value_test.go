package value

import (
	"errors"
	"testing"

	"github.com/zclconf/go-cty/cty"
)

func unknown(t cty.Type, f Facts) Value {
	v, err := Refine(Unknown(t, &Cause{Reason: "known after apply"}), f)
	if err != nil {
		panic(err)
	}
	return v
}

func str(s string) Value { return Of(cty.StringVal(s)) }

func TestSame(t *testing.T) {
	text := unknown(cty.String, Facts{NotNull: true})
	maybe := unknown(cty.String, Facts{})
	acme := unknown(cty.String, Facts{NotNull: true, Prefix: "acme-", Suffix: "-end"})
	id := maybe.WithIdentity("a.id")
	two := 2
	short := unknown(cty.List(cty.String), Facts{NotNull: true, MaxLength: &two})
	partial := Partial(cty.String, []Candidate{{Value: str("a"), Certain: true}, {Value: text, Certain: false}})
	null := Of(cty.NullVal(cty.DynamicPseudoType))
	object := func(v Value) Value { return Object(map[string]Value{"a": v}) }
	for name, test := range map[string]struct {
		a, b Value
		want Truth
	}{
		"known":                       {str("a"), str("a"), Always},
		"no conversion":               {str("1"), Of(cty.NumberIntVal(1)), Never},
		"nulls of any type":           {Of(cty.NullVal(cty.String)), Of(cty.NullVal(cty.Number)), Always},
		"null and what is not":        {null, text, Never},
		"null and what may be":        {null, maybe, Maybe},
		"another type":                {text, Of(cty.NumberIntVal(1)), Never},
		"another type, perhaps null":  {maybe, unknown(cty.Number, Facts{}), Maybe},
		"prefix":                      {acme, str("acme-end"), Maybe},
		"other prefix":                {acme, str("corp-end"), Never},
		"other suffix":                {acme, str("acme-x"), Never},
		"two prefixes":                {acme, unknown(cty.String, Facts{NotNull: true, Prefix: "corp-"}), Never},
		"two suffixes":                {acme, unknown(cty.String, Facts{NotNull: true, Suffix: "-start"}), Never},
		"identity":                    {id, id, Always},
		"identity in an object":       {object(id), object(id), Always},
		"another identity":            {id, maybe.WithIdentity("b.id"), Maybe},
		"no identity":                 {text, text, Maybe},
		"a part differs":              {Tuple([]Value{text, str("a")}), Tuple([]Value{text, str("b")}), Never},
		"list and tuple":              {List(cty.String, []Value{str("a")}), Tuple([]Value{str("a")}), Never},
		"too long":                    {short, List(cty.String, []Value{str("a"), str("b"), str("c")}), Never},
		"partial list":                {partial, List(cty.String, []Value{str("a")}), Maybe},
		"partial list without a":      {partial, List(cty.String, []Value{str("b")}), Never},
		"partial list, too long":      {partial, List(cty.String, []Value{str("a"), str("b"), str("c")}), Never},
		"unknown keys":                {Map(cty.String, map[string]Value{"a": text}), Map(cty.String, map[string]Value{"b": text}), Never},
		"sets":                        {Set(cty.String, []Value{str("a"), text}), Set(cty.String, []Value{str("b"), str("c")}), Never},
		"sets that may be equal":      {Set(cty.String, []Value{str("a"), text}), Set(cty.String, []Value{str("a")}), Maybe},
		"null parts without a type":   {object(null), object(Of(cty.NullVal(cty.String))), Never},
		"parts that may have no type": {object(Of(cty.DynamicVal)), object(str("a")), Maybe},
	} {
		if got := Same(test.a, test.b); got != test.want {
			t.Errorf("%s: %d, want %d", name, got, test.want)
		}
		if got := Same(test.b, test.a); got != test.want {
			t.Errorf("%s, the other way round: %d, want %d", name, got, test.want)
		}
	}
}

func TestJoin(t *testing.T) {
	ab := Join(str("acme-prod-x"), str("acme-dev-x"))
	if ab.Prefix() != "acme-" || ab.Suffix() != "-x" || ab.MayBeNull() {
		t.Errorf("%q, %q, %t", ab.Prefix(), ab.Suffix(), ab.MayBeNull())
	}
	if Same(ab, str("corp")) != Never || Same(ab, str("acme-prod-x")) != Maybe {
		t.Error("the join of two texts")
	}
	n := Join(Of(cty.NumberIntVal(1)), Of(cty.NumberIntVal(5)))
	if Less(n, Of(cty.NumberIntVal(6))) != Always || Less(n, Of(cty.NumberIntVal(5))) != Maybe || Less(n, Of(cty.NumberIntVal(1))) != Never {
		t.Errorf("%#v", n.Cty())
	}
	lists := Join(List(cty.String, []Value{str("a")}), List(cty.String, []Value{str("a"), str("b"), str("c")}))
	if least, most, _ := lists.Length(); least != 1 || most != 3 {
		t.Errorf("%#v", lists.Cty())
	}
	objects := Join(Object(map[string]Value{"a": str("x"), "b": str("y")}), Object(map[string]Value{"a": str("x"), "b": str("z")}))
	if a, ok := objects.Attr("a"); !ok || Same(a, str("x")) != Always {
		t.Errorf("%#v", objects.Cty())
	}
	id := Unknown(cty.String).WithIdentity("a.id")
	if Join(id, id).Identity() != "a.id" {
		t.Error("a value joined with itself is another one")
	}
	any := Unknown(cty.DynamicPseudoType).WithIdentity("a.any")
	if v := Join(any.NotNull(), any); !v.MayBeNull() || v.Identity() != "a.any" {
		t.Error("a value is not null because it is not in one branch")
	}
	if v, _ := Join(Tuple([]Value{any.NotNull()}), Tuple([]Value{any})).Elem(0); !v.MayBeNull() {
		t.Error("an element is not null because it is not in one branch")
	}
	if v := Join(str("a").WithSensitive(), str("a")); !v.IsSensitive() {
		t.Error("a join is not sensitive")
	}
	if v := Join(str("a"), Of(cty.NullVal(cty.DynamicPseudoType))); !v.MayBeNull() || v.Type() != cty.String || !v.MayBeUntypedNull() {
		t.Errorf("%#v", v.Cty())
	}
}

func TestConvert(t *testing.T) {
	cause := &Cause{Reason: "known after apply"}
	text := Unknown(cty.String, cause)
	number, may, err := Convert(text, cty.Number)
	if err != nil || may == nil || number.IsKnown() || len(number.Causes()) != 1 {
		t.Errorf("%#v, %v, %v", number.Cty(), may, err)
	}
	if _, _, err := Convert(unknown(cty.String, Facts{NotNull: true, Prefix: "acme-"}), cty.Number); err == nil {
		t.Error("a text that does not start like a number is one")
	}
	if v, may, err := Convert(Unknown(cty.Number, cause), cty.String); err != nil || may != nil || v.Type() != cty.String {
		t.Errorf("%#v, %v, %v", v.Cty(), may, err)
	}
	id := Unknown(cty.String, cause).WithIdentity("a.id")
	list, may, err := Convert(Tuple([]Value{id, str("s3cr3t").WithSensitive()}), cty.List(cty.String))
	if err != nil || may != nil {
		t.Fatal(may, err)
	}
	first, _ := list.Elem(0)
	second, _ := list.Elem(1)
	if first.Identity() != "a.id" || !second.IsSensitive() || list.IsSensitive() {
		t.Error("parts do not keep what is known of them")
	}
	partial := Partial(cty.DynamicPseudoType, []Candidate{{Value: Of(cty.NumberIntVal(1)), Certain: true}, {Value: text, Certain: false}})
	converted, may, err := Convert(partial, cty.List(cty.String))
	candidates, ok := converted.Members()
	if err != nil || may != nil || !ok || Same(candidates[0].Value, str("1")) != Always {
		t.Errorf("%#v, %v, %v", converted.Cty(), may, err)
	}
}

// TestPartial: a partial list has in each world the certain candidates, and some
// of the others.
func TestPartial(t *testing.T) {
	list := Partial(cty.String, []Candidate{{Value: str("x-a"), Certain: false}, {Value: str("x-b"), Certain: true}, {Value: str("y-c"), Certain: false}})
	if least, most, ok := list.Length(); least != 1 || most != 3 || !ok {
		t.Errorf("%d to %d", least, most)
	}
	first, exists := list.At(0)
	if exists != Always || Same(first, str("x-a")) != Maybe || Same(first, str("y-c")) != Never {
		t.Errorf("%#v, %d", first.Cty(), exists)
	}
	if second, exists := list.At(1); exists != Maybe || Same(second, str("y-c")) != Maybe || Same(second, str("z")) != Never {
		t.Errorf("%#v, %d", second.Cty(), exists)
	}
	if _, exists := list.At(3); exists != Never {
		t.Error("there are four")
	}
	if known := Partial(cty.String, []Candidate{{Value: str("a"), Certain: true}}); !known.IsWhollyKnown() {
		t.Error("all are certain, but the list is unknown")
	}
	if tuple := Partial(cty.DynamicPseudoType, []Candidate{{Value: str("a"), Certain: false}}); tuple.MayBeNull() {
		t.Error("a partial tuple may be null")
	}
}

// TestSets: members that are not known may be equal to others.
func TestSets(t *testing.T) {
	text := unknown(cty.String, Facts{NotNull: true})
	set := Set(cty.String, []Value{str("a"), str("b"), text})
	if least, most, _ := set.Length(); least != 2 || most != 3 {
		t.Errorf("%d to %d", least, most)
	}
	if _, unordered, ok := set.Items(); !unordered || !ok {
		t.Error("the order is known")
	}
	secret := Set(cty.String, []Value{str("a"), str("b").WithSensitive()})
	if !secret.IsSensitive() || !secret.Elems()[0].IsSensitive() {
		t.Error("a sensitive member of a set can be told from the others")
	}
}

func TestCauses(t *testing.T) {
	one, two := &Cause{Reason: "1"}, &Cause{Reason: "2"}
	v := Derive(cty.UnknownVal(cty.Bool), Unknown(cty.String, one), Tuple([]Value{Unknown(cty.String, two), Unknown(cty.String, one)}))
	if got := v.Causes(); len(got) != 2 || got[0] != one || got[1] != two {
		t.Errorf("%v", got)
	}
	if got := Derive(cty.True, Unknown(cty.String, one)).Causes(); got != nil {
		t.Errorf("a known value has causes: %v", got)
	}
	if got := Set(cty.String, []Value{Unknown(cty.String, one)}).Elems()[0].Causes(); len(got) != 1 {
		t.Errorf("a member of a set has no cause: %v", got)
	}
}

func TestArithmetic(t *testing.T) {
	zero, one := Of(cty.Zero), Of(cty.NumberIntVal(1))
	if _, _, err := Divide(zero, zero); !errors.Is(err, ErrDivision) {
		t.Errorf("%v", err)
	}
	if v, _, err := Divide(one, zero); err != nil || !v.Cty().AsBigFloat().IsInf() {
		t.Errorf("%#v, %v", v.Cty(), err)
	}
	n := unknown(cty.Number, Facts{NotNull: true})
	if _, may, err := Divide(zero, n); !errors.Is(may, ErrDivision) || err != nil {
		t.Errorf("%v, %v", may, err)
	}
	if _, may, err := Divide(one, n); may != nil || err != nil {
		t.Errorf("%v, %v", may, err)
	}
}
