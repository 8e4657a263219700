package main

import (
	"fmt"
	"strings"

	"github.com/planfmt/planfmt"
	"github.com/planfmt/planfmt/plans"
	"github.com/planfmt/planfmt/schema"
	"github.com/planfmt/planfmt/sinks"
)

// explainSchemas says of each type where its schema is from, and of what had
// to be inferred how each key was taken, how surely, and why.
func explainSchemas(s *streams, types []planfmt.TypeSchema) {
	var b strings.Builder
	for _, t := range types {
		fmt.Fprintf(&b, "%s (%s): %s\n", t.ID.Name(), plans.SpellName(t.ID.Provider), plans.SpellName(t.Layer))
		for _, d := range t.Decisions {
			fmt.Fprintf(&b, "  %s: %s (%s: %s)\n", plans.SpellName(d.Path), d.Is, d.Confidence, d.Why)
		}
	}
	if b.Len() > 0 {
		s.say(sinks.EscapeLines(strings.TrimSuffix(b.String(), "\n")))
	}
}

// confessTosses says in one line which keys may as well be drawn otherwise.
func confessTosses(s *streams, types []planfmt.TypeSchema) {
	var tosses []string
	for _, t := range types {
		for _, d := range t.Decisions {
			if d.Confidence == schema.CoinToss {
				tosses = append(tosses, plans.SpellName(t.ID.Type+"."+d.Path))
			}
		}
	}
	if len(tosses) == 0 {
		return
	}
	const most = 3
	more := ""
	if n := len(tosses) - most; n > 0 {
		tosses, more = tosses[:most], fmt.Sprintf(" and %d more", n)
	}
	s.complain(fmt.Sprintf("without provider schemas, whether these are blocks is a guess: %s%s (see --explain-schemas)", strings.Join(tosses, ", "), more))
}
