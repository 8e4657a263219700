package renderers

import (
	"strconv"

	"github.com/planfmt/planfmt/computed"
	"github.com/planfmt/planfmt/doc"
	"github.com/planfmt/planfmt/internal/hclname"
	"github.com/planfmt/planfmt/plans"
)

type block struct {
	NoWarningsRenderer
	attributes []computed.Member
	groups     []computed.BlockGroup
}

// Block is the body of a resource or a nested block. The attributes and the
// groups are those that exist, sorted by name.
func Block(attributes []computed.Member, groups []computed.BlockGroup) computed.DiffRenderer {
	return block{attributes: attributes, groups: groups}
}

func (r block) Content() computed.Content {
	return computed.Content{Kind: computed.KindBlock, Form: computed.FormBlock, Parts: computed.BlockParts(r.attributes, r.groups)}
}

// Rebuild replaces the attributes and the nested blocks.
func (r block) Rebuild(replace func(computed.Diff) computed.Diff) computed.DiffRenderer {
	r.attributes = computed.ReplaceMembers(r.attributes, replace)
	r.groups = computed.ReplaceBlocks(r.groups, replace)
	return r
}

func (r block) RenderHuman(d computed.Diff, opts computed.RenderHumanOpts) doc.Value {
	if len(r.attributes) == 0 && len(r.groups) == 0 {
		return doc.Of(append([]doc.Span{plain("{}")}, forces(d, opts)...)...)
	}
	inner := below(opts)
	b := body{opts: opts}
	b.members(r.attributes, "attribute", inner, attributeStyle())
	hidden := 0
	for _, g := range r.groups {
		shown := 0
		instance := inner
		instance.Forces = g.Replace
		add := func(d computed.Diff, label []doc.Span) {
			if d.Action == plans.NoOp && !opts.ShowUnchanged {
				hidden++
				return
			}
			if shown == 0 && len(r.attributes) > 0 {
				b.nodes = append(b.nodes, doc.Empty{})
			}
			shown++
			key := append([]doc.Span{{Role: doc.Key, Text: hclname.Quote(g.Type)}}, label...)
			b.entry(doc.Entry{Key: key, Sep: " "}, d, d.RenderHuman(instance))
		}
		if g.Unknown.Renderer != nil {
			add(g.Unknown, nil)
		}
		for _, m := range g.Members {
			var label []doc.Span
			if g.Nesting == computed.NestedMap {
				label = []doc.Span{{Role: doc.Type, Text: " " + strconv.Quote(m.Key)}}
			}
			add(m.Diff, label)
		}
	}
	if hidden > 0 {
		b.nodes = append(b.nodes, doc.Empty{})
		b.hidden(hidden, "block")
	}
	opts.NoNullSuffix = true
	return bracketed("{", "}", b.nodes, d, opts)
}
