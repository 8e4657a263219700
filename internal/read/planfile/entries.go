package planfile

import (
	"bytes"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/planfmt/planfmt/dialect"
	"github.com/planfmt/planfmt/internal/base/sorted"
	"github.com/planfmt/planfmt/internal/read/planfile/dynamic"
	"github.com/planfmt/planfmt/internal/read/source"
	"github.com/planfmt/planfmt/plans"
	"github.com/planfmt/planfmt/values"
)

// planReader makes a plan of the entries of a file.
type planReader struct {
	opts source.Options
	plan *Plan
	// changes are those of the plan, until they are sorted.
	changes []*source.Resource

	decoder dynamic.Decoder
	words   values.Words // strings that many entries have
}

// entry reads an entry. err says what is wrong with it.
func (r *planReader) entry(e Entry, err error) error {
	switch e := e.(type) {
	case *ResourceChange:
		return r.resource(e, err)
	case *OutputChange:
		return r.output(e, err)
	case *ActionInvocation:
		return r.action(e, err)
	case *Check:
		r.check(e, err)
	case *Variable:
		return r.variable(e, err)
	}
	return nil
}

// keep keeps the message of an entry for a loader.
func (r *planReader) keep(raw []byte) (source.Handle, error) {
	if err := r.plan.store.Count(); err != nil || raw == nil {
		return 0, err
	}
	ref, err := r.plan.store.Keep(raw)
	if err != nil {
		return 0, err
	}
	r.plan.entries = append(r.plan.entries, ref)
	return source.Handle(len(r.plan.entries)), nil
}

// resource reads the change of a resource, and keeps it unless nothing happens.
func (r *planReader) resource(c *ResourceChange, wrong error) (err error) {
	if c.Instance.AnyKey && c.List != Deferred && wrong == nil {
		wrong = errors.New("the key of the instance is not known, but the change is not deferred")
	}
	if action, _ := ParseAction(c.Change.Action); c.Instance.Mode == "ephemeral" && wrong == nil {
		if source.DoesEphemeral(action.String()) {
			r.plan.ephemeral.Add(r.header(c).Address)
			return nil // it is never in a state, so that no product shows it
		}
		wrong = fmt.Errorf("an ephemeral resource cannot have the action %s", action)
	}
	rc := &source.Resource{Header: r.header(c)}
	h := source.Entry{Address: rc.Address}
	if wrong != nil {
		rc.Action = plans.Unknown
		if entry, ok := errors.AsType[*EntryError](wrong); ok {
			if rc.Address == "" {
				rc.Address, h.Address = entry.Where, entry.Where
			}
			wrong = entry.Err
		}
		h.Fail("", "%w", wrong)
	} else {
		r.change(&h, rc, c)
	}
	rc.SetFaults(h.Err, h.Problems)
	if r.plan.Product == "" {
		r.plan.Product = dialect.DetectByChange(rc.ProviderName, rc.ActionReason, rc.Action)
	}
	kept := r.opts.KeepNoOps || c.List != Changes || rc.Err() != nil || !isStill(rc, c)
	if err := r.pass(rc, c, kept); err != nil && rc.Err() == nil {
		rc.Fail(err)
		kept = true
	}
	if !kept {
		r.plan.NoOps++
		if r.opts.KeepDependencies && c.List == Changes && rc.Deposed == "" {
			r.plan.Idle = append(r.plan.Idle, rc.Address)
		}
		return nil
	}
	if rc.Handle, err = r.keep(c.Raw); err != nil {
		return err
	}
	list := [](*[]*source.Resource){Changes: &r.changes, Drift: &r.plan.Drift, Deferred: &r.plan.Deferred}[c.List]
	*list = append(*list, rc)
	return nil
}

// header is what a change says about its instance.
func (r *planReader) header(c *ResourceChange) plans.Header {
	h := plans.Header{
		Address: c.Address, PreviousAddress: c.PreviousAddress,
		ModuleAddress: r.words.Keep(c.Instance.Module), Mode: c.Instance.Mode,
		Type: r.words.Keep(c.Instance.Type), Name: r.words.Keep(c.Instance.Name), Index: c.Instance.Key,
		Deposed:      c.Deposed,
		ProviderName: r.words.Keep(plans.ProviderAddress(c.Provider)),
	}
	if h.PreviousAddress == h.Address {
		h.PreviousAddress = ""
	}
	return h
}

// change reads the facts of a change.
func (r *planReader) change(h *source.Entry, rc *source.Resource, c *ResourceChange) {
	ok := false
	if rc.Action, ok = ParseAction(c.Change.Action); !ok {
		h.Fail("change.actions", "action %d is not known", c.Change.Action)
	}
	rc.ActionNames = strings.Split(rc.Action.String(), ",")
	if rc.ActionReason, ok = ActionReason(c.ActionReason); !ok {
		r.warnUnknown("reasons for actions")
	}
	if rc.DeferredReason, ok = DeferredReason(c.DeferredReason); !ok {
		r.warnUnknown("reasons for deferring changes")
	}
	rc.GeneratedConfig = c.Change.GeneratedConfig != ""
	if before, after, err := c.Change.sides(); err != nil {
		h.Fail("change", "%w", err)
	} else {
		h.CheckSides(rc, kindOf(before), kindOf(after))
	}
	for i, p := range c.RequiredReplace {
		if path, err := readPath(p); err != nil {
			h.Complain(fmt.Sprintf("change.replace_paths[%d][%d]", i, len(path.Steps())), "%w", err)
		}
	}
	if in := c.Change.Importing; in != nil {
		rc.Importing = &plans.Importing{ID: in.ID, Unknown: in.Unknown}
		if in.Identity != nil {
			identity, err := dynamic.Decode(in.Identity, dynamic.Type{})
			if err != nil {
				h.Complain("change.importing.identity", "%w", err)
			} else if identity.Known.Kind() == values.Object {
				rc.Importing.Identity = identity.Known.JSON()
			}
		}
	}
}

// warnUnknown warns that the file has numbers that are not known, once for each kind of them.
func (r *planReader) warnUnknown(what string) {
	line := fmt.Sprintf("the plan file has %s that this version of planfmt does not know: they are not shown", what)
	if !slices.Contains(r.plan.Warnings, line) {
		r.plan.Warnings = append(r.plan.Warnings, line)
	}
}

// isStill reports whether nothing at all happens.
func isStill(rc *source.Resource, c *ResourceChange) bool {
	return rc.Action == plans.NoOp && rc.Importing == nil && !rc.Moved() && len(c.Change.Values) == 1 &&
		slices.EqualFunc(c.Change.BeforeSensitive, c.Change.AfterSensitive, Path.equal)
}

func (p Path) equal(q Path) bool {
	return slices.EqualFunc(p, q, func(s, t PathStep) bool { return s.Attribute == t.Attribute && bytes.Equal(s.Key, t.Key) })
}

// pass passes on what a change shows about its type, and its sensitive strings.
func (r *planReader) pass(rc *source.Resource, c *ResourceChange, kept bool) error {
	ev, secrets := r.opts.Evidence, r.opts.Secrets
	wants := ev != nil && rc.Type != "" && (kept || ev.Wants(rc.ProviderName, rc.Mode, rc.Type))
	hides := secrets != nil && len(c.Change.BeforeSensitive)+len(c.Change.AfterSensitive) > 0
	if rc.Err() != nil || !wants && !hides {
		return nil
	}
	r.decoder.Reset()
	in, err := r.plan.values(&r.decoder, c, dynamic.Type{}, nil)
	if err != nil {
		return err
	}
	if wants {
		ev.Change(rc.ProviderName, rc.Mode, rc.Type, in.Change)
	}
	if secrets != nil {
		source.AddSecretsOf(secrets, rc.Type, in.Before, in.BeforeSensitive)
		source.AddSecretsOf(secrets, rc.Type, in.After, in.AfterSensitive)
	}
	return nil
}

// output reads the change of an output.
func (r *planReader) output(c *OutputChange, wrong error) (err error) {
	o := &source.Output{Name: c.Name, Sensitive: c.Sensitive}
	ok := false
	h := source.Entry{Address: "output." + o.Name}
	if entry, isEntry := errors.AsType[*EntryError](wrong); isEntry {
		if c.Name == "" {
			h.Address = entry.Where
		}
		h.Fail("", "%w", entry.Err)
	}
	if o.Action, ok = ParseAction(c.Change.Action); !ok {
		h.Fail("actions", "action %d is not known", c.Change.Action)
	}
	if _, _, err := c.Change.Sides(); err != nil {
		h.Fail("", "%w", err)
	}
	if o.Err = h.Err; o.Err != nil {
		o.Action = plans.Unknown
	}
	if o.Handle, err = r.keep(c.Raw); err != nil {
		return err
	}
	r.plan.Outputs = append(r.plan.Outputs, o)
	return nil
}

// action reads the invocation of an action.
func (r *planReader) action(c *ActionInvocation, wrong error) (err error) {
	if c.Deferred {
		if !slices.Contains(r.plan.Warnings, source.DeferredActions) {
			r.plan.Warnings = append(r.plan.Warnings, source.DeferredActions)
		}
		return nil
	}
	a := &source.Action{Address: c.Address, ProviderName: plans.ProviderAddress(c.Provider), HasConfig: c.Config != nil, Invoked: c.Invoked, Caller: c.Caller}
	h := source.Entry{Address: c.Address}
	if entry, ok := errors.AsType[*EntryError](wrong); ok {
		if c.Address == "" {
			h.Address, a.Address = entry.Where, entry.Where
		}
		h.Fail("", "%w", entry.Err)
	}
	var ok bool
	if a.Type, a.Name, ok = parseAction(c.Address); !ok {
		h.Fail("address", "it is not the address of an action")
	}
	if t := c.Lifecycle; t != nil {
		a.Lifecycle = &source.LifecycleTrigger{ResourceAddress: t.Resource, BlockIndex: int(t.BlockIndex), Index: int(t.Index)}
		if a.Lifecycle.Event, ok = TriggerEvent(t.Event); !ok {
			h.Fail("lifecycle_action_trigger.action_trigger_event", "event %d is not known", t.Event)
		}
		if a.Lifecycle.OnFailure, ok = OnFailure(t.OnFailure); !ok {
			h.Fail("lifecycle_action_trigger.on_failure", "choice %d is not known", t.OnFailure)
		}
	}
	if r.plan.Product == "" {
		r.plan.Product = dialect.DetectByProvider(a.ProviderName)
	}
	a.Err = h.Err
	if a.Handle, err = r.keep(c.Raw); err != nil {
		return err
	}
	r.plan.Actions = append(r.plan.Actions, a)
	return nil
}

// parseAction splits the address of an action: module.a.action.TYPE.NAME["key"].
func parseAction(address string) (typ, name string, ok bool) {
	_, rest := plans.SplitModule(address)
	rest, ok = strings.CutPrefix(rest, "action.")
	typ, _, rest = plans.CutStep(rest)
	name, _, rest = plans.CutStep(rest)
	return typ, name, ok && typ != "" && name != "" && rest == ""
}

// check reads the results of checks.
func (r *planReader) check(c *Check, wrong error) {
	result, err := c.Result()
	if wrong != nil {
		r.plan.Problems = append(r.plan.Problems, wrong)
	}
	if err != nil {
		r.plan.Problems = append(r.plan.Problems, &plans.Error{Address: c.Address, Err: err})
	}
	// The file has them in a random order, the JSON in this one.
	sorted.Stable(result.Instances, func(a, b plans.CheckInstance) int { return strings.Compare(a.Address, b.Address) })
	r.plan.Checks = append(r.plan.Checks, result)
}

// Sides returns the values before and after. A side is nil if there is no object on it. It is an error if there are more or
// fewer values than the action needs.
func (c *Change) Sides() (before, after Dynamic, err error) {
	if action, ok := ParseAction(c.Action); ok && len(c.Values) < valuesOf(action) {
		return nil, nil, c.countError(action)
	}
	return c.sides()
}

// sides is Sides for changes of resources: of one with fewer values, it returns those that are there.
func (c *Change) sides() (before, after Dynamic, err error) {
	action, ok := ParseAction(c.Action)
	if !ok {
		return nil, nil, nil
	}
	if len(c.Values) > valuesOf(action) || action == plans.NoOp && len(c.Values) == 0 {
		return nil, nil, c.countError(action)
	}
	value := func(i int) Dynamic {
		if i < len(c.Values) {
			return c.Values[i]
		}
		return nil
	}
	switch action {
	case plans.NoOp:
		return value(0), value(0), nil
	case plans.Create:
		return nil, value(0), nil
	case plans.Delete, plans.Forget:
		return value(0), nil, nil
	}
	return value(0), value(1), nil
}

// valuesOf returns how many values a change has.
func valuesOf(a plans.Action) int {
	switch a {
	case plans.NoOp, plans.Create, plans.Delete, plans.Forget:
		return 1
	}
	return 2
}

func (c *Change) countError(a plans.Action) error {
	return fmt.Errorf("want %d values for the action %s, have %d", valuesOf(a), a, len(c.Values))
}

// kindOf returns the kind of a value of a resource, apart from its being an object or not.
func kindOf(raw Dynamic) values.Kind {
	const null, pair = 0xc0, 0x92
	switch {
	case raw == nil:
		return values.Absent
	case len(raw) == 1 && raw[0] == null:
		return values.Null
	case len(raw) > 0 && raw[0] == pair: // it says its type itself, which no program writes here
		if v, err := dynamic.Decode(raw, dynamic.Type{}); err == nil {
			return v.Known.Kind()
		}
	}
	return values.Object
}

// readPath makes a path of its steps. It stops before a step to an element of a set, which has no
// place in a path. The error says what else makes it stop.
func readPath(p Path) (path plans.Path, err error) {
	for _, s := range p {
		if s.Key == nil {
			path = path.Child(plans.Key(s.Attribute))
			continue
		}
		key, err := dynamic.Decode(s.Key, dynamic.Type{})
		if err != nil {
			return path, err
		}
		switch k := key.Known; k.Kind() {
		case values.String:
			path = path.Child(plans.Key(k.Text()))
			continue
		case values.Number:
			if step, ok := plans.ParseIndex(k.Text()); ok {
				path = path.Child(step)
				continue
			}
			return path, errors.New("want the index of an element, have another number")
		}
		if path.IsEmpty() {
			return path, fmt.Errorf("want the name of an attribute, have %s", key.Known.Kind())
		}
		return path, nil
	}
	return path, nil
}

// replacePaths makes paths of what forces a replacement. Those that cannot be read have been
// complained about.
func replacePaths(all []Path) plans.PathSet {
	var paths []plans.Path
	for _, p := range all {
		if path, err := readPath(p); err == nil {
			paths = append(paths, path)
		}
	}
	return plans.ExactPaths(paths)
}

// readPaths makes paths of what marks sensitive values. What cannot be read of a path makes it
// shorter, so that it stands for more.
func readPaths(all []Path) []plans.Path {
	var paths []plans.Path
	for _, p := range all {
		path, _ := readPath(p)
		paths = append(paths, path)
	}
	return paths
}
