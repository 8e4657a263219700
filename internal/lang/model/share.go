package model

import (
	"slices"
	"strconv"
	"strings"
)

// Shared is what expressions have in common that are the same, but stand in several places: each of them has the same value for the
// same target.
type Shared struct {
	uses int
}

// SharedAs returns what an expression has in common with others, or nil if it has nothing.
func (n *Node) SharedAs() *Shared {
	if n.shared == nil || n.shared.uses < 2 {
		return nil
	}
	return n.shared
}

func (n *Node) share(s *Shared) { n.shared = s }

// Sharing finds expressions that are the same. It is for expressions that are bound in scopes with the same types.
type Sharing struct {
	// Roots are the names whose values are the same wherever they stand.
	Roots   []string
	numbers map[string]int // of what is the same
	shared  map[int]*Shared
}

// Add adds an expression with all of its parts. It must be done before the expression is evaluated for the first time.
func (s *Sharing) Add(e Expr) {
	if s.numbers == nil {
		s.numbers, s.shared = map[string]int{}, map[int]*Shared{}
	}
	s.add(e, false)
}

// exprFacts is what is known of a part of an expression.
type exprFacts struct {
	number int
	// free is how many variables of the expressions around it there may be in it: those in the slots below.
	free int
	// own says that it has roots whose values differ.
	own bool
}

// add returns what is known of an expression. isSource says that a for expression goes over it: then its items are worth remembering.
func (s *Sharing) add(e Expr, isSource bool) exprFacts {
	var p exprFacts
	var key strings.Builder
	key.WriteString(Describe(e))
	notNull := false
	switch e := e.(type) {
	case *Root:
		p.own = !slices.Contains(s.Roots, e.Name)
	case *Variable:
		p.free, notNull = e.Slot+1, e.NotNull
	case *Attr:
		notNull = e.NotNull
	case *Index:
		notNull = e.NotNull
	case *Literal:
		p.own = !e.Value.IsPlain() || !e.Value.IsWhollyKnown()
	}
	if notNull {
		key.WriteString(" not null")
	}
	bound := boundSlots(e)
	for _, c := range children(e) {
		inner := s.add(c.expr, c.label == "in ")
		p.own = p.own || inner.own
		free := inner.free
		if len(bound) > 0 && c.label != "in " && c.label != "" { // not the source
			free = min(free, slices.Min(bound))
		}
		p.free = max(p.free, free)
		key.WriteByte(' ')
		key.WriteString(c.label)
		key.WriteString(strconv.Itoa(inner.number))
	}
	number, ok := s.numbers[key.String()]
	if !ok {
		number = len(s.numbers)
		s.numbers[key.String()] = number
	}
	p.number = number
	if !p.own && p.free == 0 && (!isSimple(e) || isSource) {
		one := s.shared[number]
		if one == nil {
			one = &Shared{}
			s.shared[number] = one
		}
		one.uses++
		e.share(one)
	}
	return p
}

// boundSlots are those that an expression binds for its parts.
func boundSlots(e Expr) []int {
	switch e := e.(type) {
	case *Splat:
		return []int{e.Slot}
	case *For:
		if e.KeySlot >= 0 {
			return []int{e.KeySlot, e.ValueSlot}
		}
		return []int{e.ValueSlot}
	}
	return nil
}

// isSimple reports whether it takes no longer to evaluate an expression than to remember what comes out.
func isSimple(e Expr) bool {
	switch e := e.(type) {
	case *Literal, *Root, *Variable:
		return true
	case *Attr:
		_, ok := e.Object.(*Root)
		return ok
	}
	return false
}
