package eval

import (
	"fmt"

	"github.com/zclconf/go-cty/cty"

	"github.com/planfmt/planfmt/diag"
	"github.com/planfmt/planfmt/internal/lang/model"
	"github.com/planfmt/planfmt/internal/lang/value"
)

const invalidTemplate = "Invalid template interpolation value"

// maxText is how many bytes a template can result in. Without a limit, locals that each
// repeat the one before could take all memory.
const maxText = value.MaxSize * value.PartBytes

func (ev *evaluator) template(e *model.Template) Result {
	var result, failed Result
	parts := make([]value.Value, len(e.Parts))
	size, known := 0, true
	for i, p := range e.Parts {
		part := ev.eval(p)
		known = known && part.remaining().IsKnown()
		r := text(part, p.Range())
		if r.Err != nil && !ev.inBranch() {
			return r
		}
		if failed = first(failed, r); failed.Err != nil {
			parts[i] = value.Of(cty.StringVal("")) // HCL stops writing, and goes on evaluating
			continue
		}
		result.inherit(r)
		parts[i] = r.Value
		if r.Value.IsKnown() {
			n := len(r.Value.Cty().AsString())
			size += n
			if !ev.spend(e, n/value.PartBytes) {
				return ev.exhausted(e)
			}
		}
		if size > maxText {
			return failure(e.Range(), "Text too long", fmt.Sprintf("A string template must not result in more than %d MiB.", maxText>>20))
		}
	}
	if failed.Err != nil && !known {
		return failed
	}
	result.Value = value.Concat(parts)
	if failed.Err != nil {
		return failed.leaving(result.Value)
	}
	return result
}

// text makes the result of a part of a template a string.
func text(r Result, at diag.Range) Result {
	r = notNull(r, at, invalidTemplate, "A null value cannot be included in a string template.")
	if r.Err != nil {
		return r
	}
	return converted(r, at, cty.String, invalidTemplate, "The given value cannot be included in a string template: %s.")
}

func (ev *evaluator) join(e *model.Join) Result {
	r := ev.eval(e.Tuple)
	if !ev.spendOn(e, r.remaining()) {
		return ev.exhausted(e)
	}
	if r.Err != nil {
		return r.leaving(joinRemains(r.remaining()))
	}
	s := ev.itemsOf(r.Value, false)
	var result Result
	result.inherit(r)
	uncertain := s.unordered
	parts := make([]value.Value, 0, len(s.items))
	for _, it := range s.items {
		t := text(Of(it.Value), e.Range())
		switch {
		case t.Err == nil:
			result.inherit(t)
		case it.Certain:
			return t.leaving(joinRemains(r.Value))
		default:
			result.risk(t.Err, it.Value)
			continue
		}
		if !it.Certain || uncertain {
			// It may be there or not.
			t.Value = value.Of(cty.UnknownVal(cty.String).RefineNotNull()).DerivedFrom(t.Value, r.Value)
		}
		parts = append(parts, t.Value)
	}
	result.Value = value.Concat(parts)
	if r.Value.IsSensitive() {
		result.Value = result.Value.WithSensitive()
	}
	return result
}

func (ev *evaluator) tuple(e *model.Tuple) Result {
	var result, failed Result
	elems := make([]value.Value, len(e.Elems))
	for i, el := range e.Elems {
		r := ev.eval(el)
		if r.Err != nil && !ev.inBranch() {
			return r
		}
		failed = first(failed, r)
		result.inherit(r)
		elems[i] = r.remaining()
	}
	if failed.Err != nil {
		return failed.leaving(value.Tuple(elems))
	}
	result.Value = value.Tuple(elems)
	return result
}

func (ev *evaluator) object(e *model.Object) Result {
	var result, failed Result
	attrs := make(map[string]value.Value, len(e.Items))
	sensitive := false
	var unknown []value.Value
	for _, it := range e.Items {
		key := ev.key(it.Key)
		if key.Err != nil {
			key.remains = nil
			return first(failed, key)
		}
		val := ev.eval(it.Value)
		if val.Err != nil && !ev.inBranch() {
			return val
		}
		failed = first(failed, val)
		result.inherit(key)
		result.inherit(val)
		sensitive = sensitive || key.Value.HasSensitive()
		if !key.Value.IsKnown() {
			unknown = append(unknown, key.Value, val.remaining())
			continue
		}
		attrs[key.Value.Cty().AsString()] = val.remaining()
	}
	if unknown != nil {
		for _, v := range attrs {
			unknown = append(unknown, v)
		}
		result.Value = value.Derive(cty.DynamicVal, unknown...).NotNull()
	} else {
		result.Value = value.Object(attrs)
	}
	if sensitive {
		result.Value = result.Value.WithSensitive()
	}
	if failed.Err != nil {
		return failed.leaving(result.Value)
	}
	return result
}

// key evaluates the key of an attribute of an object.
func (ev *evaluator) key(e model.Expr) Result {
	key := notNull(ev.eval(e), e.Range(), "Null value as key", "A null value cannot be used as a key.")
	if key.Err != nil {
		return key
	}
	return converted(key, e.Range(), cty.String, "Incorrect key type", "This value cannot be used as a key: %s.")
}

func (ev *evaluator) try(e *model.Try) Result {
	var result Result
	found := false
	var last *diag.Diagnostic
	var doubts []*value.Cause
	secret := false // whether one that fails has read something sensitive
	for _, alt := range e.Alternatives {
		r, uncaught, read := ev.apart(alt)
		result.inherit(uncaught)
		switch {
		case r.Err != nil && r.Uncaught && !found:
			return r
		case r.Err != nil && r.Uncaught:
			result.mayFail(r.Err, doubts)
			result.Uncaught = true
			return result
		case r.Err != nil:
			last = r.Err
			secret = secret || read
			continue
		}
		v := r.Value
		if secret {
			v = v.WithSensitive()
		}
		secret = secret || read && r.MayFail != nil
		if found {
			v = value.Join(result.Value, v)
			if !v.Cty().IsWhollyKnown() {
				v = v.WithCauses(doubts...)
			}
		}
		result.Value, found = v, true
		if r.MayFail == nil {
			return result
		}
		if r.Uncaught {
			result.inherit(r)
		}
		last = r.MayFail
		doubts = append(doubts, r.Causes...)
	}
	if !found {
		return Result{Err: noSuccess(e, last)}
	}
	result.mayFail(noSuccess(e, last), doubts)
	return result
}

// noSuccess is the error that no alternative succeeds. It says what is wrong with the last one.
func noSuccess(e *model.Try, last *diag.Diagnostic) *diag.Diagnostic {
	if last == nil {
		return problem(e.Range(), "No expression succeeded", "There is no expression to try.")
	}
	return &diag.Diagnostic{
		Summary: "No expression succeeded",
		Detail:  "None of the expressions can be evaluated. The last one: " + last.Summary + ". " + last.Detail,
		Subject: e.Range(),
	}
}

// apart evaluates an expression, and reports whether it has read something sensitive. If the expression has
// an error that try catches, in all worlds or in some, uncaught says what else may be wrong that it does not.
func (ev *evaluator) apart(e model.Expr) (r, uncaught Result, secret bool) {
	before, risky := ev.secret, ev.uncaught
	ev.secret, ev.uncaught = false, risks{}
	ev.caught++
	r = ev.eval(e)
	ev.caught--
	secret = ev.secret
	if ev.uncaught.MayFail != nil && (r.Err != nil || r.MayFail != nil) {
		uncaught = ev.uncaught.result()
	}
	ev.secret = before || secret
	risky.inherit(ev.uncaught.result())
	ev.uncaught = risky
	return r, uncaught, secret
}

func (ev *evaluator) can(e *model.Can) Result {
	r, uncaught, secret := ev.apart(e.Operand)
	v := value.Of(cty.True)
	var result Result
	result.inherit(uncaught)
	switch {
	case r.Err != nil && r.Uncaught:
		return r
	case r.Err != nil:
		v = value.Of(cty.False)
	case r.MayFail != nil:
		v = value.Unknown(cty.Bool, r.Causes...).NotNull()
		if r.Uncaught {
			result.inherit(r)
		}
	}
	if secret {
		v = v.WithSensitive()
	}
	result.Value = v
	return result
}

const functionFailed = "Error in function call"
