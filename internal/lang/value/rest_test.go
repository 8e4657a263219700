package value_test

import (
	"testing"

	"github.com/zclconf/go-cty/cty"

	"github.com/planfmt/planfmt/internal/lang/value"
)

type nothing struct{ cause *value.Cause }

func (n nothing) Attr(string) (value.Value, *value.Cause, bool) {
	return value.Of(cty.NullVal(cty.DynamicPseudoType)), n.cause, true
}

func (n nothing) Cause() *value.Cause { return n.cause }

// TestWithRestsOf gives the parts of a value the rests of the objects that they are made of.
func TestWithRestsOf(t *testing.T) {
	cause := &value.Cause{Reason: "no schema"}
	closed := value.Object(map[string]value.Value{"a": value.Of(cty.StringVal("x"))})
	other := value.Object(map[string]value.Value{"a": value.Of(cty.StringVal("y"))})
	open := closed.WithRest(nothing{cause})
	c := closed.Cty()
	for name, v := range map[string]cty.Value{
		"object": cty.ObjectVal(map[string]cty.Value{"o": c}), "map": cty.MapVal(map[string]cty.Value{"o": c}),
		"tuple": cty.TupleVal([]cty.Value{c}), "list": cty.ListVal([]cty.Value{c}), "set": cty.SetVal([]cty.Value{c}),
	} {
		given := value.Of(v).WithRestsOf(value.Tuple([]value.Value{open}), other)
		if got := given.Elems()[0]; !given.Cty().RawEquals(v) || got.Rest() == nil {
			t.Errorf("%s: %#v has no rest", name, given.Cty())
		}
		for _, from := range []value.Value{closed, other.WithRest(nothing{cause})} {
			if value.Of(v).WithRestsOf(from).Elems()[0].Rest() != nil {
				t.Errorf("%s: there is a rest", name)
			}
		}
	}
	if attr, why, ok := open.WithSensitive().Missing("b"); !ok || !attr.IsSensitive() || why != cause {
		t.Errorf("%#v %v %v", attr, why, ok)
	}
	for name, joined := range map[string]value.Value{"two": value.Join(open, other), "equal": value.Join(closed, open)} {
		if joined.Rest() == nil {
			t.Errorf("%s: no rest", name)
		}
	}
	m, _, err := value.Convert(open, cty.Map(cty.String))
	if attr, _, ok := m.Missing("b"); err != nil || !ok || !attr.Cty().RawEquals(cty.NullVal(cty.String)) {
		t.Errorf("%#v %v %v", attr, ok, err)
	}
}
