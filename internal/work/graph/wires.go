package graph

import (
	"maps"
	"slices"
	"strings"

	"github.com/planfmt/planfmt/computed"
	"github.com/planfmt/planfmt/internal/read/source"
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
	facts     *source.Facts
	apart     bool // instances are told apart
	vertices  []vertex
	byKey     map[vertexKey]int32
	scopes    map[string]*scope   // by address
	repeated  map[string][]*scope // the instances of a module that a scope calls
	census    *census             // of instances
	modules   map[string][]string // the addresses of the instances of a module, by its own without the last key
	providers map[string]*source.ConfigProvider
	parsed    map[string]parsedReference
	steps     int
}

type parsedReference struct {
	source.Reference
	ok bool
}

// scope is an instance of a module, or a module.
type scope struct {
	address string
	plain   string               // without keys
	module  *source.ConfigModule // never nil
	call    *source.ConfigCall   // nil for the root module
	parent  *scope
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

func under(module, rest string) string {
	if module == "" {
		return rest
	}
	return module + "." + rest
}

// newWires wires up a plan.
func newWires(facts *source.Facts, apart bool) *wires {
	w := &wires{
		facts: facts, apart: apart, byKey: map[vertexKey]int32{}, scopes: map[string]*scope{}, repeated: map[string][]*scope{},
		census: newCensus(facts.Configuration, apart), modules: map[string][]string{}, providers: map[string]*source.ConfigProvider{}, parsed: map[string]parsedReference{},
	}
	w.addInstances()
	if c := facts.Configuration; c != nil {
		for i := range c.Providers {
			w.providers[c.Providers[i].Key] = &c.Providers[i]
		}
		root := &scope{module: &c.Root}
		w.addScopes(root)
		w.wireScope(root)
	}
	for _, g := range w.census.all {
		w.wireGroup(g)
	}
	w.wireState()
	return w
}

// addInstances counts the instances that the plan knows, and collects those of modules.
func (w *wires) addInstances() {
	known := map[string]bool{"": true}
	add := func(address string, facts instanceFacts, dependsOn []string) {
		w.steps++
		w.census.note(address, facts, dependsOn)
		module, _ := plans.SplitModule(address)
		for !known[module] {
			module = strings.Clone(module) // not the whole address
			known[module] = true
			parent, own := plans.SplitModule(module)
			base, _ := plans.SplitKey(own)
			w.modules[under(parent, base)] = append(w.modules[under(parent, base)], module)
			module = parent
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

// addScopes adds a scope and those in it.
func (w *wires) addScopes(s *scope) {
	w.steps++
	w.scopes[s.address] = s
	for _, name := range slices.Sorted(maps.Keys(s.module.Calls)) {
		call := s.module.Calls[name]
		base := under(s.address, "module."+name)
		addresses := w.modules[base]
		if !w.apart || len(addresses) == 0 {
			addresses = []string{base}
		}
		for _, address := range addresses {
			child := &scope{
				address: address, plain: under(s.plain, "module."+name), module: &call.Module, call: call, parent: s,
			}
			w.repeated[base] = append(w.repeated[base], child)
			w.addScopes(child)
		}
	}
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
func (w *wires) unknown(from int32, s *scope, text string) {
	w.vertices[from].note(under(s.plain, text))
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
	if s := w.scopes[module]; s != nil && s.module.Resources[local] != nil {
		block, _ := w.vertex(blockVertex, g.address, s.plain)
		w.connect(g.vertex, block, 0)
	}
}

// wireScope connects what is in a scope.
func (w *wires) wireScope(s *scope) {
	gate := w.gate(s)
	for _, local := range slices.Sorted(maps.Keys(s.module.Resources)) {
		r := s.module.Resources[local]
		id, _ := w.vertex(blockVertex, under(s.address, local), s.plain)
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
	for _, name := range slices.Sorted(maps.Keys(s.module.Outputs)) {
		id, _ := w.vertex(outputVertex, outputName(s, name), s.plain)
		w.follow(s, id, s.module.Outputs[name], computed.ByReference)
		w.follow(s, id, s.module.OutputsDependOn[name], computed.ByDependsOn)
	}
	for _, name := range slices.Sorted(maps.Keys(s.module.Calls)) {
		for _, child := range w.repeated[under(s.address, "module."+name)] {
			w.wireScope(child)
		}
	}
}

func outputName(s *scope, name string) string {
	if s.parent == nil {
		return "output." + name
	}
	return s.address + "." + name
}

// gate returns the vertex of what decides how often, and when, there is a module, or -1 if nothing does.
func (w *wires) gate(s *scope) int32 {
	if s.call == nil {
		return -1
	}
	outer, ok := w.byKey[vertexKey{gateVertex, s.parent.address}]
	if !ok && len(s.call.Count)+len(s.call.ForEach)+len(s.call.DependsOn) == 0 {
		return -1
	}
	id, isNew := w.vertex(gateVertex, s.address, s.plain)
	if isNew {
		if ok {
			w.connect(id, outer, 0)
		}
		w.follow(s.parent, id, s.call.Count, computed.ByReference)
		w.follow(s.parent, id, s.call.ForEach, computed.ByReference)
		w.follow(s.parent, id, s.call.DependsOn, computed.ByDependsOn)
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
	if s := w.anyScope(p.Module); isNew && s != nil {
		w.follow(s, id, source.ReferencesIn(p.Expressions), computed.ByReference)
	}
	return id, p
}

// anyScope returns an instance of a module, or nil.
func (w *wires) anyScope(module string) *scope {
	if s := w.scopes[module]; s != nil {
		return s
	}
	parent, own := plans.SplitModule(module)
	if s := w.anyScope(parent); s != nil && own != "" {
		if all := w.repeated[under(s.address, own)]; len(all) > 0 {
			return all[0]
		}
	}
	return nil
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
	s := w.scopes[module]
	return s != nil && s.module.Resources[local] != nil
}

// wireState adds the dependencies that the state has recorded, where the configuration does not say on what an instance
// depends: because it lacks one of the two, or because a reference leads to what the plan does not say.
func (w *wires) wireState() {
	if !slices.ContainsFunc(w.census.all, func(g *group) bool { return len(g.dependsOn) > 0 }) {
		return
	}
	unspoken := w.unspoken()
	declared := map[string]bool{} // by the address without keys
	for _, s := range w.scopes {
		for local := range s.module.Resources {
			declared[under(s.plain, local)] = true
		}
	}
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
