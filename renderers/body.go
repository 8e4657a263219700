package renderers

import (
	"strconv"

	"github.com/planfmt/planfmt/computed"
	"github.com/planfmt/planfmt/doc"
	"github.com/planfmt/planfmt/internal/hclname"
	"github.com/planfmt/planfmt/plans"
)

// body collects the lines between the brackets of a container.
type body struct {
	opts  computed.RenderHumanOpts
	nodes []doc.Node
}

// entry adds a member: its warnings, then the entry with the member's gutter,
// path and value.
func (b *body) entry(e doc.Entry, d computed.Diff, v doc.Value) {
	if lines := d.WarningsHuman(b.opts); len(lines) > 0 {
		b.nodes = append(b.nodes, doc.Comments{Gutter: doc.NoteGutter, Lines: lines, Path: d.Path})
	}
	e.Gutter, e.Path, e.Value = gutter(d.Action, b.opts), d.Path, v
	b.nodes = append(b.nodes, e)
}

// hidden adds the count of members that are not shown, if there are any.
func (b *body) hidden(n int, what string) {
	if n == 0 {
		return
	}
	if n > 1 {
		what += "s"
	}
	b.nodes = append(b.nodes, doc.Comments{
		Gutter: blank(b.opts),
		Lines:  []doc.Text{{{Role: doc.Hidden, Text: "# (" + strconv.Itoa(n) + " unchanged " + what + " hidden)"}}},
	})
}

// members adds keyed members. Hidden ones count for the alignment, and are
// counted as what. key spells a name; show says that a member must not be
// hidden, nor anything below it.
func (b *body) members(members []computed.Member, what string, inner computed.RenderHumanOpts, style memberStyle) {
	width := 0
	if !style.unaligned {
		for _, m := range members {
			width = max(width, len(style.key(m.Key)))
		}
	}
	hidden := 0
	for _, m := range members {
		opts := inner
		opts.ShowUnchanged = opts.ShowUnchanged || style.important && isImportant(m.Key)
		if m.Diff.Action == plans.NoOp && !opts.ShowUnchanged {
			hidden++
			continue
		}
		v := m.Diff.RenderHuman(opts)
		if style.comma != nil && style.comma(m.Diff) {
			v = v.Append(plain(","))
		}
		key := []doc.Span{{Role: doc.Key, Text: style.key(m.Key)}}
		b.entry(doc.Entry{Key: key, Width: width, Sep: " = "}, m.Diff, v)
	}
	b.hidden(hidden, what)
}

// memberStyle is what differs between attributes and map elements.
type memberStyle struct {
	key       func(string) string
	important bool // id, name and tags are always shown
	unaligned bool
	comma     func(computed.Diff) bool
}

func attributeStyle() memberStyle {
	return memberStyle{key: hclname.Quote, important: true}
}

// isImportant reports whether people need an attribute to recognise an object.
func isImportant(name string) bool {
	return name == "id" || name == "name" || name == "tags"
}

type object struct {
	NoWarningsRenderer
	attributes []computed.Member
	nested     bool
}

// Object is an object of a type or a JSON document. The attributes are those
// that exist, sorted by name.
func Object(attributes []computed.Member) computed.DiffRenderer {
	return object{attributes: attributes}
}

// NestedObject is the object of a nested attribute.
func NestedObject(attributes []computed.Member) computed.DiffRenderer {
	return object{attributes: attributes, nested: true}
}

func (r object) Content() computed.Content {
	return computed.Content{Kind: computed.KindObject, Form: form(r.nested), Parts: computed.MemberParts(r.attributes)}
}

// Rebuild replaces the attributes.
func (r object) Rebuild(replace func(computed.Diff) computed.Diff) computed.DiffRenderer {
	r.attributes = computed.ReplaceMembers(r.attributes, replace)
	return r
}

func (r object) RenderHuman(d computed.Diff, opts computed.RenderHumanOpts) doc.Value {
	if len(r.attributes) == 0 {
		return empty("{}", d, opts)
	}
	inner := below(opts)
	inner.NoNullSuffix = !r.nested
	b := body{opts: opts}
	b.members(r.attributes, "attribute", inner, attributeStyle())
	return bracketed("{", "}", b.nodes, d, opts)
}

type mapping struct {
	NoWarningsRenderer
	elements []computed.Member
	nested   bool
}

// Map is a map of a type. The elements are sorted by key.
func Map(elements []computed.Member) computed.DiffRenderer {
	return mapping{elements: elements}
}

// NestedMap is the map of a nested attribute. When it forces the replacement,
// its elements are marked in its place.
func NestedMap(elements []computed.Member) computed.DiffRenderer {
	return mapping{elements: elements, nested: true}
}

func (r mapping) Content() computed.Content {
	return computed.Content{Kind: computed.KindMap, Form: form(r.nested), Parts: computed.MemberParts(r.elements)}
}

// Rebuild replaces the elements.
func (r mapping) Rebuild(replace func(computed.Diff) computed.Diff) computed.DiffRenderer {
	r.elements = computed.ReplaceMembers(r.elements, replace)
	return r
}

func (r mapping) RenderHuman(d computed.Diff, opts computed.RenderHumanOpts) doc.Value {
	inner := below(opts)
	inner.NoNullSuffix = r.nested || d.Action == plans.Delete
	if r.nested {
		inner.Forces = d.Replace || opts.Forces
		d.Replace, opts.Forces = false, false
	}
	if len(r.elements) == 0 {
		return empty("{}", d, opts)
	}
	style := memberStyle{key: strconv.Quote, unaligned: r.nested, comma: func(d computed.Diff) bool {
		return d.Renderer.Content().Kind == computed.KindObject
	}}
	b := body{opts: opts}
	b.members(r.elements, "element", inner, style)
	return bracketed("{", "}", b.nodes, d, opts)
}
