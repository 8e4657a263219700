package planvalue

import (
	"github.com/zclconf/go-cty/cty"

	"github.com/planfmt/planfmt/diag"
	"github.com/planfmt/planfmt/lang/eval"
	"github.com/planfmt/planfmt/lang/value"
	"github.com/planfmt/planfmt/plans"
	"github.com/planfmt/planfmt/schema"
	"github.com/planfmt/planfmt/values"
)

// Side is one side of a change, with all that is known about it.
type Side struct {
	// Address is the object, for causes.
	Address string
	Block   *schema.Block
	Trust   Trust

	Value       values.Value
	Unknown     values.Flags
	Sensitive   values.Flags
	Refinements values.Refinements

	// Nulls says that the object does not exist on this side, and that this is an
	// object whose attributes are all null. Otherwise, a Value that is null is null.
	Nulls bool

	// NotInPlan says that the plan does not have the values that are unknown, whether or not they are known after
	// apply.
	NotInPlan bool

	// Facts is what is known about unknown values besides. It may be nil.
	Facts Facts
	// References returns to what the configuration refers at a path. It may be nil.
	References func(plans.Path) []string
}

// Object is the value of one side of a change. Its attributes are made when somebody asks for them. It is
// for one goroutine, and valid as long as the [values.Value] is.
type Object struct {
	builder
	shape *shape
	cache map[string]eval.Result
	whole *value.Value
}

// Object returns the value of a side.
func (s *Shapes) Object(side Side) *Object {
	return &Object{builder: builder{side: side}, shape: s.of(side.Block, side.Trust), cache: map[string]eval.Result{}}
}

var _ eval.Object = (*Object)(nil)

// Attr returns an attribute.
func (o *Object) Attr(name string) (eval.Result, bool) {
	if r, ok := o.cache[name]; ok {
		return r, true
	}
	r, ok := o.attr(name)
	if ok {
		o.cache[name] = r
	}
	return r, ok
}

func (o *Object) attr(name string) (eval.Result, bool) {
	m := o.shape.member(name)
	switch {
	case m == nil && o.side.Trust != Guessed:
		return eval.Result{}, false
	case o.isNull() && !o.side.Nulls:
		return eval.Result{Err: &diag.Diagnostic{Summary: "Attempt to get attribute from null value", Detail: "The object does not exist on this side of the change, so that it has no attributes."}}, true
	case m == nil:
		return o.missing(name), true
	case o.isNull():
		return eval.Result{Value: value.Of(cty.NullVal(m.typ))}, true
	}
	return eval.Result{Value: o.build(m, o.root().member(name))}, true
}

func (o *Object) isNull() bool { return o.side.Value.IsNull() && !o.side.Unknown.All() }

// root is the part that is everything.
func (o *Object) root() part {
	return part{value: o.side.Value, unknown: o.side.Unknown, sensitive: o.side.Sensitive, refinements: o.side.Refinements}
}

// notInPlan is the label of what a plan does not say.
const notInPlan = "not in the plan"

// missing returns an attribute that the plan does not have, while no schema says whether it exists. If it does, it
// is null or a list of blocks that is empty: plans have all attributes of an object, but a program that has
// shortened the plan may have left out these.
func (o *Object) missing(name string) eval.Result {
	cause := &value.Cause{
		Address: o.side.Address, Path: plans.NewPath(plans.Key(name)), Label: notInPlan,
		Reason: "the plan does not have it, and there is no schema that says whether it exists",
	}
	v := value.Of(cty.NullVal(cty.DynamicPseudoType))
	switch {
	case o.side.Unknown.At(plans.Key(name)).Any():
		v = value.Unknown(cty.DynamicPseudoType, cause)
	case !o.isNull() && !o.hasEmpty():
		v = value.Join(v, value.Tuple(nil)).WithCauses(cause)
	}
	return eval.Result{
		Value: v,
		MayFail: &diag.Diagnostic{
			Summary: "Unsupported attribute",
			Detail:  "The plan has no attribute " + plans.SpellName(name) + " here, and there is no schema that says whether it exists.",
		},
		Causes: []*value.Cause{cause},
	}
}

// hasEmpty reports whether there is an attribute that is null or an empty list. Then nobody has left out empty lists.
func (o *Object) hasEmpty() bool {
	for _, m := range o.side.Value.Members() {
		if m.Value.IsNull() || m.Value.Kind() == values.Array && m.Value.Len() == 0 {
			return true
		}
	}
	return false
}

// Value returns all of it.
func (o *Object) Value() eval.Result {
	if o.whole != nil {
		return eval.Result{Value: *o.whole}
	}
	var v value.Value
	if o.isNull() && o.side.Nulls {
		attrs := make(map[string]value.Value, len(o.shape.members))
		for _, m := range o.shape.members {
			attrs[m.name] = value.Of(cty.NullVal(m.typ))
		}
		v = value.Object(attrs)
	} else {
		v = o.build(o.shape, o.root())
	}
	o.whole = &v
	return eval.Result{Value: v}
}
