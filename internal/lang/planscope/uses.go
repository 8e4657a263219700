package planscope

import (
	"github.com/planfmt/planfmt/internal/lang/model"
)

// Use is what an expression needs of a resource, or of a part of one: all of it, or some parts.
type Use struct {
	All   bool
	Parts map[string]*Use
}

// part returns the use of a part, which it notes.
func (u *Use) part(name string) *Use {
	p := u.Parts[name]
	if p == nil {
		p = &Use{}
		if u.Parts == nil {
			u.Parts = map[string]*Use{}
		}
		u.Parts[name] = p
	}
	return p
}

// Of returns the use of a part, or nil if it is not needed.
func (u *Use) Of(name string) *Use {
	if u == nil || u.All {
		return u
	}
	return u.Parts[name]
}

// Uses is what expressions need of the resources in the lists that they refer to.
type Uses struct {
	Lists map[string]*Use // what is needed of each element
	Roots map[string]bool // the other names
	slots []*Use          // of variables that are elements of a list; nil for others
}

// NewUses returns what no expression needs. [Uses.Visit] adds what one does.
func NewUses() *Uses { return &Uses{Lists: map[string]*Use{}, Roots: map[string]bool{}} }

// Has reports whether an expression refers to a name.
func (a *Uses) Has(name string) bool { return a.Roots[name] || a.Lists[name] != nil }

// Causes reports whether an expression asks why resources are replaced.
func (a *Uses) Causes() bool {
	for _, u := range a.Lists {
		if u.Of("cause") != nil || u.Of("causes") != nil {
			return true
		}
	}
	return false
}

// Impact reports whether an expression asks what depends on resources.
func (a *Uses) Impact() bool {
	for _, u := range a.Lists {
		if u.Of("impact") != nil {
			return true
		}
	}
	return false
}

// Values reports whether an expression refers to the values of resources, outputs or variables, or to what checks say of them.
func (a *Uses) Values() bool {
	for _, u := range a.Lists {
		for name := range Sides {
			if u.Of(name) != nil {
				return true
			}
		}
	}
	return a.Roots["outputs"] || a.Roots[Variables] || a.Roots[Checks]
}

// list returns the use of the elements of a list, if the expression is one.
func (a *Uses) list(e model.Expr) *Use {
	root, ok := e.(*model.Root)
	if !ok || !IsList(root.Name) {
		return nil
	}
	if a.Lists[root.Name] == nil {
		a.Lists[root.Name] = &Use{}
	}
	return a.Lists[root.Name]
}

// place returns the use of what a reference leads to in a resource. It returns nil for
// other expressions.
func (a *Uses) place(e model.Expr) *Use {
	switch e := e.(type) {
	case *model.Variable:
		if e.Slot < len(a.slots) {
			return a.slots[e.Slot]
		}
	case *model.Attr:
		if u := a.place(e.Object); u != nil {
			return u.part(e.Name)
		}
	case *model.Index:
		if u := a.list(e.Collection); u != nil {
			a.Visit(e.Key)
			return u
		}
		lit, ok := e.Key.(*model.Literal)
		if !ok || !lit.Value.IsKnown() || lit.Value.IsNull() || lit.Value.Type().FriendlyName() != "string" {
			return nil
		}
		if u := a.place(e.Collection); u != nil {
			return u.part(lit.Value.Cty().AsString())
		}
	}
	return nil
}

func (a *Uses) bind(slot int, u *Use) {
	if slot < 0 {
		return
	}
	for len(a.slots) <= slot {
		a.slots = append(a.slots, nil)
	}
	a.slots[slot] = u
}

// Visit notes what an expression needs.
func (a *Uses) Visit(e model.Expr) {
	if u := a.place(e); u != nil {
		u.All = true
		return
	}
	switch e := e.(type) {
	case *model.Root:
		switch u := a.list(e); {
		case u != nil:
			u.All = true
		case e.Name == Inputs:
			a.Roots[Variables] = true
		default:
			a.Roots[e.Name] = true
		}
		return
	case *model.For:
		a.loop(e, a.Visit)
		return
	case *model.Splat:
		elem := a.list(e.Source)
		if elem == nil {
			a.Visit(e.Source)
		}
		a.bind(e.Slot, elem)
		a.Visit(e.Each)
		return
	case *model.Call:
		if e.Function.Name == "length" && len(e.Args) == 1 && !e.Expand {
			a.count(e.Args[0])
			return
		}
	}
	for _, c := range model.Children(e) {
		if c != nil {
			a.Visit(c)
		}
	}
}

// loop visits a for expression, and its value in some way.
func (a *Uses) loop(e *model.For, value func(model.Expr)) {
	elem := a.list(e.Source)
	if elem == nil {
		a.Visit(e.Source)
	}
	a.bind(e.KeySlot, nil)
	a.bind(e.ValueSlot, elem)
	for _, part := range []model.Expr{e.Key, e.Condition} {
		if part != nil {
			a.Visit(part)
		}
	}
	value(e.Value)
}

// count visits a list of which only the length is needed.
func (a *Uses) count(e model.Expr) {
	if a.list(e) != nil {
		return
	}
	loop, ok := e.(*model.For)
	if !ok {
		a.Visit(e)
		return
	}
	a.loop(loop, func(v model.Expr) {
		if a.place(v) == nil {
			a.Visit(v)
		}
	})
}
