package eval

import (
	"fmt"
	"math/rand/v2"
	"regexp"
	"strings"
	"testing"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"
	"github.com/zclconf/go-cty/cty"
	"github.com/zclconf/go-cty/cty/convert"

	"github.com/planfmt/planfmt/diag"
	"github.com/planfmt/planfmt/internal/lang/budget"
	"github.com/planfmt/planfmt/internal/lang/funcs"
	"github.com/planfmt/planfmt/internal/lang/model"
	"github.com/planfmt/planfmt/internal/lang/types"
	"github.com/planfmt/planfmt/internal/lang/value"
	"github.com/planfmt/planfmt/internal/testkit/sampling"
)

// drawer draws values that are known in part, and worlds in which they are known.
type drawer struct {
	*rand.Rand
	// known is how many of ten parts are known.
	known int
	nulls bool
	// apart means that no values are the same, whatever they are.
	apart bool
	n     int
}

func (d *drawer) text() string {
	return []string{"", "a", "b", "ab", "ba", "abc", "1", "2", "true"}[d.IntN(9)]
}

func (d *drawer) number() cty.Value {
	if d.IntN(8) == 0 {
		return cty.MustParseNumberVal("0.5")
	}
	return cty.NumberIntVal(int64(d.IntN(8)) - 2)
}

func (d *drawer) concreteType() cty.Type {
	return []cty.Type{cty.Bool, cty.Number, cty.String, cty.List(cty.String), rule, cty.EmptyTuple, cty.Map(cty.String)}[d.IntN(7)]
}

// partly draws a value of a type, parts of which may be unknown.
func (d *drawer) partly(t cty.Type) value.Value {
	d.n++
	cause := &value.Cause{Reason: fmt.Sprint(d.n)}
	if d.nulls && d.IntN(15) == 0 {
		return value.Of(cty.NullVal(t))
	}
	if d.IntN(10) >= d.known {
		if d.IntN(5) == 0 {
			if v := value.Join(d.partly(t), d.partly(t)); !v.IsKnown() {
				return v.WithCauses(cause)
			}
		}
		v := value.Unknown(t, cause)
		if d.IntN(4) == 0 && !d.apart {
			v = v.WithIdentity(t.FriendlyName() + fmt.Sprint(d.IntN(2)))
			return v // values with the same identity must have the same facts
		}
		refined, err := value.Refine(v, d.facts(t))
		if err != nil {
			return v
		}
		return refined
	}
	n := d.IntN(4)
	elems := func(t cty.Type) []value.Value {
		all := make([]value.Value, n)
		for i := range all {
			all[i] = d.partly(t)
		}
		return all
	}
	switch {
	case t == cty.DynamicPseudoType:
		return d.partly(d.concreteType())
	case t == cty.Bool:
		return value.Of(cty.BoolVal(d.IntN(2) == 0))
	case t == cty.Number:
		return value.Of(d.number())
	case t == cty.String:
		return value.Of(cty.StringVal(d.text()))
	case t.IsListType():
		return value.List(t.ElementType(), elems(t.ElementType()))
	case t.IsSetType():
		return value.Set(t.ElementType(), elems(t.ElementType()))
	case t.IsMapType():
		members := map[string]value.Value{}
		for i, e := range elems(t.ElementType()) {
			members["abc"[i:i+1]] = e
		}
		return value.Map(t.ElementType(), members)
	case t.IsTupleType():
		var all []value.Value
		for _, et := range t.TupleElementTypes() {
			all = append(all, d.partly(et))
		}
		return value.Tuple(all)
	}
	members := map[string]value.Value{}
	for _, name := range []string{"p", "q"} {
		members[name] = d.partly(t.AttributeType(name))
	}
	return value.Object(members)
}

func (d *drawer) facts(t cty.Type) value.Facts {
	f := value.Facts{NotNull: !d.nulls || d.IntN(2) == 0}
	switch {
	case t == cty.String:
		f.Prefix, f.Suffix = d.text(), d.text()
	case t == cty.Number:
		if d.IntN(2) == 0 {
			f.Min, f.MinExclusive = d.number().AsBigFloat(), d.IntN(2) == 0
		}
		if d.IntN(2) == 0 {
			f.Max, f.MaxExclusive = d.number().AsBigFloat(), d.IntN(2) == 0
		}
	case t.IsCollectionType():
		f.MinLength = d.IntN(3)
		if d.IntN(2) == 0 {
			n := d.IntN(4)
			f.MaxLength = &n
		}
	}
	return f
}

// world chooses a concrete value for one that is known in part, or reports
// false if it does not find one. Values with the same identity get the same value.
func (d *drawer) world(v value.Value, chosen map[string]cty.Value) (cty.Value, bool) {
	if id := v.Identity(); id != "" && !v.IsKnown() {
		if _, ok := chosen[id]; !ok {
			c, ok := d.choose(v, chosen)
			if !ok {
				return c, false
			}
			chosen[id] = c
		}
		return chosen[id], true
	}
	if !v.IsKnown() {
		return d.choose(v, chosen)
	}
	c := v.Cty()
	t := c.Type()
	if v.IsNull() || t.IsPrimitiveType() || t == cty.DynamicPseudoType {
		return c, true
	}
	var all []cty.Value
	for _, e := range v.Elems() {
		w, ok := d.world(e, chosen)
		if !ok {
			return c, false
		}
		all = append(all, w)
	}
	switch {
	case len(all) == 0:
		return c, true
	case t.IsListType():
		return cty.ListVal(all), true
	case t.IsSetType():
		return cty.SetVal(all), true
	case t.IsTupleType():
		return cty.TupleVal(all), true
	}
	members := map[string]cty.Value{}
	for it := c.ElementIterator(); it.Next(); {
		key, _ := it.Element()
		members[key.AsString()] = all[len(members)]
	}
	if t.IsMapType() {
		return cty.MapVal(members), true
	}
	return cty.ObjectVal(members), true
}

// choose draws a concrete value for an unknown one.
func (d *drawer) choose(v value.Value, chosen map[string]cty.Value) (cty.Value, bool) {
	if choices, ok := v.Choices(); ok {
		return d.world(choices[d.IntN(len(choices))], chosen)
	}
	for range 30 {
		c := d.concrete(v.Type(), v)
		if includes(v, c, nil) == "" {
			return c, true
		}
	}
	return cty.NilVal, false
}

func (d *drawer) concrete(t cty.Type, near value.Value) cty.Value {
	if d.nulls && d.IntN(6) == 0 {
		return cty.NullVal(t)
	}
	switch {
	case t == cty.DynamicPseudoType:
		return d.concrete(d.concreteType(), value.Value{})
	case t == cty.String && near != (value.Value{}) && d.IntN(3) > 0:
		return cty.StringVal(near.Prefix() + d.text() + near.Suffix())
	}
	full := drawer{Rand: d.Rand, known: 10, nulls: d.nulls}
	return full.partly(t).Cty()
}

func drawRoot(d *drawer) value.Value {
	members := map[string]value.Value{}
	for _, a := range attrs {
		members[a.name] = d.partly(a.t)
	}
	return value.Object(members)
}

var (
	bareRoot  = regexp.MustCompile(`\bv([^.\w]|$)`)
	attribute = regexp.MustCompile(`\bv\.(\w+)`)
)

// mentioned returns the root with only the attributes that an expression mentions, and a further one, for which worlds are drawn faster.
func mentioned(root value.Value, src, other string) value.Value {
	if bareRoot.MatchString(src) {
		return root
	}
	members := map[string]value.Value{}
	for _, m := range append(attribute.FindAllStringSubmatch(src, -1), []string{"", other}) {
		if v, ok := root.Attr(m[1]); ok {
			members[m[1]] = v
		}
	}
	return value.Object(members)
}

func bindSource(t testing.TB, src string) model.Expr {
	b := &binder{roots: map[string]bool{"v": true}, anon: map[*hclsyntax.AnonSymbolExpr]int{}, functions: testFunctions()}
	return b.bind(parse(t, src))
}

// withForms is the first seed with which all forms of expressions are written.
const withForms = 1 << 32

// check evaluates an expression over values that are known in part, and in
// worlds, and compares.
func checkWorlds(t *testing.T, seed uint64, worlds int) {
	r := rand.New(rand.NewPCG(seed, 1))
	d := &drawer{Rand: r, known: 3 + r.IntN(6), nulls: r.IntN(2) == 0}
	g := &generator{Rand: r, vars: scope(), nulls: d.nulls, calls: testCalls, all: true, forms: seed >= withForms}
	root := drawRoot(d)
	src := g.expr(g.someType(), 1+r.IntN(4))
	e := bindSource(t, src)
	missing := ""
	if seed%3 == 0 {
		missing = attrs[r.IntN(len(attrs))].name
	}
	root = mentioned(root, src, missing)
	var host Host = roots{"v": root}
	if missing != "" {
		host = shortRoots{roots{"v": root}, missing}
	}
	abstract := Eval(e, host, nil)
	if seed%2 == 0 {
		// As everybody else binds it, with what conditions say about null.
		bound, diags := bindAny(t, src)
		if !diags.HasErrors() {
			abstract = Eval(bound, host, nil)
		}
	}
	for range worlds {
		chosen := map[string]cty.Value{}
		w, ok := d.world(root, chosen)
		if !ok {
			continue
		}
		if missing != "" {
			w = d.shorten(w, missing)
		}
		concrete := Eval(e, roots{"v": value.Of(w)}, nil)
		if concrete.MayFail != nil || concrete.Err == nil && !concrete.Value.IsWhollyKnown() {
			t.Fatalf("seed %d: %s\nv = %#v\nnot decided in a world: %s %v", seed, src, w, show(concrete), concrete.MayFail)
		}
		why := disagree(abstract, concrete, chosen)
		if why != "" {
			t.Fatalf("seed %d: %s\nv = %#v\nworld = %#v\nabstract: %s %#v\nconcrete: %s\n%s",
				seed, src, root.Cty(), w, show(abstract), abstract.Value.Cty(), show(concrete), why)
		}
	}
	if abstract.MayFail != nil || abstract.Err == nil && !abstract.Value.IsWhollyKnown() {
		if len(abstract.Causes) == 0 && (abstract.Err != nil || len(abstract.Value.Causes()) == 0) && root.Causes() != nil {
			t.Fatalf("seed %d: %s\nv = %#v\nundecided without a cause: %s", seed, src, root.Cty(), show(abstract))
		}
	}
}

// bindAny binds an expression over a value v of any type as everybody but [bindSource] does: with what conditions say about null.
func bindAny(t testing.TB, src string) (model.Expr, diag.List) {
	t.Helper()
	return model.Bind(parse(t, src), model.Scope{
		Roots: map[string]types.Type{"v": types.Any}, Functions: funcs.All(), Bare: true, Constant: Constants(budget.New(0)), Source: []byte(src),
	})
}

// disagree says why a result cannot be right if it is another one in a world. It is empty if it can.
func disagree(abstract, concrete Result, chosen map[string]cty.Value) string {
	switch {
	case abstract.Err != nil && concrete.Err == nil:
		return "there is no error: " + abstract.Err.Error()
	case abstract.Err == nil && abstract.MayFail == nil && concrete.Err != nil:
		return "there is an error: " + concrete.Err.Error()
	case concrete.Err == nil && abstract.Err == nil:
		return includes(abstract.Value, concrete.Value.Cty(), chosen)
	}
	return ""
}

// TestWorlds draws worlds: what is decided holds in all of them.
func TestWorlds(t *testing.T) {
	n := uint64(sampling.Count(1500))
	for seed := range n {
		checkWorlds(t, seed, 12)
		checkWorlds(t, withForms+seed, 12)
	}
}

func FuzzWorlds(f *testing.F) {
	for _, seed := range []uint64{1, 22739, 23020, 25357, 26401, 27792, 207720, 229027, 229528, withForms} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, seed uint64) { checkWorlds(t, seed, 12) })
}

// checkHCL evaluates an expression over known values that are not null, here and
// with HCL, and compares.
func checkHCL(t *testing.T, seed uint64) {
	r := rand.New(rand.NewPCG(seed, 2))
	d := &drawer{Rand: r, known: 10}
	g := &generator{Rand: r, vars: scope(), calls: testCalls}
	root := drawRoot(d)
	src := g.expr(g.someType(), 1+r.IntN(5))
	syntax := parse(t, src)
	want, diags := syntax.Value(&hcl.EvalContext{
		Variables: map[string]cty.Value{"v": root.Cty()},
		Functions: hclFunctions(),
	})
	got := Eval(bindSource(t, src), roots{"v": root}, nil)
	switch {
	case diags.HasErrors() != (got.Err != nil), got.MayFail != nil:
	case got.Err != nil || want.RawEquals(got.Value.Cty()):
		return
	}
	if got.Err != nil && got.Err.Summary == "Inconsistent conditional result types" && strings.Contains(src, " if ") {
		return // as below
	}
	if got.Err != nil || got.MayFail != nil {
		t.Fatalf("seed %d: %s\nv = %#v\nHCL: %#v\ngot: %s %v", seed, src, root.Cty(), want, show(got), got.Err)
	}
	if diags.HasErrors() && got.Err == nil && strings.Contains(src, " if ") {
		// HCL evaluates a condition in a for expression even if there are no elements.
		return
	}
	if diags.HasErrors() && strings.Contains(diags.Error(), "Inconsistent conditional result types") {
		// In HCL, an expression may have a type although it has an error.
		return
	}
	if len(diags.Errs()) > 1 && got.Err == nil && strings.Contains(diags.Error(), "Invalid operand") {
		return // likewise: a side of && or || has an error and also the wrong type
	}
	if c, err := convert.Convert(got.Value.Cty(), want.Type()); strings.Contains(src, "?") && err == nil && c.RawEquals(want) {
		// As above: the type of a branch with an error counts in HCL.
		return
	}
	if c, err := convert.Convert(want, got.Value.Type()); strings.Contains(src, " if ") && err == nil && c.RawEquals(got.Value.Cty()) {
		return
	}
	t.Fatalf("seed %d: %s\nv = %#v\nHCL: %#v %s\ngot: %s %v", seed, src, root.Cty(), want, diags, show(got), got.Err)
}

// TestEvalAgainstHCL compares with HCL's own evaluator.
func TestEvalAgainstHCL(t *testing.T) {
	n := uint64(sampling.Count(2000))
	for seed := range n {
		checkHCL(t, seed)
	}
}

func FuzzEvalAgainstHCL(f *testing.F) {
	f.Add(uint64(1))
	f.Fuzz(checkHCL)
}
