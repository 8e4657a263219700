package planvalue

import (
	"cmp"
	"path"
	"strings"

	"github.com/zclconf/go-cty/cty"

	"github.com/planfmt/planfmt/diag"
	"github.com/planfmt/planfmt/internal/lang/eval"
	"github.com/planfmt/planfmt/internal/lang/value"
	"github.com/planfmt/planfmt/plans"
	"github.com/planfmt/planfmt/schema"
)

// Fixed is an object of which everything is known from the start.
type Fixed struct{ Of value.Value }

// Attr returns an attribute.
func (f Fixed) Attr(name string) (eval.Result, bool) {
	v, ok := f.Of.Attr(name)
	return eval.Result{Value: v}, ok
}

// Value returns all of it.
func (f Fixed) Value() eval.Result { return eval.Result{Value: f.Of} }

// Unavailable is an object about which nothing is known.
type Unavailable struct{ cause *value.Cause }

// NewUnavailable returns an object about which nothing is known, for a reason: "not available to policies".
func NewUnavailable(address, reason string) Unavailable {
	return Unavailable{&value.Cause{Address: address, Reason: reason, Label: "not available"}}
}

// Attr returns an attribute, which need not exist.
func (u Unavailable) Attr(name string) (eval.Result, bool) {
	return eval.Result{
		Value: value.Unknown(cty.DynamicPseudoType, u.cause),
		MayFail: &diag.Diagnostic{
			Summary: "Unsupported attribute",
			Detail:  "It is not known whether there is an attribute " + plans.SpellName(name) + " here.",
		},
		Causes: []*value.Cause{u.cause},
	}, true
}

// Value returns all of it.
func (u Unavailable) Value() eval.Result {
	return eval.Result{Value: value.Unknown(cty.DynamicPseudoType, u.cause)}
}

func text(s string) value.Value { return value.Of(cty.StringVal(s)) }

// stack is what policies can read about stacks, which plans say nothing about.
func stack() value.Value {
	return value.Object(map[string]value.Value{"deployment_name": text(""), "stack_name": text(""), "deployment_group": text("")})
}

// ResourceMeta returns what policies can read about a resource besides its values. The header has the
// address of its provider.
func ResourceMeta(h *plans.Header, operation string) eval.Object {
	return resourceMeta{header: h, operation: operation}
}

// OwnResourceMeta is ResourceMeta with what only planfmt has. drift reports whether the object has changed outside of the product, and
// whether that is known.
func OwnResourceMeta(h *plans.Header, operation string, drift func() (changed, known bool)) eval.Object {
	return resourceMeta{h, operation, drift}
}

// resourceMeta makes the parts that somebody asks for: most policies ask for none.
type resourceMeta struct {
	header    *plans.Header
	operation string
	drift     func() (changed, known bool) // nil without what only planfmt has
}

// Attr returns an attribute.
func (m resourceMeta) Attr(name string) (eval.Result, bool) {
	v, ok := m.attr(name)
	return eval.Result{Value: v}, ok
}

func (m resourceMeta) attr(name string) (value.Value, bool) {
	switch name {
	case "type":
		return text(m.header.Type), true
	case "provider_type":
		return text(path.Base(m.header.ProviderName)), true
	case "operation":
		return text(m.operation), true
	case "module_path":
		return text(cmp.Or(m.header.ModuleAddress, ".")), true
	case "tfe_workspace":
		return value.Object(map[string]value.Value{"tags": value.Map(cty.String, nil)}), true
	case "tfe_stack":
		return stack(), true
	}
	if m.drift == nil {
		return value.Value{}, false
	}
	switch name {
	case "address":
		return text(m.header.Address), true
	case "module_address":
		return text(m.header.ModuleAddress), true
	case "actions":
		var all []value.Value
		for _, a := range strings.Split(m.header.Action.String(), ",") {
			all = append(all, text(a))
		}
		return value.List(cty.String, all), true
	case "drift":
		if changed, known := m.drift(); known {
			return value.Of(cty.BoolVal(changed)), true
		}
		return value.Unknown(cty.Bool, &value.Cause{Address: m.header.Address, Reason: "planfmt cannot read it", Label: "not readable"}).NotNull(), true
	}
	return value.Value{}, false
}

// Value returns all of it.
func (m resourceMeta) Value() eval.Result {
	all := map[string]value.Value{}
	for _, name := range []string{"type", "provider_type", "operation", "module_path", "tfe_workspace", "tfe_stack", "address", "module_address", "actions", "drift"} {
		if v, ok := m.attr(name); ok {
			all[name] = v
		}
	}
	return eval.Result{Value: value.Object(all)}
}

// Version is the version of a module or a provider: one, or a constraint that does not say which one was
// chosen.
type Version struct {
	Text   string
	Locked bool // Text is the version, which is empty if there is none
	// Unclear says why nobody knows the version, in place of the usual reason.
	Unclear string
}

func (v Version) value(address string) value.Value {
	exact := strings.TrimSpace(strings.TrimPrefix(strings.TrimSpace(v.Text), "="))
	if v.Unclear == "" && (v.Locked || exact != "" && !strings.ContainsAny(exact, "<>~!=, ")) {
		return text(exact)
	}
	cause := &value.Cause{Address: address, Path: plans.NewPath(plans.Key("version")), Reason: cmp.Or(v.Unclear, "the plan does not say which version was chosen"), Label: notInPlan}
	return value.Unknown(cty.String, cause).NotNull()
}

// ModuleMeta returns what policies can read about the call of a module.
func ModuleMeta(address, source string, v Version) eval.Object {
	if strings.HasPrefix(source, "./") || strings.HasPrefix(source, "../") {
		v = Version{Locked: true}
	}
	return Fixed{value.Object(map[string]value.Value{
		"source": text(source), "version": v.value(address), "address": text(address), "tfe_stack": stack(),
	})}
}

// ProviderMeta returns what policies can read about a configuration of a provider. source is the address of
// the provider: registry.terraform.io/hashicorp/aws. It is empty if the plan does not say it.
func ProviderMeta(address, name, typ, alias, source string, v Version) eval.Object {
	from, namespace := text(source), text(path.Base(path.Dir(source)))
	if source == "" {
		missing := func(attribute string) value.Value {
			return value.Unknown(cty.String, &value.Cause{
				Address: address, Path: plans.NewPath(plans.Key(attribute)), Reason: "the plan does not say which provider it is", Label: notInPlan,
			}).NotNull()
		}
		from, namespace = missing("source"), missing("namespace")
	}
	return Fixed{value.Object(map[string]value.Value{
		"name": text(name), "type": text(typ), "alias": text(alias), "namespace": namespace,
		"source": from, "version": v.value(address), "tfe_stack": stack(),
	})}
}

// AnyAttribute is an attribute about which nothing is known but its name.
func AnyAttribute(name string) schema.Attribute {
	return schema.Attribute{Name: name, Type: cty.DynamicPseudoType}
}
