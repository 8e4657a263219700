package showjson

import (
	"errors"
	"io"
	"slices"
	"strconv"
	"strings"

	"github.com/planfmt/planfmt/dialect"
	"github.com/planfmt/planfmt/internal/read/config"
	"github.com/planfmt/planfmt/internal/read/jsonstate"
	"github.com/planfmt/planfmt/internal/read/planfile"
	"github.com/planfmt/planfmt/internal/read/planfile/dynamic"
	"github.com/planfmt/planfmt/internal/read/source"
	"github.com/planfmt/planfmt/plans"
	"github.com/planfmt/planfmt/schema"
	"github.com/planfmt/planfmt/values"
)

// PlanTypes says what is known about types in a plan.
type PlanTypes interface {
	Types
	ConfigTypes
}

// Plan is what the JSON of a plan is made of.
type Plan struct {
	// Plan is the plan, with its no-ops.
	*planfile.Plan
	// Prior is the state that the plan was made from. It may be nil.
	Prior *jsonstate.State
	// Config is the configuration that the plan was made from.
	Config *config.Config
	// Dialect is that of the product that made the plan.
	Dialect dialect.Dialect
	// Whole says that the document is to read as the plan file does: it also has what the version that made the plan did not print.
	Whole bool
}

// WritePlan writes the JSON of a plan in a plan file, as the version of the product that made the
// file does. For what it lacks without the schemas of types, see docs/json.md. The
// error is that of an entry that cannot be read (a *plans.Error), or that of w.
func WritePlan(w io.Writer, p Plan, types PlanTypes) error {
	out := &planWriter{
		jsonWriter: newWriter(w), plan: p, types: types, form: formOf(p),
		load: p.Loader(), messages: p.Messages(),
	}
	for _, part := range []func() error{
		out.begin, out.variables, out.plannedValues,
		func() error { return out.changes("resource_drift", p.Drift) },
		func() error {
			return out.changes("resource_changes", slices.DeleteFunc(slices.Clone(p.Changes.Slice()), isForgotten))
		},
		out.deferred, out.actions, out.outputChanges, out.priorState, out.facts,
	} {
		if err := part(); err != nil {
			return err
		}
	}
	if err := p.Changes.Err(); err != nil {
		return err
	}
	return out.end()
}

// isForgotten reports whether a change is that of a data source which the state forgets. The
// products do not list it.
func isForgotten(r *source.Resource) bool { return r.Mode == "data" && r.Action == plans.Delete }

// planWriter writes the JSON of a plan.
type planWriter struct {
	*jsonWriter
	plan     Plan
	types    PlanTypes
	form     versionForm
	load     source.Loader
	messages *planfile.Messages
}

// begin writes what comes first.
func (w *planWriter) begin() error {
	w.open('{')
	w.text("format_version", w.form.version)
	w.optional("terraform_version", w.plan.TerraformVersion)
	return nil
}

// changes writes a list of changes.
func (w *planWriter) changes(name string, list []*source.Resource) error {
	if len(list) == 0 {
		return nil
	}
	w.name(name)
	w.open('[')
	for _, rc := range list {
		w.next()
		if err := w.change(rc); err != nil {
			return err
		}
		if err := w.spill(); err != nil {
			return err
		}
	}
	w.close(']')
	return nil
}

// deferred writes the deferred changes.
func (w *planWriter) deferred() error {
	if len(w.plan.Deferred) == 0 {
		return nil
	}
	w.name("deferred_changes")
	w.open('[')
	for _, rc := range w.plan.Deferred {
		w.next()
		w.open('{')
		w.text("reason", string(rc.DeferredReason))
		w.name("resource_change")
		if err := w.change(rc); err != nil {
			return err
		}
		w.close('}')
		if err := w.spill(); err != nil {
			return err
		}
	}
	w.close(']')
	return nil
}

// change writes the change of a resource.
func (w *planWriter) change(rc *source.Resource) error {
	c, err := w.loadChange(rc)
	if err != nil {
		return err
	}
	w.open('{')
	w.text("address", rc.Address)
	w.optional("previous_address", rc.PreviousAddress)
	w.optional("module_address", rc.ModuleAddress)
	w.identify(rc)
	w.optional("deposed", rc.Deposed)
	w.name("change")
	if err := w.writeChange(c); err != nil {
		return locate(rc.Address, err)
	}
	w.optional("action_reason", string(rc.ActionReason))
	w.close('}')
	return nil
}

// writeChange writes what happens to an object.
func (w *planWriter) writeChange(c resourceChange) error {
	w.open('{')
	w.texts("actions", strings.Split(c.action.String(), ","))
	w.value("before", c.Before)
	if c.After.Kind() != values.Absent {
		w.value("after", c.After)
	}
	w.name("after_unknown")
	if c.Unknown.Any() {
		w.buf = appendMarks(w.buf, c.After, c.Unknown)
	} else {
		w.buf = append(w.buf, "{}"...)
	}
	if w.form.marks || c.marked {
		w.name("before_sensitive")
		w.buf = appendMarks(w.buf, c.Before, c.BeforeSensitive)
		w.name("after_sensitive")
		w.buf = appendMarks(w.buf, c.shape, c.AfterSensitive)
	}
	if err := w.changeFacts(c); err != nil {
		return err
	}
	w.close('}')
	return nil
}

// changeFacts writes what a change has besides its values.
func (w *planWriter) changeFacts(c resourceChange) error {
	m := &c.message.Change
	if len(c.message.RequiredReplace) > 0 && w.form.replacePaths {
		w.name("replace_paths")
		w.open('[')
		for _, p := range planfile.ReadPaths(c.message.RequiredReplace) {
			w.next()
			w.path(p)
		}
		w.close(']')
	}
	if in := m.Importing; in != nil {
		w.name("importing")
		w.open('{')
		w.optional("id", in.ID)
		if in.Unknown {
			w.flag("unknown", true)
		}
		if err := w.dynamic("identity", in.Identity); err != nil {
			return err
		}
		w.close('}')
	}
	w.optional("generated_config", m.GeneratedConfig)
	if err := w.dynamic("before_identity", m.BeforeIdentity); err != nil {
		return err
	}
	return w.dynamic("after_identity", m.AfterIdentity)
}

// dynamic writes a value of the file, unless there is none.
func (w *planWriter) dynamic(name string, raw planfile.Dynamic) error {
	if raw == nil {
		return nil
	}
	v, err := dynamic.Decode(raw, dynamic.Type{})
	if err != nil {
		return &plans.Error{Field: "change." + name, Err: err}
	}
	if !v.Known.IsNull() {
		w.value(name, v.Known)
	}
	return nil
}

// path writes the path of an attribute.
func (w *planWriter) path(p plans.Path) {
	w.open('[')
	for _, step := range p.Steps() {
		w.next()
		if name, ok := step.Key(); ok {
			w.buf = appendString(w.buf, name)
		} else {
			i, _ := step.Index()
			w.buf = strconv.AppendInt(w.buf, int64(i), 10)
		}
	}
	w.close(']')
}

// loadChange loads the change of a resource, with the marks that its schema adds.
func (w *planWriter) loadChange(rc *source.Resource) (resourceChange, error) {
	c := resourceChange{action: rc.Action}
	if rc.Err() != nil {
		return c, rc.Err()
	}
	id := schema.IDOf(rc.ProviderName, rc.Mode, rc.Type)
	block, _ := w.types.Schema(id)
	var err error
	if c.message, err = w.messages.Change(rc); err != nil {
		return c, locate(rc.Address, err)
	}
	if c.RawValues, err = w.load.Resource(rc, block); err != nil {
		return c, err
	}
	m := &c.message.Change
	c.planned = c.RawValues
	c.planned.BeforeSensitive = planfile.Marks(c.Before, m.BeforeSensitive, nil).Shape(c.Before)
	c.planned.AfterSensitive = planfile.Marks(c.After, m.AfterSensitive, nil).Shape(c.After)
	w.types.Mark(id, &c.planned)
	if block != nil {
		c.BeforeSensitive = planfile.Marks(c.Before, m.BeforeSensitive, block)
		c.AfterSensitive = planfile.Marks(c.After, m.AfterSensitive, block)
	}
	w.types.Mark(id, &c.RawValues)
	c.marked = len(m.BeforeSensitive)+len(m.AfterSensitive) > 0
	c.shape, err = w.messages.Shape(c.After, m, block)
	return c, locate(rc.Address, err)
}

// resourceChange is the change of a resource.
type resourceChange struct {
	source.RawValues
	// planned has the marks of planned_values, to which the schema adds nothing.
	planned source.RawValues
	action  plans.Action
	message *planfile.ResourceChange
	// shape is the value after the change, with an empty list or object in the place of each
	// list or object that is unknown.
	shape  values.Value
	marked bool // the plan has marks
}

// locate adds the address to an error, if there is one.
func locate(address string, err error) error {
	if err == nil {
		return nil
	}
	if known, ok := errors.AsType[*plans.Error](err); ok && known.Address != "" {
		return err
	}
	return &plans.Error{Address: address, Err: err}
}
