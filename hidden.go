package planfmt

import (
	"github.com/planfmt/planfmt/internal/copies"
	"github.com/planfmt/planfmt/internal/yamldoc"
	"github.com/planfmt/planfmt/values"
)

// hiddenValues are the values of an entry that the differ has hidden, as parts of what was compared.
type hiddenValues map[values.Value]bool

// add adds a value. Lists and objects may have been built from parts of the document, which then count.
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
	yaml bool        // what is in YAML documents counts
}

// is reports whether a value is a string that is a copy, or a text or a document in which there is one.
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

// isInYAML reports the same of a part of a YAML document, where a string may be spelled as a number.
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
