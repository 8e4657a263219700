package report

import (
	"cmp"
	"crypto/sha256"
	"fmt"

	"github.com/planfmt/planfmt/computed"
	"github.com/planfmt/planfmt/dialect"
	"github.com/planfmt/planfmt/doc"
	"github.com/planfmt/planfmt/internal/base/sorted"
	"github.com/planfmt/planfmt/plans"
	"github.com/planfmt/planfmt/review"
)

// planDiffOverview collects the differences between two plans, by importance, for the reports that
// lay out [contents]. Resources that differ alike are one item.
type planDiffOverview struct {
	words    overview // for changes that only one of the plans has
	summary  computed.PlanDiff
	sections [planDiffSections]section
	index    map[string]*resourceItem // by the text of the item
	added    int                      // resources, by which they are numbered
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

func (v *planDiffOverview) begin(s computed.PlanDiff, d dialect.Dialect) {
	*v = planDiffOverview{summary: s, index: map[string]*resourceItem{}}
	v.words.dialect = d
	v.words.begin(computed.Summary{})
	for i := range v.sections {
		v.sections[i] = section{kind: comparisonSection, title: planDiffTitle(i), counted: true}
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

// add adds a resource. It returns the number of the resource, and reports whether none before
// differs alike.
func (v *planDiffOverview) add(r *computed.ResourceComparison) (number int, isFirst bool) {
	newest := r.Newest()
	p := review.PlaceOf(newest)
	p.Number = v.added
	v.added++
	at := sectionOfComparison(r)
	it := v.item(r, p)
	key := fmt.Sprint(at, it.sign, it.typ, it.class)
	for _, t := range it.words {
		key += "\x00" + string(t.Bytes)
	}
	key += v.unsaid(r, p.Class)
	sec := &v.sections[at]
	if same, ok := v.index[key]; ok && r.Verdict != computed.NotCompared {
		same.members, same.count = append(same.members, p), same.count+1
		same.label = addresses(same.members)
		return p.Number, false
	}
	v.index[key] = it
	sec.items = append(sec.items, it)
	return p.Number, true
}

// unsaid returns a digest of what the words about a resource may leave out: the text of long values, and values that are only
// counted. Resources that differ in it are never put together.
func (v *planDiffOverview) unsaid(r *computed.ResourceComparison, class review.Class) string {
	digest := sha256.New()
	if only := onlyOne(r.Old, r.New); only != nil {
		likeness := review.LikenessOf(only)
		v.words.tellOwn(&likeness, only, class)
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
func (v *planDiffOverview) item(r *computed.ResourceComparison, p review.Place) *resourceItem {
	newest := r.Newest()
	if only := onlyOne(r.Old, r.New); only != nil && r.Verdict != computed.NotCompared {
		it := v.words.item(&review.Group[entry]{Value: v.words.newEntry(only, p.Class), Members: []review.Place{p}}, nil)
		it.important = r.Counts() && it.important
		return it
	}
	it := &resourceItem{typ: newest.Type, members: []review.Place{p}, changes: len(r.Values)}
	it.itemText = itemText{
		sign: doc.ActionSign(newest.Action), class: p.Class, count: 1,
		label: []string{p.Address}, important: r.Verdict == computed.ActionDiffers || r.Verdict == computed.NotCompared,
	}
	it.module, _ = plans.SplitModule(p.Address)
	if r.Verdict == computed.ActionDiffers && r.Old != nil && r.New != nil {
		it.add(doc.NewText(doc.Span{Role: doc.Comment, Text: plannedWords(&r.Old.Header) + " -> " + plannedWords(&r.New.Header)}))
	}
	addComparison(&it.itemText, &r.Comparison)
	return it
}

// addComparison adds the facts and the values in which two plans differ.
func addComparison(it *itemText, c *computed.Comparison) {
	for _, f := range c.Facts {
		if f.Fact != computed.ActionFact {
			it.add(factText(f))
		}
	}
	told := 0
	for i := range c.Values {
		if told++; told > maxChanges {
			it.add(doc.NewText(doc.Span{Role: doc.Hidden, Text: fmt.Sprintf("+%d more", len(c.Values)-maxChanges)}))
			break
		}
		it.add(differenceText(&c.Values[i]))
	}
	for _, err := range c.Problems {
		it.add(doc.NewText(doc.Span{Role: doc.Alert, Text: plans.SpellName(err.Error())}))
	}
}

// contents returns the complete contents of the report.
func (v *planDiffOverview) contents(o *computed.PlanDiffOutcome) *contents {
	c := &contents{}
	for _, f := range v.summary.Facts {
		c.notice(doc.Span{Role: doc.Bold, Text: planFactSentence(f)})
	}
	c.headline(verdictSpans(&v.summary, o), nil)
	for _, text := range planDiffNotes(&v.summary, o) {
		c.notice(doc.Span{Role: doc.Plain, Text: text})
	}
	for i := range v.sections {
		if i == notedSection {
			v.outputs(c)
			v.actions(c)
		}
		sorted.Stable(v.sections[i].items, func(a, b item) int { return cmp.Compare(a.text().class, b.text().class) })
		c.add(v.sections[i])
	}
	checks := section{kind: comparisonSection, title: "checks (do not count)", counted: true}
	for i := range v.summary.Checks {
		ch := &v.summary.Checks[i]
		it := &noteItem{itemText: itemText{label: []string{ch.Address()}, count: 1, class: review.Deferred}, kind: "check"}
		it.write = func(w *doc.Writer) { writeCheckComparison(w, ch) }
		it.add(factText(computed.FactDifference{Old: ch.Old.Status, New: ch.New.Status, Fact: computed.StatusFact}))
		checks.items = append(checks.items, it)
	}
	c.add(checks)
	v.words.bundled(c, computed.Outcome{Masked: o.Masked})
	v.words.copies(c, computed.Outcome{Copies: o.Copies})
	v.words.problems(c, computed.Outcome{Problems: o.Problems})
	return c
}

// outputs adds the outputs that differ.
func (v *planDiffOverview) outputs(c *contents) {
	sec := section{kind: comparisonSection, title: "outputs", counted: true}
	for i := range v.summary.Outputs {
		o := &v.summary.Outputs[i]
		it := &noteItem{itemText: itemText{sign: doc.Update, label: []string{o.Name}, count: 1, class: review.Update, important: o.Verdict == computed.NotCompared}, kind: "output"}
		it.write = func(w *doc.Writer) { writeOutputComparison(w, o) }
		if only := onlyOne(o.Old, o.New); only != nil {
			it.sign = doc.ActionSign(only.Diff.Action)
			it.add(doc.NewText(doc.Span{Role: doc.Comment, Text: "only in " + sideWords(o.New != nil)}))
			if only.Diff.Renderer != nil {
				it.add(sideText(only.Diff))
			}
		} else if o.Verdict == computed.ActionDiffers {
			it.add(doc.NewText(doc.Span{Role: doc.Comment, Text: o.Facts[0].Old + " -> " + o.Facts[0].New}))
		}
		addComparison(&it.itemText, &o.Comparison)
		sec.items = append(sec.items, it)
	}
	c.add(sec)
}

// actions adds the invocations of actions that differ.
func (v *planDiffOverview) actions(c *contents) {
	sec := section{kind: comparisonSection, title: "actions", counted: true}
	for i := range v.summary.Actions {
		a := &v.summary.Actions[i]
		it := &noteItem{itemText: itemText{label: []string{a.Address}, count: 1, class: review.Update, important: true}, kind: "action"}
		it.write = func(w *doc.Writer) { writeActionComparison(w, a) }
		if onlyOne(a.Old, a.New) != nil {
			text := invokedWords(a)
			if a.Verdict == computed.NotCompared {
				text = notComparedWords
			}
			it.add(doc.NewText(doc.Span{Role: doc.Comment, Text: text}))
		}
		addComparison(&it.itemText, &a.Comparison)
		sec.items = append(sec.items, it)
	}
	c.add(sec)
}
