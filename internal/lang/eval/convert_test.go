package eval_test

import (
	"testing"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/ext/typeexpr"
	"github.com/zclconf/go-cty/cty"
	"github.com/zclconf/go-cty/cty/function"

	"github.com/planfmt/planfmt/internal/lang/budget"
	"github.com/planfmt/planfmt/internal/lang/eval"
	"github.com/planfmt/planfmt/internal/lang/funcs"
	"github.com/planfmt/planfmt/internal/lang/model"
	"github.com/planfmt/planfmt/internal/lang/policyfile"
)

func evalConvert(t *testing.T, text string) eval.Result {
	t.Helper()
	return evalWithin(t, text, nil)
}

func evalWithin(t *testing.T, text string, b *budget.Budget) eval.Result {
	t.Helper()
	expr, diags := policyfile.ParseExpression("x", []byte(text))
	if diags.HasErrors() {
		t.Fatal(diags)
	}
	e, diags := model.Bind(expr, model.Scope{Functions: funcs.All(), Bare: true, Namespace: "core"})
	if diags.HasErrors() {
		return eval.Result{Err: diags[0]}
	}
	return eval.Eval(e, nil, b)
}

// Row "004 convert()": as typeexpr.ConvertFunc for its types.
func TestConvertIsThatOfTypeexpr(t *testing.T) {
	ctx := &hcl.EvalContext{Functions: map[string]function.Function{"convert": typeexpr.ConvertFunc}}
	for _, v := range []string{`1`, `"1"`, `"x"`, `true`, `"true"`, `null`, `[]`, `[1, "2"]`, `["a", "a"]`, `{}`, `{a = 1}`, `{a = [1], b = true}`, `1.5`, `[[1], ["b"]]`, `{a = null}`} {
		for _, typ := range []string{
			`any`, `bool`, `string`, `number`, `list(string)`, `list(number)`, `set(string)`, `map(string)`, `map(any)`, `tuple([number, string])`, `tuple([])`,
			`object({a = string})`, `object({a = list(number), b = string})`, `object({})`, `list(list(string))`,
		} {
			text := "convert(" + v + ", " + typ + ")"
			expr, _ := policyfile.ParseExpression("x", []byte(text))
			want, diags := expr.Value(ctx)
			got := evalConvert(t, text)
			if diags.HasErrors() != (got.Err != nil) {
				t.Errorf("%s: %v, for typeexpr %v", text, got.Err, diags)
				continue
			}
			if got.Err == nil && !got.Value.Cty().RawEquals(want) {
				t.Errorf("%s is %#v, for typeexpr %#v", text, got.Value.Cty(), want)
			}
		}
	}
}

func TestConvertToOwnTypes(t *testing.T) {
	for text, want := range map[string]cty.Value{
		`convert("12", int)`: cty.NumberIntVal(12),
		`convert({}, object({a = optional(string, "x")}))`:  cty.ObjectVal(map[string]cty.Value{"a": cty.StringVal("x")}),
		`convert("3", union([bool, int]))`:                  cty.NumberIntVal(3),
		`convert(null, union([int, none]))`:                 cty.NullVal(cty.Number),
		`can(convert(1.5, int)) || can(convert("a", none))`: cty.False,
	} {
		if got := evalConvert(t, text); got.Err != nil || !got.Value.Cty().RawEquals(want) {
			t.Errorf("%s: %#v, %v", text, got.Value.Cty(), got.Err)
		}
	}
}
