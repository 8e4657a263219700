// Package leaf reads the values of an object before or after a change as trees whose parts are known, unknown or hidden. What is hidden has no
// value that anybody could ask for: neither a text, nor a length, nor a kind. Only [Differs] and [HasTwin] look at it, and they say no more
// than the diff shows.
//
// Who reads a [Node] need not care about marks: a walk ends at the first part that is unknown or hidden as a whole, and yields that.
package leaf

import (
	"iter"
	"slices"
	"strings"

	"github.com/planfmt/planfmt/internal/read/yamldoc"
	"github.com/planfmt/planfmt/plans"
	"github.com/planfmt/planfmt/values"
)

// State says what can be known about a part of a value.
type State uint8

// The states. Hidden wins over Unknown.
const (
	Absent  State = iota // there is nothing, or null
	Known                // there is a value: a scalar, a list or an object, whose parts have states of their own
	Unknown              // it is known only after apply
	Hidden               // it is sensitive on this side, or a copy of something sensitive
)

// Source is one side of a change, before anything is masked.
type Source struct {
	Value     values.Value
	Unknown   values.Flags
	Sensitive values.Flags // of the document, the schema and names
	// IsCopy reports whether a text is a copy of a sensitive one or contains one. It may be nil.
	IsCopy func(text string) bool
}

// Side is an object before or after a change. The zero Side has no object: there is none before a creation, and none after a destroy.
type Side struct {
	Root Node
}

// Exists reports whether there is an object on this side.
func (s Side) Exists() bool { return s.Root.state != Absent }

// Node is a part of a side. The zero Node is absent.
type Node struct {
	state  State
	isCopy bool // it is hidden only because it is a copy, or contains one
	value  values.Value
	// unknown and hidden are the flags of the parts.
	unknown, hidden values.Flags
	path            plans.Path
	side            *context
}

// context is what all nodes of a side share.
type context struct {
	isCopy  func(string) bool
	paths   plans.Paths
	spelled bool // members are found by other spellings of their names, see Spelled
}

// NewSide returns a side of a change.
func NewSide(in Source) Side {
	if in.Value.IsNull() && !in.Unknown.Any() {
		return Side{}
	}
	c := &context{isCopy: in.IsCopy}
	return Side{Root: c.node(in.Value, in.Unknown, in.Sensitive, plans.Path{})}
}

// Clone returns the side with memory of its own, so that it stays valid when the values that it was made from are not valid any more.
func (s Side) Clone() Side {
	r := s.Root
	if !s.Exists() {
		return Side{}
	}
	return NewSide(Source{Value: r.value.Clone(), Unknown: r.unknown.Clone(), Sensitive: r.hidden.Clone(), IsCopy: r.side.isCopy})
}

// State returns the state of the part.
func (n Node) State() State { return n.state }

// IsAbsent reports whether there is nothing, or null.
func (n Node) IsAbsent() bool { return n.state == Absent }

// IsKnown reports whether there is a value. Its parts may still be unknown or hidden.
func (n Node) IsKnown() bool { return n.state == Known }

// IsOpen reports whether the part is unknown or hidden.
func (n Node) IsOpen() bool { return n.state >= Unknown }

// node returns a part, with the state that its flags and its text give it.
func (c *context) node(v values.Value, unknown, hidden values.Flags, path plans.Path) Node {
	v = v.Complete(unknown)
	n := Node{value: v, unknown: unknown, hidden: hidden, path: path, side: c}
	switch {
	case hidden.Covers(v):
		n.state = Hidden
	case unknown.All():
		n.state = Unknown
	case v.IsNull():
		n.state = Absent
	case c.hasCopy(v):
		n.state, n.isCopy = Hidden, true
	default:
		n.state = Known
	}
	return n
}

// hasCopy reports whether a string is a copy of a sensitive one, or whether an object has a member that is called so.
func (c *context) hasCopy(v values.Value) bool {
	if c.isCopy == nil {
		return false
	}
	if v.Kind() == values.String {
		return c.isCopy(v.SharedText())
	}
	for _, m := range v.Members() {
		if c.isCopy(m.Name) {
			return true
		}
	}
	return false
}

// Kind returns the kind of a known part, and values.Absent for all others.
func (n Node) Kind() values.Kind {
	if n.state != Known {
		return values.Absent
	}
	return n.value.Kind()
}

// Text returns the text of a known string, number or bool, and reports whether the part is one of these.
func (n Node) Text() (string, bool) {
	switch n.Kind() {
	case values.String, values.Number, values.Bool:
		return n.value.Text(), true
	}
	return "", false
}

// Value returns a copy of a known part with everything in it. It reports false if any part of it is not known: so nothing hidden leaves.
func (n Node) Value() (values.Value, bool) {
	if n.state != Known || n.HasOpen() {
		return values.Value{}, false
	}
	return n.value.Clone(), true
}

// Path returns the path of the part in its object, as people read it: ingress[1].cidr_blocks. Within a document in a string, it goes on.
func (n Node) Path() string { return n.path.String() }

// Top returns the name of the attribute of the object that the part is in.
func (n Node) Top() string {
	if steps := n.path.Steps(); len(steps) > 0 {
		name, _ := steps[0].Key()
		return name
	}
	return ""
}

// Name returns the name of the attribute or the member that the part is, or is an element of.
func (n Node) Name() string {
	for _, step := range slices.Backward(n.path.Steps()) {
		if name, ok := step.Key(); ok {
			return name
		}
	}
	return ""
}

// IsElem reports whether the part is an element of a list, and not an attribute.
func (n Node) IsElem() bool {
	last, ok := n.path.Last()
	_, named := last.Key()
	return ok && !named
}

// Member returns a member of a known object. Of a part that is open as a whole, it is the part itself.
func (n Node) Member(name string) Node {
	if n.IsOpen() {
		return n
	}
	if n.Kind() != values.Object {
		return Node{}
	}
	if n.side.spelled {
		name = spelling(n.value, name)
	}
	return n.child(n.value.Get(name), plans.Key(name))
}

// child returns a part that is one step away.
func (n Node) child(v values.Value, step plans.Step) Node {
	return n.side.node(v, n.unknown.At(step), n.hidden.At(step), n.side.paths.Child(n.path, step))
}

// Names returns the names of the members of a known object, sorted.
func (n Node) Names() []string {
	if n.Kind() != values.Object {
		return nil
	}
	return values.MapChange{Change: values.Change{After: n.value, Unknown: n.unknown}}.PlannedKeys()
}

// Members yields the members of a known object, sorted by name, those included that are known only after apply.
func (n Node) Members() iter.Seq2[string, Node] {
	return func(yield func(string, Node) bool) {
		for _, name := range n.Names() {
			child := n.child(n.value.Get(name), plans.Key(name))
			if n.side.spelled {
				name = Snake(name)
			}
			if !yield(name, child) {
				return
			}
		}
	}
}

// Elems returns the elements of a known list. A part that is open as a whole is the only element of its list, since nobody knows how many
// there are; a scalar or an object likewise, as some providers write a single element so. What is absent has no elements.
func (n Node) Elems() []Node {
	switch {
	case n.state == Absent:
		return nil
	case n.Kind() != values.Array:
		return []Node{n}
	}
	all := make([]Node, n.value.Len())
	for i := range all {
		all[i] = n.child(n.value.Elem(i), plans.Index(i))
	}
	return all
}

// Walk returns what is at a path of the table, a.b: lists are walked through, whatever their number, and so are the parts of a list that stands
// at the end: each is returned by itself. What is absent is left out. A part that is open as a whole is returned where the walk meets it.
// The path "." leads to the elements of the part itself.
func (n Node) Walk(path string) []Node {
	if path == "." {
		path = ""
	}
	return n.walk(nil, path)
}

func (n Node) walk(found []Node, path string) []Node {
	name, rest, _ := strings.Cut(path, ".")
	for _, e := range n.Elems() {
		switch {
		case e.IsAbsent():
		case e.IsOpen() || path == "":
			found = append(found, e)
		default:
			found = e.Member(name).walk(found, rest)
		}
	}
	return found
}

// Walk is like [Node.Walk] of a part of the side, but for paths that begin with ^, which begin at the object.
func (s Side) Walk(from Node, path string) []Node {
	if rest, ok := strings.CutPrefix(path, "^"); ok {
		return s.Root.Walk(rest)
	}
	return from.Walk(path)
}

// Scalar returns the one part at a path; it is absent if there is none. If there are several, it is the first one, and several is true.
func (s Side) Scalar(from Node, path string) (only Node, several bool) {
	all := s.Walk(from, path)
	if len(all) == 0 {
		return Node{}, false
	}
	return all[0], len(all) > 1
}

// Document returns the JSON document in a known string, or in a string that is hidden only because some part of it is a copy: then this part
// is hidden in the document. It reports false if the string is no JSON array or object.
func (n Node) Document() (Node, bool) {
	text, ok := n.documentText()
	if !ok || text == "" || text[0] != '{' && text[0] != '[' {
		return Node{}, false
	}
	p := values.Parser{Names: values.LastWins}
	v, err := p.ParseString(text)
	if err != nil {
		return Node{}, false
	}
	return n.document(v), true
}

// YAML is like Document for YAML.
func (n Node) YAML() (Node, bool) {
	text, ok := n.documentText()
	if !ok {
		return Node{}, false
	}
	doc, err := yamldoc.Parse(text)
	if err != nil {
		return Node{}, false
	}
	return n.document(doc.Value), true
}

// documentText returns the text of a string that may be a document. If it is a copy as a whole, so are its parts.
func (n Node) documentText() (string, bool) {
	if n.state != Known && !n.isCopy || n.value.Kind() != values.String {
		return "", false
	}
	return strings.TrimSpace(n.value.Text()), true
}

func (n Node) document(v values.Value) Node {
	return n.side.node(v, values.Flags{}, values.Flags{}, n.path)
}

// HasOpen reports whether the part, or any part of it, is unknown or hidden.
func (n Node) HasOpen() bool {
	for range n.Open() {
		return true
	}
	return false
}

// Open yields the outermost parts of a part that are unknown or hidden, or the part itself.
func (n Node) Open() iter.Seq[Node] {
	return func(yield func(Node) bool) { n.open(yield) }
}

func (n Node) open(yield func(Node) bool) bool {
	switch {
	case n.IsOpen():
		return yield(n)
	case n.state == Absent || n.side.isCopy == nil && n.unknown.Blank() && n.hidden.Blank():
		return true
	}
	switch n.Kind() {
	case values.Array:
		for _, e := range n.Elems() {
			if !e.open(yield) {
				return false
			}
		}
	case values.Object:
		for _, m := range n.Members() {
			if !m.open(yield) {
				return false
			}
		}
	}
	return true
}

// Equal reports whether two parts are known to be the same: nothing is open in either.
func Equal(a, b Node) bool {
	return !a.HasOpen() && !b.HasOpen() && a.value.Equal(b.value)
}

// Differs reports whether the diff shows that a part is different on both sides. It is the only way, with HasTwin, to ask about hidden parts.
func Differs(before, after Node) bool {
	return after.unknown.Any() || !before.value.Equal(after.value)
}

// DifferingMembers returns the names of the members of two known objects for which [Differs] holds, sorted.
func DifferingMembers(before, after Node) []string {
	a, b := before.value, after.value
	object := values.MapChange{Change: values.Change{Before: a, After: b, Unknown: after.unknown}}
	return slices.DeleteFunc(object.PlannedKeys(), func(name string) bool {
		return a.Get(name).Equal(b.Get(name)) && !after.unknown.At(plans.Key(name)).Any()
	})
}

// SameInOrder reports whether the diff shows no difference between parts in the same order.
func SameInOrder(before, after []Node) bool {
	return slices.EqualFunc(before, after, func(b, a Node) bool { return !Differs(b, a) })
}

// HasTwin reports whether one of the parts is not different from n. The diff of a set shows that.
func HasTwin(n Node, others []Node) bool {
	return slices.ContainsFunc(others, func(o Node) bool { return !Differs(o, n) })
}
