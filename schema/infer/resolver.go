package infer

import (
	"maps"
	"slices"
	"sync"

	"github.com/planfmt/planfmt/schema"
	"github.com/planfmt/planfmt/schema/facts"
)

// Resolution is the schema of a type and where it came from.
type Resolution struct {
	Block *schema.Block
	// Layer is the name of the layer that had it, or LayerFacts or
	// LayerInferred.
	Layer string
	// Exact says that it is a provider's own schema, and fits the document.
	Exact bool
	// Misfit says why a provider's own schema does not fit: it is of another
	// version. Block is then made of it and of what the document shows.
	Misfit *Misfit
	// Release is the version of the provider that the schema was taken from,
	// Version that of the type's schema in it, and DocumentVersion the version
	// that the document says its values have. Each is empty where it is not known.
	Release, Version, DocumentVersion string
	// Decisions are how each key was taken, where the schema is not exact.
	// Those about keys that nothing is known of but that they are null are
	// left out.
	Decisions []Decision
}

// Guesses are the decisions that are less than certain and may show in what is
// drawn of the type.
func (r Resolution) Guesses() []Decision {
	var all []Decision
	for _, d := range r.Decisions {
		if d.Guessed() {
			all = append(all, d)
		}
	}
	return all
}

// The layers that every Resolver has. The built-in provider's schemas are
// exact; the others stand in for schemas.
const (
	LayerBuiltin  = "built in"
	LayerFacts    = "known facts"
	LayerInferred = "inferred"
)

// Resolver finds the schema of a type: the first of the layers' that fits what
// the document shows of the type, else the one that fits best, mended. Set its
// fields before the first call; it is safe for use by several goroutines then.
type Resolver struct {
	Layers   []schema.Layer
	Facts    *facts.Table // nil to do without
	Evidence *Evidence    // from the document; nil for none
	// Names are what names of keys tell, see [Names].
	Names Names
	// FormatVersions are those of the files that the layers were loaded from.
	FormatVersions []string

	mu       sync.Mutex
	resolved map[schema.ID]*resolved
}

type resolved struct {
	Resolution
	err error
}

// Has reports whether a layer has the provider's own schema.
func (r *Resolver) Has(id schema.ID) bool {
	for _, l := range r.Layers {
		if l.Source.Has(id) {
			return true
		}
	}
	return false
}

// Resolve finds the schema of a type. All evidence has to be in before the
// first call. An error says that a layer has the schema but it cannot be
// understood; the next layer is not asked then, since what it says may differ.
func (r *Resolver) Resolve(id schema.ID) (Resolution, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if found := r.resolved[id]; found != nil {
		return found.Resolution, found.err
	}
	found := &resolved{}
	found.Resolution, found.err = r.resolve(id)
	if r.resolved == nil {
		r.resolved = map[schema.ID]*resolved{}
	}
	r.resolved[id] = found
	return found.Resolution, found.err
}

func (r *Resolver) resolve(id schema.ID) (Resolution, error) {
	seen, version := r.Evidence.lookup(id), r.Evidence.version(id)
	var best schema.Schema
	res := Resolution{DocumentVersion: version}
	for _, l := range append(slices.Clone(r.Layers), schema.Layer{Name: LayerBuiltin, Source: builtins{}}) {
		found, err := l.Source.Lookup(id)
		if err != nil {
			return Resolution{Layer: l.Name}, err
		}
		for _, s := range found {
			misfit := newMisfit(s, seen, version)
			if misfit != nil && misfit.onlyUnused() && l.Name == LayerBuiltin {
				misfit = nil // no release lacks any of them: somebody cut the document down
			}
			if best.Block != nil && misfit.compare(res.Misfit) >= 0 {
				continue
			}
			best = s
			res.Layer, res.Release, res.Version, res.Misfit = l.Name, s.Release, s.Version, misfit
			if misfit == nil {
				res.Block, res.Exact = s.Block, true
				return res, nil
			}
		}
	}
	if best.Block != nil {
		res.Block, res.Decisions = fit(best.Block, res.Misfit, seen, r.known(id), r.relatedKeys(id))
		return res, nil
	}
	known := r.known(id)
	res.Block, res.Decisions = infer(seen, known, r.relatedKeys(id))
	res.Layer = LayerInferred
	if known != nil {
		res.Layer = LayerFacts
	}
	return res, nil
}

// relatedKeys is what is known of the keys of a provider, whatever the type.
func (r *Resolver) relatedKeys(id schema.ID) *relatedKeys {
	k := r.Evidence.newRelatedKeys(id, r.Names)
	if kind, ok := factsKind(id); ok && r.Facts != nil {
		k.known = sync.OnceValue(func() map[string]facts.Forms { return r.Facts.Forms(id.Provider, kind) })
	}
	return k
}

// factsKind is a kind as the table of facts has it; it has no actions.
func factsKind(id schema.ID) (facts.Kind, bool) {
	if id.Kind == schema.DataSource {
		return facts.DataSource, true
	}
	return facts.Resource, id.Kind == schema.Resource
}

func (r *Resolver) known(id schema.ID) *facts.Block {
	kind, ok := factsKind(id)
	if r.Facts == nil || !ok {
		return nil
	}
	var keys []string
	if s := r.Evidence.lookup(id); s != nil {
		keys = slices.Collect(maps.Keys(s.members))
	}
	b, _ := r.Facts.LookupFor(id.Provider, kind, id.Type, keys)
	return b
}

// Known is what is known of a type without any document or file, as a schema;
// nil if nothing is. Of all but the built-in provider's types it is not the
// provider's own schema.
func Known(id schema.ID) *schema.Block {
	if b := builtin(id); b != nil {
		return b
	}
	b := (&Resolver{Facts: facts.Default()}).known(id)
	if b == nil {
		return nil
	}
	block, _ := infer(nil, b, nil)
	return block
}
