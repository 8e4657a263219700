package renderers

import (
	"iter"

	"github.com/planfmt/planfmt/computed"
	"github.com/planfmt/planfmt/doc"
	"github.com/planfmt/planfmt/internal/hclname"
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

func (r object) RenderHuman(d computed.Diff, opts computed.RenderHumanOpts) doc.Value {
	if len(r.attributes) == 0 {
		return emptyBrackets("{}", d, opts)
	}
	inner := partOpts(opts)
	inner.NoNullSuffix = r.form == computed.FormValue
	return bracketed("{}", bodyNodes(opts, members{layout{noun: "attribute"}, attributeMembers(r.attributes, inner)}), d, opts)
}

// attributeMembers returns the attributes of an object or a block as members of a body.
func attributeMembers(attributes []computed.Member, opts computed.RenderHumanOpts) iter.Seq[member] {
	return func(yield func(member) bool) {
		width := keyWidth(attributes, func(name string) int { return len(hclname.Quote(name)) })
		for _, a := range attributes {
			m := member{diff: a.Diff, key: a.Key, spell: hclname.Quote, sep: " = ", width: width, opts: opts}
			if isImportant(a.Key) {
				m.opts.ShowUnchanged = true
			}
			if !yield(m) {
				return
			}
		}
	}
}

// isImportant reports whether people need an attribute to recognise an object. Such
// attributes are never hidden, nor is anything in them.
func isImportant(name string) bool {
	return name == "id" || name == "name" || name == "tags"
}
