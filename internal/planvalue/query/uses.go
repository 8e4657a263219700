package query

import (
	"github.com/planfmt/planfmt/internal/lang/model"
)

// use is what an expression needs of a resource, or of a part of one: all of it, or some parts.
type use struct {
	all   bool
	parts map[string]*use
}

// part returns the use of a part, which it notes.
func (u *use) part(name string) *use {
	p := u.parts[name]
	if p == nil {
		p = &use{}
		if u.parts == nil {
			u.parts = map[string]*use{}
		}
		u.parts[name] = p
	}
	return p
}

// of returns the use of a part, or nil if it is not needed.
func (u *use) of(name string) *use {
	if u == nil || u.all {
		return u
	}
	return u.parts[name]
}

// analysis finds out what an expression needs of the resources in the lists that it refers to.
type analysis struct {
	lists map[string]*use // what is needed of each element
	roots map[string]bool // the other names
	slots []*use          // of variables that are elements of a list; nil for others
}

func newAnalysis() *analysis { return &analysis{lists: map[string]*use{}, roots: map[string]bool{}} }

// list returns the use of the elements of a list, if the expression is one.
func (a *analysis) list(e model.Expr) *use {
	root, ok := e.(*model.Root)
	if !ok || !isList(root.Name) {
		return nil
	}
	if a.lists[root.Name] == nil {
		a.lists[root.Name] = &use{}
	}
	return a.lists[root.Name]
}

// place returns the use of what a reference leads to in a resource. It returns nil for
// other expressions.
func (a *analysis) place(e model.Expr) *use {
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
			a.visit(e.Key)
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

func (a *analysis) bind(slot int, u *use) {
	if slot < 0 {
		return
	}
	for len(a.slots) <= slot {
		a.slots = append(a.slots, nil)
	}
	a.slots[slot] = u
}

// visit notes what an expression needs.
func (a *analysis) visit(e model.Expr) {
	if u := a.place(e); u != nil {
		u.all = true
		return
	}
	switch e := e.(type) {
	case *model.Root:
		if u := a.list(e); u != nil {
			u.all = true
		} else {
			a.roots[e.Name] = true
		}
		return
	case *model.For:
		a.loop(e, a.visit)
		return
	case *model.Splat:
		elem := a.list(e.Source)
		if elem == nil {
			a.visit(e.Source)
		}
		a.bind(e.Slot, elem)
		a.visit(e.Each)
		return
	case *model.Call:
		if e.Function.Name == "length" && len(e.Args) == 1 && !e.Expand {
			a.count(e.Args[0])
			return
		}
	}
	for _, c := range model.Children(e) {
		if c != nil {
			a.visit(c)
		}
	}
}

// loop visits a for expression, and its value in some way.
func (a *analysis) loop(e *model.For, value func(model.Expr)) {
	elem := a.list(e.Source)
	if elem == nil {
		a.visit(e.Source)
	}
	a.bind(e.KeySlot, nil)
	a.bind(e.ValueSlot, elem)
	for _, part := range []model.Expr{e.Key, e.Condition} {
		if part != nil {
			a.visit(part)
		}
	}
	value(e.Value)
}

// count visits a list of which only the length is needed.
func (a *analysis) count(e model.Expr) {
	if a.list(e) != nil {
		return
	}
	loop, ok := e.(*model.For)
	if !ok {
		a.visit(e)
		return
	}
	a.loop(loop, func(v model.Expr) {
		if a.place(v) == nil {
			a.visit(v)
		}
	})
}
