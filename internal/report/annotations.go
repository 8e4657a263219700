package report

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/planfmt/planfmt/annotations"
	"github.com/planfmt/planfmt/computed"
	"github.com/planfmt/planfmt/doc"
	"github.com/planfmt/planfmt/review"
)

// findingRole is the role of a finding of a level.
func findingRole(l annotations.Level) doc.Role {
	switch l {
	case annotations.Error:
		return doc.Danger
	case annotations.Warning:
		return doc.Caution
	}
	return doc.Comment
}

// noteLines is how many lines of an annotation's text a resource has.
const noteLines = 8

// writeAnnotations writes what other programs say about a resource, as comments above it.
func writeAnnotations(w *doc.Writer, r *computed.Resource) {
	entry := doc.Entry{Gutter: doc.Gutter{Kind: doc.NoteGutter}}
	for i := range r.Annotations {
		a := &r.Annotations[i]
		w.Line(entry, append([]doc.Span{{Role: doc.Comment, Text: "# "}}, annotationSpans(a)...)...)
		text := a.Text
		if a.Title == "" {
			_, text, _ = strings.Cut(text, "\n") // the first line stands above
		}
		if text == "" || text == a.Title {
			continue
		}
		lines := strings.Split(text, "\n")
		for k, line := range lines {
			if k == noteLines-1 && len(lines) > noteLines {
				w.Line(entry, doc.Span{Role: doc.Hidden, Text: fmt.Sprintf("#   (%d more lines)", len(lines)-k)})
				break
			}
			if line = strings.TrimSpace(line); line != "" {
				w.Line(entry, doc.Span{Role: doc.Comment, Text: "#   " + line})
			}
		}
	}
}

// annotationSpans says in a line what an annotation says.
func annotationSpans(a *annotations.Annotation) []doc.Span {
	var spans []doc.Span
	if a.Tool != "" {
		spans = append(spans, doc.Span{Role: doc.Comment, Text: a.Tool + ": "})
	}
	if a.IsFinding() {
		spans = append(spans, doc.Span{Role: findingRole(a.Level), Text: a.Level.String()}, doc.Span{Role: doc.Comment, Text: ": "})
	}
	text := cmp.Or(a.Title, firstLineOf(a.Text))
	if a.Rule != "" && a.Rule != text {
		text = strings.TrimSuffix(a.Rule+": "+text, ": ")
	}
	switch {
	case a.Number != "":
		text = strings.TrimPrefix(text+" "+costText(a.Unit, a.Before, a.Number), " ")
	case len(a.Owners) > 0:
		text = strings.TrimSuffix(text, ":") + ": " + strings.Join(a.Owners, ", ")
	}
	if a.Shared > 1 {
		text += fmt.Sprintf(" (for all %d)", a.Shared)
	}
	spans = append(spans, doc.Span{Role: doc.Comment, Text: text})
	if a.URL != "" {
		spans = append(spans, doc.Span{Role: doc.Comment, Text: " "}, doc.Span{Role: doc.Comment, Text: a.URL, Link: &doc.Link{Address: a.URL}})
	}
	return spans
}

func firstLineOf(s string) string {
	line, _, _ := strings.Cut(s, "\n")
	return line
}

// costText writes a sum: +12.50 USD/month (10.00 -> 22.50).
func costText(unit string, before, after annotations.Number) string {
	if unit != "" {
		unit = " " + unit
	}
	d := annotations.Difference(before, after)
	switch {
	case d == "":
		return string(after.Round()) + unit
	case d.Sign() == 0:
		return string(after.Round()) + unit + " (as now)"
	}
	sums := [3]string{withSign(d), string(before.Round()), string(after.Round())}
	if strings.Contains(strings.Join(sums[:], ""), ".") { // 3.00 beside 1.50
		for i, sum := range sums {
			if sum != "0" && !strings.Contains(sum, ".") {
				sums[i] = sum + ".00"
			}
		}
	}
	return fmt.Sprintf("%s%s (%s -> %s)", sums[0], unit, sums[1], sums[2])
}

func withSign(n annotations.Number) string {
	if n.Sign() > 0 {
		return "+" + string(n.Round())
	}
	return string(n.Round())
}

// annotated is what other programs say about a resource, for its line in an overview.
type annotated struct {
	counts annotations.Counts
	costs  []annotations.Cost // only Unit, Before and After
	owners []string
}

// annotatedOf sums up what other programs say about a resource. It is nil if they say nothing.
func annotatedOf(all []annotations.Annotation) *annotated {
	if len(all) == 0 {
		return nil
	}
	var sum annotated
	for i := range all {
		a := &all[i]
		if a.Number != "" {
			sum.cost(a.Unit, a.Before, a.Number)
		}
		if a.IsFinding() || a.Number == "" && len(a.Owners) == 0 {
			sum.counts.Add(a)
		}
		for _, o := range a.Owners {
			if !slices.Contains(sum.owners, o) {
				sum.owners = append(sum.owners, o)
			}
		}
	}
	return &sum
}

func (a *annotated) cost(unit string, before, after annotations.Number) {
	for i := range a.costs {
		if c := &a.costs[i]; c.Unit == unit {
			c.After = c.After.Add(after)
			if c.Before != "" && before != "" {
				c.Before = c.Before.Add(before)
			} else {
				c.Before = ""
			}
			return
		}
	}
	a.costs = append(a.costs, annotations.Cost{Unit: unit, Before: before, After: after})
}

// add adds what is said about another resource.
func (a *annotated) add(other *annotated) {
	a.counts = foundSum(a.counts, other.counts)
	for _, c := range other.costs {
		a.cost(c.Unit, c.Before, c.After)
	}
	for _, o := range other.owners {
		if !slices.Contains(a.owners, o) {
			a.owners = append(a.owners, o)
		}
	}
}

// foundSum adds the findings about other resources.
func foundSum(a, b annotations.Counts) annotations.Counts {
	return annotations.Counts{Errors: a.Errors + b.Errors, Warnings: a.Warnings + b.Warnings, Notes: a.Notes + b.Notes, Others: a.Others + b.Others}
}

// annotatedWords says in a few words each what other programs say about a resource.
func (v *overview) annotatedWords(a *annotated) []doc.Text {
	var all []doc.Text
	if text := foundText(a.counts); text != "" && !v.badges {
		role := doc.Comment
		if a.counts.Errors > 0 {
			role = doc.Alert
		}
		all = append(all, doc.NewText(doc.Span{Role: role, Text: text}))
	}
	for _, c := range a.costs {
		all = append(all, doc.NewText(doc.Span{Role: doc.Comment, Text: costText(v.told(c.Unit), c.Before, c.After)}))
	}
	if n := len(a.owners); n > 0 {
		var owners []string
		for _, o := range a.owners[:fewOf(n)] {
			owners = append(owners, v.told(o))
		}
		text := strings.Join(owners, ", ")
		if more := n - fewOf(n); more > 0 {
			text += fmt.Sprintf(" and %d more", more)
		}
		all = append(all, doc.NewText(doc.Span{Role: doc.Comment, Text: "owned by " + text}))
	}
	return all
}

// foundText says how many findings there are of each level: findings: 2 errors, 1 warning. It is empty if there is nothing.
func foundText(c annotations.Counts) string {
	text := countsOf(c)
	if c.Errors+c.Warnings+c.Notes > 0 {
		text = "findings: " + text
	}
	return text
}

// countsOf says how many findings there are of each level: 2 errors, 1 warning. It is empty if there is nothing.
func countsOf(c annotations.Counts) string {
	var words []string
	for _, one := range []struct {
		n          int
		one, other string
	}{{c.Errors, "error", "errors"}, {c.Warnings, "warning", "warnings"}, {c.Notes, "note", "notes"}, {c.Others, "remark", "remarks"}} {
		if one.n > 0 {
			words = append(words, countOf(one.n, one.one, one.other))
		}
	}
	return strings.Join(words, ", ")
}

// toldAnnotation returns a finding as it is told as a whole, without its link.
func (v *overview) toldAnnotation(a *annotations.Annotation) *annotations.Annotation {
	return &annotations.Annotation{Tool: v.told(a.Tool), Rule: v.told(a.Rule), Level: a.Level, Title: v.told(a.Title), Text: v.told(a.Text)}
}

// names returns names as they are spelled in the report.
func (v *overview) names(all []string) []string {
	if !v.quoted {
		return all
	}
	return quoteAll(all)
}

// annotatedMembers sums up what other programs say about resources.
func (v *overview) annotatedMembers(members []review.Place) []doc.Text {
	var sum annotated
	for _, m := range members {
		if one := v.annotated[m.Number]; one != nil {
			sum.add(one)
		}
	}
	return v.annotatedWords(&sum)
}

// annotationCounts adds to the head what other programs say as a whole.
func (v *overview) annotationCounts(c *contents) {
	s := v.sum.Annotations
	if s == nil {
		return
	}
	for i := range s.Costs {
		cost := &s.Costs[i]
		title := "Costs: "
		if !annotations.IsCost(cost.Unit) {
			title = "Sum: "
		}
		c.notice(doc.Span{Role: doc.Bold, Text: title}, doc.Span{Text: costText(v.told(cost.Unit), cost.Before, cost.After)})
	}
	for i := range s.Sources {
		if src := &s.Sources[i]; src.Unfinished != "" {
			c.notice(doc.Span{Role: doc.Danger, Text: "Not scanned: "}, doc.Span{Text: v.told(src.Name) + ": " + src.Unfinished})
		}
	}
	if s.NoOwners != "" {
		c.notice(doc.Span{Role: doc.Bold, Text: "Owners: "}, doc.Span{Text: s.NoOwners})
	}
	var found annotations.Counts
	for i := range s.Findings {
		for range s.Findings[i].Addresses {
			found.Add(&s.Findings[i].Finding)
		}
	}
	if text := countsOf(found); text != "" {
		role := doc.Comment
		switch {
		case found.Errors > 0:
			role = doc.Danger
		case found.Warnings > 0:
			role = doc.StrongCaution
		}
		c.notice(doc.Span{Role: doc.Bold, Text: "Findings: "}, doc.Span{Role: role, Text: text})
	}
}

// annotationSections returns what other programs say about what changes, and counts what else they say.
func (v *overview) annotationSections() []section {
	s := v.sum.Annotations
	if s == nil {
		return nil
	}
	findings := section{kind: findingSection, title: "findings", counted: true}
	add := func(g *annotations.Group, word string) {
		of := &g.Finding
		it := &hazardItem{objects: g.Addresses, itemText: itemText{
			plain: true, important: of.Level == annotations.Error, count: len(g.Addresses), class: review.Unchanged,
			label: []string{word + strings.TrimSpace(spanText(annotationSpans(v.toldAnnotation(of))))},
		}}
		if of.Level == annotations.Error {
			it.sign = doc.Hazard
		}
		if len(g.Addresses) == 1 {
			it.about = g.Addresses[0]
		}
		for _, o := range it.objects[:it.shown()] {
			it.add(doc.NewText(doc.Span{Role: doc.Bold, Text: v.name(o)}))
		}
		if n := len(it.objects) - it.shown(); n > 0 {
			it.add(doc.NewText(doc.Span{Role: doc.Hidden, Text: fmt.Sprintf("%d more", n)}))
		}
		findings.items = append(findings.items, it)
	}
	known := slices.Repeat([]bool{v.fresh == nil}, len(s.Findings))
	for i := range s.Findings {
		if known[i] = known[i] || !v.fresh(&s.Findings[i]); !known[i] {
			add(&s.Findings[i], "new: ")
		}
	}
	for i := range s.Findings {
		if known[i] {
			add(&s.Findings[i], "")
		}
	}
	costs := section{kind: sumSection, title: "costs"}
	for i := range s.Costs {
		cost := &s.Costs[i]
		for _, part := range []struct {
			kind string
			list []annotations.CostPart
		}{{"", cost.Actions}, {rootModule, cost.Modules}} {
			if len(part.list) < 2 && part.kind != "" {
				continue
			}
			for _, p := range part.list {
				costs.items = append(costs.items, sumItem(cmp.Or(v.name(p.Name), part.kind), costText(v.told(cost.Unit), p.Before, p.After)))
			}
		}
		if cost.Unchanged.Sign() != 0 {
			costs.items = append(costs.items, sumItem("what does not change", costText(v.told(cost.Unit), "", cost.Unchanged)))
		}
	}
	owners := section{kind: sumSection, title: "owners"}
	for i := range s.Owners {
		o := &s.Owners[i]
		var words []string
		if n := len(o.Ended); n > 0 {
			text := fmt.Sprintf("%d destroyed or replaced: %s", n, strings.Join(v.names(o.Ended[:fewOf(n)]), ", "))
			if more := n - fewOf(n); more > 0 {
				text += fmt.Sprintf(" and %d more", more)
			}
			words = append(words, text)
		}
		if n := len(o.Others); n > 0 {
			words = append(words, countOf(n, "other change", "other changes"))
		}
		owners.items = append(owners.items, sumItem(cmp.Or(v.told(o.Owner), "nobody"), strings.Join(words, "; ")))
	}
	rest := section{kind: sumSection, title: "other programs"}
	note := func(text string) {
		rest.items = append(rest.items, plainItem(text, review.Unchanged, 1))
	}
	if text := countsOf(s.Unchanged); text != "" {
		note(text + " about resources that do not change")
	}
	if n := s.Nothing.Sum(); n > 0 {
		note(fmt.Sprintf("%s (%s) %s nothing in this plan: --explain-annotations lists them", countOf(n, "annotation", "annotations"), countsOf(s.Nothing), plural(n, "matches", "match")))
	}
	if s.LeftOut > 0 {
		note(fmt.Sprintf("%s left out, since there are more than %d", countOf(s.LeftOut, "annotation is", "annotations are"), annotations.MaxAnnotations))
	}
	for i := range s.Sources {
		src := &s.Sources[i]
		if src.Bad > 0 {
			note(fmt.Sprintf("%s of %s cannot be used", countOf(src.Bad, "entry", "entries"), v.told(src.Name)))
		}
		if src.Suppressed > 0 {
			note(fmt.Sprintf("%s of %s are suppressed", countOf(src.Suppressed, "finding", "findings"), v.told(src.Name)))
		}
	}
	return []section{findings, costs, owners, rest}
}

// sumItem says something about what has a name.
func sumItem(name, text string) *noteItem { return plainItem(name+": "+text, review.Unchanged, 1) }
