package value

import (
	"errors"
	"fmt"
	"math/big"

	"github.com/zclconf/go-cty/cty"
	"golang.org/x/text/unicode/norm"
)

// Facts are what is known of a value besides its type. The zero Facts say nothing.
type Facts struct {
	NotNull bool
	// Prefix and Suffix are of strings. Characters at the open end that may combine with others
	// are ignored.
	Prefix, Suffix string
	// Min and Max are bounds of numbers, or nil. They are inclusive unless the field
	// beside them is set.
	Min, Max                   *big.Float
	MinExclusive, MaxExclusive bool
	// MinLength and MaxLength are of lists, sets and maps. No greatest length is nil.
	MinLength int
	MaxLength *int
}

// ErrContradiction is the error of facts that cannot all be true.
var ErrContradiction = errors.New("the facts contradict each other")

// Refine returns the value with facts, as far as they fit its type; the other
// facts are ignored. If the facts contradict each other or what is known of the
// value, it returns the value as it was, and an error that is ErrContradiction. Its text
// says what the contradiction is, unless the value is sensitive.
func Refine(v Value, f Facts) (refined Value, err error) {
	if v.v.IsKnown() {
		return v, v.check(f)
	}
	if v.v.Type() == cty.DynamicPseudoType {
		return v, nil
	}
	defer func() {
		// cty panics if a refinement contradicts what it knows.
		if r := recover(); r != nil {
			refined, err = v, ErrContradiction
		}
	}()
	b := v.v.Refine()
	if f.NotNull {
		b = b.NotNull()
	}
	t := v.v.Type()
	suffix := ""
	switch {
	case t == cty.String:
		if f.Prefix != "" {
			b = b.StringPrefix(f.Prefix)
		}
		suffix = safeSuffix(f.Suffix)
		if have := v.Suffix(); commonSuffix(have, suffix) != have && commonSuffix(have, suffix) != suffix {
			return v, contradiction(v, fmt.Sprintf("it ends with %q and with %q", have, suffix))
		} else if len(have) > len(suffix) {
			suffix = have
		}
	case t == cty.Number:
		if f.Min != nil {
			b = b.NumberRangeLowerBound(cty.NumberVal(f.Min), !f.MinExclusive)
		}
		if f.Max != nil {
			b = b.NumberRangeUpperBound(cty.NumberVal(f.Max), !f.MaxExclusive)
		}
	case t.IsCollectionType():
		if f.MinLength > 0 {
			b = b.CollectionLengthLowerBound(f.MinLength)
		}
		if f.MaxLength != nil {
			if *f.MaxLength < 0 {
				return v, contradiction(v, "its length is negative")
			}
			b = b.CollectionLengthUpperBound(*f.MaxLength)
		}
	}
	c := b.NewValue()
	if t == cty.Number && !c.IsKnown() {
		if i := bounds(c); i.lo != nil && i.hi != nil && (i.lo.Cmp(i.hi) > 0 || i.lo.Cmp(i.hi) == 0 && !(i.loInc && i.hiInc)) {
			return v, contradiction(v, "no number is in both bounds")
		}
	}
	if c.IsKnown() && !c.IsWhollyKnown() {
		// A list whose length is known. Its elements are unknown for the same reason.
		return v.collapse(c), nil
	}
	refined = v.WithCty(c)
	return refined.WithSuffix(suffix), nil
}

// collapse returns a collection of unknown elements in place of an unknown one.
func (v Value) collapse(c cty.Value) Value {
	known := Value{v: c}
	elems := known.Elems()
	for i, e := range elems {
		path := ""
		if c.Type().IsListType() {
			path = fmt.Sprintf("[%d]", i)
		}
		elems[i] = v.Part(e.v.Type(), path)
	}
	if c.Type().IsListType() {
		known = List(c.Type().ElementType(), elems)
	} else {
		known = Set(c.Type().ElementType(), elems)
	}
	if v.IsSensitive() {
		known = known.WithSensitive()
	}
	return known
}

// check reports facts that a known value contradicts.
func (v Value) check(f Facts) error {
	if v.v.IsNull() {
		if f.NotNull {
			return contradiction(v, "it is null")
		}
		return nil
	}
	t := v.v.Type()
	switch {
	case t == cty.String:
		s := Value{v: cty.UnknownVal(cty.String).Refine().StringPrefix(f.Prefix).NewValue()}.WithSuffix(f.Suffix)
		if disjointStrings(v, s) {
			return contradiction(v, fmt.Sprintf("it is %q", v.v.AsString()))
		}
	case t == cty.Number:
		i := interval{lo: f.Min, hi: f.Max, loInc: !f.MinExclusive, hiInc: !f.MaxExclusive}
		if n := bounds(v.v); n.less(i) == Always || i.less(n) == Always {
			return contradiction(v, "it is "+n.lo.Text('g', -1))
		}
	case t.IsCollectionType():
		lo, hi, _ := v.Length()
		if hi < f.MinLength || f.MaxLength != nil && lo > *f.MaxLength {
			return contradiction(v, fmt.Sprintf("its length is %d", hi))
		}
	}
	return nil
}

func contradiction(v Value, text string) error {
	if v.HasSensitive() {
		return ErrContradiction
	}
	return fmt.Errorf("%w: %s", ErrContradiction, text)
}

// safeSuffix returns the part of the end of a text that stays the same whatever
// is put in front of it: without first characters that may combine with others.
func safeSuffix(s string) string {
	s = norm.NFC.String(s)
	for s != "" {
		p := norm.NFC.PropertiesString(s)
		if p.Size() == 0 || p.BoundaryBefore() {
			break
		}
		s = s[p.Size():]
	}
	return s
}
