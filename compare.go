package planfmt

import (
	"crypto/sha256"
	"errors"
	"fmt"
	"strings"

	"github.com/planfmt/planfmt/computed"
	"github.com/planfmt/planfmt/differ"
	"github.com/planfmt/planfmt/internal/copies"
	"github.com/planfmt/planfmt/internal/schemas/infer"
	"github.com/planfmt/planfmt/internal/source"
	"github.com/planfmt/planfmt/plans"
	"github.com/planfmt/planfmt/review"
	"github.com/planfmt/planfmt/schema"
	"github.com/planfmt/planfmt/values"
)

// comparison says how values are compared.
type comparison struct {
	schemas *infer.Resolver
	differ  differ.Options
	masks   masks
	copies  *copies.Set // the sensitive strings of the document; nil if no view hides copies of them
	// copiesKnown says that copies has all of them, so that it can be asked.
	copiesKnown bool
	wrap        func(computed.Owner, computed.Diff) computed.Diff // may be nil
	annotate    func(entry, *computed.Resource)                   // adds to what is known of a resource; may be nil
	watch       func(what work, address string)                   // see [work]; may be nil
}

// comparer makes computed values: it finds the schema, loads the values, marks
// secrets, compares, and wraps. It is for one goroutine.
type comparer struct {
	*comparison
	load   source.Loader
	differ *differ.Differ
	manner manner // of the differ
	// digests makes the digests of what is compared. It is nil if nobody needs them, or if it is not known what is hidden in the end.
	digests *digests

	others map[manner]*comparer // see [comparer.in]
	// reload returns another loader of the same values, for unbundled, see [comparer.without].
	reload    func() source.Loader
	unbundled *comparer
	marker    *marker // see [comparer.mark]
}

// mark returns the marker that makes values of the language of what the comparer loads.
func (c *comparer) mark() *marker {
	if c.marker == nil {
		c.marker = newMarker(c.comparison)
	}
	return c.marker
}

// newComparer returns a comparer for the values that a loader loads. Its loader and its
// differ keep their memory from one value to the next.
func newComparer(c *comparison, loader func() source.Loader) *comparer {
	out := &comparer{comparison: c, load: loader(), reload: loader}
	out.start(manner{})
	return out
}

// start makes the differ.
func (c *comparer) start(m manner) {
	opts := m.options(c.comparison)
	if m.digests && !opts.ShowSensitive && c.wrap == nil {
		c.digests = newDigests(c.comparison, m)
		opts.OnHidden = c.digests.hide
	}
	c.differ, c.manner = differ.New(opts), m
}

// in returns the comparer that compares in a manner. It has the same loader.
func (c *comparer) in(m manner) *comparer {
	if m == (manner{}) {
		return c
	}
	other := c.others[m]
	if other == nil {
		other = &comparer{comparison: c.comparison, load: c.load, reload: c.reload}
		other.start(m)
		if c.others == nil {
			c.others = map[manner]*comparer{}
		}
		c.others[m] = other
	}
	return other
}

// entry is a resource that a section of a report shows, and what counts of it.
type entry struct {
	resource *source.Resource
	section  computed.Section
	triggers []*source.Action // the actions that the change triggers

	// relevant are the attributes of drift of which a change counts. relevance says whether
	// the plan depends on them.
	relevant  plans.PathSet
	relevance relevance
}

// relevance says whether the plan depends on what drifted.
type relevance uint8

const (
	irrelevant     relevance = iota
	partlyRelevant           // on the attributes of entry.relevant
	allRelevant              // the plan was made to record it, or it cannot be told
)

// isNarrow reports whether only some attributes of the resource count, or none.
func (e entry) isNarrow() bool {
	return e.section == computed.DriftSection && e.relevance != allRelevant
}

// whole returns the entry for the resource with all its attributes.
func (e entry) whole() entry {
	e.relevant = plans.AllPaths()
	return e
}

// work is something that costs time for each resource.
type work uint8

const (
	loading work = iota
	comparing
)

// compared is the result of comparing a value, and what is to be said about it.
type compared struct {
	diff     computed.Diff
	schema   computed.SchemaKind
	forcing  []plans.Path // that force the replacement, as far as they are not sensitive
	problems []error
	masked   []computed.Masked
	copies   []computed.Copy
	digest   [sha256.Size]byte
}

// did tells what has been done with a resource.
func (c *comparison) did(what work, r *source.Resource) {
	if c.watch != nil {
		c.watch(what, r.Address)
	}
}

// header returns what is known of an entry without its values.
func (c *comparer) header(e entry) computed.Resource {
	r := e.resource
	out := computed.Resource{Header: r.Header, Section: e.section, Relevant: e.relevance != irrelevant, Err: r.Err}
	out.Copies = c.hideImport(&out.Header)
	if c.annotate != nil {
		c.annotate(e, &out)
	}
	return out
}

// resource compares an entry, and reads the actions that it triggers.
func (c *comparer) resource(e entry) computed.Resource {
	out := c.values(e, c.loadOnce(e.resource))
	c.addActions(e, &out)
	return out
}

// loadedOnce is a resource that has been loaded, or the reason why it cannot be. Comparers with the same loader may compare it in
// several manners, until it loads something else.
type loadedOnce struct {
	loaded
	err error
}

// loadOnce loads a resource, if it can be read.
func (c *comparer) loadOnce(r *source.Resource) (in loadedOnce) {
	if !isUnreadable(r) {
		in.loaded, in.err = c.loadResource(r)
	}
	return in
}

// values compares the values of an entry.
func (c *comparer) values(e entry, in loadedOnce) computed.Resource {
	r := e.resource
	out := c.header(e)
	if r.Err != nil {
		out.Problems = append(out.Problems, withAddress(r.Err, r.Address))
	}
	for _, err := range r.Problems {
		out.Problems = append(out.Problems, withAddress(err, r.Address))
	}
	if !isUnreadable(r) {
		var got compared
		err := in.err
		if err == nil {
			got = c.compareLoaded(e, in.loaded)
		}
		out.Schema, out.ReplacePaths = got.schema, got.forcing
		out.Problems, out.Masked, out.Copies = append(out.Problems, got.problems...), got.masked, append(out.Copies, got.copies...)
		switch {
		case err == nil:
			out.Err = nil
			out.Body, out.Digest = c.wrapped(computed.Owner{Resource: &out}, got.diff), got.digest
		case out.Err == nil:
			out.Err = err
			out.Problems = append(out.Problems, withAddress(err, r.Address))
		}
	}
	return out
}

// addActions adds the actions that an entry triggers.
func (c *comparer) addActions(e entry, out *computed.Resource) {
	for _, a := range e.triggers {
		if a.Lifecycle.After() {
			out.AfterActions = append(out.AfterActions, c.action(a, out))
		} else {
			out.BeforeActions = append(out.BeforeActions, c.action(a, out))
		}
	}
}

// body compares the values of an entry.
func (c *comparer) body(e entry) (compared, error) {
	in, err := c.loadResource(e.resource)
	if err != nil {
		return compared{}, err
	}
	return c.compareLoaded(e, in), nil
}

// changes reports whether anything differs in a resource, or may differ.
func (c *comparer) changes(e entry) bool {
	got, err := c.body(e)
	return err != nil || got.diff.Action != plans.NoOp
}

// compareLoaded compares the values of an entry.
func (c *comparer) compareLoaded(e entry, in loaded) compared {
	r := e.resource
	c.did(comparing, r)
	if e.section == computed.DriftSection {
		in.RelevantAttributes = e.relevant
	}
	c.digests.begin()
	res := c.differ.Resource(in.Change, r.Action, in.schema.Block)
	everything := in.Still() || r.Importing != nil
	return compared{
		digest: c.digests.values(r.Action, in.RawValues),
		diff:   res.Diff, schema: schemaKind(in.schema), forcing: review.Visible(res.Diff, in.ReplacePaths.Paths()),
		problems: located(res, r.Address, in.Field),
		masked:   append(countMasked(r.Type, res.Diff, in.named, everything), c.bundledResource(e, res.Diff, &in, everything)...),
		copies:   listCopies(computed.Copy{Address: r.Address, Deposed: r.Deposed}, res.Copies),
	}
}

// schemaKind says how much is known about a schema.
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

// located returns the errors of a comparison with the place where they are. field
// is the member that both sides come from, see [source.RawValues].
func located(res differ.Result, address, field string) []error {
	var problems []error
	for _, err := range res.Errs {
		if field != "" {
			err = withField(err, field)
		}
		problems = append(problems, withAddress(err, address))
	}
	// A schema that does not fit is corrected until it has every member of the
	// document, so there should be no such members.
	if len(res.Extra) > 0 {
		err := fmt.Errorf("not rendered, because the schema lacks it: %s", plans.SpellName(strings.Join(res.Extra, ", ")))
		problems = append(problems, &plans.Error{Address: address, Err: err})
	}
	return problems
}

// action reads the configuration of an action. trigger is the resource whose
// change triggers it, or nil.
func (c *comparer) action(a *source.Action, trigger *computed.Resource) computed.ActionInvocation {
	out := computed.ActionInvocation{Address: a.Address, Type: a.Type, Name: a.Name, HasConfig: a.HasConfig, Caller: a.Caller, Err: a.Err}
	if out.Err == nil && a.HasConfig {
		var got compared
		got, out.Err = c.config(a)
		out.Problems, out.Masked, out.Copies = got.problems, got.masked, got.copies
		if out.Err == nil {
			out.Config, out.Digest = c.wrapped(computed.Owner{Resource: trigger, Action: &out}, got.diff), got.digest
		}
	}
	if out.Err != nil {
		out.Problems = append(out.Problems, withAddress(out.Err, a.Address))
	}
	return out
}

// invoked reads actions that no resource triggers.
func (c *comparer) invoked(all []*source.Action) []computed.ActionInvocation {
	var read []computed.ActionInvocation
	for _, a := range all {
		read = append(read, c.action(a, nil))
	}
	return read
}

// config compares the configuration of an action with itself.
func (c *comparer) config(a *source.Action) (compared, error) {
	in, err := c.loadConfig(a)
	if err != nil {
		return compared{}, err
	}
	c.digests.begin()
	res := c.differ.Config(in.Change, in.schema.Block)
	return compared{
		digest:   c.digests.invocation(a, in.RawValues),
		diff:     res.Diff,
		problems: located(res, a.Address, in.Field),
		masked:   append(countMasked(a.Type, res.Diff, in.named, true), c.bundledConfig(a, res.Diff, &in)...),
		copies:   listCopies(computed.Copy{Address: a.Address}, res.Copies),
	}, nil
}

// output compares an output by its type or, if the source does not have it, by
// its values.
func (c *comparer) output(o *source.Output) computed.Output {
	address := "output." + o.Name
	out := computed.Output{Name: o.Name, Err: o.Err}
	in, err := c.loadOutput(o)
	if err == nil {
		c.digests.begin()
		res := c.compareOutput(in.Change, in.typ)
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
		out.Problems = append(out.Problems, withAddress(out.Err, address))
	}
	return out
}

// compareOutput compares by the type, unless the source does not have it, or it is no
// type.
func (c *comparer) compareOutput(change values.Change, typ values.Value) differ.Result {
	if a := outputType(typ); a != nil {
		return c.differ.Typed(change, a)
	}
	return c.differ.Output(change)
}

// outputType returns the type of an output, or nil if the source does not have it, or it is no type.
func outputType(typ values.Value) *schema.Attribute {
	if typ.Kind() == values.Absent {
		return nil
	}
	a, err := schema.ParseType(typ)
	if err != nil {
		return nil
	}
	return a
}

func (c *comparer) wrapped(o computed.Owner, d computed.Diff) computed.Diff {
	if c.wrap == nil || d.Renderer == nil {
		return d
	}
	return c.wrap(o, d)
}

// withAddress adds to an error the address of what it is about, unless it has one.
func withAddress(err error, address string) error {
	var e *plans.Error
	if !errors.As(err, &e) || e.Address != "" {
		return err
	}
	more := *e
	more.Address = address
	return &more
}

// withField puts a member in the place of "before" and "after" in an error about
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
