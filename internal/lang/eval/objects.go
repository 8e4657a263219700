package eval

import (
	"slices"

	"github.com/zclconf/go-cty/cty"

	"github.com/planfmt/planfmt/internal/lang/model"
	"github.com/planfmt/planfmt/internal/lang/value"
)

// objectLoop is a for expression that makes an object, while it is evaluated.
type objectLoop struct {
	ev     *evaluator
	e      *model.For
	source value.Value
	over   sequenceOf
	// entries are the attributes of the object, by their names. If open is set, there may be others.
	entries map[string]*worldAttr
	open    bool
	// unknown are the keys that are not known.
	unknown   []value.Value
	sensitive bool // at least the keys are
	lost      bool // a key has an error, so that nothing is left of the object
}

// worldAttr is an attribute of such an object: what it is in the worlds in which it is there, or the elements of its list if
// the for expression groups them.
type worldAttr struct {
	values  []value.Candidate
	certain bool
}

// forObject evaluates a for expression that makes an object.
func (ev *evaluator) forObject(e *model.For, v value.Value, result Result) Result {
	s := ev.itemsIn(e, v)
	l := &objectLoop{
		ev: ev, e: e, source: v, over: s, entries: map[string]*worldAttr{},
		sensitive: v.IsSensitive(),
	}
	if ev.unmet(e, s, &result); result.Err != nil {
		return result
	}
	out := ev.each(s, &result, l.item)
	if result.Err != nil && (out.lost || l.lost || !ev.inBranch()) {
		return result
	}
	for _, en := range l.entries {
		l.open = l.open || !en.certain
	}
	if l.open {
		from := []value.Value{v}
		for _, it := range out.items {
			from = append(from, it.v)
		}
		from = append(append(from, l.unknown...), out.undecided...)
		result.Value = value.Derive(cty.DynamicVal, from...).NotNull().WithMembers(l.certain(out))
	} else {
		attrs := make(map[string]value.Value, len(l.entries))
		for name, en := range l.entries {
			attrs[name] = l.attr(en, out)
		}
		result.Value = value.Object(attrs)
	}
	if l.sensitive || out.sensitive {
		result.Value = result.Value.WithSensitive()
	}
	if result.Err != nil {
		return result.leaving(result.Value)
	}
	return result
}

const invalidKey = "Invalid object key"

// item evaluates the expression for an item of the collection, and notes the entry.
func (l *objectLoop) item(it value.Item) (condition, val Result) {
	condition = l.ev.enter(l.e, it)
	if condition.Err != nil || condition.Value.IsFalse() {
		return condition, Result{}
	}
	at := l.e.Key.Range()
	key := notNull(l.ev.eval(l.e.Key), at, invalidKey, "The key of an object must not be null.")
	if key.Err == nil {
		key = converted(key, at, cty.String, invalidKey, "The key expression produced an invalid result: %s.")
	}
	if left := key.remaining(); key.Err != nil && (left.Type() != cty.String || !left.IsKnown()) {
		l.lost = true
		return condition, key
	}
	val = l.ev.eval(l.e.Value)
	if val.Err != nil && !l.ev.inBranch() {
		return condition, val
	}
	if key.Err != nil {
		val = key.leaving(val.remaining())
		key.Value = key.remaining()
	}
	val.inherit(key)
	l.sensitive = l.sensitive || key.Value.HasSensitive()
	if !key.Value.IsKnown() {
		l.open = true
		l.unknown = append(l.unknown, key.Value)
		if !l.e.Group && (len(l.over.items) > 1 || l.over.most > 1) {
			val.risk(problem(at, "Duplicate object key", "A key of the object is not known yet, so it may turn out to be there twice."), key.Value)
		}
		return condition, val
	}
	name := key.Value.Cty().AsString()
	en := l.entries[name]
	if en == nil {
		en = &worldAttr{}
		l.entries[name] = en
	}
	certain := it.Certain && condition.Value.IsKnown()
	if !l.e.Group && (len(en.values) > 0 || it.Many && l.over.most > 1) {
		d := problem(at, "Duplicate object key", "Two different items produced the same key in this for expression. If duplicates are expected, the ellipsis (...) after the value expression groups them by key.")
		if certain && en.certain && !l.over.unordered {
			return condition, Result{Err: d}
		}
		val.risk(d, value.Derive(cty.DynamicVal, l.source, it.Value, condition.Value))
	}
	en.values = append(en.values, value.Candidate{Value: val.remaining(), Certain: certain, Many: it.Many})
	en.certain = en.certain || certain
	return condition, val
}

// certain returns the attributes that there are in any case, although there may be others. What is grouped may have more elements.
func (l *objectLoop) certain(out loopResult) map[string]value.Value {
	members := map[string]value.Value{}
	for name, en := range l.entries {
		if !en.certain {
			continue
		}
		if l.e.Group {
			more := value.Candidate{Value: value.Unknown(cty.DynamicPseudoType), Many: true}
			en = &worldAttr{values: append(slices.Clone(en.values), more)}
		}
		members[name] = l.attr(en, out)
	}
	return members
}

// attr returns the value of an entry.
func (l *objectLoop) attr(en *worldAttr, out loopResult) value.Value {
	if !l.e.Group {
		// If there are several, all but one of them are an error or not there.
		joined := en.values[0].Value
		for _, c := range en.values[1:] {
			joined = value.Join(joined, c.Value)
		}
		return joined
	}
	list := value.Partial(cty.DynamicPseudoType, en.values)
	if l.over.unordered || l.open {
		list = value.Unordered(cty.DynamicPseudoType, en.values, 1)
	}
	if !list.IsKnown() {
		list = list.WithCauses(l.source.Causes()...).WithCauses(out.causes()...)
	}
	return list
}
