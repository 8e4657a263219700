package model

import (
	"fmt"
	"slices"
	"strings"

	"github.com/hashicorp/hcl/v2/hclsyntax"

	"github.com/planfmt/planfmt/diag"
	"github.com/planfmt/planfmt/internal/base/near"
	"github.com/planfmt/planfmt/internal/lang/types"
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
	if types.Conversion(t, types.Bool) == types.Never || !fits(e, types.Bool) {
		b.failf(e.Range(), "Invalid condition", "This is %s, but %s must be true or false.", types.Describe(t), what)
	}
}

// convertible checks that an expression can be converted to a type, and is not null. Want
// says what is wanted: "an operand of + must be a number". It reports false if that always fails.
func (b *binder) convertible(e Expr, to types.Type, summary, want string) bool {
	if isInvalid(e) {
		return true
	}
	want = sentence(want)
	want = want[:len(want)-1]
	t := types.Resolve(e.Type())
	switch {
	case t == types.None:
		b.failf(e.Range(), summary, "%s, and this is null.", want)
	case types.Conversion(types.NonNull(t), to) == types.Never:
		b.failf(e.Range(), summary, "%s, and this is %s.", want, types.Describe(types.NonNull(t)))
	case !fits(e, to):
		b.failf(e.Range(), summary, "%s, and this is %s that cannot be converted.", want, types.Describe(types.NonNull(t)))
	default:
		b.nullable(e, want)
		return true
	}
	return false
}

// fits reports whether a constant can be converted to a type. Of other expressions, that is not known.
func fits(e Expr, to types.Type) bool {
	l, ok := e.(*Literal)
	if !ok || !l.Value.IsWhollyKnown() || l.Value.IsNull() {
		return true
	}
	_, err := types.Convert(l.Value.Cty(), to)
	return err == nil
}

// noAttribute reports an attribute that an object never has.
func (b *binder) noAttribute(object Expr, name string, at diag.Range) {
	t := object.Type()
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
		b.failf(at, "Unsupported attribute", "A value of type %s has no attributes.%s", types.Short(types.NonNull(types.Resolve(t))), hint)
		return
	}
	slices.Sort(names)
	names = slices.Compact(names)
	prefix := ""
	root, isRoot := object.(*Root)
	if isRoot {
		prefix = root.Name + "."
	}
	hint := suggest(name, names, prefix)
	if hint == "" && len(names) > 0 && len(names) <= 8 {
		hint = " It has " + strings.Join(names, ", ") + "."
	}
	if isRoot && b.scope.Forbidden[prefix+name] != "" {
		hint = " " + b.scope.Forbidden[prefix+name]
	}
	text := fmt.Sprintf("This object has no attribute %s.%s", name, hint)
	switch {
	case objects > 1:
		text = fmt.Sprintf("None of the types that this can be has an attribute %s.%s", name, hint)
	case isRoot:
		text = fmt.Sprintf("There is no %s%s.%s", prefix, name, hint)
	}
	// A name that does not exist is an error even where errors are caught: the default of
	// try would hide a misspelt name for ever.
	severity := diag.Error
	if len(b.scope.Lenient) > 0 && (!isRoot || slices.Contains(b.scope.Lenient, root.Name)) {
		severity = diag.Warning
		// An older release may lack an attribute, which try is there for. One that is nearly the name of another is misspelt.
		if b.tolerant > 0 {
			severity = b.unlessGateHasSlip(name, names)
		}
	}
	b.report(severity, at, "Unsupported attribute", "%s", text)
}

func (b *binder) noElement(collection, key Expr) {
	t := types.NonNull(types.Resolve(collection.Type()))
	switch t.(type) {
	case types.Set:
		b.failf(key.Range(), "Index of a set", "The elements of a set have no index. Use [for x in ... : x][0], or tolist.")
	case types.Object:
		if name, ok := constantString(key); ok && key.Type() == types.String {
			b.noAttribute(collection, name, key.Range())
			return
		}
		b.failf(key.Range(), "Invalid index", "An attribute of an object is selected by its name, and this is %s.", types.Describe(types.Resolve(key.Type())))
	case types.List, types.Tuple, types.Map:
		b.failf(key.Range(), "Invalid index", "A value of type %s has no such element.", types.Short(t))
	default:
		b.failf(key.Range(), "Invalid index", "This is %s, which has no elements.", types.Describe(t))
	}
}

// differ reports a conditional whose results have no common type. If their types are known
// exactly, it always fails. Objects are an exception: policies have { } for an object that is not
// there, which fails only with schemas of which the policy may not know.
func (b *binder) differ(e *Conditional) {
	then, other := types.Resolve(e.Then.Type()), types.Resolve(e.Else.Type())
	text := fmt.Sprintf("The results must have a common type, and they are %s and %s.", types.Describe(then), types.Describe(other))
	if a, ok := then.(types.Object); ok {
		if b, ok := other.(types.Object); ok {
			text = "The results must have a common type." + objectsDiffer(a, b)
		}
	}
	severity := diag.Warning
	if b.tolerant == 0 && types.Exact(then) && types.Exact(other) && !isObject(then) && !isObject(other) {
		severity = diag.Error
	}
	b.report(severity, e.Range(), "Results of different types", "%s", text)
}

func isObject(t types.Type) bool {
	switch types.NonNull(t).(type) {
	case types.Object, types.Map:
		return true
	}
	return false
}

func objectsDiffer(a, b types.Object) string {
	for _, name := range a.Names() {
		if _, ok := b.Attrs[name]; !ok {
			return fmt.Sprintf(" The first one is an object with the attribute %s, which the second one does not have.", name)
		}
		if _, ok := types.Unify(a.Attrs[name].Type, b.Attrs[name].Type); !ok {
			return fmt.Sprintf(" Their attributes %s are %s and %s.", name, types.Short(a.Attrs[name].Type), types.Short(b.Attrs[name].Type))
		}
	}
	for _, name := range b.Names() {
		if _, ok := a.Attrs[name]; !ok {
			return fmt.Sprintf(" The second one is an object with the attribute %s, which the first one does not have.", name)
		}
	}
	return ""
}

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
	fine := b.operand(e.Operand, e.Op, t)
	result := types.Type(types.Bool)
	switch {
	case !fine:
		result = types.Any // it has no value, so that nothing more is to be said about it
	case e.Op == Negate:
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
	fine := true
	if e.Op == Equal || e.Op == NotEqual {
		b.comparable(e)
		e.Left, e.Right = b.knownWords(e.Right, e.Left), b.knownWords(e.Left, e.Right)
	} else {
		t := operandType(e.Op)
		left := b.operand(e.Left, e.Op, t)
		fine = b.operand(e.Right, e.Op, t) && left
	}
	result := types.Type(types.Any) // of what has no value, nothing more is to be said
	if fine {
		result = binaryType(e)
	}
	e.Typ = types.Lift(result, max(types.Eventual(e.Left.Type()), types.Eventual(e.Right.Type())))
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

func (b *binder) operand(e Expr, op Op, to types.Type) bool {
	noun := "a number"
	if to == types.Bool {
		noun = "a bool"
	}
	want := fmt.Sprintf("an operand of %s must be %s", op, noun)
	return b.convertible(e, to, "Invalid operand", want)
}

// comparable warns of a comparison of types that have no equal values.
func (b *binder) comparable(e *Binary) {
	if isNull(e.Left) || isNull(e.Right) || isInvalid(e.Left) || isInvalid(e.Right) {
		// To ask whether something is null that never is does no harm.
		return
	}
	left, right := types.Resolve(e.Left.Type()), types.Resolve(e.Right.Type())
	if types.Overlap(left, right) {
		return
	}
	result := "false"
	if e.Op == NotEqual {
		result = "true"
	}
	b.noMatch(e.Range(), "This is always %s: %s is never equal to %s.%s",
		result, types.Describe(types.NonNull(left)), types.Describe(types.NonNull(right)), compareInstead(e.Op, left, right))
}

// noMatch warns of a comparison that never finds anything. In a gate, that is an error: what never matches lets everything pass.
func (b *binder) noMatch(at diag.Range, format string, args ...any) {
	b.report(b.unlessGate(), at, "Comparison that does not depend on the values", format, args...)
}

// unlessGate is the severity of what never matches.
func (b *binder) unlessGate() diag.Severity {
	if b.scope.Gate {
		return diag.Error
	}
	return diag.Warning
}

// unlessGateHasSlip is the severity of a name that an object lacks, where nothing fails for that. In a gate, one that is nearly the name of
// another is an error.
func (b *binder) unlessGateHasSlip(name string, names []string) diag.Severity {
	if !b.scope.Pattern && slices.ContainsFunc(names, func(n string) bool { return near.IsSlip(name, n) }) {
		return b.unlessGate()
	}
	return diag.Warning
}

// containable warns of a call of contains with a value that no element is ever equal to.
func (b *binder) containable(e *Call) {
	list, elem := types.NonNull(types.Resolve(e.Args[0].Type())), e.Args[1]
	var elems []types.Type
	switch t := list.(type) {
	case types.List:
		elems = []types.Type{t.Elem}
	case types.Set:
		elems = []types.Type{t.Elem}
	case types.Tuple:
		elems = t.Elems
	}
	if len(elems) == 0 || isNull(elem) || isInvalid(elem) {
		return
	}
	found := types.Resolve(elem.Type())
	for _, t := range elems {
		if types.Overlap(types.Resolve(t), found) {
			return
		}
	}
	of := types.Resolve(types.NewUnion(elems...))
	b.noMatch(e.Range(), "This is always false: %s is never equal to %s.%s",
		types.Describe(types.NonNull(found)), types.Describe(types.NonNull(of)), compareInstead(Equal, found, of))
}

// compareInstead is advice for comparisons that people write by mistake.
func compareInstead(op Op, left, right types.Type) string {
	left, right = types.NonNull(left), types.NonNull(right)
	for _, p := range []struct{ a, b types.Type }{{left, right}, {right, left}} {
		tuple, ok := p.b.(types.Tuple)
		if !ok {
			continue
		}
		switch p.a.(type) {
		case types.List, types.Set:
			if len(tuple.Elems) == 0 {
				return " Compare the length with 0."
			}
			return " Brackets make a tuple: convert one side with tolist or toset."
		}
	}
	if types.Conversion(left, right) != types.Never || types.Conversion(right, left) != types.Never {
		return " Nothing is converted for " + op.String() + "."
	}
	return ""
}

// String returns the operator as it is written.
func (op Op) String() string {
	return [...]string{"!", "-", "+", "-", "*", "/", "%", "==", "!=", "<", "<=", ">", ">=", "&&", "||"}[op]
}

// CheckFilter warns of keys of a filter, as getresources has one, that objects of a type
// do not have, and of values that are never equal to those of the objects. Such a filter
// selects nothing, which is an error in a gate: of keys, of those that are nearly others, since a plan may be of an older release of a provider.
func CheckFilter(filter Expr, t types.Type, gate bool) diag.List {
	b := &binder{scope: &Scope{Gate: gate}}
	want, ok := types.NonNull(types.Resolve(filter.Type())).(types.Object)
	if !ok {
		return nil
	}
	ranges := map[string]diag.Range{}
	if o, ok := filter.(*Object); ok {
		for _, item := range o.Items {
			if name, ok := constantString(item.Key); ok {
				ranges[name] = item.Key.Range()
			}
		}
	}
	for _, name := range want.Names() {
		at, ok := ranges[name]
		if !ok {
			at = filter.Range()
		}
		step := types.Attribute(types.NonNull(types.Resolve(t)), name)
		if step.Type == nil {
			var names []string
			for _, m := range types.Members(types.NonNull(types.Resolve(t))) {
				if o, ok := m.(types.Object); ok {
					names = append(names, o.Names()...)
				}
			}
			b.report(b.unlessGateHasSlip(name, names), at, "Filter that selects nothing", "The type has no attribute %s, so nothing matches.%s", name, suggest(name, names, ""))
			continue
		}
		if got := types.Resolve(want.Attrs[name].Type); !types.Overlap(types.Resolve(step.Type), got) {
			b.report(b.unlessGate(), at, "Filter that selects nothing", "The attribute %s is %s, which is never equal to %s, so nothing matches.", name, types.Describe(types.NonNull(step.Type)), types.Describe(got))
		}
	}
	return b.diags
}
