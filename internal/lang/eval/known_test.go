package eval

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/ext/tryfunc"
	"github.com/hashicorp/hcl/v2/hclsyntax"
	"github.com/zclconf/go-cty/cty"
	"github.com/zclconf/go-cty/cty/function"
	"github.com/zclconf/go-cty/cty/function/stdlib"

	"github.com/planfmt/planfmt/internal/lang/budget"
	"github.com/planfmt/planfmt/internal/lang/funcs"
	"github.com/planfmt/planfmt/internal/lang/model"
	"github.com/planfmt/planfmt/internal/lang/types"
	"github.com/planfmt/planfmt/internal/lang/value"
	"github.com/planfmt/planfmt/internal/testkit/sampling"
)

// ctyFunctions are the functions of [knownCalls] as go-cty has them.
var ctyFunctions = sync.OnceValue(func() map[string]function.Function {
	dynamic := cty.DynamicPseudoType
	return map[string]function.Function{
		"abs": stdlib.AbsoluteFunc, "ceil": stdlib.CeilFunc, "chomp": stdlib.ChompFunc, "chunklist": stdlib.ChunklistFunc, "coalescelist": stdlib.CoalesceListFunc,
		"compact": stdlib.CompactFunc, "concat": stdlib.ConcatFunc, "contains": stdlib.ContainsFunc, "csvdecode": stdlib.CSVDecodeFunc, "distinct": stdlib.DistinctFunc,
		"element": stdlib.ElementFunc, "flatten": stdlib.FlattenFunc, "floor": stdlib.FloorFunc, "format": stdlib.FormatFunc, "formatdate": stdlib.FormatDateFunc,
		"formatlist": stdlib.FormatListFunc, "indent": stdlib.IndentFunc, "join": stdlib.JoinFunc, "jsondecode": stdlib.JSONDecodeFunc, "jsonencode": stdlib.JSONEncodeFunc,
		"keys": stdlib.KeysFunc, "length": stdlib.LengthFunc, "log": stdlib.LogFunc, "lower": stdlib.LowerFunc, "max": stdlib.MaxFunc, "merge": stdlib.MergeFunc, "min": stdlib.MinFunc,
		"parseint": stdlib.ParseIntFunc, "pow": stdlib.PowFunc, "range": stdlib.RangeFunc, "regex": stdlib.RegexFunc, "regexall": stdlib.RegexAllFunc, "reverse": stdlib.ReverseListFunc,
		"setintersection": stdlib.SetIntersectionFunc, "setproduct": stdlib.SetProductFunc, "setsubtract": stdlib.SetSubtractFunc, "setsymmetricdifference": stdlib.SetSymmetricDifferenceFunc,
		"setunion": stdlib.SetUnionFunc, "signum": stdlib.SignumFunc, "slice": stdlib.SliceFunc, "sort": stdlib.SortFunc, "split": stdlib.SplitFunc, "strrev": stdlib.ReverseFunc,
		"substr": stdlib.SubstrFunc, "timeadd": stdlib.TimeAddFunc, "title": stdlib.TitleFunc, "trim": stdlib.TrimFunc, "trimprefix": stdlib.TrimPrefixFunc,
		"trimspace": stdlib.TrimSpaceFunc, "trimsuffix": stdlib.TrimSuffixFunc, "upper": stdlib.UpperFunc, "values": stdlib.ValuesFunc, "zipmap": stdlib.ZipmapFunc,
		"try": tryfunc.TryFunc, "can": tryfunc.CanFunc,
		"tobool": stdlib.MakeToFunc(cty.Bool), "tonumber": stdlib.MakeToFunc(cty.Number), "tostring": stdlib.MakeToFunc(cty.String),
		"tolist": stdlib.MakeToFunc(cty.List(dynamic)), "toset": stdlib.MakeToFunc(cty.Set(dynamic)), "tomap": stdlib.MakeToFunc(cty.Map(dynamic)),
	}
})

var allFunctions = sync.OnceValue(funcs.All)

func sortedNames[T any](m map[string]T) []string { return slices.Sorted(maps.Keys(m)) }

// knownCase is an expression over values that are all known.
type knownCase struct {
	src    string
	syntax hclsyntax.Expression
	root   cty.Value
}

func drawKnownCase(t testing.TB, seed uint64, terraform bool) knownCase {
	r := rand.New(rand.NewPCG(seed, 43))
	g := &knownGenerator{Rand: r, terraform: terraform}
	root := drawKnownRoot(rand.New(rand.NewPCG(seed/knownBatch, 44)))
	src := g.expr("bnslmlmlm"[r.IntN(9)], 1+r.IntN(4))
	return knownCase{src, parse(t, src), root}
}

// knownBatch is how many expressions refer to the same values.
const knownBatch = 500

// byHCL evaluates the expression with HCL and go-cty.
func (c knownCase) byHCL() (v cty.Value, failed bool) {
	v, diags := c.syntax.Value(c.context())
	return v, diags.HasErrors()
}

func (c knownCase) context() *hcl.EvalContext {
	return &hcl.EvalContext{Variables: map[string]cty.Value{"local": c.root}, Functions: ctyFunctions()}
}

// ways are the ways in which planfmt evaluates an expression: without static types and checks, with values of any type, and with
// exact types. The result is nil if the expression is not evaluated, because something in it is wrong whatever the values are.
func (c knownCase) ways() map[string]func() *Result {
	host := roots{"local": value.Of(c.root)}
	bound := func(root types.Type) func() *Result {
		return func() *Result {
			e, diags := model.Bind(c.syntax, model.Scope{
				Roots: map[string]types.Type{"local": root}, Functions: allFunctions(), Bare: true, Constant: Constants(budget.New(0)), Source: []byte(c.src),
			})
			if diags.HasErrors() {
				return nil
			}
			r := Eval(e, host, nil)
			return &r
		}
	}
	return map[string]func() *Result{
		"unchecked": func() *Result {
			b := &binder{roots: map[string]bool{"local": true}, anon: map[*hclsyntax.AnonSymbolExpr]int{}, functions: testFunctions()}
			r := Eval(b.bind(c.syntax), host, nil)
			return &r
		},
		"any":   bound(types.Any),
		"exact": bound(types.FromCty(c.root.Type())),
	}
}

// differs says how planfmt's result is another than the one wanted. It is empty if they are the same.
func differs(got *Result, want cty.Value, failed bool) string {
	switch {
	case got == nil && failed, got != nil && got.Err != nil && failed:
	case got == nil:
		return "refused"
	case got.Err != nil:
		return "error: " + got.Err.Error()
	case got.MayFail != nil:
		return "undecided: " + got.MayFail.Error()
	case !got.Value.IsWhollyKnown():
		return fmt.Sprintf("unknown: %#v", got.Value.Cty())
	case failed:
		return fmt.Sprintf("no error: %#v", got.Value.Cty())
	case !got.Value.Cty().RawEquals(want):
		return fmt.Sprintf("%#v", got.Value.Cty())
	}
	return ""
}

// guarded calls a way to evaluate, and reports a panic as a difference.
func guarded(way func() *Result, want cty.Value, failed bool) (why string) {
	defer func() {
		if p := recover(); p != nil {
			why = fmt.Sprintf("panic: %v", p)
		}
	}()
	return differs(way(), want, failed)
}

// difference compares all ways with HCL.
func (c knownCase) difference() string {
	want, failed := c.byHCL()
	ways := c.ways()
	for _, name := range sortedNames(ways) {
		why := guarded(ways[name], want, failed)
		if why == "" || why == "refused" && c.isWrongSomewhere() {
			continue
		}
		if failed {
			return name + ": " + why + ", wanted an error"
		}
		return fmt.Sprintf("%s: %s, wanted %#v", name, why, want)
	}
	return ""
}

// isWrongSomewhere reports whether something in the expression is an error that has nothing to do with the values
// that it refers to. Static checks refuse that, even where it is never evaluated.
func (c knownCase) isWrongSomewhere() bool {
	wrong := false
	c.visit(func(e hclsyntax.Expression) {
		_, diags := e.Value(c.context())
		wrong = wrong || diags.HasErrors()
	})
	return wrong || strings.Contains(c.src, "for ") || strings.Contains(c.src, "*")
}

// visit calls f with all expressions in an expression that do not depend on the variables of those around.
func (c knownCase) visit(f func(hclsyntax.Expression)) {
	hclsyntax.VisitAll(c.syntax, func(n hclsyntax.Node) hcl.Diagnostics {
		if e, ok := n.(hclsyntax.Expression); ok && isClosed(e) {
			f(e)
		}
		return nil
	})
}

// isClosed reports whether an expression refers to nothing but known values.
func isClosed(e hclsyntax.Expression) bool {
	return !slices.ContainsFunc(e.Variables(), func(v hcl.Traversal) bool { return v.RootName() != "local" })
}

// parts returns the expressions in an expression that can stand alone.
func (c knownCase) parts() []knownCase {
	var all []knownCase
	c.visit(func(e hclsyntax.Expression) {
		src := string(e.Range().SliceBytes([]byte(c.src)))
		if part, diags := hclsyntax.ParseExpression([]byte(src), "test", hcl.InitialPos); src != c.src && !diags.HasErrors() && isClosed(part) {
			all = append(all, knownCase{src, part, c.root})
		}
	})
	return all
}

// smallest returns the shortest part that differs, too.
func (c knownCase) smallest() knownCase {
	found := c
	for _, part := range c.parts() {
		if len(part.src) < len(found.src) && part.difference() != "" {
			found = part
		}
	}
	if found.src != c.src {
		return found.smallest()
	}
	return c
}

// TestKnownAgainstHCL draws expressions over known values. Each has the value that HCL and go-cty give it, in all ways in which
// planfmt evaluates: nothing else, nothing unknown and no panic.
func TestKnownAgainstHCL(t *testing.T) {
	n := uint64(sampling.CountOf(5_000, 40_000))
	values := 0
	for seed := range n {
		c := drawKnownCase(t, seed, false)
		if why := c.difference(); why != "" {
			s := c.smallest()
			t.Errorf("seed %d: %s\n%s", seed, s.src, s.difference())
		}
		if _, failed := c.byHCL(); !failed {
			values++
		}
	}
	t.Logf("%d of %d expressions have a value", values, n)
	if uint64(values) < n/3 {
		t.Errorf("only %d of %d expressions have a value", values, n)
	}
}
