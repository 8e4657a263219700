package jsonplan

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/planfmt/planfmt/dialect"
	"github.com/planfmt/planfmt/internal/slab"
	"github.com/planfmt/planfmt/jsondoc"
	"github.com/planfmt/planfmt/plans"
	"github.com/planfmt/planfmt/source"
	"github.com/planfmt/planfmt/values"
)

// header reads the members of one entry and keeps the first thing that is
// wrong with them, and whatever else is wrong that keeps nothing from being shown.
type header struct {
	address  string // of the entry, or its place in the document
	err      error
	problems []error
}

func (h *header) fail(field, format string, args ...any) {
	if h.err == nil {
		h.err = h.error(field, format, args...)
	}
}

// complain notes what is wrong with an entry that can be shown all the same.
func (h *header) complain(field, format string, args ...any) {
	h.problems = append(h.problems, h.error(field, format, args...))
}

func (h *header) error(field, format string, args ...any) error {
	return &plans.Error{Address: h.address, Field: field, Err: fmt.Errorf(format, args...)}
}

// failDuplicate fails because of a name that occurs twice in the entry, see
// [jsondoc.Parser.DuplicateError]. No one can tell which of the two counts.
func (h *header) failDuplicate(err error) {
	if err != nil {
		h.fail("", "%w", err)
	}
}

// text is a string member. Absent and null are empty.
func (h *header) text(v values.Value, name string) string {
	m := v.Get(name)
	if m.IsNull() {
		return ""
	}
	if m.Kind() != values.String {
		h.fail(name, "want string, have %s", m.Kind())
		return ""
	}
	return m.Text()
}

// entryReader reads entries about resources, for one goroutine.
type entryReader struct {
	parser   *jsondoc.Parser     // of the entry that is read
	evidence source.EvidenceSink // may be nil
	words    values.Words        // strings that many entries have
	actions  map[plans.Action][]string
	// resources are made several at a time.
	resources slab.Slab[source.Resource]
	product   string // the one that must have made the entries, if they show it
}

// word is a string member that many entries have: one copy of it is kept.
func (r *entryReader) word(h *header, v values.Value, name string) string {
	m := v.Get(name)
	if m.Kind() != values.String {
		return h.text(v, name)
	}
	return r.words.Text(m)
}

// change reads an element of resource_changes or resource_drift, and passes it on as
// evidence. kept says whether the Plan keeps the entry: because of what it is, or because
// all are kept. where names the entry as long as its address is not known.
func (r *entryReader) change(v values.Value, where string, all bool) (rc *source.Resource, kept bool) {
	rc = r.resource(v, where)
	// In an entry that is left out, names may occur twice, except where they decide
	// that it is left out.
	kept = all || !hidden(rc, v.Get("change"))
	if kept || r.hasDuplicatesOutside("before", "after") {
		r.failDuplicate(rc, 3)
	}
	if r.hasDuplicatesOutside("before", "after", "after_unknown", "before_sensitive", "after_sensitive") {
		rc.Action, rc.ActionNames = plans.Unknown, nil // no one can tell which
	}
	kept = kept || rc.Err != nil
	r.addChange(rc, v, kept)
	return rc, kept
}

// addChange passes on an entry's change as evidence. kept says that the Plan keeps
// it.
func (r *entryReader) addChange(rc *source.Resource, v values.Value, kept bool) {
	ev, c := r.evidence, v.Get("change")
	if ev == nil || rc.Type == "" || c.Kind() != values.Object {
		return
	}
	if r.hasDuplicatesOutside() {
		return // no one can tell which of the two counts
	}
	if !kept && !ev.Wants(rc.ProviderName, rc.Mode, rc.Type) {
		return
	}
	change := rootChange(c)
	if !ev.KnowsChange(rc.ProviderName, rc.Mode, rc.Type, values.ChangeText{
		Before: c.Get("before").Source(), After: c.Get("after").Source(),
		Unknown:         c.Get("after_unknown").Source(),
		BeforeSensitive: c.Get("before_sensitive").Source(), AfterSensitive: c.Get("after_sensitive").Source(),
		ReplacePaths: change.ReplacePaths,
	}) {
		ev.Change(rc.ProviderName, rc.Mode, rc.Type, change)
	}
}

// failDuplicate makes it an error of the entry that was read last if a name occurs
// twice in it.
func (r *entryReader) failDuplicate(rc *source.Resource, steps int) {
	h := header{address: rc.Address, err: rc.Err}
	h.failDuplicate(r.parser.DuplicateError(steps))
	rc.Err = h.err
}

// hasDuplicatesOutside reports whether, in the entry that was read last, a name
// occurs twice anywhere but inside of these members of its change.
func (r *entryReader) hasDuplicatesOutside(members ...string) bool {
	for path := range r.parser.Duplicates() {
		if len(path) < 3 || path[0] != "change" || !slices.Contains(members, path[1]) {
			return true
		}
	}
	return false
}

// oneCopy returns the names of an action, of which it keeps one copy for all entries.
func (r *entryReader) oneCopy(a plans.Action, names []string) []string {
	if known, ok := r.actions[a]; ok && slices.Equal(known, names) {
		return known
	}
	if r.actions == nil {
		r.actions = map[plans.Action][]string{}
	}
	r.actions[a] = names
	return names
}

// hidden reports whether nothing at all happens, neither to the resource nor
// to what the plan says about its values.
func hidden(rc *source.Resource, c values.Value) bool {
	return rc.Action == plans.NoOp && rc.Err == nil && rc.Importing == nil && !rc.Moved() &&
		c.Get("before").Equal(c.Get("after")) &&
		c.Get("before_sensitive").Equal(c.Get("after_sensitive")) &&
		!values.UnknownFlags(c.Get("after_unknown")).Any()
}

// resource reads the facts of an entry. where names it as long as its address
// is not known.
func (r *entryReader) resource(v values.Value, where string) *source.Resource {
	h := header{address: where}
	rc := &r.resources.Take(1, 64)[:1][0]
	rc.Header = plans.Header{Address: where, Action: plans.Unknown}
	if v.Kind() != values.Object {
		h.fail("", "want object, have %s", v.Kind())
		rc.Err = h.err
		return rc
	}
	address := h.text(v, "address")
	if address != "" {
		h.address = address
	}
	rc.PreviousAddress = h.text(v, "previous_address")
	rc.ModuleAddress = r.word(&h, v, "module_address")
	rc.Mode = r.word(&h, v, "mode")
	rc.Type = r.word(&h, v, "type")
	rc.Name = r.word(&h, v, "name")
	rc.ProviderName = r.word(&h, v, "provider_name")
	rc.Deposed = h.text(v, "deposed")
	rc.ActionReason = plans.ActionReason(r.word(&h, v, "action_reason"))
	switch idx := v.Get("index"); idx.Kind() {
	case values.String, values.Number, values.Null:
		rc.Index = plans.InstanceKey(idx.JSON())
	case values.Absent:
	default:
		h.fail("index", "want string or number, have %s", idx.Kind())
	}
	switch {
	case rc.Mode == "managed", rc.Mode == "data":
	case rc.Mode == "" && address != "":
		rc.Mode = plans.ResourceMode(address)
	case rc.Mode == "":
		h.fail("mode", "want \"managed\" or \"data\", have none")
	default:
		h.fail("mode", "want \"managed\" or \"data\", have %s", jsondoc.Quote(rc.Mode))
	}
	if rc.Type == "" {
		h.fail("type", "want the resource's type, have none")
	}
	if rc.Name == "" {
		h.fail("name", "want the resource's name, have none")
	}
	if address == "" && rc.Type != "" && rc.Name != "" {
		address = composeAddress(rc)
	}
	if address == "" {
		h.fail("address", "want the resource's address, have none")
		address = where
	}
	rc.Address = address
	r.changeFacts(&h, rc, v.Get("change"))
	rc.Err, rc.Problems = h.err, h.problems
	if r.product == "" {
		r.product = dialect.DetectByChange(rc.ProviderName, rc.ActionReason, rc.Action)
	}
	return rc
}

// composeAddress returns the address that the entry's other members give.
func composeAddress(rc *source.Resource) string {
	a := rc.Type + "." + rc.Name
	if rc.Mode == "data" {
		a = "data." + a
	}
	if rc.ModuleAddress != "" {
		a = rc.ModuleAddress + "." + a
	}
	if !rc.Index.IsNone() {
		a += "[" + string(rc.Index) + "]"
	}
	return a
}

// changeFacts reads the facts of the member "change".
func (r *entryReader) changeFacts(h *header, rc *source.Resource, c values.Value) {
	if c.Kind() != values.Object {
		h.fail("change", "want object, have %s", c.Kind())
		return
	}
	var err error
	if rc.Action, rc.ActionNames, err = action(c); err != nil {
		h.fail("change.actions", "%w", err)
	} else {
		rc.ActionNames = r.oneCopy(rc.Action, rc.ActionNames)
	}
	h.flags("change.", c, values.Object)
	if list := c.Get("replace_paths"); !list.IsNull() && list.Kind() != values.Array {
		h.complain("change.replace_paths", "want list, have %s", list.Kind())
	}
	for i, e := range c.Get("replace_paths").Elems() {
		if path, err := replacePath(e); err != nil {
			h.complain("change.replace_paths["+strconv.Itoa(i)+"]"+afterPath(e, path), "%w", err)
		}
	}
	switch imp := c.Get("importing"); imp.Kind() {
	case values.Absent, values.Null:
	case values.Object:
		rc.Importing = &plans.Importing{
			ID:      h.text(imp, "id"),
			Unknown: imp.Get("unknown").IsTrue(),
		}
		if u := imp.Get("unknown"); !u.IsNull() && u.Kind() != values.Bool {
			h.complain("change.importing.unknown", "want bool, have %s", u.Kind())
		}
		switch id := imp.Get("identity"); {
		case id.Kind() == values.Object:
			rc.Importing.Identity = id.JSON()
		case !id.IsNull():
			h.complain("change.importing.identity", "want object, have %s", id.Kind())
		}
	default:
		h.fail("change.importing", "want object, have %s", imp.Kind())
	}
	switch g := c.Get("generated_config"); g.Kind() {
	case values.Absent, values.Null:
	case values.String:
		rc.GeneratedConfig = !g.IsEmptyString()
	default:
		h.fail("change.generated_config", "want string, have %s", g.Kind())
	}
	if !(rc.Mode == "data" && rc.Action == plans.Delete) { // which is never shown
		h.sides(rc.Action, c)
	}
}

// flags checks the trees of flags of a change, which stands in a field. They
// have to be of one of the kinds if they are no bool: what a wrong one is
// about cannot be told.
func (h *header) flags(field string, c values.Value, kinds ...values.Kind) {
	for _, name := range []string{"after_unknown", "before_sensitive", "after_sensitive"} {
		h.tree(field+name, c.Get(name), kinds...)
	}
}

func (h *header) tree(field string, v values.Value, kinds ...values.Kind) {
	if k := v.Kind(); k > values.Bool && !slices.Contains(kinds, k) {
		h.fail(field, "want bool or %s, have %s", kinds[0], k)
	}
	// A mark that is none hides; a flag of what is unknown would say nothing.
	if k := values.UnknownFlags(v).Invalid(); strings.HasSuffix(field, "_unknown") && k != values.Absent {
		h.fail(field, "want bools, have %s", k)
	}
}

// sides checks that a change has the values that its actions need. One that has
// lost a side would read as something else: an update as a removal of everything.
func (h *header) sides(a plans.Action, c values.Value) {
	before, after := c.Get("before"), c.Get("after")
	unknown := values.UnknownFlags(c.Get("after_unknown")).All()
	var lacks string
	switch a {
	case plans.Update:
		switch {
		case before.IsNull():
			lacks = "before"
		case after.Kind() == values.Absent && !unknown:
			lacks = "after"
		}
	case plans.Delete, plans.Forget, plans.DeleteThenCreate, plans.CreateThenDelete, plans.CreateThenForget, plans.ForgetThenCreate:
		if before.IsNull() {
			lacks = "before"
		} else if a != plans.Delete && a != plans.Forget && after.Kind() == values.Absent && !unknown {
			lacks = "after"
		}
	case plans.Create:
		if after.Kind() == values.Absent && !unknown {
			lacks = "after"
		}
	}
	if lacks != "" {
		h.fail("change."+lacks, "want the values of the resource, have %s", c.Get(lacks).Kind())
	}
}

// action reads the list of actions of a change.
func action(c values.Value) (plans.Action, []string, error) {
	list := c.Get("actions")
	if list.Kind() != values.Array {
		return plans.Unknown, nil, fmt.Errorf("want list, have %s", list.Kind())
	}
	var names []string
	for _, e := range list.Elems() {
		if e.Kind() != values.String {
			return plans.Unknown, names, fmt.Errorf("want strings, have %s", e.Kind())
		}
		names = append(names, e.Text())
	}
	a, ok := plans.ParseAction(names)
	if !ok {
		var quoted []string
		for _, n := range names[:min(len(names), 5)] {
			quoted = append(quoted, jsondoc.Quote(n))
		}
		return a, names, fmt.Errorf("no such action: [%s]", strings.Join(quoted, ", "))
	}
	return a, names, nil
}

// deferred reads one element of deferred_changes. All are kept: they are
// counted, whatever happens in them.
func (r *reader) deferred(i int) error {
	v, err := r.Value()
	if err != nil {
		return err
	}
	where := "deferred_changes[" + strconv.Itoa(i) + "]"
	var d *source.Resource
	if v.Kind() != values.Object {
		d = r.resource(v, where)
	} else {
		h := header{address: where}
		reason := h.text(v, "reason")
		inner := v.Get("resource_change")
		d = r.resource(inner, where)
		d.DeferredReason = plans.DeferredReason(reason)
		if d.Err == nil {
			d.Err = h.err
		}
		r.failDuplicate(d, 4)
		r.listed.add([]byte(d.Address))
		r.addChange(d, inner, true)
	}
	r.addProduct(r.product)
	if d.Handle, err = r.keep(); err != nil {
		return err
	}
	if v.Kind() == values.Object {
		if r.plan.nested == nil {
			r.plan.nested = map[source.Handle]bool{}
		}
		r.plan.nested[d.Handle] = true
	}
	r.plan.Deferred = append(r.plan.Deferred, d)
	return nil
}

// output reads one member of output_changes.
func (r *reader) output(name string) error {
	v, err := r.Value()
	if err != nil {
		return err
	}
	o := &source.Output{Name: name, Action: plans.Unknown}
	if v.Kind() != values.Object {
		o.Err = &plans.Error{Address: "output." + name, Err: fmt.Errorf("want object, have %s", v.Kind())}
	} else if o.Action, _, err = action(v); err != nil {
		o.Err = &plans.Error{Address: "output." + name, Field: "actions", Err: err}
	} else {
		h := header{address: "output." + name}
		h.flags("", v, values.Object, values.Array)
		h.failDuplicate(r.Parser().DuplicateError(1))
		o.Err = h.err
	}
	if o.Handle, err = r.keep(); err != nil {
		return err
	}
	r.plan.Outputs = append(r.plan.Outputs, o)
	return nil
}

// invocation reads one element of action_invocations.
func (r *reader) invocation(i int) error {
	v, err := r.Value()
	if err != nil {
		return err
	}
	h := header{address: "action_invocations[" + strconv.Itoa(i) + "]"}
	a := &source.Action{Address: h.address}
	if v.Kind() != values.Object {
		h.fail("", "want object, have %s", v.Kind())
	} else {
		if addr := h.text(v, "address"); addr != "" {
			a.Address, h.address = addr, addr
		}
		a.Type, a.Name, a.ProviderName = h.text(v, "type"), h.text(v, "name"), h.text(v, "provider_name")
		if a.Type == "" {
			h.fail("type", "want the action's type, have none")
		}
		if a.Name == "" {
			h.fail("name", "want the action's name, have none")
		}
		a.HasConfig = !v.Get("config_values").IsNull()
		h.tree("config_unknown", v.Get("config_unknown"), values.Object)
		h.tree("config_sensitive", v.Get("config_sensitive"), values.Object)
		if by := v.Get("invoke_action_trigger"); !by.IsNull() {
			a.Invoked = true
			if by.Kind() != values.Object {
				h.fail("invoke_action_trigger", "want object, have %s", by.Kind())
			}
			a.Caller = h.text(by, "calling_resource_address")
		}
		a.Lifecycle = h.lifecycle(v.Get("lifecycle_action_trigger"))
		h.failDuplicate(r.Parser().DuplicateError(2))
		r.detectProduct(a.ProviderName)
	}
	a.Err = h.err
	if a.Handle, err = r.keep(); err != nil {
		return err
	}
	r.plan.Actions = append(r.plan.Actions, a)
	return nil
}

func (h *header) lifecycle(v values.Value) *source.LifecycleTrigger {
	switch v.Kind() {
	case values.Object:
	case values.Absent, values.Null:
		return nil
	default:
		h.fail("lifecycle_action_trigger", "want object, have %s", v.Kind())
		return nil
	}
	number := func(name string) int {
		m := v.Get(name)
		n, err := strconv.Atoi(m.Text())
		if !m.IsNull() && (m.Kind() != values.Number || err != nil) {
			h.fail("lifecycle_action_trigger."+name, "want a whole number")
		}
		return n
	}
	event := h.text(v, "action_trigger_event")
	switch event {
	case "":
		h.fail("lifecycle_action_trigger.action_trigger_event", "want the event, have none")
	case "BeforeCreate", "BeforeUpdate", "BeforeDestroy", "AfterCreate", "AfterUpdate", "AfterDestroy":
	default:
		h.fail("lifecycle_action_trigger.action_trigger_event", "no such event: %q", event)
	}
	return &source.LifecycleTrigger{
		ResourceAddress: h.text(v, "triggering_resource_address"),
		Event:           event,
		BlockIndex:      number("action_trigger_block_index"),
		Index:           number("actions_list_index"),
	}
}
