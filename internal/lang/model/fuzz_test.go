package model_test

import (
	"testing"

	"github.com/planfmt/planfmt/internal/lang/budget"
	"github.com/planfmt/planfmt/internal/lang/eval"
	"github.com/planfmt/planfmt/internal/lang/funcs"
	"github.com/planfmt/planfmt/internal/lang/model"
	"github.com/planfmt/planfmt/internal/lang/policyfile"
)

// FuzzBind binds whatever can be parsed. Ranges lie in the text, and every node has a
// type.
func FuzzBind(f *testing.F) {
	for _, text := range []string{
		`attrs.block[*].deep[0].key`,
		`core::try(attrs.one.inner, [for k, v in attrs.tags : "${k}-${v}" if v != null]...)`,
		`{for z in attrs.zones : z => core::length(z)...}`,
		`any == null ? 1 + 2 : core::getresources("a", {name = attrs.name})`,
		`core::regex("(", "a") || core::can(attrs["nam"]) && !attrs.ids[0]`,
		`core::convert({a = 1}, object({a = optional(int, 1)}))`,
		"<<-EOT\n  %{ for z in attrs.zones ~}\n  ${z}\n  %{ endfor }\nEOT\n",
	} {
		f.Add(text)
	}
	scope := testScope(f)
	scope.Functions = funcs.All()
	scope.Constant = eval.Constants(budget.New(0))
	f.Fuzz(func(t *testing.T, text string) {
		expr, diags := policyfile.ParseExpression("x", []byte(text))
		if diags.HasErrors() {
			return
		}
		scope := scope
		scope.Source = []byte(text)
		e, diags := model.Bind(expr, scope)
		for _, d := range append(diags, model.CheckBool(e)...) {
			if d.Subject.IsZero() || d.Subject.End.Byte > len(text) || d.Subject.Start.Byte > d.Subject.End.Byte {
				t.Errorf("%s: the range %v", d.Error(), d.Subject)
			}
		}
		_ = model.Dump(e)
		walk(e, func(e model.Expr) {
			if e.Type() == nil {
				t.Errorf("%s has no type", model.Describe(e))
			}
		})
	})
}

func walk(e model.Expr, f func(model.Expr)) {
	f(e)
	for _, c := range model.Children(e) {
		walk(c, f)
	}
}
