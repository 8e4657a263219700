package review

import (
	"cmp"
	"iter"
	"slices"
	"strings"

	"github.com/planfmt/planfmt/computed"
	"github.com/planfmt/planfmt/internal/base/sorted"
	"github.com/planfmt/planfmt/internal/read/source"
	"github.com/planfmt/planfmt/plans"
)

// Renames are found by comparing every object that is destroyed with those of its type that
// are created. What is compared are the attributes at the top level that are known on both
// sides and have nothing sensitive in them. Each has a weight: how much its value says by
// itself (a bool says little), and how few of the others have it, too (a tag that all have
// says little). The weight of the same attributes, divided by that of all compared ones, is
// the score. A difference counts less if it is explained by the address, as that of a name
// that has the instance key in it.
//
// Objects that nothing tells apart form a class, and classes are matched. So there is no
// choice between objects that matters, or else none is made: if a class has two best
// partners, it is left out.
//
// Only classes that share a rare value are compared, so the time is nearly linear.

const (
	unit = 1000 // of weights

	minScore = 85 // per cent
	// minWeight is what the same attributes must weigh together: a text of about ten
	// characters that no other object has.
	minWeight = 2 * unit
	// maxPosting is how many classes may share a value by which partners are looked up, and
	// maxLookups by how many values they are.
	maxPosting = 32
	maxLookups = 8
)

// Object is an object that is destroyed or created, as [Renames] needs it.
type Object struct {
	text     string // the address in the plan
	address  address
	typ      string
	provider string
	action   plans.Action
	reason   plans.ActionReason
	traits   []trait // those that are not empty, sorted by name
	leaves   []leaf  // of all traits
}

// trait is the value of an attribute at the top level.
type trait struct {
	name string
	raw  uint64 // hash of the name and the value
	// general is the hash of the name and the value without what the address explains of it.
	general uint64
	info    int32 // how much it says by itself, in units; partners are found by attributes that say something
	plain   int32 // how much of that is from parts that the address does not explain
	blocks  int32 // of the same type, behind the first
	// from and to are where its leaves are in those of the object. A scalar has none there, see [Object.leavesOf].
	from, to int32
	state    fingerprintState
	isZero   bool // it is a scalar that many providers do not tell from null
}

// MayBeRenamed reports whether an object may be an end of a rename, by what the plan says
// about it.
func MayBeRenamed(h *plans.Header) bool {
	if h.Mode != "managed" || h.Deposed != "" || h.Importing != nil || h.Moved() {
		return false
	}
	switch h.Action {
	case plans.Create:
		return true
	case plans.Delete:
		// Something was moved here already, or it is switched off.
		return h.ActionReason != plans.DeleteBecauseNoMoveTarget && h.ActionReason != plans.DeleteBecauseEnabledFalse
	}
	return false
}

// Objects makes objects, one after the other: it reuses its memory. The zero value is ready to use.
type Objects struct {
	fingerprinter
	traits []trait
}

// New returns what [Renames] needs of a resource. ok is false if it cannot be renamed.
func (f *Objects) New(h *plans.Header, body computed.Diff) (o *Object, ok bool) {
	a, ok := parseAddress(h.Address)
	if !ok || !MayBeRenamed(h) || body.Renderer == nil {
		return nil, false
	}
	o = &Object{
		text: h.Address, address: a, typ: h.Type, provider: h.ProviderName,
		action: h.Action, reason: h.ActionReason,
	}
	f.created, f.words, f.leaves = h.Action == plans.Create, a.words(f.words[:0]), f.leaves[:0]
	traits := f.traits[:0]
	for p := range body.Content().Children() {
		name, block := p.Key, uint64(0)
		if p.Role == computed.PartBlock || p.Role == computed.PartUnknownBlocks {
			name = p.BlockType
		}
		from := len(f.leaves)
		if n := len(traits); n > 0 && traits[n-1].name == name { // a block of the same type
			t := &traits[n-1]
			t.blocks++
			t.join(f.value(&p.Diff, combine(uint64(t.blocks), hashText(p.Key)), true), hashText(name))
			t.to = int32(len(f.leaves))
			continue
		}
		if p.Role == computed.PartBlock {
			block = combine(0, hashText(p.Key))
		}
		v := f.value(&p.Diff, block, true)
		if v.isScalar && p.Role == computed.PartMember {
			f.leaves = f.leaves[:from]
		}
		named := hashText(name)
		t := trait{
			name: name, raw: combine(named, v.raw), general: combine(named, v.general), info: v.info, plain: v.plain, state: v.state, isZero: v.isZero,
			from: int32(from), to: int32(len(f.leaves)),
		}
		if v.state != known {
			t.info = 0
		}
		traits = append(traits, t)
	}
	o.leaves = slices.Clone(f.leaves)
	o.traits = slices.Clone(slices.DeleteFunc(traits, func(t trait) bool { return t.state == empty }))
	clear(traits) // the names are those of a document
	f.traits = traits
	sorted.Stable(o.traits, func(a, b trait) int { return strings.Compare(a.name, b.name) })
	return o, true
}

// join adds a block to those of its type, given the hash of the name.
func (a *trait) join(v hashed, named uint64) {
	// Sums, because blocks may form a set.
	a.raw, a.general = a.raw+combine(named, v.raw), a.general+combine(named, v.general)
	switch {
	case a.state == hidden || v.state == hidden:
		a.state, a.info = hidden, 0
	case v.state == known:
		a.state = known
	}
	if a.info > 0 {
		a.info, a.plain = min(a.info+v.info, maxInfo), min(a.plain+v.plain, maxInfo)
	}
}

// words appends the parts of an address that may occur in values, the longest first.
func (a address) words(words []string) []string {
	words = append(words, a.name, keyText(a.key))
	for _, m := range a.modules {
		words = append(words, m.name, keyText(m.key))
	}
	sorted.Stable(words, func(a, b string) int {
		return cmp.Or(cmp.Compare(len(b), len(a)), strings.Compare(a, b))
	})
	words = slices.Compact(words)
	return slices.DeleteFunc(words, func(w string) bool { return w == "" })
}

// class is a number of objects that nothing but their addresses tells apart.
type class struct {
	objects    []*Object // sorted by address
	attributes []trait
}

// classesOf sorts objects into classes by the attributes that count.
func classesOf(objects []*Object, counts func(name string) bool) []*class {
	byHash := map[uint64]*class{}
	var classes []*class
	var attributes []trait
	for _, o := range objects {
		attributes = attributes[:0]
		sum := uint64(0)
		for _, t := range o.traits {
			if t.info > 0 && counts(t.name) {
				attributes = append(attributes, t)
				sum = combine(sum, t.raw)
			}
		}
		if byHash[sum] == nil {
			byHash[sum] = &class{attributes: slices.Clone(attributes)}
			classes = append(classes, byHash[sum])
		}
		byHash[sum].objects = append(byHash[sum].objects, o)
	}
	return classes
}

// Renames returns the likely renames among objects, sorted by the new address. The headers
// are those of all changes of the plan. With the configuration, which may be nil, they tell
// whether all of a module moves. forcing has the attributes of which the plan says that they force the replacement of a
// resource.
func Renames(objects []*Object, changes iter.Seq[*plans.Header], config *source.Configuration, forcing ForcingAttributes) []computed.Rename {
	type kind struct{ typ, provider string }
	type sides struct{ deleted, created []*Object }
	byKind := map[kind]*sides{}
	var kinds []*sides
	for _, o := range slices.SortedFunc(slices.Values(objects), func(a, b *Object) int { return plans.CompareAddresses(a.text, b.text) }) {
		k := kind{o.typ, o.provider}
		if byKind[k] == nil {
			byKind[k] = &sides{}
			kinds = append(kinds, byKind[k])
		}
		if s := byKind[k]; o.action == plans.Create {
			s.created = append(s.created, o)
		} else {
			s.deleted = append(s.deleted, o)
		}
	}
	var found []rename
	for _, s := range kinds {
		if len(s.deleted) > 0 && len(s.created) > 0 {
			found = append(found, match(s.deleted, s.created)...)
		}
	}
	sorted.Stable(found, func(a, b rename) int { return plans.CompareAddresses(a.to.text, b.to.text) })
	modules := movedModules(found, changes, config)
	var out []computed.Rename
	for _, r := range found {
		c := computed.Rename{From: r.from.text, To: r.to.text, Type: r.to.typ}
		r.compare(&c, forcing)
		if pair := r.modules(); modules[pair] {
			c.FromModule, c.ToModule = pair[0], pair[1]
		}
		out = append(out, c)
	}
	return out
}

// rename is a likely rename.
type rename struct{ from, to *Object }

// edge is a possible match of two classes.
type edge struct {
	deleted, created int // indexes of classes
	score
}

// score says how alike two classes are.
type score struct {
	percent int
	weight  int // of what is the same
	near    int // how much of the addresses is the same
}

// rank puts scores in order. Equal ranks cannot be told apart.
func (s score) rank() int { return s.percent<<3 | s.near }

// likely reports whether the objects are so alike that they may be the same.
func (s score) likely() bool {
	least := minWeight
	if s.percent == 100 && s.near >= sameName+sameKey { // it is in another module, and nothing else
		least /= 4
	}
	return s.percent >= minScore && s.weight >= least
}

// match finds the likely renames among the objects of a type.
func match(deleted, created []*Object) []rename {
	names := map[string]bool{}
	for _, o := range created {
		for _, t := range o.traits {
			if t.info > 0 {
				names[t.name] = true
			}
		}
	}
	m := matcher{
		deleted: classesOf(deleted, func(name string) bool { return names[name] }),
		created: classesOf(created, func(string) bool { return true }),
	}
	m.count()
	edges := m.edges()
	sorted.Stable(edges, func(a, b edge) int {
		return cmp.Or(cmp.Compare(b.rank(), a.rank()), cmp.Compare(a.created, b.created), cmp.Compare(a.deleted, b.deleted))
	})
	var out []rename
	usedDeleted, usedCreated := make([]bool, len(m.deleted)), make([]bool, len(m.created))
	for len(edges) > 0 {
		n := 1
		for n < len(edges) && edges[n].rank() == edges[0].rank() {
			n++
		}
		level := slices.DeleteFunc(slices.Clone(edges[:n]), func(e edge) bool { return usedDeleted[e.deleted] || usedCreated[e.created] })
		edges = edges[n:]
		choicesDeleted, choicesCreated := map[int]int{}, map[int]int{}
		for _, e := range level {
			choicesDeleted[e.deleted]++
			choicesCreated[e.created]++
		}
		for _, e := range level {
			usedDeleted[e.deleted], usedCreated[e.created] = true, true
			if choicesDeleted[e.deleted] == 1 && choicesCreated[e.created] == 1 {
				out = append(out, pairs(m.deleted[e.deleted], m.created[e.created])...)
			}
		}
	}
	return out
}

// pairs matches the objects of two classes: first those with the same name and key, and the
// others in the order of their addresses.
func pairs(d, c *class) []rename {
	var out []rename
	add := func(from, to *Object) {
		if !excludes(from, to) {
			out = append(out, rename{from, to})
		}
	}
	type local struct{ name, key string }
	byName := map[local][]*Object{}
	for _, o := range d.objects {
		l := local{o.address.name, o.address.key}
		byName[l] = append(byName[l], o)
	}
	used := map[*Object]bool{}
	var rest []*Object
	for _, to := range c.objects {
		l := local{to.address.name, to.address.key}
		if len(byName[l]) == 0 {
			rest = append(rest, to)
			continue
		}
		from := byName[l][0]
		byName[l], used[from] = byName[l][1:], true
		add(from, to)
	}
	for _, from := range d.objects {
		if !used[from] && len(rest) > 0 {
			add(from, rest[0])
			rest = rest[1:]
		}
	}
	return out
}

// excludes reports whether the reason for which an object is destroyed contradicts that it
// got another address.
func excludes(from, to *Object) bool {
	switch from.reason {
	case plans.DeleteBecauseNoResourceConfig: // the block is gone
		return from.address.block() == to.address.block()
	case plans.DeleteBecauseNoModule:
		return len(from.address.modules) > 0 && slices.Equal(from.address.modules, to.address.modules)
	}
	return false
}

// modules are the addresses of the outermost modules that differ, if the rest of both
// addresses is the same.
func (r rename) modules() (pair [2]string) {
	a, b := r.from.address, r.to.address
	if a.typ != b.typ || a.name != b.name || a.key != b.key {
		return pair
	}
	x, y := a.modules, b.modules
	for len(x) > 0 && len(y) > 0 && x[len(x)-1] == y[len(y)-1] {
		x, y = x[:len(x)-1], y[:len(y)-1]
	}
	if len(x) == 0 || len(y) == 0 {
		return pair
	}
	return [2]string{moduleAddress(x), moduleAddress(y)}
}

// movedModules returns the pairs of modules of which all resources move from the one to the
// other.
func movedModules(renames []rename, changes iter.Seq[*plans.Header], config *source.Configuration) map[[2]string]bool {
	moves := map[[2]string]int{}
	for _, r := range renames {
		// If the module is gone, there is nothing in it but what is destroyed.
		pair := r.modules()
		if pair[0] != "" && (r.from.reason == plans.DeleteBecauseNoModule || lacksCall(config, pair[0])) {
			moves[pair]++
		}
	}
	if len(moves) == 0 {
		return nil
	}
	inModule := map[string]int{}
	for h := range changes {
		if a, ok := parseAddress(h.Address); ok {
			for n := range a.modules {
				inModule[moduleAddress(a.modules[:n+1])]++
			}
		}
	}
	out := map[[2]string]bool{}
	for pair, n := range moves {
		out[pair] = n == inModule[pair[0]]
	}
	return out
}

// lacksCall reports whether the configuration does not call a module any more.
func lacksCall(config *source.Configuration, module string) bool {
	a, ok := parseAddress(module + ".x.x")
	if config == nil || !ok {
		return false
	}
	m := &config.Root
	for _, s := range a.modules {
		call := m.Calls[s.name]
		if call == nil {
			return true
		}
		m = &call.Module
	}
	return false
}
