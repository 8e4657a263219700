// Package jsonstate reads states: the JSON form, as `terraform show -json` and
// `tofu show -json` print it when they are given no plan, and the state file
// itself (terraform.tfstate, version 4).
//
// [Read] walks a document once, from a stream of any length, and gives a
// [State]: the facts of each resource in memory, in the order in which the
// products show them, and the raw bytes of its values where they can be had
// again. A [State.Loader] then makes the values. Where a document may be a plan as
// well, a [Reader] takes what a jsondoc.Scanner comes across.
//
// The package knows the two formats and nothing else: no schemas, no output.
// It never holds a whole document and never panics on one.
package jsonstate

import (
	"strings"

	"github.com/planfmt/planfmt/jsondoc"
	"github.com/planfmt/planfmt/plans"
	"github.com/planfmt/planfmt/source"
)

// State is a state that has been read. It is a source: see [source.Facts] for
// what it contains, and [State.Loader] for the values.
type State struct {
	facts

	// Stored says that the document is a state file, not its JSON form.
	Stored bool

	refs  []jsondoc.Ref // by handle, from 1
	store *jsondoc.Store
}

// facts is embedded under a name that leaves Facts to the method.
type facts = source.Facts

// Facts returns what the document says, apart from values.
func (s *State) Facts() *source.Facts { return &s.facts }

// Close removes the temporary file, if there is one. After Close, no values can
// be loaded.
func (s *State) Close() error { return s.store.Close() }

// module is a module instance as the document has it, or as the addresses of
// the modules within it tell.
type module struct {
	address   string
	resources []*source.Resource
	children  []*module
}

// flatten puts the resources of a module before those of the modules in it.
func (m *module) flatten(enclosed bool, out []*source.Resource) []*source.Resource {
	for i, r := range m.resources {
		r.FirstOfModule, r.Enclosed = i == 0, enclosed
		if r.ModuleAddress == "" {
			r.ModuleAddress = m.address
		}
		out = append(out, r)
	}
	for _, c := range m.children {
		out = c.flatten(enclosed || len(m.resources) > 0, out)
	}
	return out
}

// address composes the address of an instance.
func address(h *plans.Header) string {
	var b strings.Builder
	if h.ModuleAddress != "" {
		b.WriteString(h.ModuleAddress + ".")
	}
	if h.Mode == "data" {
		b.WriteString("data.")
	}
	b.WriteString(h.Type + "." + h.Name)
	switch {
	case h.Index.IsNone():
	case h.Index.IsString():
		b.WriteString("[" + quoteKey(h.Index.Text()) + "]")
	default:
		b.WriteString("[" + string(h.Index) + "]")
	}
	return b.String()
}
