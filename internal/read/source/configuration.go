package source

import (
	"iter"

	"github.com/planfmt/planfmt/plans"
	"github.com/planfmt/planfmt/values"
)

// Configuration is what a plan's configuration says about where values come from: to what
// its expressions refer. It has no values.
//
// A reference is what an expression refers to, as the plan spells it: aws_subnet.a["x"].id,
// module.net.subnet_id, var.cidr, local.names or each.value. Where the plan lists the parts
// of a reference, too (aws_subnet.a), they are left out.
type Configuration struct {
	Root ConfigModule
	// Providers are the configurations of providers.
	Providers []ConfigProvider
}

// ConfigProvider is a configuration of a provider.
type ConfigProvider struct {
	// Key is how resources refer to it.
	Key string
	// Name is the local name, FullName the address: registry.terraform.io/hashicorp/aws. Alias is
	// empty if there is none.
	Name, Alias, FullName string
	// Version is the constraint as written.
	Version string
	// Module is the address of the module without instance keys; empty for the root module.
	Module string
	// Expressions are what the configuration says about its arguments, as the JSON of plans does: an object
	// with constant_value or references for an attribute, and objects of these for blocks.
	Expressions values.Value
}

// ConfigModule is a module of the configuration.
type ConfigModule struct {
	Resources map[string]*ConfigResource // by the address in the module, without keys: data.aws_ami.web
	Calls     map[string]*ConfigCall     // by name
	Outputs   map[string][]string        // by name: the references
	// OutputsDependOn are the references of the argument depends_on of outputs, by name.
	OutputsDependOn map[string][]string
	// Locals are the local values, by name: the references. It is nil if the document does not say, as the JSON of plans.
	Locals map[string][]string
}

// AddResource adds a resource. Several may share one ConfigResource.
func (m *ConfigModule) AddResource(address string, r *ConfigResource) {
	if m.Resources == nil {
		m.Resources = map[string]*ConfigResource{}
	}
	m.Resources[address] = r
}

// ConfigAddress is the address of a resource in its module, without keys.
func ConfigAddress(mode, typ, name string) string {
	if mode == "data" {
		typ = "data." + typ
	}
	return typ + "." + name
}

// ConfigResource is a resource or data source of the configuration, for all its instances.
type ConfigResource struct {
	Repetition
	// Expressions are those of its attributes, also in nested blocks, as far as they
	// refer to anything. They are in the document's order.
	Expressions []ConfigExpression
	DependsOn   []string
	// Provider is the key of the configuration of the provider: aws.east, module.net:aws. See [Configuration.Provider].
	Provider string
	// Lifecycle are the references in conditions and in replace_triggered_by; it is nil if the document does not say, as the
	// JSON of plans. Provisioned are those in provisioners.
	Lifecycle, Provisioned []string
	Provisioners           []ConfigProvisioner
}

// ConfigProvisioner is a provisioner of a resource.
type ConfigProvisioner struct {
	Kind string // local-exec
	// When says when it runs: create or destroy. It is empty if the document does not say, as the JSON of plans.
	When string
}

// Runs reports whether an action makes the provisioner run, as far as is known.
func (p ConfigProvisioner) Runs(a plans.Action) bool {
	switch a {
	case plans.Create, plans.CreateThenForget, plans.ForgetThenCreate:
		return p.When != "destroy"
	case plans.Delete:
		return p.When != "create"
	}
	return a.Replaces()
}

// Resource returns a resource of the configuration, nil if there is none.
func (c *Configuration) Resource(h *plans.Header) *ConfigResource {
	m := &c.Root
	for rest := h.ModuleAddress; rest != ""; {
		name, key, next := plans.CutStep(rest)
		if name == "module" && key == "" && next != "" {
			name, _, next = plans.CutStep(next)
		}
		call := m.Calls[name]
		if call == nil {
			return nil
		}
		m, rest = &call.Module, next
	}
	return m.Resources[ConfigAddress(h.Mode, h.Type, h.Name)]
}

// ConfigExpression is the expression of an attribute.
type ConfigExpression struct {
	Path       plans.Path
	References []string
}

// ConfigCall is the call of a module.
type ConfigCall struct {
	// Source is as written. Version is the constraint as written, or the version if Locked is set. Both are
	// empty where the configuration does not say.
	Source, Version string
	Locked          bool
	Repetition
	Inputs    map[string][]string // by the name of the module's variable: the references
	DependsOn []string
	Module    ConfigModule
}

// Repetition says how a resource or a module becomes several instances.
type Repetition struct {
	Repeated       bool     // by count or for_each
	Count, ForEach []string // the references
}

// References returns all references in the configuration, in no order, as often as they are in it.
func (c *Configuration) References() iter.Seq[string] {
	return func(yield func(string) bool) {
		for i := range c.Providers {
			for _, text := range ReferencesIn(c.Providers[i].Expressions) {
				if !yield(text) {
					return
				}
			}
		}
		c.Root.references(yield)
	}
}

// references passes on the references in a module and in those that it calls. It reports whether more are wanted.
func (m *ConfigModule) references(yield func(string) bool) bool {
	lists := func(all ...[]string) bool {
		for _, list := range all {
			for _, text := range list {
				if !yield(text) {
					return false
				}
			}
		}
		return true
	}
	for _, byName := range [...]map[string][]string{m.Outputs, m.OutputsDependOn, m.Locals} {
		for _, refs := range byName {
			if !lists(refs) {
				return false
			}
		}
	}
	for _, r := range m.Resources {
		for i := range r.Expressions {
			if !lists(r.Expressions[i].References) {
				return false
			}
		}
		if !lists(r.Count, r.ForEach, r.DependsOn, r.Lifecycle, r.Provisioned) {
			return false
		}
	}
	for _, call := range m.Calls {
		for _, refs := range call.Inputs {
			if !lists(refs) {
				return false
			}
		}
		if !lists(call.Count, call.ForEach, call.DependsOn) || !call.Module.references(yield) {
			return false
		}
	}
	return true
}

// ReferencesIn returns the references in what the configuration says about the arguments of a provider, see
// [ConfigProvider.Expressions].
func ReferencesIn(v values.Value) (all []string) {
	if refs := v.Get("references"); refs.Kind() == values.Array {
		var names []string
		for _, e := range refs.Elems() {
			if e.Kind() == values.String && !e.IsEmptyString() {
				names = append(names, e.Text())
			}
		}
		return WholeReferences(names)
	}
	if v.Get("constant_value").Kind() != values.Absent {
		return nil
	}
	for _, m := range v.Members() {
		all = append(all, ReferencesIn(m.Value)...)
	}
	for _, e := range v.Elems() {
		all = append(all, ReferencesIn(e)...)
	}
	return all
}
