package model

import (
	"fmt"
	"slices"
	"strings"

	"github.com/hashicorp/hcl/v2/hclsyntax"

	"github.com/planfmt/planfmt/diag"
	"github.com/planfmt/planfmt/lang/types"
)

// CheckBool reports what is wrong with an expression that has to be a condition, other than what
// Bind has found: that its type is never converted to bool, or is always null.
func CheckBool(e Expr) diag.List {
	b := &binder{}
	b.condition(e, "a condition")
	return b.diags
}

func (b *binder) condition(e Expr, what string) {
	if isInvalid(e) {
		return
	}
	t := types.NonNull(types.Resolve(e.Type()))
	if t == types.None {
		b.failf(e.Range(), "Invalid condition", "This is null, but %s must be true or false.", what)
		return
	}
	if l, ok := e.(*Literal); ok && t == types.String {
		if s := l.Value.Cty().AsString(); s != "true" && s != "false" {
			b.failf(e.Range(), "Invalid condition", "This is a string, but %s must be true or false.", what)
		}
		return
	}
	if types.Conversion(t, types.Bool) == types.Never {
		b.failf(e.Range(), "Invalid condition", "This is %s, but %s must be true or false.", describe(t), what)
	}
}

// convertible checks that an expression can be converted to a type, and is not null.
func (b *binder) convertible(e Expr, to types.Type, summary, want string) {
	if isInvalid(e) {
		return
	}
	t := types.Resolve(e.Type())
	switch {
	case t == types.None:
		b.failf(e.Range(), summary, "%s, and this is null.", want)
	case types.Conversion(types.NonNull(t), to) == types.Never:
		b.failf(e.Range(), summary, "%s, and this is %s.", want, describe(types.NonNull(t)))
	default:
		b.nullable(e, summary, strings.ToLower(want[:1])+want[1:])
	}
}

// nullable warns of a value that may be null where null is an error.
func (b *binder) nullable(e Expr, summary, why string) {}

// noAttribute reports an attribute that a value of the type never has.
func (b *binder) noAttribute(t types.Type, name string, at diag.Range) {
	var names []string
	objects := 0
	for _, m := range types.Members(types.NonNull(types.Resolve(t))) {
		if o, ok := m.(types.Object); ok {
			objects++
			names = append(names, o.Names()...)
		}
	}
	if objects == 0 {
		hint := ""
		if types.Conversion(t, types.List{Elem: types.Any}) != types.Never {
			hint = " Select an element first, or use [*] to get the attribute of each of them."
		}
		b.failf(at, "Unsupported attribute", "This is %s, which has no attributes.%s", describe(types.NonNull(types.Resolve(t))), hint)
		return
	}
	slices.Sort(names)
	names = slices.Compact(names)
	hint := suggest(name, names, "")
	if hint == "" && len(names) > 0 && len(names) <= 8 {
		hint = " It has " + strings.Join(names, ", ") + "."
	}
	which := "This object has"
	if objects > 1 {
		which = "None of the types that this can be has"
	} else {
		which = strings.Replace(which, "has", "has no", 1)
	}
	text := fmt.Sprintf("%s attribute %s.%s", which, name, hint)
	if objects > 1 {
		text = fmt.Sprintf("%s an attribute %s.%s", which, name, hint)
	}
	// A name that does not exist is an error even where errors are caught: the default of
	// try hides a misspelt name for ever.
	b.errorf(at, "Unsupported attribute", "%s", text)
}

func (b *binder) noElement(t types.Type, key Expr) {
	t = types.NonNull(types.Resolve(t))
	switch t.(type) {
	case types.Set:
		b.failf(key.Range(), "Index of a set", "The elements of a set have no index. Use [for x in ... : x][0], or tolist.")
	case types.Object:
		if name, ok := constantString(key); ok && key.Type() == types.String {
			b.noAttribute(t, name, key.Range())
			return
		}
		b.failf(key.Range(), "Invalid index", "An attribute of an object is selected by its name, and this is %s.", describe(types.Resolve(key.Type())))
	case types.List, types.Tuple, types.Map:
		b.failf(key.Range(), "Invalid index", "There is no such element in this, which is %s.", describe(t))
	default:
		b.failf(key.Range(), "Invalid index", "This is %s, which has no elements.", describe(t))
	}
}

// differ reports a conditional whose results have no common type.
func (b *binder) differ(e *Conditional) {}

func unaryOp(op *hclsyntax.Operation) Op {
	if op == hclsyntax.OpNegate {
		return Negate
	}
	return Not
}

func binaryOp(op *hclsyntax.Operation) Op {
	switch op {
	case hclsyntax.OpAdd:
		return Add
	case hclsyntax.OpSubtract:
		return Subtract
	case hclsyntax.OpMultiply:
		return Multiply
	case hclsyntax.OpDivide:
		return Divide
	case hclsyntax.OpModulo:
		return Modulo
	case hclsyntax.OpEqual:
		return Equal
	case hclsyntax.OpNotEqual:
		return NotEqual
	case hclsyntax.OpLessThan:
		return Less
	case hclsyntax.OpLessThanOrEqual:
		return LessOrEqual
	case hclsyntax.OpGreaterThan:
		return Greater
	case hclsyntax.OpGreaterThanOrEqual:
		return GreaterOrEqual
	case hclsyntax.OpLogicalAnd:
		return And
	}
	return Or
}

func (b *binder) unary(expr *hclsyntax.UnaryOpExpr, at diag.Range) Expr {
	e := &Unary{Node: Node{At: at}, Op: unaryOp(expr.Op), Operand: b.bind(expr.Val)}
	t := operandType(e.Op)
	b.operand(e.Operand, e.Op, t)
	result := types.Type(types.Bool)
	if e.Op == Negate {
		result = types.Number
		if types.Resolve(e.Operand.Type()) == types.Int {
			result = types.Int
		}
	}
	e.Typ = types.Lift(result, types.Eventual(e.Operand.Type()))
	return b.fold(e, e.Operand)
}

func (b *binder) binary(expr *hclsyntax.BinaryOpExpr, at diag.Range) Expr {
	e := &Binary{Node: Node{At: at}, Op: binaryOp(expr.Op), Left: b.bind(expr.LHS)}
	leave := func() {}
	switch e.Op {
	case And:
		leave = b.assume(e.Left, true)
	case Or:
		leave = b.assume(e.Left, false)
	}
	e.Right = b.bind(expr.RHS)
	leave()
	if e.Op == Equal || e.Op == NotEqual {
		b.comparable(e)
	} else {
		t := operandType(e.Op)
		b.operand(e.Left, e.Op, t)
		b.operand(e.Right, e.Op, t)
	}
	e.Typ = types.Lift(binaryType(e), max(types.Eventual(e.Left.Type()), types.Eventual(e.Right.Type())))
	return b.fold(e, e.Left, e.Right)
}

func operandType(op Op) types.Type {
	switch op {
	case Not, And, Or:
		return types.Bool
	}
	return types.Number
}

func binaryType(e *Binary) types.Type {
	switch e.Op {
	case Add, Subtract, Multiply, Modulo:
		if types.Resolve(e.Left.Type()) == types.Int && types.Resolve(e.Right.Type()) == types.Int {
			return types.Int
		}
		return types.Number
	case Divide:
		return types.Number
	}
	return types.Bool
}

func (b *binder) operand(e Expr, op Op, to types.Type) {
	noun := "a number"
	if to == types.Bool {
		noun = "a bool"
	}
	want := fmt.Sprintf("An operand of %s must be %s", op, noun)
	b.convertible(e, to, "Invalid operand", want)
}

// comparable warns of a comparison of types that have no equal values.
func (b *binder) comparable(e *Binary) {}

// String returns the operator as it is written.
func (op Op) String() string {
	return [...]string{"!", "-", "+", "-", "*", "/", "%", "==", "!=", "<", "<=", ">", ">=", "&&", "||"}[op]
}
