package planvalue

import (
	"github.com/planfmt/planfmt/internal/lang/value"
	"github.com/planfmt/planfmt/plans"
)

// loose returns an array of which the schema does not say what it is as one that may be a list, a set or a tuple.
func (b *builder) loose(array value.Value, p sidePart) value.Value {
	if !array.Type().IsTupleType() {
		return array
	}
	at := p.at
	if p.inside {
		at = p.outer
	}
	// It outlives what the source has loaded, so it has memory of its own.
	return array.WithLoose(&value.Loose{
		Place: b.side.Address + "\x00" + p.at.path().String(),
		Cause: b.looseCause(at.path().Clone()),
	})
}

func (b *builder) looseCause(at plans.Path) *value.Cause {
	c := &value.Cause{Address: b.side.Address, Path: at, Label: "a list, a set or a tuple"}
	if b.side.Trust == Guessed {
		c.NoSchema = true
		c.Reason = "there is no schema that says whether it is a list, a set or a tuple"
	} else {
		c.Reason = "the schema does not say whether it is a list, a set or a tuple"
	}
	return c
}
