package renderers

import (
	"github.com/planfmt/planfmt/computed"
	"github.com/planfmt/planfmt/doc"
	"github.com/planfmt/planfmt/plans"
	"github.com/planfmt/planfmt/values"
)

// Whole is a list, a set, a map or an object that is created or deleted with all that is in it. It has no parts: if it is
// written to a [doc.Direct], it is drawn from the value itself. For everybody else it is made first, once. What is drawn is
// the same. It is part of a transient comparison, so only the goroutine that compared may use it, until the next comparison.
//
// The value has only bools, numbers, strings that are neither empty nor documents and have one line, and more lists
// and objects of these. Attributes of an object of a type may be null.
type Whole struct {
	NoWarningsRenderer
	Value  values.Value
	Shape  Shape        // nil if the value has no type
	Action plans.Action // Create or Delete
	// Maker makes the renderer that has the parts. It is called at most once.
	Maker interface{ MakeWhole() computed.DiffRenderer }

	made computed.DiffRenderer
}

// Shape tells the objects in a value apart: which are maps.
type Shape interface {
	IsMap() bool
	// Part returns the shape of the elements of a list, a set or a map, or that of an attribute of an object. It is nil if
	// they have no type.
	Part(name string) Shape
}

func (r *Whole) make() computed.DiffRenderer {
	if r.made == nil {
		r.made = r.Maker.MakeWhole()
	}
	return r.made
}

// Content makes the parts.
func (r *Whole) Content() computed.Content { return r.make().Content() }

// Rebuild makes the parts, and replaces them.
func (r *Whole) Rebuild(parts computed.Replacement) computed.DiffRenderer {
	return computed.Rebuild(r.make(), parts)
}

// RenderHuman writes the value.
func (r *Whole) RenderHuman(w *doc.Writer, d computed.Diff, opts computed.RenderHumanOpts) {
	if !w.IsDirect() || opts.FoldUnchanged {
		r.make().RenderHuman(w, d, opts)
		return
	}
	p := wholeParts{w: w, gutter: actionGutter(r.Action, opts), end: blankGutter(opts)}
	brackets, has := p.open(r.Value)
	if !has {
		writeEmptyBrackets(w, brackets, d, opts)
		return
	}
	w.Text(doc.Plain, brackets[:1])
	writeForces(w, &d, opts)
	p.write(r.Value, r.Shape)
	w.Text(doc.Plain, brackets[1:])
	writeNull(w, &d, opts)
}

// wholeParts writes the parts of a [Whole].
type wholeParts struct {
	w      *doc.Writer
	gutter doc.Gutter
	end    doc.GutterKind // of the lines with closing brackets
}

// open returns the brackets of a value, and whether there is something to write between them.
func (p *wholeParts) open(v values.Value) (brackets string, has bool) {
	if v.Kind() == values.Array {
		return "[]", v.Len() > 0
	}
	for _, m := range v.Members() {
		if !m.Value.IsNull() {
			return "{}", true
		}
	}
	return "{}", false
}

// write writes the lines between the brackets of a value.
func (p *wholeParts) write(v values.Value, s Shape) {
	p.w.Block(p.end, func() {
		switch {
		case v.Kind() == values.Array:
			p.elements(v, s)
		case s != nil && s.IsMap():
			p.members(v, s, quotedKey)
		default:
			p.members(v, s, nameKey)
		}
	})
}

func (p *wholeParts) elements(v values.Value, s Shape) {
	for _, e := range v.Elems() {
		if e.Kind() >= values.Array {
			p.container(&member{}, e, partShape(s, ""), ",")
		} else {
			text := p.w.BeginDirect(p.gutter)
			p.w.EndDirect(append(appendScalar(text, e), ','))
		}
		if p.w.Done() {
			return
		}
	}
}

// members writes the members of a map or an object.
func (p *wholeParts) members(v values.Value, s Shape, spell keySpelling) {
	to := member{spell: spell, sep: " = ", plain: true}
	for _, m := range v.Members() {
		if !m.Value.IsNull() {
			n, isPlain := spell.width(m.Name)
			to.width, to.plain = max(to.width, n), to.plain && isPlain
		}
	}
	for _, m := range v.Members() {
		switch to.key = m.Name; {
		case m.Value.IsNull():
			continue
		case m.Value.Kind() >= values.Array:
			end := ""
			part := partShape(s, m.Name)
			if spell == quotedKey && m.Value.Kind() == values.Object && (part == nil || !part.IsMap()) {
				end = ","
			}
			p.container(&to, m.Value, part, end)
		case to.plain:
			p.w.EndDirect(appendScalar(to.appendKey(p.w.BeginDirect(p.gutter)), m.Value))
		default:
			p.w.Begin(doc.Entry{Gutter: p.gutter})
			to.writeAlignedKey(p.w)
			p.w.Text(doc.Plain, string(appendScalar(nil, m.Value)))
			p.w.End()
		}
		if p.w.Done() {
			return
		}
	}
}

// container writes an element or a member that is a list, a set, a map or an object.
func (p *wholeParts) container(m *member, v values.Value, s Shape, end string) {
	p.w.Begin(doc.Entry{Gutter: p.gutter})
	m.writeAlignedKey(p.w)
	if brackets, has := p.open(v); has {
		p.w.Text(doc.Plain, brackets[:1])
		p.write(v, s)
		p.w.Text(doc.Plain, brackets[1:])
	} else {
		p.w.Text(doc.Plain, brackets)
	}
	p.w.Text(doc.Plain, end)
	p.w.End()
}

func partShape(s Shape, name string) Shape {
	if s == nil {
		return nil
	}
	return s.Part(name)
}

// appendScalar appends a scalar as it is drawn.
func appendScalar(text []byte, v values.Value) []byte {
	if v.Kind() == values.String {
		return appendQuoted(text, v.SharedText())
	}
	return append(text, v.SharedText()...)
}
