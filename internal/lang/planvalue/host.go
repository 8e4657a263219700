package planvalue

import (
	"strconv"

	"github.com/zclconf/go-cty/cty"

	"github.com/planfmt/planfmt/diag"
	"github.com/planfmt/planfmt/internal/lang/eval"
	"github.com/planfmt/planfmt/internal/lang/model"
	"github.com/planfmt/planfmt/internal/lang/value"
	"github.com/planfmt/planfmt/internal/read/config"
	"github.com/planfmt/planfmt/plans"
)

// moduleScope is where an expression is evaluated.
type moduleScope struct {
	module   *config.Module
	address  string            // of the instance of the module
	instance string            // of the resource or the module call that the expression belongs to
	key      plans.InstanceKey // of that instance
}

// child returns the address of something in the instance of the module.
func (s moduleScope) child(address string) string {
	if s.address == "" {
		return address
	}
	return s.address + "." + address
}

// configurationHost says what the names in an expression of a configuration are.
type configurationHost struct {
	*interpreter
	scope moduleScope
}

// Root returns the value of a name.
func (h configurationHost) Root(name string) eval.Object {
	switch name {
	case "var":
		return names(func(name string) value.Value { return h.variable(name, h.scope) })
	case "local":
		return names(h.local)
	case "each", "count":
		return names(func(attr string) value.Value { return h.instance(name + "." + attr) })
	case "module":
		return objects(h.call)
	case "data":
		return objects(func(typ value.Value) eval.Object { return h.resources("data." + keyText(typ)) })
	}
	return h.resources(name)
}

// Part returns an object in another one: a resource, an instance, or a module.
func (h configurationHost) Part(outer eval.Object, key value.Value) eval.Object {
	if all, ok := outer.(objects); ok && key.IsKnown() && !key.IsNull() {
		return all(key)
	}
	return nil
}

// Call is never called: configurations have no calls of the host's.
func (configurationHost) Call(*model.HostCall, []value.Value) eval.Result { return eval.Of(anyValue()) }

// local returns what is known of a local. Locals belong to the module, not to one of its resources.
func (h configurationHost) local(name string) value.Value {
	l := h.scope.module.Local(name)
	if l == nil {
		return anyValue()
	}
	return h.eval(l.Value, moduleScope{module: h.scope.module, address: h.scope.address, instance: h.scope.address})
}

// instance returns what tells the instance from others: each.key or count.index.
func (h configurationHost) instance(name string) value.Value {
	switch k := h.scope.key; name {
	case "each.key":
		if k.IsString() {
			return value.Of(cty.StringVal(k.Text()))
		}
	case "count.index":
		if n, ok := parseNumber(k.Text()); ok && !k.IsString() {
			return value.Of(n)
		}
	}
	return anyValue()
}

// call returns a module that is called: an object of its outputs, or of its instances.
func (h configurationHost) call(name value.Value) eval.Object {
	call := h.scope.module.Call(keyText(name))
	if call == nil {
		return nil
	}
	return instances(h.scope.child("module."+call.Name), call.Count, call.ForEach, func(address string) eval.Object {
		inner := moduleScope{module: call.Module, address: address, instance: address}
		return names(func(name string) value.Value {
			o := call.Module.Output(name)
			if o == nil {
				return anyValue()
			}
			return h.eval(o.Value, inner)
		})
	})
}

// resources returns the resources of a type.
func (h configurationHost) resources(typ string) eval.Object {
	return objects(func(name value.Value) eval.Object {
		r := h.scope.module.Resource(typ + "." + keyText(name))
		if r == nil {
			return nil
		}
		return instances(h.scope.child(r.Address()), r.Count, r.ForEach, func(address string) eval.Object {
			return reference{anyValue().WithIdentity(address)}
		})
	})
}

// instances returns the object at an address, or one of all instances if there are several.
func instances(address string, count, forEach *config.Expression, at func(address string) eval.Object) eval.Object {
	if count == nil && forEach == nil {
		return at(address)
	}
	return objects(func(key value.Value) eval.Object {
		switch k := key.Cty(); {
		case count == nil && k.Type() == cty.String:
			return at(address + "[" + strconv.Quote(k.AsString()) + "]")
		case forEach == nil && k.Type() == cty.Number:
			if i, accuracy := k.AsBigFloat().Int64(); accuracy == 0 {
				return at(address + "[" + strconv.FormatInt(i, 10) + "]")
			}
		}
		return nil
	})
}

// keyText returns a key that is a string, or "".
func keyText(key value.Value) string {
	if key.Type() != cty.String {
		return ""
	}
	return key.Cty().AsString()
}

// names are values by their names, each of which is there.
type names func(name string) value.Value

// Attr returns the value of a name.
func (n names) Attr(name string) (eval.Result, bool) { return eval.Of(n(name)), true }

// Value returns all of them, which nobody needs.
func (n names) Value() eval.Result { return eval.Of(anyValue()) }

// objects are objects by their keys. What is not an object is nil.
type objects func(key value.Value) eval.Object

// Attr returns the value of the object at a name.
func (o objects) Attr(name string) (eval.Result, bool) {
	if inner := o(value.Of(cty.StringVal(name))); inner != nil {
		return inner.Value(), true
	}
	return eval.Of(anyValue()), true
}

// Value returns all of them, which nobody needs.
func (o objects) Value() eval.Result { return eval.Of(anyValue()) }

// reference is an object of the plan.
type reference struct{ object value.Value }

// Attr returns an attribute, which is known by its name alone.
func (r reference) Attr(name string) (eval.Result, bool) {
	return eval.Result{
		Value:   r.object.Part(cty.DynamicPseudoType, "."+name),
		MayFail: &diag.Diagnostic{Summary: "Unsupported attribute", Detail: "It is not known whether there is an attribute " + plans.SpellName(name) + " here."},
	}, true
}

// Value returns all of it.
func (r reference) Value() eval.Result { return eval.Of(r.object) }
