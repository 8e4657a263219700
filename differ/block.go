package differ

import (
	"fmt"

	"github.com/planfmt/planfmt/computed"
	"github.com/planfmt/planfmt/plans"
	"github.com/planfmt/planfmt/renderers"
	"github.com/planfmt/planfmt/schema"
	"github.com/planfmt/planfmt/values"
)

// block compares blocks, and resources as a whole.
type block schema.Block

func (b *block) staticType() fmt.Stringer { return nil }
func (b *block) traits() traits           { return traits{form: blockForm, attributes: b.Attributes} }
func (b *block) hasSecrets() bool         { return (*schema.Block)(b).HasSecrets() }

func (b *block) hasMember(name string) bool {
	return (*schema.Block)(b).Attribute(name) != nil || (*schema.Block)(b).NestedBlock(name) != nil
}

// comparePart compares an attribute.
func (b *block) comparePart(c values.Change, step plans.Step, s inherited) computed.Diff {
	name, _ := step.Key()
	makeNullsImplicit(&c)
	return s.compareAttribute(&c, (*schema.Block)(b).Attribute(name))
}

func (b *block) compare(c *values.Change, s inherited) computed.Diff {
	s.legacy = s.legacy && !b.NonLegacy
	if err := s.require(c, values.Object); err != nil {
		return s.mismatch(c, b, err)
	}
	m := s.newBody(c, b, b.Attributes)
	m.addAttributes()
	// What happens to write-only attributes is what happens to the body so far.
	if s.rules.WriteOnlyAsAttribute {
		m.addWriteOnly()
	}
	groups := m.compareBlocks(b.Blocks)
	m.noteUnknown(b)
	if !s.rules.WriteOnlyAsAttribute {
		m.addWriteOnly()
	}
	out := s.groupSlab.Take(len(groups), slabLen)
	for i := range groups {
		out = append(out, groups[i].finish(m.action))
	}
	s.groups.drop(len(s.groups.items) - len(groups))
	attributes, rest := m.finish(b)
	return newDiff(c, renderers.Block(attributes, rest, out), m.action)
}
