package infer

import (
	"strings"
	"sync"

	"github.com/planfmt/planfmt/schema"
	"github.com/planfmt/planfmt/values"
)

// Evidence is what a document shows about its types, collected from all their
// instances: the JSON types of the values, the order of lists, and what the
// configuration says. If a type has no schema, a [Resolver] infers one from the
// evidence.
//
// Sources add to it while they read a document. That costs one look at each value.
// The memory grows with the number of different keys, not with the document. The keys
// of large maps do not count.
type Evidence struct {
	// Skip, if set, says which types have a schema. About these, it is enough to
	// know whether the schema is for the right version.
	Skip func(schema.ID) bool

	wanting sync.Mutex // for wanted
	wanted  map[schema.ID]bool

	mu       sync.Mutex
	shapes   map[schema.ID]*keyEvidence
	versions map[schema.ID]string // the schema_version of each type's values
	complete bool                 // addAnonymous has been called

	checker   noveltyChecker
	flagTexts map[*keyEvidence]*flagTexts
	checked   checkedTexts
}

// Wants reports whether all evidence about a type is needed.
func (e *Evidence) Wants(provider, mode, typ string) bool {
	if e.Skip == nil || provider == "" {
		return true
	}
	id := schema.IDOf(provider, mode, typ)
	e.wanting.Lock()
	defer e.wanting.Unlock()
	wants, known := e.wanted[id]
	if !known {
		wants = !e.Skip(id)
		if e.wanted == nil {
			e.wanted = map[schema.ID]bool{}
		}
		e.wanted[id] = wants
	}
	return wants
}

func (e *Evidence) shape(id schema.ID) *keyEvidence {
	if e.shapes == nil {
		e.shapes = map[schema.ID]*keyEvidence{}
	}
	s := e.shapes[id]
	if s == nil {
		// The document's bytes must not be kept alive by the key.
		id.Provider, id.Type = strings.Clone(id.Provider), strings.Clone(id.Type)
		s = &keyEvidence{data: id.Kind == schema.DataSource}
		e.shapes[id] = s
	}
	return s
}

// Version adds the version of the schema that the values of a type have. If the
// instances have different versions, the first one counts.
func (e *Evidence) Version(provider, mode, typ, version string) {
	id := schema.IDOf(provider, mode, typ)
	if _, known := e.versions[id]; known {
		return
	}
	if e.versions == nil {
		e.versions = map[schema.ID]string{}
	}
	id.Provider, id.Type = strings.Clone(provider), strings.Clone(typ)
	e.versions[id] = strings.Clone(version)
}

// version returns the version of a type's schema. It is empty if it is not known.
func (e *Evidence) version(id schema.ID) string {
	if e == nil {
		return ""
	}
	e.mu.Lock()
	defer e.mu.Unlock()
	return e.versions[id]
}

// Values adds an instance of a state. A planned state leaves out unknown values, so
// a missing value proves nothing.
func (e *Evidence) Values(provider, mode, typ string, v values.Value, sensitive values.Flags) {
	s := e.shape(schema.IDOf(provider, mode, typ))
	p := newPart(v, values.Flags{}, sensitive)
	p.marked = false // a state may have the marks of an earlier run
	p.incomplete = true
	s.observe(p)
	s.flags(p)
	s.secrets(p)
}

// Change adds a change.
func (e *Evidence) Change(provider, mode, typ string, c values.Change) {
	e.Add(schema.IDOf(provider, mode, typ), c)
}

// Add adds a change of a resource, a data source or an action.
func (e *Evidence) Add(id schema.ID, c values.Change) {
	e.mu.Lock()
	defer e.mu.Unlock()
	s := e.shape(id)
	before, after := newPart(c.Before, values.Flags{}, c.BeforeSensitive), newPart(c.After, c.Unknown, c.AfterSensitive)
	after.planned = true
	s.replaced(before, c.ReplacePaths)
	if c.Before.Kind() == values.Object && c.IsUnchanged() {
		// Seeing the same value twice proves no more than seeing it once.
		s.observe(after)
		s.unknowns(after)
		s.flags(after)
		s.secrets(after)
		return
	}
	s.observe(before)
	s.observe(after)
	s.rearranged(before, after)
	s.unknowns(after)
	s.flags(before)
	s.flags(after)
	s.secrets(before)
	s.secrets(after)
	if c.Before.IsNull() {
		s.created(after)
	}
}

// Config adds the configuration of a resource or data source.
func (e *Evidence) Config(provider, mode, typ string, expressions values.Value) {
	e.shape(schema.IDOf(provider, mode, typ)).configured(expressions)
}

// Written adds the configuration of a resource or data source, as its text has it.
func (e *Evidence) Written(provider, mode, typ string, body values.Value) {
	e.shape(schema.IDOf(provider, mode, typ)).written(body)
}

// lookup returns the evidence about a type, or nil if there is none.
func (e *Evidence) lookup(id schema.ID) *keyEvidence {
	if e == nil {
		return nil
	}
	e.mu.Lock()
	defer e.mu.Unlock()
	e.addAnonymous()
	if s := e.shapes[id]; s != nil {
		return s
	}
	return e.shapes[schema.ID{Kind: id.Kind, Type: id.Type}]
}

// addAnonymous adds evidence without a provider to the types with the same name: the
// configuration of a module does not always say which provider it uses. It does so
// for all types at once and keeps what it adds, so that it does not matter in which
// order types are looked up. The caller holds the lock.
func (e *Evidence) addAnonymous() {
	if e.complete {
		return
	}
	e.complete = true
	for id, s := range e.shapes {
		if id.Provider == "" {
			continue
		}
		if anonymous := e.shapes[schema.ID{Kind: id.Kind, Type: id.Type}]; anonymous != nil {
			s.merge(anonymous)
		}
	}
}
