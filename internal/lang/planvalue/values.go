package planvalue

import (
	"github.com/zclconf/go-cty/cty"

	"github.com/planfmt/planfmt/diag"
	"github.com/planfmt/planfmt/internal/lang/eval"
	"github.com/planfmt/planfmt/internal/lang/value"
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

	// Whole says that an attribute which the plan does not have does not exist, even if no schema says so.
	Whole bool

	// Withheld says that sensitive values are unknown, so that nothing can be found out about them.
	Withheld bool

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
	shape *valueShape
	cache map[string]eval.Result
	whole *value.Value
}

// Object returns the value of a side.
func (s *Shapes) Object(side Side) *Object {
	return &Object{builder: builder{side: side}, shape: s.shapeOf(side.Block, side.Trust), cache: map[string]eval.Result{}}
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
	if m == nil && o.side.Value.Get(name).Kind() != values.Absent {
		m = anything
	}
	switch {
	case m == nil && !o.mayLack():
		return eval.Result{}, false
	case o.isNull() && !o.side.Nulls:
		return eval.Result{Err: &diag.Diagnostic{Summary: "Attempt to get attribute from null value", Detail: "The object does not exist on this side of the change, so it has no attributes."}}, true
	case m == nil:
		return o.missing(name)
	case o.isNull():
		return eval.Result{Value: o.ofNull(name, m)}, true
	}
	return eval.Result{Value: o.build(m, o.root().member(name))}, true
}

func (o *Object) isNull() bool { return o.side.Value.IsNull() && !o.side.Unknown.All() }

// ofNull returns an attribute of an object that is null. It is null, too, but for what the plan says is unknown all the same.
func (o *Object) ofNull(name string, s *valueShape) value.Value {
	if p := o.root().member(name); p.isUnknown() {
		return o.build(s, p)
	}
	return value.Of(cty.NullVal(s.typ))
}

// IsUnlisted reports whether nobody knows which attributes the object has. It is an unknown value of any type, then.
func (o *Object) IsUnlisted() bool { return o.isUnlisted() }

// root is the part that is everything.
func (b *builder) root() sidePart {
	return sidePart{value: b.side.Value, unknown: b.side.Unknown, sensitive: b.side.Sensitive, refinements: b.side.Refinements}
}

// notInPlan is the label of what a plan does not say.
const notInPlan = "not in the plan"

// missing returns an attribute that the plan does not have, while no schema says whether it exists.
func (o *Object) missing(name string) (eval.Result, bool) {
	root := o.root()
	v, cause, ok := o.rest(root).Attr(name)
	if !ok {
		return eval.Result{}, false
	}
	if o.side.Withheld && root.sensitive.Covers(root.value) { // not even its names are shown
		v = o.build(anything, root.member(name))
		cause = v.Causes()[0]
	}
	return eval.Result{
		Value: v,
		MayFail: &diag.Diagnostic{
			Summary: "Unsupported attribute",
			Detail:  "The plan has no attribute " + plans.SpellName(name) + " here, and there is no schema that says whether it exists.",
		},
		Causes: []*value.Cause{cause},
	}, true
}

// Value returns all of it.
func (o *Object) Value() eval.Result {
	if o.whole != nil {
		return eval.Result{Value: *o.whole}
	}
	var v value.Value
	switch {
	case o.IsUnlisted():
		v = o.build(anything, o.root())
	case o.isNull() && o.side.Nulls:
		attrs := make(map[string]value.Value, len(o.shape.members))
		for _, m := range o.shape.members {
			attrs[m.name] = o.ofNull(m.name, m.valueShape)
		}
		v = o.open(value.Object(attrs), o.root())
	default:
		v = o.build(o.shape, o.root())
	}
	o.whole = &v
	return eval.Result{Value: v}
}
