package query

import (
	"slices"
	"strings"

	"github.com/zclconf/go-cty/cty"

	"github.com/planfmt/planfmt/internal/lang/planscope"
	"github.com/planfmt/planfmt/internal/lang/planvalue"
	"github.com/planfmt/planfmt/internal/lang/value"
)

// Containing returns a condition that a resource meets if it meets this one, which may be nil for none, and if each of the texts occurs in
// it: in its address, in the address that it had before, or in the name or the value of an attribute before or after the change. It does not
// matter whether letters are upper or lower case. Sensitive values are not searched.
func (c *Condition) Containing(texts ...string) *Condition {
	var out Condition
	if c != nil {
		out = *c
	}
	out.Texts = slices.Concat(out.Texts, texts)
	return &out
}

// contains reports whether all texts of the condition occur in a resource.
func (c *Condition) contains(r *Resource) bool {
	s := textSearch{left: make([]string, 0, len(c.Texts)), all: r.ShowSensitive}
	for _, text := range c.Texts {
		s.left = append(s.left, strings.ToLower(text))
	}
	s.text(r.Address)
	if r.Moved() {
		s.text(r.PreviousAddress)
	}
	for name := range planscope.Sides { // in any order
		if o, ok := r.field(name).(changeSide); ok && o.Object != nil {
			s.object(o.Object)
		}
	}
	return len(s.left) == 0
}

// textSearch looks for texts.
type textSearch struct {
	left []string // in lower case, those that have not been found
	all  bool     // also in sensitive values
}

func (s *textSearch) text(text string) {
	if len(s.left) == 0 {
		return
	}
	text = strings.ToLower(text)
	s.left = slices.DeleteFunc(s.left, func(want string) bool { return strings.Contains(text, want) })
}

func (s *textSearch) object(o *planvalue.Object) {
	if len(s.left) > 0 {
		s.value(o.Value().Value)
	}
}

// value looks into a value. Of one that is only partly known, the known parts count.
func (s *textSearch) value(v value.Value) {
	if len(s.left) == 0 || s.hides(v) || v.IsNull() {
		return
	}
	if items, _, ok := v.Items(); ok {
		for _, it := range items {
			if it.Value.IsNull() {
				continue
			}
			if key := it.Key; isText(key) && !s.hides(it.Value) {
				s.text(key.Cty().AsString())
			}
			s.value(it.Value)
		}
		return
	}
	switch {
	case !v.IsKnown():
	case isText(v):
		s.text(v.Cty().AsString())
	case v.Type() == cty.Number:
		s.text(v.Cty().AsBigFloat().Text('f', -1))
	case v.IsTrue():
		s.text("true")
	case v.IsFalse():
		s.text("false")
	}
}

// hides reports whether a value is not searched.
func (s *textSearch) hides(v value.Value) bool { return v.IsSensitive() && !s.all }

// isText reports whether a value is a known string.
func isText(v value.Value) bool {
	return v.Type() == cty.String && v.IsKnown() && !v.IsNull()
}
