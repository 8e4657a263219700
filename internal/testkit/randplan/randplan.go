// Package randplan generates plans for tests. Bytes, from a fuzzer or a seed,
// decide on a provider's schemas and on changes to resources with these
// schemas. The plans look like those of the real Terraform: values have the
// types in their schemas, and trees of flags have the shapes of their values.
// The main call is [Make]. The package does not know how plans are read or
// printed.
//
// It generates what the rules of the real programs depend on in combination:
// dynamic values and JSON in strings, nested attributes next to blocks, empty
// strings, sets, nulls that become unknown, drift and its relevant parts, and
// the redactions of remote runs. It leaves out what planfmt deliberately prints
// differently.
package randplan

import (
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
)

// Secret is part of sensitive strings, and does not occur anywhere else in a
// document.
const Secret = "S3CR3T"

// Options say what to generate.
type Options struct {
	// OpenTofu generates plans of OpenTofu instead of Terraform.
	OpenTofu bool
	// Still generates plans without changes.
	NoChanges bool
}

// Document is a plan.
type Document struct {
	// Plan and Schemas are the output of `terraform show -json` and `terraform
	// providers schema -json`.
	Plan, Schemas []byte
	Product       string // terraform or opentofu
	Mode          string // normal or refresh-only
	// Shown has words that must be in the printed plan. They are in strings
	// that are new, gone or changed, are not sensitive, and are not hidden as
	// unimportant.
	Shown []Shown
}

// Shown has the words that must be printed for a resource.
type Shown struct {
	Address string
	Words   []string
}

// Bytes returns bytes for Make from a seed.
func Bytes(seed uint64) []byte {
	r := rand.New(rand.NewPCG(seed, 1))
	out := make([]byte, 4096)
	for i := range out {
		out[i] = byte(r.Uint32())
	}
	return out
}

// maker makes decisions from bytes. When there are none left, it takes the
// simplest ones.
type maker struct {
	data  []byte
	words int
	opts  Options
	emitter
	shown []Shown
}

func (g *maker) n(limit int) int {
	if len(g.data) == 0 || limit < 2 {
		return 0
	}
	b := g.data[0]
	g.data = g.data[1:]
	return int(b) % limit
}

// oneIn returns true about once in so many calls, and false if there are no bytes
// left.
func (g *maker) oneIn(in int) bool { return len(g.data) > 0 && g.n(in) == in-1 }

// Make generates a plan. The same bytes give the same plan.
func Make(data []byte, opts Options) Document {
	g := &maker{data: data, opts: opts, emitter: emitter{secrets: true}}
	g.redact = g.oneIn(4)
	doc := Document{Product: "terraform", Mode: "normal"}
	registry := "registry.terraform.io"
	if opts.OpenTofu {
		doc.Product, registry = "opentofu", "registry.opentofu.org"
	}
	if g.oneIn(6) {
		doc.Mode = "refresh-only"
	}
	provider := registry + "/acme/made"
	types := []*typ{g.resource(), g.resource()}
	var resources, changes, drift, relevant []string
	for i, t := range types {
		resources = append(resources, quote(typeName(i))+`:{"version":0,"block":`+t.block()+`}`)
	}
	entry := func(i int, name, change string) string {
		t := typeName(i)
		return `{"address":` + quote(t+"."+name) + `,"mode":"managed","type":` + quote(t) + `,"name":` + quote(name) +
			`,"provider_name":` + quote(provider) + `,"change":` + change + `}`
	}
	for i, t := range types {
		for j := range 1 + g.n(2) {
			name := "r" + strconv.Itoa(j)
			changes = append(changes, entry(i, name, g.change(t, typeName(i)+"."+name)))
		}
		if !opts.NoChanges && g.oneIn(2) {
			change, paths := g.drift(t, typeName(i)+".drifted", doc.Mode)
			drift = append(drift, entry(i, "drifted", change))
			for _, p := range paths {
				relevant = append(relevant, `{"resource":`+quote(typeName(i)+".drifted")+`,"attribute":`+p+`}`)
			}
		}
	}
	if len(drift) > 0 {
		// If nothing else happens in a plan, drift is not mentioned.
		changes = append(changes, entry(0, "new", g.spell(`"create"`, &value{}, emptyObject(types[0]), "")))
	}
	outputs := g.outputs()
	if len(drift) > 0 && doc.Mode == "refresh-only" {
		changes, outputs = nil, nil
		g.shown = slices.DeleteFunc(g.shown, func(s Shown) bool { return !strings.HasSuffix(s.Address, ".drifted") })
	}
	doc.Shown = g.shown
	doc.Plan = []byte(`{"format_version":"1.2","terraform_version":"1.11.4","resource_changes":[` + strings.Join(changes, ",\n") +
		`],"resource_drift":[` + strings.Join(drift, ",\n") + `],"relevant_attributes":[` + strings.Join(relevant, ",") +
		`],"output_changes":{` + strings.Join(outputs, ",\n") + `}}`)
	doc.Schemas = []byte(`{"format_version":"1.0","provider_schemas":{` + quote(provider) + `:{"resource_schemas":{` +
		strings.Join(resources, ",\n") + `}}}}`)
	return doc
}

// emptyObject is an object that only has its key.
func emptyObject(t *typ) *value {
	v := &value{kind: obj}
	for _, m := range t.members {
		p := &value{}
		if m.typ.blocks && (m.typ.kind == list || m.typ.kind == set) {
			p.kind = array
		}
		v.set(m.name, p)
	}
	v.set("key", &value{kind: str, raw: "new"})
	return v
}

func typeName(i int) string { return "made_t" + strconv.Itoa(i) }

// change returns the change of a resource.
func (g *maker) change(t *typ, address string) string {
	before := g.whole(t)
	if g.opts.NoChanges {
		return g.spell(`"no-op"`, before, before.copy(), "")
	}
	after := g.whole(t)
	if !g.oneIn(4) {
		after = g.after(t, before)
	}
	shown := true
	extra := ""
	actions := `"update"`
	switch g.n(12) {
	case 0:
		actions, before = `"create"`, &value{}
	case 1:
		actions, after = `"delete"`, &value{}
	case 2:
		actions, extra = `"delete","create"`, g.replacePaths(t, before, after)
	case 3:
		actions, extra = `"create","delete"`, g.replacePaths(t, before, after)
	case 4:
		actions, after, extra = `"no-op"`, before.copy(), `,"importing":{"id":"i"}`
	case 5:
		extra = `,"importing":{"id":"i"}`
	case 6:
		// One of the products prints forgotten resources as they are.
		actions, after, shown = `"forget"`, &value{}, false
	case 7:
		if g.opts.OpenTofu {
			actions, extra = `"forget","create"`, g.replacePaths(t, before, after)
		}
	}
	if shown {
		g.expect(address, before, after)
	}
	return g.spell(actions, before, after, extra)
}

// whole returns a resource, which is never null.
func (g *maker) whole(t *typ) *value {
	v := g.fresh(t, 0)
	for v.kind == null {
		if len(g.data) == 0 {
			return g.known(t, 0)
		}
		v = g.fresh(t, 0)
	}
	v.tidySets(t)
	return v
}

func (g *maker) after(t *typ, before *value) *value {
	v := *before
	v.keys, v.parts = slices.Clone(before.keys), nil
	for i, m := range t.members {
		p := before.parts[i].copy()
		if !m.writeOnly && g.oneIn(2) {
			p = g.changed(before.parts[i], m.typ, 1)
		}
		v.parts = append(v.parts, p)
	}
	v.tidySets(t)
	return &v
}

func (g *maker) spell(actions string, before, after *value, extra string) string {
	return `{"actions":[` + actions + `],"before":` + g.value(before, false, false) + `,"after":` + g.value(after, false, false) +
		`,"after_unknown":` + flags(after, isUnknown) + `,"before_sensitive":` + flags(before, isMarked) +
		`,"after_sensitive":` + flags(after, isMarked) + extra + `}`
}

// drift returns a change made outside the product, with the relevant paths.
func (g *maker) drift(t *typ, address, mode string) (change string, relevant []string) {
	before := g.whole(t)
	after := g.after(t, before)
	known(after)
	after.tidySets(t)
	whole := g.oneIn(4)
	if whole {
		relevant = append(relevant, "[]")
	}
	for range g.n(5) {
		side := before
		if g.oneIn(2) {
			side = after
		}
		relevant = append(relevant, "["+strings.Join(g.path(t, side, nil), ",")+"]")
	}
	if whole || mode == "refresh-only" {
		g.expect(address, before, after)
	}
	return g.spell(`"update"`, before, after, ""), relevant
}

// known replaces unknown values with null, since nothing is unknown about the
// past.
func known(v *value) {
	v.unknown = false
	for _, p := range v.parts {
		known(p)
	}
}

func (g *maker) replacePaths(t *typ, before, after *value) string {
	var paths []string
	for range g.n(4) {
		side := before
		if g.oneIn(2) {
			side = after
		}
		// A sensitive change of type is deliberately printed differently.
		path := g.path(t, side, func(t *typ) bool { return !t.holdsJSON })
		if path != nil {
			paths = append(paths, "["+strings.Join(path, ",")+"]")
		}
	}
	return `,"replace_paths":[` + strings.Join(paths, ",") + `]`
}

// path returns a path to some part of a value whose type is accepted by fine;
// nil accepts all types.
func (g *maker) path(t *typ, v *value, fine func(*typ) bool) (path []string) {
	for v.kind >= array && len(v.parts) > 0 && (len(path) == 0 || !g.oneIn(3)) {
		i := g.n(len(v.parts))
		step := strconv.Itoa(i)
		if v.kind == obj {
			step = quote(v.keys[i])
		}
		next := t
		switch t.kind {
		case object, tuple:
			next = t.members[i].typ
		case list, set, mapping:
			next = t.elem
		}
		if fine != nil && !fine(next) {
			return path
		}
		path, t, v = append(path, step), next, v.parts[i]
	}
	return path
}

func (g *maker) outputs() (out []string) {
	for i := range g.n(4) {
		name := "out" + strconv.Itoa(i)
		before := g.anything(2)
		after := g.changeParts(before.copy(), 2)
		actions := `"update"`
		switch {
		case g.opts.NoChanges:
			actions, after = `"no-op"`, before.copy()
		case before.kind == null && g.oneIn(2):
			actions = `"create"`
		}
		if g.oneIn(8) {
			before.mark, after.mark = true, g.opts.NoChanges || !g.oneIn(4)
		}
		out = append(out, quote(name)+":"+g.spell(actions, before, after, ""))
		g.expect("", before, after)
	}
	return out
}
