package report

import (
	"fmt"
	"slices"

	"github.com/planfmt/planfmt/review"
)

// mostDigest is how many lines about policies stand before what changes.
const mostDigest = 10

// policiesLast puts what policies say behind what changes.
func (c *contents) policiesLast() {
	i := slices.IndexFunc(c.sections, func(sec section) bool { return sec.kind == policySection })
	if i < 0 {
		return
	}
	last := i
	for j, sec := range c.sections {
		if sec.kind == resourceSection || sec.kind == outputSection || sec.kind == moduleSection {
			last = max(last, j)
		}
	}
	moved := c.sections[i]
	c.sections = slices.Clone(c.sections)
	copy(c.sections[i:last], c.sections[i+1:last+1])
	c.sections[last] = moved
}

// digestPolicies puts a list of what policies say, with a line for each condition, where all of it was, and the conditions with their code
// behind everything else.
func (c *contents) digestPolicies() {
	i := slices.IndexFunc(c.sections, func(sec section) bool { return sec.kind == policySection })
	if i < 0 || len(c.sections[i].items) == 0 {
		return
	}
	details := c.sections[i]
	digest := section{kind: digestSection, title: details.title}
	for j, it := range details.items {
		if j == mostDigest-1 && len(details.items) > mostDigest {
			rest := plainItem(fmt.Sprintf("… and %d more, see below", len(details.items)-j), review.Unchanged, 0)
			rest.important = true
			digest.items = append(digest.items, rest)
			break
		}
		line := &noteItem{itemText: *it.text()}
		line.important = true
		digest.items = append(digest.items, line)
	}
	details.title = "policies in detail"
	details.items = slices.Clone(details.items)
	kept := details.items[:0]
	for _, it := range details.items {
		if of, ok := it.(*conditionItem); ok { // all of what else there is stands in the list
			one := *of
			one.important = false
			kept = append(kept, &one)
		}
	}
	details.items = kept
	c.sections = slices.Clone(c.sections)
	c.sections[i] = digest
	if len(kept) > 0 {
		c.sections = append(c.sections, details)
	}
}
