package eval

import (
	"fmt"
	"strings"
	"testing"

	"github.com/zclconf/go-cty/cty"
	"github.com/zclconf/go-cty/cty/convert"

	"github.com/planfmt/planfmt/internal/lang/value"
	"github.com/planfmt/planfmt/internal/testkit/sampling"
)

// arrays are parts of documents as JSON has them.
var arrays = []any{
	[]any{},
	[]any{"a"},
	[]any{"a", "b"},
	[]any{"b", "a"},
	[]any{"a", "a"},
	[]any{1, "a"},
	[]any{[]any{"a"}},
	[]any{[]any{"a"}, []any{"b"}},
	[]any{[]any{"a"}, []any{"a"}},
	[]any{[]any{"b", "a"}},
	[]any{map[string]any{"k": []any{"a"}}},
	map[string]any{"k": []any{"a"}, "n": "x"},
}

// looseValue returns what nobody knows the kinds of.
func looseValue(part any, at string) value.Value {
	switch part := part.(type) {
	case []any:
		elems := make([]value.Value, len(part))
		for i, e := range part {
			elems[i] = looseValue(e, fmt.Sprintf("%s[%d]", at, i))
		}
		return value.Tuple(elems).WithLoose(&value.Loose{Place: at, Cause: &value.Cause{Reason: "no schema"}})
	case map[string]any:
		attrs := map[string]value.Value{}
		for name, e := range part {
			attrs[name] = looseValue(e, at+"."+name)
		}
		return value.Object(attrs)
	case int:
		return value.Of(cty.NumberIntVal(int64(part)))
	}
	return value.Of(cty.StringVal(part.(string)))
}

// readings returns all that a part of a document may be. All arrays in one array are read alike.
func readings(part any) []cty.Value {
	switch part := part.(type) {
	case []any:
		if len(part) == 0 {
			return []cty.Value{cty.EmptyTupleVal, cty.ListValEmpty(cty.String), cty.SetValEmpty(cty.String), cty.ListValEmpty(cty.Number)}
		}
		each := make([][]cty.Value, len(part))
		for i, e := range part {
			each[i] = readings(e)
		}
		var all []cty.Value
		for reading := range each[0] {
			elems := make([]cty.Value, len(part))
			for i := range part {
				elems[i] = each[i][reading%len(each[i])]
			}
			tuple := cty.TupleVal(elems)
			all = append(all, tuple)
			for _, t := range []cty.Type{cty.List(elems[0].Type()), cty.Set(elems[0].Type())} {
				v, err := convert.Convert(tuple, t)
				// No text is a number. The elements of a set may be written in any order.
				if err == nil && sameTypes(elems) {
					all = append(all, v)
				}
			}
		}
		return all
	case map[string]any:
		all := []cty.Value{}
		for _, k := range readings(part["k"]) {
			attrs := map[string]cty.Value{"k": k}
			if n, ok := part["n"]; ok {
				attrs["n"] = cty.StringVal(n.(string))
			}
			all = append(all, cty.ObjectVal(attrs))
		}
		return all
	case int:
		return []cty.Value{cty.NumberIntVal(int64(part))}
	}
	return []cty.Value{cty.StringVal(part.(string))}
}

func sameTypes(elems []cty.Value) bool {
	for _, e := range elems {
		if !e.Type().Equals(elems[0].Type()) {
			return false
		}
	}
	return true
}

// TestLooseArrays evaluates expressions over arrays of which nobody knows what they are: what is decided is true
// whatever they are.
func TestLooseArrays(t *testing.T) {
	sources := []string{
		`v.l == ["a"]`, `v.l != ["a"]`, `v.l == tolist(["a"])`, `v.l != tolist(["b", "a"])`, `v.l == toset(["a", "b"])`, `v.l != toset(["c", "b"])`,
		`v.l == v.m`, `v.l != v.m`, `v.l == []`, `v.l == tolist([])`, `[v.l] == [["a"]]`, `{ k = v.l } == { k = tolist(["a"]) }`, `v.l == "a"`, `v.l == null`,
		`v.l == tolist([["a"]])`, `v.l == [tolist(["a"])]`, `v.l == { k = tolist(["a"]), n = "x" }`, `v.l == [{ k = ["a"] }]`,
		`contains([["a"], ["b", "a"]], v.l)`, `contains(tolist([["a"]]), v.l)`, `!contains(toset([["a", "b"]]), v.l)`, `contains(v.l, v.m)`, `contains(v.l, ["a"])`, `!contains(v.l, tolist(["a"]))`,
		`contains(v.l, "a")`, `length(distinct(v.l))`, `distinct(v.l) == tolist(["a", "b"])`, `length(toset(v.l))`, `index(v.l, ["a"])`, `index(v.l, tolist(["a"]))`,
		`reverse(v.l) == ["b", "a"]`, `reverse(v.l) != tolist(["a", "b"])`, `concat(v.l, ["c"]) == ["a", "c"]`, `concat(v.l, v.l) != tolist(["a", "a"])`,
		`slice(v.l, 0, 1) == ["a"]`, `slice(v.l, 0, 1) != tolist(["a"])`, `v.l[*] == ["a"]`, `v.l[*] != tolist(["a"])`, `[for e in v.l : e] == ["a"]`,
		`(true ? v.l : []) == tolist(["a"])`, `(true ? v.l : ["x", "y"]) != ["a"]`, `(true ? v.l : tolist(["x"])) != toset(["a"])`, `(length(v.l) == 1 ? v.l : v.m) == tolist(["a"])`,
		`tolist(v.l) == tolist(["a"])`, `toset(v.l) == toset(["b", "a"])`, `tolist(v.l) != tolist([["a"]])`, `toset(v.l) == toset([["a"]])`, `sort(v.l) == tolist(["a"])`,
		`flatten(v.l) == ["a"]`, `flatten([v.l]) == ["a"]`, `coalesce(v.l, v.m) == ["a"]`, `coalesce(null, v.l) != tolist(["a"])`, `coalescelist(v.l, ["z"]) != ["a"]`, `try(v.l, "x") == ["a"]`,
		`merge({ a = v.l }, {}).a == ["a"]`, `values({ a = v.l })[0] == ["a"]`, `values({ a = v.l }) == [["a"]]`, `element([v.l], 0) != tolist(["a"])`, `chunklist(v.l, 1) == [["a"]]`,
		`setunion([v.l], []) == toset([["a"]])`, `setintersection([v.l], [["a"]]) == toset([])`, `length(setsubtract([v.l], [["a"]]))`, `contains(setunion([v.l], []), tolist(["a"]))`,
		`zipmap(["a"], [v.l]).a == ["a"]`, `lookup({ a = v.l }, "a", []) != tolist(["a"])`, `one([v.l]) == ["a"]`, `setproduct(v.l, ["x"]) == [["a", "x"]]`, `[for x in toset([v.l]) : x == tolist(["a"])][0]`,
		`{ for k in v.l : "x" => v.l... if length(v.l) == 1 } == { x = [tolist(["a"])] }`, `jsonencode(v.l)`, `anytrue([for e in v.l : e == ["a"]])`, `alltrue([for e in v.l : e != tolist(["a"])])`,
		`convert(v.l, list(string)) == tolist(["a"])`, `convert(v.l, set(string)) != toset(["a"])`, `convert(v.l, any) == ["a"]`, `convert(v.l, any) != tolist(["a"])`,
		`convert(v.l, tuple([string])) == ["a"]`, `convert(v.l, list(any)) == tolist(["a"])`, `convert(v.l, set(any)) == toset(["b", "a"])`, `convert([v.l], list(any)) == tolist([["a"]])`,
		`convert([v.l], tuple([any])) == [["a"]]`, `convert({ k = v.l }, map(any)).k == ["a"]`, `convert({ k = v.l }, object({ k = any })) == { k = ["a"] }`, `convert({ k = v.l }, object({ k = list(string) })).k == tolist(["a"])`,
		`convert(v.l, set(list(string))) == toset([["a"]])`, `can(convert(v.l, tuple([string, string])))`, `can(convert(v.l, list(number)))`, `can(convert(v.l, map(string)))`, `can(convert(v.l, string))`, `can(convert(v.l, object({})))`,
		`can(v.l[0])`, `v.l[0] == "a"`, `try(v.l[0], "none") == "a"`, `can(v.l[-1])`, `[for i, e in v.l : i]`, `alltrue([for i, e in v.l : i != e])`, `{ for i, e in v.l : i => 1 }`, `can(concat(v.l, ["c"]))`, `can(concat(v.l, v.m))`,
		`can(element(v.l, 0))`, `can(slice(v.l, 0, 1))`, `can(index(v.l, "a"))`, `can(coalescelist(v.l, v.m))`, `length(v.l)`, `[for e in v.l : e]`, `[for e in v.l : e][0] == "a"`, `join(",", v.l)`, `formatlist("%s", v.l)`, `jsonencode({ k = v.l })`,
		`reverse(v.l)[0] == "a"`, `flatten([v.l, v.m])[0] == "a"`, `tolist(v.l)[0] == "b"`, `zipmap(["x", "y"], v.l).x == "a"`, `(v.l[*])[0] == "a"`, `one(v.l) == "a"`, `setproduct(v.l, v.m)`, `try([v.l] == ["a"] ? v.l : v.m, "x") == "x"`,
		`can(convert(v.l, tuple([any])))`, `can(convert(v.l, tuple([])))`, `can(convert(v.l, list(tuple([string]))))`, `can(convert(v.l, set(tuple([any]))))`, `can(convert([v.l], list(tuple([string]))))`,
		`can(convert([v.l], tuple([tuple([string, string])])))`, `can(convert({ k = v.l }, object({ k = tuple([string, string]) })))`, `can(convert({ k = v.l }, map(tuple([string]))))`,
		`can(convert({ k = v.l, n = "x" }, object({ k = tuple([any]), o = optional(tuple([string])) })))`, `can(convert({ k = "x", n = v.l }, object({ k = string, n = optional(tuple([string, string]), ["x", "y"]) })))`,
		`can(convert({ k = v.l, n = [1] }, object({ k = list(string), n = tuple([number]) })))`, `can(convert(v.l, list(object({ k = tuple([string]) }))))`, `can(convert(v.l, object({ k = tuple([string]) })))`,
		`can(convert(v.l, object({ k = list(string), n = optional(string) })))`, `can(convert(v.l, object({ k = set(string), o = optional(list(string), ["z"]) })))`, `convert(v.l, object({ k = list(string) })).k == tolist(["a"])`,
		`can(convert(v.l, list(list(string))))`, `can(convert([v.l, v.m], list(list(string))))`, `can(convert(v.l, list(list(number))))`, `can(convert(v.l, list(any)))`, `can(convert([v.l], list(list(any))))`,
		`can(convert({ k = v.l }, object({ k = list(string) })))`, `convert({ k = v.l }, object({ k = list(string) })).k[0] == "a"`, `length(convert({ k = v.l }, object({ k = set(string) })).k)`, `length(convert([v.l], list(set(string)))[0])`,
		`convert(v.l, set(list(string))) == toset([["b", "a"]])`, `convert(v.l, list(list(string)))[0][0] == "b"`, `convert(v.l, map(list(string)))`, `tolist(convert(v.l, set(list(string))))[0][0] == "b"`,
		`convert(v.l, union([set(string), list(string)])) == tolist(["a", "a"])`, `length(convert(v.l, union([set(string), list(string)])))`, `convert(v.l, union([list(string), tuple([string])])) == ["a"]`, `can(convert(v.l, union([list(string), tuple([string])])))`,
		`can(convert(v.l, union([tuple([string]), tuple([string, string])])))`, `can(convert(v.l, union([tuple([number]), string])))`, `can(convert(v.l, union([bool, list(string)])))`, `convert(v.l, union([bool, list(string)])) == tolist(["a"])`,
		`convert({ k = v.l }, object({ k = union([set(string), list(string)]) })).k == tolist(["a", "a"])`, `length(convert([v.l], list(union([set(string), list(string)])))[0])`, `convert(v.l, union([list(any), none])) == tolist([["a"]])`,
		`convert(v.l, union([object({ k = set(string) }), object({ k = list(string) })])).k == tolist(["a"])`, `can(convert(v.l, union([set(number), list(string)])))`, `length(convert(v.l, union([set(number), list(string)])))`,
		`length(convert(v.l, set(string)))`, `convert(v.l, list(string))[0] == "a"`, `convert(v.l, union([string, any])) == ["a"]`,
	}
	checked, decided := 0, 0
	for _, src := range sources {
		e := bindSource(t, src)
		for i, l := range arrays {
			for j, m := range arrays[:7] {
				if !sampling.Takes(src, fmt.Sprint(i, j)) || j > 0 && !strings.Contains(src, "v.m") {
					continue
				}
				have := Eval(e, roots{"v": value.Object(map[string]value.Value{"l": looseValue(l, "l"), "m": looseValue(m, "m")})}, nil)
				checked++
				if have.Err == nil && have.Value.IsKnown() {
					decided++
				} else if have.Err == nil && len(have.Causes)+len(have.Value.Causes()) == 0 {
					t.Errorf("%s for %v and %v is not known, and there is no cause", src, l, m)
				}
				_, loose := have.Value.HasLoose()
				told := have.Err == nil && have.Value.IsWhollyKnown() && !loose
				if have.MayFail != nil && !told {
					continue
				}
				for _, x := range readings(l) {
					for _, y := range readings(m) {
						r := Eval(e, roots{"v": value.Object(map[string]value.Value{"l": value.Of(x), "m": value.Of(y)})}, nil)
						if have.MayFail == nil && (have.Err != nil) != (r.Err != nil) && (have.Err != nil || r.Err != nil) {
							t.Errorf("%s for %v and %v is %s, but %s if they are %#v and %#v", src, l, m, show(have), show(r), x, y)
						}
						if r.Err != nil || !told {
							continue
						}
						decided := have
						decided.MayFail = nil // in another reading
						if show(r) != show(decided) {
							t.Errorf("%s for %v and %v is %s, but %s if they are %#v and %#v", src, l, m, show(have), show(r), x, y)
						}
					}
				}
			}
		}
	}
	t.Logf("%d results, %d decided", checked, decided)
	if decided < checked/4 {
		t.Errorf("only %d of %d are decided", decided, checked)
	}
}

// TestLooseArraysOfOnePlace compares what an attribute was with what it will be: both are of the same kind.
func TestLooseArraysOfOnePlace(t *testing.T) {
	for _, c := range []struct {
		l, m any
		want string
	}{
		{[]any{"a", "b"}, []any{"a", "b"}, "true"},
		{[]any{"a", "b"}, []any{"b", "a"}, "unknown"},
		{[]any{"a", "b"}, []any{"a"}, "false"},
		{[]any{"a", "b"}, []any{"a", "c"}, "false"},
		{[]any{[]any{"a"}, 1}, []any{[]any{"a"}, 1}, "true"},
		{map[string]any{"k": []any{"a"}}, map[string]any{"k": []any{"a"}}, "true"},
		{map[string]any{"k": []any{"a"}}, map[string]any{"k": []any{"b"}}, "false"},
	} {
		r := Eval(bindSource(t, "v.l == v.m"), roots{"v": value.Object(map[string]value.Value{"l": looseValue(c.l, "x"), "m": looseValue(c.m, "x")})}, nil)
		if got := show(r); got != c.want {
			t.Errorf("%v == %v is %s, want %s", c.l, c.m, got, c.want)
		}
	}
}
