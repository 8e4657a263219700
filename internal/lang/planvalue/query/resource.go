package query

import (
	"math"
	"strings"

	"github.com/zclconf/go-cty/cty"
	"github.com/zclconf/go-cty/cty/convert"

	"github.com/planfmt/planfmt/computed"
	"github.com/planfmt/planfmt/diag"
	"github.com/planfmt/planfmt/internal/lang/eval"
	"github.com/planfmt/planfmt/internal/lang/model"
	"github.com/planfmt/planfmt/internal/lang/planscope"
	"github.com/planfmt/planfmt/internal/lang/planvalue"
	"github.com/planfmt/planfmt/internal/lang/value"
	"github.com/planfmt/planfmt/plans"
	"github.com/planfmt/planfmt/rules"
	"github.com/planfmt/planfmt/values"
)

// Resource is a resource that an expression is evaluated for. What takes time to find out
// is a function, which is called if the expression needs it.
type Resource struct {
	*plans.Header
	// Before and After are the values. They are nil if the document does not show them.
	Before, After *planvalue.Object
	// ShowSensitive says that sensitive values are shown, so that they are searched.
	ShowSensitive bool
	// Drift reports whether the object has changed outside of the product. That is not known if the part of the document that
	// says so cannot be read.
	Drift        func() (changed, known bool)
	ReplacePaths func() []plans.Path
	Cause        func() *computed.Cause
	// Impact returns nil for what is neither replaced nor destroyed. It is not known of a plan that is too large.
	Impact func() (impact *computed.Impact, known bool)
	// Annotations returns what other programs say about it.
	Annotations func() Annotated
}

// field returns one of the fields.
func (r *Resource) field(name string) eval.Object {
	if before, ok := planscope.Sides[name]; ok {
		o := r.After
		if before {
			o = r.Before
		}
		return changeSide{r.Address, o}
	}
	return whole{r.fact(name)}
}

// fact returns a field that is not a side.
func (r *Resource) fact(name string) value.Value {
	switch name {
	case "address":
		return text(r.Address)
	case "module":
		return text(r.ModuleAddress)
	case "type":
		return text(r.Type)
	case "name":
		return text(r.Name)
	case "index":
		return indexKey(r.Index)
	case "deposed":
		return optional(r.Deposed)
	case "mode":
		return text(r.Mode)
	case "provider":
		return text(r.ProviderName)
	case "action":
		return text(rules.ActionName(r.Action))
	case "actions":
		return texts(r.actions())
	case "reason":
		return optional(string(r.ActionReason))
	case "unknown":
		return r.unknown()
	case "drift":
		return r.drift()
	case "replace_paths":
		return texts(paths(r.ReplacePaths()))
	case "cause", "causes":
		return causes(r.Cause())
	case "impact":
		return r.impact()
	case "annotations":
		a := r.Annotations()
		return a.value(r.Address)
	case "importing":
		return r.importing()
	}
	from := "" // moved_from
	if r.Moved() {
		from = r.PreviousAddress
	}
	return optional(from)
}

// unknown returns the paths of what is known only after apply.
func (r *Resource) unknown() value.Value {
	if r.After == nil {
		return value.Unknown(cty.List(cty.String), unreadable(r.Address))
	}
	if r.After.IsUnlisted() {
		return value.Unlisted(cty.String, 0, math.MaxInt).WithCauses(r.After.Value().Value.Causes()...)
	}
	all := paths(r.After.UnknownPaths())
	for i, path := range all {
		all[i] = strings.Clone(path) // the names in it are the document's
	}
	return texts(all)
}

// drift says whether the object has changed outside of the product.
func (r *Resource) drift() value.Value {
	changed, known := r.Drift()
	if !known {
		return value.Unknown(cty.Bool, unreadable(r.Address))
	}
	return value.Of(cty.BoolVal(changed))
}

// impact says how many resources depend on one that is replaced or destroyed. Nothing is counted for others.
func (r *Resource) impact() value.Value {
	i, known := r.Impact()
	if i == nil {
		i = &computed.Impact{}
	}
	members := map[string]value.Value{}
	for name, n := range map[string]int{"dependents": i.Dependents, "unchanged": i.Unchanged, "possible": i.Possible} {
		if members[name] = value.Of(cty.NumberIntVal(int64(n))); !known {
			members[name] = value.Unknown(cty.Number, &value.Cause{Address: r.Address, Reason: "what depends on it was not counted"})
		}
	}
	return value.Object(members)
}

// importing says by what an object that is imported is found. It is null for others.
func (r *Resource) importing() value.Value {
	in := r.Importing
	if in == nil {
		return value.Of(cty.NullVal(cty.DynamicPseudoType))
	}
	id, identity := optional(in.ID), value.Of(cty.NullVal(cty.DynamicPseudoType))
	if in.Unknown {
		cause := &value.Cause{Address: r.Address, Reason: "what is imported is known only after apply"}
		id, identity = value.Unknown(cty.String, cause), value.Unknown(cty.DynamicPseudoType, cause)
	} else if in.Identity != "" {
		identity = value.Unknown(cty.DynamicPseudoType, unreadable(r.Address))
		if v, err := (&values.Parser{}).ParseString(in.Identity); err == nil {
			identity = planvalue.Single(planvalue.Side{Address: r.Address, Value: v, Trust: planvalue.Guessed}, nil)
		}
	}
	return value.Object(map[string]value.Value{"id": id, "identity": identity})
}

// unreadable is the cause of what cannot be known because the document is wrong.
func unreadable(address string) *value.Cause {
	return &value.Cause{Address: address, Reason: "planfmt cannot read it", Label: "not readable"}
}

func (r *Resource) actions() []string {
	if r.Action == plans.Unknown {
		return r.ActionNames
	}
	return strings.Split(r.Action.String(), ",")
}

// Value returns a resource as an object with the parts that are needed, and with its address, by which errors name it.
func (r *Resource) Value(u *planscope.Use) value.Value {
	attrs := map[string]value.Value{}
	for name := range planscope.Fields {
		needed := u.Of(name)
		if needed == nil && name != "address" {
			continue
		}
		if s, isSide := r.field(name).(changeSide); isSide && !needed.All && s.isListed() {
			attrs[name] = s.parts(needed)
		} else {
			attrs[name] = r.field(name).Value().Value
		}
	}
	return value.Object(attrs)
}

// changeSide is a side of a change. If there is no such object, its attributes are null.
type changeSide struct {
	address string
	*planvalue.Object
}

func (s changeSide) Value() eval.Result {
	if s.Object == nil {
		return eval.Of(value.Unknown(cty.DynamicPseudoType, unreadable(s.address)))
	}
	return s.Object.Value()
}

// isListed reports whether it is known which attributes there are.
func (s changeSide) isListed() bool { return s.Object != nil && !s.IsUnlisted() }

// parts returns the attributes that are needed.
func (s changeSide) parts(needed *planscope.Use) value.Value {
	members := map[string]value.Value{}
	for name := range needed.Parts {
		if got, ok := s.Attr(name); ok && got.Err == nil {
			members[name] = got.Value
		}
	}
	return value.Object(members)
}

// Attr returns an attribute.
func (s changeSide) Attr(name string) (eval.Result, bool) {
	if s.Object == nil {
		return s.Value(), true
	}
	return s.Object.Attr(name)
}

// resourceHost answers with the fields of one resource.
type resourceHost struct{ *Resource }

func (h resourceHost) Root(name string) eval.Object { return h.field(name) }

func (resourceHost) Call(call *model.HostCall, _ []value.Value) eval.Result {
	return host{}.Call(call, nil)
}

// truth returns what the value of a condition says.
func truth(v value.Value, at diag.Range) Outcome {
	if v.IsNull() {
		return Outcome{Err: &diag.Diagnostic{Summary: "Invalid condition", Detail: "The condition is null, but it must be true or false.", Subject: at}}
	}
	if !v.IsKnown() {
		return Outcome{Causes: v.Causes()}
	}
	b, err := convert.Convert(v.Cty(), cty.Bool)
	switch {
	case err != nil:
		return Outcome{Err: &diag.Diagnostic{Summary: "Invalid condition", Detail: "The condition must be true or false.", Subject: at}}
	case b.True():
		return Outcome{Is: value.Always}
	}
	return Outcome{Is: value.Never}
}

func text(s string) value.Value { return value.Of(cty.StringVal(s)) }

// optional returns a text, or null for an empty one.
func optional(s string) value.Value {
	if s == "" {
		return value.Of(cty.NullVal(cty.String))
	}
	return text(s)
}

func texts(all []string) value.Value {
	var list []value.Value
	for _, s := range all {
		list = append(list, text(s))
	}
	return value.List(cty.String, list)
}

func paths(all []plans.Path) []string {
	var list []string
	for _, p := range all {
		list = append(list, p.String())
	}
	return list
}

func indexKey(k plans.InstanceKey) value.Value {
	switch {
	case k.IsNone():
		return value.Of(cty.NullVal(cty.String))
	case k.IsString():
		return text(k.Text())
	}
	if n, err := cty.ParseNumberVal(k.Text()); err == nil {
		return value.Of(n)
	}
	return text(k.Text())
}

// causes returns the attributes that force a replacement, and the changes that their values come from.
func causes(c *computed.Cause) value.Value {
	if c == nil {
		c = &computed.Cause{}
	}
	var all []value.Value
	for _, a := range c.Attributes {
		all = append(all, value.Object(map[string]value.Value{"path": text(a.Path.String()), "from": texts(ends(a.From))}))
	}
	return value.List(cty.Object(map[string]cty.Type{"path": cty.String, "from": cty.List(cty.String)}), all)
}

// ends returns the addresses of the changes that references lead to, each once.
func ends(from []computed.Reference) []string {
	var all []string
	seen := map[string]bool{}
	var follow func([]computed.Reference)
	follow = func(refs []computed.Reference) {
		for _, r := range refs {
			if (r.Cause != nil || r.End == computed.EndsInChange) && !seen[r.Address] {
				seen[r.Address] = true
				all = append(all, r.Address)
			}
			follow(r.From)
		}
	}
	follow(from)
	return all
}

// Check returns the result of a check as a query sees it. A message that is secret is sensitive, and unknown if it is withheld.
func Check(c plans.Check, secret func(string) bool, withheld bool) value.Value {
	var instances []value.Value
	for _, in := range c.Instances {
		var messages []value.Value
		for _, m := range in.Messages {
			v := text(m)
			if secret(m) {
				if withheld {
					v = value.Unknown(cty.String, &value.Cause{Address: in.Address, Reason: "it is sensitive", Label: "sensitive value"})
				}
				v = v.WithSensitive()
			}
			messages = append(messages, v)
		}
		instances = append(instances, value.Object(map[string]value.Value{
			"address": text(in.Address), "status": status(in.Address, in.Status), "messages": value.Tuple(messages),
		}))
	}
	return value.Object(map[string]value.Value{
		"address": text(c.Address), "kind": text(c.Kind), "status": status(c.Address, c.Status), "instances": value.Tuple(instances),
	})
}

// status returns the result of a check. What is none is not known, so that nobody takes it for one that is good.
func status(address, s string) value.Value {
	switch s {
	case "pass", "fail", "error":
		return text(s)
	}
	return value.Unknown(cty.String, &value.Cause{Address: address, Reason: "the result of the check is known only after apply"})
}

// Output returns an output as a query sees it.
func Output(action plans.Action, sensitive bool, before, after value.Value) value.Value {
	return value.Object(map[string]value.Value{
		"action": text(rules.ActionName(action)), "sensitive": value.Of(cty.BoolVal(sensitive)),
		"before": before, "after": after,
	})
}

// CauseText returns in a few words where and why something is not known: "aws_instance.web.id (known after apply)".
func CauseText(c *value.Cause) string {
	at := plans.SpellName(c.Address)
	switch path := plans.SpellName(c.Path.String()); {
	case path == "":
	case at == "" || path[0] == '[':
		at += path
	default:
		at += "." + path
	}
	if at == "" {
		at = "a value"
	}
	if c.Reason == "" {
		return at
	}
	return at + " (" + c.Reason + ")"
}
