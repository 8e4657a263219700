package schema

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"github.com/go-json-experiment/json/jsontext"
	"github.com/zclconf/go-cty/cty"

	"github.com/planfmt/planfmt/plans"
	"github.com/planfmt/planfmt/values"
)

// ParseType reads a type, written as in schemas and states, and returns it as an
// attribute without a name. The error says what is wrong with the type.
func ParseType(v values.Value) (*Attribute, error) {
	a, err := decodeAttribute("", values.NewObject(values.Member{Name: "type", Value: v}))
	return &a, err
}

// SensitivePaths returns the paths of the values that the schema marks as
// sensitive. Elements of a set have no path; the path of the set stands for them.
func (b *Block) SensitivePaths(values values.Value) []plans.Path {
	var m marks
	m.block(b, values, nil)
	return m.paths
}

type marks struct{ paths []plans.Path }

func (m *marks) block(b *Block, v values.Value, at plans.Path) {
	m.attributes(b.Attributes, v, at)
	for _, n := range b.Blocks {
		m.parts(n.Mode, v.Get(n.Name), at.Child(plans.Key(n.Name)), func(v values.Value, at plans.Path) {
			m.block(n.Block, v, at)
		})
	}
}

func (m *marks) attributes(attributes []Attribute, v values.Value, at plans.Path) {
	for _, a := range attributes {
		path := at.Child(plans.Key(a.Name))
		switch {
		case a.Sensitive:
			m.paths = append(m.paths, path)
		case a.Nested != nil:
			m.parts(a.Nested.Mode, v.Get(a.Name), path, func(v values.Value, at plans.Path) {
				m.attributes(a.Nested.Attributes, v, at)
			})
		}
	}
}

// parts visits the objects of a nested block or attribute.
func (m *marks) parts(mode Mode, v values.Value, at plans.Path, visit func(values.Value, plans.Path)) {
	switch {
	case v.IsNull():
	case mode == NestingSet:
		before := len(m.paths)
		for _, e := range v.Elems() {
			visit(e, at)
		}
		if len(m.paths) > before {
			m.paths = append(m.paths[:before], at)
		}
	case v.Kind() == values.Array:
		for i, e := range v.Elems() {
			visit(e, at.Child(plans.Index(i)))
		}
	case mode == NestingMap:
		for _, e := range v.Members() {
			visit(e.Value, at.Child(plans.Key(e.Name)))
		}
	default:
		visit(v, at)
	}
}

// FromStored returns the JSON text of the attributes from a state file, converted to
// the form of plans. Each object {"value": ..., "type": ...} that stands for a
// dynamic value is replaced by the value. If the state is flat, which means that it
// has only strings, they become bools and numbers where the schema says so.
// FromStored returns nil if this changes nothing.
func (b *Block) FromStored(stored values.Value, flat bool) []byte {
	w := &rewriter{flat: flat}
	w.block(stored, b)
	if !w.changed {
		return nil
	}
	return w.text
}

// rewriter copies JSON text with some parts replaced.
type rewriter struct {
	flat    bool
	text    []byte
	changed bool
}

func (w *rewriter) raw(v values.Value) { w.text = v.AppendJSON(w.text) }

// replaced writes what stands in the place of something else.
func (w *rewriter) replaced(text string) {
	w.text = append(w.text, text...)
	w.changed = true
}

// members copies an object, each member as the function has it.
func (w *rewriter) members(v values.Value, member func(values.Member)) {
	if v.Kind() != values.Object {
		w.raw(v)
		return
	}
	w.text = append(w.text, '{')
	for i, m := range v.Members() {
		if i > 0 {
			w.text = append(w.text, ',')
		}
		// Names come from a document, which is UTF-8.
		w.text, _ = jsontext.AppendQuote(w.text, m.Name)
		w.text = append(w.text, ':')
		member(m)
	}
	w.text = append(w.text, '}')
}

func (w *rewriter) elements(v values.Value, element func(int, values.Value)) {
	if v.Kind() != values.Array {
		w.raw(v)
		return
	}
	w.text = append(w.text, '[')
	for i, e := range v.Elems() {
		if i > 0 {
			w.text = append(w.text, ',')
		}
		element(i, e)
	}
	w.text = append(w.text, ']')
}

func (w *rewriter) block(v values.Value, b *Block) {
	w.members(v, func(m values.Member) {
		if n := b.NestedBlock(m.Name); n != nil {
			w.nested(m.Value, n.Mode, func(v values.Value) { w.block(v, n.Block) })
			return
		}
		w.attribute(m.Value, b.Attribute(m.Name))
	})
}

func (w *rewriter) attribute(v values.Value, a *Attribute) {
	switch {
	case a == nil:
		w.raw(v)
	case a.Nested != nil:
		w.nested(v, a.Nested.Mode, func(v values.Value) {
			w.members(v, func(m values.Member) { w.attribute(m.Value, a.Nested.Attribute(m.Name)) })
		})
	default:
		w.typed(v, a.Type)
	}
}

func (w *rewriter) nested(v values.Value, mode Mode, each func(values.Value)) {
	switch {
	case v.Kind() == values.Array:
		w.elements(v, func(_ int, e values.Value) { each(e) })
	case mode == NestingMap:
		w.members(v, func(m values.Member) { each(m.Value) })
	default:
		each(v)
	}
}

func (w *rewriter) typed(v values.Value, t cty.Type) {
	switch {
	case v.IsNull() || !w.flat && !t.HasDynamicTypes():
		w.raw(v)
	case t == cty.DynamicPseudoType:
		if v.Len() == 2 && v.Get("value").Kind() != values.Absent && v.Get("type").Kind() != values.Absent {
			w.replaced(v.Get("value").JSON())
			return
		}
		w.raw(v)
	case t.IsPrimitiveType():
		w.primitive(v, t)
	case t.IsTupleType():
		types := t.TupleElementTypes()
		w.elements(v, func(i int, e values.Value) {
			if i < len(types) {
				w.typed(e, types[i])
				return
			}
			w.raw(e)
		})
	case t.IsMapType():
		w.members(v, func(m values.Member) { w.typed(m.Value, t.ElementType()) })
	case w.flat && t.IsSetType() && t.ElementType().IsPrimitiveType():
		w.set(v, t.ElementType())
	case t.IsCollectionType():
		w.elements(v, func(_ int, e values.Value) { w.typed(e, t.ElementType()) })
	case t.IsObjectType():
		types := t.AttributeTypes()
		w.members(v, func(m values.Member) {
			if t, ok := types[m.Name]; ok {
				w.typed(m.Value, t)
				return
			}
			w.raw(m.Value)
		})
	default:
		w.raw(v)
	}
}

// set puts the elements of a flat set, which stand in the order of their
// hashes, into that of their values.
func (w *rewriter) set(v values.Value, elem cty.Type) {
	elems := slices.Clone(v.Elems())
	slices.SortStableFunc(elems, func(a, b values.Value) int {
		x, err1 := strconv.ParseFloat(a.Text(), 64)
		y, err2 := strconv.ParseFloat(b.Text(), 64)
		if elem == cty.Number && err1 == nil && err2 == nil {
			return cmp.Compare(x, y)
		}
		return strings.Compare(a.Text(), b.Text())
	})
	w.changed = true
	w.text = append(w.text, '[')
	for i, e := range elems {
		if i > 0 {
			w.text = append(w.text, ',')
		}
		w.primitive(e, elem)
	}
	w.text = append(w.text, ']')
}

// primitive gives the text of a flat state the type that it stands for.
func (w *rewriter) primitive(v values.Value, t cty.Type) {
	text := v.Text()
	switch {
	case v.Kind() != values.String:
	case t == cty.Bool && (text == "true" || text == "1"):
		w.replaced("true")
		return
	case t == cty.Bool && (text == "false" || text == "0"):
		w.replaced("false")
		return
	case t == cty.Number && values.Of(text).Kind() == values.Number:
		w.replaced(text)
		return
	case t != cty.String && text == "":
		w.replaced("null")
		return
	}
	w.raw(v)
}
