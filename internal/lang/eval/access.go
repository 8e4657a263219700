package eval

import (
	"fmt"
	"maps"
	"math/big"
	"slices"

	"github.com/zclconf/go-cty/cty"

	"github.com/planfmt/planfmt/diag"
	"github.com/planfmt/planfmt/internal/base/near"
	"github.com/planfmt/planfmt/internal/lang/model"
	"github.com/planfmt/planfmt/internal/lang/value"
)

const (
	unsupportedAttribute = "Unsupported attribute"
	invalidIndex         = "Invalid index"
)

func (ev *evaluator) attr(e *model.Attr) Result {
	if o := ev.objectAt(e.Object); o != nil {
		if r, ok := o.Attr(e.Name); ok {
			return ev.read(r)
		}
		return failure(nameAt(e), unsupportedAttribute, fmt.Sprintf("There is no attribute named %q.", e.Name))
	}
	r := ev.eval(e.Object)
	if r.Err != nil {
		return after(r, ev.attribute(Of(r.remaining()), e.Name, nameAt(e)))
	}
	return overChoices(r, func(r Result) Result { return ev.forgive(e, r.Value, ev.attribute(r, e.Name, nameAt(e))) })
}

// nameAt returns where the name of an attribute is, or the expression if that is not known.
func nameAt(e *model.Attr) diag.Range {
	if e.NameAt.IsZero() {
		return e.Range()
	}
	return e.NameAt
}

// attribute returns an attribute of an object, or an element of a map.
func (ev *evaluator) attribute(r Result, name string, at diag.Range) Result {
	v := r.Value
	t := v.Type()
	if v.IsNull() {
		return failure(at, "Attempt to get attribute from null value", "This value is null, so it does not have any attributes.")
	}
	switch {
	case t.IsObjectType():
		if !t.HasAttribute(name) {
			if rest, ok := missing(r, value.Of(cty.StringVal(name)), at); ok {
				return rest
			}
			return failure(at, unsupportedAttribute, fmt.Sprintf("This object does not have an attribute named %q.", name)+ev.meant(name, v))
		}
	case t.IsMapType(), t == cty.DynamicPseudoType && !v.IsPartial():
	case (t.IsListType() || t.IsSetType()) && t.ElementType().IsObjectType():
		return failure(at, unsupportedAttribute, "A list or set of objects does not have attributes, but its elements may have. An index or a splat expression leads to them.")
	case t.IsPrimitiveType():
		return failure(at, unsupportedAttribute, fmt.Sprintf("A %s does not have attributes.", t.FriendlyName()))
	default:
		return failure(at, unsupportedAttribute, "This value does not have any attributes.")
	}
	if part, ok := v.Attr(name); ok {
		r.Value = part
		return r
	}
	if part, ok := v.CertainMember(name); ok {
		r.Value = part
		return r
	}
	if v.IsKnown() { // a map
		if rest, ok := missing(r, value.Of(cty.StringVal(name)), at); ok {
			return rest
		}
		return failure(at, "Missing map element", "This map does not have an element with the given key.")
	}
	r = notNull(r, at, "Attempt to get attribute from null value", "A null value does not have any attributes.")
	switch {
	case t.IsObjectType():
		r.Value = v.Member(name)
	case t.IsMapType():
		if _, most, _ := v.Length(); most == 0 {
			return failure(at, "Missing map element", "This map does not have an element with the given key.")
		}
		r.risk(problem(at, "Missing map element", "It is not known yet whether this map has an element with the given key."), v)
		r.Value = v.Member(name)
	default:
		r.risk(problem(at, unsupportedAttribute, "It is not known yet whether this value has an attribute with this name."), v)
		r.Value = v.Part(cty.DynamicPseudoType, "."+name)
	}
	return r
}

// missing returns an attribute that an object lacks, but that may exist.
func missing(r Result, key value.Value, at diag.Range) (Result, bool) {
	v, why, ok := r.Value.Missing(key.Cty().AsString())
	if !ok {
		return Result{}, false
	}
	if key.IsSensitive() {
		why = r.Value.Rest().Cause()
	}
	r.mayFail(problem(at, unsupportedAttribute, "It is not known whether this object has an attribute with this name: "+why.Reason+"."), []*value.Cause{why})
	r.Value = v.DerivedFrom(key)
	return r, true
}

// meant says as a sentence which attribute of an object is meant by a name that is none. Where errors are
// caught, nobody would read that.
func (ev *evaluator) meant(name string, object value.Value) string {
	if ev.caught > 0 || object.IsSensitive() || !object.Type().IsObjectType() {
		return ""
	}
	found := near.Names(name, slices.Collect(maps.Keys(object.Type().AttributeTypes())), 1)
	if len(found) == 0 {
		return ""
	}
	return fmt.Sprintf(" Did you mean %q?", found[0])
}

func (ev *evaluator) index(e *model.Index) Result {
	if o := ev.objectAt(e); o != nil {
		return ev.read(o.Value())
	}
	if root, ok := e.Collection.(*model.Root); ok {
		if lit, ok := e.Key.(*model.Literal); ok && lit.Value.Type() == cty.String && !lit.Value.IsNull() {
			name := lit.Value.Cty().AsString()
			if r, ok := ev.host.Root(root.Name).Attr(name); ok {
				return ev.read(r)
			}
			return failure(e.Key.Range(), unsupportedAttribute, fmt.Sprintf("There is no attribute named %q.", name))
		}
	}
	c := ev.eval(e.Collection)
	if c.Err != nil && !ev.inBranch() {
		return c
	}
	k := ev.eval(e.Key)
	if c.Err != nil || k.Err != nil {
		return indexFailed(c, k, e.Range())
	}
	c.inherit(k)
	if !k.Value.IsKnown() && !ev.spendOn(e, c.Value) {
		return ev.exhausted(e)
	}
	return overChoices(c, func(c Result) Result { return lookup(c, k.Value, e.Range()) })
}

// indexFailed is the error of a collection or of the key.
func indexFailed(c, k Result, at diag.Range) Result {
	failed := c
	if c.Err == nil {
		failed = k
	}
	failed.remains = nil
	left, key := c.remaining(), k.remaining()
	if t := left.Type(); !key.IsKnown() && (t.IsTupleType() || t.IsObjectType()) {
		return failed
	}
	return after(failed, lookup(Of(left), key, at))
}

const noElement = "The given key does not identify an element in this collection value"

// lookup returns the element of a collection at a key.
func lookup(r Result, key value.Value, at diag.Range) Result {
	v := r.Value
	t := v.Type()
	switch {
	case v.IsNull():
		return failure(at, "Attempt to index null value", "This value is null, so it does not have any indices.")
	case key.IsNull():
		return failure(at, invalidIndex, "A null value cannot be used as an indexing key.")
	case t.IsSetType():
		return failure(at, invalidIndex, "The elements of a set have no index or key. A for expression or a splat expression goes over all of them.")
	case t.IsPrimitiveType():
		return failure(at, invalidIndex, "This value does not have any indices.")
	}
	r = notNull(r, at, "Attempt to index null value", "A null value does not have any indices.")
	v = r.Value
	if causes, ok := v.MayBeSet(); ok {
		r.mayFail(problem(at, invalidIndex, "It is not known whether this value is a set, whose elements have no index or key."), causes)
	}
	k := notNull(Of(key), at, invalidIndex, "A null value cannot be used as an indexing key.")
	if c := key.Cty(); c.IsKnown() && c.Type() == cty.String {
		if part, ok := v.CertainMember(c.AsString()); ok {
			r.inherit(k)
			r.Value = part.DerivedFrom(key)
			return r
		}
	}
	want := cty.String
	switch {
	case t.IsListType() || t.IsTupleType() || v.IsPartial():
		want = cty.Number
	case t == cty.DynamicPseudoType:
		r.inherit(k)
		path := ""
		if key.IsKnown() {
			path = keyPath(key)
		}
		r.risk(problem(at, invalidIndex, "It is not known yet whether this value has an element with the given key."), v)
		r.Value = v.Part(cty.DynamicPseudoType, path).DerivedFrom(key)
		return r
	}
	k = converted(k, at, want, invalidIndex, noElement+": %s.")
	if k.Err != nil {
		return k
	}
	r.inherit(k)
	key = k.Value
	switch {
	case want == cty.Number:
		return element(r, key, at)
	case !key.IsKnown():
		return unknownKey(r, key, at)
	}
	name := key.Cty().AsString()
	switch part, ok := v.Attr(name); {
	case ok:
		r.Value = part.DerivedFrom(key)
	case t.IsObjectType() && !t.HasAttribute(name), v.IsKnown():
		if rest, ok := missing(r, key, at); ok {
			return rest
		}
		return noSuchElement(v, key, at, "")
	case t.IsObjectType():
		r.Value = v.Member(name).DerivedFrom(key)
	default:
		if _, most, _ := v.Length(); most == 0 {
			return noSuchElement(v, key, at, "the collection has no elements.")
		}
		r.risk(problem(at, invalidIndex, "It is not known yet whether this map has an element with the given key."), v)
		r.Value = v.Member(name).DerivedFrom(key)
	}
	return r
}

// noSuchElement is the error that a collection has no element with a key. Why is left out if
// that may give away something sensitive.
func noSuchElement(v, key value.Value, at diag.Range, why string) Result {
	if why == "" || v.IsSensitive() || key.IsSensitive() {
		return failure(at, invalidIndex, noElement+".")
	}
	return failure(at, invalidIndex, noElement+": "+why)
}

// keyPath is a known key as a part of an identity.
func keyPath(key value.Value) string {
	switch c := key.Cty(); c.Type() {
	case cty.String:
		return "." + c.AsString()
	case cty.Number:
		return "[" + c.AsBigFloat().Text('g', -1) + "]"
	}
	return ""
}

// element returns the element of a list or a tuple at an index, which is a number.
func element(r Result, key value.Value, at diag.Range) Result {
	v := r.Value
	least, most, _ := v.Length()
	if !key.IsKnown() {
		switch {
		case most == 0:
			return noSuchElement(v, key, at, "the collection has no elements.")
		case value.Less(key, value.Of(cty.Zero)) == value.Always:
			return noSuchElement(v, key, at, "a negative number is not a valid index.")
		case value.Less(key, value.Of(cty.NumberIntVal(int64(most)))) == value.Never:
			return noSuchElement(v, key, at, "the index is greater than or equal to the length of the collection.")
		}
		return unknownKey(r, key, at)
	}
	f := key.Cty().AsBigFloat()
	i, accuracy := f.Int64()
	switch {
	case accuracy != big.Exact && f.IsInt():
		i = -1
		if f.Sign() > 0 {
			return noSuchElement(v, key, at, "the index is greater than or equal to the length of the collection.")
		}
	case accuracy != big.Exact:
		return noSuchElement(v, key, at, "the index of an element must be a whole number.")
	}
	if i < 0 {
		return noSuchElement(v, key, at, "a negative number is not a valid index.")
	}
	if i >= int64(most) {
		if most == 0 {
			return noSuchElement(v, key, at, "the collection has no elements.")
		}
		return noSuchElement(v, key, at, "the index is greater than or equal to the length of the collection.")
	}
	if i >= int64(least) {
		r.risk(problem(at, invalidIndex, "It is not known yet whether the collection has an element with this index."), v)
	}
	part, _ := v.At(int(i))
	r.Value = part.DerivedFrom(key)
	return r
}

// unknownKey returns what can be said of an element whose key is not known: that it is one of
// them.
func unknownKey(r Result, key value.Value, at diag.Range) Result {
	v := r.Value
	r.risk(problem(at, invalidIndex, "The key is not known yet, so there may be no element with it."), value.Derive(cty.DynamicVal, key, v))
	items, _, ok := v.Unkeyed()
	t := v.Type()
	if v.IsKnown() && (t.IsListType() || t.IsTupleType()) && key.Type() == cty.Number {
		items = withinBounds(items, key)
	}
	switch {
	case v.Rest() != nil:
		r.mayFail(r.MayFail, []*value.Cause{v.Rest().Cause()})
		r.Value = value.Derive(cty.DynamicVal, v, key).WithCauses(v.Rest().Cause())
	case ok && len(items) == 0: // or the index is between two whole numbers
		return noSuchElement(v, key, at, "")
	case ok:
		part := items[0].Value
		for _, item := range items[1:] {
			part = value.Join(part, item.Value)
		}
		r.Value = part.DerivedFrom(v, key)
	case t.IsListType() || t.IsMapType():
		r.Value = value.Derive(cty.UnknownVal(t.ElementType()), v, key)
	default:
		r.Value = value.Derive(cty.DynamicVal, v, key)
	}
	return r
}

// withinBounds returns the elements whose index may be an unknown number.
func withinBounds(items []value.Item, key value.Value) []value.Item {
	first, last := 0, len(items)
	for first < last && value.Less(value.Of(cty.NumberIntVal(int64(first))), key) == value.Always {
		first++
	}
	for first < last && value.Less(key, value.Of(cty.NumberIntVal(int64(last-1)))) == value.Always {
		last--
	}
	return items[first:last]
}

func (ev *evaluator) splat(e *model.Splat) Result {
	source := ev.eval(e.Source)
	if source.Err != nil {
		source.remains = nil
		return source
	}
	return overChoices(source, func(source Result) Result { return ev.splatOver(e, source) })
}

// splatOver evaluates a splat expression for a source that has been evaluated.
func (ev *evaluator) splatOver(e *model.Splat, source Result) Result {
	v := source.Value
	t := v.Type()
	sequence := t.IsListType() || t.IsTupleType() || t.IsSetType() || v.IsPartial()
	var result Result
	result.inherit(source)
	if v.IsNull() {
		if sequence {
			return failure(e.Source.Range(), "Splat of null value", "A splat expression cannot be applied to a null list, set or tuple.")
		}
		result.Value = value.Tuple(nil).DerivedFrom(v)
		return result
	}
	if sequence && v.MayBeNull() {
		source = notNull(source, e.Source.Range(), "Splat of null value", "A splat expression cannot be applied to a null list, set or tuple.")
		result.inherit(source)
		if v.MayBeUntypedNull() {
			sequence, t = false, cty.DynamicPseudoType
		}
		v = source.Value
	}
	if t == cty.DynamicPseudoType && !sequence {
		ev.bind(e.Slot, value.Derive(cty.DynamicVal, v))
		result.inherit(ev.eval(e.Each))
		result.risk(problem(e.Source.Range(), "Splat of unknown value", "It is not known yet whether this value is a list, and it may be null."), v)
		result.Value = value.Derive(cty.DynamicVal, v).NotNull()
		return result
	}
	// Of a list or a set comes a list, of a tuple or another value a tuple.
	isList := t.IsListType() || t.IsSetType()
	var each sequenceOf
	switch {
	case !sequence:
		items := []value.Item{{Value: v.NotNull(), Certain: !v.MayBeNull()}}
		each = sequenceOf{items: items, most: 1, causes: v.OwnCauses()}
		if items[0].Certain {
			each.least = 1
		}
	default:
		each = ev.itemsOf(v, false)
	}
	out := ev.each(each, &result, func(it value.Item) (Result, Result) {
		ev.bind(e.Slot, it.Value)
		return included, ev.eval(e.Each)
	})
	switch {
	case result.Err != nil && ev.inBranch():
		return result.leaving(ev.splatRemains(e, v, isList))
	case result.Err != nil:
		return result
	}
	et, uniform := cty.DynamicPseudoType, true
	switch {
	case isList && len(out.items) > 0:
		et, uniform = commonType(out.items)
	case isList:
		// What would be wrong with an element is an error even if there is none.
		ev.bind(e.Slot, value.Of(cty.UnknownVal(t.ElementType())))
		r := ev.eval(e.Each)
		if r.Err != nil {
			return r.leaving(value.Of(cty.ListValEmpty(r.remaining().Type())))
		}
		et = r.Value.Type()
	}
	if !uniform {
		d := problem(e.Each.Range(), "Invalid nested splat expressions",
			"The elements are of different types, so they cannot be a list. A for expression can be used in place of the splat expression.")
		for _, it := range out.items {
			if !it.certain || !it.v.Cty().HasWhollyKnownType() {
				result.risk(d, v)
				result.Value = value.Derive(cty.DynamicVal, v).NotNull()
				return result
			}
		}
		return Result{Err: d}
	}
	if isList && et == cty.DynamicPseudoType && !v.IsKnown() {
		result.Value = value.Derive(cty.DynamicVal, v).NotNull()
		return result
	}
	result.Value = out.list(et, isList, v).ListLike(v)
	return result
}

// splatRemains is what is left of a splat expression if there is an error in an element: a type.
func (ev *evaluator) splatRemains(e *model.Splat, source value.Value, isList bool) value.Value {
	each := func(t cty.Type) cty.Type {
		ev.bind(e.Slot, value.Of(cty.UnknownVal(t)))
		return ev.eval(e.Each).remaining().Type()
	}
	t := source.Type()
	switch {
	case isList:
		return value.Of(cty.UnknownVal(cty.List(each(t.ElementType()))))
	case !t.IsTupleType():
		return value.Of(cty.UnknownVal(cty.Tuple([]cty.Type{each(t)})))
	}
	var all []cty.Type
	for _, et := range t.TupleElementTypes() {
		all = append(all, each(et))
	}
	return value.Of(cty.UnknownVal(cty.Tuple(all)))
}

// commonType returns the type of the elements if they can be a list.
func commonType(items []loopItem) (cty.Type, bool) {
	t := items[0].v.Type()
	for _, it := range items[1:] {
		if !it.v.Type().Equals(t) {
			return t, false
		}
	}
	return t, true
}
