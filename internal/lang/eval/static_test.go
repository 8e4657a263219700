package eval

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/zclconf/go-cty/cty"

	"github.com/planfmt/planfmt/internal/lang/budget"
	"github.com/planfmt/planfmt/internal/lang/funcs"
	"github.com/planfmt/planfmt/internal/lang/model"
	"github.com/planfmt/planfmt/internal/lang/policyfile"
	"github.com/planfmt/planfmt/internal/lang/types"
	"github.com/planfmt/planfmt/internal/lang/value"
)

// staticType is the type of a value of which is known which parts are unknown: these are
// outputs.
func staticType(v value.Value) types.Type {
	t := v.Type()
	switch {
	case !v.IsKnown():
		return types.Output{Elem: nullable(types.FromCty(t), v.MayBeNull())}
	case v.IsNull():
		return types.Optional(types.FromCty(t))
	case t.IsObjectType():
		attrs := map[string]types.Attr{}
		for name := range t.AttributeTypes() {
			a, _ := v.Attr(name)
			attrs[name] = types.Attr{Type: staticType(a)}
		}
		return types.Object{Attrs: attrs}
	case t.IsTupleType():
		var elems []types.Type
		for _, e := range v.Elems() {
			elems = append(elems, staticType(e))
		}
		return types.Tuple{Elems: elems}
	case t.IsCollectionType():
		elem := types.FromCty(t.ElementType())
		for i, e := range v.Elems() {
			if i == 0 {
				elem = staticType(e)
			} else {
				elem = types.NewUnion(elem, staticType(e))
			}
		}
		if v.IsPartial() || !v.IsWhollyKnown() {
			elem = types.Output{Elem: types.Resolve(elem)}
		}
		switch {
		case t.IsListType():
			return types.List{Elem: elem}
		case t.IsSetType():
			return types.Set{Elem: elem}
		}
		return types.Map{Elem: elem}
	}
	return types.FromCty(t)
}

func nullable(t types.Type, ok bool) types.Type {
	if ok {
		return types.Optional(t)
	}
	return t
}

// misfit says in what a value is not one of a static type, or returns "".
func misfit(t types.Type, v cty.Value) string {
	bad := func() string { return fmt.Sprintf("%#v is not %s", v, t) }
	parts := func(elem func(key cty.Value) types.Type) string {
		for it := v.ElementIterator(); it.Next(); {
			key, e := it.Element()
			if s := misfit(elem(key), e); s != "" {
				return s
			}
		}
		return ""
	}
	switch outer := t.(type) {
	case types.Promise:
		return misfit(outer.Elem, v)
	case types.Output:
		return misfit(outer.Elem, v)
	}
	if t == types.Any {
		return ""
	}
	if u, ok := t.(types.Union); ok {
		for _, m := range u.Members {
			if misfit(m, v) == "" {
				return ""
			}
		}
		return bad()
	}
	if v.IsNull() {
		if types.MayBeNull(t) {
			return ""
		}
		return bad()
	}
	if !v.IsKnown() {
		return ""
	}
	vt := v.Type()
	switch t := t.(type) {
	case types.Primitive:
		if t == types.None || !vt.Equals(types.ToCty(t)) || t == types.Int && !v.AsBigFloat().IsInt() {
			return bad()
		}
		return ""
	case types.List:
		if !vt.IsListType() && (!t.Loose || !vt.IsTupleType()) {
			return bad()
		}
		return parts(func(cty.Value) types.Type { return t.Elem })
	case types.Set:
		if !vt.IsSetType() {
			return bad()
		}
		return parts(func(cty.Value) types.Type { return t.Elem })
	case types.Map:
		if !vt.IsMapType() && (!t.Loose || !vt.IsObjectType()) {
			return bad()
		}
		return parts(func(cty.Value) types.Type { return t.Elem })
	case types.Tuple:
		if !vt.IsTupleType() || vt.Length() != len(t.Elems) {
			return bad()
		}
		return parts(func(key cty.Value) types.Type {
			i, _ := key.AsBigFloat().Int64()
			return t.Elems[i]
		})
	case types.Object:
		if vt.IsMapType() {
			// A conditional whose results are objects with different attributes makes a map.
			for key := range v.AsValueMap() {
				if _, ok := t.Attrs[key]; !ok {
					return bad()
				}
			}
			return ""
		}
		if !vt.IsObjectType() || len(vt.AttributeTypes()) != len(t.Attrs) {
			return bad()
		}
		for name := range t.Attrs {
			if !vt.HasAttribute(name) {
				return bad()
			}
		}
		return parts(func(key cty.Value) types.Type { return t.Attrs[key.AsString()].Of() })
	}
	return bad()
}

func checkStatic(t *testing.T, seed uint64) (bound, decided bool) {
	r := rand.New(rand.NewPCG(seed, 77))
	d := &drawer{Rand: r}
	g := &generator{Rand: r, vars: scope(), nulls: true, all: true, calls: testCalls}
	src := g.expr([]cty.Type{cty.Bool, cty.Number, cty.String, cty.List(cty.String)}[g.IntN(4)], 4)
	root := drawRoot(d)
	expr, diags := policyfile.ParseExpression("x", []byte(src))
	if diags.HasErrors() {
		t.Fatal(diags)
	}
	e, diags := model.Bind(expr, model.Scope{
		Roots: map[string]types.Type{"v": staticType(root)}, Functions: funcs.All(), Namespace: "core", Bare: true, Constant: Constants(budget.New(0)),
	})
	if diags.HasErrors() {
		return false, false
	}
	result := Eval(e, roots{"v": root}, nil)
	if result.Err != nil {
		return true, false
	}
	static := types.Eventual(e.Type()) == types.Prompt && e.Type() != types.Any
	if static && (!result.Value.IsWhollyKnown() || result.MayFail != nil) {
		t.Errorf("seed %d: %s has the type %s, but is %#v, may fail: %v\n%s", seed, src, e.Type(), result.Value.Cty(), result.MayFail, model.Dump(e))
	}
	if s := misfit(e.Type(), result.Value.Cty()); s != "" {
		t.Errorf("seed %d: %s: %s\n%s", seed, src, s, model.Dump(e))
	}
	return true, static
}

// TestStaticTypes checks the theorem of static types: what an expression evaluates to has its static type,
// and if that has no outputs in it, then all of it is known. So a condition of type bool
// is never undecided.
func TestStaticTypes(t *testing.T) {
	bound, decided := 0, 0
	for seed := range uint64(1500) {
		b, d := checkStatic(t, seed)
		if b {
			bound++
		}
		if d {
			decided++
		}
	}
	if bound < 300 || decided < 50 {
		t.Errorf("of the expressions, only %d could be bound, and %d had to be known", bound, decided)
	}
}

func FuzzStaticTypes(f *testing.F) {
	f.Add(uint64(1))
	f.Fuzz(func(t *testing.T, seed uint64) { checkStatic(t, seed) })
}
