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

// vertexKind is what a vertex stands for.
type vertexKind uint8

const (
	blockVertex    vertexKind = iota // what the block of a resource refers to, in an instance of the module
	instanceVertex                   // instances of a resource that are a group
	outputVertex
	localVertex
	variableVertex
	gateVertex     // what decides how often, and when, there is a module
	insideVertex   // all that is in a module
	outputsVertex  // all outputs of a module
	someVertex     // one of the instances of a resource
	everyVertex    // all instances of a resource
	choiceVertex   // the output of one of the instances of a module
	providerVertex // a configuration of a provider
	stateVertex    // one of the instances, as states name them
)

// vertex is a point between wires.
type vertex struct {
	kind    vertexKind
	name    string
	module  string // that it is in, without keys
	out     []wire
	unknown []string // references of which the plan does not say to what they lead
	more    bool     // there are others
}

// maxUnknown is how many unknown references a vertex remembers.
const maxUnknown = 20

// wire says that a vertex depends on another one.
type wire struct {
	to  int32
	how computed.Dependency
}

type vertexKey struct {
	kind vertexKind
	name string
}

// wires are what depends on what, with all that lies between. If instances are told apart, there is a vertex for each group of them, and the
// vertices of a module are there for each of its instances. Otherwise, all addresses are without keys.
type wires struct {
	*wiring.Wiring // has instances if they are told apart
	facts          *source.Facts
	apart          bool // instances are told apart
	vertices       []vertex
	byKey          map[vertexKey]int32
	census         *census // of instances
	providers      map[string]*source.ConfigProvider
	steps          int
}

// Plain returns an address without keys.
func Plain(address string) string {
	if !strings.Contains(address, "[") {
		return address
	}
	var names []string
	for rest := address; rest != ""; {
		var name string
		name, _, rest = plans.CutStep(rest)
		names = append(names, name)
	}
	return strings.Join(names, ".")
}

// newWires wires up a plan.
func newWires(facts *source.Facts, apart bool) *wires {
	w := &wires{
		Wiring: wiring.New(facts.Configuration), facts: facts, apart: apart, byKey: map[vertexKey]int32{},
		census: newCensus(facts.Configuration, apart), providers: map[string]*source.ConfigProvider{},
	}
	w.addInstances()
	if c := facts.Configuration; c != nil {
		for i := range c.Providers {
			w.providers[c.Providers[i].Key] = &c.Providers[i]
		}
		w.wireScope(w.Scope(""))
	}
	for _, g := range w.census.all {
		w.wireGroup(g)
	}
	w.wireState()
	return w
}

// addInstances counts the instances that the plan knows, and collects those of modules.
func (w *wires) addInstances() {
	add := func(address string, facts instanceFacts, dependsOn []string) {
		w.steps++
		w.census.note(address, facts, dependsOn)
		if w.apart {
			module, _ := plans.SplitModule(address)
			w.AddModule(module)
		}
	}
	entry := func(r *source.Resource) (facts instanceFacts) {
		if r.Shown() {
			facts = changes
		}
		if r.Action == plans.Create && r.Deposed == "" {
			facts |= isCreated
		}
		return facts
	}
	for r := range w.facts.Changes.All() {
		facts := entry(r)
		if hasImpact(r) {
			facts |= goesAway
		}
		add(r.Address, facts, nil)
	}
	for _, r := range w.facts.Deferred {
		add(r.Address, entry(r), nil)
	}
	for _, address := range w.facts.Idle {
		add(address, 0, nil)
	}
	for _, r := range w.facts.Recorded {
		add(r.Address, isRecorded, r.DependsOn)
	}
	w.census.end()
}

// vertex returns the vertex of a kind with a name. It reports whether it is new.
func (w *wires) vertex(kind vertexKind, name, module string) (id int32, isNew bool) {
	key := vertexKey{kind, name}
	id, ok := w.byKey[key]
	if !ok {
		id = w.newVertex(vertex{kind: kind, name: name, module: module})
		w.byKey[key] = id
	}
	return id, !ok
}

func (w *wires) newVertex(v vertex) int32 {
	w.vertices = append(w.vertices, v)
	w.steps++
	return int32(len(w.vertices) - 1)
}

// connect adds a wire.
func (w *wires) connect(from, to int32, how computed.Dependency) {
	w.steps++
	v := &w.vertices[from]
	if n := len(v.out); n > 0 && v.out[n-1].to == to {
		v.out[n-1].how = join(v.out[n-1].how, how)
		return
	}
	v.out = append(v.out, wire{to, how})
}

// unknown notes a reference of which the plan does not say to what it leads.
func (w *wires) unknown(from int32, s *wiring.Scope, text string) {
	w.vertices[from].note(wiring.Join(s.Plain, text))
}

func (v *vertex) note(text string) {
	switch {
	case slices.Contains(v.unknown, text):
	case len(v.unknown) == maxUnknown:
		v.more = true
	default:
		v.unknown = append(v.unknown, text)
	}
}

// wireGroup connects instances with what their block refers to.
func (w *wires) wireGroup(g *group) {
	module, local := plans.SplitModule(g.address)
	if !w.apart {
		g.vertex, _ = w.vertex(blockVertex, g.plain, module)
		return
	}
	w.group(g)
	if s := w.Scope(module); s.Module.Resources[local] != nil {
		block, _ := w.vertex(blockVertex, g.address, s.Plain)
		w.connect(g.vertex, block, 0)
	}
}

// wireScope connects what is in a scope.
func (w *wires) wireScope(s *wiring.Scope) {
	w.steps++
	gate := w.gate(s)
	for _, local := range slices.Sorted(maps.Keys(s.Module.Resources)) {
		r := s.Module.Resources[local]
		id, _ := w.vertex(blockVertex, s.Join(local), s.Plain)
		for _, e := range r.Expressions {
			w.follow(s, id, e.References, computed.ByReference)
		}
		for _, refs := range [][]string{r.Count, r.ForEach, r.Lifecycle, r.Provisioned} {
			w.follow(s, id, refs, computed.ByReference)
		}
		w.follow(s, id, r.DependsOn, computed.ByDependsOn)
		if gate >= 0 {
			w.connect(id, gate, 0)
		}
		if key, p := w.provider(r.Provider); p != nil {
			w.connect(id, key, computed.ByProvider)
		}
	}
	for _, name := range s.Outputs("") {
		id, _ := w.vertex(outputVertex, outputName(s, name), s.Plain)
		w.follow(s, id, s.Module.Outputs[name], computed.ByReference)
		w.follow(s, id, s.Module.OutputsDependOn[name], computed.ByDependsOn)
	}
	for child := range w.CalledAll(s) {
		w.wireScope(child)
	}
}

func outputName(s *wiring.Scope, name string) string {
	if s.Parent == nil {
		return "output." + name
	}
	return s.Address + "." + name
}

// gate returns the vertex of what decides how often, and when, there is a module, or -1 if nothing does.
func (w *wires) gate(s *wiring.Scope) int32 {
	if s.Call == nil {
		return -1
	}
	outer, ok := w.byKey[vertexKey{gateVertex, s.Parent.Address}]
	if !ok && len(s.Call.Count)+len(s.Call.ForEach)+len(s.Call.DependsOn) == 0 {
		return -1
	}
	id, isNew := w.vertex(gateVertex, s.Address, s.Plain)
	if isNew {
		if ok {
			w.connect(id, outer, 0)
		}
		w.follow(s.Parent, id, s.Call.Count, computed.ByReference)
		w.follow(s.Parent, id, s.Call.ForEach, computed.ByReference)
		w.follow(s.Parent, id, s.Call.DependsOn, computed.ByDependsOn)
	}
	return id
}

// provider returns the vertex of a configuration of a provider, and the configuration. The key of one that a module takes over from
// its caller has the name of the module in front in old documents.
func (w *wires) provider(key string) (id int32, p *source.ConfigProvider) {
	for p = w.providers[key]; p == nil; p = w.providers[key] {
		_, rest, ok := strings.Cut(key, ":")
		if !ok {
			return -1, nil
		}
		key = rest
	}
	id, isNew := w.vertex(providerVertex, "provider."+key, Plain(p.Module))
	if s := w.anyScope(p.Module); isNew && s.IsDeclared() {
		w.follow(s, id, source.ReferencesIn(p.Expressions), computed.ByReference)
	}
	return id, p
}

// anyScope returns an instance of a module.
func (w *wires) anyScope(module string) *wiring.Scope {
	if w.Has(module) {
		return w.Scope(module)
	}
	parent, own := plans.SplitModule(module)
	return w.Called(w.anyScope(parent), own)[0]
}

// unspoken returns for each vertex whether it leads to an unknown reference without another resource in between.
func (w *wires) unspoken() []bool {
	back := make([][]int32, len(w.vertices))
	found := make([]bool, len(w.vertices))
	var open []int32
	for from := range w.vertices {
		v := &w.vertices[from]
		if found[from] = len(v.unknown) > 0; found[from] {
			open = append(open, int32(from))
		}
		for _, x := range v.out {
			back[x.to] = append(back[x.to], int32(from))
		}
	}
	for len(open) > 0 {
		at := open[len(open)-1]
		open = open[:len(open)-1]
		if w.vertices[at].kind == blockVertex {
			continue // what refers to a resource knows that it does
		}
		for _, from := range back[at] {
			w.steps++
			if !found[from] {
				found[from] = true
				open = append(open, from)
			}
		}
	}
	return found
}

// declared reports whether the configuration declares the resource of an instance.
func (w *wires) declared(block string) bool {
	module, local := plans.SplitModule(block)
	return w.Scope(module).Module.Resources[local] != nil
}

// wireState adds the dependencies that the state has recorded, where the configuration does not say on what an instance
// depends: because it lacks one of the two, or because a reference leads to what the plan does not say.
func (w *wires) wireState() {
	if !slices.ContainsFunc(w.census.all, func(g *group) bool { return len(g.dependsOn) > 0 }) {
		return
	}
	unspoken := w.unspoken()
	declared := map[string]bool{} // by the address without keys
	w.addDeclared(declared, w.Scope(""))
	for _, g := range w.census.all {
		says := w.declared(g.address)
		if says {
			id, _ := w.vertex(blockVertex, g.address, "")
			says = int(id) >= len(unspoken) || !unspoken[id]
		}
		for _, on := range g.dependsOn {
			w.steps++
			on = Plain(on)
			if on == g.plain || says && declared[on] {
				continue
			}
			if to := w.recorded(on, declared[on]); to >= 0 {
				w.connect(g.vertex, to, computed.ByState)
			}
		}
	}
}

// addDeclared adds the resources of a scope, and of those that it calls, by their addresses without keys.
func (w *wires) addDeclared(all map[string]bool, s *wiring.Scope) {
	for local := range s.Module.Resources {
		all[wiring.Join(s.Plain, local)] = true
	}
	for child := range w.CalledAll(s) {
		w.addDeclared(all, child)
	}
}

// recorded returns the vertex for a resource that a state names, without any keys, or -1 if there is none any more.
func (w *wires) recorded(address string, declared bool) int32 {
	blocks := w.census.byPlain[address]
	module, _ := plans.SplitModule(address)
	switch {
	case len(blocks) == 0 && !declared:
		return -1
	case !w.apart:
		id, _ := w.vertex(blockVertex, address, module)
		return id
	case len(blocks) == 0:
		if id, ok := w.byKey[vertexKey{blockVertex, address}]; ok {
			return id
		}
		return -1 // in an instance of a module
	}
	id, isNew := w.vertex(stateVertex, address, module)
	if isNew {
		var all []*group
		for _, b := range blocks {
			for _, g := range b.groups {
				if g.facts&(isCreated|isRecorded) != isCreated {
					all = append(all, g)
				}
			}
		}
		for _, g := range all {
			w.connect(id, g.vertex, oneOf(total(all)))
		}
	}
	return id
}

// oneOf returns how to depend on one of so many.
func oneOf(n int) computed.Dependency {
	if n == 1 {
		return 0
	}
	return computed.AnyInstance
}
