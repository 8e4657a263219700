package renderers

import (
	"iter"
	"strconv"

	"github.com/planfmt/planfmt/computed"
	"github.com/planfmt/planfmt/doc"
	"github.com/planfmt/planfmt/internal/hclname"
)

type block struct {
	NoWarningsRenderer
	attributes []computed.Member
	groups     []computed.BlockGroup
}

// Block is the body of a resource or a nested block. The attributes and the groups are
// those that exist, sorted by name.
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
	inner := partOpts(opts)
	opts.NoNullSuffix = true
	if len(r.attributes) == 0 && len(r.groups) == 0 {
		return emptyBrackets("{}", d, opts)
	}
	return bracketed("{}", bodyNodes(opts,
		members{layout{noun: "attribute"}, attributeMembers(r.attributes, inner)},
		members{layout{noun: "block", count: countApart}, r.blockMembers(inner)},
	), d, opts)
}

// blockMembers returns the nested blocks as members of a body. After attributes, the
// blocks of each type are a paragraph of their own.
func (r block) blockMembers(opts computed.RenderHumanOpts) iter.Seq[member] {
	return func(yield func(member) bool) {
		for i, g := range r.groups {
			m := member{opts: opts}
			if g.Replace {
				m.opts.Forces = computed.ForcesAlways
			}
			if len(r.attributes) > 0 {
				m.paragraph = i + 1
			}
			m.key, m.spell, m.sep = g.Type, hclname.Quote, " "
			if m.diff = g.Unknown; m.diff.Renderer != nil && !yield(m) {
				return
			}
			for _, block := range g.Members {
				if g.Nesting == computed.NestedMap {
					m.label = " " + strconv.Quote(block.Key)
				}
				if m.diff = block.Diff; !yield(m) {
					return
				}
			}
		}
	}
}
