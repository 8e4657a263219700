package planvalue

import (
	"cmp"
	"strconv"
	"strings"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/ext/typeexpr"
	"github.com/zclconf/go-cty/cty"
	"github.com/zclconf/go-cty/cty/convert"

	"github.com/planfmt/planfmt/internal/read/config"
	"github.com/planfmt/planfmt/plans"
	"github.com/planfmt/planfmt/values"
)

// traversal finds out what a reference stands for.
func (c *Configured) traversal(t hcl.Traversal, s scope, depth int) outcome {
	name := func(i int) string {
		if i < len(t) {
			if a, ok := t[i].(hcl.TraverseAttr); ok {
				return a.Name
			}
		}
		return ""
	}
	switch t.RootName() {
	case "var":
		return c.steps(c.variable(name(1), s, depth), t[min(2, len(t)):])
	case "local":
		for _, l := range s.module.Locals {
			if l.Name == name(1) {
				// Locals belong to the module, not to one of its resources.
				inner := s
				inner.instance, inner.key = s.address, ""
				return c.steps(c.expression(l.Value, inner, depth), t[2:])
			}
		}
	case "each":
		if name(1) == "key" && s.key.IsString() && len(t) == 2 {
			return outcome{value: cty.StringVal(s.key.Text())}
		}
	case "count":
		if n, ok := parseNumber(s.key.Text()); ok && name(1) == "index" && len(t) == 2 && !s.key.IsString() {
			return outcome{value: n}
		}
	case "module":
		return c.output(t, s, depth)
	case "self", "path", "terraform", "ephemeral", "action":
	case "data":
		if typ, n := name(1), name(2); typ != "" && n != "" && s.module.Resource("data."+typ+"."+n) != nil {
			return c.object(s.module.Resource("data."+typ+"."+n), s, t[3:])
		}
	default:
		if r := s.module.Resource(t.RootName() + "." + name(1)); r != nil {
			return c.object(r, s, t[2:])
		}
	}
	return outcome{}
}

// appendKey returns the address of an instance, or "" if the key is not known.
func appendKey(address string, key cty.Value) string {
	switch {
	case key.IsNull() || !key.IsKnown():
	case key.Type() == cty.String:
		return address + "[" + strconv.Quote(key.AsString()) + "]"
	case key.Type() == cty.Number:
		if i, accuracy := key.AsBigFloat().Int64(); accuracy == 0 {
			return address + "[" + strconv.FormatInt(i, 10) + "]"
		}
	}
	return ""
}

// appendSteps returns a reference with more steps, or "" if one of them is not known.
func appendSteps(reference string, t hcl.Traversal) string {
	var steps []plans.Step
	for _, step := range t {
		switch step := step.(type) {
		case hcl.TraverseAttr:
			steps = append(steps, plans.Key(step.Name))
		case hcl.TraverseIndex:
			switch k := step.Key; {
			case k.IsNull() || !k.IsKnown():
				return ""
			case k.Type() == cty.String:
				steps = append(steps, plans.Key(k.AsString()))
			case k.Type() == cty.Number:
				i, accuracy := k.AsBigFloat().Int64()
				if accuracy != 0 || i < 0 || i > 1<<31 {
					return ""
				}
				steps = append(steps, plans.Index(int(i)))
			default:
				return ""
			}
		default:
			return ""
		}
	}
	rest := plans.NewPath(steps...).String()
	if strings.HasPrefix(rest, "[") {
		return reference + rest
	}
	return reference + "." + rest
}

// object is what a reference to a resource stands for. A resource with several instances is a collection of
// them.
func (c *Configured) object(r *config.Resource, s scope, t hcl.Traversal) outcome {
	reference := r.Address()
	if s.address != "" {
		reference = s.address + "." + reference
	}
	return c.steps(outcome{reference: reference, instances: r.Count != nil || r.ForEach != nil}, t)
}

// variable is what a variable of a module stands for.
func (c *Configured) variable(name string, s scope, depth int) outcome {
	var declared *config.Variable
	for _, v := range s.module.Variables {
		if v.Name == name {
			declared = v
		}
	}
	if declared == nil {
		return outcome{}
	}
	typ, hasType := cty.DynamicPseudoType, false
	if declared.Type != nil {
		t, _, diags := typeexpr.TypeConstraintWithDefaults(declared.Type.HCL())
		if diags.HasErrors() {
			return outcome{}
		}
		typ, hasType = t, t != cty.DynamicPseudoType
	}
	if hasType && !typ.IsPrimitiveType() {
		return outcome{} // its parts may be converted, or get defaults
	}
	var o outcome
	switch {
	case s.module.Parent == nil:
		v, ok := c.variables.Values[name]
		if !ok && c.variables.Defaults {
			v, ok = declared.DefaultValue()
		}
		if !ok {
			return outcome{}
		}
		if o.value, ok = known1(v); !ok {
			return outcome{}
		}
	default:
		parent, call := parentOf(s)
		if call == nil {
			return outcome{}
		}
		a := call.Inputs.Attribute(name)
		if a == nil {
			v, ok := declared.DefaultValue()
			if !ok {
				return outcome{}
			}
			if o.value, ok = known1(v); !ok {
				return outcome{}
			}
			break
		}
		o = c.expression(a.Value, parent, depth)
	}
	if declared.Default != nil && (!o.isKnown() && !o.notNull || o.isKnown() && o.value.IsNull()) {
		// If the variable is not nullable, its default takes the place of null.
		return outcome{}
	}
	if !hasType {
		return o
	}
	if o.isKnown() {
		v, err := convert.Convert(o.value, typ)
		if err != nil {
			return outcome{}
		}
		return outcome{value: v}
	}
	if typ != cty.String {
		o.prefix, o.suffix, o.document = "", "", nil
	}
	o.members, o.elems, o.collection = nil, nil, nil
	o.through = append(o.through[:len(o.through):len(o.through)], typ)
	return o
}

// known1 returns a value of a plan.
func known1(v values.Value) (cty.Value, bool) {
	b := builder{}
	built := b.build(&shape{typ: cty.DynamicPseudoType}, part{value: v})
	return built.Cty(), built.Cty().IsWhollyKnown()
}

// parentOf returns the scope in which the arguments of the call of a module are evaluated.
func parentOf(s scope) (scope, *config.Call) {
	m := s.module
	call := m.Parent.Call(m.Path[len(m.Path)-1])
	all, key := plans.SplitKey(s.address)
	parent := strings.TrimSuffix(strings.TrimSuffix(all, "module."+m.Path[len(m.Path)-1]), ".")
	out := scope{module: m.Parent, address: parent, instance: s.address}
	if len(key) > 2 {
		out.key = plans.InstanceKey(key[1 : len(key)-1])
		if k, ok := plans.ParseKey(string(out.key)); ok {
			out.key = k
		}
	}
	return out, call
}

// output is what a reference to an output of a module stands for.
func (c *Configured) output(t hcl.Traversal, s scope, depth int) outcome {
	if len(t) < 3 {
		return outcome{}
	}
	step, ok := t[1].(hcl.TraverseAttr)
	if !ok {
		return outcome{}
	}
	call := s.module.Call(step.Name)
	if call == nil {
		return outcome{}
	}
	address := "module." + call.Name
	if s.address != "" {
		address = s.address + "." + address
	}
	rest := t[2:]
	if index, ok := rest[0].(hcl.TraverseIndex); ok {
		if address = appendKey(address, index.Key); address == "" {
			return outcome{}
		}
		rest = rest[1:]
	} else if call.Count != nil || call.ForEach != nil {
		return outcome{}
	}
	if len(rest) == 0 {
		return outcome{}
	}
	name, ok := rest[0].(hcl.TraverseAttr)
	if !ok {
		return outcome{}
	}
	for _, o := range call.Module.Outputs {
		if o.Name == name.Name {
			inner := scope{module: call.Module, address: address, instance: cmp.Or(address, ".")}
			return c.steps(c.expression(o.Value, inner, depth), rest[1:])
		}
	}
	return outcome{}
}
