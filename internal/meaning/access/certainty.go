package access

import (
	"github.com/planfmt/planfmt/internal/meaning/fact"
	"github.com/planfmt/planfmt/internal/meaning/globset"
	"github.com/planfmt/planfmt/internal/meaning/leaf"
)

// turn makes of what a fact says from after to before what goes, if it is one of what is revoked. That is never more than a note.
func turn(f *fact.Fact) {
	if f.Kind == fact.Revokes {
		f.Severity, f.Change = fact.Note, goes(f.Change)
	}
}

// goes is the change of a fact that says what is revoked.
func goes(c fact.Change) fact.Change {
	switch c {
	case fact.New:
		return fact.Gone
	case fact.Wider:
		return fact.Changed
	}
	return c
}

// doubt says what decides about a fact that is not certain: old parts that are open, or a question that was too large.
func doubt(f *fact.Fact, open []leaf.Node, answer globset.Answer) {
	switch {
	case len(open) > 0:
		f.Certainty, f.Because = uncertainty(open), pathsOf(open)
	case answer == globset.Undecided:
		f.Certainty, f.Because = fact.Possible, []string{fact.BecauseTooLarge}
	}
	temper(f)
}

// temper makes a fact that is not certain a caution at most.
func temper(f *fact.Fact) {
	if f.Certainty != fact.Certain {
		f.Severity = f.Severity.AtMost(fact.Caution)
	}
}
