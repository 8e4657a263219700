package planvalue_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/ext/tryfunc"
	"github.com/hashicorp/hcl/v2/hclsyntax"
	"github.com/zclconf/go-cty/cty"
	"github.com/zclconf/go-cty/cty/convert"
	"github.com/zclconf/go-cty/cty/function"
	"github.com/zclconf/go-cty/cty/function/stdlib"

	"github.com/planfmt/planfmt/internal/lang/planvalue"
	"github.com/planfmt/planfmt/internal/lang/value"
	"github.com/planfmt/planfmt/internal/read/config"
	"github.com/planfmt/planfmt/internal/testkit/sampling"
	"github.com/planfmt/planfmt/plans"
)

// expressions draws expressions of a configuration.
type expressions struct{ *rand.Rand }

func (d expressions) one(of ...string) string { return of[d.IntN(len(of))] }

func (d expressions) literal() string {
	return d.one(`"a"`, `"ab"`, `"acme-"`, `"-"`, `" a"`, `""`, `"é"`, `"e"`, `"\u0301"`, `"A-b"`, `"end "`, `"1"`)
}

func (d expressions) expr(depth int) string {
	if depth == 0 {
		return d.one(d.literal(), d.literal(), "a_net.n.id", "a_net.n.id", "a_net.n.o", "1", "null", "true")
	}
	x := func() string { return d.expr(depth - 1) }
	switch d.IntN(30) {
	case 24:
		return fmt.Sprintf("join(%s, [for v in [%s, %s] : %s])", d.literal(), x(), x(), d.one("v", `"${v}z"`, "upper(v)"))
	case 25:
		return fmt.Sprintf("join(\"\", [for v in [%s, %s] : v if v != %s])", x(), x(), d.one(d.literal(), "null", x()))
	case 26:
		return fmt.Sprintf("{ for k, v in { a = %s, b = %s } : %s => v }.a", x(), x(), d.one("k", `"${k}"`, "lower(k)"))
	case 27:
		return fmt.Sprintf("[%s, %s][*]%s", x(), x(), d.one("[0]", "[1]"))
	case 28:
		return fmt.Sprintf("[{ a = %s }, { a = %s, b = null }][*].a[%d]", x(), x(), d.IntN(2))
	case 29:
		return fmt.Sprintf("(%s %s %s ? %s : %s)", x(), d.one("==", "!="), d.one("null", d.literal()), x(), x())
	case 22, 23:
		return fmt.Sprintf("jsonencode({ a = %s, b = [%s, \"c\"], c = { d = %s }, e = 1.5 })", x(), x(), x())
	case 0, 1, 2:
		return fmt.Sprintf(`"%s${%s}%s"`, d.one("", "a-", "e", "A"), x(), d.one("", "-z", "z "))
	case 3:
		return fmt.Sprintf(`"${%s}${%s}"`, x(), x())
	case 4:
		return fmt.Sprintf("%s(%s)", d.one("upper", "lower", "trimspace", "title", "chomp"), x())
	case 5:
		return fmt.Sprintf("%s(%s, %s)", d.one("trim", "trimprefix", "trimsuffix"), x(), d.literal())
	case 6:
		return fmt.Sprintf("substr(%s, %d, %d)", x(), d.IntN(4), d.IntN(6)-1)
	case 7:
		return fmt.Sprintf("replace(%s, %s, %s)", x(), d.literal(), d.literal())
	case 8, 9:
		return fmt.Sprintf("format(%q, %s, %s)", d.one("%s-%s", "a%s%%%s", "%s%v", "%2s|%s", "%d-%s", "x-%[2]s-%[1]s"), x(), x())
	case 10, 11:
		return fmt.Sprintf("join(%s, [%s, %s])", d.one(d.literal(), x()), x(), x())
	case 12:
		return fmt.Sprintf("coalesce(%s, %s)", x(), x())
	case 13:
		return fmt.Sprintf("try(%s, %s)", x(), x())
	case 14:
		return fmt.Sprintf("try({ a = %s, b = %s }.%s, %s)", x(), x(), d.one("a", "b", "c"), x())
	case 15:
		return fmt.Sprintf("lookup({ a = %s, b = %s }, %s, %s)", x(), x(), d.one(`"a"`, `"c"`, x()), x())
	case 16:
		return fmt.Sprintf("[%s, %s][%d]", x(), x(), d.IntN(2))
	case 17:
		return fmt.Sprintf("{ a = %s, (%s) = %s }.a", x(), x(), x())
	case 18:
		return fmt.Sprintf("merge({ a = %s }, { %s = %s }).a", x(), d.one("a", "b"), x())
	}
	return fmt.Sprintf("(%s == %s ? %s : %s)", x(), x(), x(), x())
}

// TestConfiguredWorlds evaluates expressions with values for what is not known yet. What is said about them must be true.
func TestConfiguredWorlds(t *testing.T) {
	n := uint64(sampling.Count(4000))
	said, documents := 0, 0
	for seed := range n {
		s, d := tryConfigured(t, seed)
		said, documents = said+s, documents+d
	}
	if said < int(n)/10 || documents < int(n)/10 {
		t.Errorf("only %d of %d expressions say something, and %d documents", said, n, documents)
	}
}

func FuzzConfiguredWorlds(f *testing.F) {
	f.Add(uint64(0))
	f.Fuzz(func(t *testing.T, seed uint64) { tryConfigured(t, seed) })
}

func tryConfigured(t *testing.T, seed uint64) (said, documents int) {
	t.Helper()
	d := expressions{rand.New(rand.NewPCG(seed, 1))}
	expr := d.expr(1 + d.IntN(3))
	c := config.Parse(config.Files{Modules: []config.ModuleFiles{{Dir: ".", Files: []config.File{{Name: "main.tf", Text: []byte(
		"resource \"a_net\" \"n\" {}\nresource \"a_b\" \"c\" {\nname = " + expr + "\n}\n",
	)}}}}}, config.Options{})
	h := &plans.Header{Address: "a_b.c", Mode: "managed", Type: "a_b", Name: "c"}
	facts := planvalue.NewConfigured(c, planvalue.Variables{}).Of(h, thing(t), planvalue.Exact)
	if facts == nil {
		t.Fatalf("%s is nothing", expr)
	}
	parsed, diags := hclsyntax.ParseExpression([]byte(expr), "x", hcl.InitialPos)
	if diags.HasErrors() {
		t.Fatal(diags)
	}
	for range 8 {
		world := func() cty.Value {
			switch d.IntN(6) {
			case 0:
				return cty.NullVal(cty.String)
			case 1:
				return cty.StringVal("")
			}
			v, _ := hclsyntax.ParseExpression([]byte(d.literal()), "x", hcl.InitialPos)
			s, _ := v.Value(nil)
			return s
		}
		id, other := world(), world()
		v, diags := parsed.Value(&hcl.EvalContext{
			Variables: map[string]cty.Value{"a_net": cty.ObjectVal(map[string]cty.Value{"n": cty.ObjectVal(map[string]cty.Value{"id": id, "o": other})})},
			Functions: map[string]function.Function{
				"upper": stdlib.UpperFunc, "lower": stdlib.LowerFunc, "trimspace": stdlib.TrimSpaceFunc, "title": stdlib.TitleFunc, "chomp": stdlib.ChompFunc,
				"trim": stdlib.TrimFunc, "trimprefix": stdlib.TrimPrefixFunc, "trimsuffix": stdlib.TrimSuffixFunc, "substr": stdlib.SubstrFunc,
				"replace": stdlib.ReplaceFunc, "format": stdlib.FormatFunc, "join": stdlib.JoinFunc, "coalesce": coalesceText, "try": tryfunc.TryFunc,
				"lookup": stdlib.LookupFunc, "merge": stdlib.MergeFunc, "jsonencode": stdlib.JSONEncodeFunc,
			},
		})
		if diags.HasErrors() {
			continue
		}
		s, err := convert.Convert(v, cty.String)
		if err != nil || !s.IsKnown() {
			continue
		}
		for _, f := range facts.Of(plans.NewPath(plans.Key("name"))) {
			wrong := f.NotNull && s.IsNull()
			if !s.IsNull() {
				text := s.AsString()
				wrong = wrong || !strings.HasPrefix(text, f.Prefix) || !strings.HasSuffix(text, f.Suffix)
				wrong = wrong || f.Identity == "a_net.n.id as string" && (id.IsNull() || text != id.AsString())
				wrong = wrong || f.Identity == "a_net.n.o as string" && (other.IsNull() || text != other.AsString())
			}
			if f.Document != nil && !s.IsNull() {
				says, err := stdlib.JSONDecode(s)
				wrong = wrong || err != nil || !mayBe(*f.Document, says)
				documents++
			}
			if wrong {
				t.Fatalf("seed %d: %s is said to be %+v, but it is %#v if id is %#v and o is %#v", seed, expr, f, s, id, other)
			}
			if f.NotNull || f.Prefix != "" || f.Suffix != "" {
				said = 1
			}
		}
	}
	return said, documents
}

// mayBe reports whether what is known of a value is true of another one.
func mayBe(known value.Value, v cty.Value) bool {
	if !known.IsKnown() {
		if v.IsNull() {
			return known.MayBeNull()
		}
		if t := known.Type(); t == cty.DynamicPseudoType {
			return true
		} else if t != cty.String || v.Type() != t {
			return v.Type().Equals(t)
		}
		return strings.HasPrefix(v.AsString(), known.Prefix()) && strings.HasSuffix(v.AsString(), known.Suffix())
	}
	if known.IsWhollyKnown() {
		return known.Cty().RawEquals(v)
	}
	if v.IsNull() || !v.CanIterateElements() || v.LengthInt() != known.Cty().LengthInt() {
		return false
	}
	names := []string(nil)
	for it := known.Cty().ElementIterator(); it.Next(); {
		if key, _ := it.Element(); key.Type() == cty.String {
			names = append(names, key.AsString())
		}
	}
	for i, e := range known.Elems() {
		switch {
		case names == nil && (!v.Type().IsTupleType() || !mayBe(e, v.Index(cty.NumberIntVal(int64(i))))):
			return false
		case names != nil && (!v.Type().IsObjectType() || !v.Type().HasAttribute(names[i]) || !mayBe(e, v.GetAttr(names[i]))):
			return false
		}
	}
	return true
}

// coalesceText is the function as Terraform has it, which passes over empty strings as well.
var coalesceText = function.New(&function.Spec{
	VarParam: &function.Parameter{Name: "vals", Type: cty.DynamicPseudoType, AllowNull: true},
	Type: func(args []cty.Value) (cty.Type, error) {
		all := make([]cty.Type, len(args))
		for i, a := range args {
			all[i] = a.Type()
		}
		t, _ := convert.UnifyUnsafe(all)
		if t == cty.NilType {
			return t, fmt.Errorf("no common type")
		}
		return t, nil
	},
	Impl: func(args []cty.Value, t cty.Type) (cty.Value, error) {
		for _, a := range args {
			v, err := convert.Convert(a, t)
			if err != nil {
				return v, err
			}
			if !v.IsNull() && (t != cty.String || v.AsString() != "") {
				return v, nil
			}
		}
		return cty.NilVal, fmt.Errorf("nothing")
	},
})
