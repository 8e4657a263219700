package eval

import (
	"fmt"

	"github.com/zclconf/go-cty/cty"

	"github.com/planfmt/planfmt/diag"
	"github.com/planfmt/planfmt/internal/lang/model"
	"github.com/planfmt/planfmt/internal/lang/types"
	"github.com/planfmt/planfmt/internal/lang/value"
)

// operand evaluates an operand and converts it.
func (ev *evaluator) operand(e model.Expr, t cty.Type, summary string) Result {
	r := ev.eval(e)
	if r.Err != nil {
		return r
	}
	if r.Value.Type() == cty.Number && !ev.spendOn(e, r.Value) { // its exponent may be large
		return ev.exhausted(e)
	}
	return converted(r, e.Range(), t, summary, "This value cannot be used here: %s.")
}

// converted converts what an expression evaluated to. The detail of an error is made with
// format and the reason.
func converted(r Result, at diag.Range, t cty.Type, summary, format string) Result {
	if r.Value.Type().Equals(t) {
		return r
	}
	v, may, err := value.Convert(r.Value, t)
	if err != nil {
		return failure(at, summary, fmt.Sprintf(format, reason(r.Value, err)))
	}
	if may != nil {
		r.risk(problem(at, summary, fmt.Sprintf(format, reason(r.Value, may))), r.Value)
	}
	r.Value = v
	return r
}

// reason returns the text of an error about a value, unless it may give away something
// sensitive.
func reason(v value.Value, err error) string {
	if v.HasSensitive() {
		return "the value is sensitive, so what is wrong with it is not shown"
	}
	return err.Error()
}

// notNull makes the result of an operand one that is not null: null is an error.
func notNull(r Result, at diag.Range, summary, detail string) Result {
	switch {
	case r.Err != nil:
		return r
	case r.Value.IsNull():
		return failure(at, summary, detail)
	case r.Value.MayBeNull():
		r.risk(problem(at, summary, "This value is not known yet, and it may turn out to be null. "+detail), r.Value)
		r.Value = r.Value.NotNull()
	}
	return r
}

const invalidOperand = "Invalid operand"

const nullOperand = "An operand must not be null."

// outcomes are the possible outcomes of a condition: some of true, false and error.
type outcomes uint8

const (
	isTrue outcomes = 1 << iota
	isFalse
	isError
)

func outcomesOf(r Result) outcomes {
	var o outcomes
	switch {
	case r.Err != nil:
		return isError
	case r.MayFail != nil:
		o = isError
	}
	switch {
	case !r.Value.IsKnown():
		return o | isTrue | isFalse
	case r.Value.IsTrue():
		return o | isTrue
	}
	return o | isFalse
}

func (ev *evaluator) unary(e *model.Unary) Result {
	t := cty.Bool
	if e.Op == model.Negate {
		t = cty.Number
	}
	r := notNull(ev.operand(e.Operand, t, invalidOperand), e.Operand.Range(), invalidOperand, nullOperand)
	if r.Err != nil {
		return r
	}
	if e.Op == model.Negate {
		r.Value = value.Negate(r.Value)
		return r
	}
	r.Value = value.Not(r.Value)
	return r
}

func (ev *evaluator) binary(e *model.Binary) Result {
	switch e.Op {
	case model.And, model.Or:
		return ev.logical(e)
	case model.Equal, model.NotEqual:
		return ev.equality(e)
	}
	l := notNull(ev.operand(e.Left, cty.Number, invalidOperand), e.Left.Range(), invalidOperand, nullOperand)
	if l.Err != nil {
		return l
	}
	r := notNull(ev.operand(e.Right, cty.Number, invalidOperand), e.Right.Range(), invalidOperand, nullOperand)
	if r.Err != nil {
		return r
	}
	var result Result
	result.inherit(l)
	result.inherit(r)
	a, b := l.Value, r.Value
	var may, err error
	switch e.Op {
	case model.Add:
		result.Value, may, err = value.Add(a, b)
	case model.Subtract:
		result.Value, may, err = value.Subtract(a, b)
	case model.Multiply:
		result.Value, may, err = value.Multiply(a, b)
	case model.Divide:
		result.Value, may, err = value.Divide(a, b)
	case model.Modulo:
		result.Value, may, err = value.Modulo(a, b)
	case model.Less:
		result.Value = value.Less(a, b).Bool(a, b)
	case model.GreaterOrEqual:
		result.Value = value.Less(a, b).Not().Bool(a, b)
	case model.Greater:
		result.Value = value.Less(b, a).Bool(a, b)
	case model.LessOrEqual:
		result.Value = value.Less(b, a).Not().Bool(a, b)
	default:
		panic(fmt.Sprintf("eval: no case for the operator %d", e.Op)) // internal/lang/model binds no others, TestOperators checks that: no input comes here
	}
	const summary = "Operation failed"
	if err != nil {
		return failure(e.Range(), summary, sentence(err))
	}
	if may != nil {
		result.mayFail(problem(e.Range(), summary, sentence(may)), value.Derive(cty.DynamicVal, a, b).Causes())
	}
	return result
}

// sentence makes a sentence of the text of an error.
func sentence(err error) string {
	text := []rune(err.Error())
	if len(text) == 0 {
		return ""
	}
	if text[0] >= 'a' && text[0] <= 'z' {
		text[0] += 'A' - 'a'
	}
	if text[len(text)-1] != '.' {
		text = append(text, '.')
	}
	return string(text)
}

func (ev *evaluator) equality(e *model.Binary) Result {
	l := ev.eval(e.Left)
	if l.Err != nil {
		return l
	}
	r := ev.eval(e.Right)
	if r.Err != nil {
		return r
	}
	if !ev.spendOn(e, l.Value, r.Value) {
		return ev.exhausted(e)
	}
	result := Result{Value: value.Equal(l.Value, r.Value)}
	if !result.Value.IsKnown() && sameReference(e.Left, e.Right) {
		result.Value = value.Derive(cty.True, l.Value)
	}
	if e.Op == model.NotEqual {
		result.Value = value.Not(result.Value)
	}
	result.inherit(l)
	result.inherit(r)
	return result
}

// sameReference reports whether two expressions are the same reference, which has
// the same value on both sides, whatever it is.
func sameReference(a, b model.Expr) bool {
	p, ok := model.Path(a)
	if !ok {
		return false
	}
	q, ok := model.Path(b)
	return ok && p == q
}

// logical evaluates && and ||. Whichever side decides, the other may be wrong;
// only a side that is not a condition is always an error.
func (ev *evaluator) logical(e *model.Binary) Result {
	l, lwrong, certain := ev.condition(e.Left)
	if certain {
		return l
	}
	var r, rwrong Result
	assumed := ev.assuming(func() { r, rwrong, certain = ev.condition(e.Right) })
	switch {
	case certain && assumed:
		// If the left side decides, there may be no such error.
		rwrong = Result{}
		rwrong.mayFailAs(r, l.Value)
	case certain:
		return r
	case assumed && !isCondition(e.Right):
		// If the left side decides, the right one may be something else, which no condition can be.
		rwrong.risk(problem(e.Right.Range(), invalidOperand, "This value cannot be used here."), l.Value)
	}
	for _, side := range [...]Result{l, r} {
		if side.Err == nil {
			ev.guessed.note(side.Value)
		}
	}
	lo, ro := outcomesOf(l), outcomesOf(r)
	decides, neutral := isFalse, isTrue
	if e.Op == model.Or {
		decides, neutral = isTrue, isFalse
	}
	if lwrong.MayFail == nil && rwrong.MayFail == nil {
		// A side that decides is enough to know the result, whatever the other one is.
		switch {
		case lo == decides && !l.Value.HasSensitive():
			return Result{Value: l.Value}
		case ro == decides && !r.Value.HasSensitive() && !assumed:
			return Result{Value: r.Value}
		case lo == neutral && ro == neutral:
			return Result{Value: value.Derive(l.Value.Cty(), l.Value, r.Value)}
		}
	}
	o := combined(lo, ro, decides, assumed)
	var known cty.Value
	switch o &^ isError {
	case 0: // one of them is an error
		if l.Err != nil {
			return l
		}
		return r
	case isTrue:
		known = cty.True
	case isFalse:
		known = cty.False
	default:
		known = cty.UnknownVal(cty.Bool).RefineNotNull()
	}
	var from []value.Value
	for _, side := range [...]Result{l, r} {
		if side.Err == nil {
			from = append(from, side.Value)
		}
	}
	result := Result{Value: value.Derive(known, from...)}
	result.inherit(lwrong)
	result.inherit(rwrong)
	if o&isError != 0 {
		for _, side := range [...]Result{l, r} {
			if side.Err != nil {
				result.mayFailAs(side)
			} else {
				result.inherit(side)
				result.mayFail(result.MayFail, side.Value.Causes())
			}
		}
	}
	return result
}

// isCondition reports whether the type of an expression says that it is a bool or null, whatever conditions say about null.
func isCondition(e model.Expr) bool { return types.NonNull(types.Resolve(e.Type())) == types.Bool }

// combined returns the possible outcomes of && or || for those of both sides. If one of the sides decides, that is the
// result. If assumed is set, the right side has been evaluated for when the left one has no error.
func combined(left, right, decides outcomes, assumed bool) outcomes {
	var o outcomes
	for _, x := range [...]outcomes{isTrue, isFalse, isError} {
		if left&x == 0 {
			continue
		}
		for _, y := range [...]outcomes{isTrue, isFalse, isError} {
			switch {
			case right&y == 0:
			case x == isError && assumed:
				o |= decides | isError
			case x == decides || y == decides:
				o |= decides
			case x == isError || y == isError:
				o |= isError
			default:
				o |= (isTrue | isFalse) &^ decides
			}
		}
	}
	return o
}

// condition evaluates a side of && or ||. It also returns what is, or may be, wrong
// even if the other side decides: that the value is not a condition. If that is
// so in every world, certain is set.
func (ev *evaluator) condition(e model.Expr) (r, wrong Result, certain bool) {
	r = ev.eval(e)
	if r.Err != nil {
		return r, Result{}, false
	}
	c := converted(Of(r.Value), e.Range(), cty.Bool, invalidOperand, "This value cannot be used here: %s.")
	switch {
	case c.Err != nil && r.MayFail == nil:
		return c, c, true
	case c.Err != nil:
		wrong.mayFail(c.Err, r.Causes)
		return c, wrong, false
	}
	wrong.inherit(c)
	r.inherit(c)
	r.Value = c.Value
	return notNull(r, e.Range(), invalidOperand, nullOperand), wrong, false
}
