package infer

import (
	"cmp"
	"errors"
	"maps"
	"slices"
	"sync"

	"github.com/planfmt/planfmt/internal/know/facts"
	"github.com/planfmt/planfmt/schema"
)

// Resolution is the schema of a type and where it came from.
type Resolution struct {
	Block *schema.Block
	// Layer is the name of the layer that has it, or LayerFacts or
	// LayerInferred.
	Layer string
	// Exact says that it is the provider's own schema, and fits the document.
	Exact bool
	// Unlisted says that Block may lack attributes: in the document, a whole object of the type is sensitive or unknown, so it
	// proves no attribute.
	Unlisted bool
	// Misfit says why the provider's own schema does not fit. It is nil if it
	// does, or if there is none. If it is set, Block is a corrected schema.
	Misfit *Misfit
	// Release is the version of the provider that the schema is from. Version is
	// the version of the type's schema in that release, and DocumentVersion the
	// one that the document says its values have. Each is empty if not known.
	Release, Version, DocumentVersion string
	// Damage says that a layer has lost schemas of the provider, perhaps that of this
	// type, and that no layer has the exact one.
	Damage *schema.DamageError
	// Otherwise is what there would be without the layers from the repository: the schema of another layer or, if none has
	// one, Block without its secrets. It is nil unless Block is from such a layer and calls something sensitive.
	Otherwise *Resolution
	// Decisions say how each key was interpreted, if the schema is not exact. Keys
	// that are always null, and about which nothing else is known, are left out.
	Decisions []Decision
}

// Guesses returns the decisions that are less than certain and may change what is
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

// These layers are part of every Resolver. The schemas of the built-in provider are
// exact; the others are made without a schema.
const (
	LayerBuiltin  = "built in"
	LayerFacts    = "known facts"
	LayerInferred = "inferred"
)

// Resolver finds the schemas of types. It takes the first one that fits the document,
// going through the layers in order. If none fits, it corrects the one that fits
// best. Set its fields before the first call. After that, several goroutines may
// call it at once.
type Resolver struct {
	Layers   []schema.Layer
	Facts    *facts.Table // may be nil
	Evidence *Evidence    // from the document; may be nil
	// Names says what the names of keys suggest. The zero value is the default.
	Names Names
	// FormatVersions are the format versions of the files in the layers.
	FormatVersions []string

	mu       sync.Mutex
	resolved map[schema.ID]*resolved
}

type resolved struct {
	Resolution
	err error
}

// Has reports whether a layer has the schema of a type.
func (r *Resolver) Has(id schema.ID) bool {
	for _, l := range r.Layers {
		if l.Source.Has(id) {
			return true
		}
	}
	return false
}

// Resolve returns the schema of a type. All evidence must have been added before the
// first call. An error means that a layer has the schema, but it cannot be decoded.
// The next layer is not asked then, since its schema may be a different one.
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
	res, err := r.resolveIn(id, r.Layers)
	if err != nil || res.Block == nil || !res.Block.HasSecrets() {
		return res, err
	}
	isOwn := func(l schema.Layer) bool { return l.InRepository }
	if !slices.ContainsFunc(r.Layers, func(l schema.Layer) bool { return isOwn(l) && l.Name == res.Layer }) {
		return res, nil
	}
	otherwise, err := r.resolveIn(id, slices.DeleteFunc(slices.Clone(r.Layers), isOwn))
	if err != nil || !otherwise.Exact && otherwise.Misfit == nil {
		otherwise = Resolution{Block: res.Block.WithoutSecrets(), Layer: LayerInferred}
	}
	res.Otherwise = &otherwise
	return res, nil
}

// resolveIn returns the schema of a type, given the layers to look in. The schemas of the built-in provider are always there.
func (r *Resolver) resolveIn(id schema.ID, layers []schema.Layer) (Resolution, error) {
	seen, version := r.Evidence.lookup(id), r.Evidence.version(id)
	var best schema.Schema
	res := Resolution{DocumentVersion: version, Unlisted: seen.isUnlisted()}
	for _, l := range append(slices.Clone(layers), schema.Layer{Name: LayerBuiltin, Source: builtins{}}) {
		found, err := l.Source.Lookup(id)
		if damage, ok := errors.AsType[*schema.DamageError](err); ok {
			res.Damage = cmp.Or(res.Damage, damage)
		} else if err != nil {
			return Resolution{Layer: l.Name}, err
		}
		for _, s := range found {
			misfit := newMisfit(s, seen, version)
			if misfit != nil && misfit.onlyUnused() && l.Name == LayerBuiltin {
				misfit = nil // all releases have these attributes: somebody shortened the document
			}
			if best.Block != nil && misfit.compare(res.Misfit) >= 0 {
				continue
			}
			best = s
			res.Layer, res.Release, res.Version, res.Misfit = l.Name, s.Release, s.Version, misfit
			if misfit == nil {
				res.Block, res.Exact, res.Unlisted, res.Damage = s.Block, true, false, nil
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

// relatedKeys returns what is known about the keys of all types of a provider.
func (r *Resolver) relatedKeys(id schema.ID) *relatedKeys {
	k := r.Evidence.newRelatedKeys(id, r.Names)
	if kind, ok := factsKind(id); ok && r.Facts != nil {
		k.known = sync.OnceValue(func() map[string]facts.Forms { return r.Facts.Forms(id.Provider, kind) })
	}
	return k
}

// factsKind returns the kind as the table of facts spells it. The table has no
// actions.
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
		keys = slices.Collect(maps.Keys(s.members()))
	}
	b, _ := r.Facts.LookupFor(id.Provider, kind, id.Type, keys)
	return b
}

// Known returns what is known about a type without any document or file, as a schema.
// It is nil if nothing is known. Only for the types of the built-in provider is it
// the provider's own schema.
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
