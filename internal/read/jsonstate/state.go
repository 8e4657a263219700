// Package jsonstate reads states, in two forms: the JSON that `terraform show
// -json` and `tofu show -json` print if they are given no plan, and the state
// file itself (terraform.tfstate, version 4).
//
// [Read] walks a document once, as a stream of any length, and returns a
// [State]. It has the facts about each resource in the order in which the
// products show them, and says where the raw bytes of the values are. A
// [State.Loader] makes the values. If a document may also be a plan, a [Reader]
// takes what a jsondoc.Scanner finds.
//
// The package knows these two forms and nothing else: no schemas, no output. It
// never holds a whole document and never panics on one.
package jsonstate

import (
	"github.com/planfmt/planfmt/internal/read/jsondoc"
	"github.com/planfmt/planfmt/internal/read/source"
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

// facts has another name, so that the method can be called Facts.
type facts = source.Facts

// Facts returns what the document says, apart from values.
func (s *State) Facts() *source.Facts { return &s.facts }

// Close removes the temporary file, if there is one. After Close, no values can
// be loaded.
func (s *State) Close() error { return s.store.Close() }

// module is a module instance. It is in the document, or follows from the
// addresses of the modules inside it.
type module struct {
	address   string
	resources []*source.Resource
	children  []*module
}

// flatten returns the resources of a module, followed by those of the modules
// inside it.
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
