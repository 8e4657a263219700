package meaning

import (
	"slices"

	"github.com/planfmt/planfmt/internal/meaning/access"
	"github.com/planfmt/planfmt/internal/meaning/fact"
)

// network returns what a change opens and closes.
func (s *subject) network() []fact.Fact {
	if len(s.entry.Network) == 0 || !s.matters() {
		return nil
	}
	facts := s.rules.Facts(s.entry.Network, s.before, s.after)
	if s.isDestroyed() && s.entry.Guards != nil {
		// What a guard let through is let through without it, too.
		facts = slices.DeleteFunc(facts, func(f fact.Fact) bool { return f.Kind == fact.Closes })
	}
	return facts
}

// access returns what a change grants and revokes. What is a policy by its shape is looked for in every type.
func (s *subject) access() []fact.Fact {
	if !s.matters() {
		return nil
	}
	return access.Facts(s.table, slices.Concat(s.entry.Access, s.table.Any.Access), s.before, s.after)
}
