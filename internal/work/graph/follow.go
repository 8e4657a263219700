package graph

import (
	"maps"
	"slices"
	"strings"

	"github.com/planfmt/planfmt/computed"
	"github.com/planfmt/planfmt/internal/read/source"
	"github.com/planfmt/planfmt/plans"
)

// follow connects a vertex with what references in a scope lead to.
func (w *wires) follow(s *scope, from int32, refs []string, how computed.Dependency) {
	for _, text := range refs {
		w.steps++
		r, seen := w.parsed[text]
		if !seen {
			r.Reference, r.ok = source.ParseReference(text)
			w.parsed[text] = r
		}
		if !r.ok {
			w.unknown(from, s, text)
			continue
		}
		if to, any := w.target(s, r.Reference, how); to >= 0 {
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
func (w *wires) target(s *scope, r source.Reference, how computed.Dependency) (int32, computed.Dependency) {
	switch r.Kind {
	case source.ResourceReference:
		return w.resource(s, r.Name, r.Key, how)
	case source.ModuleReference:
		return w.moduleOf(s, r, how)
	case source.VariableReference:
		return w.variable(s, strings.TrimPrefix(r.Name, "var.")), 0
	case source.OutsideReference:
		name, isLocal := strings.CutPrefix(r.Name, "local.")
		if !isLocal {
			return constant, 0 // self
		}
		return w.local(s, name), 0
	}
	return constant, 0 // for_each of the resource or the module is followed anyway
}

func (w *wires) local(s *scope, name string) int32 {
	refs, ok := s.module.Locals[name]
	if !ok {
		return nowhere
	}
	id, isNew := w.vertex(localVertex, under(s.address, "local."+name), s.plain)
	if isNew {
		w.follow(s, id, refs, computed.ByReference)
	}
	return id
}

func (w *wires) variable(s *scope, name string) int32 {
	if s.parent == nil {
		return constant
	}
	id, isNew := w.vertex(variableVertex, under(s.address, "var."+name), s.plain)
	if isNew {
		w.follow(s.parent, id, s.call.Inputs[name], computed.ByReference)
	}
	return id
}

// resource returns the vertex of a resource that is referred to.
func (w *wires) resource(s *scope, name, key string, how computed.Dependency) (int32, computed.Dependency) {
	address := under(s.address, name)
	block := s.module.Resources[name]
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
		id, _ := w.vertex(blockVertex, address, s.plain)
		return id, any
	}
	if key != "" && how&computed.ByDependsOn == 0 {
		if g := w.census.byName[address+key]; g != nil {
			return w.group(g), 0
		}
		id, _ := w.vertex(blockVertex, address, s.plain)
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
	id, isNew := w.vertex(kind, address, s.plain)
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
func (w *wires) moduleOf(s *scope, r source.Reference, how computed.Dependency) (int32, computed.Dependency) {
	base := under(s.address, r.Name)
	all := w.repeated[base]
	if len(all) == 0 {
		return nowhere, 0
	}
	child := all[0]
	if r.Output != "" {
		if _, ok := child.module.Outputs[r.Output]; !ok {
			return nowhere, 0
		}
	}
	if how&computed.ByDependsOn != 0 {
		return w.together(insideVertex, base+"."+r.Output, s, all, func(c *scope) int32 { return w.inside(c, r.Output) }), 0
	}
	var any computed.Dependency
	if child.call.Repeated && r.Key == "" {
		any = oneOf(len(w.modules[base]))
		if !w.apart {
			any = computed.AnyInstance
		}
	}
	if w.apart && r.Key != "" {
		if one := w.scopes[base+r.Key]; one != nil {
			return w.output(one, r.Output), 0
		}
		any = computed.AnyInstance // of one that is not known
	}
	if len(all) == 1 {
		return w.output(child, r.Output), any
	}
	id, isNew := w.vertex(choiceVertex, base+"."+r.Output, s.plain)
	if isNew {
		for _, c := range all {
			w.connect(id, w.output(c, r.Output), computed.AnyInstance)
		}
	}
	return id, 0
}

// together returns a vertex that leads to those of several scopes.
func (w *wires) together(kind vertexKind, name string, s *scope, all []*scope, each func(*scope) int32) int32 {
	if len(all) == 1 {
		return each(all[0])
	}
	id, isNew := w.vertex(kind, "all of "+name, s.plain)
	if isNew {
		for _, c := range all {
			w.connect(id, each(c), 0)
		}
	}
	return id
}

// output returns the vertex of an output of a module, or of all if there is no name.
func (w *wires) output(s *scope, name string) int32 {
	if name != "" {
		id, _ := w.vertex(outputVertex, outputName(s, name), s.plain)
		return id
	}
	id, isNew := w.vertex(outputsVertex, s.address, s.plain)
	if isNew {
		for _, name := range slices.Sorted(maps.Keys(s.module.Outputs)) {
			w.connect(id, w.output(s, name), 0)
		}
	}
	return id
}

// inside returns the vertex of all that is in a module, or of an output if there is a name.
func (w *wires) inside(s *scope, output string) int32 {
	if output != "" {
		return w.output(s, output)
	}
	id, isNew := w.vertex(insideVertex, s.address, s.plain)
	if !isNew {
		return id
	}
	for _, local := range slices.Sorted(maps.Keys(s.module.Resources)) {
		if to, _ := w.resource(s, local, "", computed.ByDependsOn); to >= 0 {
			w.connect(id, to, 0)
		}
	}
	w.connect(id, w.output(s, ""), 0)
	for _, name := range slices.Sorted(maps.Keys(s.module.Calls)) {
		for _, child := range w.repeated[under(s.address, "module."+name)] {
			w.connect(id, w.inside(child, ""), 0)
		}
	}
	return id
}
