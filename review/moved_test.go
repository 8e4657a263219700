package review

import (
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"
	"github.com/zclconf/go-cty/cty"

	"github.com/planfmt/planfmt/computed"
	"github.com/planfmt/planfmt/internal/base/hclname"
)

func TestMoved(t *testing.T) {
	got := Moved([]computed.Rename{
		{From: "t.a", To: "module.m.t.a[0]"},
		{From: `t.a["x\x1b\u202e${y}"]`, To: `module.m["a.b]\"$${z}"].t.b["%{c}"]`},
		{From: "module.a.t.a", To: "module.b.t.a", FromModule: "module.a", ToModule: "module.b"},
		{From: "module.a.t.b", To: "module.b.t.b", FromModule: "module.a", ToModule: "module.b"},
		{From: "t.a b", To: "t.a"},                          // not an address
		{From: "t.r", To: "t.s", Derived: []string{"name"}}, // may be replaced
		{From: "module.c.t.a", To: "module.d.t.a", FromModule: "module.c", ToModule: "module.d", Different: []string{"size"}},
		{From: "module.c.t.b", To: "module.d.t.b", FromModule: "module.c", ToModule: "module.d"},
	})
	const want = `moved {
  from = t.a
  to   = module.m.t.a[0]
}

moved {
  from = t.a["x\u001b\u202e$${y}"]
  to   = module.m["a.b]\"$${z}"].t.b["%%{c}"]
}

moved {
  from = module.a
  to   = module.b
}

moved {
  from = module.c.t.b
  to   = module.d.t.b
}
`
	if got != want {
		t.Errorf("have\n%s\nwant\n%s", got, want)
	}
}

func TestParseAddress(t *testing.T) {
	for _, text := range []string{
		"", "a", "t.", "data.t.n", "module.m", "module.m.t", "t.n[", "t.n[]", "t.n[-1]", "t.n[\"a]", `t.n["a"`, `t.n["a"]x`, `t.n["\q"]`,
		`t["a"].n`, "t.n.m", "module.t.n.m.o", `module["a"].m.t.n`, "t.n\n", "t.n[0].", "t n.m", `t.n["\xff"]`,
	} {
		if a, ok := parseAddress(text); ok {
			t.Errorf("%q: have %v, want none", text, a)
		}
	}
	for _, text := range []string{"t.n", "module.m.t.n", `module.m[0].module.n["a.b"].t-x.n[12]`, "module.module.t.n", "module.m.t.data"} {
		if a, ok := parseAddress(text); !ok || a.String() != text {
			t.Errorf("%q: have %v, %v", text, a, ok)
		}
	}
}

// FuzzMoved checks with a parser for HCL that the blocks mean the addresses that they are
// made of, whatever the keys are.
func FuzzMoved(f *testing.F) {
	f.Add("a")
	f.Add("$${x}%{\\\"\n\x00\u202e\U000e0001$")
	f.Fuzz(func(t *testing.T, key string) {
		if !utf8.ValidString(key) || strings.ContainsRune(key, utf8.RuneError) {
			return
		}
		text := Moved([]computed.Rename{{From: "t.n[" + hclname.Literal(key) + "]", To: "module.m[" + hclname.Literal(key) + "].t.n[3]"}})
		file, diags := hclsyntax.ParseConfig([]byte(text), "moved.tf", hcl.InitialPos)
		if diags.HasErrors() {
			t.Fatalf("%v in\n%s", diags, text)
		}
		body := file.Body.(*hclsyntax.Body)
		if len(body.Blocks) != 1 {
			t.Fatalf("have %d blocks in\n%s", len(body.Blocks), text)
		}
		for name, at := range map[string]int{"from": 2, "to": 2} {
			traversal, diags := hcl.AbsTraversalForExpr(body.Blocks[0].Body.Attributes[name].Expr)
			if diags.HasErrors() {
				t.Fatalf("%v in\n%s", diags, text)
			}
			have := traversal[at].(hcl.TraverseIndex).Key
			// HCL makes strings of the parser's in their normal form.
			if want := cty.StringVal(key); !have.RawEquals(want) {
				t.Errorf("have %#v, want %#v", have, want)
			}
		}
	})
}

// FuzzParseAddress checks that an address that can be taken apart is spelled in one way only.
func FuzzParseAddress(f *testing.F) {
	f.Add(`module.m["a\x1b"].t.n[0]`)
	f.Add(`t.n["$${x}"]`)
	f.Fuzz(func(t *testing.T, text string) {
		a, ok := parseAddress(text)
		if !ok {
			return
		}
		if b, ok := parseAddress(a.String()); !ok || b.String() != a.String() {
			t.Errorf("%q: have %s and %s", text, a, b)
		}
	})
}
