package config

import (
	"iter"
	"strings"
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
