package meaning

import (
	"slices"

	"github.com/planfmt/planfmt/internal/meaning/fact"
	"github.com/planfmt/planfmt/internal/meaning/leaf"
	"github.com/planfmt/planfmt/plans"
)

// guards returns what a guard that comes or goes means. One that is replaced stays.
func (s *subject) guards() []fact.Fact {
	g := s.entry.Guards
	if g == nil || s.compares() {
		return nil
	}
	f := fact.Fact{Kind: g.Kind, What: g.What, How: "destroy", Change: fact.Gone, Words: fact.Words{Say: g.Say}}
	f.Severity = g.Severity
	if f.Severity == fact.NoSeverity {
		f.Severity = severityOf(g.Kind, g.What)
	}
	if s.isCreated() {
		f.Kind, f.How, f.Change, f.Severity = good(g.Kind), "create", fact.New, fact.Note
	}
	return []fact.Fact{f}
}

// losses returns what goes with an object that is destroyed or replaced.
func (s *subject) losses() []fact.Fact {
	if s.entry.Holds == "" || !s.isDestroyed() && !s.action.Replaces() {
		return nil
	}
	f := fact.Fact{Kind: fact.Loses, What: s.entry.Holds, How: "destroy", Change: fact.Gone, Severity: severityOf(fact.Loses, s.entry.Holds)}
	if s.action.Replaces() {
		f.How = "replace"
	}
	return []fact.Fact{f}
}

// interruptions returns what stops for a while: because the object is replaced, or because of the attributes that change.
func (s *subject) interruptions() []fact.Fact {
	switch {
	case s.entry.Runs == "" && len(s.entry.Interrupts) == 0 || !s.compares():
		return nil
	case s.action == plans.Update:
		return s.interruptingUpdates()
	case s.entry.Runs == "":
		return nil
	}
	f := fact.Fact{Kind: fact.Interrupts, What: s.entry.Runs, How: "replace", Severity: fact.Caution}
	if s.action == plans.CreateThenDelete {
		f.How, f.Severity = "replace, new one first", fact.Note
	}
	return []fact.Fact{f}
}

func (s *subject) interruptingUpdates() []fact.Fact {
	var all []fact.Fact
	for _, i := range s.entry.Interrupts {
		severity := fact.Caution
		if i.How == "rolling" {
			severity = fact.Note
		}
		what := s.entry.Runs
		if what == "" {
			what = "object"
		}
		var byCertainty [3]fact.Fact
		for _, path := range i.Paths {
			certainty, because, changes := s.change(path)
			if !changes {
				continue
			}
			f := &byCertainty[certainty]
			*f = fact.Fact{
				Kind: fact.Interrupts, Certainty: certainty, Severity: severity, What: what, How: i.How,
				At: append(f.At, path), Because: append(f.Because, because...),
			}
		}
		for _, f := range byCertainty {
			if len(f.At) > 0 {
				all = append(all, f)
			}
		}
	}
	return all
}

// change reports whether the values of an attribute change, and how certain that is.
func (s *subject) change(path string) (certainty fact.Certainty, because []string, changes bool) {
	if !s.touches(path) {
		return 0, nil, false
	}
	before, after := present(s.before.Root.Walk(path)), present(s.after.Root.Walk(path))
	if sameSet(before, after) {
		return 0, nil, false
	}
	if hidden := pathsOf(leaf.Hidden, before, after); len(hidden) > 0 {
		return fact.Hidden, hidden, true
	}
	if len(missing(before, after)) > 0 && !slices.ContainsFunc(after, leaf.Node.IsOpen) || len(missing(after, before)) > 0 {
		return fact.Certain, nil, true
	}
	// A part of a whole that is unknown may well stay as it is.
	open := pathsOf(leaf.Unknown, after)
	return fact.Possible, open, len(open) > 0 && len(before) > 0
}
