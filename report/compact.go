package report

import (
	"cmp"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/planfmt/planfmt/computed"
	"github.com/planfmt/planfmt/dialect"
	"github.com/planfmt/planfmt/doc"
	"github.com/planfmt/planfmt/internal/enum"
	"github.com/planfmt/planfmt/plans"
	"github.com/planfmt/planfmt/review"
	"github.com/planfmt/planfmt/sinks"
)

// GroupBy says by what a report puts changes together.
type GroupBy uint8

// The choices.
const (
	GroupByAction GroupBy = iota
	GroupByModule
	GroupByType
	GroupByNone
)

var groupings = enum.New[GroupBy]("grouping", []string{
	GroupByAction: "action",
	GroupByModule: "module",
	GroupByType:   "type",
	GroupByNone:   "none",
}...)

// Groupings returns the names of all choices.
func Groupings() []string {
	return []string{GroupByAction.String(), GroupByModule.String(), GroupByType.String(), GroupByNone.String()}
}

// String returns the name of the choice.
func (g GroupBy) String() string { return groupings.String(g) }

// MarshalText returns the name of the choice.
func (g GroupBy) MarshalText() ([]byte, error) { return groupings.Marshal(g) }

// UnmarshalText sets the choice by its name. If there is no such name, the error lists the
// valid ones.
func (g *GroupBy) UnmarshalText(text []byte) error { return groupings.Unmarshal(text, g) }

// CompactOptions control the compact report. The zero value is as in [HumanOptions].
type CompactOptions struct {
	Dialect dialect.Dialect
	Sink    sinks.Sink
	// Width is the number of columns at which lines are continued on the next one; 0 means
	// 120. Addresses are never cut, so a line may be longer.
	Width int
	// Limit is how many lines there should be; 0 means any number. What is least important
	// is then only counted. Destroys, replacements and what went wrong never are, so that
	// there may be more lines.
	Limit   int
	GroupBy GroupBy
	// ShowHash adds the hash of the summary.
	ShowHash bool
}

// compactWidth is the width of a compact report where nothing else is said. Its lines are
// longer than those of other texts, because they are read one by one.
const compactWidth = 120

// Compact is the report for somebody who has one screen. It has a line for each resource, or
// for several that change alike. It writes everything in the end.
type Compact struct {
	w     io.Writer
	words dialect.Words
	opts  CompactOptions

	begun  bool
	sum    computed.Summary
	groups review.Grouper[entry]
	counts [review.Stored + 1]int // resources by class
	// irrelevant counts the drift that is not listed, because the plan does not depend on it.
	irrelevant int
	errors     int // resources that could not be compared
	invoked    []invocation
	stored     []plans.Header // of a state
}

// entry is what is said about resources that change alike.
type entry struct {
	sign      doc.Sign
	typ       string
	remarks   []string // what else is to be said, such as why it is destroyed
	alert     string   // why it could not be compared
	changes   changeList
	important bool // it is never folded
	muted     bool // nothing is said
}

// invocation is an action and what triggers it.
type invocation struct{ address, when, trigger string }

// NewCompact returns a report that writes to w.
func NewCompact(w io.Writer, opts CompactOptions) *Compact {
	if opts.Dialect.Name == "" {
		opts.Dialect = dialect.Terraform()
	}
	if opts.Sink == nil {
		opts.Sink = sinks.Text{EscapeRunnerCommands: true}
	}
	if opts.Width == 0 {
		opts.Width = compactWidth
	}
	return &Compact{w: w, words: opts.Dialect.Words, opts: opts}
}

// Begin keeps the summary.
func (c *Compact) Begin(s computed.Summary) error {
	*c = Compact{w: c.w, words: c.words, opts: c.opts, begun: true, sum: s}
	return nil
}

// Resource adds a change.
func (c *Compact) Resource(r computed.Resource) error { return c.Prepare(r)() }

// Prepare works out what is said about a change, and returns the rest of [Compact.Resource].
// Several goroutines may call Prepare at a time, in any order, between Begin and End.
func (c *Compact) Prepare(r computed.Resource) (write func() error) {
	if !c.begun {
		return func() error { return errNotBegun }
	}
	if r.Section == computed.StateSection {
		head := r.Header
		return func() error {
			c.stored = append(c.stored, head)
			return nil
		}
	}
	place := review.PlaceOf(&r)
	if place.Class == review.Drift && !r.Relevant && r.Err == nil && c.sum.Mode != plans.RefreshOnlyMode {
		return func() error {
			c.counts[review.Drift]++
			c.irrelevant++
			return nil
		}
	}
	if r.Muted && r.Err == nil {
		return c.prepareMuted(&r, place)
	}
	likeness, apart, e := review.LikenessOf(&r), c.apart(&r, place.Class), newEntry(&r, place.Class)
	invoked := invocations(&r)
	return func() error {
		c.counts[place.Class]++
		if e.alert != "" {
			c.errors++
		}
		c.invoked = append(c.invoked, invoked...)
		c.groups.Add(place, likeness, apart, func() entry { return e })
		return nil
	}
}

// prepareMuted is Prepare for a resource that rules mute. It is counted where it would be
// listed.
func (c *Compact) prepareMuted(r *computed.Resource, place review.Place) (write func() error) {
	apart := "muted " + place.Class.String()
	switch c.opts.GroupBy {
	case GroupByModule:
		module, _ := plans.SplitModule(r.Address)
		apart += " " + module
	case GroupByType:
		apart += " " + r.Type
	}
	e := entry{typ: r.Type, muted: true}
	invoked := invocations(r)
	return func() error {
		c.counts[place.Class]++
		c.invoked = append(c.invoked, invoked...)
		c.groups.Add(place, review.Likeness{}, apart, func() entry { return e })
		return nil
	}
}

// invocations returns the actions that a change triggers.
func invocations(r *computed.Resource) []invocation {
	var all []invocation
	for _, a := range r.BeforeActions {
		all = append(all, invocation{a.Address, "before", r.Address})
	}
	for _, a := range r.AfterActions {
		all = append(all, invocation{a.Address, "after", r.Address})
	}
	return all
}

// apart returns what resources that change alike must also have in common to be on one line.
func (c *Compact) apart(r *computed.Resource, class review.Class) string {
	switch class {
	case review.Destroy, review.Forget, review.Deferred, review.Unknown:
		all, _ := plans.SplitKey(r.Address)
		return all
	case review.Import, review.Move: // each has its own origin
		return r.Address
	}
	if r.Moved() || r.Importing != nil {
		return r.Address
	}
	if c.opts.GroupBy == GroupByModule {
		module, _ := plans.SplitModule(r.Address)
		return module
	}
	return ""
}

func newEntry(r *computed.Resource, class review.Class) entry {
	e := entry{
		sign: doc.ActionSign(r.Action), typ: r.Type, remarks: remarks(r, class),
		important: class <= review.Destroy || class == review.Deferred && endsObject(r.Action),
	}
	if r.Err != nil {
		e.alert = strings.TrimPrefix(failureNote(r.Address, r.Err).Text, "# ")
		e.important = true
		return e
	}
	e.changes = describe(r, class)
	return e
}

// endsObject reports whether an action destroys or replaces an object, or may do so.
func endsObject(a plans.Action) bool {
	return a == plans.Delete || a == plans.Unknown || review.Replaces(a)
}

// remarks returns what is to be said about a change apart from its values.
func remarks(r *computed.Resource, class review.Class) []string {
	var all []string
	add := func(text string) {
		if text != "" {
			all = append(all, text)
		}
	}
	if r.Deposed != "" {
		add("deposed object " + r.Deposed)
	}
	switch class {
	case review.Unknown:
		if r.Err == nil {
			add(strings.TrimSpace("unknown action " + strings.Join(r.ActionNames, ",")))
		}
	case review.Replace:
		add(replaceWords(&r.Header))
	case review.Destroy:
		add(destroyWords(&r.Header))
	case review.Forget:
		add("no longer managed, but not destroyed")
	case review.Read:
		add(readWords(r.ActionReason))
	case review.Deferred:
		add(deferredWords(r.DeferredReason))
	case review.Drift:
		if r.Action == plans.Delete {
			add("deleted")
		}
	}
	if r.Moved() && r.ActionReason != plans.DeleteBecauseNoMoveTarget {
		add("moved from " + r.PreviousAddress)
	}
	if r.Importing != nil {
		add(importWords(r.Importing))
		if r.GeneratedConfig {
			add("configuration will be generated")
		}
	}
	return all
}

// End writes the report, and closes the document.
func (c *Compact) End(o computed.Outcome) error {
	if !c.begun {
		return errNotBegun
	}
	out, err := c.opts.Sink.Open(c.w)
	if err != nil {
		return err
	}
	sheet := c.sheet(o)
	sheet.fit(c.opts.Limit)
	if err := out.Write(doc.Lines(sheet.write)); err != nil {
		return err
	}
	return out.Close()
}

// sheet is everything that there is to say.
func (c *Compact) sheet(o computed.Outcome) *sheet {
	s := &sheet{width: c.opts.Width}
	if c.sum.State != computed.NotState {
		c.overview(s)
	} else {
		c.headline(s)
		c.resources(s)
		c.renames(s)
		c.outputs(s)
		c.actions(s)
		c.checks(s)
		c.muted(s)
	}
	c.problems(s, o)
	if c.opts.ShowHash && c.sum.Hash != nil {
		covers := " (does not cover sensitive values)"
		if c.sum.Hash.CoversSensitive {
			covers = ""
		}
		s.tail = append(s.tail, doc.NewText(doc.Span{Role: doc.Plain, Text: "Hash: " + c.sum.Hash.Text + covers}))
	}
	s.align()
	return s
}

// headline says what the plan does as a whole.
func (c *Compact) headline(s *sheet) {
	if isLater(c.sum.FormatVersion, knownFormat) || slices.ContainsFunc(c.sum.SchemaFormatVersions, isLaterSchema) {
		s.notice(phrase(c.words.VersionWarning)...)
	}
	listed := 0
	for _, n := range c.sum.Counts {
		listed += n
	}
	outputs := 0
	for i := range c.sum.Outputs {
		if c.sum.Outputs[i].Shown() {
			outputs++
		}
	}
	no := c.words.NoChanges
	if listed+c.sum.Invocations+outputs == 0 {
		title := no.Normal.Title
		switch {
		case c.sum.Errored:
			title = no.Errored.Title
		case c.sum.DeferredCount > 0:
			title = no.Deferred.Title
		case c.sum.Mode == plans.RefreshOnlyMode && c.counts[review.Drift] > 0:
			title = c.words.DriftNote
		case c.sum.Mode == plans.RefreshOnlyMode:
			title = no.RefreshOnly.Title
		case c.sum.Mode == plans.DestroyMode:
			title = no.Destroy.Title
		}
		s.headline(phrase(title), c.countWords(outputs))
	} else {
		if c.sum.Errored {
			s.notice(phrase(no.Errored.Title)...)
		}
		if c.sum.DeferredCount > 0 {
			s.notice(phrase(c.words.DeferredNote)...)
		}
		s.headline(phrase(c.words.Totals(c.sum.Totals())), c.countWords(outputs))
	}
	if c.sum.Complete != nil && !*c.sum.Complete && !c.sum.Errored && c.sum.DeferredCount == 0 {
		s.notice(doc.Span{Role: doc.Note, Text: "Note:"},
			doc.Span{Role: doc.Bold, Text: " This plan is not complete: after it has been applied, there will be more to do."})
	}
	if failed := c.failedChecks(); len(failed) > 0 {
		s.notice(doc.Span{Role: doc.Danger, Text: countOf(len(failed), "check has", "checks have") + " not passed."})
	}
}

// countWords returns how often each action is planned, in a few words.
func (c *Compact) countWords(outputs int) []string {
	var all []string
	add := func(n int, one, many string) {
		if n > 0 {
			all = append(all, countOf(n, one, many))
		}
	}
	add(c.counts[review.Unknown], "unknown action", "unknown actions")
	add(c.counts[review.Replace], "replacement", "replacements")
	add(c.counts[review.Destroy], "destroy", "destroys")
	add(c.counts[review.Forget], "forget", "forgets")
	add(c.counts[review.Update], "update", "updates")
	add(c.counts[review.Create], "create", "creates")
	add(c.sum.Imports, "import", "imports")
	add(c.sum.Moves, "move", "moves")
	add(c.counts[review.Read], "read", "reads")
	add(c.counts[review.Drift], "drifted", "drifted")
	add(c.counts[review.Deferred], "deferred", "deferred")
	add(outputs, "output", "outputs")
	add(c.sum.Invocations, "action", "actions")
	return all
}

// resources adds what happens to the resources.
func (c *Compact) resources(s *sheet) {
	var all []item
	for _, g := range c.groups.Groups() {
		all = append(all, c.item(g))
	}
	if c.irrelevant > 0 {
		all = append(all, item{
			label: []string{countOf(c.irrelevant, "resource", "resources") + " on which the plan does not depend"},
			plain: true, class: review.Drift, count: c.irrelevant,
		})
	}
	sectionOf := func(it *item) (key string) { return strings.ToUpper(it.class.String()) }
	switch c.opts.GroupBy {
	case GroupByNone:
		if len(all) > 0 {
			s.sections = append(s.sections, section{items: all})
		}
		return
	case GroupByType:
		sectionOf = func(it *item) string { return it.typ }
	case GroupByModule:
		c.tree(s, all)
		return
	}
	index := map[string]int{}
	for _, it := range all {
		key := sectionOf(&it)
		i, ok := index[key]
		if !ok {
			i = len(s.sections)
			index[key] = i
			s.sections = append(s.sections, section{title: key, counted: true})
		}
		s.sections[i].items = append(s.sections[i].items, it)
	}
}

// tree adds the resources by module.
func (c *Compact) tree(s *sheet, all []item) {
	byModule := map[string][]item{}
	var modules []string
	for _, it := range all {
		if _, ok := byModule[it.module]; !ok {
			modules = append(modules, it.module)
		}
		byModule[it.module] = append(byModule[it.module], it)
	}
	// The address of a module sorts like that of a resource in it.
	slices.SortFunc(modules, func(a, b string) int { return plans.CompareAddresses(inModule(a), inModule(b)) })
	var around []string // the modules in which the current one is
	for _, m := range modules {
		for len(around) > 0 && !strings.HasPrefix(m, around[len(around)-1]+".") {
			around = around[:len(around)-1]
		}
		items := byModule[m]
		sec := section{title: m, counted: true, byClass: true, depth: len(around), items: items}
		if m == "" {
			sec.title = "(root module)"
		} else {
			if len(around) > 0 {
				sec.title = strings.TrimPrefix(m, around[len(around)-1]+".")
			}
			for i := range items {
				items[i].shorten(m + ".")
			}
			around = append(around, m)
		}
		s.sections = append(s.sections, sec)
	}
}

func inModule(module string) string {
	if module == "" {
		return ""
	}
	return module + ".a"
}

// item is what is said about a group.
func (c *Compact) item(g *review.Group[entry]) item {
	e := &g.Value
	first := g.Members[0]
	it := item{
		sign: e.sign, class: first.Class, typ: e.typ, count: len(g.Members), members: g.Members, important: e.important,
		label: addresses(g.Members),
	}
	it.module, _ = plans.SplitModule(first.Address)
	if e.muted {
		it.plain, it.label = true, []string{fmt.Sprintf("%d muted by rules", it.count)}
		return it
	}
	if e.alert != "" {
		it.add(doc.NewText(doc.Span{Role: doc.Alert, Text: e.alert}))
	}
	own := g.Differs()
	tell := func(list []change) {
		for _, ch := range list {
			text := ch.text
			if i := slices.Index(own, ch.path); i >= 0 && ch.path != "" {
				own = slices.Delete(own, i, i+1)
				text = label(ch.path)
				text.Add(doc.Comment, " (each its own)")
				if ch.ends {
					text.Add(doc.UnknownArrow, " -> ")
					text.Add(doc.Unknown, "(known after apply)")
				}
			}
			it.add(text)
		}
	}
	for _, remark := range e.remarks {
		it.add(doc.NewText(doc.Span{Role: doc.Comment, Text: remark}))
	}
	tell(e.changes.forcing)
	it.forcing = len(it.words)
	if len(e.changes.forcing) == 0 {
		it.forcing = 0
	}
	tell(e.changes.others)
	told := len(it.words)
	hidden := func(format string, n int) {
		if n > 0 {
			it.add(doc.NewText(doc.Span{Role: doc.Hidden, Text: fmt.Sprintf(format, n)}))
		}
	}
	if len(it.words)+e.changes.more+e.changes.unknown+e.changes.muted == 0 && first.Class == review.Update {
		it.add(doc.NewText(doc.Span{Role: doc.Hidden, Text: "no visible change"}))
	}
	switch more := e.changes.more; {
	case told > 0:
		hidden("+%d more", more)
	case more == 1:
		hidden("%d attribute", more)
	default:
		hidden("%d attributes", more)
	}
	hidden("%d known after apply", e.changes.unknown)
	hidden("%d muted", e.changes.muted)
	if len(own) > 0 {
		const few = 4
		text := strings.Join(own[:min(few, len(own))], ", ")
		if len(own) > few {
			text += fmt.Sprintf(" and %d more", len(own)-few)
		}
		it.add(doc.NewText(doc.Span{Role: doc.Hidden, Text: "each its own " + text}))
	}
	it.counts = len(it.words) - told
	return it
}

// addresses returns the addresses of the members of a group. Of instances of the same
// resource, only the first has more than the key.
func addresses(members []review.Place) []string {
	var all []string
	last := ""
	for _, m := range members {
		base, key := plans.SplitKey(m.Address)
		if text := m.Address; base == last && key != "" {
			all = append(all, key)
		} else {
			all = append(all, text)
		}
		last = base
	}
	return all
}

// outputs adds the outputs that change.
func (c *Compact) outputs(s *sheet) {
	sec := section{title: "OUTPUTS", counted: true}
	for i := range c.sum.Outputs {
		o := &c.sum.Outputs[i]
		if !o.Shown() {
			continue
		}
		it := item{sign: doc.ActionSign(o.Diff.Action), label: []string{o.Name}, class: review.Create, count: 1}
		if err := checkRenderable(o.Diff, o.Err); err != nil {
			it.sign, it.important = doc.Unrecognised, true
			it.add(doc.NewText(doc.Span{Role: doc.Alert, Text: strings.TrimPrefix(failureNote("output."+o.Name, err).Text, "# ")}))
		} else {
			var d describer
			for _, ch := range d.describe(&o.Diff) {
				it.add(ch.text)
			}
		}
		sec.items = append(sec.items, it)
	}
	s.add(sec)
}

// actions adds the actions to invoke.
func (c *Compact) actions(s *sheet) {
	sec := section{title: "ACTIONS", counted: true}
	for _, a := range c.sum.Invoked {
		it := item{label: []string{a.Address}, class: review.Update, count: 1}
		if a.Caller != "" {
			it.add(doc.NewText(doc.Span{Role: doc.Comment, Text: "called from " + a.Caller}))
		}
		if a.Err != nil {
			it.important = true
			it.add(doc.NewText(doc.Span{Role: doc.Alert, Text: strings.TrimPrefix(failureNote(a.Address, a.Err).Text, "# ")}))
		}
		sec.items = append(sec.items, it)
	}
	for _, a := range c.invoked {
		it := item{label: []string{a.address}, class: review.Update, count: 1}
		it.add(doc.NewText(doc.Span{Role: doc.Comment, Text: a.when + " " + a.trigger}))
		sec.items = append(sec.items, it)
	}
	if rest := c.sum.Invocations - len(sec.items); rest > 0 {
		sec.items = append(sec.items, item{
			label: []string{countOf(rest, "action", "actions") + " that no change in the plan triggers"}, plain: true, class: review.Update, count: rest,
		})
	}
	s.add(sec)
}

// failedChecks returns the checks that have not passed.
func (c *Compact) failedChecks() []plans.Check {
	var failed []plans.Check
	for _, ch := range c.sum.Checks {
		if ch.Status == "fail" || ch.Status == "error" {
			failed = append(failed, ch)
		}
	}
	return failed
}

func (c *Compact) checks(s *sheet) {
	sec := section{title: "CHECKS", counted: true}
	for _, ch := range c.failedChecks() {
		it := item{label: []string{ch.Address}, count: 1, important: true}
		for _, i := range ch.Instances {
			if i.Status != "fail" && i.Status != "error" {
				continue
			}
			text := strings.TrimPrefix(i.Address+": "+strings.Join(i.Messages, " "), ch.Address+": ")
			it.add(doc.NewText(doc.Span{Role: doc.Alert, Text: cmp.Or(text, i.Status)}))
		}
		if len(it.words) == 0 {
			it.add(doc.NewText(doc.Span{Role: doc.Alert, Text: ch.Status}))
		}
		sec.items = append(sec.items, it)
	}
	s.add(sec)
}

// muted adds what rules mute. It is listed if they come from a file, because whoever has
// written that may want to hide something.
func (c *Compact) muted(s *sheet) {
	if len(c.sum.Muted) == 0 {
		return
	}
	sec := section{title: countOf(len(c.sum.Muted), "change", "changes") + " muted by rules"}
	if c.sum.RulesFile == "" {
		s.sections = append(s.sections, sec)
		return
	}
	sec.title += ", see " + c.sum.RulesFile
	for _, m := range c.sum.Muted {
		address := m.Address
		if m.Deposed != "" {
			address += " (deposed object " + m.Deposed + ")"
		}
		it := item{label: []string{address}, class: review.Unchanged, count: 1, important: true}
		if !m.Path.IsEmpty() {
			it.add(label(m.Path.String()))
		}
		sec.items = append(sec.items, it)
	}
	s.add(sec)
}

// renames adds which destroys and creates are likely to be renames, and how to make them so.
func (c *Compact) renames(s *sheet) {
	if len(c.sum.Renames) == 0 {
		return
	}
	sec := section{title: "LIKELY RENAMES", counted: true}
	for _, r := range c.sum.Renames {
		it := item{label: []string{r.From + " -> " + r.To}, class: review.Destroy, count: 1}
		it.add(doc.NewText(doc.Span{Role: doc.Comment, Text: fmt.Sprintf("%d of %d attributes are the same", r.Same, r.Compared)}))
		sec.items = append(sec.items, it)
	}
	if blocks := review.Moved(c.sum.Renames); blocks != "" {
		sec.items = append(sec.items, item{
			label: []string{"to keep the objects, add to the configuration of the root module:"}, plain: true, class: review.Stored,
			block: strings.Split(strings.TrimSuffix(blocks, "\n"), "\n"),
		})
	}
	destroyed := slices.IndexFunc(s.sections, func(sec section) bool { return sec.title == strings.ToUpper(review.Destroy.String()) })
	if destroyed < 0 {
		destroyed = len(s.sections) - 1
	}
	s.sections = slices.Insert(s.sections, destroyed+1, sec)
}

// problems adds what could not be shown properly.
func (c *Compact) problems(s *sheet, o computed.Outcome) {
	sec := section{title: "PROBLEMS", counted: true}
	for _, p := range o.Problems {
		sec.items = append(sec.items, item{label: []string{plans.SpellName(p.Error())}, plain: true, count: 1, important: true})
	}
	s.add(sec)
}

func countOf(n int, one, many string) string { return fmt.Sprintf("%d %s", n, plural(n, one, many)) }
