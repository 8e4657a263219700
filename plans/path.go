package plans

import (
	"math"
	"strconv"
	"strings"

	"github.com/planfmt/planfmt/internal/base/slab"
)

// Step is a step of a [Path]. It leads to a member of a map, an object or a block,
// or to an element of a list, a set or a tuple.
type Step struct {
	key   string
	index int // of the element, or keyStep
}

// keyStep takes the place of the index in a step to a member.
const keyStep = math.MinInt

// Key returns the step to the member with the name k.
func Key(k string) Step { return Step{key: k, index: keyStep} }

// Index returns the step to the element with the index i. The first one is 0.
func Index(i int) Step { return Step{index: max(i, keyStep+1)} }

func (s Step) isKey() bool { return s.index == keyStep }

// Key returns the name of the member, and whether the step leads to a member.
func (s Step) Key() (string, bool) { return s.key, s.isKey() }

// Index returns the index of the element, and whether the step leads to an element.
func (s Step) Index() (int, bool) {
	if s.isKey() {
		return 0, false
	}
	return s.index, true
}

// Path leads from a resource or an output to a value inside it. The zero Path, which is
// empty, leads to the whole. A Path is one pointer: it shares its steps with the path of
// the value around it. Use [Path.Equal] to compare paths.
type Path struct {
	_    [0]func() // two equal paths can have different pointers, so there is no ==
	last *link
}

// link is the last step of a path, with the path before it.
type link struct {
	before *link
	step   Step
}

// NewPath returns the path with these steps.
func NewPath(steps ...Step) Path {
	var p Path
	for _, s := range steps {
		p = p.Child(s)
	}
	return p
}

// Child returns the path with one more step.
func (p Path) Child(s Step) Path { return Path{last: &link{p.last, s}} }

// Clone returns the path with copies of its names, for whoever keeps it longer than the document's bytes.
func (p Path) Clone() Path {
	var c Path
	for _, s := range p.Steps() {
		if name, ok := s.Key(); ok {
			s = Key(strings.Clone(name))
		}
		c = c.Child(s)
	}
	return c
}

// IsEmpty reports whether the path leads to the whole.
func (p Path) IsEmpty() bool { return p.last == nil }

// Steps returns a new slice of the steps, the outermost first. For the empty path, it is
// empty.
func (p Path) Steps() []Step {
	n := 0
	for l := p.last; l != nil; l = l.before {
		n++
	}
	steps := make([]Step, n)
	for l := p.last; l != nil; l = l.before {
		n--
		steps[n] = l.step
	}
	return steps
}

// Last returns the last step. ok is false if the path is empty.
func (p Path) Last() (s Step, ok bool) {
	if p.last == nil {
		return Step{}, false
	}
	return p.last.step, true
}

// Equal reports whether both paths have the same steps.
func (p Path) Equal(q Path) bool {
	a, b := p.last, q.last
	for a != b && a != nil && b != nil && a.step == b.step {
		a, b = a.before, b.before
	}
	return a == b
}

// String returns the path as configuration spells it: tags["Name"], disk[0].size.
func (p Path) String() string {
	var b strings.Builder
	for i, s := range p.Steps() {
		switch {
		case !s.isKey():
			b.WriteByte('[')
			b.WriteString(strconv.Itoa(s.index))
			b.WriteByte(']')
		case isWord(s.key):
			if i > 0 {
				b.WriteByte('.')
			}
			b.WriteString(s.key)
		default:
			b.WriteByte('[')
			b.WriteString(SpellKey(s.key))
			b.WriteByte(']')
		}
	}
	return b.String()
}

// SpellKey returns a key as it stands in a path, without brackets: in quotes unless it is a word.
func SpellKey(key string) string {
	if isWord(key) {
		return key
	}
	return strconv.Quote(key)
}

func isWord(s string) bool {
	for i := 0; i < len(s); i++ {
		c := s[i]
		if c != '_' && (c|0x20 < 'a' || c|0x20 > 'z') && (i == 0 || c != '-' && (c < '0' || c > '9')) {
			return false
		}
	}
	return s != ""
}

// Paths makes paths in a few large allocations. As long as any path is in use, so may be
// all that were made before it. The zero Paths is ready to use, by one goroutine. A nil one
// allocates each path by itself.
type Paths struct{ links slab.Slab[link] }

// pathsLen is how many steps are allocated at a time, at most.
const pathsLen = 128

// Reset makes the memory of all paths that were made available again. None of them may be in use any more.
func (p *Paths) Reset() { p.links.Reset() }

// Child returns the same as [Path.Child].
func (p *Paths) Child(parent Path, s Step) Path {
	if p == nil {
		return parent.Child(s)
	}
	return Path{last: &append(p.links.Take(1, pathsLen), link{parent.last, s})[0]}
}
