package renderers

import (
	"strconv"

	"github.com/planfmt/planfmt/computed"
	"github.com/planfmt/planfmt/doc"
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

func (r block) RenderHuman(w *doc.Writer, d computed.Diff, opts computed.RenderHumanOpts) {
	inner := partOpts(opts)
	opts.NoNullSuffix = true
	if len(r.attributes) == 0 && len(r.groups) == 0 {
		writeEmptyBrackets(w, "{}", d, opts)
		return
	}
	writeBrackets(w, "{}", d, opts, func() {
		attributes := body{w: w, opts: opts, noun: "attribute"}
		attributes.addAttributes(r.attributes, inner)
		attributes.end()
		blocks := body{w: w, opts: opts, noun: "block", count: countApart}
		r.addBlocks(&blocks, inner)
		blocks.end()
	})
}

// addBlocks adds the nested blocks. After attributes, the blocks of each type are a
// paragraph of their own.
func (r block) addBlocks(b *body, opts computed.RenderHumanOpts) {
	for i := range r.groups {
		g := &r.groups[i]
		m := member{key: g.Type, spell: nameKey, sep: " ", opts: opts}
		if g.Replace {
			m.opts.Forces = computed.ForcesAlways
		}
		if len(r.attributes) > 0 {
			m.paragraph = i + 1
		}
		if m.diff = &g.Unknown; m.diff.Renderer != nil && !b.add(&m) {
			return
		}
		for j := range g.Members {
			if g.Nesting == computed.NestedMap {
				m.label = " " + strconv.Quote(g.Members[j].Key)
			}
			if m.diff = &g.Members[j].Diff; !b.add(&m) {
				return
			}
		}
	}
}
