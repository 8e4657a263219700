package reference_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/planfmt/planfmt"
	"github.com/planfmt/planfmt/internal/testkit/sampling"
	"github.com/planfmt/planfmt/test/kit"
)

// The second reader of references knows docs/graph.md and the JSON of plans, and nothing of planfmt's own. It takes no care of time:
// it follows each reference again and again.

type jsonObject = map[string]any

// secondGraph is a graph as a second program finds it.
type secondGraph struct {
	plan    jsonObject
	root    jsonObject
	nodes   map[string]bool
	edges   map[[2]string]bool
	unknown map[string]bool // by the address of a resource: not all of its references lead anywhere
}

func memberIn(v any, names ...string) jsonObject {
	for _, name := range names {
		m, _ := v.(jsonObject)
		v = m[name]
	}
	m, _ := v.(jsonObject)
	return m
}

func listJSON(v any) []any {
	list, _ := v.([]any)
	return list
}

func wordIn(v any, name string) string {
	s, _ := memberIn(v)[name].(string)
	return s
}

var bracketed = regexp.MustCompile(`\[("(\\.|[^"\\])*"|[^\]]*)\]`)

// bare returns an address without keys.
func bare(address string) string { return bracketed.ReplaceAllString(address, "") }

// references returns all references in an expression, whole ones only.
func referencesIn(v any) (all []string) {
	switch v := v.(type) {
	case []any:
		for _, e := range v {
			all = append(all, referencesIn(e)...)
		}
	case jsonObject:
		if list, ok := v["references"].([]any); ok {
			for _, e := range list {
				text, _ := e.(string)
				isPart := slices.ContainsFunc(list, func(other any) bool {
					longer, _ := other.(string)
					return strings.HasPrefix(longer, text+".") || strings.HasPrefix(longer, text+"[")
				})
				if text != "" && !isPart {
					all = append(all, text)
				}
			}
			return all
		}
		if _, constant := v["constant_value"]; constant {
			return nil
		}
		for _, m := range v {
			all = append(all, referencesIn(m)...)
		}
	}
	return all
}

func wordsIn(v any) (all []string) {
	for _, e := range listJSON(v) {
		if s, ok := e.(string); ok && s != "" {
			all = append(all, s)
		}
	}
	return all
}

// modulePlace is a module of the configuration: the names of the calls that lead to it.
type modulePlace []string

func (p modulePlace) address() string {
	var parts []string
	for _, name := range p {
		parts = append(parts, "module."+name)
	}
	return strings.Join(parts, ".")
}

func (p modulePlace) in(rest string) string {
	if len(p) == 0 {
		return rest
	}
	return p.address() + "." + rest
}

func (g *secondGraph) module(p modulePlace) jsonObject {
	m := g.root
	for _, name := range p {
		m = memberIn(m, "module_calls", name, "module")
	}
	return m
}

func (g *secondGraph) call(p modulePlace) jsonObject {
	return memberIn(g.module(p[:len(p)-1]), "module_calls", p[len(p)-1])
}

func localName(r any) string {
	name := wordIn(r, "type") + "." + wordIn(r, "name")
	if wordIn(r, "mode") == "data" || wordIn(r, "mode") == "" && strings.HasPrefix(wordIn(r, "address"), "data.") {
		return "data." + name
	}
	return name
}

// leads is to what references lead.
type leads struct {
	to      map[string]bool
	unknown bool
	seen    map[string]bool
}

// follow follows references that stand in a module. whole says that they are in depends_on.
func (g *secondGraph) follow(l *leads, p modulePlace, refs []string, whole bool) {
	for _, ref := range refs {
		key := fmt.Sprint(p, ref, whole)
		if l.seen[key] {
			continue
		}
		l.seen[key] = true
		t := strings.Split(bare(ref), ".")
		switch {
		case len(t) < 2:
			l.unknown = true
		case slices.Contains([]string{"each", "count", "path", "terraform", "tofu", "self"}, t[0]):
		case t[0] == "local":
			l.unknown = true // JSON does not say
		case t[0] == "var" && len(p) > 0:
			g.follow(l, p[:len(p)-1], referencesIn(memberIn(g.call(p), "expressions")[t[1]]), false)
		case t[0] == "var":
		case t[0] == "module":
			inner := append(slices.Clone(p), t[1])
			if memberIn(g.module(p), "module_calls", t[1]) == nil {
				l.unknown = true
				continue
			}
			outputs := memberIn(g.module(inner), "outputs")
			if len(t) > 2 && t[2] != "" {
				if _, ok := outputs[t[2]]; !ok {
					l.unknown = true
				}
				g.output(l, inner, outputs[t[2]])
				continue
			}
			for _, o := range outputs {
				g.output(l, inner, o)
			}
			if whole {
				g.everything(l, inner)
			}
		default:
			n := 2
			if t[0] == "data" {
				n = 3
			}
			address := p.in(strings.Join(t[:min(n, len(t))], "."))
			if !g.nodes[address] {
				l.unknown = true
				continue
			}
			l.to[address] = true
		}
	}
}

func (g *secondGraph) output(l *leads, p modulePlace, o any) {
	g.follow(l, p, referencesIn(memberIn(o, "expression")), false)
	g.follow(l, p, wordsIn(memberIn(o)["depends_on"]), true)
}

// everything adds all resources in a module.
func (g *secondGraph) everything(l *leads, p modulePlace) {
	for _, r := range listJSON(g.module(p)["resources"]) {
		l.to[p.in(localName(r))] = true
	}
	for name := range memberIn(g.module(p), "module_calls") {
		inner := append(slices.Clone(p), name)
		for _, o := range memberIn(g.module(inner), "outputs") {
			g.output(l, inner, o)
		}
		g.everything(l, inner)
	}
}

func (g *secondGraph) add(from string, l *leads) {
	for to := range l.to {
		if to != from {
			g.edges[[2]string{from, to}] = true
		}
	}
	g.unknown[from] = g.unknown[from] || l.unknown
}

func newLed() *leads { return &leads{to: map[string]bool{}, seen: map[string]bool{}} }

// provider returns the name of the configuration of a provider for a key, or nothing.
func (g *secondGraph) provider(key string) string {
	for {
		if memberIn(g.plan, "configuration", "provider_config", key) != nil {
			return "provider." + key
		}
		_, rest, ok := strings.Cut(key, ":")
		if !ok {
			return ""
		}
		key = rest
	}
}

// walk adds the resources and providers of a module.
func (g *secondGraph) walk(p modulePlace) {
	m := g.module(p)
	for _, r := range listJSON(m["resources"]) {
		from := p.in(localName(r))
		l := newLed()
		for _, name := range []string{"expressions", "count_expression", "for_each_expression"} {
			g.follow(l, p, referencesIn(memberIn(r)[name]), false)
		}
		for _, v := range listJSON(memberIn(r)["provisioners"]) {
			g.follow(l, p, referencesIn(memberIn(v)["expressions"]), false)
		}
		g.follow(l, p, wordsIn(memberIn(r)["depends_on"]), true)
		for i := len(p); i > 0; i-- {
			call := g.call(p[:i])
			g.follow(l, p[:i-1], referencesIn(call["count_expression"]), false)
			g.follow(l, p[:i-1], referencesIn(call["for_each_expression"]), false)
			g.follow(l, p[:i-1], wordsIn(call["depends_on"]), true)
		}
		g.add(from, l)
		if name := g.provider(wordIn(r, "provider_config_key")); name != "" {
			g.nodes[name] = true
			g.edges[[2]string{from, name}] = true
			config := memberIn(g.plan, "configuration", "provider_config", strings.TrimPrefix(name, "provider."))
			var at modulePlace
			if module := wordIn(config, "module_address"); module != "" {
				at = strings.Split(strings.ReplaceAll(bare("."+module), ".module.", "."), ".")[1:]
			}
			l := newLed()
			g.follow(l, at, referencesIn(config["expressions"]), false)
			g.add(name, l)
			g.unknown[from] = g.unknown[from] || l.unknown
		}
	}
	for name := range memberIn(m, "module_calls") {
		g.walk(append(slices.Clone(p), name))
	}
}

// declare adds the resources that the configuration declares.
func (g *secondGraph) declare(p modulePlace, all map[string]bool) {
	for _, r := range listJSON(g.module(p)["resources"]) {
		all[p.in(localName(r))] = true
	}
	for name := range memberIn(g.module(p), "module_calls") {
		g.declare(append(slices.Clone(p), name), all)
	}
}

// recorded calls visit for all resources of the prior state.
func priorIn(module any, visit func(r any)) {
	for _, r := range listJSON(memberIn(module)["resources"]) {
		visit(r)
	}
	for _, m := range listJSON(memberIn(module)["child_modules"]) {
		priorIn(m, visit)
	}
}

// readSecondGraph reads the graph of a plan.
func readSecondGraph(plan jsonObject) *secondGraph {
	g := &secondGraph{
		plan: plan, root: memberIn(plan, "configuration", "root_module"),
		nodes: map[string]bool{}, edges: map[[2]string]bool{}, unknown: map[string]bool{},
	}
	declared := map[string]bool{}
	g.declare(nil, declared)
	maps.Copy(g.nodes, declared)
	for _, c := range listJSON(plan["resource_changes"]) {
		if wordIn(c, "mode") != "ephemeral" {
			g.nodes[bare(wordIn(c, "address"))] = true
		}
	}
	for _, c := range listJSON(plan["deferred_changes"]) {
		g.nodes[bare(wordIn(memberIn(c)["resource_change"], "address"))] = true
	}
	prior := memberIn(plan, "prior_state", "values", "root_module")
	priorIn(prior, func(r any) { g.nodes[bare(wordIn(r, "address"))] = true })
	delete(g.nodes, "")
	g.walk(nil)
	for name, o := range memberIn(g.root, "outputs") {
		l := newLed()
		g.output(l, nil, o)
		g.nodes["output."+name] = true
		g.add("output."+name, l)
	}
	for name := range memberIn(plan, "output_changes") {
		g.nodes["output."+name] = true
	}
	priorIn(prior, func(r any) {
		from := bare(wordIn(r, "address"))
		for _, to := range wordsIn(memberIn(r)["depends_on"]) {
			to = bare(to)
			if says := declared[from] && !g.unknown[from]; to != from && g.nodes[to] && (!says || !declared[to]) {
				g.edges[[2]string{from, to}] = true
			}
		}
	})
	return g
}

// graphSchema is the schema of planfmt's JSON.
func graphSchema(t testing.TB) *jsonschema.Schema {
	compiledGraphSchema.Do(func() { compiledGraphSchema.Schema = kit.PublishedSchema(t, "graph-1.0.json")("") })
	return compiledGraphSchema.Schema
}

var compiledGraphSchema struct {
	sync.Once
	*jsonschema.Schema
}

// readGraph reads a graph from planfmt's JSON.
func readGraph(t testing.TB, plan []byte, opts planfmt.Options) (nodes map[string]bool, edges map[[2]string]bool) {
	t.Helper()
	var out bytes.Buffer
	opts.Warn = nil
	if _, err := planfmt.Graph(t.Context(), &out, bytes.NewReader(plan), opts, planfmt.GraphSelection{All: true}, "json"); err != nil {
		t.Fatal(err)
	}
	parsed, err := jsonschema.UnmarshalJSON(bytes.NewReader(out.Bytes()))
	if err == nil {
		err = graphSchema(t).Validate(parsed)
	}
	if err != nil {
		t.Fatal(err)
	}
	var doc struct {
		Nodes []struct {
			ID            int
			Kind, Address string
		}
		Edges []struct{ From, To int }
	}
	if err := json.Unmarshal(out.Bytes(), &doc); err != nil {
		t.Fatal(err)
	}
	nodes, edges = map[string]bool{}, map[[2]string]bool{}
	for _, n := range doc.Nodes {
		nodes[n.Address] = true
	}
	for _, e := range doc.Edges {
		edges[[2]string{doc.Nodes[e.From].Address, doc.Nodes[e.To].Address}] = true
	}
	return nodes, edges
}

// compareGraphs reads a plan twice.
func compareGraphs(t *testing.T, plan []byte, opts planfmt.Options) (nodes, edges int) {
	t.Helper()
	var doc jsonObject
	if json.Unmarshal(plan, &doc) != nil || doc["resource_changes"] == nil && doc["planned_values"] == nil {
		return 0, 0
	}
	if _, err := planfmt.Hash(t.Context(), bytes.NewReader(plan), planfmt.Options{}); err != nil {
		return 0, 0 // not all of it can be read
	}
	want := readSecondGraph(doc)
	gotNodes, gotEdges := readGraph(t, plan, opts)
	if !maps.Equal(gotNodes, want.nodes) {
		t.Errorf("nodes: have %q, want %q", slices.Sorted(maps.Keys(gotNodes)), slices.Sorted(maps.Keys(want.nodes)))
	}
	for e := range want.edges {
		if !gotEdges[e] {
			t.Errorf("no edge %q", e)
		}
	}
	for e := range gotEdges {
		if !want.edges[e] {
			t.Errorf("the edge %q is too much", e)
		}
	}
	want.compareImpacts(t, plan, opts)
	return len(want.nodes), len(want.edges)
}

// compareImpacts counts what depends on the resources of a plan that are replaced or destroyed, as far as none of their instances need be told apart.
func (g *secondGraph) compareImpacts(t *testing.T, plan []byte, opts planfmt.Options) {
	t.Helper()
	if bytes.Contains(plan, []byte(`_expression"`)) && (bytes.Contains(plan, []byte(`"count_expression"`)) || bytes.Contains(plan, []byte(`"for_each_expression"`))) {
		return
	}
	known := map[string]bool{} // managed instances, and whether they change
	add := func(r any, changes bool) {
		if mode := wordIn(r, "mode"); mode == "managed" || mode == "" && !strings.Contains("."+wordIn(r, "address"), ".data.") {
			known[wordIn(r, "address")] = known[wordIn(r, "address")] || changes
		}
	}
	for _, c := range listJSON(g.plan["resource_changes"]) {
		if memberIn(c)["deposed"] != nil {
			return
		}
		actions := wordsIn(memberIn(c, "change")["actions"])
		add(c, len(actions) != 1 || actions[0] != "no-op" || memberIn(c)["previous_address"] != nil || memberIn(c, "change", "importing") != nil)
	}
	if g.plan["deferred_changes"] != nil {
		return
	}
	priorIn(memberIn(g.plan, "prior_state", "values", "root_module"), func(r any) { add(r, false) })
	for address := range known {
		if strings.Contains(address, "[") {
			return
		}
	}
	back := map[string][]string{}
	for e := range g.edges {
		back[e[1]] = append(back[e[1]], e[0])
	}
	var out bytes.Buffer
	opts.Formats = nil
	opts.Format = "json"
	if _, err := planfmt.Show(t.Context(), &out, bytes.NewReader(plan), opts); err != nil {
		t.Fatal(err)
	}
	var doc struct {
		Resources []struct {
			Address, Section string
			Impact           *struct{ Dependents, Unchanged, Possible int }
		}
	}
	if err := json.Unmarshal(out.Bytes(), &doc); err != nil {
		t.Fatal(err)
	}
	for _, r := range doc.Resources {
		if r.Impact == nil {
			continue
		}
		seen := map[string]bool{r.Address: true}
		dependents, unchanged := 0, 0
		for open := []string{r.Address}; len(open) > 0; {
			at := open[0]
			open = open[1:]
			for _, from := range back[at] {
				if seen[from] {
					continue
				}
				seen[from] = true
				open = append(open, from)
				if changes, ok := known[from]; ok {
					dependents++
					if !changes {
						unchanged++
					}
				}
			}
		}
		if r.Impact.Dependents != dependents || r.Impact.Unchanged != unchanged || r.Impact.Possible != 0 {
			t.Errorf("%s: %+v, want %d dependents, of which %d do not change", r.Address, *r.Impact, dependents, unchanged)
		}
	}
}

// TestGraphReference compares the graphs of all goldens with those of the second reader.
func TestGraphReference(t *testing.T) {
	kit.EachGolden(t, func(file string, document []byte, opts planfmt.Options) {
		t.Run(file, func(t *testing.T) { compareGraphs(t, document, planfmt.Options{Input: opts.Input}) })
	})
}

// TestGraphReferenceRecorded does it with the plans in the directory that PLANFMT_CASES names.
func TestGraphReferenceRecorded(t *testing.T) {
	plans, nodes, edges := 0, 0, 0
	for name, archive := range kit.RecordedCases(t) {
		for _, f := range archive.Files {
			if f.Name != "plan.json" || !sampling.Full() && plans > 200 {
				continue
			}
			t.Run(name, func(t *testing.T) {
				n, e := compareGraphs(t, f.Data, planfmt.Options{})
				plans, nodes, edges = plans+1, nodes+n, edges+e
			})
		}
	}
	t.Logf("%d plans with %d nodes and %d edges", plans, nodes, edges)
}
