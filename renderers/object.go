package renderers

import (
	"github.com/planfmt/planfmt/computed"
	"github.com/planfmt/planfmt/doc"
)

type object struct {
	NoWarningsRenderer
	form       computed.Form
	attributes []computed.Member
	rest       *computed.Unchanged
	// name is an attribute that is shown even if it does not change, besides the important ones.
	name string
}

// Object is an object of a type, or of JSON. The attributes are those that exist, sorted
// by name. rest has more of them that do not change, or is nil. None of those may be
// important, see [computed.IsImportant].
func Object(attributes []computed.Member, rest *computed.Unchanged) computed.DiffRenderer {
	return NamedObject(attributes, rest, "")
}

// NamedObject is an object that people know by an attribute, which is shown even if it does not change, unless it is in rest. The
// name is empty if there is none.
func NamedObject(attributes []computed.Member, rest *computed.Unchanged, name string) computed.DiffRenderer {
	return object{attributes: attributes, rest: rest, name: name}
}

// NestedObject is an object in an attribute with a nested type. For rest, see [Object].
func NestedObject(attributes []computed.Member, rest *computed.Unchanged) computed.DiffRenderer {
	return object{form: computed.FormNestedAttribute, attributes: attributes, rest: rest}
}

func (r object) Content() computed.Content {
	c := computed.Content{Kind: computed.KindObject, Form: r.form}
	c.SetMembers(r.attributes, r.rest)
	return c
}

// Rebuild replaces the attributes.
func (r object) Rebuild(parts computed.Replacement) computed.DiffRenderer {
	r.attributes, r.rest = parts.Members(r.attributes, r.rest)
	return r
}

func (r object) RenderHuman(w *doc.Writer, d computed.Diff, opts computed.RenderHumanOpts) {
	if drawsAll(opts) {
		r.attributes, r.rest = r.rest.Members(r.attributes), nil
	}
	if len(r.attributes) == 0 && r.rest == nil {
		writeEmptyBrackets(w, "{}", d, opts)
		return
	}
	inner := partOpts(opts)
	inner.NoNullSuffix = r.form == computed.FormValue
	writeBrackets(w, "{}", d, opts, func() {
		b := body{w: w, opts: opts, noun: "attribute", name: r.name}
		b.addAttributes(r.attributes, r.rest, inner)
		b.end()
	})
}

// addAttributes adds the attributes of an object or a block. opts is for their values.
func (b *body) addAttributes(attributes []computed.Member, rest *computed.Unchanged, opts computed.RenderHumanOpts) {
	m := member{spell: nameKey, sep: " = "}
	m.align(attributes, rest)
	b.hidden.count += rest.Len()
	for i := range attributes {
		a := &attributes[i]
		m.key, m.diff, m.opts = a.Key, &a.Diff, opts
		if isAlwaysShown(a.Key, opts) || a.Key == b.name && b.name != "" {
			m.opts.ShowUnchanged = true
		}
		if !b.add(&m) {
			return
		}
	}
}

// isAlwaysShown reports whether an attribute is shown even if it does not change.
func isAlwaysShown(name string, opts computed.RenderHumanOpts) bool {
	return computed.IsImportant(name) && !(opts.FoldMore && opts.FoldUnchanged && name == "tags")
}
