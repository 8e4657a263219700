package renderers

import (
	"strconv"

	"github.com/planfmt/planfmt/computed"
	"github.com/planfmt/planfmt/doc"
)

type block struct {
	NoWarningsRenderer
	attributes []computed.Member
	rest       *computed.Unchanged
	groups     []computed.BlockGroup
}

// Block is the body of a resource or a nested block. The attributes and the groups are
// those that exist, sorted by name. For rest, see [Object].
func Block(attributes []computed.Member, rest *computed.Unchanged, groups []computed.BlockGroup) computed.DiffRenderer {
	return block{attributes: attributes, rest: rest, groups: groups}
}

func (r block) Content() computed.Content {
	c := computed.Content{Kind: computed.KindBlock, Form: computed.FormBlock}
	c.SetBlocks(r.attributes, r.rest, r.groups)
	return c
}

// Rebuild replaces the attributes and the nested blocks.
func (r block) Rebuild(parts computed.Replacement) computed.DiffRenderer {
	r.attributes, r.rest = parts.Members(r.attributes, r.rest)
	r.groups = parts.Blocks(r.groups)
	return r
}

func (r block) RenderHuman(w *doc.Writer, d computed.Diff, opts computed.RenderHumanOpts) {
	inner := partOpts(opts)
	opts.NoNullSuffix = true
	if drawsAll(opts) {
		r.attributes, r.rest = r.rest.Members(r.attributes), nil
	}
	if !r.hasAttributes() && len(r.groups) == 0 {
		writeEmptyBrackets(w, "{}", d, opts)
		return
	}
	writeBrackets(w, "{}", d, opts, func() {
		attributes := body{w: w, opts: opts, noun: "attribute"}
		attributes.addAttributes(r.attributes, r.rest, inner)
		attributes.end()
		blocks := body{w: w, opts: opts, noun: "block", count: countApart}
		r.addBlocks(&blocks, inner)
		blocks.end()
	})
}

func (r block) hasAttributes() bool { return len(r.attributes) > 0 || r.rest != nil }

// addBlocks adds the nested blocks. After attributes, the blocks of each type are a
// paragraph of their own.
func (r block) addBlocks(b *body, opts computed.RenderHumanOpts) {
	for i := range r.groups {
		g := &r.groups[i]
		members := g.Members
		if drawsAll(opts) {
			members = g.AllMembers()
		} else {
			b.hidden.count += g.Unchanged.Len()
		}
		m := member{key: g.Type, spell: nameKey, sep: " ", opts: opts}
		if g.Replace {
			m.opts.Forces = computed.ForcesAlways
		}
		if r.hasAttributes() {
			m.paragraph = i + 1
		}
		if m.diff = &g.Unknown; m.diff.Renderer != nil && !b.add(&m) {
			return
		}
		if m.diff = &g.Order; m.diff.Renderer != nil && !b.add(&m) {
			return
		}
		for j := range members {
			if g.Nesting == computed.NestedMap {
				m.label = " " + strconv.Quote(members[j].Key)
			}
			if m.diff = &members[j].Diff; !b.add(&m) {
				return
			}
		}
	}
}
