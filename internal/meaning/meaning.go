// Package meaning says what a change means, as facts: what it opens, grants, exposes and loses, what it interrupts, and what of it matters to
// nobody. It reads typed values with their unknown and hidden parts, see package leaf, by a table of what attributes mean, see package table.
// No code in it knows a type.
//
// [Reader.Facts] is the only entrance. docs/meaning.md describes what the facts say, and what they cannot say.
package meaning

import (
	"slices"

	"github.com/planfmt/planfmt/internal/meaning/fact"
	"github.com/planfmt/planfmt/internal/meaning/leaf"
	"github.com/planfmt/planfmt/internal/meaning/network"
	"github.com/planfmt/planfmt/internal/meaning/table"
	"github.com/planfmt/planfmt/plans"
)

// Change is the change of an object.
type Change struct {
	Type          string
	Action        plans.Action
	Before, After leaf.Side
	// DriftBefore and DriftAfter are the object before and after what happened to it outside of the plan, if anything did.
	DriftBefore, DriftAfter leaf.Side
}

// Result is what is known about the meaning of a change.
type Result struct {
	Facts []fact.Fact // in their order; they share no memory with the values
	// Known says that the table knows the type. Otherwise only the names of attributes say something.
	Known bool
}

// Reader finds the facts of changes. It remembers what it has looked up, so it is for one goroutine.
type Reader struct {
	table *table.Table
	known map[string]knownType
	names index // of the names in table.Any
	rules *network.Reader
}

type knownType struct {
	entry table.Entry
	known bool
}

// NewReader returns a reader by a table.
func NewReader(t *table.Table) *Reader {
	return &Reader{table: t, known: map[string]knownType{}, names: newIndex(t.Any), rules: network.NewReader(t)}
}

// lookup returns what the table knows about a type.
func (r *Reader) lookup(typ string) knownType {
	found, ok := r.known[typ]
	if !ok {
		found.entry, found.known = r.table.Lookup(typ)
		r.known[typ] = found
	}
	return found
}

// subject is a change that is looked at.
type subject struct {
	*Reader
	entry         table.Entry
	before, after leaf.Side
	action        plans.Action
	differences   []difference // see changed
	compared      bool         // whether differences are there
}

// isCreated reports whether there was no object before, and isDestroyed whether there is none afterwards.
func (s *subject) isCreated() bool   { return s.action == plans.Create }
func (s *subject) isDestroyed() bool { return s.action == plans.Delete }

// compares reports whether there is something before and after that can be compared.
func (s *subject) compares() bool { return s.action == plans.Update || s.action.Replaces() }

// Facts returns what a change means. A change that leaves the object as it is, or only forgets it, means nothing.
func (r *Reader) Facts(c Change) Result {
	found := r.lookup(c.Type)
	s := &subject{Reader: r, entry: found.entry, before: c.Before, after: c.After, action: c.Action}
	switch c.Action {
	case plans.CreateThenForget, plans.ForgetThenCreate: // the old object stays
		s.action, s.before = plans.Create, leaf.Side{}
	case plans.Create, plans.Update, plans.Delete, plans.DeleteThenCreate, plans.CreateThenDelete:
	default:
		return Result{Known: found.known}
	}
	if len(s.entry.Manifest) > 0 {
		found.known = s.readManifest() && found.known
	}
	facts := s.all()
	facts = append(facts, c.UndoneDrift()...)
	facts = append(facts, s.routine(facts)...)
	facts = fact.Joined(facts)
	for i := range facts {
		facts[i] = facts[i].Clone()
	}
	return Result{Facts: facts, Known: found.known}
}

// all returns all facts but those about drift and routine.
func (s *subject) all() []fact.Fact {
	return slices.Concat(s.network(), s.access(), s.settings(), s.guards(), s.losses(), s.interruptions(), s.values())
}
