package policy

import (
	"fmt"
	"slices"

	"github.com/zclconf/go-cty/cty"

	"github.com/planfmt/planfmt/diag"
	"github.com/planfmt/planfmt/internal/lang/policyfile"
	"github.com/planfmt/planfmt/internal/lang/types"
	"github.com/planfmt/planfmt/internal/lang/value"
)

// shapes give mocks the shape that they would have in a plan.
type shapes struct{ schemas Schemas }

// mockType returns the type of a mock by its schema, or nil.
func (s *shapes) mockType(m *mock) types.Type {
	if m.Kind == policyfile.MockData {
		return s.schemas.DataSource(m.Type)
	}
	if all := s.schemas.Resources(m.Type); len(all) == 1 {
		return all[0]
	}
	return nil
}

// value returns the attributes of a mock as they would be in a plan, or why they cannot
// be in one.
func (s *shapes) value(m *mock, attrs value.Value) (value.Value, *diag.Diagnostic) {
	t := s.mockType(m)
	warning := &diag.Diagnostic{Severity: diag.Warning, Summary: "Not judged as a plan", Subject: m.At}
	if t == nil {
		warning.Detail = fmt.Sprintf("There is no schema for %s.", m.Type)
		return value.Value{}, warning
	}
	shaped, err := planShape(attrs, t)
	if err != nil {
		warning.Detail = fmt.Sprintf("The mock does not fit the schema: %v.", err)
		return value.Value{}, warning
	}
	return shaped, nil
}

// deleted returns the attributes of a resource that is deleted: they are all null.
func (s *shapes) deleted(m *mock) (value.Value, bool) {
	t, ok := s.mockType(m).(types.Object)
	if !ok {
		return value.Value{}, false
	}
	attrs := make(map[string]value.Value, len(t.Attrs))
	for name, a := range t.Attrs {
		attrs[name] = value.Of(cty.NullVal(types.ToCty(a.Type)))
	}
	return value.Object(attrs), true
}

// planShape returns a value that somebody has written as it would be in a plan: with the types of its
// schema, in which nothing is missing. Attributes that are not written are null, and there
// are no blocks. An error says what does not fit; the text does not contain values.
func planShape(v value.Value, t types.Type) (value.Value, error) {
	whole := types.ToCty(t)
	if v.IsNull() {
		return value.Derive(cty.NullVal(whole), v), nil
	}
	if !v.IsKnown() {
		return convertTo(v, whole)
	}
	from := v.Type()
	switch t := types.NonNull(types.Resolve(t)).(type) {
	case types.Object:
		if !from.IsObjectType() && !from.IsMapType() {
			return v, fmt.Errorf("this is %s, and the schema has an object", from.FriendlyName())
		}
		return planObject(v, t)
	case types.List:
		elems, err := planElems(v, t.Elem)
		if err != nil || types.ToCty(t.Elem).HasDynamicTypes() {
			return v, err
		}
		return value.List(types.ToCty(t.Elem), elems), nil
	case types.Set:
		elems, err := planElems(v, t.Elem)
		if err != nil || types.ToCty(t.Elem).HasDynamicTypes() {
			return v, err
		}
		return value.Set(types.ToCty(t.Elem), elems), nil
	case types.Map:
		if !from.IsObjectType() && !from.IsMapType() {
			return v, fmt.Errorf("this is %s, and the schema has a map", from.FriendlyName())
		}
		members := map[string]value.Value{}
		for _, name := range memberNames(v) {
			member, _ := v.Attr(name)
			shaped, err := planShape(member, t.Elem)
			if err != nil {
				return v, fmt.Errorf("%s: %w", name, err)
			}
			members[name] = shaped
		}
		if types.ToCty(t.Elem).HasDynamicTypes() {
			return v, nil
		}
		return value.Map(types.ToCty(t.Elem), members), nil
	}
	return convertTo(v, whole)
}

func convertTo(v value.Value, t cty.Type) (value.Value, error) {
	if t == cty.DynamicPseudoType {
		return v, nil
	}
	converted, _, err := value.Convert(v, t)
	return converted, err
}

func planObject(v value.Value, t types.Object) (value.Value, error) {
	attrs := make(map[string]value.Value, len(t.Attrs))
	for _, name := range memberNames(v) {
		a, ok := t.Attrs[name]
		if !ok {
			return v, fmt.Errorf("the schema has no attribute %q", name)
		}
		member, _ := v.Attr(name)
		shaped, err := planShape(member, a.Type)
		if err != nil {
			return v, fmt.Errorf("%s: %w", name, err)
		}
		attrs[name] = shaped
	}
	for name, a := range t.Attrs {
		if _, written := attrs[name]; !written {
			attrs[name] = unset(a.Type)
		}
	}
	return value.Object(attrs), nil
}

// unset returns what a plan has for a part that is not set.
func unset(t types.Type) value.Value {
	whole := types.ToCty(t)
	if !types.MayBeNull(t) && !whole.HasDynamicTypes() {
		switch {
		case whole.IsListType():
			return value.Of(cty.ListValEmpty(whole.ElementType()))
		case whole.IsSetType():
			return value.Of(cty.SetValEmpty(whole.ElementType()))
		case whole.IsMapType():
			return value.Of(cty.MapValEmpty(whole.ElementType()))
		}
	}
	return value.Of(cty.NullVal(whole))
}

func planElems(v value.Value, elem types.Type) ([]value.Value, error) {
	t := v.Type()
	if !t.IsTupleType() && !t.IsListType() && !t.IsSetType() {
		return nil, fmt.Errorf("this is %s, and the schema has a list or a set", t.FriendlyName())
	}
	elems := v.Elems()
	for i, e := range elems {
		shaped, err := planShape(e, elem)
		if err != nil {
			return nil, fmt.Errorf("[%d]: %w", i, err)
		}
		elems[i] = shaped
	}
	return elems, nil
}

// memberNames returns the names of the attributes of an object, or the keys of a map, sorted.
func memberNames(v value.Value) []string {
	var names []string
	for it := v.Cty().ElementIterator(); it.Next(); {
		key, _ := it.Element()
		names = append(names, key.AsString())
	}
	slices.Sort(names)
	return names
}
