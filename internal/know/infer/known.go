package infer

import (
	"bytes"
	"hash/maphash"

	"github.com/planfmt/planfmt/schema"
	"github.com/planfmt/planfmt/values"
)

// Most instances of a type show nothing that others have not shown. So before an
// instance is parsed, its text is compared with the evidence: if it adds nothing,
// it need not be parsed. This works because little of the evidence is counted: only
// the sizes of changed lists, and the configuration. All else is a matter of yes or no.

// KnowsValues reports whether [Evidence.Values] would add nothing for an instance,
// given the JSON of its values and flags. It is false if a text is not valid JSON, and
// may be false although nothing would be added.
func (e *Evidence) KnowsValues(provider, mode, typ string, v, sensitive []byte) bool {
	e.mu.Lock()
	defer e.mu.Unlock()
	id := schema.IDOf(provider, mode, typ)
	s := e.shapes[id]
	if s == nil {
		return false
	}
	tree, ok := e.sensitive(s, sensitive)
	if !ok {
		return false
	}
	if tree.quiet && e.checked.has(s, v) {
		return true
	}
	e.checker.side = checkedSide{incomplete: true}
	return e.checker.root(s, v, tree.sensitive())
}

// KnowsChange reports whether [Evidence.Change] would add nothing, given the JSON of a
// change. It is false if a text is not valid JSON, and may be false although nothing would
// be added.
func (e *Evidence) KnowsChange(provider, mode, typ string, t values.ChangeText) bool {
	e.mu.Lock()
	defer e.mu.Unlock()
	s := e.shapes[schema.IDOf(provider, mode, typ)]
	if s == nil {
		return false
	}
	before, ok := e.sensitive(s, t.BeforeSensitive)
	after, ok1 := e.sensitive(s, t.AfterSensitive)
	unknown, ok2 := e.unknown(s, t.Unknown)
	if !ok || !ok1 || !ok2 {
		return false
	}
	c := &e.checker
	incomplete := !unknown.quiet && values.UnknownFlags(unknown.tree).Any()
	update := isObjectText(t.Before) && isObjectText(t.After)
	if !update || incomplete || !t.ReplacePaths.Empty() || !bytes.Equal(t.Before, t.After) || !bytes.Equal(t.BeforeSensitive, t.AfterSensitive) {
		c.side, c.arrays = checkedSide{marked: before.tree.Kind() != values.Absent, update: update}, c.arrays[:0]
		in := before.sensitive()
		in.replaces = t.ReplacePaths
		if !c.root(s, t.Before, in) {
			return false
		}
		if before.quiet {
			e.checked.add(s, t.Before)
		}
	} else {
		update = false
	}
	c.side = checkedSide{marked: after.tree.Kind() != values.Absent, incomplete: incomplete, planned: true, update: update}
	c.side.creates = len(t.Before) == 0 || t.Before[0] == 'n'
	in := after.sensitive()
	if update && incomplete { // it counts only for what there is on both sides
		in.unknown = values.UnknownFlags(unknown.tree)
	}
	if !c.root(s, t.After, in) {
		return false
	}
	if after.quiet && !incomplete {
		e.checked.add(s, t.After)
	}
	return true
}

// checkedTexts are the values of changes that a checker has looked at, without finding anything new or that is sensitive. The
// prior state has most of them again: for these, a sum is compared in place of a second look, which asks for less. The evidence
// only grows, so what was not new then is not new later. There are as many as fit in a table, the latest ones. There are none
// until somebody asks for one: a plan has its planned values before its changes.
type checkedTexts struct {
	asked bool
	seed  maphash.Seed
	sums  *[1 << 16]uint64 // nil for none
}

// sum returns the sum of the values of an instance, and where it is in the table.
func (k *checkedTexts) sum(s *keyEvidence, text []byte) (sum *uint64, want uint64) {
	want = maphash.Bytes(k.seed, text) ^ maphash.Comparable(k.seed, s) | 1
	return &k.sums[want>>1%uint64(len(k.sums))], want
}

// has reports whether the values of an instance of a type are among them.
func (k *checkedTexts) has(s *keyEvidence, text []byte) bool {
	k.asked = true
	if k.sums == nil {
		return false
	}
	have, want := k.sum(s, text)
	return *have == want
}

// add adds the values of an instance of a type.
func (k *checkedTexts) add(s *keyEvidence, text []byte) {
	if !k.asked {
		return
	}
	if k.sums == nil {
		k.seed, k.sums = maphash.MakeSeed(), new([1 << 16]uint64)
	}
	have, want := k.sum(s, text)
	*have = want
}

func isObjectText(text []byte) bool { return len(text) > 0 && text[0] == '{' }

// flagTexts are the trees of flags that the instances of a type have, by their JSON. Most
// instances have one of a few, so these are not parsed again.
type flagTexts struct{ sensitive, unknown map[string]flagTree }

// flagTree is a tree of flags. If it is quiet, it sets nothing, whatever the values. If it is an
// object, loud has the names of its members that are not quiet, unless there are many.
type flagTree struct {
	tree  values.Value
	quiet bool
	loud  []string
}

// Other trees are parsed each time.
const (
	maxFlagText  = 4 << 10 // the size of the largest JSON that is kept, in bytes
	maxLoud      = 16      // how many names are looked through for each member
	maxFlagTexts = 100     // how many are kept for a type, of what is sensitive and of what is unknown each
)

// sensitive returns the tree of flags with a text, of what is sensitive. It returns false
// if the text is not valid, or shows something that the evidence lacks.
func (e *Evidence) sensitive(s *keyEvidence, text []byte) (flagTree, bool) {
	if len(text) == 0 {
		return flagTree{quiet: true}, true
	}
	return e.flagTree(e.texts(s).sensitive, text, s.knowsSensitive)
}

// unknown does the same for flags of what is unknown.
func (e *Evidence) unknown(s *keyEvidence, text []byte) (flagTree, bool) {
	if len(text) == 0 {
		return flagTree{quiet: true}, true
	}
	return e.flagTree(e.texts(s).unknown, text, s.knowsUnknown)
}

// sensitive returns the scope of an instance in which the tree says what is sensitive.
func (t flagTree) sensitive() checkedMarks {
	if t.quiet {
		return checkedMarks{}
	}
	return checkedMarks{sensitive: values.SensitiveFlags(t.tree), loud: t.loud}
}

func (e *Evidence) texts(s *keyEvidence) *flagTexts {
	t := e.flagTexts[s]
	if t == nil {
		if e.flagTexts == nil {
			e.flagTexts = map[*keyEvidence]*flagTexts{}
		}
		t = &flagTexts{map[string]flagTree{}, map[string]flagTree{}}
		e.flagTexts[s] = t
	}
	return t
}

// flagTree parses a tree of flags.
func (e *Evidence) flagTree(known map[string]flagTree, text []byte, knows func(values.Value) bool) (flagTree, bool) {
	if t, ok := known[string(text)]; ok {
		return t, true
	}
	tree, err := e.checker.parser.Parse(text)
	// The parser accepts half a surrogate pair, but sources do not.
	if err != nil || e.checker.parser.HasSurrogates() || !knows(tree) {
		return flagTree{}, false
	}
	t := flagTree{tree: tree.Clone(), quiet: values.SensitiveFlags(tree).Quiet()}
	for _, m := range t.tree.Members() {
		if !values.SensitiveFlags(m.Value).Quiet() {
			t.loud = append(t.loud, m.Name)
		}
	}
	if len(t.loud) > maxLoud {
		t.loud = nil
	}
	if len(text) <= maxFlagText && len(known) < maxFlagTexts {
		known[string(text)] = t
	}
	return t, true
}

// knowsSensitive reports whether the evidence has the keys in a tree of flags of what
// is sensitive. If a flag is set, whatever the value, it must have that, too.
func (s *keyEvidence) knowsSensitive(tree values.Value) bool {
	switch tree.Kind() {
	case values.Number, values.String:
		return s.secret
	}
	return (!tree.IsTrue() || s.secret) && s.knowsParts(tree, (*keyEvidence).knowsSensitive)
}

// knowsUnknown does the same for flags of what is unknown.
func (s *keyEvidence) knowsUnknown(tree values.Value) bool {
	return (!tree.IsTrue() || s.unknown) && s.knowsParts(tree, (*keyEvidence).knowsUnknown)
}

func (s *keyEvidence) knowsParts(tree values.Value, knows func(*keyEvidence, values.Value) bool) bool {
	for _, t := range tree.Elems() {
		if s.elem == nil || !knows(s.elem, t) {
			return false
		}
	}
	for _, t := range tree.Members() {
		m := s.members()[t.Name]
		if m == nil || !knows(m, t.Value) {
			return false
		}
	}
	return true
}
