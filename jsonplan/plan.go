// Package jsonplan reads the JSON form of a plan, as `terraform show -json`
// and `tofu show -json` print it.
//
// [Read] walks a document once, from a stream of any length, and returns a
// [Plan]. The plan keeps small facts in memory, and remembers where to find the
// raw bytes of each change. A [Plan.Loader] then loads a change: the
// generic values before and after. This package can take a change apart, but does not
// compare it using a schema.
//
// The package knows only the format, not schemas or output. It never holds a
// whole document, and no document makes it panic.
//
// No-ops are recognised by the bytes of a few of their members (noops.go) and not kept. Evidence about types is parsed only if its
// text shows something new, so that most of a plan is never parsed. Other goroutines read all other changes in batches (changes.go).
// Their results come back in the document's order, and so does the first error.
package jsonplan

import (
	"github.com/planfmt/planfmt/internal/read/jsondoc"
	"github.com/planfmt/planfmt/internal/read/source"
)

// Plan is a plan document that has been read. It is a source: see
// [source.Facts] for what it contains, and [Plan.Loader] for the values.
type Plan struct {
	facts

	// PriorManaged says that prior_state holds a managed resource.
	priorManaged bool
	// hasChanges says that resource_changes is present and not empty.
	hasChanges bool

	schemas ownSchemas
	entries *jsondoc.Refs // by handle, from 1
	// nested are the entries in which the change is in the member resource_change.
	nested map[source.Handle]bool
	// configured are the configurations of providers.
	configured []source.ConfigProvider
	// odd are the names of members that are not read.
	odd source.Members
	// ephemeral are the entries of ephemeral resources, of which nothing is kept.
	ephemeral source.Ephemeral
	// prior are the entries of the prior state.
	prior map[source.Handle]bool
	store *jsondoc.Store
}

// newPlan returns a plan without entries.
func newPlan(s *jsondoc.Store) *Plan {
	p := &Plan{store: s, entries: jsondoc.NewRefs(s.Index())}
	p.Changes = source.NewList(s.Index())
	return p
}

// facts is embedded under a name that leaves Facts to the method.
type facts = source.Facts

// Facts returns what the document says, apart from values.
func (p *Plan) Facts() *source.Facts { return &p.facts }

// Close removes the temporary files, if there are any. After Close, no change can
// be loaded.
func (p *Plan) Close() error { return p.store.Close() }
