package model

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/hashicorp/hcl/v2/hclsyntax"

	"github.com/planfmt/planfmt/diag"
	"github.com/planfmt/planfmt/internal/lang/funcs"
	"github.com/planfmt/planfmt/internal/lang/policyfile"
	"github.com/planfmt/planfmt/internal/lang/types"
	"github.com/planfmt/planfmt/internal/lang/value"
)

func (b *binder) call(expr *hclsyntax.FunctionCallExpr, at diag.Range) Expr {
	nameAt := policyfile.Range(expr.NameRange)
	if spec, ok := b.scope.Helpers[expr.Name]; ok {
		return b.hostCall(expr, expr.Name, spec, at, nameAt)
	}
	name, ok := b.functionName(expr.Name, nameAt)
	if !ok {
		for _, a := range expr.Args {
			b.bind(a)
		}
		return invalid(at)
	}
	switch name {
	case "try":
		return b.try(expr, at, nameAt)
	case "can":
		return b.can(expr, at, nameAt)
	case "print":
		if b.scope.Prints {
			return b.print(expr, at, nameAt)
		}
	}
	if spec, ok := b.scope.HostCalls[name]; ok {
		return b.hostCall(expr, name, spec, at, nameAt)
	}
	f := b.function(name)
	if name == "convert" {
		return b.convert(expr, at, nameAt)
	}
	if f.Call == nil {
		b.errorf(nameAt, "Function not available", "The function %s cannot be called here.", name)
		return invalid(at)
	}
	e := &Call{Node: Node{At: at, Typ: types.Any}, Function: f, Args: make([]Expr, len(expr.Args)), Expand: expr.ExpandFinal, NameAt: nameAt}
	for i, a := range expr.Args {
		e.Args[i] = b.bind(a)
	}
	if !b.countArgs(expr, name, f.Params, f.Variadic != nil, at) {
		return e
	}
	e.Typ = types.Bounded(b.callType(e))
	if len(e.Args) == 2 && !e.Expand {
		if name == "contains" {
			b.containable(e)
		}
		if name == "contains" || name == "setintersection" {
			e.Args[0], e.Args[1] = b.knownWords(e.Args[1], e.Args[0]), b.knownWords(e.Args[0], e.Args[1])
		}
	}
	return b.fold(e, e.Args...)
}

// functionName returns the name of a function without its namespace, or reports what is
// wrong with it.
func (b *binder) functionName(full string, at diag.Range) (string, bool) {
	space, name := "", full
	if i := strings.LastIndex(full, "::"); i >= 0 {
		space, name = full[:i], full[i+2:]
	}
	home := b.scope.Namespace
	if space != "" && space != home {
		first, _, _ := strings.Cut(space, "::")
		if why, ok := b.scope.Unavailable[first+"::"]; ok {
			b.errorf(at, "Function not available", "%s", why)
			return "", false
		}
		b.errorf(at, "Unknown function", "There is no namespace %s here.%s", space, b.writeInstead(name))
		return "", false
	}
	if why, ok := b.scope.Unavailable[name]; ok {
		b.errorf(at, "Function not available", "%s", why)
		return "", false
	}
	if !b.exists(name) {
		b.errorf(at, "Unknown function", "There is no function %s.%s", full, b.meantFunction(name))
		return "", false
	}
	if space == "" && home != "" && !b.scope.Bare {
		b.errorf(at, "Unknown function", "There is no function %s without a namespace.%s", name, b.writeInstead(name))
		return "", false
	}
	return name, true
}

func (b *binder) writeInstead(name string) string {
	if !b.exists(name) {
		return ""
	}
	return fmt.Sprintf(" Write %s%s.", b.prefix(), name)
}

func (b *binder) prefix() string {
	if b.scope.Namespace == "" || b.scope.Bare {
		return ""
	}
	return b.scope.Namespace + "::"
}

func (b *binder) exists(name string) bool {
	if name == "try" || name == "can" || b.function(name) != nil {
		return true
	}
	_, ok := b.scope.HostCalls[name]
	return ok
}

func (b *binder) function(name string) *funcs.Function {
	for _, f := range b.scope.Functions {
		if f.Name == name {
			return f
		}
	}
	return nil
}

func (b *binder) countArgs(expr *hclsyntax.FunctionCallExpr, name string, params []funcs.Param, variadic bool, at diag.Range) bool {
	n := len(expr.Args)
	if n < len(params) && !expr.ExpandFinal {
		b.errorf(lastParen(at), "Not enough arguments", "The function %s needs %s: the argument %s is missing.", name, count(len(params), "argument", variadic), params[n].Name)
		return false
	}
	if n > len(params) && !variadic {
		if expr.ExpandFinal && n == len(params)+1 {
			return true
		}
		b.errorf(policyfile.Range(expr.Args[len(params)].Range()), "Too many arguments", "The function %s has %s only.", name, count(len(params), "argument", false))
		return false
	}
	return true
}

// lastParen is the closing parenthesis of a call.
func lastParen(at diag.Range) diag.Range {
	r := at
	r.Start = at.End
	r.Start.Byte--
	r.Start.Column--
	return r
}

func count(n int, noun string, atLeast bool) string {
	text := fmt.Sprintf("%d %s", n, noun)
	if n != 1 {
		text += "s"
	}
	if atLeast {
		text = "at least " + text
	}
	return text
}

// callType checks the arguments of a call and returns its type.
func (b *binder) callType(e *Call) types.Type {
	f := e.Function
	args := make([]funcs.Arg, 0, len(e.Args))
	when := types.Prompt
	failed := false
	for i, a := range e.Args {
		when = max(when, types.Eventual(a.Type()))
		if e.Expand && i == len(e.Args)-1 {
			b.expanded(a)
			break
		}
		param := f.Param(i)
		if param == nil {
			break
		}
		arg, ok := b.argument(e, a, param)
		failed = failed || !ok
		args = append(args, arg)
	}
	result := f.Returns
	switch {
	case failed || e.Expand && f.Type != nil:
		if result == nil {
			result = types.Any
		}
	case f.Type != nil:
		t, err := f.TypeOf(args)
		if err != nil {
			b.badArgument(e, err)
			t = types.Any
		}
		result = t
	}
	if result == nil {
		result = types.Any
	}
	return types.Lift(result, when)
}

// argument checks one argument, and returns what is known of it once it has been converted to the
// type of the parameter. It reports false if that is not possible.
func (b *binder) argument(e *Call, a Expr, param *funcs.Param) (funcs.Arg, bool) {
	t := types.Resolve(a.Type())
	arg := funcs.Arg{Type: t}
	if isInvalid(a) {
		return arg, true
	}
	rest := types.NonNull(t)
	l, constant := a.(*Literal)
	switch {
	case t == types.None:
		if !param.Null {
			b.argumentf(a.Range(), "The argument %s of %s must not be null.", param.Name, e.Function.Name)
			return arg, false
		}
	case types.Conversion(rest, param.Type) == types.Never:
		b.argumentf(a.Range(), "The argument %s of %s must be %s, and this is %s.", param.Name, e.Function.Name, types.Describe(param.Type), types.Describe(rest))
		return arg, false
	case !param.Null:
		b.nullable(a, fmt.Sprintf("The argument %s of %s must not be null", param.Name, e.Function.Name))
	}
	if constant {
		v, err := types.Convert(l.Value.Cty(), param.Type)
		if err != nil {
			b.argumentf(a.Range(), "The argument %s of %s: %s.", param.Name, e.Function.Name, err)
			return arg, false
		}
		if !v.RawEquals(l.Value.Cty()) {
			arg.Type = types.OfValue(v)
		}
		converted := value.Of(v)
		arg.Value = &converted
	} else if !types.ToCty(param.Type).HasDynamicTypes() && t != types.None && !types.Assignable(param.Type, rest) {
		arg.Type = param.Type
		if types.MayBeNull(t) {
			arg.Type = types.Optional(param.Type)
		}
	}
	return arg, true
}

func (b *binder) expanded(a Expr) {
	t := types.NonNull(types.Resolve(a.Type()))
	if t == types.None || types.Conversion(t, types.List{Elem: types.Any}) == types.Never {
		b.argumentf(a.Range(), "Before ... there must be a list, set or tuple, and this is %s.", types.Describe(t))
	}
}

// badArgument reports an error of a function's Type.
func (b *binder) badArgument(e *Call, err error) {
	at := e.Range()
	if bad, ok := errors.AsType[*funcs.ArgError](err); ok && bad.Index >= 0 && bad.Index < len(e.Args) {
		at = e.Args[bad.Index].Range()
	}
	b.argumentf(at, "%s", sentence(err.Error()))
}

// argumentf reports an argument with which a call always fails. Within try and can it is a warning: nobody needs a call there that
// only ever leads to the default, but it can be evaluated.
func (b *binder) argumentf(at diag.Range, format string, args ...any) {
	severity := diag.Error
	if b.tolerant > 0 {
		severity = diag.Warning
	}
	b.report(severity, at, "Invalid argument", format, args...)
}

// sentence makes a whole sentence of the text of an error.
func sentence(text string) string {
	if text == "" {
		return ""
	}
	text = strings.ToUpper(text[:1]) + text[1:]
	if !strings.HasSuffix(text, ".") {
		text += "."
	}
	return text
}

func (b *binder) hostCall(expr *hclsyntax.FunctionCallExpr, name string, spec HostCallSpec, at, nameAt diag.Range) Expr {
	e := &HostCall{Node: Node{At: at, Typ: types.Any}, Name: name, Args: make([]Expr, len(expr.Args)), NameAt: nameAt, Of: spec.Of}
	for i, a := range expr.Args {
		e.Args[i] = b.bind(a)
	}
	if expr.ExpandFinal {
		b.errorf(at, "Invalid argument", "The arguments of %s cannot be expanded.", name)
		return e
	}
	if n := len(e.Args); n < spec.Min || n > spec.Max {
		want := count(spec.Min, "argument", spec.Max > spec.Min)
		b.errorf(at, "Wrong number of arguments", "The function %s needs %s, and has %d here.", name, want, n)
		return e
	}
	if spec.Check != nil {
		t, diags := spec.Check(e.Args)
		b.diags = append(b.diags, diags...)
		if t != nil {
			e.Typ = t
		}
	}
	return e
}

func (b *binder) try(expr *hclsyntax.FunctionCallExpr, at, nameAt diag.Range) Expr {
	if len(expr.Args) == 0 || expr.ExpandFinal {
		b.errorf(nameAt, "Invalid call of try", "The function try needs at least one argument, and these cannot be expanded.")
		return invalid(at)
	}
	e := &Try{Node{At: at, Typ: types.Any}, make([]Expr, len(expr.Args))}
	all := make([]types.Type, len(expr.Args))
	for i, a := range expr.Args {
		if i < len(expr.Args)-1 {
			b.tolerant++
			e.Alternatives[i] = b.bind(a)
			b.tolerant--
		} else {
			e.Alternatives[i] = b.bind(a)
		}
		all[i] = e.Alternatives[i].Type()
	}
	for i, a := range e.Alternatives {
		if !cannotFail(a) {
			continue
		}
		if i < len(all)-1 {
			b.deadDefault(a, e.Alternatives[i+1])
		}
		all = all[:i+1]
		break
	}
	e.Typ = types.NewUnion(all...)
	return b.fold(e, e.Alternatives...)
}

// deadDefault warns of an alternative that is never used, as the one before it never
// fails but may be null. If the alternative is null as well, that does not matter.
func (b *binder) deadDefault(a, dead Expr) {
	if !types.MayBeNull(a.Type()) || isNull(dead) {
		return
	}
	text, ok := Text(a)
	if !ok {
		b.warnf(dead.Range(), "Default that is never used", "In a plan, what comes before it never fails, but may be null.")
		return
	}
	b.warnf(dead.Range(), "Default that is never used", "In a plan, %s always exists: it is null if it is not set. Write %s == null ? ... : %s instead.", text, text, text)
}

// cannotFail reports whether an expression always has a value, or one that a try around it
// does not catch the lack of.
func cannotFail(e Expr) bool {
	switch e := e.(type) {
	case *Literal, *Root, *Variable:
		return true
	case *Attr:
		t := e.Object.Type()
		step := types.Attribute(t, e.Name)
		return step.Type != nil && !step.MayFail && !types.MayBeNull(t) && cannotFail(e.Object)
	case *Index:
		l, ok := e.Key.(*Literal)
		t := e.Collection.Type()
		if !ok || isInvalid(l) || types.MayBeNull(t) || !cannotFail(e.Collection) {
			return false
		}
		step := constantIndex(t, l.Value.Cty())
		return step.Type != nil && !step.MayFail
	case *Tuple:
		return !slices.ContainsFunc(e.Elems, func(x Expr) bool { return !cannotFail(x) })
	case *Binary:
		return (e.Op == Equal || e.Op == NotEqual) && cannotFail(e.Left) && cannotFail(e.Right)
	}
	return false
}

func (b *binder) can(expr *hclsyntax.FunctionCallExpr, at, nameAt diag.Range) Expr {
	if len(expr.Args) != 1 || expr.ExpandFinal {
		b.errorf(nameAt, "Invalid call of can", "The function can needs exactly one argument.")
		return invalid(at)
	}
	e := &Can{Node: Node{At: at, Typ: types.Bool}}
	b.tolerant++
	e.Operand = b.bind(expr.Args[0])
	b.tolerant--
	e.Typ = types.Lift(types.Bool, types.Eventual(e.Operand.Type()))
	return b.fold(e, e.Operand)
}

func (b *binder) print(expr *hclsyntax.FunctionCallExpr, at, nameAt diag.Range) Expr {
	if n := len(expr.Args); n == 0 || n > 2 || expr.ExpandFinal {
		b.errorf(nameAt, "Invalid call of print", "The function print needs a value, and may have a label.")
		return invalid(at)
	}
	e := &Print{Node: Node{At: at}, Operand: b.bind(expr.Args[0])}
	e.Typ = e.Operand.Type()
	if len(expr.Args) == 2 {
		e.Label = b.bind(expr.Args[1])
		b.convertible(e.Label, types.String, "Invalid label", "the label of a value must be a string")
	}
	return e
}

func (b *binder) convert(expr *hclsyntax.FunctionCallExpr, at, nameAt diag.Range) Expr {
	if len(expr.Args) != 2 || expr.ExpandFinal {
		b.errorf(nameAt, "Invalid call of convert", "The function convert needs a value and a type.")
		return invalid(at)
	}
	e := &Convert{Node{At: at, Typ: types.Any}, b.bind(expr.Args[0]), types.Any}
	t, diags := types.Parse(expr.Args[1])
	b.diags = append(b.diags, diags...)
	if diags.HasErrors() {
		return e
	}
	from := e.Operand.Type()
	e.To, e.Typ = t, types.Lift(t, types.Eventual(from))
	if !isInvalid(e.Operand) && from != types.None && types.Conversion(types.NonNull(types.Resolve(from)), t) == types.Never {
		b.failf(e.Operand.Range(), "Invalid conversion", "This is %s, which cannot be converted to %s.", types.Describe(from), types.Short(t))
	}
	return b.fold(e, e.Operand)
}
