package source

import (
	"cmp"
	"strings"

	"github.com/planfmt/planfmt/internal/base/sorted"
	"github.com/planfmt/planfmt/internal/read/config"
	"github.com/planfmt/planfmt/plans"
)

// AddConfig passes to a sink what a configuration shows about the shapes of resources. registry is the host of
// providers for which the configuration names none: registry.terraform.io.
func AddConfig(sink EvidenceSink, c *config.Config, registry string) {
	type kind struct{ provider, mode, typ string }
	told := map[kind]map[string]bool{} // a module that is called often has the same bodies each time
	for m := range c.Modules() {
		for _, r := range m.Resources {
			body, ok := r.Body.Outline()
			if !ok || r.Mode == config.ModeEphemeral {
				continue
			}
			k := kind{m.ProviderAddress(r.Provider(), registry), r.Mode, r.Type}
			text := body.JSON()
			if told[k][string(text)] {
				continue
			}
			if told[k] == nil {
				told[k] = map[string]bool{}
			}
			told[k][string(text)] = true
			sink.Written(k.provider, k.mode, k.typ, body)
		}
	}
}

// References returns to what the expressions of a configuration refer. registry is as in
// [AddConfig].
func References(c *config.Config, registry string) *Configuration {
	out := &Configuration{}
	keys := config.NewProviderKeys(c, registry)
	addModule(&out.Root, c.Root, keys)
	for _, p := range keys.Configs() {
		provider := ConfigProvider{Key: p.Key, Name: p.Name, Alias: p.Alias, FullName: p.FullName, Version: p.Version, Module: p.ModuleAddress}
		if p.Body != nil {
			provider.Expressions, _ = p.Body.Outline()
		}
		out.Providers = append(out.Providers, provider)
	}
	return out
}

func addModule(out *ConfigModule, m *config.Module, keys *config.ProviderKeys) {
	for _, r := range m.Resources {
		if r.Mode == config.ModeEphemeral { // as in the JSON of plans
			continue
		}
		res := &ConfigResource{Repetition: repetition(r.Count, r.ForEach), DependsOn: r.DependsOn, Provider: keys.Key(m, r.Provider())}
		res.addBody(plans.Path{}, r.Body)
		res.Lifecycle = appendReferences([]string{}, r.Lifecycle)
		for _, p := range r.Provisioners {
			res.Provisioned = appendReferences(res.Provisioned, p.Body)
			res.Provisioners = append(res.Provisioners, ConfigProvisioner{p.Labels[0], p.When()})
		}
		out.AddResource(ConfigAddress(r.Mode, r.Type, r.Name), res)
	}
	for _, o := range m.Outputs {
		if out.Outputs == nil {
			out.Outputs = map[string][]string{}
		}
		out.Outputs[o.Name] = WholeReferences(o.Value.References())
		if len(o.DependsOn) > 0 {
			if out.OutputsDependOn == nil {
				out.OutputsDependOn = map[string][]string{}
			}
			out.OutputsDependOn[o.Name] = o.DependsOn
		}
	}
	out.Locals = map[string][]string{}
	for _, l := range m.Locals {
		out.Locals[l.Name] = WholeReferences(l.Value.References())
	}
	for _, c := range m.Calls {
		if out.Calls == nil {
			out.Calls = map[string]*ConfigCall{}
		}
		call := &ConfigCall{Source: c.Source, Version: c.Version, Repetition: repetition(c.Count, c.ForEach), DependsOn: c.DependsOn, Inputs: map[string][]string{}}
		written, _ := c.Inputs.Written()
		for _, a := range append(written, c.Inputs.Unclear()...) {
			call.Inputs[a.Name] = WholeReferences(a.Value.References())
		}
		if call.Source == "" {
			call.Source = c.Module.Source
		}
		if c.Module.Version != "" {
			call.Version, call.Locked = c.Module.Version, true
		}
		addModule(&call.Module, c.Module, keys)
		out.Calls[c.Name] = call
	}
}

// appendReferences appends the references of all expressions in the body of a lifecycle block or a provisioner. Keywords in it are
// no references.
func appendReferences(all []string, body *config.Body) []string {
	attributes, blocks := body.Written()
	for _, a := range append(attributes, body.Unclear()...) {
		switch a.Name {
		case "ignore_changes", "events", "when", "on_failure":
		default:
			all = append(all, WholeReferences(a.Value.References())...)
		}
	}
	for _, b := range blocks {
		all = append(all, WholeReferences(b.ForEach.References())...)
		all = appendReferences(all, b.Body)
	}
	return all
}

func repetition(count, forEach *config.Expression) Repetition {
	return Repetition{
		Repeated: count != nil || forEach != nil,
		Count:    WholeReferences(count.References()), ForEach: WholeReferences(forEach.References()),
	}
}

// addBody adds the expressions in a body, sorted by name as in the JSON of a plan. How many blocks a
// dynamic block makes is not known, so what refers to something in one of them counts for its first.
func (r *ConfigResource) addBody(at plans.Path, body *config.Body) {
	type member struct {
		name string
		add  func()
	}
	var members []member
	attributes, blocks := body.Written()
	for _, a := range append(attributes, body.Unclear()...) {
		members = append(members, member{a.Name, func() { r.addExpression(at.Child(plans.Key(a.Name)), a.Value) }})
	}
	count := map[string]int{}
	for _, b := range blocks {
		path := at.Child(plans.Key(b.Type))
		if len(b.Labels) > 0 && !b.Dynamic {
			path = path.Child(plans.Key(b.Labels[0]))
		} else {
			path = path.Child(plans.Index(count[b.Type]))
			count[b.Type]++
		}
		members = append(members, member{b.Type, func() {
			r.addExpression(at.Child(plans.Key(b.Type)), b.ForEach)
			r.addBody(path, b.Body)
		}})
	}
	sorted.Stable(members, func(a, b member) int { return cmp.Compare(a.name, b.name) })
	for _, m := range members {
		m.add()
	}
}

func (r *ConfigResource) addExpression(at plans.Path, e *config.Expression) {
	if refs := WholeReferences(e.References()); len(refs) > 0 {
		r.Expressions = append(r.Expressions, ConfigExpression{Path: at, References: refs})
	}
}

// WholeReferences returns a list of references without the parts of each, which plans list after it:
// aws_subnet.a.id, aws_subnet.a. Each reference is in the result once.
func WholeReferences(list []string) []string {
	var kept []string
	seen := make(map[string]bool, len(list))
	last := ""
	for i, name := range list {
		if i > 0 && isPartOf(name, last) {
			continue
		}
		last = name
		if !seen[name] {
			seen[name] = true
			kept = append(kept, name)
		}
	}
	return kept
}

// isPartOf reports whether a reference is another one, or its beginning.
func isPartOf(part, whole string) bool {
	rest, ok := strings.CutPrefix(whole, part)
	return ok && (rest == "" || rest[0] == '.' || rest[0] == '[')
}
