package report

import (
	"strconv"
	"strings"

	"github.com/planfmt/planfmt/computed"
	"github.com/planfmt/planfmt/doc"
	"github.com/planfmt/planfmt/plans"
)

// namedElement is an element of a list, or a block, that people know by a name.
type namedElement struct {
	path string // with its index
	name string // with its name in place of the index
}

// nameKeys are the attributes that name an element, the best first. Sid is that of statements in IAM policies.
var nameKeys = []string{"name", "id", "key", "Sid"}

// nameOf returns the path of an element, or of a block, with its name in place of its index. It is empty if the value is no element, or has
// no name: a short string that is the same on both sides, and is not hidden.
func (c *describer) nameOf(d *computed.Diff) string {
	if d.Renderer == nil {
		return ""
	}
	content := d.Renderer.Content()
	if content.Kind != computed.KindObject && content.Kind != computed.KindBlock {
		return ""
	}
	best, name := len(nameKeys), ""
	for p := range content.MadeParts() {
		if p.Role != computed.PartMember || p.Diff.Renderer == nil {
			continue
		}
		for rank, key := range nameKeys[:best] {
			if p.Key != key {
				continue
			}
			if text, ok := sameString(&p.Diff); ok {
				best, name = rank, text
			}
			break
		}
	}
	if best == len(nameKeys) {
		return ""
	}
	around := d.Path // of an element of a set, which has no index
	if _, isIndex := lastIndex(d.Path); isIndex {
		around = plans.Path{}
		steps := d.Path.Steps()
		for _, s := range steps[:len(steps)-1] {
			around = around.Child(s)
		}
	}
	return c.spell(around) + "[" + strconv.Quote(name) + "]"
}

// lastIndex returns the index at which a path ends, if it does.
func lastIndex(p plans.Path) (int, bool) {
	s, ok := p.Last()
	if !ok {
		return 0, false
	}
	return s.Index()
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
	return l.Text, l.Kind == computed.StringLiteral && l.Text != "" && isShort(l)
}

// spell writes a path, with the names of the elements in it.
func (c *describer) spell(p plans.Path) string {
	text := p.String()
	for i := len(c.named) - 1; i >= 0; i-- {
		if rest, ok := strings.CutPrefix(text, c.named[i].path); ok {
			return c.named[i].name + rest
		}
	}
	return text
}

// label starts what is told about a value with its path.
func (c *describer) label(p plans.Path) doc.Text { return label(c.spell(p)) }

// part describes a part of a value that changes. If it has a name, so do the paths in it.
func (c *describer) part(d *computed.Diff) []change {
	name := ""
	if _, isElement := lastIndex(d.Path); isElement {
		name = c.nameOf(d)
	}
	if name == "" {
		return c.describe(d)
	}
	c.named = append(c.named, namedElement{d.Path.String(), name})
	defer func() { c.named = c.named[:len(c.named)-1] }()
	return c.describe(d)
}

// namedWholes tells the names of elements or blocks that come or go. It returns nil if there are too many, or one has no name.
func (c *describer) namedWholes(all []computed.Part) []change {
	if len(all) > maxInPlace {
		return nil
	}
	var told []change
	for i := range all {
		d := &all[i].Diff
		name := c.nameOf(d)
		if name == "" {
			return nil
		}
		text, word := label(name), " added"
		if d.Action == plans.Delete {
			word = " removed"
		}
		text.Add(signRole(d.Action), word)
		told = append(told, change{path: d.Path.String(), text: text, count: 1, forces: d.Replace, elements: true})
	}
	return told
}
