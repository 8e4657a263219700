// Package jsonstate reads states: the JSON form, as `terraform show -json` and
// `tofu show -json` print it when they are given no plan, and the state file
// itself (terraform.tfstate, version 4).
//
// [Read] walks a document once, from a stream of any length, and gives a
// [State]: the facts of each resource in memory, in the order in which the
// products show them, and the raw bytes of its values where they can be had
// again. [State.Load] then makes the values. Where a document may be a plan as
// well, a [Reader] takes what a jsondoc.Scanner comes across.
//
// The package knows the two formats and nothing else: no schemas, no output.
// It never holds a whole document and never panics on one.
package jsonstate

import (
	"strings"

	"github.com/planfmt/planfmt/jsondoc"
	"github.com/planfmt/planfmt/plans"
)

// State is what a document says.
type State struct {
	FormatVersion    string // empty in a state file
	TerraformVersion string

	// Stored says that the document is a state file, not its JSON form.
	Stored bool
	// Empty says that there is nothing in the state. The JSON form of no state
	// at all is the same.
	Empty bool
	// Product is the name of the dialect that the registry of a provider tells
	// of; empty if none does.
	Product string

	Resources []*Resource // in order of display
	Outputs   []*Output   // sorted by name

	// Warnings are remarks for standard error: a later minor format version.
	Warnings []string

	store *jsondoc.Store
}

// Close gives back what [Read] took: the temporary file, if there is one.
// Nothing can be loaded after it.
func (s *State) Close() error { return s.store.Close() }

// Resource is an instance of a resource, or of a data source.
type Resource struct {
	plans.Header

	// Err says why the values cannot be shown although the header can.
	Err error

	raw jsondoc.Ref
}

// Output is an output of the root module.
type Output struct {
	Name      string
	Sensitive bool
	Err       error
	raw       jsondoc.Ref
}

// module is a module instance as the document has it, or as the addresses of
// the modules within it tell.
type module struct {
	address   string
	resources []*Resource
	children  []*module
}

// flatten puts the resources of a module before those of the modules in it.
func (m *module) flatten(enclosed bool, out []*Resource) []*Resource {
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
