package showjson

import (
	"cmp"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/planfmt/planfmt/internal/read/source"
	"github.com/planfmt/planfmt/plans"
)

// variables writes the variables of the root module. The file does not have those that keep their
// defaults.
func (w *planWriter) variables() error {
	all, err := w.messages.Variables()
	if err != nil {
		return err
	}
	for _, v := range w.plan.Config.Root.Variables {
		if _, ok := all[v.Name]; ok {
			continue
		}
		if value, ok := v.DefaultValue(); ok {
			all[v.Name] = value
		}
	}
	if len(all) == 0 {
		return nil
	}
	w.name("variables")
	w.open('{')
	for _, name := range slices.Sorted(maps.Keys(all)) {
		w.name(name)
		w.open('{')
		w.value("value", all[name])
		w.close('}')
	}
	w.close('}')
	return w.spill()
}

// priorState writes the state that the plan was made from.
func (w *planWriter) priorState() error {
	if s := w.plan.Prior; s == nil || s.Empty {
		return nil
	}
	w.name("prior_state")
	if err := w.state(w.plan.Prior, w.types, !w.plan.Unmarked()); err != nil {
		return err
	}
	w.close('}')
	return nil
}

// facts writes what comes last.
func (w *planWriter) facts() error {
	w.name("configuration")
	w.buf = AppendConfiguration(w.buf, w.plan.Config, w.form.config, w.types)
	if len(w.plan.Relevant) > 0 {
		w.name("relevant_attributes")
		w.open('[')
		// The products write them in a random order.
		for _, a := range slices.SortedFunc(slices.Values(w.plan.Relevant), compareRelevant) {
			w.next()
			w.open('{')
			w.text("resource", a.Resource)
			w.name("attribute")
			w.path(a.Attribute)
			w.close('}')
		}
		w.close(']')
	}
	w.checks(w.plan.Checks)
	w.optional("timestamp", w.plan.Message.Timestamp)
	if w.form.applyable {
		w.flag("applyable", isTrue(w.plan.Applyable))
		w.flag("complete", isTrue(w.plan.Complete))
	}
	if w.form.errored {
		w.flag("errored", w.plan.Errored)
	}
	return nil
}

func compareRelevant(a, b source.RelevantAttribute) int {
	return cmp.Or(plans.CompareAddresses(a.Resource, b.Resource), strings.Compare(a.Attribute.String(), b.Attribute.String()))
}

func isTrue(b *bool) bool { return b != nil && *b }

// actions writes the actions to be invoked.
func (w *planWriter) actions() error {
	if len(w.plan.Actions) == 0 {
		return nil
	}
	w.name("action_invocations")
	w.open('[')
	for _, a := range w.plan.Actions {
		w.next()
		if err := w.action(a); err != nil {
			return err
		}
		if err := w.spill(); err != nil {
			return err
		}
	}
	w.close(']')
	return nil
}

func (w *planWriter) action(a *source.Action) error {
	if a.Err != nil {
		return a.Err
	}
	w.open('{')
	w.text("address", a.Address)
	w.text("type", a.Type)
	w.text("name", a.Name)
	if a.HasConfig {
		in, err := w.load.Config(a)
		if err != nil {
			return err
		}
		if !in.After.IsNull() {
			w.value("config_values", in.After)
		}
		w.name("config_sensitive")
		w.buf = appendMarks(w.buf, in.After, in.AfterSensitive)
		w.name("config_unknown")
		w.buf = appendMarks(w.buf, in.After, in.Unknown)
	}
	w.text("provider_name", a.ProviderName)
	if t := a.Lifecycle; t != nil {
		w.name("lifecycle_action_trigger")
		w.open('{')
		w.text("triggering_resource_address", t.ResourceAddress)
		w.text("action_trigger_event", t.Event)
		w.int("action_trigger_block_index", t.BlockIndex)
		w.int("actions_list_index", t.Index)
		if w.form.onFailure {
			w.text("on_failure", t.OnFailure.JSON())
		}
		w.close('}')
	}
	if a.Invoked {
		w.name("invoke_action_trigger")
		w.open('{')
		w.optional("calling_resource_address", a.Caller)
		w.close('}')
	}
	w.close('}')
	return nil
}

// int writes a whole number.
func (w *jsonWriter) int(name string, n int) {
	w.name(name)
	w.buf = strconv.AppendInt(w.buf, int64(n), 10)
}
