package planfmt

import (
	"github.com/planfmt/planfmt/differ"
	"github.com/planfmt/planfmt/internal/planvalue"
	"github.com/planfmt/planfmt/internal/schemas/infer"
	"github.com/planfmt/planfmt/internal/schemas/secrets"
	"github.com/planfmt/planfmt/internal/source"
	"github.com/planfmt/planfmt/plans"
	"github.com/planfmt/planfmt/schema"
	"github.com/planfmt/planfmt/values"
)

// marked is an entry as the language sees it: both sides, with the marks of what is sensitive. Values of the language carry these
// marks, so that expressions may judge secrets, and what prints the results hides them.
type marked struct {
	before, after planvalue.Side
	schema        infer.Resolution // of the type
	typ           values.Value     // of an output; absent if the source does not have it
}

// marker marks whatever a format hides. What that is, only the differ knows: it pairs the elements of lists and sets, and hides on
// both sides what is sensitive on one. A marker is for one goroutine.
type marker struct {
	*comparison
	differ *differ.Differ
	hidden hiddenValues
	// before and after are the paths of hidden values that are absent on that side.
	before, after []plans.Path
}

func newMarker(c *comparison) *marker {
	m := &marker{comparison: c, hidden: hiddenValues{}}
	m.differ = differ.New(differ.Options{Rules: c.differ.Rules, OnHidden: m.hide})
	return m
}

func (m *marker) hide(h differ.Hidden) {
	m.hidden.add(h.Before)
	m.hidden.add(h.After)
	if h.Before.IsNull() {
		m.before = append(m.before, h.Path)
	}
	if h.After.IsNull() { // it may be known how what is unknown begins
		m.after = append(m.after, h.Path)
	}
}

// mark returns an entry as the language sees it. It is valid as long as the values are. compare hands a change to the differ.
func (m *marker) mark(in *loaded, compare func(values.Change)) marked {
	clear(m.hidden)
	m.before, m.after = nil, nil
	if in.mayHide() {
		compare(in.Change)
	}
	out := marked{
		before: planvalue.Side{Value: in.Before, Sensitive: m.marks(in.BeforeSensitive, in.Before, m.before)},
		after:  planvalue.Side{Value: in.After, Unknown: in.Unknown, Sensitive: m.marks(in.AfterSensitive, in.After, m.after), Refinements: in.Refinements},
		schema: in.schema, typ: in.typ,
	}
	if in.Still() {
		out.before.Unknown = in.Unknown
	}
	return out
}

// marks returns the marks of a side, with those of hidden values and of copies.
func (m *marker) marks(own values.Flags, v values.Value, absent []plans.Path) values.Flags {
	copied := m.copied()
	if len(m.hidden) == 0 && len(absent) == 0 && copied.set == nil {
		return own
	}
	return own.Mark(v, func(v values.Value) bool { return m.hidden[v] || copied.is(v) }).MarkPaths(absent)
}

// copied says what is a copy of a sensitive string, as soon as all of these are known.
func (c *comparison) copied() copied {
	if c.copies == nil || !c.copiesKnown {
		return copied{}
	}
	return copied{set: c.copies, yaml: true}
}

// resource loads a resource as the language sees it.
func (m *marker) resource(c *comparer, r *source.Resource) (marked, error) {
	if isUnreadable(r) {
		return marked{}, withAddress(r.Err, r.Address)
	}
	in, err := c.loadResource(r)
	if err != nil {
		return marked{}, withAddress(err, r.Address)
	}
	return m.loadedResource(&in), nil
}

// loadedResource returns a resource as the language sees it. All of its values count, whatever is done to it.
func (m *marker) loadedResource(in *loaded) marked {
	return m.mark(in, func(c values.Change) {
		c.RelevantAttributes = plans.AllPaths()
		m.differ.Resource(c, plans.Update, in.schema.Block)
	})
}

// output loads an output as the language sees it.
func (m *marker) output(c *comparer, o *source.Output) (marked, error) {
	in, err := c.loadOutput(o)
	if err != nil {
		return marked{}, err
	}
	if o.Err != nil && o.Action != plans.Unknown {
		in.BeforeSensitive, in.AfterSensitive = values.AllFlags(), values.AllFlags()
	}
	return m.mark(&in, func(c values.Change) { m.differ.Output(c) }), nil
}

// variable loads a variable as the language sees it.
func (m *marker) variable(c *comparer, v *source.Variable) (planvalue.Side, error) {
	value, err := c.load.Variable(v)
	if err != nil {
		return planvalue.Side{}, err
	}
	var own values.Flags
	if v.Sensitive || !m.comparison.differ.ShowSensitive && secrets.Named("", v.Name) {
		own = values.AllFlags()
	}
	in := m.masks.mask(schema.ID{}, infer.Resolution{Exact: true}, source.StillValues("value", value, own))
	return m.mark(&in, func(c values.Change) { m.differ.Output(c) }).after, nil
}

// constants returns constants in the configuration of something as the language sees them. The flags say what is not constant.
func (m *marker) constants(id schema.ID, v values.Value, unknown values.Flags) planvalue.Side {
	raw := source.StillValues("constant_value", v, values.Flags{})
	raw.Unknown = unknown
	in := m.masks.mask(id, infer.Resolution{}, raw)
	return m.mark(&in, func(c values.Change) { m.differ.Output(c) }).after
}
