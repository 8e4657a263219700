package config

import (
	"iter"
	"strings"

	"github.com/planfmt/planfmt/internal/base/sorted"
	"github.com/planfmt/planfmt/plans"
)

// Modules returns all modules of the configuration, each before those that it calls.
func (c *Config) Modules() iter.Seq[*Module] {
	return func(yield func(*Module) bool) { c.Root.walk(yield) }
}

func (m *Module) walk(yield func(*Module) bool) bool {
	if !yield(m) {
		return false
	}
	for _, c := range m.Calls {
		if !c.Module.walk(yield) {
			return false
		}
	}
	return true
}

// builtinProvider is the provider that is a part of both products.
const builtinProvider = "terraform.io/builtin/terraform"

// ProviderAddress returns the address of a provider by its name in the module, which may have an alias. registry
// is the host of providers for which the configuration names none: registry.terraform.io.
func (m *Module) ProviderAddress(name, registry string) string {
	name, _, _ = strings.Cut(name, ".")
	source := name
	if r := find(m.Required, name); r != nil && r.Source != "" {
		source = r.Source
	} else if name == "terraform" {
		return builtinProvider
	}
	source = strings.ToLower(source)
	switch strings.Count(source, "/") {
	case 0:
		return registry + "/hashicorp/" + source
	case 1:
		return registry + "/" + source
	}
	return source
}

// ProviderConfig is a configuration of a provider, as the JSON of plans lists them. It need not be in
// the text: a provider that needs no configuration has none.
type ProviderConfig struct {
	// Key is the name in the JSON: aws.east, module.net:aws.
	Key           string
	Name, Alias   string
	FullName      string
	Version       string // the constraints in their normal form, empty if there are none
	ModuleAddress string // without instance keys; empty for the root module
	Body          *Body  // nil if there is none
}

// ProviderKeys says which configuration of a provider each resource has.
type ProviderKeys struct {
	registry string
	entries  map[string]*ProviderConfig
	names    map[*Module]map[string]string // the addresses of the providers that a module uses, by name
}

// NewProviderKeys finds out which configurations of providers there are. registry is as in
// [Module.ProviderAddress].
func NewProviderKeys(c *Config, registry string) *ProviderKeys {
	k := &ProviderKeys{registry: registry, entries: map[string]*ProviderConfig{}, names: map[*Module]map[string]string{}}
	for m := range c.Modules() {
		k.names[m] = k.providers(m)
	}
	for m := range c.Modules() {
		for _, p := range m.Providers {
			k.add(m, p.Name, p.Alias, m.ProviderAddress(p.Name, registry), p)
		}
		for name, full := range k.names[m] {
			k.key(m, name, "", full)
		}
		for _, r := range m.Resources {
			k.Key(m, r.Provider())
		}
		for _, a := range m.Actions {
			k.Key(m, a.Provider)
		}
	}
	return k
}

// providers returns the providers that a module needs.
func (k *ProviderKeys) providers(m *Module) map[string]string {
	names := map[string]string{}
	add := func(name string) {
		name, _, _ = strings.Cut(name, ".")
		if names[name] == "" {
			names[name] = m.ProviderAddress(name, k.registry)
		}
	}
	for _, r := range m.Required {
		if len(r.Aliases) == 0 { // or else the module may use those with an alias only
			add(r.Name)
		}
	}
	for _, p := range m.Providers {
		add(p.Name)
	}
	for _, r := range m.Resources {
		if name := r.Provider(); !strings.Contains(name, ".") {
			add(name)
		}
	}
	for _, a := range m.Actions {
		if !strings.Contains(a.Provider, ".") {
			add(a.Provider)
		}
	}
	for _, s := range m.Imports {
		if typ := s.importedType(); typ != "" {
			add(impliedProvider(typ)) // whichever provider the block or the resource names
		}
	}
	return names
}

// importedType returns the type of what an import block imports into its own module; empty if there is no such thing.
func (s *Statement) importedType() string {
	to := s.Body.Attribute("to")
	if to == nil {
		return ""
	}
	refs := to.Value.References()
	if text, ok := to.Value.ConstantString(); ok { // in JSON's syntax
		refs = []string{text}
	}
	for _, ref := range refs {
		switch typ, _, _ := plans.CutStep(ref); typ {
		case "module":
			return ""
		case "each", "var", "local", "data":
		default:
			return typ
		}
	}
	return ""
}

// Key returns the key of the configuration that a provider's name in a module stands for.
func (k *ProviderKeys) Key(m *Module, name string) string {
	name, alias, _ := strings.Cut(name, ".")
	return k.key(m, name, alias, m.ProviderAddress(name, k.registry))
}

func (k *ProviderKeys) key(m *Module, name, alias, full string) string {
	local := (&Provider{Name: name, Alias: alias}).Key()
	if p := find(m.Providers, local); p != nil || m.Parent == nil {
		return k.add(m, name, alias, full, p)
	}
	call := m.Parent.Call(m.Path[len(m.Path)-1])
	if passed := call.Providers[local]; passed != "" {
		name, alias, _ := strings.Cut(passed, ".")
		return k.key(m.Parent, name, alias, full)
	}
	if alias == "" {
		for _, known := range k.names[m.Parent] {
			if known == full { // the module inherits it
				return k.key(m.Parent, name, "", full)
			}
		}
	}
	return k.add(m, name, alias, full, nil)
}

// add adds an entry, unless there is one, and returns its key.
func (k *ProviderKeys) add(m *Module, name, alias, full string, p *Provider) string {
	key := (&Provider{Name: name, Alias: alias}).Key()
	if address := m.Address(); address != "" {
		key = address + ":" + key
	}
	if k.entries[key] != nil {
		return key
	}
	e := &ProviderConfig{Key: key, Name: name, Alias: alias, FullName: full, ModuleAddress: m.Address()}
	var versions []string
	if r := find(m.Required, name); r != nil && r.Version != "" {
		versions = append(versions, r.Version)
	}
	if p != nil {
		e.Body = p.Body
		if p.Version != "" {
			versions = append(versions, p.Version)
		}
	}
	e.Version = NormalConstraints(strings.Join(versions, ","))
	k.entries[key] = e
	return key
}

// Configs returns all configurations of providers, sorted by key.
func (k *ProviderKeys) Configs() []*ProviderConfig {
	var all []*ProviderConfig
	for _, e := range k.entries {
		all = append(all, e)
	}
	sorted.Stable(all, func(a, b *ProviderConfig) int { return strings.Compare(a.Key, b.Key) })
	return all
}
