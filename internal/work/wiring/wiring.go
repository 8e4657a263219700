// Package wiring knows the modules of a plan, with their instances, and to what the references in them lead. The causes of changes
// and the graph both follow references: each asks a [Wiring] for one step, and decides by itself what that step means, and where to stop.
package wiring

import (
	"iter"
	"maps"
	"slices"
	"strings"

	"github.com/planfmt/planfmt/internal/read/source"
	"github.com/planfmt/planfmt/plans"
)

// Wiring is the configuration of a plan, and the instances of modules that the plan has. It is for one goroutine.
type Wiring struct {
	root      *source.ConfigModule
	instances map[string][]string // of a module, by its address without the last key
	known     map[string]bool     // the addresses of all instances
	scopes    map[string]*Scope   // by address
	called    map[string][]*Scope // by address without the last key
	parsed    map[string]reference
}

// reference is a reference that has been parsed, if that could be.
type reference struct {
	source.Reference
	ok bool
}

// New returns the wiring of a configuration, which may be nil.
func New(c *source.Configuration) *Wiring {
	w := &Wiring{
		root: &source.ConfigModule{}, instances: map[string][]string{}, known: map[string]bool{"": true},
		scopes: map[string]*Scope{}, called: map[string][]*Scope{}, parsed: map[string]reference{},
	}
	if c != nil {
		w.root = &c.Root
	}
	return w
}

// AddModule adds an instance of a module that the plan has, and those around it.
func (w *Wiring) AddModule(address string) {
	for !w.known[address] {
		address = strings.Clone(address) // it may be a part of that of a resource
		w.known[address] = true
		parent, own := plans.SplitModule(address)
		name, _ := plans.SplitKey(own)
		base := Join(parent, name)
		w.instances[base] = append(w.instances[base], address)
		address = parent
	}
}

// Has reports whether the plan has an instance of a module.
func (w *Wiring) Has(address string) bool { return w.known[address] }

// Instances returns the instances that the plan has of a module. Its address has no key at the end.
func (w *Wiring) Instances(base string) []string { return w.instances[base] }

// Reference parses a reference. ok is false if it cannot be one.
func (w *Wiring) Reference(text string) (r source.Reference, ok bool) {
	parsed, seen := w.parsed[text]
	if !seen {
		parsed.Reference, parsed.ok = source.ParseReference(text)
		w.parsed[text] = parsed
	}
	return parsed.Reference, parsed.ok
}

// Scope is an instance of a module, or all of them if the wiring has no instances.
type Scope struct {
	// Address is that of the instance, and Plain the same without keys.
	Address, Plain string
	// Module is never nil. If the configuration lacks the module, it is empty, and Call is nil.
	Module *source.ConfigModule
	// Call calls the module in Parent. Both are nil for the root module.
	Call   *source.ConfigCall
	Parent *Scope
}

// Scope returns the scope of a module with an address.
func (w *Wiring) Scope(address string) *Scope {
	if s := w.scopes[address]; s != nil {
		return s
	}
	s := &Scope{Address: address, Module: w.root}
	if address != "" {
		parent, own := plans.SplitModule(address)
		name, _ := plans.SplitKey(own)
		s.Parent, s.Module = w.Scope(parent), &source.ConfigModule{}
		s.Plain = Join(s.Parent.Plain, name)
		if s.Call = s.Parent.Module.Calls[strings.TrimPrefix(name, "module.")]; s.Call != nil {
			s.Module = &s.Call.Module
		}
	}
	w.scopes[address] = s
	return s
}

// IsDeclared reports whether the configuration has the module.
func (s *Scope) IsDeclared() bool { return s.Parent == nil || s.Call != nil }

// Join returns the address of what is in the module.
func (s *Scope) Join(rest string) string { return Join(s.Address, rest) }

// Join returns the address of what is in a module.
func Join(module, rest string) string {
	if module == "" {
		return rest
	}
	return module + "." + rest
}

// Called returns the scopes of a module that another one calls: one for each instance that the plan has, or else one. All instances
// must have been added.
func (w *Wiring) Called(s *Scope, module string) []*Scope {
	base := s.Join(module)
	if all := w.called[base]; all != nil {
		return all
	}
	for _, address := range w.instances[base] {
		w.called[base] = append(w.called[base], w.Scope(address))
	}
	if len(w.called[base]) == 0 {
		w.called[base] = []*Scope{w.Scope(base)}
	}
	return w.called[base]
}

// CalledAll yields the scopes of all modules that a scope calls, sorted by the names of these.
func (w *Wiring) CalledAll(s *Scope) iter.Seq[*Scope] {
	return func(yield func(*Scope) bool) {
		for _, name := range slices.Sorted(maps.Keys(s.Module.Calls)) {
			for _, child := range w.Called(s, "module."+name) {
				if !yield(child) {
					return
				}
			}
		}
	}
}

// Input returns the references in what the caller of the module sets a variable to.
func (s *Scope) Input(variable string) []string {
	return s.Call.Inputs[strings.TrimPrefix(variable, "var.")]
}

// Outputs returns which outputs of the module are meant: one, or all, sorted, if there is no name.
func (s *Scope) Outputs(name string) []string {
	if name != "" {
		return []string{name}
	}
	return slices.Sorted(maps.Keys(s.Module.Outputs))
}
