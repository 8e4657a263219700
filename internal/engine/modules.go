package engine

import (
	"cmp"
	"context"
	"maps"
	"slices"

	"github.com/planfmt/planfmt/computed"
)

// modulesPass counts the changes of each module.
type modulesPass struct {
	noPass
	document *Document
	found    map[string]int
}

func startModules(r *request) (pass, error) {
	if !r.needs.Review {
		return nil, nil
	}
	return &modulesPass{found: map[string]int{}}, nil
}

func (s *modulesPass) begin(_ context.Context, d *Document) error {
	s.document = d
	return nil
}

func (*modulesPass) wants(j Job) detail {
	if j.Section == computed.ChangesSection && acts(j.Resource) {
		return entryOnly
	}
	return nothing
}

func (s *modulesPass) look(j Job, _ examined) func() error {
	return func() error {
		s.found[j.Resource.ModuleAddress]++
		return nil
	}
}

func (s *modulesPass) summarise(_ context.Context, view int) error {
	v := s.document.Views[view]
	if !v.needs.Review {
		return nil
	}
	for _, address := range slices.Sorted(maps.Keys(s.found)) {
		v.Summary.Modules = append(v.Summary.Modules, computed.ModuleCount{Address: address, Changes: s.found[address]})
	}
	slices.SortStableFunc(v.Summary.Modules, func(a, b computed.ModuleCount) int { return cmp.Compare(b.Changes, a.Changes) })
	return nil
}
