package graph

import (
	"encoding/binary"
	"hash/maphash"
	"slices"
	"strconv"
	"strings"

	"github.com/planfmt/planfmt/internal/source"
	"github.com/planfmt/planfmt/plans"
)

// census counts the instances that a plan knows. Expressions refer to a resource as the configuration declares it, so most of its instances
// depend on the same things, and the same things depend on them. Such instances are one group: the census keeps how many they are, and of each
// a few bytes. Only instances that a reference names by their keys are groups of their own.
type census struct {
	apart   bool // whether instances of modules are told apart
	blocks  map[string]*block
	byPlain map[string][]*block // by the address without any key
	all     []*group
	named   map[string]bool   // addresses in modules that references name
	byName  map[string]*group // the groups of one instance each, which a reference names
	groups  map[groupID]*group

	profiles []profile        // the first one is of instances that are not known
	ids      map[string]int32 // of profiles
	spelled  []byte           // of one that is looked up
	others   map[uint64]int32 // the profiles of instances whose keys are no small numbers, by the hash of the address
	seed     maphash.Seed
}

// block is a resource in an instance of a module, or in all of them if these are not told apart.
type block struct {
	address string
	plain   string // without any key
	managed bool
	count   int     // of instances
	keys    []int32 // the profiles of those whose keys are numbers
	groups  []*group
}

// group is instances of a block of which the same is true.
type group struct {
	*block
	profile
	n      int
	vertex int32
}

type groupID struct {
	*block
	profile int32
}

// profile is what the plan says about an instance.
type profile struct {
	facts     instanceFacts
	dependsOn []string // what the state has recorded
}

// instanceFacts are what is true of an instance.
type instanceFacts uint8

const (
	isKnown    instanceFacts = 1 << iota
	changes                  // something happens to it
	goesAway                 // it is replaced or destroyed
	isCreated                // the plan creates it
	isRecorded               // the state has it
)

func newCensus(c *source.Configuration, apart bool) *census {
	s := &census{
		apart: apart, blocks: map[string]*block{}, byPlain: map[string][]*block{}, named: map[string]bool{}, byName: map[string]*group{},
		groups: map[groupID]*group{}, profiles: []profile{{}}, ids: map[string]int32{}, others: map[uint64]int32{}, seed: maphash.MakeSeed(),
	}
	if c == nil || !apart {
		return s
	}
	for text := range c.References() {
		if r, ok := source.ParseReference(text); ok && r.Kind == source.ResourceReference && r.Key != "" {
			s.named[r.Name+r.Key] = true
		}
	}
	return s
}

// note adds what an entry says about an instance.
func (s *census) note(address string, facts instanceFacts, dependsOn []string) {
	facts |= isKnown
	if s.isNamed(address) {
		g := s.byName[address]
		if g == nil {
			name, _ := s.split(address)
			g = s.newGroup(s.blockOf(name), profile{})
			g.n, s.byName[strings.Clone(address)] = 1, g
			g.count++
		}
		g.profile = g.with(facts, dependsOn)
		return
	}
	name, key := s.split(address)
	b := s.blockOf(name)
	at := s.cell(b, key, address)
	old := s.read(at)
	id := s.idOf(s.profiles[old].with(facts, dependsOn))
	switch {
	case id == old:
		return
	case old == 0:
		b.count++
	default:
		s.groups[groupID{b, old}].n--
	}
	g := s.groups[groupID{b, id}]
	if g == nil {
		g = s.newGroup(b, s.profiles[id])
		s.groups[groupID{b, id}] = g
	}
	g.n++
	s.write(at, id)
}

// end leaves out the groups that are empty, when everything has been noted.
func (s *census) end() {
	isEmpty := func(g *group) bool { return g.n == 0 }
	s.all = slices.DeleteFunc(s.all, isEmpty)
	for _, b := range s.blocks {
		b.groups = slices.DeleteFunc(b.groups, isEmpty)
	}
}

// groupOf returns the group of an instance, or nil if it is not known.
func (s *census) groupOf(address string) *group {
	if g := s.byName[address]; g != nil {
		return g
	}
	name, key := s.split(address)
	b := s.blocks[name]
	if b == nil {
		return nil
	}
	return s.groups[groupID{b, s.read(s.cell(b, key, address))}]
}

func (s *census) isNamed(address string) bool {
	if len(s.named) == 0 {
		return false
	}
	_, local := plans.SplitModule(address)
	return s.named[local]
}

// split returns the address of the block that an instance is of, and its key as far as that tells it from others of the block.
func (s *census) split(address string) (name, key string) {
	name, key = plans.SplitKey(address)
	if len(name)+len(key) != len(address) {
		key = "" // no address that Terraform has written
	}
	if s.apart {
		return name, key
	}
	if bare := plain(name); bare != name {
		return bare, ""
	}
	return name, key
}

func (s *census) blockOf(name string) *block {
	b := s.blocks[name]
	if b == nil {
		name = strings.Clone(name) // not all of a longer address
		b = &block{address: name, plain: plain(name), managed: plans.ResourceMode(name) == "managed"}
		s.blocks[name] = b
		s.byPlain[b.plain] = append(s.byPlain[b.plain], b)
	}
	return b
}

func (s *census) newGroup(b *block, p profile) *group {
	g := &group{block: b, profile: p, vertex: -1}
	b.groups, s.all = append(b.groups, g), append(s.all, g)
	return g
}

// cell says where the profile of an instance is kept.
type cell struct {
	*block
	number int    // in keys, or -1
	hash   uint64 // in others
}

// cell returns the cell of an instance. It stays the same once something has been written to it.
func (s *census) cell(b *block, key, address string) cell {
	n := numberOf(key)
	if n >= 0 && n < len(b.keys) && b.keys[n] != 0 {
		return cell{block: b, number: n}
	}
	c := cell{block: b, number: -1, hash: maphash.String(s.seed, address)}
	if n >= 0 && n < 4*b.count+16 && s.others[c.hash] == 0 {
		c.number = n
	}
	return c
}

func (s *census) read(c cell) int32 {
	switch {
	case c.number < 0:
		return s.others[c.hash]
	case c.number < len(c.keys):
		return c.keys[c.number]
	}
	return 0
}

func (s *census) write(c cell, id int32) {
	if c.number < 0 {
		s.others[c.hash] = id
		return
	}
	if n := c.number + 1; n > len(c.keys) {
		c.keys = append(c.keys, make([]int32, n-len(c.keys))...)
	}
	c.keys[c.number] = id
}

// numberOf returns the number that a key is, or -1 if it is none that an array can have a place for.
func numberOf(key string) int {
	if len(key) < 3 || len(key) > 11 {
		return -1
	}
	digits := key[1 : len(key)-1]
	if n, err := strconv.Atoi(digits); err == nil && strconv.Itoa(n) == digits {
		return n
	}
	return -1
}

// with returns the profile with what another entry says.
func (p profile) with(facts instanceFacts, dependsOn []string) profile {
	p.facts |= facts
	switch {
	case len(p.dependsOn) == 0:
		p.dependsOn = dependsOn
	case len(dependsOn) > 0 && !slices.Equal(p.dependsOn, dependsOn):
		p.dependsOn = slices.Concat(p.dependsOn, dependsOn)
	}
	return p
}

// idOf returns the number of a profile.
func (s *census) idOf(p profile) int32 {
	s.spelled = append(s.spelled[:0], byte(p.facts))
	for _, on := range p.dependsOn {
		s.spelled = append(binary.AppendUvarint(s.spelled, uint64(len(on))), on...)
	}
	id, ok := s.ids[string(s.spelled)]
	if !ok {
		id = int32(len(s.profiles))
		s.profiles = append(s.profiles, p)
		s.ids[string(s.spelled)] = id
	}
	return id
}

// total returns how many instances there are in groups.
func total(groups []*group) (n int) {
	for _, g := range groups {
		n += g.n
	}
	return n
}
