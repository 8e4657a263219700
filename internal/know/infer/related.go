package infer

import (
	"strings"

	"github.com/planfmt/planfmt/internal/know/facts"
	"github.com/planfmt/planfmt/schema"
	"github.com/planfmt/planfmt/values"
)

// relatedKeys is what is known about the keys of all types of a provider. Keys with
// the same name are most often the same thing. It may be nil.
type relatedKeys struct {
	names Names
	keys  map[string]facts.Forms // from the document
	// known returns those from the table of facts. It is called only if needed.
	known func() map[string]facts.Forms
	// near has the keys of each body that has been asked about.
	near map[*keyEvidence]*nearKeys
}

// nearKeys counts what the keys of a body are, by the words that their names end with.
// A key counts for its last word, for its last two words, and so on, and for all of
// them.
type nearKeys struct {
	forms map[nearEnd]facts.Forms
	// blocks counts the blocks with the same last word, by its spelling.
	blocks map[nearBlocks]int
}

// nearEnd is how a name ends: so many words, the stems of which are given. If these are
// all words of the name, whole is set.
type nearEnd struct {
	stems string
	whole bool
}

type nearBlocks struct {
	nearEnd
	word string
}

// newNearKeys counts the keys of which something is proven.
func newNearKeys(body *keyEvidence) *nearKeys {
	n := &nearKeys{forms: map[nearEnd]facts.Forms{}, blocks: map[nearBlocks]int{}}
	for name, m := range body.members() {
		if f := m.provenForms(); f != (facts.Forms{}) {
			n.add(name, f, 1)
		}
	}
	return n
}

// add adds what a key is, so many times.
func (n *nearKeys) add(name string, f facts.Forms, times int) {
	word := lastWord(name)
	for _, end := range nearEnds(name) {
		sum := n.forms[end]
		sum.Objects += times * f.Objects
		sum.Attributes += times * f.Attributes
		sum.Blocks += times * f.Blocks
		n.forms[end] = sum
		if f.Blocks > 0 {
			n.blocks[nearBlocks{end, word}] += times * f.Blocks
		}
	}
}

// votes returns what the keys are whose names are the most similar to a name, without
// the key itself. Next to blocks, there is often a list with the plural of their name,
// which the provider reports. So blocks only count if they have the same last word.
func (n *nearKeys) votes(name string, own *keyEvidence) facts.Forms {
	if own != nil {
		f := own.provenForms()
		n.add(name, f, -1)
		defer n.add(name, f, 1)
	}
	word := lastWord(name)
	for _, end := range nearEnds(name) {
		f := n.forms[end]
		f.Blocks = n.blocks[nearBlocks{end, word}]
		if f != (facts.Forms{}) {
			return f
		}
	}
	return facts.Forms{}
}

// nearEnds returns how a name ends, from the most words to the fewest. If a name has a
// great many words, only the last of them count.
func nearEnds(name string) []nearEnd {
	const most = 32
	words := strings.Split(name, "_")
	for i, w := range words {
		words[i] = stem(w)
	}
	ends := []nearEnd{{strings.Join(words, "_"), true}}
	for i := max(0, len(words)-most); i < len(words); i++ {
		ends = append(ends, nearEnd{strings.Join(words[i:], "_"), false})
	}
	return ends
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

func (k *relatedKeys) add(s *keyEvidence) {
	for name, m := range s.members() {
		f, proven := k.keys[name], m.provenForms()
		f.Blocks += proven.Blocks
		f.Objects += proven.Objects
		f.Attributes += proven.Attributes
		k.keys[name] = f
		if proven.Blocks > 0 {
			k.add(m)
			if m.elem != nil {
				k.add(m.elem)
			}
		}
	}
}

// provenForms returns what a key is, if its values or the configuration prove it.
func (s *keyEvidence) provenForms() facts.Forms {
	objects := s.kinds.has(values.Object) || s.hasObjectElems()
	switch {
	case s.form == formBlocks, s.form == formBlock, s.form == formWritten && !s.completed():
		return facts.Forms{Blocks: 1}
	case s.form == formAttribute && objects:
		return facts.Forms{Objects: 1}
	case s.form == formAttribute, s.scalars() != 0, s.elem != nil && (s.elem.scalars() != 0 || s.elem.kinds.has(values.Array)):
		return facts.Forms{Attributes: 1}
	case !s.data && s.emptied && !s.filled && !objects:
		return facts.Forms{Blocks: 1} // an empty list from the start
	}
	return facts.Forms{}
}

// nearKeys returns the count of the keys of a body.
func (k *relatedKeys) nearKeys(body *keyEvidence) *nearKeys {
	if k.near[body] == nil {
		if k.near == nil {
			k.near = map[*keyEvidence]*nearKeys{}
		}
		k.near[body] = newNearKeys(body)
	}
	return k.near[body]
}

// classify decides by related keys whether the key s of a body is a block, if they
// agree. If it has objects, attributes with something else do not count.
func (k *relatedKeys) classify(name string, body, s *keyEvidence) (block bool, why string, ok bool) {
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
	votes := k.nearKeys(body).votes(name, body.members()[name])
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
