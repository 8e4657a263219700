package planpair

import (
	"slices"
	"strings"

	"github.com/planfmt/planfmt/computed"
	"github.com/planfmt/planfmt/dialect"
	"github.com/planfmt/planfmt/differ"
	"github.com/planfmt/planfmt/internal/know/infer"
	"github.com/planfmt/planfmt/internal/read/source"
	"github.com/planfmt/planfmt/internal/work/compare"
	"github.com/planfmt/planfmt/plans"
	"github.com/planfmt/planfmt/review"
	"github.com/planfmt/planfmt/schema"
	"github.com/planfmt/planfmt/values"
)

// planComparer compares what two plans would do. It is for one goroutine.
type planComparer struct {
	old, new *compare.Comparer
	products [2]dialect.Dialect
	records  bool // both plans are refresh-only
}

func (d *planPair) comparer() *planComparer {
	return &planComparer{
		old: d.old.Comparer().In(d.manner), new: d.new.Comparer().In(d.manner), products: [2]dialect.Dialect{d.old.Dialect, d.new.Dialect},
		records: d.old.Facts.Mode == plans.RefreshOnlyMode && d.new.Facts.Mode == plans.RefreshOnlyMode,
	}
}

// resource compares what the plans would do to a resource.
func (c *planComparer) resource(p resourcePair) computed.ResourceComparison {
	out := computed.ResourceComparison{Section: p.section, Recorded: c.records && p.section == computed.DriftSection}
	switch {
	case p.old == nil:
		out.New = c.whole(&out.Comparison, computed.NewPlan, p)
		out.Verdict = computed.OnlyNew
	case p.new == nil:
		out.Old = c.whole(&out.Comparison, computed.OldPlan, p)
		out.Verdict = computed.OnlyOld
	default:
		c.both(&out, p)
		return out
	}
	if len(out.Problems) > 0 {
		out.Verdict = computed.NotCompared
	}
	return out
}

// whole compares both sides of one plan's change, as show does.
func (c *planComparer) whole(out *computed.Comparison, which computed.WhichPlan, p resourcePair) *computed.Resource {
	from, r := c.old, p.old
	if which == computed.NewPlan {
		from, r = c.new, p.new
	}
	whole := from.Resource(compare.Entry{Resource: r, Section: p.section}.Whole())
	addProblems(out, which, whole.Problems...)
	out.Masked, out.Copies = append(out.Masked, whole.Masked...), append(out.Copies, whole.Copies...)
	return &whole
}

// addProblems adds problems with one of the plans.
func addProblems(to *computed.Comparison, which computed.WhichPlan, problems ...error) {
	for _, err := range problems {
		to.Problems = append(to.Problems, &computed.PlanError{Which: which, Err: err})
	}
}

// both compares the changes of both plans.
func (c *planComparer) both(out *computed.ResourceComparison, p resourcePair) {
	out.Old, out.New = c.header(p.section, computed.OldPlan, p.old, out), c.header(p.section, computed.NewPlan, p.new, out)
	defer out.Settle()
	c.headerFacts(out, p)
	if len(out.Problems) > 0 {
		return
	}
	var opts differ.Planned
	switch old, new := p.old.Action, p.new.Action; {
	case endsOnly(old) && endsOnly(new):
		opts.Destroyed = true
	case endsOnly(old) || endsOnly(new):
		c.drawOther(out, p)
		return
	case makesOnly(old) || makesOnly(new):
		opts.NewObject = true
	}
	found, err := c.new.Schemas.Resolve(compare.ResourceID(p.new))
	if err != nil {
		out.Problems = append(out.Problems, &plans.Error{Address: p.new.Address, Err: err})
		return
	}
	var sides [2]compare.Loaded
	for i, from := range [...]*compare.Comparer{c.old, c.new} {
		r := [...]*source.Resource{p.old, p.new}[i]
		in, err := from.LoadAs(r, compare.ResourceID(p.new), found)
		if err != nil {
			addProblems(&out.Comparison, computed.WhichPlan(i), compare.WithAddress(err, r.Address))
			return
		}
		sides[i] = in
	}
	c.replacePaths(out, p, sides)
	masked := slices.Concat(sides[0].Named, sides[1].Named)
	opts.IsSet = trustsSets(found)
	out.Values = c.new.Differ.Plans(sides[0].Change, sides[1].Change, found.Block, opts)
	out.Copies = append(out.Copies, copiesIn(out.Values, computed.Copy{Address: p.new.Address, Deposed: p.new.Deposed})...)
	for _, d := range out.Values {
		if name := compare.NamesOf(d.Path); d.Sensitive && slices.Contains(masked, name) {
			out.Masked = append(out.Masked, computed.Masked{Type: p.new.Type, Path: name, Count: 1})
		}
	}
	out.Masked = append(out.Masked, c.bundled(p, out.Values, found, opts)...)
}

// drawOther draws the change of that plan which does more than destroy or forget the object. It draws
// nothing if the plans disagree about what is sensitive in the object.
func (c *planComparer) drawOther(out *computed.ResourceComparison, p resourcePair) {
	var marks [2]values.Flags
	for i, from := range [...]*compare.Comparer{c.old, c.new} {
		in, err := from.LoadResource([...]*source.Resource{p.old, p.new}[i])
		if err != nil {
			addProblems(&out.Comparison, computed.WhichPlan(i), compare.WithAddress(err, p.newest().Address))
			return
		}
		marks[i] = in.BeforeSensitive
	}
	switch {
	case (marks[0].Any() || marks[1].Any()) && !marks[0].Equal(marks[1]):
	case endsOnly(p.new.Action):
		out.Old = c.whole(&out.Comparison, computed.OldPlan, p)
	default:
		out.New = c.whole(&out.Comparison, computed.NewPlan, p)
	}
}

// copiesIn returns the copies of sensitive strings that are hidden in differences.
func copiesIn(all []computed.Difference, at computed.Copy) (copies []computed.Copy) {
	for _, d := range all {
		for _, side := range [...]computed.Diff{d.Old, d.New} {
			side.Walk(func(part computed.Diff) computed.Visit {
				if slices.Contains(part.Content().Notes, computed.NoteCopy) {
					at.Path = part.Path
					copies = append(copies, at)
				}
				return computed.SkipUnchanged
			})
		}
	}
	return copies
}

// trustsSets returns a function that reports whether a set in an inferred schema is certain to be one, or
// comes from the table of known types: the evidence in a plan alone is often too little. It returns nil for
// an exact schema, whose sets are all trusted.
func trustsSets(found infer.Resolution) func(path string) bool {
	if found.Exact {
		return nil
	}
	least := infer.Certain
	if found.Layer == infer.LayerFacts {
		least = infer.Likely
	}
	guessed := map[string]bool{}
	for _, d := range found.Decisions {
		if d.Nesting.Is == "set" && d.Nesting.Confidence > least {
			guessed[d.Path] = true
		}
	}
	return func(path string) bool { return !guessed[path] }
}

// endsOnly reports whether an action destroys or forgets an object, and does nothing else.
func endsOnly(a plans.Action) bool { return a == plans.Delete || a == plans.Forget }

// makesOnly reports whether an action makes an object where there was none, or reads one.
func makesOnly(a plans.Action) bool { return a == plans.Create || a == plans.Read }

// header returns a resource without its values.
func (c *planComparer) header(section computed.Section, which computed.WhichPlan, r *source.Resource, out *computed.ResourceComparison) *computed.Resource {
	h := &computed.Resource{Header: r.Header, Section: section, Err: r.Err()}
	out.Copies = append(out.Copies, c.new.HideImport(&h.Header)...)
	addProblems(&out.Comparison, which, compare.ReadProblems(r)...)
	return h
}

// headerFacts compares the facts of two changes apart from their values.
func (c *planComparer) headerFacts(out *computed.ResourceComparison, p resourcePair) {
	old, new := &out.Old.Header, &out.New.Header
	fact := func(f computed.Fact, differs bool, old, new string, counts bool) {
		if differs {
			out.Facts = append(out.Facts, computed.FactDifference{Fact: f, Old: old, New: new, Counts: counts})
		}
	}
	words := func(h *plans.Header) string {
		if h.Action == plans.Unknown {
			return strings.Join(h.ActionNames, ",")
		}
		return h.Action.String()
	}
	a, b := words(old), words(new)
	fact(computed.ActionFact, a != b, a, b, true)
	fact(computed.AddressFact, old.Address != new.Address, old.Address, new.Address, true)
	a, b = movedFrom(old), movedFrom(new)
	fact(computed.PreviousFact, a != b, a, b, true)
	fact(computed.ImportFact, !sameImport(p.old.Importing, p.new.Importing), importWords(old.Importing), importWords(new.Importing), true)
	fact(computed.ProviderFact, !c.sameProvider(old.ProviderName, new.ProviderName), old.ProviderName, new.ProviderName, true)
	a, b = string(old.ActionReason), string(new.ActionReason)
	if out.Section == computed.DeferredSection {
		a, b = string(old.DeferredReason), string(new.DeferredReason)
	}
	fact(computed.ReasonFact, a != b, a, b, false)
}

func movedFrom(h *plans.Header) string {
	if h.Moved() {
		return h.PreviousAddress
	}
	return ""
}

// sameImport reports whether both plans import an object in the same way.
func sameImport(a, b *plans.Importing) bool {
	if a == nil || b == nil {
		return a == b
	}
	return a.ID == b.ID && a.Unknown == b.Unknown && (a.Identity == b.Identity || values.Of(a.Identity).Equal(values.Of(b.Identity)))
}

// importWords returns the ID or identity by which an object is imported.
func importWords(i *plans.Importing) string {
	switch {
	case i == nil:
		return ""
	case i.ID != "":
		return i.ID
	case i.Identity != "":
		return i.Identity
	case i.Unknown:
		return "known after apply"
	}
	return "imported"
}

// sameProvider reports whether two providers are the same. Those in the default registries of
// different products are the same if their names are.
func (c *planComparer) sameProvider(a, b string) bool {
	if a == b || c.products[0].Name == c.products[1].Name {
		return a == b
	}
	cut := func(name string) (string, bool) {
		host, rest, _ := strings.Cut(name, "/")
		return rest, slices.Contains([]string{"registry.terraform.io", "registry.opentofu.org"}, host)
	}
	x, ok := cut(a)
	y, okToo := cut(b)
	return ok && okToo && x == y
}

// replacePaths compares the paths that force the replacement. Sensitive parts of them stay hidden.
func (c *planComparer) replacePaths(out *computed.ResourceComparison, p resourcePair, sides [2]compare.Loaded) {
	a, b := pathNames(sides[0].ReplacePaths.Paths()), pathNames(sides[1].ReplacePaths.Paths())
	if slices.Equal(a, b) {
		return
	}
	var texts [2]string
	for i, from := range [...]*compare.Comparer{c.old, c.new} {
		r := [...]*source.Resource{p.old, p.new}[i]
		in := sides[i]
		body := from.Differ.Resource(in.Change, r.Action, in.Schema.Block).Diff
		texts[i] = strings.Join(pathNames(review.Visible(body, in.ReplacePaths.Paths())), ", ")
	}
	out.Facts = append(out.Facts, computed.FactDifference{Fact: computed.ReplacePathsFact, Old: texts[0], New: texts[1], Counts: true})
}

func pathNames(all []plans.Path) []string {
	names := make([]string, len(all))
	for i, p := range all {
		names[i] = p.String()
	}
	slices.Sort(names)
	return slices.Compact(names)
}

// output compares what the plans would do to an output. said reports whether the output belongs in
// the result, because something differs or cannot be compared. The name is empty if neither plan
// changes the output.
func (c *planComparer) output(old, new *source.Output) (out computed.OutputComparison, said bool) {
	acts := func(o *source.Output) bool { return o != nil && (o.Err != nil || o.Action != plans.NoOp) }
	if !acts(old) {
		old = nil
	}
	if !acts(new) {
		new = nil
	}
	whole := func(which computed.WhichPlan, from *compare.Comparer, o *source.Output) *computed.Output {
		w := from.Output(o)
		addProblems(&out.Comparison, which, w.Problems...)
		out.Copies = append(out.Copies, w.Copies...)
		return &w
	}
	switch {
	case old == nil && new == nil:
		return out, false
	case old == nil:
		out.Name, out.New = new.Name, whole(computed.NewPlan, c.new, new)
		out.Settle()
		out.Verdict = max(out.Verdict, computed.OnlyNew)
		return out, true
	case new == nil:
		out.Name, out.Old = old.Name, whole(computed.OldPlan, c.old, old)
		out.Settle()
		out.Verdict = max(out.Verdict, computed.OnlyOld)
		return out, true
	}
	out.Name = new.Name
	out.Old, out.New = whole(computed.OldPlan, c.old, old), whole(computed.NewPlan, c.new, new)
	defer func() {
		// One plan may hide a value that the other does not.
		out.Old.Diff, out.New.Diff = computed.Diff{}, computed.Diff{}
		out.Settle()
		said = out.Verdict != computed.Same
	}()
	if len(out.Problems) > 0 {
		return out, true
	}
	if old.Action != new.Action {
		out.Facts = append(out.Facts, computed.FactDifference{Fact: computed.ActionFact, Old: old.Action.String(), New: new.Action.String(), Counts: true})
	}
	a, err := c.old.LoadOutput(old)
	b, err2 := c.new.LoadOutput(new)
	if err != nil || err2 != nil { // whole has added the error
		return out, true
	}
	var attribute *schema.Attribute
	for _, t := range []values.Value{a.Type, b.Type} {
		if t.Kind() != values.Absent && attribute == nil {
			attribute, _ = schema.ParseType(t)
		}
	}
	opts := differ.Planned{NewObject: old.Action == plans.Create || new.Action == plans.Create}
	out.Values = c.new.Differ.PlansOutput(a.Change, b.Change, attribute, opts)
	out.Copies = copiesIn(out.Values, computed.Copy{Address: "output." + out.Name}) // replaces the copies in the whole values
	return out, true
}

// action compares how an action is invoked.
func (c *planComparer) action(old, new *source.Action) (out computed.ActionComparison) {
	whole := func(which computed.WhichPlan, from *compare.Comparer, a *source.Action) *computed.ActionInvocation {
		w := from.Action(a, nil)
		addProblems(&out.Comparison, which, w.Problems...)
		out.Masked, out.Copies = append(out.Masked, w.Masked...), append(out.Copies, w.Copies...)
		return &w
	}
	if old != nil {
		out.Address, out.Old, out.OldTrigger = old.Address, whole(computed.OldPlan, c.old, old), triggerOf(old)
	}
	if new != nil {
		out.Address, out.New, out.NewTrigger = new.Address, whole(computed.NewPlan, c.new, new), triggerOf(new)
	}
	defer func() {
		if old != nil && new != nil { // one plan may hide a value that the other does not
			out.Old.Config, out.New.Config = computed.Diff{}, computed.Diff{}
		}
		out.Settle()
		switch {
		case old == nil:
			out.Verdict = max(out.Verdict, computed.OnlyNew)
		case new == nil:
			out.Verdict = max(out.Verdict, computed.OnlyOld)
		}
	}()
	if old == nil || new == nil || len(out.Problems) > 0 {
		return out
	}
	if out.OldTrigger != out.NewTrigger {
		out.Facts = append(out.Facts, computed.FactDifference{Fact: computed.TriggerFact, Old: out.OldTrigger, New: out.NewTrigger, Counts: true})
	}
	if a, b := failureOf(old), failureOf(new); a != b {
		out.Facts = append(out.Facts, computed.FactDifference{Fact: computed.OnFailureFact, Old: string(a), New: string(b), Counts: true})
	}
	if !c.sameProvider(old.ProviderName, new.ProviderName) {
		out.Facts = append(out.Facts, computed.FactDifference{Fact: computed.ProviderFact, Old: old.ProviderName, New: new.ProviderName, Counts: true})
	}
	if old.HasConfig == new.HasConfig && !old.HasConfig {
		return out
	}
	found, err := c.new.Schemas.Resolve(compare.ActionID(new))
	a, err2 := c.old.LoadConfigAs(old, compare.ActionID(new), found)
	b, err3 := c.new.LoadConfigAs(new, compare.ActionID(new), found)
	if err != nil || err2 != nil || err3 != nil { // whole has added the error
		return out
	}
	out.Values = c.new.Differ.Plans(a.Change, b.Change, found.Block, differ.Planned{NewObject: true, IsSet: trustsSets(found)})
	out.Copies = copiesIn(out.Values, computed.Copy{Address: out.Address}) // replaces the copies in the whole values
	return out
}

// bundled counts the values that only a schema from the repository hides in a comparison of two plans.
func (c *planComparer) bundled(p resourcePair, all []computed.Difference, found infer.Resolution, opts differ.Planned) []computed.Masked {
	if found.Otherwise == nil {
		return nil
	}
	counts := hiddenIn(all)
	if len(counts) == 0 {
		return nil
	}
	var sides [2]values.Change
	for i, from := range [...]*compare.Comparer{c.old, c.new} {
		in, err := from.Without().LoadAs([...]*source.Resource{p.old, p.new}[i], compare.ResourceID(p.new), *found.Otherwise)
		if err != nil {
			return compare.OnlyBundled(p.new.Type, found.Layer, counts, nil)
		}
		sides[i] = in.Change
	}
	opts.IsSet = trustsSets(*found.Otherwise)
	again := c.new.Without().Differ.Plans(sides[0], sides[1], found.Otherwise.Block, opts)
	return compare.OnlyBundled(p.new.Type, found.Layer, counts, hiddenIn(again))
}

// hiddenIn counts the hidden values that two plans would treat differently, by the names of their paths.
func hiddenIn(all []computed.Difference) map[string]int {
	counts := map[string]int{}
	for _, d := range all {
		if d.Sensitive {
			counts[compare.NamesOf(d.Path)]++
		}
	}
	return counts
}
