package eval

import (
	"fmt"
	"strings"
	"sync"

	"github.com/zclconf/go-cty/cty"
	"github.com/zclconf/go-cty/cty/function"
	"github.com/zclconf/go-cty/cty/function/stdlib"

	"github.com/planfmt/planfmt/internal/lang/funcs"
)

var testFunctions = sync.OnceValue(func() map[string]*funcs.Function {
	all := map[string]*funcs.Function{}
	for _, f := range funcs.All() {
		all[f.Name] = f
	}
	return all
})

var hclFunctions = sync.OnceValue(func() map[string]function.Function {
	return map[string]function.Function{
		"upper": stdlib.UpperFunc, "strrev": stdlib.ReverseFunc, "trimprefix": stdlib.TrimPrefixFunc,
		"split": stdlib.SplitFunc, "join": stdlib.JoinFunc, "abs": stdlib.AbsoluteFunc, "max": stdlib.MaxFunc,
		"concat": stdlib.ConcatFunc, "distinct": stdlib.DistinctFunc, "reverse": stdlib.ReverseListFunc,
		"keys": stdlib.KeysFunc, "values": stdlib.ValuesFunc, "flatten": stdlib.FlattenFunc, "merge": stdlib.MergeFunc,
		"element": stdlib.ElementFunc, "contains": stdlib.ContainsFunc, "format": stdlib.FormatFunc,
		"setunion": stdlib.SetUnionFunc, "parseint": stdlib.ParseIntFunc, "jsonencode": stdlib.JSONEncodeFunc,
	}
})

// calls are calls of functions by the type that they return. Arguments are named by the first
// letter of their type.
var calls = map[string][]string{
	"bool": {
		"contains(S, s)", "contains(s*, s)", "contains(N, n)",
	},
	"number": {"abs(n)", "max(n, n)", "max(N...)", "element(N, n)"},
	"string": {"upper(s)", "strrev(s)", "trimprefix(s, s)", "join(s, S)", "element(S, n)", "format(\"%v-%v\", s, n)", "jsonencode(o)"},
	"list of string": {
		"split(\"a\", s)", "concat(S, S)", "reverse(S)", "keys(v.ms)", "keys(o)", "values(v.ms)", "flatten([S, s])", "flatten(v.ll)",
	},
	"list of number": {"concat(N, N)", "flatten([N])", "values({a = n, b = n})"},
	"object":         {"merge(o, o)", "merge(o, v.ms)", "element(O, n)"},
	"list of object": {"concat(O, O)"},
}

// more are calls of functions that HCL does not have.
var more = map[string][]string{
	"bool": {
		"startswith(s, s)", "endswith(s, s)", "contains_substring(s, s)", "alltrue([for x in N : x > n])", "anytrue([for x in S : x == s])",
		"alltrue([b, b])", "anytrue([b, b, b])", "regex_match(\"^a\", s)", "regex_match(s, \"^ab?\")", "can(n)", "can(o.p)", "try(b, b)",
	},
	"number":         {"length(S)", "length(O)", "length(v.ss)", "length(v.so)", "length(v.ms)", "length(s)", "min(n, n)", "signum(n)", "floor(n)", "try(n, n)", "ceil(n)", "one(N)", "parseint(s, 10)"},
	"string":         {"lower(s)", "substr(s, 1, 2)", "trimsuffix(s, s)", "trim(s, s)", "trimspace(s)", "try(s, s)", "one(S)", "chomp(s)", "title(s)"},
	"list of string": {"distinct(S)", "compact(S)", "sort(S)", "tolist(v.ss)", "tolist(S)", "slice(S, 1, 2)", "try(S, S)", "coalescelist(S, S)", "setunion(S, v.ss)", "setsubtract(S, S)", "setintersection(S, S)"},
	"list of number": {"range(n)", "tolist(v.sn)", "toset(N)"},
	"object":         {"try(o, o)", "zipmap(S, N)"},
	"list of object": {"try(O, O)"},
}

func testCalls(g *generator, t cty.Type, depth int) string {
	name := t.FriendlyName()
	choice := calls[name]
	if g.all {
		choice = append(choice[:len(choice):len(choice)], more[name]...)
	}
	if len(choice) == 0 {
		return ""
	}
	form := g.pick(choice...)
	if strings.HasSuffix(form, "s*, s)") {
		form = "contains(v.ss, s)"
	}
	var b strings.Builder
	for i, c := range form {
		alone := func(j int) bool {
			return j < 0 || j >= len(form) || !(form[j] >= 'a' && form[j] <= 'z' || form[j] >= 'A' && form[j] <= 'Z' || form[j] == '_' || form[j] == '"' || form[j] == '%' || form[j] == '.' && j < i)
		}
		arg, ok := map[rune]cty.Type{
			'b': cty.Bool, 'n': cty.Number, 's': cty.String, 'o': rule,
			'S': cty.List(cty.String), 'N': cty.List(cty.Number), 'O': cty.List(rule),
		}[c]
		if !ok || !alone(i-1) || !alone(i+1) || strings.HasPrefix(form[i:], "a = ") || strings.HasPrefix(form[i:], "b = ") {
			b.WriteRune(c)
			continue
		}
		b.WriteString(g.expr(arg, depth-1))
	}
	return fmt.Sprint(b.String())
}
