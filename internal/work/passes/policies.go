package passes

import (
	"path"
	"slices"
	"strings"

	"github.com/planfmt/planfmt/internal/base/sorted"
	"github.com/planfmt/planfmt/internal/know/facts"
	"github.com/planfmt/planfmt/internal/lang/planvalue"
	"github.com/planfmt/planfmt/policy"
	"github.com/planfmt/planfmt/schema"
)

// CompleteTypes returns the resource types in those layers that have all types of their providers. A layer from a repository has only
// the types that are used there, so it does not count.
func CompleteTypes(layers []schema.Layer) []schema.ID {
	var all []schema.ID
	for _, l := range layers {
		if l.InRepository {
			continue
		}
		var ids []schema.ID
		switch source := l.Source.(type) {
		case interface{ IDs() []schema.ID }:
			ids = source.IDs()
		case interface{ IDs() ([]schema.ID, error) }:
			ids, _ = source.IDs() // a source that cannot be read has no types
		}
		for _, id := range ids {
			if id.Kind == schema.Resource {
				all = append(all, id)
			}
		}
	}
	return all
}

// NewPolicySchemas returns the schemas of types for policies. block returns the schema of a type, or nil. The schemas
// of provider configurations come from the layers.
func NewPolicySchemas(layers []schema.Layer, ids []schema.ID, block func(schema.ID) *schema.Block) *PolicySchemas {
	ids = slices.Clone(ids)
	sorted.Stable(ids, schema.ID.Compare)
	ids = slices.Compact(ids)
	s := &PolicySchemas{layers: layers, block: block, byType: map[schema.Kind]map[string][]schema.ID{}, known: map[schema.ID]policy.Type{}, prefixed: map[string]*typesOf{}}
	for _, id := range ids {
		if s.byType[id.Kind] == nil {
			s.byType[id.Kind] = map[string][]schema.ID{}
		}
		if len(s.byType[id.Kind][id.Type]) == 0 && id.Kind == schema.Resource {
			s.types = append(s.types, id.Type)
		}
		s.byType[id.Kind][id.Type] = append(s.byType[id.Kind][id.Type], id)
	}
	slices.Sort(s.types)
	return s
}

// PolicySchemas has the schemas of types for policies. It is for one goroutine.
type PolicySchemas struct {
	layers []schema.Layer
	block  func(schema.ID) *schema.Block
	byType map[schema.Kind]map[string][]schema.ID
	types  []string // the names of resource types
	// Complete are the types from layers that have all types of their providers, see [CompleteTypes].
	Complete []schema.ID
	Facts    *facts.Table // or nil
	known    map[schema.ID]policy.Type
	prefixed map[string]*typesOf // what Types has found
}

// typesOf are the types whose names have the same prefix.
type typesOf struct {
	names    []string
	complete bool
}

func (s *PolicySchemas) Types(prefix string) (names []string, complete bool) {
	of := s.prefixed[prefix]
	if of == nil {
		of = &typesOf{}
		of.names, of.complete = s.findTypes(prefix)
		s.prefixed[prefix] = of
	}
	return of.names, of.complete
}

func (s *PolicySchemas) findTypes(prefix string) (names []string, complete bool) {
	prefix += "_"
	providers := map[string]bool{}
	for _, id := range s.Complete {
		if strings.HasPrefix(id.Type, prefix) {
			names = append(names, id.Type)
			providers[facts.Address(id.Provider)] = true
		}
	}
	complete = len(providers) > 0
	if s.Facts != nil {
		known, others := s.Facts.Types(facts.Resource, strings.TrimSuffix(prefix, "_"))
		names = append(names, known...)
		for _, address := range others { // several providers may use the same prefix
			complete = complete && providers[address]
		}
	}
	slices.Sort(names)
	return slices.Compact(names), complete
}

func (s *PolicySchemas) HasType(name string) bool {
	_, found := slices.BinarySearch(s.types, name)
	return found
}

// Provider returns the type of the configurations of all providers with a name.
func (s *PolicySchemas) Provider(typ string) policy.Type {
	var all []policy.Type
	for _, l := range s.layers {
		set, ok := l.Source.(*schema.Set)
		if !ok {
			continue
		}
		for _, address := range set.Providers() {
			if path.Base(address) != typ {
				continue
			}
			if block := providerBlock(s.layers, address); block != nil {
				all = append(all, planvalue.ResourceType(block))
			}
		}
	}
	if len(all) == 0 {
		return nil
	}
	return policy.Union(all...)
}

// providerBlock returns the schema of the configuration of a provider from the first layer that has one, or nil.
func providerBlock(layers []schema.Layer, address string) *schema.Block {
	for _, l := range layers {
		if set, ok := l.Source.(*schema.Set); ok {
			// As for resources, a schema that cannot be decoded counts as missing.
			if block, err := set.Provider(address); err == nil && block != nil {
				return block
			}
		}
	}
	return nil
}

func (s *PolicySchemas) DataSource(typ string) policy.Type {
	if all := s.valueTypes(schema.DataSource, typ); len(all) > 0 {
		return policy.Union(all...)
	}
	return nil
}

func (s *PolicySchemas) Resources(pattern string) []policy.Type {
	if !strings.Contains(pattern, "*") {
		return s.valueTypes(schema.Resource, pattern)
	}
	var all []policy.Type
	for _, typ := range s.types {
		if policy.MatchPattern(pattern, typ) {
			all = append(all, s.valueTypes(schema.Resource, typ)...)
		}
	}
	return all
}

// valueTypes returns the types of the values of a resource or data source type, one for each
// provider that has such a type.
func (s *PolicySchemas) valueTypes(kind schema.Kind, typ string) []policy.Type {
	var all []policy.Type
	for _, id := range s.byType[kind][typ] {
		if t := s.lookup(id); t != nil {
			all = append(all, t)
		}
	}
	return all
}

func (s *PolicySchemas) lookup(id schema.ID) policy.Type {
	if t, ok := s.known[id]; ok {
		return t
	}
	var t policy.Type
	if block := s.block(id); block != nil {
		t = planvalue.ResourceType(block)
	}
	s.known[id] = t
	return t
}
