package plan

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/planfmt/planfmt/computed"
	"github.com/planfmt/planfmt/doc"
	"github.com/planfmt/planfmt/internal/report/content"
	"github.com/planfmt/planfmt/internal/report/wording"
	"github.com/planfmt/planfmt/plans"
	"github.com/planfmt/planfmt/review"
)

// Contents returns the complete contents of the report.
func (v *Overview) Contents(o computed.Outcome, hash bool) *content.Contents {
	c := v.Frame(o, hash)
	v.Fill(c)
	return c
}

// Frame returns everything but what happens to the resources, which fill adds.
func (v *Overview) Frame(o computed.Outcome, hash bool) *content.Contents {
	c := &content.Contents{}
	if v.Sum.State != computed.NotState {
		v.policyCounts(c) // what is last is the headline
		v.State(c)
	} else {
		v.Headline(c)
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
	for _, sec := range []content.Section{v.hazards(), v.policies()} {
		if len(sec.Items) > 0 {
			c.First = append(c.First, sec)
		}
	}
	for _, sec := range v.annotationSections() {
		c.Add(sec)
	}
	v.Bundled(c, o)
	v.Copies(c, o)
	v.Problems(c, o)
	if hash && v.Sum.Hash != nil {
		c.Tail = append(c.Tail, doc.NewText(doc.Span{Role: doc.Plain, Text: HashText(v.Sum.Hash)}))
	}
	return c
}

// provisioners says which provisioners may run.
func (v *Overview) provisioners(c *content.Contents) {
	for _, p := range v.Sum.Provisioners {
		const most = 3
		list := strings.Join(p.Resources[:min(most, len(p.Resources))], ", ")
		if n := len(p.Resources) - most; n > 0 {
			list += fmt.Sprintf(" and %d more", n)
		}
		c.Notice(doc.Span{Role: doc.Bold, Text: "Provisioner " + p.Kind + " may run"}, doc.Span{Text: ": " + list})
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

// Fill adds what happens to the resources, before everything else but hazards and what policies say. What are likely
// renames comes behind what is destroyed.
func (v *Overview) Fill(c *content.Contents) {
	all := withoutMuted(v.Resources(), c)
	if c.Renames != nil {
		destroyed := slices.IndexFunc(all, func(sec content.Section) bool { return sec.Title == review.Delete.String() })
		if destroyed < 0 {
			destroyed = len(all) - 1
		}
		all = slices.Insert(all, destroyed+1, *c.Renames)
	}
	c.Sections = slices.Concat(c.First, all, c.Sections)
}

// withoutMuted returns the sections in which anything is shown. What is left out is named by its class where the muted changes are
// counted.
func withoutMuted(all []content.Section, c *content.Contents) []content.Section {
	counts := map[review.Class]int{}
	depth := 0 // of the section that is kept after this one, if it is in this one
	var kept []content.Section
	for i := len(all) - 1; i >= 0; i-- {
		sec, shown := all[i], false
		for _, it := range sec.Items {
			t := it.Text()
			if t.Muted {
				counts[t.Class] += t.Count
			}
			shown = shown || !t.Muted
		}
		if !shown && len(sec.Items) > 0 && (!sec.ByClass || depth <= sec.Depth) {
			continue
		}
		depth = sec.Depth
		kept = append(kept, sec)
	}
	slices.Reverse(kept)
	i := slices.IndexFunc(c.Sections, func(sec content.Section) bool { return sec.Kind == content.MutedSection && len(sec.Items) == 0 })
	if i < 0 || len(counts) == 0 { // or they are listed
		return kept
	}
	var words []string
	for class := review.Unknown; class <= review.Stored; class++ {
		if n := counts[class]; n > 0 {
			words = append(words, class.String()+" "+strconv.Itoa(n))
		}
	}
	c.Sections[i].Title += ": " + strings.Join(words, ", ")
	return kept
}

// Headline says what the plan does as a whole.
func (v *Overview) Headline(s *content.Contents) {
	v.where(s)
	if wording.HasLaterFormat(&v.Sum) {
		s.Notice(wording.PhraseSpans(v.Dialect.Words.VersionWarning)...)
	}
	listed := 0
	for _, n := range v.Sum.Counts {
		listed += n
	}
	outputs := v.ChangedOutputs()
	no := v.Dialect.Words.NoChanges
	if listed+v.Sum.Invocations+outputs == 0 {
		title := no.Normal.Title
		switch {
		case v.Sum.Errored:
			title = no.Errored.Title
		case v.Sum.DeferredCount > 0:
			title = no.Deferred.Title
		case v.Sum.Mode == plans.RefreshOnlyMode && v.Counts[review.Drift] > 0:
			title = v.Dialect.Words.DriftNote
		case v.Sum.Mode == plans.RefreshOnlyMode:
			title = no.RefreshOnly.Title
		case v.Sum.Mode == plans.DestroyMode:
			title = no.Destroy.Title
		}
		s.Headline(wording.PhraseSpans(title), v.CountWords(outputs))
	} else {
		if v.Sum.Errored {
			s.Notice(wording.PhraseSpans(no.Errored.Title)...)
		}
		if v.Sum.DeferredCount > 0 {
			s.Notice(wording.PhraseSpans(v.Dialect.Words.DeferredNote)...)
		}
		s.Headline(wording.PhraseSpans(v.Dialect.Words.Totals(v.Sum.Totals())), v.CountWords(outputs))
	}
	if v.Sum.Complete != nil && !*v.Sum.Complete && !v.Sum.Errored && v.Sum.DeferredCount == 0 {
		s.Notice(doc.Span{Role: doc.Note, Text: "Note:"},
			doc.Span{Role: doc.Bold, Text: " This plan is not complete: after it has been applied, there will be more to do."})
	}
	if limits := v.Sum.Scope.Limits(); limits != "" {
		s.Notice(doc.Span{Role: doc.Note, Text: "Note:"},
			doc.Span{Role: doc.Bold, Text: " This plan was made with "}, doc.Span{Role: doc.Plain, Text: limits},
			doc.Span{Role: doc.Bold, Text: ". Other changes may be missing."})
	}
	if failed := wording.FailedChecks(&v.Sum); len(failed) > 0 {
		s.Notice(doc.Span{Role: doc.Danger, Text: wording.CountOf(len(failed), "check has", "checks have") + " not passed."})
	}
}

// CountWords returns how often each action is planned, in a few words.
func (v *Overview) CountWords(outputs int) []string {
	var all []string
	for class := review.Unknown; class <= review.Deferred; class++ {
		if n := v.ClassCount(class); n > 0 {
			all = append(all, wording.CountOfClass(n, class))
		}
	}
	if outputs > 0 {
		all = append(all, wording.CountOf(outputs, "output", "outputs"))
	}
	if n := v.Sum.Invocations; n > 0 {
		all = append(all, wording.CountOf(n, "action", "actions"))
	}
	return all
}
