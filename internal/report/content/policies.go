package content

import (
	"fmt"
	"slices"

	"github.com/planfmt/planfmt/review"
)

// MostDigest is how many lines about policies stand before what changes.
const MostDigest = 10

// PoliciesLast puts what policies say behind what changes.
func (c *Contents) PoliciesLast() {
	i := slices.IndexFunc(c.Sections, func(sec Section) bool { return sec.Kind == PolicySection })
	if i < 0 {
		return
	}
	last := i
	for j, sec := range c.Sections {
		if sec.Kind == ResourceSection || sec.Kind == OutputSection || sec.Kind == ModuleSection {
			last = max(last, j)
		}
	}
	moved := c.Sections[i]
	c.Sections = slices.Clone(c.Sections)
	copy(c.Sections[i:last], c.Sections[i+1:last+1])
	c.Sections[last] = moved
}

// DigestPolicies puts a list of what policies say, with a line for each condition, where all of it was, and the conditions with their code
// behind everything else.
func (c *Contents) DigestPolicies() {
	i := slices.IndexFunc(c.Sections, func(sec Section) bool { return sec.Kind == PolicySection })
	if i < 0 || len(c.Sections[i].Items) == 0 {
		return
	}
	details := c.Sections[i]
	digest := Section{Kind: digestSection, Title: details.Title}
	for j, it := range details.Items {
		if j == MostDigest-1 && len(details.Items) > MostDigest {
			rest := PlainItem(fmt.Sprintf("… and %d more, see below", len(details.Items)-j), review.Unchanged, 0)
			rest.Important = true
			digest.Items = append(digest.Items, rest)
			break
		}
		line := &NoteItem{ItemText: *it.Text()}
		line.Important = true
		digest.Items = append(digest.Items, line)
	}
	details.Title = "policies in detail"
	details.Items = slices.Clone(details.Items)
	kept := details.Items[:0]
	for _, it := range details.Items {
		if of, ok := it.(*ConditionItem); ok { // all of what else there is stands in the list
			one := *of
			one.Important = false
			kept = append(kept, &one)
		}
	}
	details.Items = kept
	c.Sections = slices.Clone(c.Sections)
	c.Sections[i] = digest
	if len(kept) > 0 {
		c.Sections = append(c.Sections, details)
	}
}
