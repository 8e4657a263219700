package passes

import (
	"context"
	"maps"
	"slices"

	"github.com/planfmt/planfmt/computed"
	"github.com/planfmt/planfmt/internal/read/source"
	"github.com/planfmt/planfmt/internal/work/engine"
	"github.com/planfmt/planfmt/plans"
)

// provisionersPass finds the provisioners that may run when the plan is applied.
type provisionersPass struct {
	engine.NoPass
	document *engine.Document
}

func startProvisioners(r *engine.Request) (engine.Pass, error) {
	if !r.Needs.Causes {
		return nil, nil
	}
	return &provisionersPass{}, nil
}

func (s *provisionersPass) Keep(o *source.Options) { o.KeepReferences = true }

func (s *provisionersPass) Begin(_ context.Context, d *engine.Document) error {
	s.document = d
	return nil
}

func (s *provisionersPass) Summarise(_ context.Context, view int) error {
	if v := s.document.Views[view]; v.Needs.Causes {
		v.Summary.Provisioners = provisionersOf(s.document.Facts)
	}
	return nil
}

// provisionersOf returns the provisioners that may run, by kind.
func provisionersOf(f *source.Facts) (all []computed.Provisioners) {
	if f.Configuration == nil {
		return nil
	}
	byKind := map[string]map[string]bool{}
	for r := range f.Changes.All() {
		block := f.Configuration.Resource(&r.Header)
		if block == nil {
			continue
		}
		for _, p := range block.Provisioners {
			if !p.Runs(r.Action) {
				continue
			}
			if byKind[p.Kind] == nil {
				byKind[p.Kind] = map[string]bool{}
			}
			byKind[p.Kind][blockAddress(&r.Header)] = true
		}
	}
	for _, kind := range slices.Sorted(maps.Keys(byKind)) {
		all = append(all, computed.Provisioners{Kind: kind, Resources: slices.Sorted(maps.Keys(byKind[kind]))})
	}
	return all
}

// blockAddress is the address of a resource without any keys.
func blockAddress(h *plans.Header) string {
	address := ""
	for rest := h.ModuleAddress; rest != ""; {
		name, key, next := plans.CutStep(rest)
		if name == "module" && key == "" && next != "" {
			name, _, next = plans.CutStep(next)
		}
		address, rest = address+"module."+name+".", next
	}
	return address + source.ConfigAddress(h.Mode, h.Type, h.Name)
}
