package jsonplan

import (
	"github.com/planfmt/planfmt/internal/read/source"
	"github.com/planfmt/planfmt/plans"
	"github.com/planfmt/planfmt/values"
)

// References are only hints about where values come from. What is not of the kind that the
// format defines is left out, and does not make a document wrong.

// configOutput reads an output of a module, and calls output first, unless it is nil.
func (r *planReader) configOutput(m *source.ConfigModule, name string, output func(name string) error) error {
	switch {
	case m == nil && output == nil && !r.opts.KeepDeciding:
		return r.Skip()
	case m == nil && !r.opts.KeepDeciding || r.Next() != values.Object:
		if output != nil {
			return output(name)
		}
		return r.Skip()
	}
	if output == nil {
		output = func(string) error {
			_, err := r.Outline(r.outliners.flagged)
			return err
		}
	}
	if err := output(name); err != nil {
		return err
	}
	if err := r.stateAs("output." + name); err != nil || m == nil {
		return err
	}
	v, err := r.Parse()
	if err != nil {
		return err
	}
	if m.Outputs == nil {
		m.Outputs = map[string][]string{}
	}
	m.Outputs[name] = r.references(v.Get("expression"))
	if on := r.names(v.Get("depends_on")); len(on) > 0 {
		if m.OutputsDependOn == nil {
			m.OutputsDependOn = map[string][]string{}
		}
		m.OutputsDependOn[name] = on
	}
	return nil
}

// newCall returns the call of a module, nil if nobody wants it.
func (r *planReader) newCall(m *source.ConfigModule, name string) *source.ConfigCall {
	if m == nil {
		return nil
	}
	if m.Calls == nil {
		m.Calls = map[string]*source.ConfigCall{}
	}
	call := &source.ConfigCall{Inputs: map[string][]string{}}
	m.Calls[name] = call
	return call
}

// callMember reads a member of the call of a module, other than the module. call is nil if nobody wants the references.
func (r *planReader) callMember(call *source.ConfigCall, called, name string) error {
	switch name {
	case "expressions", "count_expression", "for_each_expression", "depends_on", "source", "version_constraint":
	default:
		r.odd.Look(source.ConfigCallObject, name)
		return r.Skip()
	}
	v, err := r.Value()
	if err == nil {
		err = r.stateAs(source.CallLabel(called, name))
	}
	if err != nil || call == nil {
		return err
	}
	switch name {
	case "expressions":
		for _, m := range v.Members() {
			call.Inputs[r.name(m)] = r.references(m.Value)
		}
	case "count_expression":
		call.Repeated, call.Count = true, r.references(v)
	case "for_each_expression":
		call.Repeated, call.ForEach = true, r.references(v)
	case "depends_on":
		call.DependsOn = r.names(v)
	case "source":
		if v.Kind() == values.String {
			call.Source = v.Text()
		}
	case "version_constraint":
		if v.Kind() == values.String {
			call.Version = v.Text()
		}
	}
	return nil
}

// keepResource keeps the references in a resource, and returns them.
func (r *planReader) keepResource(m *source.ConfigModule, mode string, v values.Value) *source.ConfigResource {
	res := &source.ConfigResource{DependsOn: r.names(v.Get("depends_on")), Provider: r.words.Keep(word(v, "provider_config_key"))}
	if e := v.Get("count_expression"); !e.IsNull() {
		res.Repeated, res.Count = true, r.references(e)
	}
	if e := v.Get("for_each_expression"); !e.IsNull() {
		res.Repeated, res.ForEach = true, r.references(e)
	}
	r.keepExpressions(res, plans.Path{}, v.Get("expressions"))
	for _, p := range v.Get("provisioners").Elems() {
		r.keepProvisioner(res, p.Get("expressions"))
		res.Provisioners = append(res.Provisioners, source.ConfigProvisioner{Kind: r.words.Keep(word(p, "type"))})
	}
	m.AddResource(source.ConfigAddress(mode, word(v, "type"), word(v, "name")), res)
	return res
}

// keepProvisioner keeps the references in the body of a provisioner.
func (r *planReader) keepProvisioner(res *source.ConfigResource, body values.Value) {
	var all source.ConfigResource
	r.keepExpressions(&all, plans.Path{}, body)
	for _, e := range all.Expressions {
		res.Provisioned = append(res.Provisioned, e.References...)
	}
}

// keepExpressions keeps the references in a body: each of its members is an expression, a
// nested block, or several blocks.
func (r *planReader) keepExpressions(res *source.ConfigResource, at plans.Path, body values.Value) {
	for _, m := range body.Members() {
		r.keepExpression(res, at.Child(plans.Key(r.name(m))), m.Value)
	}
}

func (r *planReader) keepExpression(res *source.ConfigResource, at plans.Path, v values.Value) {
	switch {
	case v.Kind() == values.Array:
		for i, e := range v.Elems() {
			r.keepExpression(res, at.Child(plans.Index(i)), e)
		}
	case v.Get("references").Kind() == values.Array:
		if refs := r.references(v); len(refs) > 0 {
			res.Expressions = append(res.Expressions, source.ConfigExpression{Path: at, References: refs})
		}
	case v.Kind() == values.Object && v.Get("constant_value").Kind() == values.Absent:
		r.keepExpressions(res, at, v)
	}
}

// references returns the references of an expression.
func (r *planReader) references(expression values.Value) []string {
	return source.WholeReferences(r.names(expression.Get("references")))
}

// name returns the name of a member, which stays valid when the next value is parsed.
func (r *planReader) name(m values.Member) string { return r.words.KeepBytes([]byte(m.Name)) }

// names returns the strings in a list.
func (r *planReader) names(list values.Value) []string {
	var all []string
	for _, e := range list.Elems() {
		if e.Kind() == values.String && !e.IsEmptyString() {
			all = append(all, r.words.Text(e))
		}
	}
	return all
}
