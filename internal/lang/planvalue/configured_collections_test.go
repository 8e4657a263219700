package planvalue_test

import (
	"fmt"
	"math/rand/v2"
	"strconv"
	"testing"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"
	"github.com/zclconf/go-cty/cty"
	"github.com/zclconf/go-cty/cty/convert"
	"github.com/zclconf/go-cty/cty/function"
	"github.com/zclconf/go-cty/cty/function/stdlib"

	"github.com/planfmt/planfmt/internal/lang/planvalue"
	"github.com/planfmt/planfmt/internal/read/config"
	"github.com/planfmt/planfmt/internal/testkit/sampling"
	"github.com/planfmt/planfmt/plans"
)

// mapping and listing draw expressions of maps and lists, of which a_net.n.m and a_net.n.l are not known.
func (d expressions) mapping(depth int) string {
	if depth == 0 {
		return d.one("a_net.n.m", "a_net.n.m", "{}", `{ a = "x" }`, "{ a = a_net.n.id, b = 1 }", `{ c = "${a_net.n.id}-x" }`, "{ (a_net.n.id) = 1 }", "{ a = null }", "null")
	}
	return fmt.Sprintf("merge(%s, %s)", d.mapping(d.IntN(depth)), d.mapping(d.IntN(depth)))
}

func (d expressions) listing(depth int) string {
	if depth == 0 {
		return d.one("a_net.n.l", "a_net.n.l", "[]", `["x"]`, "[a_net.n.id, 1]", `["${a_net.n.id}-x"]`, "[a_net.n.id, a_net.n.id]")
	}
	return fmt.Sprintf("concat(%s, %s)", d.listing(d.IntN(depth)), d.listing(d.IntN(depth)))
}

// TestConfiguredCollections evaluates expressions of maps and lists with values for what is not known yet. What is said about their elements must be true.
func TestConfiguredCollections(t *testing.T) {
	said := 0
	for seed := range uint64(sampling.Count(1000)) {
		d := expressions{rand.New(rand.NewPCG(seed, 2))}
		name, typ, expr := "tags", cty.Map(cty.String), d.mapping(1+d.IntN(3))
		if d.IntN(2) == 0 {
			name, typ, expr = "zones", cty.Set(cty.String), d.listing(1+d.IntN(3))
		}
		c := config.Parse(config.Files{Modules: []config.ModuleFiles{{Dir: ".", Files: []config.File{{Name: "main.tf", Text: []byte(
			"resource \"a_net\" \"n\" {}\nresource \"a_b\" \"c\" {\n" + name + " = " + expr + "\n}\n",
		)}}}}}, config.Options{})
		h := &plans.Header{Address: "a_b.c", Mode: "managed", Type: "a_b", Name: "c"}
		facts := planvalue.NewConfigured(c, planvalue.Variables{}).Of(h, thing(t), planvalue.Exact)
		parsed, diags := hclsyntax.ParseExpression([]byte(expr), "x", hcl.InitialPos)
		if diags.HasErrors() {
			t.Fatal(diags)
		}
		for range 6 {
			id := cty.StringVal(d.one("a", "x", "z"))
			m, l := cty.NullVal(cty.Map(cty.String)), cty.ListValEmpty(cty.String)
			switch d.IntN(4) {
			case 0:
				m = cty.MapValEmpty(cty.String)
			case 1, 2:
				m = cty.MapVal(map[string]cty.Value{d.one("a", "b", "c"): id, d.one("b", "d"): cty.StringVal("m")})
				l = cty.ListVal([]cty.Value{id, cty.StringVal("m")})
			}
			v, diags := parsed.Value(&hcl.EvalContext{
				Variables: map[string]cty.Value{"a_net": cty.ObjectVal(map[string]cty.Value{"n": cty.ObjectVal(map[string]cty.Value{"id": id, "m": m, "l": l})})},
				Functions: map[string]function.Function{"merge": stdlib.MergeFunc, "concat": stdlib.ConcatFunc},
			})
			if diags.HasErrors() {
				continue
			}
			v, err := convert.Convert(v, typ)
			if err != nil {
				continue
			}
			for _, f := range facts.Of(plans.NewPath(plans.Key(name))) {
				wrong := v.IsNull() && (f.NotNull || len(f.Members) > 0 || f.Length.Min.Number != "")
				if least, err := strconv.Atoi(f.Length.Min.Number); err == nil && !v.IsNull() {
					wrong = wrong || v.LengthInt() < least
					said++
				}
				for key, m := range f.Members {
					wrong = wrong || v.IsNull() || !v.HasIndex(cty.StringVal(key)).True() || !mayBe(m, v.Index(cty.StringVal(key)))
					said++
				}
				if wrong {
					t.Fatalf("seed %d: %s is said to be %+v, but it is %#v", seed, expr, f, v)
				}
			}
		}
	}
	if said < sampling.Count(1000) {
		t.Errorf("only %d things are said", said)
	}
}
