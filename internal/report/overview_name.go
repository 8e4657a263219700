package report

import (
	"github.com/planfmt/planfmt/computed"
	"github.com/planfmt/planfmt/doc"
	"github.com/planfmt/planfmt/plans"
)

// label starts what is told about a value with its path.
func (c *describer) label(p plans.Path) doc.Text { return label(c.names.Spell(p)) }

// part describes a part of a value that changes. If it has a name, so do the paths in it.
func (c *describer) part(d *computed.Diff) (all []change) {
	c.names.Within(d, func() { all = c.describe(d) })
	return all
}

// namedWholes tells the names of elements or blocks that come or go. It returns nil if there are too many, or one has no name.
func (c *describer) namedWholes(all []computed.Part) []change {
	if len(all) > maxInPlace {
		return nil
	}
	var told []change
	for i := range all {
		d := &all[i].Diff
		name := c.names.Of(d)
		if name == "" {
			return nil
		}
		text := label(name)
		text.Add(signRole(d.Action), wholeWord(d.Action))
		told = append(told, change{path: d.Path.String(), text: text, count: 1, forces: d.Replace, elements: true})
	}
	return told
}

// wholeWord says after its name what happens to an element as a whole.
func wholeWord(a plans.Action) string {
	if a == plans.Delete {
		return " removed"
	}
	return " added"
}
