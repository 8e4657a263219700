package model

import (
	"fmt"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"
	"github.com/zclconf/go-cty/cty"

	"github.com/planfmt/planfmt/diag"
	"github.com/planfmt/planfmt/internal/base/near"
	"github.com/planfmt/planfmt/internal/lang/policyfile"
	"github.com/planfmt/planfmt/internal/lang/types"
	"github.com/planfmt/planfmt/internal/lang/value"
)

// reference binds a name and the steps after it.
func (b *binder) reference(traversal hcl.Traversal, at diag.Range) Expr {
	root, ok := traversal[0].(hcl.TraverseRoot)
	if !ok {
		b.errorf(at, "Invalid reference", "A reference begins with a name.")
		return invalid(at)
	}
	return b.steps(b.root(root.Name, policyfile.Range(root.SrcRange)), traversal[1:])
}

func (b *binder) root(name string, at diag.Range) Expr {
	for i := len(b.vars) - 1; i >= 0; i-- {
		if v := b.vars[i]; v.name == name {
			return b.narrow(&Variable{Node: Node{At: at, Typ: v.typ}, Name: name, Slot: i, words: v.words})
		}
	}
	if t, ok := b.scope.Roots[name]; ok {
		return b.narrow(&Root{Node{At: at, Typ: t}, name})
	}
	if why, ok := b.scope.Forbidden[name]; ok {
		b.errorf(at, "Name not available", "%s", why)
		return invalid(at)
	}
	names := make([]string, 0, len(b.scope.Roots)+len(b.vars))
	for n := range b.scope.Roots {
		names = append(names, n)
	}
	for _, v := range b.vars {
		if v.name != "" {
			names = append(names, v.name)
		}
	}
	hint := suggest(name, names, "")
	if hint == "" {
		hint = " If it is a string, it needs quotes."
	}
	b.errorf(at, "Unknown name", "There is no %s here.%s", name, hint)
	return invalid(at)
}

// suggest returns the names that may have been meant as a sentence, or which there are if
// there are few of them.
func suggest(name string, names []string, prefix string) string {
	found := near.Names(name, names, 1)
	if len(found) == 1 {
		return fmt.Sprintf(" Did you mean %s%s?", prefix, found[0])
	}
	return ""
}

func (b *binder) steps(e Expr, traversal hcl.Traversal) Expr {
	for _, step := range traversal {
		at := policyfile.Range(step.SourceRange())
		whole := e.Range()
		whole.End = at.End
		switch step := step.(type) {
		case hcl.TraverseAttr:
			e = b.attr(e, step.Name, nameOf(at, step.Name), whole)
		case hcl.TraverseIndex:
			key := &Literal{Node{At: at, Typ: types.OfValue(step.Key)}, value.Of(step.Key)}
			e = b.index(e, key, whole)
		default:
			b.errorf(at, "Invalid reference", "A splat cannot be used here.")
			return invalid(whole)
		}
	}
	return e
}

// nameOf is the range of the name in the range of a step, which begins with a dot
// and may have space after it.
func nameOf(at diag.Range, name string) diag.Range {
	n := at.End.Byte - len(name)
	if n > at.Start.Byte && at.Start.Line == at.End.Line {
		at.Start.Column += n - at.Start.Byte
		at.Start.Byte = n
	}
	return at
}

func (b *binder) attr(object Expr, name string, nameAt, whole diag.Range) Expr {
	e := &Attr{Node: Node{At: whole, Typ: types.Lift(types.Any, types.Eventual(object.Type()))}, Object: object, Name: name, NameAt: nameAt}
	step := types.Attribute(object.Type(), name)
	if step.Type == nil {
		b.noAttribute(object, name, nameAt)
		return e
	}
	b.nullable(object, "Null has no attributes")
	if root, ok := object.(*Root); ok && root.Name == "local" {
		b.uses(name)
	}
	e.Typ = types.Lift(step.Type, computed(object))
	return b.narrow(e)
}

// computed returns when all of the parts are known from which an expression is computed, as an error in
// one of them is an error of all. The parts of a value of the scope are not computed.
func computed(e Expr) types.When {
	switch e := e.(type) {
	case *Root, *Variable, *Literal:
		return types.Prompt
	case *Attr:
		return computed(e.Object)
	case *Index:
		return max(computed(e.Collection), types.Eventual(e.Key.Type()))
	}
	return types.Eventual(e.Type())
}

func (b *binder) index(collection, key Expr, at diag.Range) Expr {
	when := max(types.Eventual(collection.Type()), types.Eventual(key.Type()))
	e := &Index{Node: Node{At: at, Typ: types.Lift(types.Any, when)}, Collection: collection, Key: key}
	var step types.Traversal
	if l, ok := key.(*Literal); ok && !isInvalid(l) {
		step = constantIndex(collection.Type(), l.Value.Cty())
	} else {
		step = types.Index(collection.Type(), key.Type())
	}
	if step.Type == nil {
		b.noElement(collection, key)
		return e
	}
	b.nullable(collection, "Null has no elements")
	e.Typ = types.Lift(step.Type, max(computed(collection), types.Eventual(key.Type())))
	return b.narrow(e)
}

func constantIndex(t types.Type, key cty.Value) types.Traversal {
	if key.IsNull() {
		return types.Traversal{}
	}
	switch key.Type() {
	case cty.String:
		if i, err := cty.ParseNumberVal(key.AsString()); err == nil {
			// A string that is a number is an index of lists and a key of maps.
			return either(t, key.AsString(), i)
		}
		return types.Attribute(t, key.AsString())
	case cty.Number:
		return either(t, key.AsBigFloat().Text('f', -1), key)
	}
	return types.Index(t, types.OfValue(key))
}

func either(t types.Type, name string, number cty.Value) types.Traversal {
	if step := types.Attribute(t, name); step.Type != nil {
		return step
	}
	i, exact := number.AsBigFloat().Int64()
	if exact != 0 {
		return types.Traversal{}
	}
	return types.Element(t, int(i))
}

func (b *binder) splat(expr *hclsyntax.SplatExpr, at diag.Range) Expr {
	source := b.bind(expr.Source)
	e := &Splat{Node{At: at, Typ: types.Any}, source, nil, len(b.vars)}
	elem, result := splatTypes(source.Type())
	b.items[expr.Item] = e.Slot
	b.vars = append(b.vars, variable{"", elem, b.words(source)})
	e.Each = b.bind(expr.Each)
	b.vars = b.vars[:len(b.vars)-1]
	e.Typ = types.Lift(result(e.Each.Type()), computed(source))
	return e
}

// splatTypes returns the type of the elements that a splat sees, and the type of
// the splat as a function of that of an element's result.
func splatTypes(t types.Type) (elem types.Type, result func(types.Type) types.Type) {
	when := types.Prompt
	switch outer := t.(type) {
	case types.Promise:
		t, when = outer.Elem, types.Promised
	case types.Output:
		t, when = outer.Elem, types.AfterApply
	}
	if when != types.Prompt {
		elem, inner := splatTypes(t)
		return types.Lift(elem, when), func(each types.Type) types.Type { return types.Lift(inner(each), when) }
	}
	switch t := t.(type) {
	case types.List:
		return t.Elem, func(each types.Type) types.Type { return types.List{Elem: each, Loose: t.Loose} }
	case types.Set:
		return t.Elem, func(each types.Type) types.Type { return types.List{Elem: each} }
	case types.Tuple:
		elem := types.Type(types.Any)
		if len(t.Elems) > 0 {
			elem = types.NewUnion(t.Elems...)
		}
		return elem, func(each types.Type) types.Type {
			elems := make([]types.Type, len(t.Elems))
			for i := range elems {
				elems[i] = each
			}
			return types.Tuple{Elems: elems}
		}
	case types.Primitive:
		if t == types.None {
			return types.Any, func(types.Type) types.Type { return types.Tuple{} }
		}
		if t == types.Any {
			return types.Any, func(types.Type) types.Type { return types.Any }
		}
	case types.Union:
		if rest := types.NonNull(t); len(types.Members(rest)) == 1 {
			switch rest.(type) {
			case types.List, types.Set:
				return splatTypes(rest)
			case types.Tuple:
				// A null that has no type yet is nothing.
				elem, result := splatTypes(rest)
				return elem, func(each types.Type) types.Type { return types.NewUnion(result(each), types.Tuple{}) }
			}
			return rest, func(each types.Type) types.Type { return types.List{Elem: each, Loose: true} }
		}
		return splatUnion(t)
	}
	return t, func(each types.Type) types.Type { return types.Tuple{Elems: []types.Type{each}} }
}

// splatUnion is splatTypes for a union: what the splat sees is from any of its members.
func splatUnion(t types.Union) (elem types.Type, result func(types.Type) types.Type) {
	var elems []types.Type
	var results []func(types.Type) types.Type
	for _, m := range t.Members {
		elem, result := splatTypes(m)
		if tuple, ok := m.(types.Tuple); m != types.None && !(ok && len(tuple.Elems) == 0) {
			elems = append(elems, elem)
		}
		results = append(results, result)
	}
	return types.NewUnion(elems...), func(each types.Type) types.Type {
		all := make([]types.Type, len(results))
		for i, of := range results {
			all[i] = of(each)
		}
		return types.NewUnion(all...)
	}
}
