package config

import (
	"github.com/hashicorp/hcl/v2/ext/typeexpr"
	"github.com/zclconf/go-cty/cty"
	"github.com/zclconf/go-cty/cty/convert"
	ctyjson "github.com/zclconf/go-cty/cty/json"

	"github.com/planfmt/planfmt/values"
)

// DefaultValue returns the default of the variable, converted to its type. ok is false if there is no
// default, or if it cannot be evaluated.
func (v *Variable) DefaultValue() (value values.Value, ok bool) {
	if v.Default == nil {
		return values.Value{}, false
	}
	c, ok := v.Default.constant()
	if !ok {
		return values.Value{}, false
	}
	if typ, defaults, ok := v.typ(); ok {
		if defaults != nil && !c.IsNull() {
			c = defaults.Apply(c)
		}
		converted, err := convert.Convert(c, typ)
		if err == nil {
			c = converted
		}
	}
	return fromCty(c)
}

// TypeJSON returns the type of the variable as JSON. It is absent if the variable takes any type, or has one that is none.
func (v *Variable) TypeJSON() values.Value {
	t, _, ok := v.typ()
	if !ok || t == cty.DynamicPseudoType {
		return values.Value{}
	}
	text, err := ctyjson.MarshalType(t.WithoutOptionalAttributesDeep())
	if err != nil {
		return values.Value{}
	}
	return values.Of(string(text))
}

// typ returns the type of the variable, with the defaults of its optional attributes. ok is false if it
// has none.
func (v *Variable) typ() (t cty.Type, defaults *typeexpr.Defaults, ok bool) {
	if v.Type == nil {
		return cty.NilType, nil, false
	}
	if s, ok := v.Type.ConstantString(); ok { // as Terraform 0.11 wrote it
		switch s {
		case "string":
			return cty.String, nil, true
		case "list":
			return cty.List(cty.DynamicPseudoType), nil, true
		case "map":
			return cty.Map(cty.DynamicPseudoType), nil, true
		}
	}
	t, defaults, diags := typeexpr.TypeConstraintWithDefaults(v.Type.hcl)
	return t, defaults, !diags.HasErrors()
}
