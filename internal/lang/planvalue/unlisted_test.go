package planvalue_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"
	"github.com/zclconf/go-cty/cty"

	"github.com/planfmt/planfmt/internal/lang/eval"
	"github.com/planfmt/planfmt/internal/lang/funcs"
	"github.com/planfmt/planfmt/internal/lang/model"
	"github.com/planfmt/planfmt/internal/lang/planvalue"
	"github.com/planfmt/planfmt/internal/lang/types"
	"github.com/planfmt/planfmt/internal/lang/value"
	"github.com/planfmt/planfmt/internal/testkit/sampling"
	"github.com/planfmt/planfmt/schema"
	"github.com/planfmt/planfmt/values"
)

// listHost has a list of resources as v.
type listHost struct{ list value.Value }

func (h listHost) Root(string) eval.Object                         { return h }
func (h listHost) Call(*model.HostCall, []value.Value) eval.Result { return eval.Result{} }
func (h listHost) Attr(string) (eval.Result, bool)                 { return eval.Result{}, false }
func (h listHost) Value() eval.Result                              { return eval.Of(h.list) }

// aboutLists are conditions about a list of resources v. Those with a value come out so if one with size = 7 and name = "hit" is among them, and
// no other has a size above 7.
var aboutLists = map[string]string{
	`alltrue([for r in v : r.size != 7])`:                    "false",
	`anytrue([for r in v : r.size == 7])`:                    "true",
	`anytrue([for r in v : r.name == "hit" && r.size > 6])`:  "true",
	`contains([for r in v : r.name], "hit")`:                 "true",
	`contains(v[*].name, "hit")`:                             "true",
	`length(v) > 0`:                                          "true",
	`length(v) == 0`:                                         "false",
	`length([for r in v : r if r.size == 7]) >= 1`:           "true",
	`max(v[*].size...) >= 7`:                                 "true",
	`contains(flatten([v[*].name, ["x"]]), "hit")`:           "true",
	`contains(distinct(v[*].name), "hit")`:                   "true",
	`contains(concat(v[*].name, ["x"]), "hit")`:              "true",
	`contains(keys({ for r in v : r.name => r... }), "hit")`: "true",
	`length(v) <= 2`:                                         "",
	`v[0].size == 7`:                                         "",
	`one([for r in v : r.name if r.size == 7]) == "hit"`:     "",
	`alltrue([for r in v : r.size <= 7])`:                    "",
	`length(distinct(v[*].name)) == length(v)`:               "",
	`sum(v[*].size) > 20`:                                    "",
	`v[length(v) - 1].name == "hit"`:                         "",
}

// TestUnlistedResources asks about resources of which some are perhaps not in the plan: what one of those that are in it decides is decided, and what is
// decided is so in all worlds, whichever others there are.
func TestUnlistedResources(t *testing.T) {
	block := (&schema.Block{Attributes: []schema.Attribute{{Name: "name", Type: cty.String}, {Name: "size", Type: cty.Number}}}).Finish()
	r := rand.New(rand.NewPCG(43, 4))
	verdicts := 0
	for range sampling.Count(600) {
		trust := []planvalue.Trust{planvalue.Guessed, planvalue.Corrected, planvalue.Exact}[r.IntN(3)]
		list := func(open string, after ...string) value.Value {
			related := planvalue.Related{Open: open}
			var shapes planvalue.Shapes
			for _, text := range after {
				related.Add("a_x", shapes.Object(planvalue.Side{Address: "a_x.x", Block: block, Trust: trust, Nulls: true, Whole: true, Value: values.Of(text)}))
			}
			found := related.Find([]value.Value{value.Of(cty.StringVal("a_x"))})
			if found.Err != nil {
				t.Fatal(found.Err)
			}
			return found.Value
		}
		drawn := func(n int) (all []string) {
			for range n {
				all = append(all, fmt.Sprintf(`{"name": "n%d", "size": %d}`, r.IntN(3), r.IntN(7)))
			}
			return all
		}
		listed := append(drawn(r.IntN(3)), `{"name": "hit", "size": 7}`)
		r.Shuffle(len(listed), func(i, j int) { listed[i], listed[j] = listed[j], listed[i] })
		known := list("the plan is not complete", listed...)
		for src, want := range aboutLists {
			e := bindList(t, src)
			have := verdict(eval.Eval(e, listHost{known}, nil))
			verdicts++
			// Nobody knows whether others have a name and a size.
			mayFail := trust == planvalue.Guessed || strings.Contains(src, "r.size >") || strings.Contains(src, "max(") || strings.Contains(src, "keys(")
			if want != "" && have != want && !(mayFail && have == want+" or error") {
				t.Errorf("trust %d: %s is %s, want %s, for %s and others", trust, src, have, want, listed)
			}
			if want == "" && have != "unknown" && !strings.Contains(have, "or error") {
				for range 10 {
					world := append(drawn(r.IntN(4)), listed...)
					r.Shuffle(len(world), func(i, j int) { world[i], world[j] = world[j], world[i] })
					if is := verdict(eval.Eval(e, listHost{list("", world...)}, nil)); is != have {
						t.Errorf("trust %d: %s is %s for %s and others, and %s for %s", trust, src, have, listed, is, world)
					}
				}
			}
		}
	}
	t.Logf("%d verdicts", verdicts)
}

func bindList(t *testing.T, src string) model.Expr {
	t.Helper()
	syntax, diags := hclsyntax.ParseExpression([]byte(src), "x", hcl.InitialPos)
	if diags.HasErrors() {
		t.Fatal(diags)
	}
	e, bad := model.Bind(syntax, model.Scope{Roots: map[string]types.Type{"v": types.Any}, Functions: funcs.All(), Bare: true, Source: []byte(src)})
	if bad.HasErrors() {
		t.Fatal(bad)
	}
	return e
}

// verdict spells out a condition.
func verdict(r eval.Result) string {
	text := "unknown"
	switch {
	case r.Err != nil:
		return "error"
	case r.Value.IsTrue():
		text = "true"
	case r.Value.IsFalse():
		text = "false"
	}
	if r.MayFail != nil {
		text += " or error"
	}
	return text
}
