package policy

import (
	"fmt"
	"maps"
	"slices"

	"github.com/zclconf/go-cty/cty"

	"github.com/planfmt/planfmt/diag"
	"github.com/planfmt/planfmt/internal/lang/budget"
	"github.com/planfmt/planfmt/internal/lang/eval"
	"github.com/planfmt/planfmt/internal/lang/model"
	"github.com/planfmt/planfmt/internal/lang/policyfile"
	"github.com/planfmt/planfmt/internal/lang/value"
)

// mockValues evaluates the mocks of a file in the order in which they need each other.
type mockValues struct {
	unit  *testUnit
	host  *scopeHost
	done  map[*mock]*mockValue
	cycle map[*mock]bool // mocks that are being evaluated
}

// mockValue is what has become of a mock.
type mockValue struct {
	attrs, prior, meta *eval.Result // nil if there is none
}

// err returns what is wrong with the mock.
func (v *mockValue) err() *diag.Diagnostic {
	for _, r := range []*eval.Result{v.attrs, v.prior, v.meta} {
		if r != nil && r.Err != nil {
			return r.Err
		}
	}
	return nil
}

func newMockValues(t *testUnit, lookup given, run *budget.Run) *mockValues {
	v := &mockValues{unit: t, host: &scopeHost{run: run}, done: map[*mock]*mockValue{}, cycle: map[*mock]bool{}}
	v.host.roots = map[string]eval.Object{
		"local": &localsObject{locals: t.locals, byName: t.byName, host: v.host, done: make([]*eval.Result, len(t.locals))},
		"input": &testInputs{unit: t, host: v.host, lookup: lookup},
		"data":  &mocksOfTypes{values: v},
	}
	for _, m := range t.mocks {
		if m.Kind == policyfile.MockResource && v.host.roots[m.Type] == nil {
			v.host.roots[m.Type] = &mocksOfType{values: v, kind: policyfile.MockResource, typ: m.Type}
		}
	}
	return v
}

// testInputs is the value of input in tests: what the file gives, or what else there is.
type testInputs struct {
	unit   *testUnit
	host   *scopeHost
	lookup given
}

func (o *testInputs) Attr(name string) (eval.Result, bool) {
	e, isGiven := o.unit.inputs[name]
	for _, u := range o.unit.set.units {
		for _, in := range u.inputs {
			if in.Name != name {
				continue
			}
			lookups := []given{o.lookup}
			if isGiven {
				lookups = []given{o.fromFile}
			}
			v, problem := in.value(lookups)
			return eval.Result{Value: v, Err: problem}, true
		}
	}
	if isGiven {
		return o.host.eval(e), true
	}
	return eval.Result{}, false
}

func (o *testInputs) fromFile(in *policyInput) *givenValue {
	e := o.unit.inputs[in.Name]
	if e == nil {
		return nil
	}
	return &givenValue{result: o.host.eval(e), at: e.Range()}
}

func (o *testInputs) Value() eval.Result {
	all := slices.Collect(maps.Keys(o.unit.inputs))
	for _, u := range o.unit.set.units {
		for _, in := range u.inputs {
			all = append(all, in.Name)
		}
	}
	return wholeObject(sorted(all), o.Attr)
}

// mocksOfTypes is the value of data in tests.
type mocksOfTypes struct{ values *mockValues }

func (o *mocksOfTypes) Attr(typ string) (eval.Result, bool) {
	return (&mocksOfType{values: o.values, kind: policyfile.MockData, typ: typ}).Value(), true
}

func (o *mocksOfTypes) Value() eval.Result {
	var all []string
	for _, m := range o.values.unit.mocks {
		if m.Kind == policyfile.MockData {
			all = append(all, m.Type)
		}
	}
	return wholeObject(sorted(all), o.Attr)
}

// mocksOfType is the value of the name of a type in tests.
type mocksOfType struct {
	values *mockValues
	kind   policyfile.MockKind
	typ    string
}

func (o *mocksOfType) Attr(name string) (eval.Result, bool) {
	for _, m := range o.values.unit.mocks {
		if m.Kind == o.kind && m.Type == o.typ && m.Name == name {
			return o.values.reference(m), true
		}
	}
	return eval.Result{}, false
}

func (o *mocksOfType) Value() eval.Result {
	var all []string
	for _, m := range o.values.unit.mocks {
		if m.Kind == o.kind && m.Type == o.typ {
			all = append(all, m.Name)
		}
	}
	return wholeObject(all, o.Attr)
}

// reference returns what a reference to a mock means: its attributes, and attrs with all of
// them.
func (v *mockValues) reference(m *mock) eval.Result {
	if v.cycle[m] {
		return eval.Result{Err: &diag.Diagnostic{Summary: "Cycle", Subject: m.At, Detail: fmt.Sprintf("The mock %s depends on itself.", m.Address())}}
	}
	of := v.evaluate(m)
	r := of.attrs
	if r == nil {
		r = of.prior
	}
	switch {
	case r == nil:
		return eval.Of(value.Object(nil))
	case r.Err != nil || !r.Value.IsKnown() || r.Value.IsNull() || !r.Value.Type().IsObjectType() || r.Value.Type().HasAttribute("attrs"):
		return *r
	}
	attrs := map[string]value.Value{"attrs": r.Value}
	for name := range r.Value.Type().AttributeTypes() {
		attrs[name], _ = r.Value.Attr(name)
	}
	with := *r
	with.Value = value.Object(attrs)
	return with
}

// evaluate evaluates a mock, once.
func (v *mockValues) evaluate(m *mock) *mockValue {
	if done := v.done[m]; done != nil {
		return done
	}
	v.cycle[m] = true
	result := &mockValue{attrs: v.object(m.attrs), prior: v.object(m.prior), meta: v.object(m.meta)}
	delete(v.cycle, m)
	v.done[m] = result
	return result
}

// object evaluates an expression that must be an object or null, which is as if it was not
// there.
func (v *mockValues) object(e model.Expr) *eval.Result {
	if e == nil {
		return nil
	}
	r := v.host.eval(e)
	t := r.Value
	switch {
	case r.Err != nil:
	case t.IsNull():
		return nil
	case t.IsKnown() && t.Type().IsMapType(): // made by a function
		attrs := map[string]value.Value{}
		for it := t.Cty().ElementIterator(); it.Next(); {
			key, _ := it.Element()
			attrs[key.AsString()], _ = t.Attr(key.AsString())
		}
		r.Value = value.Object(attrs)
	case !t.IsKnown() || !t.Type().IsObjectType():
		r = eval.Result{Err: &diag.Diagnostic{Summary: "Invalid mock", Subject: e.Range(), Detail: "This must be an object with attributes: { name = \"a\" }."}}
	}
	return &r
}

// flag evaluates an expression that must be true or false.
func (v *mockValues) flag(e model.Expr) (bool, *diag.Diagnostic) {
	if e == nil {
		return false, nil
	}
	t := v.host.truth(e, "value", false)
	if t.failure != nil {
		return false, t.failure
	}
	return t.isTrue(), nil
}

// valueObject is an object that has been evaluated.
type valueObject struct{ value value.Value }

func (o valueObject) Attr(name string) (eval.Result, bool) {
	if v, ok := o.value.Attr(name); ok {
		return eval.Of(v), true
	}
	return eval.Result{}, false
}

func (o valueObject) Value() eval.Result { return eval.Of(o.value) }

// unknownObject is an object about which nothing is known.
type unknownObject struct{ value value.Value }

func (o unknownObject) Attr(name string) (eval.Result, bool) {
	return eval.Of(o.value.Part(cty.DynamicPseudoType, "."+name)), true
}

func (o unknownObject) Value() eval.Result { return eval.Of(o.value) }
