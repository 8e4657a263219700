package policy

import (
	"context"
	"fmt"
	"maps"

	"github.com/zclconf/go-cty/cty"

	"github.com/planfmt/planfmt/diag"
	"github.com/planfmt/planfmt/internal/lang/budget"
	"github.com/planfmt/planfmt/internal/lang/eval"
	"github.com/planfmt/planfmt/internal/lang/funcs"
	"github.com/planfmt/planfmt/internal/lang/model"
	"github.com/planfmt/planfmt/internal/lang/policyfile"
	"github.com/planfmt/planfmt/internal/lang/types"
	"github.com/planfmt/planfmt/internal/lang/value"
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
			b.report(diag.Warning, in.NameAt, "Unknown input", "No policy that is tested has an input %q.%s", in.Name, t.set.declared().meant(in.Name))
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

// run runs the tests of a file. The schemas may be nil.
func (t *testUnit) run(ctx context.Context, lookup given, opts TestOptions, run *budget.Run) verdict.TestFile {
	result := verdict.TestFile{Name: t.file.Name}
	values := newMockValues(t, lookup, run)
	r := &mockRunner{unit: t, values: values, lookup: lookup, explain: opts.Explain, host: &mockHost{values: values}}
	if opts.AsPlan != nil {
		r.planned = &mockHost{values: values, shapes: &shapes{schemas: opts.AsPlan}}
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
	explain bool
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
	own := func(in *policyInput) *givenValue {
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
	j := judges{literal: r.unit.set.Judge(inputs, r.host, r.values.host.run)}
	if r.planned != nil {
		j.planned = r.unit.set.Judge(inputs, r.planned, r.values.host.run)
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
	v := values.evaluate(m)
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
	target, problem := v.target(m, mr.unit.set.Needs().Whole)
	if problem != nil {
		fail(problem)
		return
	}
	r.Results = j.literal.Results(target)
	for i := range r.Results {
		if mr.explain {
			r.Explanations = append(r.Explanations, *j.literal.Explain(target, &r.Results[i]))
		}
	}
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

// target returns a mock as what policies judge. Its values are as they are written: what is not
// there is missing. whole says that it may be a replacement.
func (v *mockValue) target(m *mock, whole bool) (Target, *diag.Diagnostic) {
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
		case whole && replaces(meta["actions"]):
			t.Operation = policyfile.Replace
		default:
			t.Operation = policyfile.Update
		}
		byDefault("operation", t.Operation.String())
		byDefault("type", m.Type)
		name, _, err := value.Convert(meta["operation"], cty.String)
		if err != nil || !name.IsKnown() || name.IsNull() || t.Operation.UnmarshalText([]byte(name.Cty().AsString())) != nil || t.Operation == policyfile.Replace && !whole {
			return t, &diag.Diagnostic{Summary: "Invalid operation", Subject: m.At, Detail: "The attribute operation of meta must be \"create\", \"update\", \"delete\" or \"no-op\"."}
		}
		t.Own = ownMock(meta, t.Operation)
		t.Attrs, t.Prior = null, null
		if v.prior != nil {
			t.Prior = valueObject{v.prior.Value}
			// When something is deleted, its attributes are there, and they are null.
			t.Attrs = valueObject{nulls(v.prior.Value)}
		}
		if v.attrs != nil {
			t.Attrs = valueObject{v.attrs.Value}
			if v.prior == nil && whole {
				t.Prior = valueObject{nulls(v.attrs.Value)} // only policies that judge whole changes look
			}
		}
	case policyfile.MockModule:
		t.Kind = policyfile.Module
		byDefault("source", m.Type)
	case policyfile.MockProvider:
		t.Kind = policyfile.Provider
		byDefault("type", m.Type)
	}
	if m.Kind != policyfile.MockResource {
		t.Attrs = unknownObject{value.Unknown(cty.DynamicPseudoType, &value.Cause{Address: m.Address(), Reason: "not in the mock", Label: "not in the mock"})}
		if v.attrs != nil {
			t.Attrs = valueObject{v.attrs.Value}
		}
	}
	t.Meta = valueObject{value.Object(meta)}
	return t, nil
}

// nulls returns an object whose attributes are null, those of another one.
func nulls(of value.Value) value.Value {
	all := map[string]value.Value{}
	for name := range of.Type().AttributeTypes() {
		all[name] = value.Of(cty.NullVal(cty.DynamicPseudoType))
	}
	return value.Object(all)
}

// replaces reports whether actions are those of a replacement.
func replaces(actions value.Value) bool {
	has := map[string]bool{}
	elems, _ := actions.Members()
	for _, e := range elems {
		if v := e.Value; v.IsKnown() && !v.IsNull() && v.Type() == cty.String {
			has[v.Cty().AsString()] = true
		}
	}
	return has["create"] && has["delete"]
}

// ownMock returns meta of a mock with what only planfmt has: the actions follow from the operation if they are not written.
func ownMock(meta map[string]value.Value, o policyfile.Operation) eval.Object {
	if _, ok := meta["actions"]; ok {
		return valueObject{value.Object(meta)}
	}
	actions := []value.Value{value.Of(cty.StringVal(o.String()))}
	if o == policyfile.Replace {
		actions = []value.Value{value.Of(cty.StringVal("delete")), value.Of(cty.StringVal("create"))}
	}
	own := maps.Clone(meta)
	own["actions"] = value.List(cty.String, actions)
	return valueObject{value.Object(own)}
}
