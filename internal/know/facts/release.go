package facts

import "math/bits"

// The keys of a document vote on the release that it comes from. If a release
// lacks a key of the document, that weighs heavily against the release. If the
// document lacks a key of a release, it may just have been left out. This
// counts only if the document has most of the keys that every release has: the
// values of a plan list all keys of a type, even those that are null, but
// people write and filter plans, too.
const (
	lacking  = 8
	leftOut  = 1
	complete = 60 // percent
)

// LookupFor is like [Table.Lookup], but returns the members as they are in the
// release that fits a document best. keys are the keys at the root of the type
// in the document. A member is not a guess if it does not depend on the
// release, or is the same in all releases that fit equally well. Without keys,
// or if they do not help, newer releases win. The result also has the members
// that the release lacks, as they are in the nearest release, since the
// document may come from a release that the table does not have. But types of
// attributes are those of the release.
func (t *Table) LookupFor(provider string, kind Kind, typ string, keys []string) (*Block, bool) {
	s := t.section(provider)
	b, ok := s.lookup(kind, typ)
	if !ok {
		return nil, false
	}
	v := view{chosen: b.matchReleases(Releases(1<<len(s.Sources)-1), keys), done: map[viewed]*Block{}}
	return v.block(b, false), true
}

// matchReleases returns the releases that fit the keys best.
func (b *Block) matchReleases(all Releases, keys []string) Releases {
	if b.Releases != 0 {
		all &= b.Releases
	}
	seen := make(map[string]bool, len(keys))
	for _, k := range keys {
		seen[k] = true
	}
	type vote struct {
		releases Releases
		seen     bool
	}
	var votes []vote
	common, found := 0, 0
	for _, m := range b.Members {
		switch {
		case m.Releases != 0 && m.Releases&all != all:
			votes = append(votes, vote{m.Releases, seen[m.Name]})
		case seen[m.Name]:
			found++
			common++
		default:
			common++
		}
	}
	weak := 0
	if found*100 >= common*complete {
		weak = leftOut
	}
	var chosen Releases
	best := 0
	for r := Releases(1); r != 0 && r <= all; r <<= 1 {
		if all&r == 0 {
			continue
		}
		against := 0
		for _, v := range votes {
			switch has := v.releases&r != 0; {
			case v.seen && !has:
				against += lacking
			case !v.seen && has:
				against += weak
			}
		}
		switch {
		case chosen == 0 || against < best:
			chosen, best = r, against
		case against == best:
			chosen |= r
		}
	}
	return chosen
}

// view returns blocks as they are in the chosen releases.
type view struct {
	chosen Releases
	done   map[viewed]*Block
}

type viewed struct {
	block *Block
	plain bool
}

// block returns a block as it is in the chosen releases: the block itself if it
// is the same in all of them. A plain block is that of an object's type, which
// has only the members of the release.
func (v *view) block(b *Block, plain bool) *Block {
	if b == nil {
		return nil
	}
	key := viewed{b, plain}
	if out, ok := v.done[key]; ok {
		return out
	}
	out := &Block{SDK: b.SDK, Releases: b.Releases, Members: make([]Member, 0, len(b.Members))}
	same := true
	for _, m := range b.Members {
		if plain && m.Releases != 0 && m.Releases&v.chosen == 0 {
			same = false
			continue
		}
		is := v.member(m)
		same = same && m.Variants == nil && is.Block == m.Block && is.Type == m.Type
		out.Members = append(out.Members, is)
	}
	if same {
		out = b
	}
	v.done[key] = out
	return out
}

func (v *view) member(m Member) Member {
	if m.Variants != nil {
		m = v.choose(m)
	}
	m.Block = v.block(m.Block, false)
	m.Type = v.typ(m.Type)
	return m
}

// choose returns the member as it is in the chosen releases, or in the nearest
// one.
func (v *view) choose(m Member) Member {
	nearest, distance, in := 0, 3*maxSources, 0
	newest := bits.TrailingZeros16(uint16(v.chosen))
	for i, is := range m.Variants {
		if is.Releases&v.chosen != 0 {
			in++
		}
		for r := range maxSources {
			if is.Releases>>r&1 == 0 {
				continue
			}
			far := max(r-newest, newest-r)
			if v.chosen>>r&1 == 0 {
				far += maxSources
			}
			if far < distance {
				nearest, distance = i, far
			}
		}
	}
	out := m.Variants[nearest].apply(m)
	out.Guess = out.Guess || in != 1
	out.Variants = nil
	return out
}

func (v *view) typ(t *Type) *Type {
	if t == nil {
		return nil
	}
	elem, object := v.typ(t.Elem), v.block(t.Object, true)
	if elem == t.Elem && object == t.Object {
		return t
	}
	return &Type{Kind: t.Kind, Elem: elem, Object: object}
}
