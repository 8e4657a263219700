package graph

import (
	"maps"
	"slices"
	"strings"

	"github.com/planfmt/planfmt/computed"
	"github.com/planfmt/planfmt/internal/read/source"
	"github.com/planfmt/planfmt/internal/work/wiring"
	"github.com/planfmt/planfmt/plans"
)

// follow connects a vertex with what references in a scope lead to.
func (w *wires) follow(s *wiring.Scope, from int32, refs []string, how computed.Dependency) {
	for _, text := range refs {
		w.steps++
		r, ok := w.Reference(text)
		if !ok {
			w.unknown(from, s, text)
			continue
		}
		if to, any := w.target(s, r, how); to >= 0 {
			w.connect(from, to, how|any)
		} else if to == nowhere {
			w.unknown(from, s, text)
		}
	}
}

const (
	constant int32 = -1 - iota // what is known when the plan is made
	nowhere                    // the plan does not say
)

// target returns the vertex to which a reference leads, constant or nowhere. The second result is AnyInstance or nothing.
func (w *wires) target(s *wiring.Scope, r source.Reference, how computed.Dependency) (int32, computed.Dependency) {
	switch r.Kind {
	case source.ResourceReference:
		return w.resource(s, r.Name, r.Key, how)
	case source.ModuleReference:
		return w.moduleOf(s, r, how)
	case source.VariableReference:
		return w.variable(s, r.Name), 0
	case source.OutsideReference:
		name, isLocal := strings.CutPrefix(r.Name, "local.")
		if !isLocal {
			return constant, 0 // self
		}
		return w.local(s, name), 0
	}
	return constant, 0 // for_each of the resource or the module is followed anyway
}

func (w *wires) local(s *wiring.Scope, name string) int32 {
	refs, ok := s.Module.Locals[name]
	if !ok {
		return nowhere
	}
	id, isNew := w.vertex(localVertex, s.Join("local."+name), s.Plain)
	if isNew {
		w.follow(s, id, refs, computed.ByReference)
	}
	return id
}

func (w *wires) variable(s *wiring.Scope, name string) int32 {
	if s.Parent == nil {
		return constant
	}
	id, isNew := w.vertex(variableVertex, s.Join(name), s.Plain)
	if isNew {
		w.follow(s.Parent, id, s.Input(name), computed.ByReference)
	}
	return id
}

// resource returns the vertex of a resource that is referred to.
func (w *wires) resource(s *wiring.Scope, name, key string, how computed.Dependency) (int32, computed.Dependency) {
	address := s.Join(name)
	block := s.Module.Resources[name]
	var all []*group
	if b := w.census.blocks[address]; b != nil {
		all = b.groups
	}
	if block == nil && len(all) == 0 {
		return nowhere, 0
	}
	count := total(all)
	var any computed.Dependency
	if block != nil && block.Repeated && key == "" {
		any = oneOf(count)
	}
	if how&computed.ByDependsOn != 0 {
		any = 0 // depends_on means all instances
	}
	if !w.apart || len(all) == 0 {
		id, _ := w.vertex(blockVertex, address, s.Plain)
		return id, any
	}
	if key != "" && how&computed.ByDependsOn == 0 {
		if g := w.census.byName[address+key]; g != nil {
			return w.group(g), 0
		}
		id, _ := w.vertex(blockVertex, address, s.Plain)
		if block == nil {
			return nowhere, 0
		}
		return id, 0
	}
	if count == 1 {
		return w.group(all[0]), any
	}
	kind := someVertex
	if how&computed.ByDependsOn != 0 {
		kind = everyVertex
	}
	id, isNew := w.vertex(kind, address, s.Plain)
	if isNew {
		for _, g := range all {
			if kind == everyVertex {
				w.connect(id, w.group(g), 0)
			} else {
				w.connect(id, w.group(g), computed.AnyInstance)
			}
		}
	}
	return id, 0
}

// group returns the vertex of instances.
func (w *wires) group(g *group) int32 {
	if g.vertex < 0 {
		module, _ := plans.SplitModule(g.plain)
		g.vertex = w.newVertex(vertex{kind: instanceVertex, name: g.address, module: module})
	}
	return g.vertex
}

// moduleOf returns the vertex of a module, or of an output of it, that is referred to.
func (w *wires) moduleOf(s *wiring.Scope, r source.Reference, how computed.Dependency) (int32, computed.Dependency) {
	base := s.Join(r.Name)
	all := w.Called(s, r.Name)
	child := all[0]
	if _, ok := child.Module.Outputs[r.Output]; child.Call == nil || r.Output != "" && !ok {
		return nowhere, 0
	}
	if how&computed.ByDependsOn != 0 {
		return w.together(insideVertex, base+"."+r.Output, s, all, func(c *wiring.Scope) int32 { return w.inside(c, r.Output) }), 0
	}
	var any computed.Dependency
	if child.Call.Repeated && r.Key == "" {
		any = oneOf(len(w.Instances(base)))
	}
	if w.apart && r.Key != "" {
		if w.Has(base + r.Key) {
			return w.output(w.Scope(base+r.Key), r.Output), 0
		}
		any = computed.AnyInstance // of one that is not known
	}
	if len(all) == 1 {
		return w.output(child, r.Output), any
	}
	id, isNew := w.vertex(choiceVertex, base+"."+r.Output, s.Plain)
	if isNew {
		for _, c := range all {
			w.connect(id, w.output(c, r.Output), computed.AnyInstance)
		}
	}
	return id, 0
}

// together returns a vertex that leads to those of several scopes.
func (w *wires) together(kind vertexKind, name string, s *wiring.Scope, all []*wiring.Scope, each func(*wiring.Scope) int32) int32 {
	if len(all) == 1 {
		return each(all[0])
	}
	id, isNew := w.vertex(kind, "all of "+name, s.Plain)
	if isNew {
		for _, c := range all {
			w.connect(id, each(c), 0)
		}
	}
	return id
}

// output returns the vertex of an output of a module, or of all if there is no name.
func (w *wires) output(s *wiring.Scope, name string) int32 {
	if name != "" {
		id, _ := w.vertex(outputVertex, outputName(s, name), s.Plain)
		return id
	}
	id, isNew := w.vertex(outputsVertex, s.Address, s.Plain)
	if isNew {
		for _, name := range s.Outputs("") {
			w.connect(id, w.output(s, name), 0)
		}
	}
	return id
}

// inside returns the vertex of all that is in a module, or of an output if there is a name.
func (w *wires) inside(s *wiring.Scope, output string) int32 {
	if output != "" {
		return w.output(s, output)
	}
	id, isNew := w.vertex(insideVertex, s.Address, s.Plain)
	if !isNew {
		return id
	}
	for _, local := range slices.Sorted(maps.Keys(s.Module.Resources)) {
		if to, _ := w.resource(s, local, "", computed.ByDependsOn); to >= 0 {
			w.connect(id, to, 0)
		}
	}
	w.connect(id, w.output(s, ""), 0)
	for child := range w.CalledAll(s) {
		w.connect(id, w.inside(child, ""), 0)
	}
	return id
}
