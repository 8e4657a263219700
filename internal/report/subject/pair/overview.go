// Package pair makes the contents of reports about what two plans, or two states, would do differently: see [Overview]. [NewHuman] has all of it
// in lines.
package pair

import (
	"cmp"
	"crypto/sha256"
	"fmt"

	"github.com/planfmt/planfmt/computed"
	"github.com/planfmt/planfmt/dialect"
	"github.com/planfmt/planfmt/doc"
	"github.com/planfmt/planfmt/internal/base/sorted"
	"github.com/planfmt/planfmt/internal/report/content"
	"github.com/planfmt/planfmt/internal/report/subject/plan"
	"github.com/planfmt/planfmt/internal/report/wording"
	"github.com/planfmt/planfmt/plans"
	"github.com/planfmt/planfmt/review"
)

// Overview collects the differences between two plans, by importance, for the reports that
// lay out [content.Contents]. Resources that differ alike are one item.
type Overview struct {
	words    plan.Overview // for changes that only one of the plans has
	summary  computed.PlanDiff
	sections [planDiffSections]content.Section
	index    map[string]*content.ResourceItem // by the text of the item
	added    int                              // resources, by which they are numbered
}

// The sections of resources, in their order.
const (
	onlyNewSection = iota
	actionDiffersSection
	valuesDifferSection
	onlyOldSection
	notComparedSection
	notedSection
	deferredComparisonSection
	driftComparisonSection
	planDiffSections
)

func planDiffTitle(section int) string {
	return [...]string{
		onlyNewSection:            "only in the new plan",
		actionDiffersSection:      "another action",
		valuesDifferSection:       "other values",
		onlyOldSection:            "only in the old plan",
		notComparedSection:        "not compared",
		notedSection:              "the same, with remarks",
		deferredComparisonSection: "deferred (does not count)",
		driftComparisonSection:    "drift (does not count)",
	}[section]
}

func (v *Overview) Start(s computed.PlanDiff, d dialect.Dialect) {
	*v = Overview{summary: s, index: map[string]*content.ResourceItem{}}
	v.words.Dialect = d
	v.words.Start(computed.Summary{})
	for i := range v.sections {
		v.sections[i] = content.Section{Kind: content.ComparisonSection, Title: planDiffTitle(i), Counted: true}
	}
}

func sectionOfComparison(r *computed.ResourceComparison) int {
	switch {
	case r.Verdict == computed.NotCompared:
		return notComparedSection
	case r.Section == computed.DeferredSection:
		return deferredComparisonSection
	case r.Section == computed.DriftSection && !r.Recorded:
		return driftComparisonSection
	}
	switch r.Verdict {
	case computed.OnlyNew:
		return onlyNewSection
	case computed.OnlyOld:
		return onlyOldSection
	case computed.ActionDiffers:
		return actionDiffersSection
	case computed.ValuesDiffer:
		return valuesDifferSection
	}
	return notedSection
}

// Add adds a resource. It returns the number of the resource, and reports whether none before
// differs alike.
func (v *Overview) Add(r *computed.ResourceComparison) (number int, isFirst bool) {
	newest := r.Newest()
	p := review.PlaceOf(newest)
	p.Number = v.added
	v.added++
	at := sectionOfComparison(r)
	it := v.item(r, p)
	key := fmt.Sprint(at, it.Sign, it.Type, it.Class)
	for _, t := range it.Words {
		key += "\x00" + string(t.Bytes)
	}
	key += v.unsaid(r, p.Class)
	sec := &v.sections[at]
	if same, ok := v.index[key]; ok && r.Verdict != computed.NotCompared {
		same.Members, same.Count = append(same.Members, p), same.Count+1
		same.Label = plan.Addresses(same.Members)
		return p.Number, false
	}
	v.index[key] = it
	sec.Items = append(sec.Items, it)
	return p.Number, true
}

// unsaid returns a digest of what the words about a resource may leave out: the text of long values, and values that are only
// counted. Resources that differ in it are never put together.
func (v *Overview) unsaid(r *computed.ResourceComparison, class review.Class) string {
	digest := sha256.New()
	if only := wording.OnlyOne(r.Old, r.New); only != nil {
		likeness := review.LikenessOf(only)
		v.words.TellOwn(&likeness, only, class)
		digest.Write(likeness.Signature[:])
		for i := range likeness.Own {
			if o := &likeness.Own[i]; len(o.Told.Bytes) > 0 {
				digest.Write(o.Digest[:])
			}
		}
	}
	for i := range r.Values {
		d := &r.Values[i]
		fmt.Fprintf(digest, "\x00%s", differenceText(d).Bytes)
		for _, side := range [...]computed.Diff{d.Old, d.New} {
			digest.Write([]byte{0})
			if side.Renderer == nil || d.Sensitive {
				continue
			}
			for l := range side.Lines(computed.RenderHumanOpts{}) {
				digest.Write(append(l.Text.Bytes, '\n'))
			}
		}
	}
	return string(digest.Sum(nil))
}

// item returns the item for a resource.
func (v *Overview) item(r *computed.ResourceComparison, p review.Place) *content.ResourceItem {
	newest := r.Newest()
	if only := wording.OnlyOne(r.Old, r.New); only != nil && r.Verdict != computed.NotCompared {
		it := v.words.Item(&review.Group[plan.Entry]{Value: v.words.NewEntry(only, p.Class), Members: []review.Place{p}}, nil)
		it.Important = r.Counts() && it.Important
		return it
	}
	it := &content.ResourceItem{Type: newest.Type, Members: []review.Place{p}, Changes: len(r.Values)}
	it.ItemText = content.ItemText{
		Sign: doc.ActionSign(newest.Action), Class: p.Class, Count: 1,
		Label: []string{p.Address}, Important: r.Verdict == computed.ActionDiffers || r.Verdict == computed.NotCompared,
	}
	it.Module, _ = plans.SplitModule(p.Address)
	if r.Verdict == computed.ActionDiffers && r.Old != nil && r.New != nil {
		it.Add(doc.NewText(doc.Span{Role: doc.Comment, Text: wording.PlannedWords(&r.Old.Header) + " -> " + wording.PlannedWords(&r.New.Header)}))
	}
	addComparison(&it.ItemText, &r.Comparison)
	return it
}

// addComparison adds the facts and the values in which two plans differ.
func addComparison(it *content.ItemText, c *computed.Comparison) {
	for _, f := range c.Facts {
		if f.Fact != computed.ActionFact {
			it.Add(wording.FactText(f))
		}
	}
	told := 0
	for i := range c.Values {
		if told++; told > plan.MaxChanges {
			it.Add(doc.NewText(doc.Span{Role: doc.Hidden, Text: fmt.Sprintf("+%d more", len(c.Values)-plan.MaxChanges)}))
			break
		}
		it.Add(differenceText(&c.Values[i]))
	}
	for _, err := range c.Problems {
		it.Add(doc.NewText(doc.Span{Role: doc.Alert, Text: plans.SpellName(err.Error())}))
	}
}

// Contents returns the complete contents of the report.
func (v *Overview) Contents(o *computed.PlanDiffOutcome) *content.Contents {
	c := &content.Contents{}
	for _, f := range v.summary.Facts {
		c.Notice(doc.Span{Role: doc.Bold, Text: wording.PlanFactSentence(f)})
	}
	c.Headline(verdictSpans(&v.summary, o), nil)
	for _, text := range wording.PlanDiffNotes(&v.summary, o) {
		c.Notice(doc.Span{Role: doc.Plain, Text: text})
	}
	for i := range v.sections {
		if i == notedSection {
			v.outputs(c)
			v.actions(c)
		}
		sorted.Stable(v.sections[i].Items, func(a, b content.Item) int { return cmp.Compare(a.Text().Class, b.Text().Class) })
		c.Add(v.sections[i])
	}
	checks := content.Section{Kind: content.ComparisonSection, Title: "checks (do not count)", Counted: true}
	for i := range v.summary.Checks {
		ch := &v.summary.Checks[i]
		it := &content.NoteItem{ItemText: content.ItemText{Label: []string{ch.Address()}, Count: 1, Class: review.Deferred}, Kind: "check"}
		it.Write = func(w *doc.Writer) { writeCheckComparison(w, ch) }
		it.Add(wording.FactText(computed.FactDifference{Old: ch.Old.Status, New: ch.New.Status, Fact: computed.StatusFact}))
		checks.Items = append(checks.Items, it)
	}
	c.Add(checks)
	v.words.Bundled(c, computed.Outcome{Masked: o.Masked})
	v.words.Copies(c, computed.Outcome{Copies: o.Copies})
	v.words.Problems(c, computed.Outcome{Problems: o.Problems})
	return c
}

// outputs adds the outputs that differ.
func (v *Overview) outputs(c *content.Contents) {
	sec := content.Section{Kind: content.ComparisonSection, Title: "outputs", Counted: true}
	for i := range v.summary.Outputs {
		o := &v.summary.Outputs[i]
		it := &content.NoteItem{ItemText: content.ItemText{Sign: doc.Update, Label: []string{o.Name}, Count: 1, Class: review.Update, Important: o.Verdict == computed.NotCompared}, Kind: "output"}
		it.Write = func(w *doc.Writer) { writeOutputComparison(w, o) }
		if only := wording.OnlyOne(o.Old, o.New); only != nil {
			it.Sign = doc.ActionSign(only.Diff.Action)
			it.Add(doc.NewText(doc.Span{Role: doc.Comment, Text: "only in " + wording.SideWords(o.New != nil)}))
			if only.Diff.Renderer != nil {
				it.Add(sideText(only.Diff))
			}
		} else if o.Verdict == computed.ActionDiffers {
			it.Add(doc.NewText(doc.Span{Role: doc.Comment, Text: o.Facts[0].Old + " -> " + o.Facts[0].New}))
		}
		addComparison(&it.ItemText, &o.Comparison)
		sec.Items = append(sec.Items, it)
	}
	c.Add(sec)
}

// actions adds the invocations of actions that differ.
func (v *Overview) actions(c *content.Contents) {
	sec := content.Section{Kind: content.ComparisonSection, Title: "actions", Counted: true}
	for i := range v.summary.Actions {
		a := &v.summary.Actions[i]
		it := &content.NoteItem{ItemText: content.ItemText{Label: []string{a.Address}, Count: 1, Class: review.Update, Important: true}, Kind: "action"}
		it.Write = func(w *doc.Writer) { writeActionComparison(w, a) }
		if wording.OnlyOne(a.Old, a.New) != nil {
			text := wording.InvokedWords(a)
			if a.Verdict == computed.NotCompared {
				text = wording.NotComparedWords
			}
			it.Add(doc.NewText(doc.Span{Role: doc.Comment, Text: text}))
		}
		addComparison(&it.ItemText, &a.Comparison)
		sec.Items = append(sec.Items, it)
	}
	c.Add(sec)
}
