package planvalue

import (
	"errors"
	"strings"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"
	"github.com/zclconf/go-cty/cty"

	"github.com/planfmt/planfmt/internal/lang/budget"
	"github.com/planfmt/planfmt/internal/lang/funcs"
	"github.com/planfmt/planfmt/internal/lang/types"
	"github.com/planfmt/planfmt/internal/lang/value"
	"github.com/planfmt/planfmt/plans"
)

// sameInConfigurations are the functions of the language that do in a configuration what they do in a policy.
var sameInConfigurations = [...]string{
	"chomp", "coalesce", "concat", "element", "format", "join", "jsonencode", "keys", "length", "lookup", "lower", "merge",
	"replace", "split", "substr", "title", "trim", "trimprefix", "trimspace", "trimsuffix", "upper", "values",
}

// functions returns the functions that are known in configurations, by name.
func functions() map[string]*funcs.Function {
	all := map[string]*funcs.Function{}
	for _, f := range funcs.All() {
		all[f.Name] = f
	}
	known := map[string]*funcs.Function{}
	for _, name := range sameInConfigurations {
		known[name] = all[name]
	}
	return known
}

// maxParts is the greatest size of a value that is made of several parts.
const maxParts = 1 << 13

// maxArguments is how long the texts of all arguments of a call may be together. Some functions multiply them.
const maxArguments = 1 << 10

// maxCallSteps is how much work a call may be.
const maxCallSteps = 1 << 16

// call finds out what is known of the result of a function. If the call fails, there will be no value, so
// whether it may fail does not matter.
func (c *Configured) call(e *hclsyntax.FunctionCallExpr, s scope, depth int) outcome {
	name := strings.TrimPrefix(e.Name, "core::")
	if e.ExpandFinal {
		return outcome{}
	}
	if name == "try" {
		return c.try(e.Args, s, depth)
	}
	f := c.functions[name]
	if f == nil || f.Arity(len(e.Args)) != nil {
		return outcome{}
	}
	most := maxArguments
	if name == "jsonencode" { // which is not much longer than its argument
		most = maxParts
	}
	args := make([]value.Value, len(e.Args))
	size := 0
	for i, a := range e.Args {
		o := c.eval(a, s, depth+1)
		if size += o.size(); size > most {
			return outcome{}
		}
		args[i] = o.asValue(types.ToCty(f.Param(i).Type))
	}
	c.work += size
	r, err := funcs.Call(f, args, budget.New(maxCallSteps))
	if err != nil {
		return outcome{}
	}
	o := fromValue(r.Value)
	if o.size() > maxParts {
		return outcome{}
	}
	return o
}

// try finds out what is known of the first of several expressions that does not fail.
func (c *Configured) try(args []hclsyntax.Expression, s scope, depth int) outcome {
	all := outcome{}
	for i, a := range args {
		o := c.eval(a, s, depth+1)
		certain := o.isKnown() && neverFails(a)
		switch {
		case i == 0 && certain:
			return o
		case i == 0:
			all, _ = o.asUnknown()
			if !o.isText() {
				all = outcome{notNull: all.notNull}
			}
		case all.isText() && o.isText():
			all = either(all, o)
		default: // they may have different types
			all = outcome{notNull: either(all, o).notNull}
		}
		if certain {
			break
		}
	}
	return all.unnamed()
}

// neverFails reports whether an expression of which the value is known never fails. A part of it that does not
// matter for its value may fail, if it has such parts.
func neverFails(e hclsyntax.Expression) bool {
	never := true
	_ = hclsyntax.VisitAll(e, func(n hclsyntax.Node) hcl.Diagnostics {
		switch n.(type) {
		case *hclsyntax.FunctionCallExpr, *hclsyntax.ObjectConsExpr, *hclsyntax.TupleConsExpr, *hclsyntax.ConditionalExpr:
			never = false
		}
		return nil
	})
	return never
}

// unnamed returns what is known of a value that is perhaps another one than it refers to.
func (o outcome) unnamed() outcome {
	return outcome{notNull: o.notNull, prefix: o.prefix, suffix: o.suffix}
}

// isText reports whether it is certain that a value is a string.
func (o outcome) isText() bool {
	if o.isKnown() {
		return o.value.Type() == cty.String && !o.value.IsNull()
	}
	return o.document != nil || o.prefix != "" || o.suffix != ""
}

// errLarge ends the walk through a value.
var errLarge = errors.New("the value is large")

// size is how many parts a value has, and how long their texts are. If it is larger than maxParts, it is not exact.
func (o outcome) size() int {
	n := 1 + len(o.prefix) + len(o.suffix)
	if o.isKnown() {
		_ = cty.Walk(o.value, func(_ cty.Path, v cty.Value) (bool, error) {
			if n++; n > maxParts {
				return false, errLarge
			}
			if !v.IsNull() && v.Type() == cty.String {
				n += len(v.AsString())
			}
			return true, nil
		})
	}
	for _, m := range o.members {
		if n <= maxParts {
			n += m.size()
		}
	}
	for _, e := range o.elems {
		if n <= maxParts {
			n += e.size()
		}
	}
	return n
}

// asValue returns a value of the language, of a type if it is an argument that will be converted to it.
func (o outcome) asValue(want cty.Type) value.Value {
	if o.isKnown() {
		return value.Of(o.value)
	}
	inner := cty.DynamicPseudoType
	if want.IsCollectionType() {
		inner = want.ElementType()
	}
	switch {
	case o.collection != nil:
		return *o.collection
	case o.members != nil:
		members := make(map[string]value.Value, len(o.members))
		for name, m := range o.members {
			members[name] = m.asValue(inner)
		}
		return value.Object(members)
	case o.elems != nil:
		elems := make([]value.Value, len(o.elems))
		for i, e := range o.elems {
			elems[i] = e.asValue(inner)
		}
		return value.Tuple(elems)
	case o.isText():
		want = cty.String
	case !want.IsPrimitiveType():
		want = cty.DynamicPseudoType
	}
	v := value.Unknown(want)
	if o.notNull {
		v = v.NotNull()
	}
	refined, err := value.Refine(v, value.Facts{Prefix: o.prefix, Suffix: o.suffix})
	if err != nil {
		return v
	}
	if o.document != nil {
		refined = refined.WithDocument(*o.document)
	}
	return refined
}

// fromValue is the reverse of asValue.
func fromValue(v value.Value) outcome {
	if !v.IsKnown() {
		o := outcome{notNull: !v.MayBeNull(), prefix: v.Prefix(), suffix: v.Suffix()}
		if d, ok := v.Document(); ok {
			o.document = &d
		}
		if _, _, ok := v.Length(); (ok || len(v.CertainNames()) > 0) && o.notNull {
			o.collection = &v
		}
		return o
	}
	if v.IsWhollyKnown() {
		return outcomeOf(v.Cty())
	}
	o := outcome{notNull: true}
	switch t := v.Type(); {
	case t.IsObjectType() || t.IsMapType():
		o.members = map[string]outcome{}
		for it := v.Cty().ElementIterator(); it.Next(); {
			key, _ := it.Element()
			m, _ := v.Attr(key.AsString())
			o.members[key.AsString()] = fromValue(m)
		}
	case t.IsTupleType() || t.IsListType():
		for _, e := range v.Elems() {
			o.elems = append(o.elems, fromValue(e))
		}
	}
	return o
}

// members finds out what is known of the attributes of an object.
func (c *Configured) members(e *hclsyntax.ObjectConsExpr, s scope, depth int) outcome {
	all := make(map[string]outcome, len(e.Items))
	size := 0
	for _, item := range e.Items {
		key := outcome{}
		if k, ok := item.KeyExpr.(*hclsyntax.ObjectConsKeyExpr); ok {
			if word := hcl.ExprAsKeyword(k.Wrapped); word != "" && !k.ForceNonLiteral {
				key.value = cty.StringVal(word)
			} else {
				key = c.eval(k.Wrapped, s, depth+1)
			}
		}
		if !key.isKnown() {
			return outcome{notNull: true} // it may be any key
		}
		name, ok := asText(key.value)
		if !ok {
			return outcome{notNull: true}
		}
		o := c.eval(item.ValueExpr, s, depth+1)
		if size += len(name) + o.size(); size > maxParts {
			return outcome{notNull: true}
		}
		all[name] = o
	}
	c.work += size
	values := make(map[string]cty.Value, len(all))
	for name, o := range all {
		if !o.isKnown() {
			return outcome{notNull: true, members: all}
		}
		values[name] = o.value
	}
	return outcome{value: cty.ObjectVal(values)}
}

// elements finds out what is known of the elements of a tuple.
func (c *Configured) elements(e *hclsyntax.TupleConsExpr, s scope, depth int) outcome {
	all := make([]outcome, len(e.Exprs))
	values := make([]cty.Value, len(e.Exprs))
	known := true
	size := 0
	for i, x := range e.Exprs {
		all[i] = c.eval(x, s, depth+1)
		if size += all[i].size(); size > maxParts {
			return outcome{notNull: true}
		}
		values[i] = all[i].value
		known = known && all[i].isKnown()
	}
	c.work += size
	if !known {
		return outcome{notNull: true, elems: all}
	}
	return outcome{value: cty.TupleVal(values)}
}

// part returns what is known of a part of an object or a tuple.
func (o outcome) part(step hcl.Traverser) outcome {
	var key cty.Value
	switch step := step.(type) {
	case hcl.TraverseAttr:
		key = cty.StringVal(step.Name)
	case hcl.TraverseIndex:
		key = step.Key
	default:
		return outcome{}
	}
	switch {
	case key.IsNull() || !key.IsKnown():
	case o.members != nil:
		if name, ok := asText(key); ok {
			return o.members[name]
		}
	case key.Type() == cty.Number:
		if i, accuracy := key.AsBigFloat().Int64(); accuracy == 0 && i >= 0 && i < int64(len(o.elems)) {
			return o.elems[i]
		}
	}
	return outcome{}
}

// at is part for a step of a path.
func (o outcome) at(s plans.Step) outcome {
	if name, ok := s.Key(); ok {
		return o.part(hcl.TraverseAttr{Name: name})
	}
	i, _ := s.Index()
	return o.part(hcl.TraverseIndex{Key: cty.NumberIntVal(int64(i))})
}
