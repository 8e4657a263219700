package main

import (
	"bufio"
	"fmt"
	"io"
	"math/rand/v2"
	"strings"
)

// mix says which share of the resources is created, updated or deleted. The
// others are no-ops.
type mix struct{ create, update, remove float64 }

// usual is the mix that most figures are for: 60% of the resources are no-ops,
// and 15% of the bytes of the plan are in the entries of those that change.
var (
	usual    = mix{create: 0.2, update: 0.1, remove: 0.1}
	allNoOp  = mix{}
	allOther = mix{update: 1} // in place, or by a replacement
	allNew   = mix{create: 1}
)

// action is what happens to a resource.
type action string

const (
	noOp    action = `["no-op"]`
	create  action = `["create"]`
	update  action = `["update"]`
	replace action = `["delete","create"]`
	remove  action = `["delete"]`
)

func (m mix) choose(r *rand.Rand) action {
	p := r.Float64()
	switch {
	case p < m.create:
		return create
	case p < m.create+m.remove:
		return remove
	case p >= m.create+m.remove+m.update:
		return noOp
	case r.IntN(4) == 0:
		return replace
	}
	return update
}

// resource is a resource of the generated plan.
type resource struct {
	n      int // its number in the plan
	typ    *resourceType
	action action
}

// perModule is the number of resources in a module.
const perModule = 50

func (r resource) module() string  { return fmt.Sprintf("module.service_%d", r.n/perModule) }
func (r resource) name() string    { return fmt.Sprintf("node_%d", r.n%perModule) }
func (r resource) address() string { return r.module() + "." + r.typ.name + "." + r.name() }

// generator makes plans. All that is random in them follows from the seed.
type generator struct {
	seed  uint64
	types []resourceType
	total int // of the weights
}

func newGenerator(seed uint64) *generator {
	g := &generator{seed: seed, types: resourceTypes()}
	for _, t := range g.types {
		g.total += t.weight
	}
	return g
}

// random returns a source of its own for each part of each resource.
func (g *generator) random(n, part int) *rand.Rand {
	return rand.New(rand.NewPCG(g.seed, uint64(n)<<16|uint64(part)))
}

// resource returns the resource with a number.
func (g *generator) resource(n int, m mix) resource {
	r := g.random(n, 0)
	left, i := r.IntN(g.total), 0
	for ; i < len(g.types)-1 && left >= g.types[i].weight; i++ {
		left -= g.types[i].weight
	}
	return resource{n, &g.types[i], m.choose(r)}
}

// side is one side of a change.
type side struct {
	values    string
	unknown   string
	sensitive string
	changed   string // the name of an attribute that differs from version 0
}

// side returns the values of a resource. In a later version, some differ. What
// the provider computes is unknown in a resource that is yet to be created.
func (g *generator) side(n int, t *resourceType, version int, planned bool) side {
	var values, unknown, sensitive []string
	var s side
	differ := g.random(n, 1)
	chosen := map[int]bool{}
	for range 3 {
		chosen[differ.IntN(len(t.attrs))] = true
	}
	for i, a := range t.attrs {
		v := 0
		if chosen[i] && !a.computed {
			v = version
		}
		if a.computed && planned {
			unknown = append(unknown, quote(a.name)+":true")
			continue
		}
		text := g.value(n, i, a, v)
		values = append(values, quote(a.name)+":"+text)
		if v > 0 && text != g.value(n, i, a, 0) {
			s.changed = a.name
		}
		switch {
		case a.secret:
			sensitive = append(sensitive, quote(a.name)+":true")
		case a.typ == mapOfString:
			sensitive = append(sensitive, quote(a.name)+":{}")
		}
	}
	for i, b := range t.blocks {
		var all, empty []string
		for e := range 1 + g.random(n, 1000+i).IntN(b.count) {
			var inner []string
			for j, a := range b.attrs {
				inner = append(inner, quote(a.name)+":"+g.value(n, 2000+100*i+10*e+j, a, 0))
			}
			all, empty = append(all, "{"+strings.Join(inner, ",")+"}"), append(empty, "{}")
		}
		values = append(values, quote(b.name)+":["+strings.Join(all, ",")+"]")
		sensitive = append(sensitive, quote(b.name)+":["+strings.Join(empty, ",")+"]")
		if planned {
			unknown = append(unknown, quote(b.name)+":["+strings.Join(empty, ",")+"]")
		}
	}
	s.values, s.unknown, s.sensitive = object(values), object(unknown), object(sensitive)
	return s
}

func (g *generator) value(n, part int, a attribute, version int) string {
	if a.value == nil {
		return "null"
	}
	return a.value(g.random(n, 10+part), version)
}

func object(members []string) string { return "{" + strings.Join(members, ",") + "}" }

// change returns the entry of a resource in resource_changes.
func (g *generator) change(r resource) string {
	before := g.side(r.n, r.typ, 0, false)
	after, more := before, ""
	switch r.action {
	case update:
		after = g.side(r.n, r.typ, 1, false)
		after.unknown = "{}"
	case replace:
		after = g.side(r.n, r.typ, 1, true)
		if after.changed != "" {
			more = `,"replace_paths":[[` + quote(after.changed) + `]]`
		}
	case create:
		before, after = side{values: "null", sensitive: "false"}, g.side(r.n, r.typ, 0, true)
	case remove:
		after = side{values: "null", unknown: "{}", sensitive: "false"}
	}
	return fmt.Sprintf(`{%s,"change":{"actions":%s,"before":%s,"after":%s,"after_unknown":%s,"before_sensitive":%s,"after_sensitive":%s%s}}`,
		r.head(), r.action, before.values, after.values, after.unknown, before.sensitive, after.sensitive, more)
}

func (r resource) head() string {
	return fmt.Sprintf(`"address":%q,"module_address":%q,"mode":"managed","type":%q,"name":%q,"provider_name":%q`,
		r.address(), r.module(), r.typ.name, r.name(), awsProvider)
}

// inState returns the entry of a resource in a state, or "" if it is not in it.
func (g *generator) inState(r resource, planned bool) string {
	version, unknown := 0, false
	switch {
	case planned && r.action == remove, !planned && r.action == create:
		return ""
	case planned:
		unknown = r.action == create || r.action == replace
		if r.action == update || r.action == replace {
			version = 1
		}
	}
	s := g.side(r.n, r.typ, version, unknown)
	return fmt.Sprintf(`{"address":%q,"mode":"managed","type":%q,"name":%q,"provider_name":%q,"schema_version":0,"values":%s,"sensitive_values":%s}`,
		r.address(), r.typ.name, r.name(), awsProvider, s.values, s.sensitive)
}

// written are the sizes of a plan's parts, in bytes.
type written struct {
	resources, noOps       int
	total, changes, active int64
}

// writePlan writes a plan of about size bytes in the proportions of real plans:
// half of it are changes, a quarter each planned values and the prior state,
// and a little configuration.
func (g *generator) writePlan(out io.Writer, size int64, m mix) (written, error) {
	return g.writeResources(out, g.fit(size, m), m)
}

// writeResources writes a plan with a number of resources.
func (g *generator) writeResources(out io.Writer, count int, m mix) (written, error) {
	w := &counter{w: bufio.NewWriterSize(out, 1<<20)}
	sum := written{resources: count}
	fmt.Fprint(w, `{"format_version":"1.2","terraform_version":"1.14.0","planned_values":`)
	g.writeState(w, sum.resources, m, true)
	fmt.Fprint(w, `,"resource_changes":[`)
	for n := range sum.resources {
		comma(w, n)
		r := g.resource(n, m)
		text := g.change(r)
		sum.changes += int64(len(text))
		if r.action == noOp {
			sum.noOps++
		} else {
			sum.active += int64(len(text))
		}
		fmt.Fprint(w, text)
	}
	fmt.Fprint(w, `],"prior_state":{"format_version":"1.0","terraform_version":"1.14.0","values":`)
	g.writeState(w, sum.resources, m, false)
	fmt.Fprint(w, `},"configuration":`)
	g.writeConfiguration(w, sum.resources, m)
	fmt.Fprint(w, `,"timestamp":"2026-11-21T12:00:00Z","applyable":true,"complete":true,"errored":false}`+"\n")
	sum.total = w.n
	return sum, w.w.Flush()
}

// fit returns the number of resources in a plan of some size, which follows from
// the size of the first ones.
func (g *generator) fit(size int64, m mix) int {
	const sample = 400
	var sum int64
	for n := range sample {
		r := g.resource(n, m)
		sum += int64(len(g.change(r)) + len(g.inState(r, true)) + len(g.inState(r, false)) + 150)
	}
	return max(1, int(size*sample/sum))
}

// writeState writes the values of a state, or the planned values.
func (g *generator) writeState(w *counter, count int, m mix, planned bool) {
	fmt.Fprint(w, `{"root_module":{"child_modules":[`)
	for first := 0; first < count; first += perModule {
		comma(w, first)
		fmt.Fprint(w, `{"resources":[`)
		some := false
		for n := first; n < min(count, first+perModule); n++ {
			if text := g.inState(g.resource(n, m), planned); text != "" {
				if some {
					fmt.Fprint(w, ",")
				}
				some = true
				fmt.Fprint(w, text)
			}
		}
		fmt.Fprintf(w, `],"address":%q}`, g.resource(first, m).module())
	}
	fmt.Fprint(w, `]}}`)
}

// writeConfiguration writes the configuration: modules with some expressions for
// each resource.
func (g *generator) writeConfiguration(w *counter, count int, m mix) {
	fmt.Fprintf(w, `{"provider_config":{"aws":{"name":"aws","full_name":%q}},"root_module":{"module_calls":{`, awsProvider)
	for first := 0; first < count; first += perModule {
		comma(w, first)
		fmt.Fprintf(w, `"service_%d":{"source":"./service","module":{"resources":[`, first/perModule)
		for n := first; n < min(count, first+perModule); n++ {
			comma(w, n-first)
			r := g.resource(n, m)
			fmt.Fprintf(w, `{"address":"%s.%s","mode":"managed","type":%[1]q,"name":%[2]q,"provider_config_key":"aws","expressions":{`, r.typ.name, r.name())
			written := 0
			for _, a := range r.typ.attrs {
				if !a.computed && a.value != nil && written < 4 {
					comma(w, written)
					written++
					fmt.Fprintf(w, `%q:{"references":["var.%s"]}`, a.name, a.name)
				}
			}
			fmt.Fprint(w, `},"schema_version":0}`)
		}
		fmt.Fprint(w, `]}}`)
	}
	fmt.Fprint(w, `}}}`)
}

// counter counts what is written.
type counter struct {
	w *bufio.Writer
	n int64
}

func (c *counter) Write(p []byte) (int, error) {
	n, err := c.w.Write(p)
	c.n += int64(n)
	return n, err
}

func comma(w io.Writer, i int) {
	if i > 0 {
		fmt.Fprint(w, ",")
	}
}
