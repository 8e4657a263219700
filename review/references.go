package review

import (
	"cmp"
	"slices"

	"github.com/planfmt/planfmt/computed"
	"github.com/planfmt/planfmt/internal/base/sorted"
	"github.com/planfmt/planfmt/internal/read/source"
	"github.com/planfmt/planfmt/internal/work/wiring"
	"github.com/planfmt/planfmt/plans"
)

const (
	// maxDepth is how many references are followed, one behind the other.
	maxDepth = 100
	// maxFound is how many instances, or outputs of a module, are shown if a reference does
	// not say which one it means.
	maxFound = 8
)

// lead says whether a reference leads to a reason why a value is unknown.
type lead uint8

const (
	leadsNowhere lead = iota // what it refers to is known
	mayLead                  // the plan does not say
	leads
)

// foundReference is what is behind a reference.
type foundReference struct {
	ref  computed.Reference
	lead lead
}

// list is what is behind the references of an expression.
type list struct {
	refs []computed.Reference
	lead lead
	open bool // it is being made
}

// newList returns the list of what was found: what leads to a change first, and what leads
// nowhere only if there is nothing else.
func newList(all []foundReference) list {
	sorted.Stable(all, func(a, b foundReference) int { return cmp.Compare(b.lead, a.lead) })
	var l list
	for _, f := range all {
		if f.lead == leadsNowhere && l.lead != leadsNowhere {
			break
		}
		l.refs, l.lead = append(l.refs, f.ref), max(l.lead, f.lead)
	}
	return l
}

// merged is made of several lists.
type merged struct {
	lists []*list
	known map[*list]bool
}

func (m *merged) add(l *list) {
	if m.known == nil {
		m.known = map[*list]bool{}
	}
	if !m.known[l] {
		m.known[l] = true
		m.lists = append(m.lists, l)
	}
}

func (m *merged) list() *list {
	if len(m.lists) == 1 {
		return m.lists[0]
	}
	var all []foundReference
	told := map[string]bool{}
	for _, l := range m.lists {
		for _, r := range l.refs {
			if key := r.Address + " " + r.Attribute.String(); !told[key] {
				told[key] = true
				all = append(all, foundReference{r, l.lead})
			}
		}
	}
	l := newList(all)
	return &l
}

type listKey struct {
	scope *wiring.Scope
	first *string
}

// follow returns what is behind the references of an expression in a module. around is the
// resource or the call with the expression, or nil.
func (c *Causes) follow(s *wiring.Scope, around *source.Repetition, refs []string, depth int) *list {
	if len(refs) == 0 {
		return &list{}
	}
	key := listKey{s, &refs[0]}
	if l := c.lists[key]; l != nil {
		return l
	}
	l := &list{open: true}
	c.lists[key] = l
	var all []foundReference
	for _, text := range refs {
		all = append(all, c.reference(s, around, text, depth))
	}
	*l = newList(all)
	return l
}

// setBehind sets what is behind a reference.
func setBehind(f foundReference, l *list, depth int) foundReference {
	switch {
	case l.open:
		f.ref.End, f.lead = computed.EndsInRepetition, mayLead
	case depth >= maxDepth:
		f.ref.End, f.lead = computed.EndsTooFar, mayLead
	case l.lead == leadsNowhere:
		f.ref.End = computed.EndsInNoChange
	default:
		f.ref.From, f.lead = l.refs, l.lead
	}
	return f
}

// next follows the references behind another one.
func (c *Causes) next(f foundReference, s *wiring.Scope, around *source.Repetition, refs []string, depth int) foundReference {
	if depth >= maxDepth {
		return setBehind(f, &list{}, depth)
	}
	return setBehind(f, c.follow(s, around, refs, depth+1), depth)
}

func ended(address string, end computed.ReferenceEnd) foundReference {
	f := foundReference{ref: computed.Reference{Address: address, End: end}}
	if end != computed.EndsInNoChange {
		f.lead = mayLead
	}
	return f
}

// reference returns what is behind a reference.
func (c *Causes) reference(s *wiring.Scope, around *source.Repetition, text string, depth int) foundReference {
	r, ok := c.wiring.Reference(text)
	if !ok {
		return ended(text, computed.EndsWithoutConfig)
	}
	switch r.Kind {
	case source.ConstantReference:
		return ended(r.Name, computed.EndsInNoChange)
	case source.EachValueReference:
		if around == nil || len(around.ForEach) == 0 {
			return ended(r.Name, computed.EndsOutsidePlan)
		}
		return c.next(foundReference{ref: computed.Reference{Address: r.Name, Attribute: r.Rest}}, s, around, around.ForEach, depth)
	case source.VariableReference:
		return c.variable(s, r, depth)
	case source.ModuleReference:
		return c.module(s, r, depth)
	case source.ResourceReference:
		return c.resource(s, r, depth)
	}
	return ended(s.Join(r.Name), computed.EndsOutsidePlan)
}

func (c *Causes) variable(s *wiring.Scope, r source.Reference, depth int) foundReference {
	f := foundReference{ref: computed.Reference{Address: s.Join(r.Name), Attribute: r.Rest}}
	if s.Parent == nil { // known when the plan is made
		f.ref.End = computed.EndsInNoChange
		return f
	}
	if s.Call == nil {
		return ended(f.ref.Address, computed.EndsWithoutConfig)
	}
	return c.next(f, s.Parent, &s.Call.Repetition, s.Input(r.Name), depth)
}

// groupKey is that of what a reference may mean if it does not say which instance it means.
type groupKey struct{ address, attribute string }

// module returns what is behind a reference to an output of a module. The reference need
// not say which instance it means, or which output.
func (c *Causes) module(s *wiring.Scope, r source.Reference, depth int) foundReference {
	base := s.Join(r.Name)
	key := groupKey{base + r.Key, r.Output}
	f, ok := c.groups[key]
	if !ok {
		c.groups[key] = ended(base, computed.EndsInRepetition) // until it is known
		f = c.findModule(s, r, base, depth)
		c.groups[key] = f
	}
	f.ref.Attribute = r.Rest
	return f
}

func (c *Causes) findModule(s *wiring.Scope, r source.Reference, base string, depth int) foundReference {
	one := c.wiring.Scope(base + r.Key)
	if one.Call == nil {
		return ended(base+r.Key, computed.EndsWithoutConfig)
	}
	instances := []*wiring.Scope{one}
	if one.Call.Repeated && r.Key == "" {
		instances = c.wiring.Called(s, r.Name)
	}
	var all []foundReference
	for _, in := range instances {
		for _, name := range in.Outputs(r.Output) {
			f := foundReference{ref: computed.Reference{Address: in.Join(name)}}
			refs, ok := in.Module.Outputs[name]
			if !ok {
				f = ended(f.ref.Address, computed.EndsWithoutConfig)
			} else {
				f = c.next(f, in, nil, refs, depth)
			}
			all = append(all, f)
		}
	}
	address := base + r.Key
	if r.Output != "" {
		address += "." + r.Output
	}
	return choose(address, all)
}

// choose returns what a reference means that may mean any of several things: the one that
// changes or, if there are more, a reference to all that do.
func choose(address string, all []foundReference) foundReference {
	most := leadsNowhere
	for _, f := range all {
		most = max(most, f.lead)
	}
	if len(all) > 1 {
		all = slices.DeleteFunc(all, func(f foundReference) bool { return f.lead == leadsNowhere || f.lead != most })
	}
	switch len(all) {
	case 0:
		return ended(address, computed.EndsInNoChange)
	case 1:
		return all[0]
	}
	f := foundReference{ref: computed.Reference{Address: address, OneOf: true, More: max(len(all)-maxFound, 0)}, lead: most}
	for _, g := range all[:min(len(all), maxFound)] {
		f.ref.From = append(f.ref.From, g.ref)
	}
	return f
}

// resource returns what is behind a reference to a resource. If the reference does not say
// which instance it means, it may be any of them.
func (c *Causes) resource(s *wiring.Scope, r source.Reference, depth int) foundReference {
	base := s.Join(r.Name)
	key := groupKey{base + r.Key, "." + r.Rest.String()}
	f, ok := c.groups[key]
	if !ok {
		c.groups[key] = ended(base+r.Key, computed.EndsInRepetition) // until it is known
		f = c.findResource(s, r, base, depth)
		c.groups[key] = f
	}
	return f
}

func (c *Causes) findResource(s *wiring.Scope, r source.Reference, base string, depth int) foundReference {
	instances := c.instances[base]
	if r.Key != "" {
		instances = nil
		if ch := c.byAddress[base+r.Key]; ch != nil {
			instances = []*plannedChange{ch}
		}
	}
	if len(instances) == 0 {
		if s.Module.Resources[r.Name] == nil {
			return ended(base+r.Key, computed.EndsWithoutConfig)
		}
		f := ended(base+r.Key, computed.EndsInNoChange)
		f.ref.Attribute = r.Rest
		return f
	}
	var all []foundReference
	for _, ch := range instances {
		all = append(all, c.instance(ch, r.Rest, depth))
	}
	f := choose(base, all)
	f.ref.Attribute = r.Rest
	return f
}

// instance returns what is behind a reference to an attribute of an instance that changes.
func (c *Causes) instance(ch *plannedChange, attribute plans.Path, depth int) foundReference {
	f := foundReference{ref: computed.Reference{
		Address: ch.Address, Attribute: attribute,
		Action: ch.Action, Reason: ch.ActionReason, Cause: ch.cause,
	}}
	if ch.seen != nil && !slices.ContainsFunc(ch.seen.Unknown, func(u plans.Path) bool { return related(u, attribute) }) {
		f.ref.Cause, f.ref.End = nil, computed.EndsInNoChange
		return f
	}
	f.lead = leads
	s := c.wiring.Scope(ch.ModuleAddress)
	if res := s.Module.Resources[ch.local]; res != nil && depth < maxDepth {
		l := &list{}
		if !attribute.IsEmpty() {
			l = c.expressionAt(s, res, attribute, len(attribute.Steps()), depth+1)
		}
		if ch.Action == plans.Read && l.lead == leadsNowhere {
			l = c.readAfter(s, res, ch, depth+1)
		}
		if l.lead != leadsNowhere && !l.open {
			f.ref.From = l.refs
		}
	}
	if f.ref.From == nil && f.ref.Cause == nil {
		f.ref.End = computed.EndsInChange
	}
	return f
}

// readAfter returns why a data source is read only during apply.
func (c *Causes) readAfter(s *wiring.Scope, res *source.ConfigResource, ch *plannedChange, depth int) *list {
	if ch.ActionReason == plans.ReadBecauseDependencyPending {
		return c.follow(s, &res.Repetition, res.DependsOn, depth)
	}
	return c.expressionAt(s, res, plans.Path{}, 0, depth)
}

type expressionKey struct {
	scope *wiring.Scope
	res   *source.ConfigResource
	path  string
	exact int
}

// expression returns what is behind the expression of an attribute, or behind all expressions
// in it. The first steps of the path lead there exactly; the other indexes in it may be those of
// a set.
func (c *Causes) expression(s *wiring.Scope, res *source.ConfigResource, at plans.Path, exact int) *list {
	return c.expressionAt(s, res, at, exact, 0)
}

func (c *Causes) expressionAt(s *wiring.Scope, res *source.ConfigResource, at plans.Path, exact, depth int) *list {
	key := expressionKey{s, res, pathKey(at), exact}
	if l := c.expressions[key]; l != nil {
		return l
	}
	l := &list{open: true}
	c.expressions[key] = l
	var all merged
	for _, e := range expressionsAt(res, at, exact) {
		all.add(c.follow(s, &res.Repetition, e.References, depth))
	}
	made := all.list()
	l.refs, l.lead, l.open = made.refs, made.lead, false
	return l
}

// expressionsAt returns the expression of an attribute: the one for the value itself or the
// nearest around it, or those inside it. The configuration need not have as many blocks as
// there are, so if there is none at an index, those at any index are meant.
func expressionsAt(res *source.ConfigResource, at plans.Path, exact int) []source.ConfigExpression {
	steps := at.Steps()
	for _, exact := range []int{exact, 0} {
		want := namesOf(steps, exact)
		longest := -1
		var around, inside []source.ConfigExpression
		for _, e := range res.Expressions {
			have := namesOf(e.Path.Steps(), exact)
			switch {
			case len(have) <= len(want) && slices.Equal(have, want[:len(have)]):
				if len(have) > longest {
					longest, around = len(have), nil
				}
				if len(have) == longest {
					around = append(around, e)
				}
			case len(have) > len(want) && slices.Equal(have[:len(want)], want):
				inside = append(inside, e)
			}
		}
		if len(around) > 0 {
			return around
		}
		if len(inside) > 0 {
			return inside
		}
	}
	return nil
}

// namesOf are the steps of a path, without the indexes behind the first so many steps.
func namesOf(steps []plans.Step, exact int) []string {
	var names []string
	for i, s := range steps {
		if _, ok := s.Index(); ok && i >= exact {
			continue
		}
		names = append(names, stepText(s))
	}
	return names
}
