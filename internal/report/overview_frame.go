package report

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/planfmt/planfmt/computed"
	"github.com/planfmt/planfmt/doc"
	"github.com/planfmt/planfmt/plans"
	"github.com/planfmt/planfmt/review"
)

// contents returns the complete contents of the report.
func (v *overview) contents(o computed.Outcome, hash bool) *contents {
	c := v.frame(o, hash)
	v.fill(c)
	return c
}

// frame returns everything but what happens to the resources, which fill adds.
func (v *overview) frame(o computed.Outcome, hash bool) *contents {
	c := &contents{}
	if v.sum.State != computed.NotState {
		v.policyCounts(c) // what is last is the headline
		v.state(c)
	} else {
		v.headline(c)
		v.policyCounts(c)
		v.annotationCounts(c)
		v.provisioners(c)
		v.renames(c)
		v.outputs(c)
		v.actions(c)
		v.checks(c)
		v.undecided(c)
		v.muted(c)
	}
	for _, sec := range []section{v.hazards(), v.policies()} {
		if len(sec.items) > 0 {
			c.first = append(c.first, sec)
		}
	}
	for _, sec := range v.annotationSections() {
		c.add(sec)
	}
	v.bundled(c, o)
	v.copies(c, o)
	v.problems(c, o)
	if hash && v.sum.Hash != nil {
		c.tail = append(c.tail, doc.NewText(doc.Span{Role: doc.Plain, Text: HashText(v.sum.Hash)}))
	}
	return c
}

// provisioners says which provisioners may run.
func (v *overview) provisioners(c *contents) {
	for _, p := range v.sum.Provisioners {
		const most = 3
		list := strings.Join(p.Resources[:min(most, len(p.Resources))], ", ")
		if n := len(p.Resources) - most; n > 0 {
			list += fmt.Sprintf(" and %d more", n)
		}
		c.notice(doc.Span{Role: doc.Bold, Text: "Provisioner " + p.Kind + " may run"}, doc.Span{Text: ": " + list})
	}
}

// HashText says what the hash of a plan is, and what it does not cover.
func HashText(h *computed.Hash) string {
	missing := h.NotCovered()
	if len(missing) == 0 {
		return "Hash: " + h.Text
	}
	return "Hash: " + h.Text + " (does not cover " + strings.Join(missing, " or ") + ")"
}

// fill adds what happens to the resources, before everything else but hazards and what policies say. What are likely
// renames comes behind what is destroyed.
func (v *overview) fill(c *contents) {
	all := withoutMuted(v.resources(), c)
	if c.renames != nil {
		destroyed := slices.IndexFunc(all, func(sec section) bool { return sec.title == review.Delete.String() })
		if destroyed < 0 {
			destroyed = len(all) - 1
		}
		all = slices.Insert(all, destroyed+1, *c.renames)
	}
	c.sections = slices.Concat(c.first, all, c.sections)
}

// withoutMuted returns the sections in which anything is shown. What is left out is named by its class where the muted changes are
// counted.
func withoutMuted(all []section, c *contents) []section {
	counts := map[review.Class]int{}
	depth := 0 // of the section that is kept after this one, if it is in this one
	var kept []section
	for i := len(all) - 1; i >= 0; i-- {
		sec, shown := all[i], false
		for _, it := range sec.items {
			t := it.text()
			if t.muted {
				counts[t.class] += t.count
			}
			shown = shown || !t.muted
		}
		if !shown && len(sec.items) > 0 && (!sec.byClass || depth <= sec.depth) {
			continue
		}
		depth = sec.depth
		kept = append(kept, sec)
	}
	slices.Reverse(kept)
	i := slices.IndexFunc(c.sections, func(sec section) bool { return sec.kind == mutedSection && len(sec.items) == 0 })
	if i < 0 || len(counts) == 0 { // or they are listed
		return kept
	}
	var words []string
	for class := review.Unknown; class <= review.Stored; class++ {
		if n := counts[class]; n > 0 {
			words = append(words, class.String()+" "+strconv.Itoa(n))
		}
	}
	c.sections[i].title += ": " + strings.Join(words, ", ")
	return kept
}

// headline says what the plan does as a whole.
func (v *overview) headline(s *contents) {
	v.where(s)
	if HasLaterFormat(&v.sum) {
		s.notice(phrase(v.dialect.Words.VersionWarning)...)
	}
	listed := 0
	for _, n := range v.sum.Counts {
		listed += n
	}
	outputs := v.changedOutputs()
	no := v.dialect.Words.NoChanges
	if listed+v.sum.Invocations+outputs == 0 {
		title := no.Normal.Title
		switch {
		case v.sum.Errored:
			title = no.Errored.Title
		case v.sum.DeferredCount > 0:
			title = no.Deferred.Title
		case v.sum.Mode == plans.RefreshOnlyMode && v.counts[review.Drift] > 0:
			title = v.dialect.Words.DriftNote
		case v.sum.Mode == plans.RefreshOnlyMode:
			title = no.RefreshOnly.Title
		case v.sum.Mode == plans.DestroyMode:
			title = no.Destroy.Title
		}
		s.headline(phrase(title), v.countWords(outputs))
	} else {
		if v.sum.Errored {
			s.notice(phrase(no.Errored.Title)...)
		}
		if v.sum.DeferredCount > 0 {
			s.notice(phrase(v.dialect.Words.DeferredNote)...)
		}
		s.headline(phrase(v.dialect.Words.Totals(v.sum.Totals())), v.countWords(outputs))
	}
	if v.sum.Complete != nil && !*v.sum.Complete && !v.sum.Errored && v.sum.DeferredCount == 0 {
		s.notice(doc.Span{Role: doc.Note, Text: "Note:"},
			doc.Span{Role: doc.Bold, Text: " This plan is not complete: after it has been applied, there will be more to do."})
	}
	if limits := v.sum.Scope.Limits(); limits != "" {
		s.notice(doc.Span{Role: doc.Note, Text: "Note:"},
			doc.Span{Role: doc.Bold, Text: " This plan was made with "}, doc.Span{Role: doc.Plain, Text: limits},
			doc.Span{Role: doc.Bold, Text: ". Other changes may be missing."})
	}
	if failed := failedChecks(&v.sum); len(failed) > 0 {
		s.notice(doc.Span{Role: doc.Danger, Text: countOf(len(failed), "check has", "checks have") + " not passed."})
	}
}

// countWords returns how often each action is planned, in a few words.
func (v *overview) countWords(outputs int) []string {
	var all []string
	for class := review.Unknown; class <= review.Deferred; class++ {
		if n := v.classCount(class); n > 0 {
			all = append(all, countOfClass(n, class))
		}
	}
	if outputs > 0 {
		all = append(all, countOf(outputs, "output", "outputs"))
	}
	if n := v.sum.Invocations; n > 0 {
		all = append(all, countOf(n, "action", "actions"))
	}
	return all
}
