package policy

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/zclconf/go-cty/cty"

	"github.com/planfmt/planfmt/diag"
	"github.com/planfmt/planfmt/lang/eval"
	"github.com/planfmt/planfmt/lang/funcs"
	"github.com/planfmt/planfmt/lang/model"
	"github.com/planfmt/planfmt/lang/types"
	"github.com/planfmt/planfmt/lang/value"
	"github.com/planfmt/planfmt/policyfile"
	"github.com/planfmt/planfmt/verdict"
)

// testUnit is a file with tests.
type testUnit struct {
	file *policyfile.TestFile
	set  *Set // the policies that it tests

	inputs map[string]model.Expr
	locals []local
	byName map[string]int
	mocks  []*mock
}

// mock is a mock with its expressions. Each of these may be nil.
type mock struct {
	*policyfile.Mock
	attrs, prior, meta  model.Expr
	expectFailure, skip model.Expr
	inputs              map[string]model.Expr
}

// bind gives the expressions of the file a type. They may refer to inputs, locals and other
// mocks.
func (t *testUnit) bind() diag.List {
	b := &binder{schemas: noSchemas{}, functions: funcs.Core(), unit: &unit{}, test: true}
	roots := map[string]types.Type{}
	inputs := types.Object{Attrs: map[string]types.Attr{}}
	for _, u := range t.set.units {
		for _, in := range u.inputs {
			inputs.Attrs[in.Name] = types.Attr{Type: types.Any}
		}
	}
	for _, in := range t.file.Inputs {
		if _, ok := inputs.Attrs[in.Name]; !ok && len(t.set.units) > 0 {
			b.report(diag.Warning, in.NameAt, "Unknown input", "No policy that is tested has an input %q.%s", in.Name, t.set.meant(in.Name))
		}
		inputs.Attrs[in.Name] = types.Attr{Type: types.Any}
	}
	roots["input"] = inputs
	byType := map[string]map[string]types.Type{}
	data := map[string]map[string]types.Type{}
	for _, m := range t.file.Mocks {
		all := byType
		switch m.Kind {
		case policyfile.MockData:
			all = data
		case policyfile.MockResource:
		default:
			continue
		}
		if all[m.Type] == nil {
			all[m.Type] = map[string]types.Type{}
		}
		all[m.Type][m.Name] = types.Any
	}
	for typ, names := range byType {
		roots[typ] = object(names)
	}
	if len(data) > 0 {
		ofTypes := map[string]types.Type{}
		for typ, names := range data {
			ofTypes[typ] = object(names)
		}
		roots["data"] = object(ofTypes)
	}
	named := func(list []policyfile.NamedExpr) map[string]model.Expr {
		all := map[string]model.Expr{}
		for _, e := range list {
			all[e.Name] = b.bind(e.Expr, roots)
		}
		return all
	}
	t.locals, t.byName = b.locals(t.file.Locals, roots)
	t.inputs = named(t.file.Inputs)
	for _, m := range t.file.Mocks {
		bound := &mock{
			Mock:  m,
			attrs: b.bind(m.Attrs, roots), prior: b.bind(m.Prior, roots), meta: b.bind(m.Meta, roots),
			expectFailure: b.bind(m.ExpectFailure, roots), skip: b.bind(m.Skip, roots),
			inputs: named(m.Inputs),
		}
		for _, flag := range []model.Expr{bound.expectFailure, bound.skip} {
			if flag != nil {
				b.convertible(flag, types.Bool, func(is string) string { return fmt.Sprintf("This must be true or false, and it is %s.", is) })
			}
		}
		t.mocks = append(t.mocks, bound)
	}
	return b.diags
}

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

func newMockValues(t *testUnit, lookup given) *mockValues {
	v := &mockValues{unit: t, host: &scopeHost{}, done: map[*mock]*mockValue{}, cycle: map[*mock]bool{}}
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

func (o *testInputs) fromFile(in *input) *givenValue {
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
	of := v.of(m)
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

// of evaluates a mock, once.
func (v *mockValues) of(m *mock) *mockValue {
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

// run runs the tests of a file. The schemas may be nil.
func (t *testUnit) run(ctx context.Context, lookup given, schemas Schemas) verdict.TestFile {
	result := verdict.TestFile{Name: t.file.Name}
	values := newMockValues(t, lookup)
	r := &mockRunner{unit: t, values: values, lookup: lookup, host: &mockHost{values: values}}
	if schemas != nil {
		r.planned = &mockHost{values: values, shapes: &shapes{schemas: schemas}}
	}
	for _, m := range t.mocks {
		if m.Kind == policyfile.MockData || ctx.Err() != nil {
			continue
		}
		mock := verdict.Mock{Name: m.Address(), Range: m.At}
		r.run(m, &mock)
		result.Mocks = append(result.Mocks, mock)
	}
	return result
}

// mockRunner judges the mocks of a file.
type mockRunner struct {
	unit    *testUnit
	values  *mockValues
	lookup  given
	host    *mockHost
	planned *mockHost // or nil
	shared  judges    // for mocks without inputs of their own
}

// judges judge mocks as they are written and, if that is wanted, as they would be in a plan.
type judges struct{ literal, planned *Judge }

func (r *mockRunner) judges(m *mock) (judges, diag.List) {
	if len(m.inputs) == 0 && r.shared.literal != nil {
		return r.shared, nil
	}
	own := func(in *input) *givenValue {
		e := m.inputs[in.Name]
		if e == nil {
			return nil
		}
		return &givenValue{result: r.values.host.eval(e), at: e.Range()}
	}
	fromFile := r.values.host.roots["input"].(*testInputs).fromFile
	inputs, found := r.unit.set.inputs(own, fromFile, r.lookup)
	if found.HasErrors() {
		return judges{}, found
	}
	j := judges{literal: r.unit.set.Judge(inputs, r.host)}
	if r.planned != nil {
		j.planned = r.unit.set.Judge(inputs, r.planned)
	}
	if len(m.inputs) == 0 {
		r.shared = j
	}
	return j, nil
}

func (mr *mockRunner) run(m *mock, r *verdict.Mock) {
	values := mr.values
	fail := func(found ...*diag.Diagnostic) {
		r.Outcome, r.Message, r.Diagnostics = verdict.Error, text(found[0]), found
	}
	expect, problem := values.flag(m.expectFailure)
	if problem != nil {
		fail(problem)
		return
	}
	r.ExpectFailure = expect
	skip, problem := values.flag(m.skip)
	switch {
	case problem != nil:
		fail(problem)
		return
	case skip:
		r.AsExpected, r.Message = true, "The mock says that it is to be skipped."
		return
	}
	v := values.of(m)
	if problem := v.err(); problem != nil {
		fail(problem)
		return
	}
	isEmpty := m.Kind == policyfile.MockResource && empty(v.attrs) && empty(v.prior)
	if isEmpty {
		r.Diagnostics = diag.List{{
			Severity: diag.Warning, Summary: "Empty mock", Subject: m.At,
			Detail: "The mock has no attributes. HCP Terraform's runner skips such mocks; if a failure is expected, the test fails.",
		}}
	}
	j, found := mr.judges(m)
	if found.HasErrors() {
		fail(found...)
		return
	}
	target, problem := v.target(m)
	if problem != nil {
		fail(problem)
		return
	}
	r.Results = j.literal.Results(target)
	if len(r.Results) == 0 {
		r.Message = "No policy is about this."
	}
	failed := false
	for i := range r.Results {
		o := r.Results[i].Outcome
		r.Outcome = max(r.Outcome, o)
		failed = failed || o == verdict.Fail
	}
	r.AsExpected = failed == expect && r.Outcome != verdict.Error && (failed || r.Outcome != verdict.Undecided) && !(isEmpty && expect)
	if j.planned != nil && m.Kind == policyfile.MockResource {
		mr.compare(m, v, target, j.planned, r)
	}
}

// compare judges a mock as it would be in a plan, and notes what is different.
func (mr *mockRunner) compare(m *mock, v *mockValue, target Target, j *Judge, r *verdict.Mock) {
	shape := func(side *eval.Result, o eval.Object) eval.Object {
		if side == nil {
			return o
		}
		shaped, problem := mr.planned.shapes.value(m, side.Value)
		if problem != nil {
			r.Diagnostics = append(r.Diagnostics, problem)
			return nil
		}
		return valueObject{shaped}
	}
	target.Attrs, target.Prior = shape(v.attrs, target.Attrs), shape(v.prior, target.Prior)
	if target.Attrs == nil || target.Prior == nil {
		return
	}
	if v.attrs == nil {
		if nulls, ok := mr.planned.shapes.deleted(m); ok {
			target.Attrs = valueObject{nulls}
		}
	}
	for i, planned := range j.Results(target) {
		if literal := r.Results[i]; literal.Outcome != planned.Outcome {
			r.Planned = append(r.Planned, verdict.Planned{Policy: planned.Policy, Mock: literal.Outcome, AsPlan: planned.Outcome, Message: planned.Message})
		}
	}
}

// empty reports whether a mock has no attributes.
func empty(r *eval.Result) bool {
	return r == nil || r.Value.IsKnown() && r.Value.Cty().LengthInt() == 0
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

// unknownObject is an object of which nothing is known.
type unknownObject struct{ value value.Value }

func (o unknownObject) Attr(name string) (eval.Result, bool) {
	return eval.Of(o.value.Part(cty.DynamicPseudoType, "."+name)), true
}

func (o unknownObject) Value() eval.Result { return eval.Of(o.value) }

// target returns a mock as what policies judge. Its values are as they are written: what is not
// there is missing.
func (v *mockValue) target(m *mock) (Target, *diag.Diagnostic) {
	t := Target{Type: m.Type, Mock: m.Address()}
	meta := map[string]value.Value{}
	if v.meta != nil {
		for name := range v.meta.Value.Type().AttributeTypes() {
			meta[name], _ = v.meta.Value.Attr(name)
		}
	}
	byDefault := func(name, text string) {
		if _, ok := meta[name]; !ok {
			meta[name] = value.Of(cty.StringVal(text))
		}
	}
	null := valueObject{value.Of(cty.NullVal(cty.DynamicPseudoType))}
	switch m.Kind {
	case policyfile.MockResource:
		switch {
		case v.attrs == nil:
			t.Operation = policyfile.Delete
		case v.prior == nil:
			t.Operation = policyfile.Create
		default:
			t.Operation = policyfile.Update
		}
		byDefault("operation", t.Operation.String())
		byDefault("type", m.Type)
		name, _, err := value.Convert(meta["operation"], cty.String)
		if err != nil || !name.IsKnown() || name.IsNull() || t.Operation.UnmarshalText([]byte(name.Cty().AsString())) != nil {
			return t, &diag.Diagnostic{Summary: "Invalid operation", Subject: m.At, Detail: "The attribute operation of meta must be \"create\", \"update\", \"delete\" or \"no-op\"."}
		}
		t.Attrs, t.Prior = null, null
		if v.prior != nil {
			t.Prior = valueObject{v.prior.Value}
			// When something is deleted, its attributes are there, and they are null.
			nulls := map[string]value.Value{}
			for name := range v.prior.Value.Type().AttributeTypes() {
				nulls[name] = value.Of(cty.NullVal(cty.DynamicPseudoType))
			}
			t.Attrs = valueObject{value.Object(nulls)}
		}
		if v.attrs != nil {
			t.Attrs = valueObject{v.attrs.Value}
		}
	case policyfile.MockModule:
		t.Kind = policyfile.Module
		byDefault("source", m.Type)
	case policyfile.MockProvider:
		t.Kind = policyfile.Provider
		byDefault("type", m.Type)
	}
	if m.Kind != policyfile.MockResource {
		t.Attrs = unknownObject{value.Unknown(cty.DynamicPseudoType, &value.Cause{Address: m.Address(), Reason: "not in the mock"})}
		if v.attrs != nil {
			t.Attrs = valueObject{v.attrs.Value}
		}
	}
	t.Meta = valueObject{value.Object(meta)}
	return t, nil
}

// mockHost answers what policies ask about the rest of the plan, which is all mocks of the file.
type mockHost struct {
	values *mockValues
	shapes *shapes // or nil, if the mocks are as they are written
}

func (h *mockHost) Call(call *model.HostCall, args []value.Value) eval.Result {
	fail := func(format string, values ...any) eval.Result {
		return eval.Result{Err: &diag.Diagnostic{Summary: "Error in " + call.Name, Subject: call.Range(), Detail: fmt.Sprintf(format, values...)}}
	}
	typ, _, err := value.Convert(args[0], cty.String)
	if err != nil || typ.IsNull() || !typ.IsKnown() {
		return fail("The first argument must be the name of a type.")
	}
	var filter value.Value
	filtered := len(args) > 1 && !args[1].IsNull()
	if filtered {
		filter = args[1]
		if t := filter.Type(); !filter.IsKnown() || !t.IsObjectType() && !t.IsMapType() {
			return fail("The second argument must be an object with the attributes to look for.")
		}
	}
	kind := policyfile.MockResource
	if call.Name == "getdatasource" {
		kind = policyfile.MockData
	}
	var found []value.Value
	for _, m := range h.values.unit.mocks {
		if m.Kind != kind || m.Type != typ.Cty().AsString() {
			continue
		}
		v := h.values.of(m)
		switch {
		case v.err() != nil:
			return eval.Result{Err: v.err()}
		case v.attrs == nil: // deleted
			continue
		}
		attrs := v.attrs.Value
		if h.shapes != nil {
			// What does not fit is said where the mock itself is judged.
			if shaped, problem := h.shapes.value(m, attrs); problem == nil {
				attrs = shaped
			}
		}
		if !filtered || matchesFilter(attrs, filter) {
			found = append(found, attrs)
		}
	}
	if kind == policyfile.MockResource {
		return eval.Of(value.Tuple(found))
	}
	if len(found) == 0 {
		return fail("No mock of the data source %s has these attributes.", strings.ToValidUTF8(typ.Cty().AsString(), "?"))
	}
	return eval.Of(found[0])
}

// matchesFilter reports whether an object has all attributes of a filter.
func matchesFilter(object, filter value.Value) bool {
	for it := filter.Cty().ElementIterator(); it.Next(); {
		key, _ := it.Element()
		want, _ := filter.Attr(key.AsString())
		have, ok := object.Attr(key.AsString())
		if !ok {
			return false
		}
		if eq := value.Equal(have, want); !eq.IsKnown() || !eq.Cty().True() {
			return false
		}
	}
	return true
}
