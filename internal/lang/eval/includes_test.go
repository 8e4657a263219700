package eval

import (
	"fmt"
	"strings"

	"github.com/zclconf/go-cty/cty"

	"github.com/planfmt/planfmt/internal/lang/value"
)

// includes says why a concrete value is not one of those that v may be, or "".
func includes(v value.Value, c cty.Value, chosen map[string]cty.Value) string {
	a := v.Cty()
	if a.IsKnown() {
		return includesParts(v, c, chosen)
	}
	if id := v.Identity(); id != "" && chosen != nil {
		if w, ok := chosen[id]; ok && !w.RawEquals(c) {
			return fmt.Sprintf("%#v is not %s, which is %#v", c, id, w)
		}
	}
	if choices, ok := v.Choices(); ok {
		for _, choice := range choices {
			if includes(choice, c, chosen) == "" {
				return ""
			}
		}
		return fmt.Sprintf("%#v is none of the choices", c)
	}
	if c.IsNull() {
		if !v.MayBeNull() {
			return "null"
		}
		return ""
	}
	if len(c.Type().TestConformance(a.Type())) > 0 {
		return fmt.Sprintf("%#v is not of type %#v", c, a.Type())
	}
	if t := c.Type(); t == cty.String {
		if s := c.AsString(); !strings.HasPrefix(s, v.Prefix()) || !strings.HasSuffix(s, v.Suffix()) {
			return fmt.Sprintf("%q does not start with %q and end with %q", s, v.Prefix(), v.Suffix())
		}
	} else if least, most, ok := v.Length(); ok {
		if !t.IsTupleType() && !t.IsCollectionType() && !t.IsObjectType() {
			return fmt.Sprintf("%#v is no list", c)
		}
		if n := c.LengthInt(); n < least || n > most {
			return fmt.Sprintf("%d elements, not between %d and %d", n, least, most)
		}
		if t.IsListType() {
			for i, e := range c.AsValueSlice() {
				if own, exists := v.At(i); exists == value.Always && includes(own, e, chosen) != "" {
					return fmt.Sprintf("the element %d of %#v is not %#v", i, c, own.Cty())
				}
			}
		}
	}
	infinite := c.Type() == cty.Number && c.AsBigFloat().IsInf()
	if a.Type() != cty.DynamicPseudoType && !infinite {
		if ok := a.Range().Includes(c); ok.IsKnown() && ok.False() {
			return fmt.Sprintf("%#v is not in the range of %#v", c, a)
		}
	}
	for _, name := range v.CertainNames() {
		member, _ := v.CertainMember(name)
		if got, ok := value.Of(c).Attr(name); !ok {
			return fmt.Sprintf("%#v has no %s", c, name)
		} else if why := includes(member, got.Cty(), chosen); why != "" {
			return name + " is not what it certainly is: " + why
		}
	}
	if s, ok := v.Sequence(); ok && !s.Unordered {
		if !embeds(s.Candidates, c.AsValueSlice(), chosen) {
			return fmt.Sprintf("%#v has not the elements of a partial list", c)
		}
	} else if members, ok := v.Members(); ok {
		return includesMembers(members, c.AsValueSlice(), chosen)
	}
	return ""
}

// embeds reports whether the elements are candidates in order, and no certain one is missing.
func embeds(candidates []value.Candidate, elems []cty.Value, chosen map[string]cty.Value) bool {
	if len(candidates) == 0 {
		return len(elems) == 0
	}
	first, rest := candidates[0], candidates[1:]
	if len(elems) > 0 && includes(first.Value, elems[0], chosen) == "" && embeds(rest, elems[1:], chosen) {
		return true
	}
	if first.Many && len(elems) > 0 && includes(first.Value, elems[0], chosen) == "" && embeds(candidates, elems[1:], chosen) {
		return true
	}
	return !first.Certain && embeds(rest, elems, chosen)
}

func includesMembers(members []value.Candidate, elems []cty.Value, chosen map[string]cty.Value) string {
	for _, e := range elems {
		found := false
		for _, m := range members {
			found = found || includes(m.Value, e, chosen) == ""
		}
		if !found {
			return fmt.Sprintf("%#v is not one of the elements", e)
		}
	}
	for _, m := range members {
		found := !m.Certain
		for _, e := range elems {
			found = found || includes(m.Value, e, chosen) == ""
		}
		if !found {
			return fmt.Sprintf("a certain element, %#v, is missing", m.Value.Cty())
		}
	}
	return ""
}

func includesParts(v value.Value, c cty.Value, chosen map[string]cty.Value) string {
	a := v.Cty()
	at, ct := a.Type(), c.Type()
	switch {
	case a.IsNull() || c.IsNull():
		if a.IsNull() != c.IsNull() {
			return fmt.Sprintf("%#v is not %#v", c, a)
		}
		return ""
	case at.IsPrimitiveType(), at == cty.DynamicPseudoType, at.IsSetType() && a.IsWhollyKnown():
		if !at.Equals(ct) || c.Equals(a).False() {
			return fmt.Sprintf("%#v is not %#v", c, a)
		}
		return ""
	case at.IsObjectType() != ct.IsObjectType(), at.IsTupleType() != ct.IsTupleType(), at.IsListType() != ct.IsListType(),
		at.IsMapType() != ct.IsMapType(), at.IsSetType() != ct.IsSetType():
		return fmt.Sprintf("%#v is not of type %#v", c, at)
	case at.IsSetType():
		members, _ := v.Members()
		least, most, _ := v.Length()
		if n := c.LengthInt(); n < least || n > most {
			return fmt.Sprintf("%d elements, not between %d and %d", n, least, most)
		}
		return includesMembers(members, c.AsValueSlice(), chosen)
	case a.LengthInt() != c.LengthInt():
		return fmt.Sprintf("%#v has not the length of %#v", c, a)
	}
	elems := v.Elems()
	other := c.ElementIterator()
	i := 0
	for it := a.ElementIterator(); it.Next() && other.Next(); i++ {
		key, _ := it.Element()
		otherKey, e := other.Element()
		if !key.RawEquals(otherKey) {
			return fmt.Sprintf("%#v has not the keys of %#v", c, a)
		}
		if why := includes(elems[i], e, chosen); why != "" {
			return why
		}
	}
	return ""
}
