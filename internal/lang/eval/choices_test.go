package eval

import (
	"testing"

	"github.com/zclconf/go-cty/cty"

	"github.com/planfmt/planfmt/diag"
	"github.com/planfmt/planfmt/internal/lang/value"
)

// TestChoices evaluates expressions in which a value is one of a few: b is not known, and missing perhaps does not
// exist, but is null or an empty list if it does.
func TestChoices(t *testing.T) {
	b := value.Unknown(cty.Bool, &value.Cause{Reason: "b"}).NotNull()
	host := shortRoots{roots{"v": value.Object(map[string]value.Value{
		"b": b, "n": value.Unknown(cty.Bool, &value.Cause{Reason: "n"}), "s": value.Unknown(cty.String, &value.Cause{Reason: "s"}),
	})}, "missing"}
	tests := []struct{ src, want string }{
		{`try(v.missing, 1) == 2`, "false"},
		{`try(v.missing, true) == false`, "false"},
		{`try(v.missing == true, false)`, "false"},
		{`v.missing == true`, "false or error"},
		{`try([for r in v.missing : r.x], [])`, "[]"},
		{`anytrue(try([for c in v.missing : c == "x"], []))`, "false"},
		{`try(startswith(v.missing, "a"), false)`, "false"},
		{`startswith(try(v.missing, "b"), "a")`, "false or error"},
		{`try(v.missing.a.b, "c")`, `"c"`},
		{`try(v.missing[0], "c")`, `"c"`},
		{`try(v.missing["a"], "c")`, `"c"`},
		{`try(v.missing[*].a, ["c"]) == ["d"]`, "false"},
		{`try(v.missing, null) != null`, "unknown"},
		{`can(v.missing)`, "unknown"},
		{`can(v.missing.a)`, "false"},
		{`try(v.missing ? 1 : 2, 3) == 4`, "false"},
		{`upper(v.b ? "a" : "b") == "c"`, "false"},
		{`upper(v.b ? "a" : "b") == "A"`, "unknown"},
		{`(v.b ? "abc" : "axc") == "ayc"`, "false"},
		{`length(v.b ? "ab" : "cd")`, "2"},
		{`(v.b ? { a = 1 } : { a = 2 }).a == 3`, "false"},
		{`contains(["a", "b"], v.b ? "a" : "b")`, "true"},
		{`contains(["a", "b"], v.b ? "c" : "d")`, "false"},
		{`[for x in (v.b ? ["a"] : ["a", "b"]) : x][0]`, `"a"`},
		{`upper(v.b ? "a" : null) == "A"`, "true or error"},
		{`(v.b ? "a" : v.s) == "b"`, "unknown"},
		{`valuetostring(v.b ? "a" : "b") == "a"`, "false"},
	}
	for _, tt := range tests {
		e := bindSource(t, tt.src)
		if got := show(Eval(e, host, nil)); got != tt.want {
			t.Errorf("%s is %s, want %s", tt.src, got, tt.want)
		}
	}
}

// shortRoots are roots of which v perhaps lacks an attribute. If it does not, the attribute is null or an empty
// list.
type shortRoots struct {
	roots
	missing string
}

type shortRoot struct {
	rootValue
	missing string
}

func (r shortRoots) Root(name string) Object { return shortRoot{rootValue{r.roots[name]}, r.missing} }

var missingCause = &value.Cause{Reason: "missing"}

func (r shortRoot) Attr(name string) (Result, bool) {
	if name != r.missing {
		return r.rootValue.Attr(name)
	}
	v := value.Join(value.Of(cty.NullVal(cty.DynamicPseudoType)), value.Tuple(nil)).WithCauses(missingCause)
	return Result{Value: v, MayFail: &diag.Diagnostic{Summary: "missing"}, Causes: []*value.Cause{missingCause}}, true
}

// shorten draws a world for an object that perhaps lacks an attribute.
func (d *drawer) shorten(world cty.Value, missing string) cty.Value {
	attrs := world.AsValueMap()
	switch d.IntN(3) {
	case 0:
		attrs[missing] = cty.NullVal(cty.DynamicPseudoType)
	case 1:
		attrs[missing] = cty.EmptyTupleVal
	default:
		delete(attrs, missing)
	}
	return cty.ObjectVal(attrs)
}
