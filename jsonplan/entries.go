package jsonplan

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/planfmt/planfmt/dialect"
	"github.com/planfmt/planfmt/internal/base/slab"
	"github.com/planfmt/planfmt/internal/read/jsondoc"
	"github.com/planfmt/planfmt/internal/read/source"
	"github.com/planfmt/planfmt/plans"
	"github.com/planfmt/planfmt/values"
)

// entryReader reads entries about resources, for one goroutine.
type entryReader struct {
	parser   *jsondoc.Parser     // of the entry that is read
	single   *jsondoc.Parser     // for one entry, while parser has a batch
	evidence source.EvidenceSink // may be nil
	secrets  source.SecretSink   // likewise
	noOps    bool                // entries in which nothing happens are evidence
	words    values.Words        // strings that many entries have
	actions  map[string]actions  // by their text
	// resources are made several at a time.
	resources slab.Slab[source.Resource]
	odd       source.Members
	product   string // the one that must have made the entries, if they show it
}

// resourcesAtOnce is how many resources are made at a time: as many as fit in 16 KiB, which the runtime allocates as a whole.
const resourcesAtOnce = 70

// entryPlace is where an entry is: at an index of a list, or in the list itself if the index is negative.
type entryPlace struct {
	list  string
	index int
}

// String spells the place for errors.
func (p entryPlace) String() string {
	if p.index < 0 {
		return p.list
	}
	return p.list + "[" + strconv.Itoa(p.index) + "]"
}

// ReadHeader reads what an entry of resource_changes or resource_drift says about its resource,
// apart from values. where names the entry in errors if it has no address.
func ReadHeader(v values.Value, where string) *source.Resource {
	return new(entryReader).resource(v, entryPlace{list: where, index: -1})
}

// change reads an element of resource_changes or resource_drift, and passes it on as
// evidence. kept says whether the Plan keeps the entry: because of what it is, or because
// all are kept. where names the entry as long as its address is not known.
func (r *entryReader) change(v values.Value, where entryPlace, all bool) (rc *source.Resource, kept bool) {
	rc = r.resource(v, where)
	if rc.Err() == nil && rc.Mode == "ephemeral" {
		r.failDuplicate(rc, 3)
		return rc, rc.Err() != nil
	}
	// In an entry that is left out, names may occur twice, except where they decide
	// that it is left out.
	kept = all || !hidden(rc, v.Get("change"))
	if kept || r.hasDuplicatesOutside("before", "after") {
		r.failDuplicate(rc, 3)
	}
	if r.hasDuplicatesOutside("before", "after", "after_unknown", "before_sensitive", "after_sensitive") {
		rc.Action, rc.ActionNames = plans.Unknown, nil // no one can tell which
	}
	kept = kept || rc.Err() != nil
	r.addChange(rc, v, kept || r.noOps)
	r.addSecrets(rc, v.Get("change"))
	return rc, kept
}

// addChange passes on an entry's change as evidence, if it counts or everything about the type does.
func (r *entryReader) addChange(rc *source.Resource, v values.Value, counts bool) {
	ev, c := r.evidence, v.Get("change")
	if ev == nil || rc.Type == "" || c.Kind() != values.Object {
		return
	}
	if r.hasDuplicatesOutside() {
		return // no one can tell which of the two counts
	}
	if !counts && !ev.Wants(rc.ProviderName, rc.Mode, rc.Type) {
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
	h := header{source.Entry{Address: rc.Address, Err: rc.Err()}}
	h.FailDuplicate(r.parser.DuplicateError(steps))
	rc.Fail(h.Err)
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

// actions are what a change says about its actions. One copy is kept for all entries.
type actions struct {
	action plans.Action
	names  []string
}

// maxActions is how many texts of lists of actions are known at most. There is one for
// each action, unless somebody has changed the white space.
const maxActions = 100

// action reads the list of actions of a change.
func (r *entryReader) action(list values.Value) (plans.Action, []string, error) {
	if known, ok := r.actions[string(list.Source())]; ok {
		return known.action, known.names, nil
	}
	a, names, err := parseActions(list)
	if err == nil && len(r.actions) < maxActions {
		if r.actions == nil {
			r.actions = map[string]actions{}
		}
		r.actions[list.JSON()] = actions{a, names}
	}
	return a, names, err
}

// hidden reports whether nothing at all happens, neither to the resource nor
// to what the plan says about its values.
func hidden(rc *source.Resource, c values.Value) bool {
	return rc.Action == plans.NoOp && rc.Err() == nil && rc.Importing == nil && !rc.Moved() &&
		c.Get("before").Equal(c.Get("after")) &&
		c.Get("before_sensitive").Equal(c.Get("after_sensitive")) &&
		!values.UnknownFlags(c.Get("after_unknown")).Any()
}

// resource reads the facts of an entry. where names it as long as its address
// is not known.
func (r *entryReader) resource(v values.Value, where entryPlace) *source.Resource {
	var h header
	rc := &r.resources.Take(1, resourcesAtOnce)[:1][0]
	rc.Action = plans.Unknown
	if a := v.Get("address"); a.Kind() != values.String || a.IsEmptyString() {
		h.Address = where.String()
		rc.Address = h.Address
	}
	r.odd.LookIn(source.EntryObject, v)
	if v.Kind() != values.Object {
		h.Fail("", "want object, have %s", v.Kind())
		rc.Fail(h.Err)
		return rc
	}
	address := h.Text(v, "address")
	if address != "" {
		h.Address = address
	}
	rc.PreviousAddress = h.Text(v, "previous_address")
	rc.ModuleAddress = h.Word(&r.words, v, "module_address")
	rc.Mode = h.Word(&r.words, v, "mode")
	rc.Type = h.Word(&r.words, v, "type")
	rc.Name = h.Word(&r.words, v, "name")
	rc.ProviderName = h.Word(&r.words, v, "provider_name")
	rc.Deposed = h.Text(v, "deposed")
	rc.ActionReason = plans.ActionReason(h.Word(&r.words, v, "action_reason"))
	switch idx := v.Get("index"); idx.Kind() {
	case values.String, values.Number, values.Null:
		rc.Index = plans.InstanceKey(idx.JSON())
	case values.Absent:
	default:
		h.Fail("index", "want string or number, have %s", idx.Kind())
	}
	h.CheckAddress(rc, address)
	switch {
	case rc.Mode == "managed", rc.Mode == "data", isEphemeral(rc.Mode, address, v.Get("change")):
	case rc.Mode == "" && address != "":
		rc.Mode = plans.ResourceMode(address)
	case rc.Mode == "":
		h.Fail("mode", "want \"managed\" or \"data\", have none")
	default:
		h.Fail("mode", "want \"managed\" or \"data\", have %s", source.SpellMode(rc.Mode))
	}
	if rc.Type == "" {
		h.Fail("type", "want the resource's type, have none")
	}
	if rc.Name == "" {
		h.Fail("name", "want the resource's name, have none")
	}
	if address == "" && rc.Type != "" && rc.Name != "" {
		address = rc.InstanceAddress()
	}
	if address == "" {
		h.Fail("address", "want the resource's address, have none")
		address = h.Address
	}
	rc.Address = address
	if isEphemeral(rc.Mode, address, v.Get("change")) && h.Err == nil {
		return rc
	}
	r.changeFacts(&h, rc, v.Get("change"))
	rc.SetFaults(h.Err, h.Problems)
	if r.product == "" {
		r.product = dialect.DetectByChange(rc.ProviderName, rc.ActionReason, rc.Action)
	}
	return rc
}

// isEphemeral reports whether an entry is that of an ephemeral resource, of which nothing is shown. An entry that only calls itself so
// does something else all the same.
func isEphemeral(mode, address string, change values.Value) bool {
	if mode != "ephemeral" || address != "" && !source.IsEphemeral(address) {
		return false
	}
	for _, e := range change.Get("actions").Elems() {
		if !source.DoesEphemeral(e.Text()) {
			return false
		}
	}
	return true
}

// changeFacts reads the facts of the member "change".
func (r *entryReader) changeFacts(h *header, rc *source.Resource, c values.Value) {
	if c.Kind() != values.Object {
		h.Fail("change", "want object, have %s", c.Kind())
		return
	}
	var err error
	if rc.Action, rc.ActionNames, err = r.action(c.Get("actions")); err != nil {
		h.Fail("change.actions", "%w", err)
	}
	h.flags("change.", c, values.Object)
	if list := c.Get("replace_paths"); !list.IsNull() && list.Kind() != values.Array {
		h.Complain("change.replace_paths", "want list, have %s", list.Kind())
	}
	for i, e := range c.Get("replace_paths").Elems() {
		if path, err := replacePath(e); err != nil {
			h.Complain("change.replace_paths["+strconv.Itoa(i)+"]"+afterPath(e, path), "%w", err)
		}
	}
	rc.Importing = h.importing(c.Get("importing"))
	switch g := c.Get("generated_config"); g.Kind() {
	case values.Absent, values.Null:
	case values.String:
		rc.GeneratedConfig = !g.IsEmptyString()
	default:
		h.Fail("change.generated_config", "want string, have %s", g.Kind())
	}
	after := c.Get("after").Kind()
	if after == values.Absent && values.UnknownFlags(c.Get("after_unknown")).Any() {
		after = values.Object
	}
	h.CheckSides(rc, c.Get("before").Kind(), after)
}

// spellAction spells an action that nobody knows, for errors. What looks like the name of one is quoted, because newer versions
// may have it; anything else may be a value.
func spellAction(name string) string {
	const longest = 20 // of those that are known, one has 16 characters
	if len(name) > longest || name == "" || strings.Trim(name, "abcdefghijklmnopqrstuvwxyz-_") != "" {
		return plans.DescribeText(name)
	}
	return jsondoc.Quote(name)
}

// parseActions reads a list of actions.
func parseActions(list values.Value) (plans.Action, []string, error) {
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
			quoted = append(quoted, spellAction(n))
		}
		return a, names, fmt.Errorf("no such action: [%s]", strings.Join(quoted, ", "))
	}
	return a, names, nil
}

// deferred reads one element of deferred_changes. All are kept: they are
// counted, whatever happens in them.
func (r *planReader) deferred(i int) error {
	v, err := r.Value()
	if err != nil {
		return err
	}
	where := entryPlace{"deferred_changes", i}
	var d *source.Resource
	if v.Kind() != values.Object {
		d = r.resource(v, where)
	} else {
		h := header{source.Entry{Address: where.String()}}
		r.odd.LookIn(source.DeferredObject, v)
		reason := h.Text(v, "reason")
		inner := v.Get("resource_change")
		d = r.resource(inner, where)
		d.DeferredReason = plans.DeferredReason(reason)
		if d.Err() == nil {
			d.Fail(h.Err)
		}
		r.failDuplicate(d, 4)
		if d.Err() == nil && d.Mode == "ephemeral" {
			r.plan.ephemeral.Add(d.Address)
			return nil
		}
		r.listed.add([]byte(d.Address))
		r.addChange(d, inner, true)
		r.addSecrets(d, inner.Get("change"))
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
func (r *planReader) output(name string) error {
	v, err := r.Value()
	if err != nil {
		return err
	}
	r.outputs.add([]byte(name))
	o := r.entryReader.output(v, name, r.Parser().DuplicateError(1))
	if o.Handle, err = r.keep(); err != nil {
		return err
	}
	r.plan.Outputs = append(r.plan.Outputs, o)
	return nil
}

// ReadOutput reads what a member of output_changes says about its output, apart from values.
func ReadOutput(v values.Value, name string) *source.Output {
	return new(entryReader).output(v, name, nil)
}

// output reads the facts of a change of an output. duplicate says if a name occurs twice in it.
func (r *entryReader) output(v values.Value, name string, duplicate error) *source.Output {
	o := &source.Output{Name: name, Action: plans.Unknown}
	r.odd.LookIn(source.OutputObject, v)
	if v.Kind() != values.Object {
		o.Err = &plans.Error{Address: "output." + name, Err: fmt.Errorf("want object, have %s", v.Kind())}
		return o
	}
	var err error
	if o.Action, _, err = r.action(v.Get("actions")); err != nil {
		o.Err = &plans.Error{Address: "output." + name, Field: "actions", Err: err}
		return o
	}
	h := header{source.Entry{Address: "output." + name}}
	h.flags("", v, values.Object, values.Array)
	h.FailDuplicate(duplicate)
	o.Err = h.Err
	return o
}

// invocation reads one element of action_invocations.
func (r *planReader) invocation(i int) error {
	v, err := r.Value()
	if err != nil {
		return err
	}
	a := readAction(v, i, r.Parser().DuplicateError(2))
	r.odd.LookIn(source.InvocationObject, v)
	r.detectProduct(a.ProviderName)
	if a.Handle, err = r.keep(); err != nil {
		return err
	}
	r.plan.Actions = append(r.plan.Actions, a)
	return nil
}

// ReadAction reads what the element of action_invocations with an index says about its action, apart
// from the configuration.
func ReadAction(v values.Value, i int) *source.Action { return readAction(v, i, nil) }

// readAction does so. duplicate says if a name occurs twice in the element.
func readAction(v values.Value, i int, duplicate error) *source.Action {
	h := header{source.Entry{Address: "action_invocations[" + strconv.Itoa(i) + "]"}}
	a := &source.Action{Address: h.Address}
	if v.Kind() != values.Object {
		h.Fail("", "want object, have %s", v.Kind())
	} else {
		if addr := h.Text(v, "address"); addr != "" {
			a.Address, h.Address = addr, addr
		}
		a.Type, a.Name, a.ProviderName = h.Text(v, "type"), h.Text(v, "name"), h.Text(v, "provider_name")
		if a.Type == "" {
			h.Fail("type", "want the action's type, have none")
		}
		if a.Name == "" {
			h.Fail("name", "want the action's name, have none")
		}
		h.CheckActionAddress(a)
		a.HasConfig = !v.Get("config_values").IsNull()
		h.tree("config_unknown", v.Get("config_unknown"), values.Object)
		h.tree("config_sensitive", v.Get("config_sensitive"), values.Object)
		if by := v.Get("invoke_action_trigger"); !by.IsNull() {
			a.Invoked = true
			if by.Kind() != values.Object {
				h.Fail("invoke_action_trigger", "want object, have %s", by.Kind())
			}
			a.Caller = h.Text(by, "calling_resource_address")
		}
		a.Lifecycle = h.lifecycle(v.Get("lifecycle_action_trigger"))
		h.FailDuplicate(duplicate)
	}
	a.Err = h.Err
	return a
}
