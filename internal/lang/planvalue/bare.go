package planvalue

import (
	"github.com/planfmt/planfmt/internal/lang/value"
	"github.com/planfmt/planfmt/schema"
)

// Single returns the value of a side that is not an object with a schema, such as an output. The type may be
// nil if it is not known. The Block of the side is not used.
func Single(side Side, typ *schema.Attribute) value.Value {
	b := builder{side: side}
	s := &valueShape{}
	if typ != nil {
		s = shaper{side.Trust}.attribute(typ)
	}
	return b.build(s, b.root())
}
