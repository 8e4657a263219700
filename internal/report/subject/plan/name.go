package plan

import (
	"github.com/planfmt/planfmt/computed"
	"github.com/planfmt/planfmt/doc"
	"github.com/planfmt/planfmt/internal/report/wording"
	"github.com/planfmt/planfmt/plans"
)

// label starts what is said about a value with its path.
func (c *Describer) label(p plans.Path) doc.Text { return wording.Label(c.names.Spell(p)) }

// part describes a part of a value that changes. If it has a name, so do the paths in it.
func (c *Describer) part(d *computed.Diff) (all []change) {
	c.names.Within(d, func() { all = c.Describe(d) })
	return all
}

// namedWholes tells the names of elements or blocks that come or go. It returns nil if there are too many, or one has no name.
func (c *Describer) namedWholes(all []computed.Part) []change {
	if len(all) > MaxInPlace {
		return nil
	}
	var told []change
	for i := range all {
		d := &all[i].Diff
		name := c.names.Of(d)
		if name == "" {
			return nil
		}
		text := wording.Label(name)
		text.Add(wording.SignRole(d.Action), wording.WholeWord(d.Action))
		told = append(told, change{path: d.Path.String(), Text: text, Count: 1, forces: d.Replace, elements: true})
	}
	return told
}
