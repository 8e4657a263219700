package review

import (
	"iter"
	"slices"
	"strings"

	"github.com/planfmt/planfmt/computed"
	"github.com/planfmt/planfmt/internal/read/source"
	"github.com/planfmt/planfmt/internal/work/wiring"
	"github.com/planfmt/planfmt/plans"
	"github.com/planfmt/planfmt/values"
)

// Seen is what finding causes takes of the values of a change.
type Seen struct {
	// Forcing are the attributes that force a replacement, sorted by path, without their
	// references.
	Forcing []computed.ForcingAttribute
	// Unknown are the parts of the value after that are known only after apply.
	Unknown []plans.Path
}

// Causes finds out why resources are replaced. First, all that is seen of the changes is
// added. Then, [Causes.Resolve] follows the references in the configuration. Its cost is linear
// in the size of what was added and of the configuration.
type Causes struct {
	wiring    *wiring.Wiring
	order     []*plannedChange
	byAddress map[string]*plannedChange   // with all keys
	instances map[string][]*plannedChange // by the address without the key of the resource itself
	referred  map[string]bool             // addresses in the module without keys, whatever the module

	lists       map[listKey]*list
	expressions map[expressionKey]*list
	groups      map[groupKey]foundReference
}

// plannedChange is a planned change of an instance.
type plannedChange struct {
	*source.Resource
	base  string // the address without the key of the resource itself
	local string // the address in the module, without key
	seen  *Seen
	cause *computed.Cause
}

// NewCauses returns the Causes for the changes of a plan. The configuration may be nil.
// Unless all is set, only what replacements can lead to is kept: these, and what expressions refer to. The changes are read twice; an entry
// may be another one in memory then, with the same Handle.
func NewCauses(changes iter.Seq[*source.Resource], config *source.Configuration, all bool) *Causes {
	c := &Causes{
		wiring: wiring.New(config), byAddress: map[string]*plannedChange{}, instances: map[string][]*plannedChange{},
		referred: map[string]bool{}, lists: map[listKey]*list{}, expressions: map[expressionKey]*list{}, groups: map[groupKey]foundReference{},
	}
	if config != nil {
		c.addReferred(&config.Root)
	}
	mayCount := func(r *source.Resource) bool { return r.Deposed == "" && (makesUnknown(r.Action) || r.Err() != nil) }
	wanted := map[string]bool{}
	for r := range changes {
		c.wiring.AddModule(r.ModuleAddress)
		if mayCount(r) && (all || r.Action.Replaces() || c.isReferred(&r.Header)) {
			wanted[r.Address] = true
		}
	}
	if len(wanted) == 0 {
		return c
	}
	for r := range changes {
		if !mayCount(r) || !wanted[r.Address] || c.byAddress[r.Address] != nil { // the first one of an address counts
			continue
		}
		ch := &plannedChange{Resource: r, local: localAddress(&r.Header)}
		ch.base = wiring.Join(r.ModuleAddress, ch.local)
		c.order = append(c.order, ch)
		c.byAddress[r.Address] = ch
		c.instances[ch.base] = append(c.instances[ch.base], ch)
	}
	return c
}

// isReferred reports whether an expression may refer to a resource. Its address counts, too, if it says something else.
func (c *Causes) isReferred(h *plans.Header) bool {
	if c.referred[localAddress(h)] {
		return true
	}
	_, local := plans.SplitModule(h.Address)
	local, _ = plans.SplitKey(local)
	return c.referred[local]
}

// makesUnknown reports whether values can be unknown because of an action.
func makesUnknown(a plans.Action) bool {
	switch a {
	case plans.NoOp, plans.Delete, plans.Forget:
		return false
	}
	return true
}

// localAddress is the address of a resource in its module, without key.
func localAddress(h *plans.Header) string {
	if h.Type == "" || h.Name == "" {
		_, local := plans.SplitModule(h.Address)
		local, _ = plans.SplitKey(local)
		return local
	}
	return source.ConfigAddress(h.Mode, h.Type, h.Name)
}

// addReferred notes to which resources any expression of a module refers.
func (c *Causes) addReferred(m *source.ConfigModule) {
	add := func(refs []string) {
		for _, text := range refs {
			if r, ok := source.ParseReference(text); ok && r.Kind == source.ResourceReference {
				c.referred[r.Name] = true
			}
		}
	}
	for _, r := range m.Resources {
		for _, e := range r.Expressions {
			add(e.References)
		}
		add(r.ForEach)
		add(r.DependsOn)
	}
	for _, refs := range m.Outputs {
		add(refs)
	}
	for _, call := range m.Calls {
		for _, refs := range call.Inputs {
			add(refs)
		}
		add(call.ForEach)
		add(call.DependsOn)
		c.addReferred(&call.Module)
	}
}

// Wants reports whether the values of a change other than a replacement tell anything about
// causes: whether expressions refer to it.
func (c *Causes) Wants(r *source.Resource) bool {
	ch := c.byAddress[r.Address]
	return ch != nil && ch.Handle == r.Handle && c.referred[ch.local]
}

// Add adds what was seen of a change.
func (c *Causes) Add(r *source.Resource, s Seen) {
	ch := c.byAddress[r.Address]
	if ch == nil || ch.Handle != r.Handle {
		return
	}
	ch.seen = &s
	if r.Action.Replaces() && len(s.Forcing) > 0 {
		ch.cause = &computed.Cause{Attributes: s.Forcing}
	}
}

// Resolve returns the causes of all replacements that were added, by the Handle of the change.
func (c *Causes) Resolve() map[source.Handle]*computed.Cause {
	causes := map[source.Handle]*computed.Cause{}
	for _, ch := range c.order {
		if ch.cause == nil {
			continue
		}
		causes[ch.Handle] = ch.cause
		for i := range ch.cause.Attributes {
			a := &ch.cause.Attributes[i]
			a.From = c.origins(ch, a.Path)
		}
	}
	var b circles
	for _, ch := range c.order {
		if ch.cause != nil {
			b.cause(ch.cause)
		}
	}
	return causes
}

// Unknown returns, for all changes that were added, what is known only after apply because of
// other changes.
func (c *Causes) Unknown() map[source.Handle][]computed.UnknownAttribute {
	all := map[source.Handle][]computed.UnknownAttribute{}
	for _, ch := range c.order {
		if ch.seen == nil {
			continue
		}
		for _, u := range ch.seen.Unknown {
			if l := c.listBehind(ch, u); l.lead != leadsNowhere {
				all[ch.Handle] = append(all[ch.Handle], computed.UnknownAttribute{Path: u, From: l.refs})
			}
		}
	}
	return all
}

// maxOrigins is for how many unknown parts of an attribute references are followed.
const maxOrigins = 100

// origins returns where the unknown parts of an attribute come from.
func (c *Causes) origins(ch *plannedChange, at plans.Path) []computed.Reference {
	s := c.wiring.Scope(ch.ModuleAddress)
	res := s.Module.Resources[ch.local]
	if res == nil {
		return nil
	}
	exact := len(at.Steps())
	var all merged
	n := 0
	for _, u := range ch.seen.Unknown {
		if n == maxOrigins {
			break
		}
		if related(u, at) {
			if len(u.Steps()) < exact {
				u = at // all of the attribute is unknown
			}
			all.add(c.expression(s, res, u, exact))
			n++
		}
	}
	return all.list().refs
}

// listBehind returns what is behind the expression of an attribute.
func (c *Causes) listBehind(ch *plannedChange, at plans.Path) *list {
	s := c.wiring.Scope(ch.ModuleAddress)
	if res := s.Module.Resources[ch.local]; res != nil {
		return c.expression(s, res, at, 0)
	}
	return &list{}
}

// UnknownParts returns the paths to what is unknown in a value. If there are very many, it
// returns the names of the attributes in which they are. Nothing that it returns refers to the
// flags.
func UnknownParts(flags values.Flags) []plans.Path {
	const most = 200
	var paths []plans.Path
	var steps []plans.Step
	var walk func(values.Flags) bool
	walk = func(f values.Flags) bool {
		if f.All() {
			paths = append(paths, ownPath(steps))
			return len(paths) <= most
		}
		for step, part := range f.Parts() {
			steps = append(steps, step)
			more := walk(part)
			steps = steps[:len(steps)-1]
			if !more {
				return false
			}
		}
		return true
	}
	if walk(flags) {
		return paths
	}
	paths = nil
	for step, part := range flags.Parts() {
		if part.Any() {
			paths = append(paths, ownPath([]plans.Step{step}))
		}
	}
	return paths
}

// ownPath returns a path that does not share the names in the steps.
func ownPath(steps []plans.Step) plans.Path {
	var p plans.Path
	for _, s := range steps {
		if name, ok := s.Key(); ok {
			s = plans.Key(strings.Clone(name))
		}
		p = p.Child(s)
	}
	return p
}

// related reports whether one of the paths leads to the other or into it.
func related(p, q plans.Path) bool {
	a, b := p.Steps(), q.Steps()
	n := min(len(a), len(b))
	return slices.EqualFunc(a[:n], b[:n], sameStep)
}

// sameStep compares steps. A document may spell an index as a string.
func sameStep(a, b plans.Step) bool { return a == b || stepText(a) == stepText(b) }
