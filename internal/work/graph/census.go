package graph

import (
	"encoding/binary"
	"slices"
	"strconv"
	"strings"

	"github.com/planfmt/planfmt/internal/read/source"
	"github.com/planfmt/planfmt/plans"
)

// census counts the instances that a plan knows. Expressions refer to a resource as the configuration declares it, so most of its instances
// depend on the same things, and the same things depend on them. Such instances are one group: the census keeps how many they are, and of each
// a few bytes. Only instances that a reference names by their keys are groups of their own.
type census struct {
	apart   bool // whether instances of modules are told apart
	blocks  map[string]*graphBlock
	byPlain map[string][]*graphBlock // by the address without any key
	all     []*group
	named   map[string]bool   // addresses in modules that references name
	byName  map[string]*group // the groups of one instance each, which a reference names
	groups  map[groupID]*group

	profiles []profile        // the first one is of instances that are not known
	ids      map[string]int32 // of profiles
	spelled  []byte           // of one that is looked up
	others   rest             // the profiles of the instances that have no place in their block
}

// graphBlock is a resource in an instance of a module, or in all of them if these are not told apart.
type graphBlock struct {
	number  int // of the block
	address string
	plain   string // without any key
	managed bool
	count   int     // of instances
	keys    []int32 // the profiles of those that have no key, or a small number; see placeOf
	groups  []*group
}

// group is instances of a block of which the same is true.
type group struct {
	*graphBlock
	profile
	n      int
	vertex int32
}

type groupID struct {
	*graphBlock
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
		apart: apart, blocks: map[string]*graphBlock{}, byPlain: map[string][]*graphBlock{}, named: map[string]bool{}, byName: map[string]*group{},
		groups: map[groupID]*group{}, profiles: []profile{{}}, ids: map[string]int32{}, others: newRest(),
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
		g.profile = g.withFacts(facts, dependsOn)
		return
	}
	name, key := s.split(address)
	b := s.blockOf(name)
	at := s.cell(b, key)
	old := s.read(at)
	id := s.idOf(s.profiles[old].withFacts(facts, dependsOn))
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
	return s.groups[groupID{b, s.read(s.cell(b, key))}]
}

func (s *census) isNamed(address string) bool {
	if len(s.named) == 0 {
		return false
	}
	_, local := plans.SplitModule(address)
	return s.named[local]
}

// split returns the address of the block that an instance is of, and what tells it from others of the block: its key, or all of the address if there
// are keys before it that the block is without.
func (s *census) split(address string) (name, key string) {
	name, key = plans.SplitKey(address)
	if len(name)+len(key) != len(address) {
		key = "" // no address that Terraform has written
	}
	if s.apart {
		return name, key
	}
	if bare := Plain(name); bare != name {
		return bare, address
	}
	return name, key
}

func (s *census) blockOf(name string) *graphBlock {
	b := s.blocks[name]
	if b == nil {
		name = strings.Clone(name) // not all of a longer address
		b = &graphBlock{number: len(s.blocks), address: name, plain: Plain(name), managed: plans.ResourceMode(name) == "managed"}
		s.blocks[name] = b
		s.byPlain[b.plain] = append(s.byPlain[b.plain], b)
	}
	return b
}

func (s *census) newGroup(b *graphBlock, p profile) *group {
	g := &group{graphBlock: b, profile: p, vertex: -1}
	b.groups, s.all = append(b.groups, g), append(s.all, g)
	return g
}

// cell says where the profile of an instance is kept.
type cell struct {
	*graphBlock
	place int    // in keys, or -1
	key   string // among the others
}

// cell returns the cell of an instance. It stays the same once something has been written to it.
func (s *census) cell(b *graphBlock, key string) cell {
	place := placeOf(key)
	isTaken := place >= 0 && place < len(b.keys) && b.keys[place] != 0
	if !isTaken && (place > 4*b.count+16 || s.others.get(b, key) != 0) {
		place = -1
	}
	return cell{b, place, key}
}

func (s *census) read(c cell) int32 {
	switch {
	case c.place < 0:
		return s.others.get(c.graphBlock, c.key)
	case c.place < len(c.keys):
		return c.keys[c.place]
	}
	return 0
}

func (s *census) write(c cell, id int32) {
	if c.place < 0 {
		s.others.set(c.graphBlock, c.key, id)
		return
	}
	if n := c.place + 1; n > len(c.keys) {
		c.keys = append(c.keys, make([]int32, n-len(c.keys))...)
	}
	c.keys[c.place] = id
}

// placeOf returns the index of an instance in the keys of a block: the first one is without a key. It is -1 if an array can have no place for the key.
func placeOf(key string) int {
	if key == "" {
		return 0
	}
	if len(key) < 3 || len(key) > 11 || key[0] != '[' || key[len(key)-1] != ']' {
		return -1
	}
	digits := key[1 : len(key)-1]
	if n, err := strconv.Atoi(digits); err == nil && n >= 0 && strconv.Itoa(n) == digits {
		return n + 1
	}
	return -1
}

// withFacts returns the profile with what another entry says.
func (p profile) withFacts(facts instanceFacts, dependsOn []string) profile {
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
