package config

import (
	"crypto/sha256"
	"path/filepath"

	"github.com/planfmt/planfmt/plans"
)

// PositionOf returns the position of the block that declares a resource. All instances of the resource have
// the same. It is zero if the configuration has no such block, as for a resource that is destroyed because
// its block is gone.
func (c *Config) PositionOf(h *plans.Header) plans.Position {
	r := c.ResourceOf(h)
	if r == nil {
		return plans.Position{}
	}
	return r.Position
}

// ResourceOf returns the block that declares a resource, or nil if there is none.
func (c *Config) ResourceOf(h *plans.Header) *Resource {
	m := c.ModuleOf(h.ModuleAddress)
	if m == nil {
		return nil
	}
	return m.Resource((&Resource{Mode: h.Mode, Type: h.Type, Name: h.Name}).Address())
}

// ModuleOf returns the module with the address of an instance, or nil if there is none.
func (c *Config) ModuleOf(address string) *Module {
	m := c.Root
	for rest := address; rest != ""; {
		name, key, next := plans.CutStep(rest)
		if name == "module" && key == "" && next != "" {
			name, _, next = plans.CutStep(next)
		}
		call := m.Call(name)
		if call == nil {
			return nil
		}
		m, rest = call.Module, next
	}
	return m
}

// IsIn reports whether a directory has the same files as the root module. Then it is the directory in which the
// plan was made, or one with the same configuration.
func (c *Config) IsIn(dir string) bool {
	d := &directory{base: dir, parser: &parser{}}
	if d.allow(dir) != nil || len(c.files) == 0 {
		return false
	}
	for name, sum := range c.files {
		text, err := d.read(filepath.Join(dir, name), maxFile)
		if err != nil || sha256.Sum256(text) != sum {
			return false
		}
	}
	return true
}
