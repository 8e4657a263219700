package infer

import (
	"slices"
	"strings"

	"github.com/planfmt/planfmt/internal/base/enum"
	"github.com/planfmt/planfmt/internal/base/sorted"
	"github.com/planfmt/planfmt/internal/know/facts"
	"github.com/planfmt/planfmt/schema"
	"github.com/planfmt/planfmt/values"
)

// Confidence is how sure a decision about a key is.
type Confidence uint8

// The confidences. A certain decision follows from the document alone and is never
// wrong. A coin toss may as well be wrong as right.
const (
	Certain Confidence = iota
	Likely
	CoinToss
)

var confidences = enum.New[Confidence]("confidence", "certain", "likely", "coin toss")

// String returns the name of the confidence.
func (c Confidence) String() string { return confidences.String(c) }

// MarshalText returns the name of the confidence.
func (c Confidence) MarshalText() ([]byte, error) { return confidences.Marshal(c) }

// UnmarshalText sets the confidence by its name. If there is no such name, the error
// lists the valid ones.
func (c *Confidence) UnmarshalText(text []byte) error { return confidences.Unmarshal(text, c) }

// Decision says how a key of an inferred schema was interpreted, and why.
type Decision struct {
	Path       string // names without indexes: disk.size
	Is         string // such as `block, list` or `set(string)`
	IsBlock    bool
	Confidence Confidence // that it is a block, or an attribute
	Why        string
	Nesting    Nesting

	secret bool // the key is inside a sensitive value, so its name is not shown
}

// Nesting says how a key nests its elements, how sure that is, and why. It is zero
// if the key does not nest anything.
type Nesting struct {
	Is         string // list, set, map, single
	Confidence Confidence
	Why        string
	// Shows says that a different nesting would be drawn differently. Lists and
	// sets look alike unless their elements change.
	Shows bool
}

// Guessed reports whether the drawing of the key may be wrong: the decision is less
// than certain, or the nesting is, and shows.
func (d Decision) Guessed() bool {
	return d.Confidence > Certain || d.Nesting.Shows && d.Nesting.Confidence > Certain
}

// inference makes a schema from the evidence about a type, from known facts, or from
// both. If they contradict each other, the evidence wins.
type inference struct {
	decisions []Decision
	sdk       bool         // the type is known to use the old SDK
	modern    bool         // the type shows what the old SDK cannot describe
	data      bool         // it is a data source
	all       bool         // members that only the facts have are included
	related   *relatedKeys // what is known about the other keys of the provider

	// parent is the confidence in the key that contains the current one. A
	// decision about something inside cannot be more certain.
	parent Confidence
	// notBlock says why the current key is not a block, unless that is obvious,
	// and confidence how sure that is.
	notBlock   string
	confidence Confidence
	// nested counts the nested types that contain the current key. Objects in
	// them are rarely maps.
	nested int
	// secret says that the current key is inside a sensitive value. Decisions
	// about it are not reported.
	secret bool
}

// infer returns a schema, and how it was inferred. Each argument may be nil.
func infer(s *keyEvidence, f *facts.Block, k *relatedKeys) (*schema.Block, []Decision) {
	n := inference{sdk: f != nil && f.SDK, all: s == nil, related: k}
	if s == nil {
		s = &keyEvidence{}
	}
	n.modern = f == nil && s.modern()
	n.secret, n.data = s.secret, s.data
	b := n.block("", s, f)
	return b, n.visibleDecisions()
}

// visibleDecisions returns the decisions that may be reported, sorted by path.
func (n *inference) visibleDecisions() []Decision {
	n.decisions = slices.DeleteFunc(n.decisions, func(d Decision) bool { return d.secret })
	sorted.Stable(n.decisions, func(a, b Decision) int { return strings.Compare(a.Path, b.Path) })
	return n.decisions
}

func (n *inference) decide(d Decision) {
	d.Confidence, d.secret = max(d.Confidence, n.parent), n.secret
	if d.Nesting.Is != "" {
		d.Nesting.Confidence = max(d.Nesting.Confidence, n.parent)
	}
	n.decisions = append(n.decisions, d)
}

// decideInside calls inside, which decides about what the last key contains. s is the
// evidence about that key, body the evidence about its objects.
func (n *inference) decideInside(s, body *keyEvidence, inside func()) {
	parent, secret := n.parent, n.secret
	n.parent = n.decisions[len(n.decisions)-1].Confidence
	n.secret = secret || s.secret || body.secret
	inside()
	n.parent, n.secret = parent, secret
}

func join(path, name string) string {
	if path == "" {
		return name
	}
	return path + "." + name
}

func (n *inference) names(s *keyEvidence, f *facts.Block) []string {
	names := make([]string, 0, len(s.members()))
	for name := range s.members() {
		names = append(names, name)
	}
	if n.all && f != nil {
		for _, m := range f.Members {
			names = append(names, m.Name)
		}
	}
	slices.Sort(names)
	return slices.Compact(names)
}

func (n *inference) block(path string, s *keyEvidence, f *facts.Block) *schema.Block {
	b := &schema.Block{}
	names := n.names(s, f)
	n.decisions = slices.Grow(n.decisions, len(names))
	for _, name := range names {
		n.member(b, path, name, s, f.Member(name))
	}
	b.Finish()
	switch {
	case n.sdk:
		b.NonLegacy = false
	case f != nil && modern(f):
		b.NonLegacy = true
	}
	return b
}

// member adds a key of a body to a block.
func (n *inference) member(b *schema.Block, path, name string, s *keyEvidence, known *facts.Member) {
	m := s.members()[name]
	if m == nil {
		m = &keyEvidence{}
	}
	at := join(path, name)
	first := len(n.decisions)
	if mode, ok := n.isBlock(at, name, s, m, known); ok {
		body := m.element()
		if mode == schema.NestingSingle {
			body = m
		} else if mode == schema.NestingMap {
			body = m.all()
		}
		var inner *facts.Block
		if known != nil && known.Form == facts.FormBlock {
			inner = known.Block
		}
		n.decideInside(m, body, func() {
			b.Blocks = append(b.Blocks, schema.NestedBlock{Name: name, Nesting: mode, Block: n.block(at, body, inner), Inferred: true})
		})
	} else {
		b.Attributes = append(b.Attributes, n.attribute(at, name, s, m, known))
	}
	n.noteDifference(first, known)
}

// noteDifference adds what is known from the provider to the reason of a decision,
// if the decision is a different one: the plan may be for another version.
func (n *inference) noteDifference(i int, known *facts.Member) {
	if known == nil || known.Form == facts.FormUnknown || i >= len(n.decisions) {
		return
	}
	d := &n.decisions[i]
	alone := inference{sdk: n.sdk, data: n.data, all: true}
	if _, ok := alone.isBlock("", known.Name, &keyEvidence{}, &keyEvidence{}, known); !ok {
		alone.attribute("", known.Name, &keyEvidence{}, &keyEvidence{}, known)
	}
	if len(alone.decisions) == 0 {
		return
	}
	is := alone.decisions[0]
	what, _, _ := strings.Cut(d.Is, "(")
	wanted, _, _ := strings.Cut(is.Is, "(")
	if d.IsBlock == is.IsBlock && (what == wanted || what == "any" || wanted == "any") {
		return
	}
	if d.Why == is.Why {
		d.Why = "it matches the values"
	}
	d.Why += ", although planfmt knows it from the provider as: " + is.Is
}

// hasMembers reports whether there is evidence about members.
func (s *keyEvidence) hasMembers() bool { return len(s.members()) > 0 || s.veiled != nil }

// all returns the evidence about all members together, for a map.
func (s *keyEvidence) all() *keyEvidence {
	out := &keyEvidence{}
	for _, m := range s.members() {
		out.merge(m)
	}
	if s.veiled != nil {
		out.merge(s.veiled)
	}
	return out
}

// completed reports whether the objects in a new list have empty strings or lists where others have nulls, as
// if the old SDK has completed the elements of an attribute that may be written as blocks.
func (s *keyEvidence) completed() bool { return s.zeroed && !s.partial }

// isLabelled reports whether a block in the configuration contains only bodies, as a
// map of blocks does.
func (s *keyEvidence) isLabelled() bool {
	if !s.kinds.has(values.Object) || len(s.members()) == 0 || !s.ragged {
		return false
	}
	for _, m := range s.members() {
		if m.form != formBlock && m.form != formUnsaid || !m.kinds.has(values.Object) {
			return false
		}
	}
	return true
}

// setsAttribute reports whether a block in the configuration sets an attribute. A map
// of blocks has none.
func (s *keyEvidence) setsAttribute() bool {
	for _, m := range s.members() {
		if m.form == formAttribute {
			return true
		}
	}
	return false
}

// mode returns how a block type nests, as far as that is known.
func (n *inference) mode(s *keyEvidence, known *facts.Member) (schema.NestingMode, Nesting) {
	told := Nesting{Confidence: Likely, Why: "planfmt knows it from the provider", Shows: s.contested}
	if known != nil && known.Form == facts.FormBlock {
		switch known.Nesting {
		case facts.Single:
			if !s.kinds.has(values.Array) {
				return schema.NestingSingle, told
			}
		case facts.Map:
			if !s.kinds.has(values.Array) {
				return schema.NestingMap, told
			}
		case facts.List:
			return schema.NestingList, told
		case facts.Set:
			// The order of objects in a set is not the same in all versions.
			return schema.NestingSet, told
		}
	}
	set, nesting := s.listOrSet(formBlocks)
	if set {
		return schema.NestingSet, nesting
	}
	return schema.NestingList, nesting
}

// plural reports whether a name is a plural. Providers use plurals for attributes
// with several values, and singulars for blocks.
func plural(name string) bool {
	return strings.HasSuffix(name, "s") && !strings.HasSuffix(name, "ss") && !singular(name) ||
		strings.HasSuffix(name, "ies") || name == "ingress" || name == "egress" || name == "route" ||
		name == "security_rule" || name == "access_policy" || strings.HasSuffix(name, "_list") || strings.HasSuffix(name, "_set")
}
