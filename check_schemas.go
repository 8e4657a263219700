package planfmt

import (
	"maps"
	"slices"
	"strings"

	"github.com/planfmt/planfmt/lang/types"
	"github.com/planfmt/planfmt/planvalue"
	"github.com/planfmt/planfmt/policy"
	"github.com/planfmt/planfmt/schema"
)

// policySchemas are the types that are known when a plan has been read: those of the schemas that the caller
// names, and those of the resources in the plan that have a provider's schema.
func (c *checker) policySchemas() policy.Schemas {
	known := &planSchemas{ids: map[string]schema.ID{}, data: map[string]schema.ID{}, checker: c, types: map[string]types.Type{}}
	for _, l := range c.compare.schemas.Layers {
		if set, ok := l.Source.(*schema.Set); ok {
			for _, id := range set.IDs() {
				known.add(id)
			}
		}
	}
	for _, r := range c.resources() {
		if r.Err == nil {
			known.add(resourceID(r))
		}
	}
	return known
}

type planSchemas struct {
	checker   *checker
	ids, data map[string]schema.ID // by type
	types     map[string]types.Type
}

func (s *planSchemas) add(id schema.ID) {
	switch id.Kind {
	case schema.Resource:
		s.ids[id.Type] = id
	case schema.DataSource:
		s.data[id.Type] = id
	}
}

// typeOf returns the type of a schema, or nil if nothing certain is known about it.
func (s *planSchemas) typeOf(id schema.ID) types.Type {
	if t, ok := s.types[id.Name()]; ok {
		return t
	}
	var t types.Type
	if found, err := s.checker.compare.schemas.Resolve(id); err == nil && trust(found) == planvalue.Exact {
		t = planvalue.ResourceType(found.Block)
	}
	s.types[id.Name()] = t
	return t
}

// Resources returns the types of resources whose names match a pattern.
func (s *planSchemas) Resources(pattern string) []types.Type {
	if !strings.Contains(pattern, "*") {
		if id, ok := s.ids[pattern]; ok {
			if t := s.typeOf(id); t != nil {
				return []types.Type{t}
			}
		}
		return nil
	}
	var all []types.Type
	for _, name := range s.Types() {
		if planvalue.MatchesPattern(pattern, name) {
			if t := s.typeOf(s.ids[name]); t != nil {
				all = append(all, t)
			}
		}
	}
	return all
}

// DataSource returns the type of a data source, or nil.
func (s *planSchemas) DataSource(typ string) types.Type {
	if id, ok := s.data[typ]; ok {
		return s.typeOf(id)
	}
	return nil
}

// Provider returns nil, since the schemas of providers are not read.
func (s *planSchemas) Provider(string) types.Type { return nil }

// Types returns the names of the types of resources, sorted.
func (s *planSchemas) Types() []string { return slices.Sorted(maps.Keys(s.ids)) }
