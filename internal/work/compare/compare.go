package compare

import (
	"crypto/sha256"
	"errors"
	"fmt"
	"strings"

	"github.com/planfmt/planfmt/computed"
	"github.com/planfmt/planfmt/differ"
	"github.com/planfmt/planfmt/internal/base/copies"
	"github.com/planfmt/planfmt/internal/know/infer"
	"github.com/planfmt/planfmt/internal/read/source"
	"github.com/planfmt/planfmt/plans"
	"github.com/planfmt/planfmt/review"
	"github.com/planfmt/planfmt/schema"
	"github.com/planfmt/planfmt/values"
)

// Comparison says how values are compared.
type Comparison struct {
	Schemas *infer.Resolver
	Differ  differ.Options
	Masks   Masks
	Copies  *copies.Set // the sensitive strings of the document; nil if no view hides copies of them
	// CopiesKnown says that Copies is complete, so that strings can be looked up in it.
	CopiesKnown bool
	Wrap        func(computed.Owner, computed.Diff) computed.Diff // may be nil
	Annotate    func(Entry, *computed.Resource)                   // adds facts about the whole document to a resource; may be nil
	Watch       func(what Work, address string)                   // see [Work]; may be nil
	Meaning     *Meaning                                          // nil if no view needs facts
}

// Comparer makes computed results: it finds the schema, loads the values, marks
// secrets, compares, and calls Wrap. It is for one goroutine.
type Comparer struct {
	*Comparison
	Load   source.Loader
	Differ *differ.Differ
	manner Manner // of the differ
	// transient is the comparer whose results are transient; for one of these, itself.
	transient *Comparer
	// digests makes the digests of changes. It is nil if the manner has no digests, if sensitive values are shown, or if Wrap may change
	// which values are hidden.
	digests *digests

	others map[Manner]*Comparer // see [Comparer.In]
	// reload returns another loader of the same values, for unbundled, see [Comparer.Without].
	reload    func() source.Loader
	unbundled *Comparer
	marker    *Marker    // see [Comparer.Mark]
	reader    FactReader // nil until it is needed
}

// Mark returns the marker that turns what the comparer loads into values for policies and queries.
func (c *Comparer) Mark() *Marker {
	if c.marker == nil {
		c.marker = NewMarker(c.Comparison)
	}
	return c.marker
}

// NewComparer returns a comparer for the values that a loader loads. The loader and the
// differ reuse their memory for the next value.
func NewComparer(c *Comparison, loader func() source.Loader) *Comparer {
	out := &Comparer{Comparison: c, Load: loader(), reload: loader}
	out.start(Manner{})
	return out
}

// start makes the differ.
func (c *Comparer) start(m Manner) {
	opts := m.Options(c.Comparison)
	if m.Digests && !opts.ShowSensitive && c.Wrap == nil {
		c.digests = newDigests(c.Comparison, m)
		opts.OnHidden = c.digests.hide
	}
	opts.Transient = c.transient == c
	c.Differ, c.manner = differ.New(opts), m
}

// Transient returns a comparer whose results are needed only until it or the loader, which it shares, is used again, see
// [differ.Options].Transient. If a program is given the results, they stay valid.
func (c *Comparer) Transient() *Comparer {
	if c.Wrap != nil {
		return c
	}
	if c.transient == nil {
		t := &Comparer{Comparison: c.Comparison, Load: c.Load, reload: c.reload}
		t.transient = t
		t.start(c.manner)
		c.transient = t
	}
	return c.transient
}

// In returns the comparer for another manner. It has the same loader.
func (c *Comparer) In(m Manner) *Comparer {
	if m == (Manner{}) {
		return c
	}
	other := c.others[m]
	if other == nil {
		other = &Comparer{Comparison: c.Comparison, Load: c.Load, reload: c.reload}
		if c.transient == c {
			other.transient = other
		}
		other.start(m)
		if c.others == nil {
			c.others = map[Manner]*Comparer{}
		}
		c.others[m] = other
	}
	return other
}

// Entry is a resource in a section of a report, and which of its attributes count.
type Entry struct {
	Resource *source.Resource
	Triggers []*source.Action // the actions that the change triggers

	// Relevant are the attributes whose drift counts. Relevance says whether the plan depends
	// on them.
	Relevant  plans.PathFilter
	Relevance Relevance
	Section   computed.Section
}

// Relevance says whether the plan depends on what drifted.
type Relevance uint8

const (
	Irrelevant     Relevance = iota
	PartlyRelevant           // the plan depends on the attributes in Entry.Relevant
	AllRelevant              // the plan was made to record the drift, or the relevant attributes are not known
)

// IsNarrow reports whether only some attributes of the resource count, or none.
func (e Entry) IsNarrow() bool {
	return e.Section == computed.DriftSection && e.Relevance != AllRelevant
}

// Whole returns the entry for the resource with all its attributes.
func (e Entry) Whole() Entry {
	e.Relevant = plans.PathFilter{}
	return e
}

// Work is a kind of work on a resource, for tests that count it.
type Work uint8

const (
	Loading Work = iota
	Comparing
)

// Compared is the result of comparing the values of an entry.
type Compared struct {
	Diff     computed.Diff
	schema   computed.SchemaKind
	Forcing  []plans.Path // the paths that force the replacement, without sensitive ones
	problems []error
	masked   []computed.Masked
	copies   []computed.Copy
	digest   [sha256.Size]byte
}

// did tells Watch about work on a resource.
func (c *Comparison) did(what Work, r *source.Resource) {
	if c.Watch != nil {
		c.Watch(what, r.Address)
	}
}

// Header returns an entry without its values.
func (c *Comparer) Header(e Entry) computed.Resource { return *c.header(&e) }

func (c *Comparer) header(e *Entry) *computed.Resource {
	r := e.Resource
	out := &computed.Resource{Header: r.Header, Section: e.Section, Relevant: e.Relevance != Irrelevant, Err: r.Err()}
	out.Copies = c.HideImport(&out.Header)
	if c.Annotate != nil {
		c.Annotate(*e, out)
	}
	return out
}

// Resource compares an entry and adds the actions that it triggers.
func (c *Comparer) Resource(e Entry) computed.Resource {
	out := c.Values(e, c.LoadOnce(e.Resource))
	c.AddActions(e, out)
	return *out
}

// LoadedOnce is a loaded resource, or the reason why it cannot be loaded. Comparers with the same loader may compare it in several
// manners, until the loader loads something else.
type LoadedOnce struct {
	Loaded
	err error
}

// LoadOnce loads a resource, if it can be read.
func (c *Comparer) LoadOnce(r *source.Resource) (in LoadedOnce) {
	if !IsUnreadable(r) {
		in.Loaded, in.err = c.LoadResource(r)
	}
	return in
}

// Values compares the values of an entry.
func (c *Comparer) Values(e Entry, in LoadedOnce) *computed.Resource {
	r := e.Resource
	out := c.header(&e)
	out.Problems = append(out.Problems, ReadProblems(r)...)
	if !IsUnreadable(r) {
		var got Compared
		err := in.err
		if err == nil {
			got = c.CompareLoaded(e, in.Loaded)
		}
		out.Schema, out.ReplacePaths = got.schema, got.Forcing
		out.Problems, out.Masked, out.Copies = append(out.Problems, got.problems...), got.masked, append(out.Copies, got.copies...)
		switch {
		case err == nil:
			out.Err = nil
			out.Body, out.Digest = c.wrapped(computed.Owner{Resource: out}, got.Diff), got.digest
			c.addFacts(e, &in.Loaded, out)
		case out.Err == nil:
			out.Err = err
			out.Problems = append(out.Problems, WithAddress(err, r.Address))
		}
	}
	return out
}

// ReadProblems returns the errors from reading a resource, with its address.
func ReadProblems(r *source.Resource) (all []error) {
	if r.Err() != nil {
		all = append(all, WithAddress(r.Err(), r.Address))
	}
	for _, err := range r.Problems() {
		all = append(all, WithAddress(err, r.Address))
	}
	return all
}

// AddActions adds the actions that an entry triggers.
func (c *Comparer) AddActions(e Entry, out *computed.Resource) {
	for _, a := range e.Triggers {
		if a.Lifecycle.After() {
			out.AfterActions = append(out.AfterActions, c.Action(a, out))
		} else {
			out.BeforeActions = append(out.BeforeActions, c.Action(a, out))
		}
	}
}

// body compares the values of an entry.
func (c *Comparer) body(e Entry) (Compared, error) {
	in, err := c.LoadResource(e.Resource)
	if err != nil {
		return Compared{}, err
	}
	return c.CompareLoaded(e, in), nil
}

// Changes reports whether anything differs in a resource, or may differ.
func (c *Comparer) Changes(e Entry) bool {
	got, err := c.body(e)
	return err != nil || got.Diff.Action != plans.NoOp
}

// CompareLoaded compares the values of an entry.
func (c *Comparer) CompareLoaded(e Entry, in Loaded) Compared {
	r := e.Resource
	c.did(Comparing, r)
	if e.Section == computed.DriftSection {
		in.RelevantAttributes = e.Relevant
	}
	c.digests.begin()
	res := c.Differ.Resource(in.Change, r.Action, in.Schema.Block)
	everything := in.Still() || r.Importing != nil
	return Compared{
		digest: c.digests.values(r.Action, in.RawValues),
		Diff:   res.Diff, schema: schemaKind(in.Schema), Forcing: review.Visible(res.Diff, in.ReplacePaths.Paths()),
		problems: located(res, r.Address, in.Field),
		masked:   append(countMasked(r.Type, res.Diff, in.Named, everything), c.bundledResource(e, res.Diff, &in, everything)...),
		copies:   listCopies(computed.Copy{Address: r.Address, Deposed: r.Deposed}, res.Copies),
	}
}

// schemaKind returns the kind of schema that a type was resolved to.
func schemaKind(found infer.Resolution) computed.SchemaKind {
	switch {
	case found.Exact:
		return computed.SchemaExact
	case found.Misfit != nil:
		return computed.SchemaBundle
	case found.Layer == infer.LayerFacts:
		return computed.SchemaKnown
	}
	return computed.SchemaInferred
}

// located returns the errors of a comparison, each with its place. field is the
// member of the document that both sides come from, see [source.RawValues].
func located(res differ.Result, address, field string) []error {
	var problems []error
	for _, err := range res.Errs {
		if field != "" {
			err = withField(err, field)
		}
		problems = append(problems, WithAddress(err, address))
	}
	// A schema that does not fit is corrected until it has every member of the
	// document, so there should be no such members.
	if len(res.Extra) > 0 {
		err := fmt.Errorf("not rendered, because the schema lacks it: %s", plans.SpellName(strings.Join(res.Extra, ", ")))
		problems = append(problems, &plans.Error{Address: address, Err: err})
	}
	return problems
}

// Action compares the configuration of an action. trigger is the resource whose
// change triggers the action, or nil.
func (c *Comparer) Action(a *source.Action, trigger *computed.Resource) computed.ActionInvocation {
	out := computed.ActionInvocation{Address: a.Address, Type: a.Type, Name: a.Name, HasConfig: a.HasConfig, Caller: a.Caller, Err: a.Err}
	if a.Lifecycle != nil {
		out.OnFailure = a.Lifecycle.OnFailure
	}
	if out.Err == nil && a.HasConfig {
		var got Compared
		got, out.Err = c.Config(a)
		out.Problems, out.Masked, out.Copies = got.problems, got.masked, got.copies
		if out.Err == nil {
			out.Config, out.Digest = c.wrapped(computed.Owner{Resource: trigger, Action: &out}, got.Diff), got.digest
		}
	}
	if out.Err != nil {
		out.Problems = append(out.Problems, WithAddress(out.Err, a.Address))
	}
	return out
}

// Invoked compares the configurations of actions that no resource triggers.
func (c *Comparer) Invoked(all []*source.Action) []computed.ActionInvocation {
	var read []computed.ActionInvocation
	for _, a := range all {
		read = append(read, c.Action(a, nil))
	}
	return read
}

// Config compares the configuration of an action with itself.
func (c *Comparer) Config(a *source.Action) (Compared, error) {
	in, err := c.loadConfig(a)
	if err != nil {
		return Compared{}, err
	}
	c.digests.begin()
	res := c.Differ.Config(in.Change, in.Schema.Block)
	return Compared{
		digest:   c.digests.invocation(a, in.RawValues),
		Diff:     res.Diff,
		problems: located(res, a.Address, in.Field),
		masked:   append(countMasked(a.Type, res.Diff, in.Named, true), c.bundledConfig(a, res.Diff, &in)...),
		copies:   listCopies(computed.Copy{Address: a.Address}, res.Copies),
	}, nil
}

// Output compares an output by its type or, if the source does not have the type, by
// its values.
func (c *Comparer) Output(o *source.Output) computed.Output {
	address := "output." + o.Name
	out := computed.Output{Name: o.Name, Err: o.Err}
	in, err := c.LoadOutput(o)
	if err == nil {
		c.digests.begin()
		res := c.compareOutput(in.Change, in.Type)
		if o.Action != plans.NoOp {
			out.Digest = c.digests.values(o.Action, in.RawValues)
		}
		out.Problems = located(res, address, in.Field)
		out.Copies = listCopies(computed.Copy{Address: address}, res.Copies)
		out.Diff = c.wrapped(computed.Owner{Output: o.Name}, res.Diff)
	} else if out.Err == nil {
		out.Err = err
	}
	if out.Err != nil {
		out.Problems = append(out.Problems, WithAddress(out.Err, address))
	}
	return out
}

// compareOutput compares by the type, unless the type is absent or invalid.
func (c *Comparer) compareOutput(change values.Change, typ values.Value) differ.Result {
	if a := OutputType(typ); a != nil {
		return c.Differ.Typed(change, a)
	}
	return c.Differ.Output(change)
}

// OutputType returns the type of an output, or nil if the type is absent or invalid.
func OutputType(typ values.Value) *schema.Attribute {
	if typ.Kind() == values.Absent {
		return nil
	}
	a, err := schema.ParseType(typ)
	if err != nil {
		return nil
	}
	return a
}

func (c *Comparer) wrapped(o computed.Owner, d computed.Diff) computed.Diff {
	if c.Wrap == nil || d.Renderer == nil {
		return d
	}
	return c.Wrap(o, d)
}

// WithAddress adds an address to an error, unless the error has one.
func WithAddress(err error, address string) error {
	var e *plans.Error
	if !errors.As(err, &e) || e.Address != "" {
		return err
	}
	more := *e
	more.Address = address
	return &more
}

// withField replaces "before" or "after" by the name of a member in an error about
// a value that is the same on both sides.
func withField(err error, field string) error {
	var e *plans.Error
	if !errors.As(err, &e) || e.Field != "before" && e.Field != "after" {
		return err
	}
	more := *e
	more.Field = field
	return &more
}
