package review

import (
	"cmp"
	"iter"
	"slices"

	"github.com/planfmt/planfmt/computed"
	"github.com/planfmt/planfmt/plans"
)

// ForcingAttributes are the names of attributes, by the type of the resource, of which a plan says that they force a replacement. A
// provider's schema does not say it of any attribute, so an attribute that is not here may force a replacement, too.
type ForcingAttributes map[string]map[string]bool

// Add adds the attributes in the paths that force the replacement of a resource.
func (f ForcingAttributes) Add(typ string, paths []plans.Path) {
	for _, p := range paths {
		if steps := p.Steps(); len(steps) > 0 {
			if f[typ] == nil {
				f[typ] = map[string]bool{}
			}
			f[typ][stepText(steps[0])] = true
		}
	}
}

// leaf is a part of an attribute that is compared as a whole.
type leaf struct {
	path         uint64 // a hash
	raw, general uint64
	state        leafState
}

type leafState uint8

const (
	knownLeaf leafState = iota
	unknownLeaf
	sensitiveLeaf
)

// leavesOf returns the leaves of a trait.
func (o *Object) leavesOf(t *trait) []leaf {
	if t.from == t.to && t.state == known { // a scalar
		return []leaf{{raw: t.raw, general: t.general}}
	}
	return o.leaves[t.from:t.to]
}

// compare says of each attribute how both objects differ in it.
func (r *rename) compare(out *computed.Rename, forcing ForcingAttributes) {
	for a, b := range mergeTraits(r.from.traits, r.to.traits) {
		name := cmp.Or(a.name, b.name)
		verdict := r.compareTraits(a, b)
		switch verdict {
		case sameTrait:
			out.Same++
		case derivedTrait:
			out.Derived = append(out.Derived, name)
		case differentTrait:
			out.Different = append(out.Different, name)
		case hiddenTrait:
			out.Hidden = append(out.Hidden, name)
			continue
		default:
			continue
		}
		out.Compared++
		if verdict != sameTrait && forcing[r.to.typ][name] {
			out.Forcing = append(out.Forcing, name)
		}
	}
}

// mergeTraits yields the traits of both sides with the same name.
func mergeTraits(x, y []trait) iter.Seq2[*trait, *trait] {
	none := trait{state: empty}
	return func(yield func(a, b *trait) bool) {
		for len(x) > 0 || len(y) > 0 {
			a, b := &none, &none
			switch {
			case len(y) == 0 || len(x) > 0 && x[0].name < y[0].name:
				a, x = &x[0], x[1:]
			case len(x) == 0 || y[0].name < x[0].name:
				b, y = &y[0], y[1:]
			default:
				a, x, b, y = &x[0], x[1:], &y[0], y[1:]
			}
			if !yield(a, b) {
				return
			}
		}
	}
}

type traitVerdict uint8

const (
	notCompared traitVerdict = iota // it is null, or known only after apply
	hiddenTrait                     // it is sensitive
	sameTrait
	derivedTrait   // it differs in words of the addresses
	differentTrait // it differs in something else
)

func (r *rename) compareTraits(a, b *trait) traitVerdict {
	switch {
	case a.state == empty && b.state == empty:
		return notCompared
	case a.state == hidden || b.state == hidden:
		return compareLeaves(r.from.leavesOf(a), r.to.leavesOf(b))
	case a.state == empty && b.isZero, b.state == empty && a.isZero:
		return notCompared // providers often write "" for null into the state
	case a.state == empty || b.state == empty:
		return differentTrait
	case a.raw == b.raw:
		return sameTrait
	case a.general == b.general:
		return derivedTrait
	}
	return differentTrait
}

// compareLeaves compares what is known on both sides of a value that is not known as a whole.
func compareLeaves(x, y []leaf) traitVerdict {
	verdict := notCompared
	for _, a := range x {
		i := slices.IndexFunc(y, func(b leaf) bool { return b.path == a.path })
		switch {
		case a.state == sensitiveLeaf || i >= 0 && y[i].state == sensitiveLeaf:
			verdict = max(verdict, hiddenTrait)
		case i < 0 || a.state != knownLeaf || y[i].state != knownLeaf || a.raw == y[i].raw:
		case a.general == y[i].general:
			verdict = max(verdict, derivedTrait)
		default:
			return differentTrait
		}
	}
	if slices.ContainsFunc(y, func(b leaf) bool { return b.state == sensitiveLeaf }) {
		verdict = max(verdict, hiddenTrait)
	}
	return verdict
}
