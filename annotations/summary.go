package annotations

import (
	"cmp"
	"slices"
	"strconv"
	"strings"
)

// Summary is what reports say about a document as a whole.
type Summary struct {
	// Sources are the reports, in the order in which they were given.
	Sources []Source
	// Findings are those about resources that change, each once for the same tool, rule and words: the worst first.
	Findings []Group
	// Unchanged counts what is said about resources that do not change. Nothing counts what is about nothing in the document; Unmatched has the
	// first of these, and with what was tried.
	Unchanged, Nothing Counts
	Unmatched          []Unmatched
	// Costs are the sums of numbers, by their units.
	Costs []Cost
	// Owners own what changes, sorted by name; the empty name stands for what nobody owns. They are there if a report has owners.
	Owners []Ownership
	// NoOwners says why nobody knows who owns the files in which resources are declared, although there is a CODEOWNERS file; empty if that is known.
	NoOwners string
	// LeftOut is how many annotations there are beyond [MaxAnnotations].
	LeftOut int
	// Unpriced is how many resources that change have costs that depend on their usage. They are not in the Costs.
	Unpriced int
	// OfFindings, OfCosts and OfOwners say what may be concluded if nothing is said.
	OfFindings, OfCosts, OfOwners Coverage
}

// IsUnfinished reports whether a report does not have all that there is to say.
func (s *Summary) IsUnfinished() bool {
	return slices.ContainsFunc(s.Sources, func(src Source) bool { return src.Unfinished != "" })
}

// Coverage says what may be concluded if reports say nothing of a kind about a resource.
type Coverage struct {
	// Given says that a report about such things was given: if it lists none, there are none.
	Given bool
	// Doubt says why there may be more than are listed; empty for no reason to think so.
	Doubt string
}

// Unknown says why it is not known what else there is; empty if all is known. what is the name of the kind.
func (c Coverage) Unknown(what string) string {
	if !c.Given {
		return "no report with " + what + " was given, see --annotate"
	}
	return c.Doubt
}

// doubt notes a reason why there may be more, unless there is one already.
func (c *Coverage) doubt(why string) {
	if c.Doubt == "" {
		c.Doubt = why
	}
}

// Source is a report that was used.
type Source struct {
	Name   string
	Format Format
	// Used is how many annotations it has, the other numbers are those of [Report].
	Used, Passed, Suppressed, Bad int
	Unfinished                    string
	Remarks                       []string
}

// Counts counts annotations: findings by their levels, and all others.
type Counts struct {
	Errors, Warnings, Notes, Others int
}

// Add counts an annotation.
func (c *Counts) Add(a *Annotation) {
	switch a.Level {
	case Error:
		c.Errors++
	case Warning:
		c.Warnings++
	case Note:
		c.Notes++
	default:
		c.Others++
	}
}

// Sum returns how many annotations were counted.
func (c Counts) Sum() int { return c.Errors + c.Warnings + c.Notes + c.Others }

// Group is a finding with all resources that it is about.
type Group struct {
	// Finding is the first of them. Its Place is not set.
	Finding Annotation
	// Addresses are those of the resources, each once, in the order of the plan.
	Addresses []string
}

// Unmatched is an annotation about nothing in the document.
type Unmatched struct {
	Annotation
	Source string // the name of the report
	Why    string
}

// MaxUnmatched is how many of these are kept.
const MaxUnmatched = 1000

// Cost is the sum of numbers with the same unit. Before is empty if it is not known of all of them.
type Cost struct {
	Unit          string
	Before, After Number
	// Modules and Actions are the sums for the resources that change, by module and by action, sorted by how much is spent or saved.
	Modules, Actions []CostPart
	// Unchanged is what resources cost that do not change. It is part of both sums.
	Unchanged Number
}

// CostPart is a part of the sum.
type CostPart struct {
	Name          string // of the module, or of the action
	Before, After Number
}

// Difference returns by how much a sum changes. It is empty if that is not known.
func Difference(before, after Number) Number {
	if before == "" || after == "" {
		return ""
	}
	return after.Sub(before)
}

// Ownership says which of the resources that change somebody owns.
type Ownership struct {
	Owner string
	// Ended are the addresses of those that are destroyed or replaced, Others of the others that change.
	Ended, Others []string
}

// summaryTally makes a [Summary].
type summaryTally struct {
	Summary
	groups map[string]int
	costs  map[string]*costSum
	owners map[string]*Ownership
}

type costSum struct {
	Cost
	partial          bool // Before is not known of one of them
	modules, actions map[string]*CostPart
}

// Subject is a resource for a [Matcher].
type Subject struct {
	Address, Module, Action string
	// Changes says that it changes in some way, Ends that it is destroyed or replaced.
	Changes, Ends bool
	// NoCost says why nobody knows what it costs by itself, although a report says something about that. [Matcher.Match] sets it.
	NoCost string
}

// add adds what is said about a resource.
func (t *summaryTally) add(s *Subject, all []Annotation) {
	owned := false
	if s.Changes && s.NoCost == dependsOnUsage {
		t.Unpriced++
	}
	for i := range all {
		a := &all[i]
		if a.Number != "" {
			t.cost(s, a)
		}
		if !s.Changes {
			if a.IsFinding() || a.Number == "" && len(a.Owners) == 0 {
				t.Unchanged.Add(a)
			}
			continue
		}
		if a.IsFinding() {
			t.finding(s, a)
		}
		for _, o := range a.Owners {
			owned = true
			t.own(o, s)
		}
	}
	if !owned && s.Changes {
		t.own("", s)
	}
}

func (t *summaryTally) own(owner string, s *Subject) {
	if t.owners == nil {
		t.owners = map[string]*Ownership{}
	}
	o := t.owners[owner]
	if o == nil {
		o = &Ownership{Owner: owner}
		t.owners[owner] = o
	}
	list := &o.Others
	if s.Ends {
		list = &o.Ended
	}
	if !slices.Contains((*list)[max(0, len(*list)-1):], s.Address) {
		*list = append(*list, s.Address)
	}
}

func (t *summaryTally) finding(s *Subject, a *Annotation) {
	key := strings.Join([]string{a.Tool, a.Rule, a.Level.String(), a.Title, a.Text, a.URL}, "\x00")
	if t.groups == nil {
		t.groups = map[string]int{}
	}
	i, ok := t.groups[key]
	if !ok {
		i = len(t.Findings)
		t.groups[key] = i
		one := *a
		one.Place = Place{}
		t.Findings = append(t.Findings, Group{Finding: one})
	}
	g := &t.Findings[i]
	if !slices.Contains(g.Addresses[max(0, len(g.Addresses)-1):], s.Address) {
		g.Addresses = append(g.Addresses, s.Address)
	}
}

func (t *summaryTally) cost(s *Subject, a *Annotation) {
	if t.costs == nil {
		t.costs = map[string]*costSum{}
	}
	c := t.costs[a.Unit]
	if c == nil {
		c = &costSum{Cost: Cost{Unit: a.Unit, Before: "0", After: "0", Unchanged: "0"}, modules: map[string]*CostPart{}, actions: map[string]*CostPart{}}
		t.costs[a.Unit] = c
	}
	c.After = c.After.Add(a.Number)
	c.partial = c.partial || a.Before == ""
	c.Before = c.Before.Add(a.Before)
	if !s.Changes {
		c.Unchanged = c.Unchanged.Add(a.Number)
		if a.Before != "" && a.Before.Compare(a.Number) == 0 {
			return
		}
		if a.Before == "" {
			return
		}
	}
	for _, part := range []struct {
		in   map[string]*CostPart
		name string
	}{{c.modules, s.Module}, {c.actions, s.Action}} {
		p := part.in[part.name]
		if p == nil {
			p = &CostPart{Name: part.name, Before: "0", After: "0"}
			part.in[part.name] = p
		}
		p.After = p.After.Add(a.Number)
		p.Before = p.Before.Add(a.Before)
	}
}

// dependsOnUsage says why Infracost lists a resource without its costs.
const dependsOnUsage = "it depends on usage"

// covers notes what a given report is about.
func (t *summaryTally) covers(r *Report) {
	findings, costs, owners := &t.OfFindings, &t.OfCosts, &t.OfOwners
	own := r.Format == Own
	has := func(tells func(*Annotation) bool) bool {
		return own && slices.ContainsFunc(r.Annotations, func(a Annotation) bool { return tells(&a) })
	}
	for _, kind := range []struct {
		*Coverage
		given bool
	}{
		{findings, r.Format == SARIF || r.Format == Checkov || r.Format == Trivy || has((*Annotation).IsFinding)},
		{costs, r.Format == Infracost || has((*Annotation).isCost)},
		{owners, r.Owners != nil || has(func(a *Annotation) bool { return len(a.Owners) > 0 })},
	} {
		kind.Given = kind.Given || kind.given
		if kind.given && r.Unfinished != "" {
			kind.doubt(r.Name + ": not scanned: " + r.Unfinished)
		}
		if r.Bad > 0 && (kind.given || own) {
			kind.doubt("entries of " + r.Name + " cannot be used")
		}
	}
}

// lost notes that nothing is known about what an annotation is about. noPlaces says that this is because nobody knows where resources are
// declared.
func (t *summaryTally) lost(a *Annotation, noPlaces bool) {
	if !noPlaces {
		return
	}
	const why = "it is not known which resources it is about that a report says of lines of files"
	if a.IsFinding() {
		t.OfFindings.doubt(why)
	}
	if a.Number != "" {
		t.OfCosts.doubt(why)
	}
	if len(a.Owners) > 0 {
		t.OfOwners.doubt(why)
	}
}

// finish returns the summary. hasOwners says that a report has owners.
func (t *summaryTally) finish(hasOwners bool) *Summary {
	slices.SortStableFunc(t.Findings, func(a, b Group) int {
		return cmp.Or(cmp.Compare(b.Finding.Level, a.Finding.Level), cmp.Compare(a.Finding.Tool, b.Finding.Tool),
			cmp.Compare(a.Finding.Rule, b.Finding.Rule), cmp.Compare(a.Finding.Title, b.Finding.Title), cmp.Compare(a.Finding.Text, b.Finding.Text))
	})
	for _, c := range t.costs {
		c.Modules, c.Actions = c.parts(c.modules), c.parts(c.actions)
		if c.partial {
			c.Before = ""
		}
		t.Costs = append(t.Costs, c.Cost)
	}
	slices.SortFunc(t.Costs, func(a, b Cost) int { return cmp.Compare(a.Unit, b.Unit) })
	if hasOwners {
		for _, o := range t.owners {
			t.Owners = append(t.Owners, *o)
		}
		slices.SortFunc(t.Owners, func(a, b Ownership) int { return cmp.Compare(a.Owner, b.Owner) })
	}
	return &t.Summary
}

// parts returns the parts of a sum, those that change most first.
func (c *costSum) parts(in map[string]*CostPart) []CostPart {
	var all []CostPart
	for _, p := range in {
		if c.partial {
			p.Before = ""
		}
		all = append(all, *p)
	}
	size := func(p *CostPart) Number {
		d := cmp.Or(Difference(p.Before, p.After), p.After)
		if d.Sign() < 0 {
			return Number("0").Sub(d)
		}
		return d
	}
	slices.SortFunc(all, func(a, b CostPart) int { return cmp.Or(size(&b).Compare(size(&a)), cmp.Compare(a.Name, b.Name)) })
	return all
}

// Describe names the annotation and its place in a line.
func (u *Unmatched) Describe() string {
	at := u.Place.File
	if u.Place.Line > 0 {
		at += ":" + strconv.Itoa(u.Place.Line)
	}
	where := strings.TrimPrefix(strings.TrimSuffix(u.Place.Address+" ("+at+")", " ()"), " ")
	return strings.TrimSuffix(strings.TrimPrefix(u.Rule+" "+firstLine(u.Name()), " "), " ") + " at " + where
}
