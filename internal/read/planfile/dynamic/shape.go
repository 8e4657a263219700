package dynamic

import (
	"github.com/zclconf/go-cty/cty"

	"github.com/planfmt/planfmt/plans"
	"github.com/planfmt/planfmt/values"
)

// container is a part of a value that is unknown, but known to be a list or an object.
type container struct {
	steps []plans.Step
	kind  values.Kind
}

// kindOf returns Array or Object if the values of a type are lists or objects in JSON, and Absent
// for all others.
func kindOf(t cty.Type) values.Kind {
	switch {
	case t.IsListType(), t.IsSetType(), t.IsTupleType():
		return values.Array
	case t.IsMapType(), t.IsObjectType():
		return values.Object
	}
	return values.Absent
}

// container is kindOf for the type that a shape was made of.
func (s *decodeShape) container() values.Kind {
	switch {
	case s == nil:
		return values.Absent
	case s.isOwn():
		return kindOf(s.typ)
	}
	return s.kind
}

// keepKind notes the kind of the part that is being decoded, which is unknown.
func (d *Decoder) keepKind(k values.Kind) {
	if k == values.Absent {
		return
	}
	c := container{steps: make([]plans.Step, len(d.open)), kind: k}
	for i := range d.open {
		c.steps[i] = d.open[i].step()
	}
	d.containers = append(d.containers, c)
}

// Shape returns the value with an empty list or object in the place of each part that is unknown,
// but known to be a list or an object. The Decoder must have been told to keep these kinds.
func (v Value) Shape() values.Value {
	if len(v.containers) == 0 {
		return v.Known
	}
	root := &unfilled{}
	for _, c := range v.containers {
		at := root
		for _, s := range c.steps {
			at = at.part(s)
		}
		at.kind = c.kind
	}
	return root.fill(v.Known)
}

// unfilled is a part of a value in which something is to be filled in.
type unfilled struct {
	kind  values.Kind // what is filled in here, Absent for nothing
	names map[string]*unfilled
	elems map[int]*unfilled
}

func (p *unfilled) part(s plans.Step) *unfilled {
	if name, ok := s.Key(); ok {
		if p.names == nil {
			p.names = map[string]*unfilled{}
		}
		if p.names[name] == nil {
			p.names[name] = &unfilled{}
		}
		return p.names[name]
	}
	i, _ := s.Index()
	if p.elems == nil {
		p.elems = map[int]*unfilled{}
	}
	if p.elems[i] == nil {
		p.elems[i] = &unfilled{}
	}
	return p.elems[i]
}

func (p *unfilled) fill(v values.Value) values.Value {
	switch {
	case p.kind == values.Array:
		return values.NewArray()
	case p.kind == values.Object:
		return values.NewObject()
	case v.Kind() == values.Array:
		return v.MapElems(func(i int, e values.Value) values.Value {
			if part := p.elems[i]; part != nil {
				return part.fill(e)
			}
			return e
		})
	case v.Kind() != values.Object:
		return v
	}
	members := make([]values.Member, 0, v.Len()+len(p.names))
	for _, m := range v.Members() {
		members = append(members, m)
	}
	for name, part := range p.names {
		members = append(members, values.Member{Name: name, Value: part.fill(v.Get(name))}) // the last one counts
	}
	return values.NewObject(members...)
}
