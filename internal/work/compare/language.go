package compare

import (
	"github.com/planfmt/planfmt/differ"
	"github.com/planfmt/planfmt/internal/know/infer"
	"github.com/planfmt/planfmt/internal/know/secrets"
	"github.com/planfmt/planfmt/internal/lang/planvalue"
	"github.com/planfmt/planfmt/internal/read/source"
	"github.com/planfmt/planfmt/plans"
	"github.com/planfmt/planfmt/schema"
	"github.com/planfmt/planfmt/values"
)

// Marked is an entry for the language of policies and queries: both sides, with marks on what is sensitive. Values of the language carry
// these marks. So expressions can judge secrets, and whatever prints a result hides them.
type Marked struct {
	Before, After planvalue.Side
	Schema        infer.Resolution // of the type
	Type          values.Value     // of an output; absent if the source does not have the type
}

// Marker marks the values that a format hides. It calls the differ to find them: only the differ pairs the elements of lists and sets,
// and hides on both sides what is sensitive on one. A Marker is for one goroutine.
type Marker struct {
	*Comparison
	differ *differ.Differ
	hidden hiddenValues
	// before and after are the paths of hidden values that are absent on that side.
	before, after []plans.Path
}

// NewMarker returns a Marker for the values of a document.
func NewMarker(c *Comparison) *Marker {
	m := &Marker{Comparison: c, hidden: hiddenValues{}}
	m.differ = differ.New(differ.Options{Rules: c.Differ.Rules, OnHidden: m.hide})
	return m
}

func (m *Marker) hide(h differ.Hidden) {
	m.hidden.add(h.Before)
	m.hidden.add(h.After)
	if h.Before.IsNull() {
		m.before = append(m.before, h.Path)
	}
	if h.After.IsNull() { // an unknown value, of which refinements may show a part
		m.after = append(m.after, h.Path)
	}
}

// mark marks an entry. The result is valid as long as the loaded values are. compare passes a change to the differ.
func (m *Marker) mark(in *Loaded, compare func(values.Change)) Marked {
	m.findHidden(in, compare)
	copied := m.copied()
	out := Marked{
		Before: planvalue.Side{Value: in.Before, Sensitive: m.marks(in.BeforeSensitive, in.Before, m.before, copied)},
		After:  planvalue.Side{Value: in.After, Unknown: in.Unknown, Sensitive: m.marks(in.AfterSensitive, in.After, m.after, copied), Refinements: in.Refinements},
		Schema: in.Schema, Type: in.Type,
	}
	if in.Still() {
		out.Before.Unknown = in.Unknown
	}
	return out
}

// findHidden finds what is hidden in an entry.
func (m *Marker) findHidden(in *Loaded, compare func(values.Change)) {
	clear(m.hidden)
	m.before, m.after = nil, nil
	if in.MayHide() {
		compare(in.Change)
	}
}

// marks adds marks for hidden values and for copies to the marks of a side.
func (m *Marker) marks(own values.Flags, v values.Value, absent []plans.Path, copied copied) values.Flags {
	if len(m.hidden) == 0 && len(absent) == 0 && copied.set == nil {
		return own
	}
	return own.Mark(v, func(v values.Value) bool { return m.hidden[v] || copied.is(v) }).MarkPaths(absent)
}

// copied returns the test for copies of sensitive strings. Nothing is a copy until all sensitive strings are known.
func (c *Comparison) copied() copied {
	if c.Copies == nil || !c.CopiesKnown || c.Copies.IsEmpty() && !c.Copies.Remembers() {
		return copied{}
	}
	return copied{set: c.Copies, yaml: true}
}

// Resource loads and marks a resource.
func (m *Marker) Resource(c *Comparer, r *source.Resource) (Marked, error) {
	if IsUnreadable(r) {
		return Marked{}, WithAddress(r.Err(), r.Address)
	}
	in, err := c.LoadResource(r)
	if err != nil {
		return Marked{}, WithAddress(err, r.Address)
	}
	return m.LoadedResource(&in), nil
}

// LoadedResource marks a resource that has been loaded. All of its values count, whatever its action is.
func (m *Marker) LoadedResource(in *Loaded) Marked {
	return m.mark(in, m.comparison(in))
}

// comparison passes the change of a resource to the differ.
func (m *Marker) comparison(in *Loaded) func(values.Change) {
	return func(c values.Change) {
		c.RelevantAttributes = plans.PathFilter{}
		m.differ.Resource(c, plans.Update, in.Schema.Block)
	}
}

// Output loads and marks an output.
func (m *Marker) Output(c *Comparer, o *source.Output) (Marked, error) {
	in, err := c.LoadOutput(o)
	if err != nil {
		return Marked{}, err
	}
	if o.Err != nil && o.Action != plans.Unknown {
		in.BeforeSensitive, in.AfterSensitive = values.AllFlags(), values.AllFlags()
	}
	return m.mark(&in, func(c values.Change) { m.differ.Output(c) }), nil
}

// Variable loads and marks a variable.
func (m *Marker) Variable(c *Comparer, v *source.Variable) (planvalue.Side, error) {
	value, err := c.Load.Variable(v)
	if err != nil {
		return planvalue.Side{}, err
	}
	var own values.Flags
	if v.Sensitive || !m.Comparison.Differ.ShowSensitive && secrets.Named("", v.Name) {
		own = values.AllFlags()
	}
	in := m.Masks.Mask(schema.ID{}, infer.Resolution{Exact: true}, source.StillValues("value", value, own))
	return m.mark(&in, func(c values.Change) { m.differ.Output(c) }).After, nil
}

// Constants marks the constants in a block of the configuration. The flags say which parts of v are not constant.
func (m *Marker) Constants(id schema.ID, v values.Value, unknown values.Flags) planvalue.Side {
	raw := source.StillValues("constant_value", v, values.Flags{})
	raw.Unknown = unknown
	in := m.Masks.Mask(id, infer.Resolution{}, raw)
	return m.mark(&in, func(c values.Change) { m.differ.Output(c) }).After
}
