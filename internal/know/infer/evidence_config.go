package infer

import (
	"strings"

	"github.com/planfmt/planfmt/values"
)

// configured adds a body of the configuration. In it, the value of a block is a body
// or a list of bodies. The value of an attribute is an object with a constant value
// or references, or an empty object.
//
// A source may leave out a body that has the same text as another one. So all that is
// concluded must be the same however often a body is added, and in whatever order. What is
// counted is only compared with the number of bodies.
func (s *keyEvidence) configured(body values.Value) {
	s.bodies++
	for _, m := range body.Members() {
		child := s.member(m.Name)
		switch m.Value.Kind() {
		case values.Array:
			child.form = max(child.form, formBlocks)
			for _, e := range m.Value.Elems() {
				child.element().configured(e)
			}
		case values.Object:
			switch {
			case isExpression(m.Value):
				child.form = max(child.form, formAttribute)
				child.assigned(m.Value)
			case m.Value.Len() > 0:
				child.form = max(child.form, formBlock)
				child.configured(m.Value)
			}
		}
	}
}

// written adds a body of the text of a configuration. In it, the value of a block without a label is
// a list of bodies, however the block nests, and that of a block with a label is an object.
//
// A list of objects in the old SDK may be an attribute although it is written as blocks.
// Then it may be assigned in other places, while a block can never be assigned.
func (s *keyEvidence) written(body values.Value) {
	s.bodies++
	s.fromText = true
	for _, m := range body.Members() {
		child := s.member(m.Name)
		switch {
		case m.Value.Kind() == values.Array:
			child.form = max(child.form, formWritten)
			for _, e := range m.Value.Elems() {
				child.element().written(e)
			}
		case isExpression(m.Value), m.Value.Len() == 0: // what calls a function may refer to nothing
			child.form = max(child.form, formAttribute)
			child.assigned(m.Value)
		default:
			child.form, child.labelled = max(child.form, formWritten), true
			for _, labelled := range m.Value.Members() {
				body := child.member(labelled.Name)
				body.form = max(body.form, formBlock)
				body.written(labelled.Value)
			}
		}
	}
}

// assigned adds what an expression in the configuration says about the value.
func (s *keyEvidence) assigned(expression values.Value) {
	constant := expression.Get("constant_value")
	switch constant.Kind() {
	case values.Bool, values.Number, values.String:
		if text := constant.Text(); text != "" && (constant.Kind() == values.String || text != "false" && text != "0") {
			s.given++
		}
	case values.Array, values.Object:
		if constant.Len() > 0 {
			s.given++
			s.givenParts = true
		}
	}
	for _, r := range expression.Get("references").Elems() {
		s.ephemeral = s.ephemeral || strings.HasPrefix(r.Text(), "ephemeral.")
	}
}

// isExpression reports whether an object in the configuration is the value of an
// attribute, and not a block.
func isExpression(v values.Value) bool {
	for _, m := range v.Members() {
		switch {
		case m.Name == "constant_value":
		case m.Name == "references" && m.Value.Kind() == values.Array:
			for _, e := range m.Value.Elems() {
				if e.Kind() != values.String {
					return false
				}
			}
		default:
			return false
		}
	}
	return v.Len() > 0
}
