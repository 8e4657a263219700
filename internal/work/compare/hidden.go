package compare

import (
	"github.com/planfmt/planfmt/computed"
	"github.com/planfmt/planfmt/internal/base/copies"
	"github.com/planfmt/planfmt/internal/read/yamldoc"
	"github.com/planfmt/planfmt/plans"
	"github.com/planfmt/planfmt/values"
)

// hiddenValues are the values of an entry that the differ has hidden.
type hiddenValues map[values.Value]bool

// add adds a value. If the differ has built it itself, as it may do with lists and objects, add also adds its parts:
// these are from the document.
func (h hiddenValues) add(v values.Value) {
	if v.Kind() == values.Absent {
		return
	}
	h[v] = true
	if _, _, ok := v.Span(); ok {
		return
	}
	for _, part := range v.Elems() {
		h.add(part)
	}
	for _, m := range v.Members() {
		h.add(m.Value)
	}
}

// copied says which strings are copies of a sensitive one.
type copied struct {
	set  *copies.Set // nil if copies are shown
	yaml bool        // strings in YAML documents count, too
}

// is reports whether a value is a string that is a copy, or that contains one.
func (c copied) is(v values.Value) bool {
	return c.set != nil && v.Kind() == values.String && c.isIn(v.SharedText())
}

func (c copied) isIn(text string) bool {
	if c.set.HasIn(text) {
		return true
	}
	if !c.yaml {
		return false
	}
	doc, err := yamldoc.Parse(text)
	return err == nil && c.isInYAML(doc.Value)
}

// isInYAML is like is for a part of a YAML document, where a string may be spelled as a number.
func (c copied) isInYAML(v values.Value) bool {
	switch v.Kind() {
	case values.Number:
		return c.set.Has(v.Text())
	case values.String:
		return c.isIn(v.SharedText())
	}
	for _, part := range v.Elems() {
		if c.isInYAML(part) {
			return true
		}
	}
	for _, m := range v.Members() {
		if c.isIn(m.Name) || c.isInYAML(m.Value) {
			return true
		}
	}
	return false
}

// listCopies returns a copy of in for each of the paths.
func listCopies(in computed.Copy, paths []plans.Path) []computed.Copy {
	var all []computed.Copy
	for _, in.Path = range paths {
		all = append(all, in)
	}
	return all
}

// HideImport hides the ID that an object is imported by if it is equal to a sensitive string or contains one: some
// resources, such as passwords, are imported by their value. It changes h, but not what h shares with the source. It
// returns what it has hidden.
func (c *Comparer) HideImport(h *plans.Header) []computed.Copy {
	if !c.manner.MaskCopies || h.Importing == nil {
		return nil
	}
	by, hidden := *h.Importing, false
	if c.Copies.HasIn(by.ID) {
		by.ID, hidden = computed.CopyText, true
	}
	for text := range values.Of(by.Identity).Strings() {
		if c.Copies.HasIn(text) {
			by.ID, by.Identity, hidden = computed.CopyText, "", true
			break
		}
	}
	if !hidden {
		return nil
	}
	h.Importing = &by
	return []computed.Copy{{Address: h.Address, Deposed: h.Deposed}}
}
