package eval

import (
	"fmt"
	"math/rand/v2"
	"strings"

	"github.com/zclconf/go-cty/cty"
)

// generator writes random expressions. Most of them are well typed.
type generator struct {
	*rand.Rand
	vars []variable
	// nulls means that null may be written.
	nulls bool
	// all means that functions may be called that HCL does not have.
	all bool
	// calls writes a call of a function that returns a type, or "".
	calls func(g *generator, t cty.Type, depth int) string
	// forms means that all forms of expressions are written.
	forms bool
	next  int
}

type variable struct {
	name string
	t    cty.Type
}

// rule is the type of the objects in the tests.
var rule = cty.Object(map[string]cty.Type{"p": cty.Number, "q": cty.String})

// attrs are the attributes of the root v.
var attrs = []variable{
	{"b0", cty.Bool},
	{"b1", cty.Bool},
	{"n0", cty.Number},
	{"n1", cty.Number},
	{"s0", cty.String},
	{"s1", cty.String},
	{"ls", cty.List(cty.String)},
	{"ln", cty.List(cty.Number)},
	{"ss", cty.Set(cty.String)},
	{"sn", cty.Set(cty.Number)},
	{"ms", cty.Map(cty.String)},
	{"o", rule},
	{"lo", cty.List(rule)},
	{"so", cty.Set(rule)},
	{"t", cty.Tuple([]cty.Type{cty.Number, cty.String, rule})},
	{"ll", cty.List(cty.List(cty.String))},
	{"d", cty.DynamicPseudoType},
}

func scope() []variable {
	var all []variable
	for _, a := range attrs {
		all = append(all, variable{"v." + a.name, a.t})
	}
	return all
}

func (g *generator) pick(list ...string) string { return list[g.IntN(len(list))] }

// sort of types that expressions are made of.
func (g *generator) someType() cty.Type {
	return []cty.Type{cty.Bool, cty.Number, cty.String, cty.List(cty.String), cty.List(cty.Number), rule, cty.List(rule)}[g.IntN(7)]
}

func (g *generator) expr(t cty.Type, depth int) string {
	if g.IntN(40) == 0 {
		t = g.someType() // badly typed
	}
	if g.nulls && g.IntN(30) == 0 {
		return "null"
	}
	if depth <= 0 {
		return g.leaf(t)
	}
	if g.calls != nil && g.IntN(4) == 0 {
		if s := g.calls(g, t, depth); s != "" {
			return s
		}
	}
	if g.forms && g.IntN(4) == 0 {
		return g.form(t, depth)
	}
	switch g.IntN(8) {
	case 0:
		return g.leaf(t)
	case 7:
		if g.nulls {
			return g.guarded(t, depth)
		}
	case 1:
		return fmt.Sprintf("(%s ? %s : %s)", g.expr(cty.Bool, depth-1), g.expr(t, depth-1), g.expr(t, depth-1))
	case 2:
		return fmt.Sprintf("[%s, %s][%s]", g.expr(t, depth-1), g.expr(t, depth-2), g.expr(cty.Number, depth-2))
	case 3:
		return fmt.Sprintf("{x = %s, y = %s}.%s", g.expr(t, depth-1), g.expr(g.someType(), depth-2), g.pick("x", "x", "x", "y"))
	}
	switch {
	case t == cty.Bool:
		switch g.IntN(8) {
		case 0, 1:
			u := g.someType()
			return fmt.Sprintf("(%s %s %s)", g.expr(u, depth-1), g.pick("==", "!="), g.expr(u, depth-1))
		case 2, 3:
			return fmt.Sprintf("(%s %s %s)", g.expr(cty.Number, depth-1), g.pick("<", "<=", ">", ">="), g.expr(cty.Number, depth-1))
		case 4:
			return "!" + g.expr(cty.Bool, depth-1)
		case 5:
			if g.nulls {
				return fmt.Sprintf("(%s %s null)", g.expr(g.someType(), depth-1), g.pick("==", "!="))
			}
		}
		return fmt.Sprintf("(%s %s %s)", g.expr(cty.Bool, depth-1), g.pick("&&", "||"), g.expr(cty.Bool, depth-1))
	case t == cty.Number:
		if g.IntN(5) == 0 {
			return "-" + g.expr(cty.Number, depth-1)
		}
		return fmt.Sprintf("(%s %s %s)", g.expr(cty.Number, depth-1), g.pick("+", "-", "*", "/", "%"), g.expr(cty.Number, depth-1))
	case t == cty.String:
		if g.forms && g.IntN(6) == 0 {
			return g.directives(depth)
		}
		switch g.IntN(4) {
		case 0:
			name := g.fresh()
			source, elem := g.source(depth - 1)
			return fmt.Sprintf("\"%%{ for %s in %s }<${%s}>%%{ endfor }%s\"", name, source,
				g.with([]variable{{name, elem}}, cty.String, depth-2), g.pick("", "z"))
		default:
			var b strings.Builder
			for range 1 + g.IntN(3) {
				b.WriteString(g.pick("", "a", "b", "ab", "-"))
				fmt.Fprintf(&b, "${%s}", g.expr([]cty.Type{cty.String, cty.Number, cty.Bool, cty.String}[g.IntN(4)], depth-1))
			}
			return `"` + b.String() + g.pick("", "a", "x") + `"`
		}
	case t.IsListType():
		elem := t.ElementType()
		switch g.IntN(5) {
		case 0:
			return fmt.Sprintf("[%s, %s]", g.expr(elem, depth-1), g.expr(elem, depth-1))
		case 1:
			if elem == cty.Number || elem == cty.String {
				attr := map[cty.Type]string{cty.Number: "p", cty.String: "q"}[elem]
				return fmt.Sprintf("%s[*].%s", g.expr(cty.List(rule), depth-1), attr)
			}
			return g.expr(elem, depth-1) + "[*]"
		}
		return g.forList(elem, depth)
	case t.IsObjectType():
		if g.IntN(3) == 0 {
			key, val := g.fresh(), g.fresh()
			source, et := g.source(depth - 1)
			return fmt.Sprintf("{for %s, %s in %s : %s => %s%s%s}", key, val, source,
				g.with([]variable{{val, et}}, cty.String, depth-2), g.with([]variable{{val, et}}, cty.Number, depth-2),
				g.pick("", "", "..."), g.condition([]variable{{val, et}}, depth))
		}
		return fmt.Sprintf("{p = %s, %s = %s}", g.expr(cty.Number, depth-1), g.pick("q", "q", "q", `"q"`, `"q${1}"`), g.expr(cty.String, depth-1))
	}
	return g.leaf(t)
}

// guarded writes an expression beside a condition that says that something in it is not null.
func (g *generator) guarded(t cty.Type, depth int) string {
	v := g.vars[g.IntN(len(g.vars))]
	if old := g.vars; len(old) > 4 {
		g.vars = []variable{v, v, v}
		defer func() { g.vars = old }()
	}
	name := g.pick(v.name, "try("+v.name+", null)")
	if t == cty.Bool && g.IntN(2) == 0 {
		return g.pick(
			fmt.Sprintf("(%s != null && %s)", name, g.expr(t, depth-1)),
			fmt.Sprintf("(%s == null || %s)", name, g.expr(t, depth-1)),
			fmt.Sprintf("(%s && %s)", g.expr(t, depth-1), g.expr(t, depth-1)),
		)
	}
	if g.IntN(3) == 0 {
		return fmt.Sprintf("(%s ? %s : %s)", g.expr(cty.Bool, depth-1), g.expr(t, depth-1), g.expr(t, depth-1))
	}
	return fmt.Sprintf("(%s != null ? %s : %s)", name, g.expr(t, depth-1), g.leaf(t))
}

func (g *generator) fresh() string {
	g.next++
	return fmt.Sprintf("x%d", g.next)
}

// with writes an expression in which some variables are bound.
func (g *generator) with(vars []variable, t cty.Type, depth int) string {
	old := g.vars
	g.vars = append(vars, old...)
	s := g.expr(t, depth)
	g.vars = old
	return s
}

func (g *generator) condition(vars []variable, depth int) string {
	if g.IntN(2) == 0 {
		return ""
	}
	return " if " + g.with(vars, cty.Bool, depth-1)
}

func (g *generator) forList(elem cty.Type, depth int) string {
	key, val := g.fresh(), g.fresh()
	source, et := g.source(depth - 1)
	vars := []variable{{val, et}}
	names := val
	if g.IntN(3) == 0 {
		names = key + ", " + val
		vars = append(vars, variable{key, cty.Number})
	}
	return fmt.Sprintf("[for %s in %s : %s%s]", names, source, g.with(vars, elem, depth-1), g.condition(vars, depth))
}

// source writes something to go over. It returns the type of the elements.
func (g *generator) source(depth int) (string, cty.Type) {
	switch g.IntN(8) {
	case 0:
		return "v.ss", cty.String
	case 1:
		return "v.ms", cty.String
	case 2:
		return "v.lo", rule
	case 3:
		return "v.sn", cty.Number
	case 4:
		return "v.so", rule
	}
	elem := []cty.Type{cty.String, cty.Number, rule}[g.IntN(3)]
	return g.expr(cty.List(elem), depth), elem
}

func (g *generator) leaf(t cty.Type) string {
	if g.IntN(3) > 0 {
		var fits []string
		for _, v := range g.vars {
			switch {
			case v.t.Equals(t) || v.t == cty.DynamicPseudoType && g.IntN(8) == 0:
				fits = append(fits, v.name)
			case v.t.IsObjectType() && t == cty.Number:
				fits = append(fits, v.name+".p")
			case v.t.IsObjectType() && t == cty.String:
				fits = append(fits, v.name+".q")
			case v.t.IsListType() && v.t.ElementType().Equals(t):
				fits = append(fits, v.name+g.pick("[0]", "[1]"))
			case v.t.IsMapType() && t == cty.String:
				fits = append(fits, v.name+g.pick(".a", `["b"]`, ".c"))
			}
		}
		if len(fits) > 0 {
			// The variables that were bound last come first.
			return fits[min(g.IntN(len(fits)), g.IntN(len(fits)))]
		}
	}
	switch {
	case t == cty.Bool:
		return g.pick("true", "false")
	case t == cty.Number:
		return g.pick("0", "1", "2", "3", "5", "0.5", "-1", "4")
	case t == cty.String:
		return g.pick(`""`, `"a"`, `"b"`, `"ab"`, `"1"`, `"true"`, `"abc"`)
	case t.IsListType():
		elem := t.ElementType()
		return g.pick("[]", "["+g.leaf(elem)+"]", "["+g.leaf(elem)+", "+g.leaf(elem)+"]")
	case t.IsObjectType():
		return "{p = " + g.leaf(cty.Number) + ", q = " + g.leaf(cty.String) + "}"
	}
	return "1"
}
