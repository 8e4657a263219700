package eval

import (
	"math/rand/v2"
	"testing"

	"github.com/planfmt/planfmt/internal/lang/value"
	"github.com/planfmt/planfmt/internal/testkit/sampling"
)

// hide makes parts of a value sensitive, and returns it with these parts and with others
// in their place.
func hide(r *rand.Rand, d *drawer, v value.Value) (one, other value.Value) {
	t := v.Type()
	if r.IntN(4) == 0 {
		return v.WithSensitive(), d.partly(t).WithSensitive()
	}
	if v.IsNull() || !v.IsKnown() || t.IsPrimitiveType() || t.IsSetType() {
		return v, v
	}
	elems := v.Elems()
	a, b := make([]value.Value, len(elems)), make([]value.Value, len(elems))
	for i, e := range elems {
		a[i], b[i] = hide(r, d, e)
	}
	switch {
	case len(elems) == 0:
		return v, v
	case t.IsListType():
		return value.List(t.ElementType(), a), value.List(t.ElementType(), b)
	case t.IsTupleType():
		return value.Tuple(a), value.Tuple(b)
	}
	x, y := map[string]value.Value{}, map[string]value.Value{}
	for it := v.Cty().ElementIterator(); it.Next(); {
		key, _ := it.Element()
		i := len(x)
		x[key.AsString()], y[key.AsString()] = a[i], b[i]
	}
	if t.IsMapType() {
		return value.Map(t.ElementType(), x), value.Map(t.ElementType(), y)
	}
	return value.Object(x), value.Object(y)
}

// leak says what can be told about sensitive values by comparing two values that should differ in
// sensitive parts only.
func leak(a, b value.Value) string {
	if a.IsSensitive() || b.IsSensitive() {
		return ""
	}
	x, y := a.Cty(), b.Cty()
	if a.Type().IsObjectType() && b.Type().IsObjectType() || a.Type().IsTupleType() && b.Type().IsTupleType() ||
		a.Type().IsListType() && b.Type().IsListType() || a.Type().IsMapType() && b.Type().IsMapType() {
		p, q := a.Elems(), b.Elems()
		if len(p) == len(q) && a.IsKnown() && b.IsKnown() && x.IsNull() == y.IsNull() {
			for i := range p {
				if why := leak(p[i], q[i]); why != "" {
					return why
				}
			}
			return ""
		}
	}
	if a.HasSensitive() || b.HasSensitive() || text0(x) == text0(y) {
		return ""
	}
	return "not sensitive: " + text0(x) + " and " + text0(y)
}

// TestSensitiveStays evaluates over values that differ in their sensitive parts only. Nothing
// else may differ in what comes out, nor in the text of errors.
func TestSensitiveStays(t *testing.T) {
	n := uint64(sampling.Count(1500))
	for seed := range n {
		r := rand.New(rand.NewPCG(seed, 3))
		d := &drawer{Rand: r, known: 10}
		g := &generator{Rand: r, vars: scope(), all: true, calls: testCalls, forms: true}
		one, other := map[string]value.Value{}, map[string]value.Value{}
		for _, a := range attrs {
			v := d.partly(a.t)
			one[a.name], other[a.name] = hide(r, d, v)
		}
		root := value.Object(one)
		src := g.expr(g.someType(), 1+r.IntN(4))
		e := bindSource(t, src)
		p, q := Eval(e, roots{"v": root}, nil), Eval(e, roots{"v": value.Object(other)}, nil)
		why := ""
		switch {
		case p.Err != nil && q.Err != nil:
			if p.Err.Subject == q.Err.Subject && p.Err.Summary == q.Err.Summary && p.Err.Detail != q.Err.Detail {
				why = p.Err.Error() + " / " + q.Err.Error()
			}
		case p.Err == nil && q.Err == nil:
			why = leak(p.Value, q.Value)
		}
		if why != "" {
			t.Fatalf("seed %d: %s\nv = %#v\nor  %#v\n%s, %s\n%s", seed, src, root.Cty(), value.Object(other).Cty(), show(p), show(q), why)
		}
	}
}
