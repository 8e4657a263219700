package showjson

import (
	"cmp"
	"slices"
	"strings"

	"github.com/planfmt/planfmt/internal/base/sorted"
	"github.com/planfmt/planfmt/internal/read/source"
	"github.com/planfmt/planfmt/plans"
	"github.com/planfmt/planfmt/schema"
	"github.com/planfmt/planfmt/values"
)

// plannedValues writes what the state will be after the plan, as far as it is known.
func (w *planWriter) plannedValues() error {
	w.name("planned_values")
	w.open('{')
	if err := w.plannedOutputs(); err != nil {
		return err
	}
	w.name("root_module")
	t := moduleTree{jsonWriter: w.jsonWriter}
	t.module("")
	for _, p := range w.planned() {
		t.enter(p.resource.ModuleAddress)
		if err := w.plannedResource(p.resource); err != nil {
			return err
		}
		if err := w.spill(); err != nil {
			return err
		}
	}
	t.end()
	w.close('}')
	return nil
}

// planned is a resource that is there after the plan, with its place.
type planned struct {
	modules  []string
	resource *source.Resource
}

// planned returns the resources that are there after the plan. Modules and the resources in them
// are sorted by the text of their addresses.
func (w *planWriter) planned() []planned {
	var all []planned
	chains := map[string][]string{}
	for r := range w.plan.Changes.All() {
		if r.Deposed != "" || r.Action == plans.Delete || r.Action == plans.Forget && !w.form.forgotten {
			continue
		}
		chain, ok := chains[r.ModuleAddress]
		if !ok {
			chain = modules(r.ModuleAddress)
			chains[r.ModuleAddress] = chain
		}
		all = append(all, planned{chain, r})
	}
	sorted.Stable(all, func(a, b planned) int {
		return cmp.Or(slices.Compare(a.modules, b.modules), strings.Compare(a.resource.Address, b.resource.Address))
	})
	return all
}

// plannedResource writes a resource as it will be.
func (w *planWriter) plannedResource(rc *source.Resource) error {
	c, err := w.loadChange(rc)
	if err != nil {
		return err
	}
	w.open('{')
	w.text("address", rc.Address)
	w.identify(rc)
	if version := w.types.Version(schema.IDOf(rc.ProviderName, rc.Mode, rc.Type)); version != "" {
		w.name("schema_version")
		w.buf = append(w.buf, version...)
	}
	if !c.After.IsNull() {
		w.value("values", c.After)
	}
	if w.form.stateMarks || c.marked {
		w.name("sensitive_values")
		w.buf = appendMarks(w.buf, c.shape, c.planned.AfterSensitive)
	}
	w.close('}')
	return nil
}

// plannedOutputs writes the outputs as they will be. One that is not wholly known has no value.
func (w *planWriter) plannedOutputs() error {
	begun := false
	for _, o := range w.plan.Outputs {
		if o.Action == plans.Delete {
			continue
		}
		c, err := w.loadOutput(o)
		if err != nil {
			return err
		}
		if !begun {
			begun = true
			w.name("outputs")
			w.open('{')
		}
		w.name(o.Name)
		w.open('{')
		w.flag("sensitive", o.Sensitive)
		if !c.Unknown.Any() {
			if w.form.outputTypes && c.typ.Kind() != values.Absent {
				w.value("type", c.typ)
			}
			w.value("value", c.After)
		}
		w.close('}')
		if err := w.spill(); err != nil {
			return err
		}
	}
	if begun {
		w.close('}')
	}
	return nil
}

// output is the change of an output.
type output struct {
	source.RawValues
	typ values.Value // of the value after the change; absent if it is not known
}

// loadOutput loads the change of an output.
func (w *planWriter) loadOutput(o *source.Output) (out output, err error) {
	if o.Err != nil {
		return out, o.Err
	}
	if out.RawValues, _, err = w.load.Output(o); err != nil {
		return out, err
	}
	out.typ, err = w.messages.OutputType(o)
	return out, locate("output."+o.Name, err)
}

// outputChanges writes the changes of outputs.
func (w *planWriter) outputChanges() error {
	if len(w.plan.Outputs) == 0 {
		return nil
	}
	w.name("output_changes")
	w.open('{')
	for _, o := range w.plan.Outputs {
		c, err := w.loadOutput(o)
		if err != nil {
			return err
		}
		w.name(o.Name)
		w.open('{')
		w.texts("actions", strings.Split(o.Action.String(), ","))
		w.value("before", c.Before)
		if c.After.Kind() != values.Absent {
			w.value("after", c.After)
		}
		w.name("after_unknown")
		if c.Unknown.Any() {
			w.buf = appendMarks(w.buf, c.After, c.Unknown)
		} else {
			w.buf = append(w.buf, "false"...)
		}
		if w.form.marks || o.Sensitive {
			w.flag("before_sensitive", o.Sensitive)
			w.flag("after_sensitive", o.Sensitive)
		}
		w.close('}')
		if err := w.spill(); err != nil {
			return err
		}
	}
	w.close('}')
	return nil
}
