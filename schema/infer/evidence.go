package infer

import (
	"strings"
	"sync"

	"github.com/planfmt/planfmt/schema"
	"github.com/planfmt/planfmt/values"
)

// Evidence is what a document shows of the types in it, pooled from all their
// instances: which JSON types a key's values have, in which order lists are,
// and what the configuration says. [Resolver] makes schemas of it where there
// are none.
//
// It is what sources of documents tell what they come across. The cost is a look at each value; what it
// keeps grows with the number of different keys, not with the document.
type Evidence struct {
	// Skip, when set, says of which types a schema is at hand: of those, only as
	// much evidence is needed as tells whether it is of the right version.
	Skip func(schema.ID) bool

	mu       sync.Mutex
	shapes   map[schema.ID]*shape
	wanted   map[schema.ID]bool
	versions map[schema.ID]string // the schema_version of each type's values
}

// Wants says whether all evidence about a type is needed.
func (e *Evidence) Wants(provider, mode, typ string) bool {
	if e.Skip == nil || provider == "" {
		return true
	}
	id := schema.IDOf(provider, mode, typ)
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

func (e *Evidence) shape(id schema.ID) *shape {
	if e.shapes == nil {
		e.shapes = map[schema.ID]*shape{}
	}
	s := e.shapes[id]
	if s == nil {
		// The document's bytes must not be kept alive by the key.
		id.Provider, id.Type = strings.Clone(id.Provider), strings.Clone(id.Type)
		s = &shape{data: id.Kind == schema.DataSource}
		e.shapes[id] = s
	}
	return s
}

// Version notes the version of the schema that a type's values have. The first
// instance speaks for all.
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

// version is the version of a type's schema, empty where nothing tells.
func (e *Evidence) version(id schema.ID) string {
	if e == nil {
		return ""
	}
	e.mu.Lock()
	defer e.mu.Unlock()
	return e.versions[id]
}

// Values adds an instance of a state. Values of a planned state leave out what
// is unknown, so nothing is concluded from what an instance does not have.
func (e *Evidence) Values(provider, mode, typ string, v values.Value, sensitive values.Flags) {
	s := e.shape(schema.IDOf(provider, mode, typ))
	p := newPart(v, values.Flags{}, sensitive)
	p.marked = false // states keep the marks of earlier runs
	s.observe(p, false)
	s.flags(sensitive)
	s.secrets(p)
	s.complete(p)
}

// Change adds a change.
func (e *Evidence) Change(provider, mode, typ string, c values.Change) {
	e.Add(schema.IDOf(provider, mode, typ), c)
}

// Add adds a change of anything that has a schema.
func (e *Evidence) Add(id schema.ID, c values.Change) {
	e.mu.Lock()
	defer e.mu.Unlock()
	s := e.shape(id)
	before, after := newPart(c.Before, values.Flags{}, c.BeforeSensitive), newPart(c.After, c.Unknown, c.AfterSensitive)
	s.observe(before, true)
	s.observe(after, true)
	s.nulls(after)
	s.replaced(before, c.ReplacePaths)
	s.rearranged(before, after)
	s.unknowns(after)
	s.flags(c.BeforeSensitive)
	s.flags(c.AfterSensitive)
	s.secrets(before)
	s.secrets(after)
	s.complete(before)
	s.complete(after)
	if c.Before.IsNull() {
		s.created(after)
	}
}

// Config adds the body of a resource in the configuration.
func (e *Evidence) Config(provider, mode, typ string, expressions values.Value) {
	e.shape(schema.IDOf(provider, mode, typ)).configured(expressions)
}

// lookup returns all that is known of a type, nil if nothing is.
func (e *Evidence) lookup(id schema.ID) *shape {
	if e == nil {
		return nil
	}
	e.mu.Lock()
	defer e.mu.Unlock()
	s := e.shapes[id]
	// The configuration of a module does not always tell its provider.
	if anonymous := e.shapes[schema.ID{Provider: "", Kind: id.Kind, Type: id.Type}]; anonymous != nil && id.Provider != "" {
		if s == nil {
			return anonymous
		}
		s.merge(anonymous)
		delete(e.shapes, schema.ID{Provider: "", Kind: id.Kind, Type: id.Type})
	}
	return s
}
