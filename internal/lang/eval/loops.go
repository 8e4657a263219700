package eval

import (
	"math"

	"github.com/zclconf/go-cty/cty"

	"github.com/planfmt/planfmt/internal/lang/model"
	"github.com/planfmt/planfmt/internal/lang/value"
)

// sequenceOf is what a for or a splat expression goes over, of which there are between least and most elements.
type sequenceOf struct {
	items       []value.Item
	unordered   bool
	least, most int
	// causes are why the collection itself is not known.
	causes []*value.Cause
	// by is the expression that makes something new of each item, or nil. What it makes is limited before all of it is in memory.
	by model.Expr
}

// itemsOf takes the steps for the items of a collection, and returns them.
func (ev *evaluator) itemsOf(v value.Value, keys bool) sequenceOf {
	n := 1
	if v.IsKnown() {
		n, _, _ = v.Length()
	} else if all, ok := v.Members(); ok {
		n = len(all)
	}
	if !ev.budget.Spend(n) {
		return sequenceOf{}
	}
	return itemsOf(v, keys)
}

// itemsOf returns what there is to go over in a collection that is not null, with the keys, if they
// are asked for.
func itemsOf(v value.Value, keys bool) sequenceOf {
	iterate := value.Value.Unkeyed
	if keys {
		iterate = value.Value.Items
	}
	s := sequenceOf{most: math.MaxInt, causes: v.OwnCauses()}
	if least, most, ok := v.Length(); ok {
		s.least, s.most = least, most
	}
	var ok bool
	if s.items, s.unordered, ok = iterate(v); ok {
		return s
	}
	key, elem := cty.DynamicPseudoType, cty.DynamicPseudoType
	switch t := v.Type(); {
	case t.IsMapType():
		key, elem = cty.String, t.ElementType()
	case t.IsObjectType():
		s.items = objectItems(v, t)
		return s
	}
	item := value.Item{Key: value.Derive(cty.UnknownVal(key), v), Value: v.Part(elem, ""), Many: true}
	if key != cty.DynamicPseudoType {
		item.Key = item.Key.NotNull()
	}
	s.items = []value.Item{item}
	return s
}

func objectItems(v value.Value, t cty.Type) (items []value.Item) {
	// An object value has its attributes in order.
	attrs := map[string]cty.Value{}
	for name, at := range t.AttributeTypes() {
		attrs[name] = cty.UnknownVal(at)
	}
	for it := cty.ObjectVal(attrs).ElementIterator(); it.Next(); {
		key, _ := it.Element()
		items = append(items, value.Item{Key: value.Of(key), Value: v.Member(key.AsString()), Certain: true})
	}
	return items
}

// loopItem is an element of the result of a for or a splat expression.
type loopItem struct {
	v, source     value.Value
	certain, many bool
}

// loopResult is what comes out of going over a collection.
type loopResult struct {
	items     []loopItem
	unordered bool
	// whole means that there is an element for each of the collection.
	whole       bool
	least, most int
	// undecided are the conditions that are not known.
	undecided []value.Value
	sensitive bool
	// lost means that nothing is known of what is left in spite of an error.
	lost bool
}

var included = Result{Value: value.Of(cty.True)}

// each calls f for each item. It returns the condition that the item is included, and
// its value. Errors are noted in result; if there is one in every world, Err is set.
func (ev *evaluator) each(s sequenceOf, result *Result, f func(value.Item) (condition, val Result)) loopResult {
	out := loopResult{unordered: s.unordered, whole: true, least: s.least, most: s.most}
	var all risks
	defer func() { result.inherit(all.result()) }()
	made := 0
	for _, it := range s.items {
		if ev.budget.Exceeded() {
			break
		}
		if it.Many && s.most == 0 {
			continue
		}
		certain := it.Certain || len(s.items) == 1 && s.least > 0
		condition, val := f(it)
		if condition.Err != nil {
			if certain {
				result.failIn(it, condition)
				out.lost = true
				return out
			}
			all.mayFailAs(condition, it.Value)
			all.causes = append(all.causes, s.causes...)
			continue // without an error, it is not there
		}
		all.inherit(condition)
		out.sensitive = out.sensitive || condition.Value.HasSensitive()
		switch {
		case !condition.Value.IsKnown():
			out.undecided = append(out.undecided, condition.Value)
			certain = false
			out.whole = false
		case condition.Value.IsFalse():
			out.whole = false
			continue
		}
		if val.Err != nil {
			if certain {
				result.failIn(it, val)
				if !ev.inBranch() {
					return out
				}
				out.items = append(out.items, loopItem{v: val.remaining(), source: it.Value, certain: it.Certain && condition.Value.IsKnown(), many: it.Many})
				continue
			}
			all.mayFailAs(val, condition.Value, it.Value)
			all.causes = append(all.causes, s.causes...)
			continue // without an error, it is not there
		}
		if s.by != nil {
			if made += val.Value.Size(ev.maxSize); made > ev.maxSize {
				*result = tooLarge(s.by)
				out.lost = true
				return out
			}
		}
		all.inherit(val)
		out.items = append(out.items, loopItem{v: val.Value, source: it.Value, certain: it.Certain && condition.Value.IsKnown(), many: it.Many})
	}
	return out
}

// failIn notes the error of an item, if it is the first one.
func (r *Result) failIn(it value.Item, part Result) {
	if r.Err != nil {
		return
	}
	r.fail(part)
	r.Items = append(r.Items[:len(r.Items):len(r.Items)], it.Value)
}

// list returns the items as a list or tuple.
func (out loopResult) list(elem cty.Type, isList bool, source value.Value) value.Value {
	v := emptyList(elem, isList)
	if len(out.items) > 0 {
		v = out.sequence().List(elem)
	}
	if source.IsSensitive() || out.sensitive {
		v = v.WithSensitive()
	}
	if !v.IsKnown() {
		causes, _ := source.OrderUnknown()
		v = v.WithCauses(out.causes()...).WithCauses(source.OwnCauses()...).WithCauses(causes...)
	}
	return v
}

// sequence returns the items as what is known of a list.
func (out loopResult) sequence() value.Sequence {
	candidates := make([]value.Candidate, len(out.items))
	var certain []value.Value
	for i, it := range out.items {
		candidates[i] = value.Candidate{Value: it.v, Certain: it.certain, Many: it.many}
		if it.certain {
			certain = append(certain, it.source)
		}
	}
	s := value.Ordered(candidates...)
	s.Unordered, s.Max = out.unordered, min(s.Max, out.most)
	switch {
	case out.whole:
		s.Min = out.least
	case out.unordered:
		s.Min = value.Distinct(certain)
	}
	return s
}

// causes are why it is not known which items there are.
func (out loopResult) causes() []*value.Cause {
	var all []*value.Cause
	for _, u := range out.undecided {
		all = append(all, u.Causes()...)
	}
	return all
}

func emptyList(elem cty.Type, isList bool) value.Value {
	if isList {
		return value.List(elem, nil)
	}
	return value.Tuple(nil)
}

func (ev *evaluator) forEach(e *model.For) Result {
	source := ev.eval(e.Source)
	if source.Err != nil {
		if !source.remaining().IsKnown() {
			source.remains = nil
			return source
		}
		return after(source, ev.forOver(e, Of(source.remaining())))
	}
	return overChoices(source, func(source Result) Result { return ev.forOver(e, source) })
}

// forOver evaluates a for expression for a source that has been evaluated.
func (ev *evaluator) forOver(e *model.For, source Result) Result {
	at := e.Source.Range()
	v := source.Value
	if v.IsNull() {
		return failure(at, "Iteration over null value", "A null value cannot be used as the collection in a for expression.")
	}
	t := v.Type()
	if t.IsPrimitiveType() || t.IsCapsuleType() {
		return failure(at, "Iteration over non-iterable value",
			"A value of type "+t.FriendlyName()+" cannot be used as the collection in a for expression.")
	}
	source = notNull(source, at, "Iteration over null value", "A null value cannot be used as the collection in a for expression.")
	v = source.Value
	var result Result
	result.inherit(source)
	if t == cty.DynamicPseudoType && !v.IsPartial() {
		result.risk(problem(at, "Iteration over unknown value", "It is not known yet whether this value is a collection."), v)
	}
	if e.Key != nil {
		return ev.forObject(e, v, result)
	}
	s := ev.itemsIn(e, v)
	if ev.unmet(e, s, &result); result.Err != nil {
		return result
	}
	out := ev.each(s, &result, func(it value.Item) (Result, Result) {
		condition := ev.enter(e, it)
		if condition.Err != nil || condition.Value.IsFalse() {
			return condition, Result{}
		}
		return condition, ev.eval(e.Value)
	})
	if result.Err != nil && (out.lost || !ev.inBranch()) {
		return result
	}
	list := out.list(cty.DynamicPseudoType, false, v)
	if result.Err != nil {
		return result.leaving(list)
	}
	result.Value = list
	return result
}

// guess is what has been guessed in an evaluation.
type guess struct {
	any    bool
	causes []*value.Cause
}

func (g *guess) note(v value.Value) {
	if !v.IsKnown() {
		g.any, g.causes = true, value.Union(g.causes, v.Causes())
	}
}

// unmet evaluates the condition of a for expression that has nothing to go over, where all that can be wrong is what has nothing to
// do with the elements. In HCL, that is an error, unless it is in a branch and it is not known which one counts.
func (ev *evaluator) unmet(e *model.For, s sequenceOf, result *Result) {
	if e.Condition == nil || s.most > 0 || ev.budget.Exceeded() {
		return
	}
	before := ev.guessed
	ev.guessed = guess{}
	anything := value.Of(cty.DynamicVal)
	r := ev.enter(e, value.Item{Key: anything, Value: anything})
	guessed := ev.guessed
	ev.guessed = before
	switch causes := value.Union(r.Causes, guessed.causes); {
	case r.Err != nil && !guessed.any:
		result.fail(r)
	case r.Err != nil && len(causes) > 0:
		result.mayFail(r.Err, causes)
	case r.MayFail != nil && len(causes) > 0:
		result.mayFail(r.MayFail, causes)
	}
}

// enter binds the variables and evaluates the condition.
func (ev *evaluator) enter(e *model.For, it value.Item) Result {
	ev.trace.element(it)
	if e.KeySlot >= 0 {
		ev.bind(e.KeySlot, it.Key)
	}
	ev.bind(e.ValueSlot, it.Value)
	if e.Condition == nil {
		return included
	}
	r := ev.eval(e.Condition)
	if r.Err != nil {
		return r
	}
	const summary = "Invalid 'for' condition"
	r = notNull(r, e.Condition.Range(), summary, "The value of the 'if' clause must not be null.")
	if r.Err != nil {
		return r
	}
	return converted(r, e.Condition.Range(), cty.Bool, summary, "The 'if' clause value is invalid: %s.")
}
