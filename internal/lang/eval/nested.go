package eval

import (
	"github.com/zclconf/go-cty/cty"

	"github.com/planfmt/planfmt/internal/lang/model"
	"github.com/planfmt/planfmt/internal/lang/value"
)

// Nesting is a [Host] whose objects may have objects in them, of which nothing is evaluated but what an expression leads to. The other
// outputs of a module that one refers to may depend on the expression itself.
type Nesting interface {
	Host
	// Part returns the object at a key of another one, or nil if a value is there, or nothing.
	Part(outer Object, key value.Value) Object
}

// objectAt returns the object that an expression leads to, or nil if it leads to a value.
func (ev *evaluator) objectAt(e model.Expr) Object {
	switch e := e.(type) {
	case *model.Root:
		return ev.host.Root(e.Name)
	case *model.Attr:
		return ev.part(e.Object, func() value.Value { return value.Of(cty.StringVal(e.Name)) })
	case *model.Index:
		return ev.part(e.Collection, func() value.Value { return ev.eval(e.Key).remaining() })
	}
	return nil
}

// part returns the object at a key of what an expression leads to, or nil.
func (ev *evaluator) part(e model.Expr, key func() value.Value) Object {
	host, ok := ev.host.(Nesting)
	if !ok {
		return nil
	}
	outer := ev.objectAt(e)
	if outer == nil {
		return nil
	}
	return host.Part(outer, key())
}
