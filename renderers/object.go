package renderers

import (
	"github.com/planfmt/planfmt/computed"
	"github.com/planfmt/planfmt/doc"
)

type object struct {
	NoWarningsRenderer
	form       computed.Form
	attributes []computed.Member
}

// Object is an object of a type, or of JSON. The attributes are those that exist, sorted
// by name.
func Object(attributes []computed.Member) computed.DiffRenderer {
	return object{attributes: attributes}
}

// NestedObject is an object in an attribute with a nested type.
func NestedObject(attributes []computed.Member) computed.DiffRenderer {
	return object{form: computed.FormNestedAttribute, attributes: attributes}
}

func (r object) Content() computed.Content {
	return computed.Content{Kind: computed.KindObject, Form: r.form, Parts: computed.MemberParts(r.attributes)}
}

// Rebuild replaces the attributes.
func (r object) Rebuild(replace func(computed.Diff) computed.Diff) computed.DiffRenderer {
	r.attributes = computed.ReplaceMembers(r.attributes, replace)
	return r
}

func (r object) RenderHuman(w *doc.Writer, d computed.Diff, opts computed.RenderHumanOpts) {
	if len(r.attributes) == 0 {
		writeEmptyBrackets(w, "{}", d, opts)
		return
	}
	inner := partOpts(opts)
	inner.NoNullSuffix = r.form == computed.FormValue
	writeBrackets(w, "{}", d, opts, func() {
		b := body{w: w, opts: opts, noun: "attribute"}
		b.addAttributes(r.attributes, inner)
		b.end()
	})
}

// addAttributes adds the attributes of an object or a block. opts is for their values.
func (b *body) addAttributes(attributes []computed.Member, opts computed.RenderHumanOpts) {
	m := member{spell: nameKey, sep: " = "}
	m.align(attributes)
	for i := range attributes {
		a := &attributes[i]
		m.key, m.diff, m.opts = a.Key, &a.Diff, opts
		if isImportant(a.Key) {
			m.opts.ShowUnchanged = true
		}
		if !b.add(&m) {
			return
		}
	}
}

// isImportant reports whether people need an attribute to recognise an object. Such
// attributes are never hidden, nor is anything in them.
func isImportant(name string) bool {
	return name == "id" || name == "name" || name == "tags"
}
