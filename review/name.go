package review

import (
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/planfmt/planfmt/computed"
	"github.com/planfmt/planfmt/plans"
)

// Names knows the names of the elements around a value, and spells paths with them. The zero Names knows none.
type Names struct{ around []namedElement }

// namedElement is an element of a list, or a block, that people know by a name.
type namedElement struct {
	path string // with its index
	name string // with its name in place of the index
}

// nameKeys are the attributes that name an element, the best first. Sid is that of statements in IAM policies.
var nameKeys = []string{"name", "id", "key", "Sid"}

// maxName is how many characters a name has at most.
const maxName = 48

// Of returns the path of an element, or of a block, with its name in place of its index. It is empty if the value is not an element, or has
// no name: a short string that is the same on both sides, and is not hidden.
func (n *Names) Of(d *computed.Diff) string {
	if d.Renderer == nil {
		return ""
	}
	content := d.Renderer.Content()
	if content.Kind != computed.KindObject && content.Kind != computed.KindBlock {
		return ""
	}
	name := nameIn(content)
	if name == "" {
		return ""
	}
	around := d.Path // of an element of a set, which has no index
	if EndsInIndex(d.Path) {
		around = plans.Path{}
		steps := d.Path.Steps()
		for _, s := range steps[:len(steps)-1] {
			around = around.Child(s)
		}
	}
	return n.Spell(around) + "[" + strconv.Quote(name) + "]"
}

// nameIn returns the name that an object has, or nothing.
func nameIn(content computed.Content) (name string) {
	best := len(nameKeys)
	for p := range content.MadeParts() {
		if p.Role != computed.PartMember || p.Diff.Renderer == nil {
			continue
		}
		if rank := slices.Index(nameKeys[:best], p.Key); rank >= 0 {
			if text, ok := sameString(&p.Diff); ok {
				best, name = rank, text
			}
		}
	}
	return name
}

// EndsInIndex reports whether a path leads to an element of a list.
func EndsInIndex(p plans.Path) bool {
	s, ok := p.Last()
	if !ok {
		return false
	}
	_, isIndex := s.Index()
	return isIndex
}

// sameString returns a short string that does not change, or that is on one side only.
func sameString(d *computed.Diff) (string, bool) {
	content := d.Renderer.Content()
	if content.Kind != computed.KindScalar {
		return "", false
	}
	l := content.After.Literal
	switch d.Action {
	case plans.NoOp, plans.Create:
	case plans.Delete:
		l = content.Before.Literal
	default:
		return "", false
	}
	return l.Text, l.Kind == computed.StringLiteral && l.Text != "" && !strings.Contains(l.Text, "\n") && utf8.RuneCountInString(l.Text) <= maxName
}

// Spell writes a path, with the names of the elements in it.
func (n *Names) Spell(p plans.Path) string {
	text := p.String()
	for _, e := range slices.Backward(n.around) {
		if rest, ok := strings.CutPrefix(text, e.path); ok {
			return e.name + rest
		}
	}
	return text
}

// nameOf returns a path with the names of the elements in it, or nothing if none has a name.
func (n *Names) nameOf(p plans.Path) string {
	if len(n.around) == 0 {
		return ""
	}
	if name := n.Spell(p); name != p.String() {
		return name
	}
	return ""
}

// Within calls a function that goes over the parts of a value. If this is an element of a list and has a name, so do the paths in it.
func (n *Names) Within(d *computed.Diff, walk func()) {
	if EndsInIndex(d.Path) {
		if name := n.Of(d); name != "" {
			n.around = append(n.around, namedElement{d.Path.String(), name})
			defer func() { n.around = n.around[:len(n.around)-1] }()
		}
	}
	walk()
}
