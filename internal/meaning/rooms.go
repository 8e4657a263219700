package meaning

import "github.com/planfmt/planfmt/internal/meaning/fact"

// network returns what a change opens and closes.
func (s *subject) network() []fact.Fact { return s.rules.Facts(s.entry.Network, s.before, s.after) }

// access returns what a change grants and revokes.
func (s *subject) access() []fact.Fact { return nil }
