package report

import (
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
