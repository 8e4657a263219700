package infer

import (
	"strings"

	"github.com/planfmt/planfmt/schema"
	"github.com/planfmt/planfmt/schema/facts"
	"github.com/planfmt/planfmt/values"
)

// relatedKeys is what is known about the keys of all types of a provider. Keys with
// the same name are most often the same thing. It may be nil.
type relatedKeys struct {
	names Names
	keys  map[string]facts.Forms // from the document
	// known returns those from the table of facts. It is called only if needed.
	known func() map[string]facts.Forms
}

// newRelatedKeys counts, for each key of a provider, how often the document proves
// that it is a block or an attribute.
func (e *Evidence) newRelatedKeys(id schema.ID, names Names) *relatedKeys {
	k := &relatedKeys{names: names, keys: map[string]facts.Forms{}}
	if e == nil {
		return k
	}
	e.mu.Lock()
	defer e.mu.Unlock()
	e.addAnonymous()
	for other, s := range e.shapes {
		if other.Provider == id.Provider && other.Kind == id.Kind {
			k.add(s)
		}
	}
	return k
}

func (k *relatedKeys) add(s *shape) {
	for name, m := range s.members {
		f := k.keys[name]
		f.Blocks += m.provenForms().Blocks
		f.Objects += m.provenForms().Objects
		f.Attributes += m.provenForms().Attributes
		k.keys[name] = f
		if m.provenForms().Blocks > 0 {
			k.add(m)
			if m.elem != nil {
				k.add(m.elem)
			}
		}
	}
}

// provenForms returns what a key is, if its values or the configuration prove it.
func (s *shape) provenForms() facts.Forms {
	objects := s.kinds[values.Object] > 0 || s.hasObjectElems()
	switch {
	case s.form == formBlocks, s.form == formBlock:
		return facts.Forms{Blocks: 1}
	case s.form == formAttribute && objects:
		return facts.Forms{Objects: 1}
	case s.form == formAttribute, s.scalars() > 0, s.elem != nil && (s.elem.scalars() > 0 || s.elem.kinds[values.Array] > 0):
		return facts.Forms{Attributes: 1}
	case !s.data && s.creates > 0 && s.empties == s.creates && !objects:
		return facts.Forms{Blocks: 1} // an empty list from the start
	}
	return facts.Forms{}
}

// classify decides by related keys whether the key s of a body is a block, if they
// agree. If it has objects, attributes with something else do not count.
func (k *relatedKeys) classify(name string, body, s *shape) (block bool, why string, ok bool) {
	if k == nil {
		return false, "", false
	}
	vote := func(f facts.Forms) (block, ok bool) {
		if s.hasObjectElems() {
			f.Attributes = 0
		}
		return verdict(f)
	}
	if block, ok := vote(k.keys[name]); ok {
		return block, "the same key is like this elsewhere in the plan", true
	}
	best, votes := 0, facts.Forms{}
	for other, m := range body.members {
		near := similarity(name, other)
		f := m.provenForms()
		if lastWord(other) != lastWord(name) {
			f.Blocks = 0 // next to blocks, there is often a list with the plural of their name, which the provider reports
		}
		if other != name && near > 0 && near >= best && f != (facts.Forms{}) {
			if near > best {
				best, votes = near, facts.Forms{}
			}
			votes.Blocks += f.Blocks
			votes.Objects += f.Objects
			votes.Attributes += f.Attributes
		}
	}
	if block, ok := vote(votes); ok {
		return block, "keys with similar names in the same place are like this", true
	}
	if k.known != nil {
		// A single type may use the name for something else.
		f := k.known()[name]
		if block, ok := vote(f); ok && f.Blocks != 1 {
			return block, "the same key is like this in other types of the provider", true
		}
	}
	return false, "", false
}

// verdict returns what at least nine out of ten keys are.
func verdict(f facts.Forms) (block, ok bool) {
	attributes := f.Objects + f.Attributes
	all := f.Blocks + attributes
	const most = 9
	switch {
	case all == 0:
		return false, false
	case 10*f.Blocks >= most*all:
		return true, true
	case 10*attributes >= most*all:
		return false, true
	}
	return false, false
}

// similarity returns how many words at the end of two names are the same. It does not
// distinguish singular and plural. If all words are the same, it is one more.
func similarity(a, b string) int {
	n := 0
	for {
		i, j := strings.LastIndexByte(a, '_'), strings.LastIndexByte(b, '_')
		if stem(a[i+1:]) != stem(b[j+1:]) {
			return n
		}
		n++
		switch {
		case i < 0 && j < 0:
			return n + 1
		case i < 0 || j < 0:
			return n
		}
		a, b = a[:i], b[:j]
	}
}

// stem returns a word without the ending of a plural.
func stem(word string) string {
	switch {
	case strings.HasSuffix(word, "ies"):
		return strings.TrimSuffix(word, "ies") + "y"
	case strings.HasSuffix(word, "ss"):
		return word
	case strings.HasSuffix(word, "sses"):
		return strings.TrimSuffix(word, "es")
	}
	return strings.TrimSuffix(word, "s")
}
