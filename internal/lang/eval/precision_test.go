package eval

import (
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/zclconf/go-cty/cty"

	"github.com/planfmt/planfmt/internal/lang/value"
	"github.com/planfmt/planfmt/internal/testkit/sampling"
)

// usual are conditions as policies have them.
var usual = []string{
	// Texts.
	`v.s0 == v.s1`, `v.s0 != "abc"`, `v.s0 == "abc" || v.s0 == "b"`, `contains(["a", "ab"], v.s0)`, `contains(["x", "yy"], v.s0)`, `startswith(v.s0, "a")`, `endswith(v.s0, "b")`,
	`can(regex("^a", v.s0))`, `can(regex("^ab.*$", v.s0))`, `can(regex("b$", v.s0))`, `length(regexall("^a", v.s0)) > 0`, `upper(v.s0) == "ABC"`, `lower(v.s0) != ""`,
	`substr(v.s0, 0, 1) == "a"`, `split("b", v.s0)[0] == "a"`, `length(split(",", v.s0)) > 0`, `trimprefix(v.s0, "a") != v.s0`, `"x-${v.s0}" == "y"`, `"${v.s0}-${v.s1}" != "-"`,
	`format("%s-x", v.s0) == "y"`, `format("%s-x", v.s0) != format("%s-x", v.s1)`, `replace(v.s0, "a", "b") != "a"`, `join("-", [v.s0, "x"]) == "x"`, `trimspace(v.s0) == ""`,
	`coalesce(v.s0, "a") != ""`, `try(v.s0, "") != ""`, `try(length(v.s0), 0) == 0`, `tostring(v.n0) == "1"`, `v.s0 == "" ? true : v.s0 != ""`,
	// Numbers.
	`v.n0 > 3`, `v.n0 >= 1 && v.n0 <= 5`, `v.n0 < 1 || v.n0 > 5`, `v.n0 == v.n1`, `v.n0 <= v.n1`, `v.n0 + v.n1 > 2`, `v.n0 * 2 > 6`, `v.n0 - 1 < 8`, `max(v.n0, 3) >= 3`, `min(v.n0, 3) <= v.n1`,
	`abs(v.n0) >= 0`, `ceil(v.n0) <= 6`, `floor(v.n0) > -3`, `v.n0 % 2 == 1`, `contains([1, 2], v.n0)`, `v.n0 == 3 || v.n0 != 3`, `sum(v.ln) > 100`, `max(v.ln...) > 100`,
	// Lists, sets and tuples.
	`length(v.ls) > 0`, `length(v.ls) < 3`, `length(v.ls) == length(v.ln)`, `contains(v.ls, "a")`, `contains(v.ls, "abc")`, `contains(v.ss, "a")`, `length(concat(v.ls, ["a"])) > 0`, `contains(concat(v.ls, ["a"]), "a")`,
	`concat(["a"], v.ls)[0] == "a"`, `length(setunion(v.ss, ["a"])) > 0`, `contains(setunion(v.ss, ["a"]), "a")`, `length(setintersection(v.ss, ["abc"])) == 0`, `length(setsubtract(v.ss, v.ls)) == 0`,
	`length(setsubtract(["a"], v.ss)) <= 1`, `contains(setsubtract(v.ss, ["a"]), "a")`, `length(distinct(v.ls)) > 0`, `length(distinct(v.ls)) == length(v.ls)`, `length(reverse(v.ls)) > 1`, `length(flatten([v.ls, ["a"]])) > 0`,
	`contains(flatten([v.ls, ["a"]]), "a")`, `length(compact(v.ls)) <= length(v.ls)`, `contains(compact(v.ls), "")`, `element(v.ls, 0) == "a"`, `length(sort(v.ls)) > 0`, `length(toset(v.ls)) > 0`, `length(tolist(v.ss)) > 0`,
	`contains(tolist(v.ss), "a")`, `contains(toset(v.ls), "a")`, `contains(sort(v.ls), "a")`, `contains(reverse(v.ls), "a")`, `contains(distinct(v.ls), "a")`, `length(slice(v.ls, 0, 1)) == 1`,
	`length(chunklist(v.ls, 2)) > 0`, `one(v.ls) == "a"`, `v.ls == ["a"]`, `v.ls != []`, `toset(v.ls) == v.ss`, `length(setproduct(v.ls, v.ss)) > 0`, `length(coalescelist(v.ls, ["a"])) > 0`, `v.ll[0] == ["a"]`,
	`length(flatten(v.ll)) > 0`, `alltrue([for s in v.ls : startswith(s, "a")])`, `anytrue([for s in v.ls : s == "a"])`, `alltrue([for s in v.ss : s != "abc"])`, `length([for s in v.ls : s if s == "a"]) == 0`,
	`length([for s in v.ls : s]) == length(v.ls)`, `length([for s in v.ls : s if s != "abc"]) > 0`, `contains([for s in v.ls : upper(s)], "A")`, `length(v.lo[*].p) > 0`, `alltrue([for r in v.lo : r.p > 0])`,
	`anytrue([for r in v.so : r.q == "a"])`, `length([for r in v.lo : r if r.p > 100]) == 0`, `contains(v.lo[*].q, "a")`, `v.lo[0].p == 1`, `setunion(v.ss, ["a"]) == toset(["a"])`,
	// Maps and objects.
	`length(v.ms) > 0`, `length(keys(v.ms)) > 0`, `contains(keys(v.ms), "a")`, `lookup(v.ms, "a", "z") != ""`, `length(merge(v.ms, { a = "x" })) > 0`, `contains(keys(merge(v.ms, { a = "x" })), "a")`,
	`merge(v.ms, { a = "x" }).a == "x"`, `merge(v.ms, { a = "x" })["a"] == "y"`, `can(merge(v.ms, { a = "x" }).a)`, `can(merge({ a = "x" }, v.ms).a)`, `merge({ a = "x" }, v.ms).a == "abc"`, `length(values(v.ms)) > 0`, `contains(values(v.ms), "a")`,
	`can(v.ms.a)`, `try(v.ms["a"], "") != ""`, `alltrue([for k, x in v.ms : x != "abc"])`, `alltrue([for k in ["a", "b"] : contains(keys(v.ms), k)])`, `length({ for k, x in v.ms : k => upper(x) }) > 0`,
	`length({ for s in v.ls : s => 1 }) > 0`, `length(setsubtract(["a"], keys(v.ms))) == 0`, `length(zipmap(["a"], [v.s0])) == 1`, `v.o == { p = 1, q = "a" }`, `v.o.p > 0`, `length(v.o) == 2`, `keys(v.o) == ["p", "q"]`,
	`jsondecode(jsonencode(v.o)).p == v.o.p`, `jsondecode(jsonencode({ a = v.s0, b = "c" })).b == "c"`, `jsondecode(jsonencode([v.s0, "c"]))[1] == "c"`, `length(jsondecode(jsonencode(v.ls))) > 0`, `v.ms == {}`, `length(v.t) == 3`,
	`contains(jsondecode(jsonencode({ a = [v.s0, "c"] })).a, "c")`,
	// Conditions.
	`(v.b0 ? "a" : "b") != "c"`, `(v.b0 ? 1 : 2) > 0`, `v.b0 || !v.b0`, `v.b0 == true || v.b0 == false`, `v.b0 != null && v.b0`, `(v.b0 ? v.ls : ["a"]) != []`, `length(v.b0 ? v.ls : ["a"]) > 0`, `v.b0 && v.n0 > 100`, `!(v.b0 && v.b1) == (!v.b0 || !v.b1)`,
	`try(v.d.a, "x") != ""`, `can(v.d)`, `v.d == null`, `(v.b0 ? { a = 1 } : { a = 2 }).a > 0`, `length(v.b0 ? [1] : [2]) == 1`, `(v.s0 == "a" ? "x" : "y") == "z"`,
}

// TestPrecision compares what is decided about usual conditions on values that are known in part with worlds. With PLANFMT_TEST=exhaustive, it logs how many are
// undecided although they come out the same in all worlds that are drawn, and which ones these are: candidates for what could be decided, if the worlds that
// are drawn are not just too much alike.
func TestPrecision(t *testing.T) {
	rounds := 1
	if sampling.Exhaustive() {
		rounds = 20
	}
	r := rand.New(rand.NewPCG(30, 22))
	undecided, same, compared := 0, 0, 0
	found, first := map[string]int{}, map[string]value.Value{}
	for _, src := range usual {
		e, diags := bindAny(t, src)
		if diags.HasErrors() {
			t.Errorf("%s: %v", src, diags)
			continue
		}
		for range rounds {
			d := &drawer{Rand: r, known: 2 + r.IntN(7), nulls: r.IntN(4) == 0, apart: true}
			members := map[string]value.Value{}
			for _, a := range attrs {
				if strings.Contains(src, "v."+a.name) {
					members[a.name] = d.partly(a.t)
				}
			}
			root := value.Object(members)
			abstract := Eval(e, roots{"v": root}, nil)
			isDecided := decided(abstract)
			if !isDecided && rounds == 1 {
				continue
			}
			seen := map[string]bool{}
			n := 0
			for range 100 {
				w, ok := d.world(root, map[string]cty.Value{})
				if !ok {
					continue
				}
				n++
				concrete := Eval(e, roots{"v": value.Of(w)}, nil)
				key := "error"
				if concrete.Err == nil {
					key = concrete.Value.Cty().GoString()
				}
				if isDecided {
					if want := abstract.Value.Cty(); abstract.Err != nil && concrete.Err == nil || abstract.Err == nil && key != want.GoString() {
						t.Fatalf("%s\nv = %#v\nworld = %#v\nabstract: %s\nconcrete: %s", src, root.Cty(), w, show(abstract), show(concrete))
					}
					compared++
					if n > 10 {
						break
					}
					continue
				}
				if seen[key] = true; len(seen) > 1 {
					break
				}
			}
			if isDecided || n < 30 && len(seen) < 2 {
				continue
			}
			undecided++
			if len(seen) == 1 {
				same++
				if found[src]++; found[src] == 1 {
					first[src] = root
				}
			}
		}
	}
	if compared < 100 {
		t.Errorf("only %d decided conditions have been compared with worlds", compared)
	}
	t.Logf("%d conditions, %d undecided verdicts, %d the same in all worlds; %d decided ones compared", len(usual), undecided, same, compared)
	for _, src := range slices.SortedFunc(maps.Keys(found), func(a, b string) int { return found[b] - found[a] }) {
		t.Logf("%4d %s", found[src], src)
		if testing.Verbose() {
			t.Logf("     %#v", first[src].Cty())
		}
	}
}
