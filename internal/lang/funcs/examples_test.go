package funcs_test

import (
	"testing"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"
	"github.com/zclconf/go-cty/cty"

	"github.com/planfmt/planfmt/internal/lang/budget"
	"github.com/planfmt/planfmt/internal/lang/eval"
	"github.com/planfmt/planfmt/internal/lang/funcs"
	"github.com/planfmt/planfmt/internal/lang/model"
	"github.com/planfmt/planfmt/internal/lang/types"
)

func bind(t *testing.T, text string, fold bool) model.Expr {
	t.Helper()
	expr, diags := hclsyntax.ParseExpression([]byte(text), "test", hcl.InitialPos)
	if diags.HasErrors() {
		t.Fatalf("%s: %v", text, diags)
	}
	scope := model.Scope{Functions: funcs.All(), Namespace: "core", Bare: true}
	if fold {
		scope.Constant = eval.Constants(budget.New(0))
	}
	bound, found := model.Bind(expr, scope)
	if found.HasErrors() {
		t.Fatalf("%s: %v", text, found)
	}
	return bound
}

// TestExamples evaluates the examples of all functions, and checks that their static types are right.
func TestExamples(t *testing.T) {
	for _, f := range funcs.All() {
		if f.Example == "" {
			continue
		}
		t.Run(f.Name, func(t *testing.T) {
			bound := bind(t, f.Example, false)
			r := eval.Eval(bound, nil, nil)
			if r.Err != nil || r.MayFail != nil {
				t.Fatalf("%s: %v %v", f.Example, r.Err, r.MayFail)
			}
			want := eval.Eval(bind(t, f.Result, true), nil, nil)
			got := r.Value.Cty()
			if !got.RawEquals(want.Value.Cty()) {
				t.Errorf("%s is %s, not %s", f.Example, types.Literal(got), types.Literal(want.Value.Cty()))
			}
			if own := types.OfValue(got); !fits(bound.Type(), own) {
				t.Errorf("%s has the type %s and not %s", f.Example, own, bound.Type())
			}
			if got.Type() == cty.DynamicPseudoType {
				t.Errorf("%s has no type", f.Example)
			}
			if _, call := bound.(*model.Call); !call {
				return
			}
			if folded, ok := bind(t, f.Example, true).(*model.Literal); !ok || !folded.Value.Cty().RawEquals(got) {
				t.Errorf("%s is not constant", f.Example)
			}
		})
	}
}

// fits reports whether a value that has a type exactly fits a static type. A
// list has only the type of its elements.
func fits(static, own types.Type) bool {
	if types.Assignable(static, own) {
		return true
	}
	if l, ok := static.(types.List); ok {
		switch own := own.(type) {
		case types.Tuple:
			for _, e := range own.Elems {
				if !l.Loose || !fits(l.Elem, e) {
					return false
				}
			}
			return true
		case types.List:
			return fits(l.Elem, own.Elem)
		}
	}
	return types.ToCty(static).Equals(types.ToCty(own))
}
