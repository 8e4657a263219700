package jsonplan

import (
	"slices"
	"strconv"
	"strings"

	"github.com/planfmt/planfmt/internal/read/source"
	"github.com/planfmt/planfmt/plans"
	"github.com/planfmt/planfmt/values"
)

// header reads the members of an entry that say what it is about, and checks those that
// are only read later.
type header struct{ source.Entry }

// importing reads what a change says about the import of the resource.
func (h *header) importing(v values.Value) *plans.Importing {
	switch v.Kind() {
	case values.Object:
	case values.Absent, values.Null:
		return nil
	default:
		h.Fail("change.importing", "want object, have %s", v.Kind())
		return nil
	}
	unknown := v.Get("unknown")
	out := &plans.Importing{ID: h.Text(v, "id"), Unknown: unknown.IsTrue()}
	if !unknown.IsNull() && unknown.Kind() != values.Bool {
		h.Complain("change.importing.unknown", "want bool, have %s", unknown.Kind())
	}
	switch id := v.Get("identity"); {
	case id.Kind() == values.Object:
		out.Identity = id.JSON()
	case !id.IsNull():
		h.Complain("change.importing.identity", "want object, have %s", id.Kind())
	}
	return out
}

// flags checks the trees of flags of a change, which stands in a field. They
// have to be of one of the kinds if they are not bools: what a wrong one is
// about cannot be told.
func (h *header) flags(field string, c values.Value, kinds ...values.Kind) {
	for _, name := range []string{"after_unknown", "before_sensitive", "after_sensitive"} {
		h.tree(field+name, c.Get(name), kinds...)
	}
}

func (h *header) tree(field string, v values.Value, kinds ...values.Kind) {
	if k := v.Kind(); k > values.Bool && !slices.Contains(kinds, k) {
		h.Fail(field, "want bool or %s, have %s", kinds[0], k)
	}
	// A mark that is none hides; a flag of what is unknown would say nothing.
	if k := values.UnknownFlags(v).Invalid(); strings.HasSuffix(field, "_unknown") && k != values.Absent {
		h.Fail(field, "want bools, have %s", k)
	}
}

// lifecycle reads the change that triggers an action.
func (h *header) lifecycle(v values.Value) *source.LifecycleTrigger {
	switch v.Kind() {
	case values.Object:
	case values.Absent, values.Null:
		return nil
	default:
		h.Fail("lifecycle_action_trigger", "want object, have %s", v.Kind())
		return nil
	}
	number := func(name string) int {
		m := v.Get(name)
		n, err := strconv.Atoi(m.Text())
		if !m.IsNull() && (m.Kind() != values.Number || err != nil) {
			h.Fail("lifecycle_action_trigger."+name, "want a whole number")
		}
		return n
	}
	event := h.Text(v, "action_trigger_event")
	switch event {
	case "":
		h.Fail("lifecycle_action_trigger.action_trigger_event", "want the event, have none")
	case "BeforeCreate", "BeforeUpdate", "BeforeDestroy", "AfterCreate", "AfterUpdate", "AfterDestroy":
	default:
		h.Fail("lifecycle_action_trigger.action_trigger_event", "want the name of an event, have %s", plans.DescribeText(event))
	}
	onFailure, ok := plans.ParseOnFailure(h.Text(v, "on_failure"))
	if !ok {
		h.Fail("lifecycle_action_trigger.on_failure", "want what happens if the action fails, have %s", plans.DescribeText(h.Text(v, "on_failure")))
	}
	return &source.LifecycleTrigger{
		OnFailure:       onFailure,
		ResourceAddress: h.Text(v, "triggering_resource_address"),
		Event:           event,
		BlockIndex:      number("action_trigger_block_index"),
		Index:           number("actions_list_index"),
	}
}
