package dynamic

import (
	"math"
	"math/big"
	"slices"
	"strconv"
	"strings"

	"github.com/zclconf/go-cty/cty"

	"github.com/planfmt/planfmt/values"
)

// The names of what a refinement says.
const (
	refinedNull = 1 + iota
	refinedPrefix
	refinedMin
	refinedMax
	refinedMinLength
	refinedMaxLength
)

// maxRefinement is how many bytes may say what is known about an unknown value. go-cty
// has the same limit.
const maxRefinement = 1024

// refining is a refinement that is being decoded.
type refining struct {
	values.Refinement
	seen     uint // has a bit for each property
	min, max *big.Float
}

func (r *refining) has(properties ...uint) bool {
	return slices.ContainsFunc(properties, func(p uint) bool { return r.seen&(1<<p) != 0 })
}

// refinement decodes what is known about an unknown value: a map of length bytes, which
// have just been read.
//
// go-cty makes a known value of an unknown one if no more than that value is left. It does the same before it writes one, so
// none is written that way, and planfmt refuses it: it would hide a value that the program that applies the plan knows.
func (d *Decoder) refinement(start, length int, typ *decodeShape) (values.Refinement, error) {
	var r refining
	if length > maxRefinement {
		return r.Refinement, d.fail(start, "a refinement of %d bytes, but at most %d are allowed", length, maxRefinement)
	}
	in := d.in
	defer func() { d.in = in }()
	d.in, d.pos = in[:d.pos], d.pos-length
	h, err := d.header()
	if err != nil {
		return r.Refinement, err
	}
	if h.kind != values.Object {
		return r.Refinement, d.fail(start, "a refinement: want object, have %s", h)
	}
	for i := range h.length {
		if err := d.refine(&r, i == h.length-1); err != nil {
			return r.Refinement, err
		}
	}
	d.pos = len(d.in) // padding may follow
	return d.refined(start, &r, typ)
}

// refined returns the refinement that has been decoded, as far as it is possible for a value of the type.
func (d *Decoder) refined(start int, r *refining, typ *decodeShape) (values.Refinement, error) {
	t := d.typeOf(typ)
	order := -1
	if r.min != nil && r.max != nil {
		order = r.min.Cmp(r.max)
	}
	isString, isNumber, isCollection := r.has(refinedPrefix), r.has(refinedMin, refinedMax), r.has(refinedMinLength, refinedMaxLength)
	wrong := isString && (isNumber || isCollection) || isNumber && isCollection
	if typ.isOwn() {
		wrong = wrong || isString && t != cty.String || isNumber && t != cty.Number || isCollection && !t.IsCollectionType()
	}
	low, high := r.Length.Min.Number, r.Length.Max.Number
	switch {
	case t == cty.DynamicPseudoType: // go-cty ignores refinements of such values
		return values.Refinement{}, nil
	case wrong:
		return values.Refinement{}, d.fail(start, "a refinement that no value of the type can have")
	case order > 0, order == 0 && (r.Number.Min.IsBeyond || r.Number.Max.IsBeyond), r.Length.IsEmpty():
		return values.Refinement{}, d.fail(start, "a refinement that contradicts itself")
	case !r.NotNull:
	case order == 0, high == "0", low == high && high != "" && t.IsListType(), low == high && high == "1" && t.IsSetType():
		return values.Refinement{}, d.fail(start, "an unknown value of which only one is possible")
	}
	return r.Refinement, nil
}

// refine decodes the next thing that a refinement says.
func (d *Decoder) refine(r *refining, isLast bool) error {
	start := d.pos
	key, err := d.header()
	switch {
	case err != nil:
		return err
	case key.kind != values.Number || key.number == float:
		return d.fail(start, "a refinement: want the number of a property, have %s", key)
	case key.integer < refinedNull || key.integer > refinedMaxLength:
		// go-cty ignores a property that it does not know, but not its value: that would be the next property.
		if !isLast {
			return d.fail(start, "a refinement with a property that is not known before others")
		}
		return nil
	case r.has(uint(key.integer)):
		return d.fail(start, "a refinement that says the same thing twice")
	}
	r.seen |= 1 << key.integer
	start = d.pos
	switch key.integer {
	case refinedNull:
		h, err := d.refinedAs(values.Bool)
		if err == nil && h.bool {
			err = d.fail(start, "an unknown value that is known to be null")
		}
		r.NotNull = true
		return err
	case refinedPrefix:
		h, err := d.refinedAs(values.String)
		if err != nil {
			return err
		}
		prefix := d.take(h.length)
		if !values.ValidString(bytesOf(prefix)) {
			return d.fail(start, "a prefix that is not UTF-8")
		}
		r.Prefix = strings.Clone(cty.NormalizeString(prefix))
	case refinedMin:
		r.Number.Min, r.min, err = d.bound()
	case refinedMax:
		r.Number.Max, r.max, err = d.bound()
	case refinedMinLength:
		r.Length.Min, err = d.length()
		switch r.Length.Min.Number {
		case "0": // every length is
			r.Length.Min = values.Bound{}
		case strconv.Itoa(math.MaxInt):
			return d.fail(start, "a length of at least %d", math.MaxInt)
		}
	case refinedMaxLength:
		r.Length.Max, err = d.length()
		if r.Length.Max.Number == strconv.Itoa(math.MaxInt) { // every length is at most that
			r.Length.Max = values.Bound{}
		}
	}
	return err
}

// refinedAs reads the first bytes of a value that must be of a kind.
func (d *Decoder) refinedAs(k values.Kind) (header, error) {
	start := d.pos
	h, err := d.header()
	if err == nil && h.kind != k {
		err = d.fail(start, "a refinement: want %s, have %s", k, h)
	}
	return h, err
}

// bound decodes a number and whether it is in the range. exact is the number as go-cty compares it.
func (d *Decoder) bound() (b values.Bound, exact *big.Float, err error) {
	start := d.pos
	h, err := d.refinedAs(values.Array)
	if err != nil {
		return b, nil, err
	}
	if h.length != 2 {
		return b, nil, d.fail(start, "the bound of a number: want 2 elements, have %d", h.length)
	}
	start = d.pos
	number, err := d.header()
	switch {
	case err != nil:
		return b, nil, err
	case number.kind == values.String:
		text, ok := spellNumber(nil, d.take(number.length))
		if !ok {
			return b, nil, d.fail(start, "the bound of a number is spelled wrong")
		}
		b.Number = string(text)
		exact, _, err = big.ParseFloat(b.Number, 10, precision, big.ToNearestEven)
		if err != nil {
			return b, nil, d.fail(start, "the bound of a number is spelled wrong")
		}
	case number.kind != values.Number:
		return b, nil, d.fail(start, "the bound of a number: want number, have %s", number)
	case number.number == float && (math.IsNaN(number.float) || math.IsInf(number.float, 0)):
		return b, nil, d.fail(start, "%v as the bound of a number", number.float)
	default:
		b.Number, exact = string(number.appendNumber(nil)), number.exact()
	}
	isIn, err := d.refinedAs(values.Bool)
	b.IsBeyond = !isIn.bool
	return b, exact, err
}

// length decodes a number of elements.
func (d *Decoder) length() (values.Bound, error) {
	start := d.pos
	h, err := d.refinedAs(values.Number)
	switch {
	case err != nil:
		return values.Bound{}, err
	case h.number == float || h.integer > math.MaxInt64:
		return values.Bound{}, d.fail(start, "the bound of a length is not an integer from 0")
	}
	return values.Bound{Number: strconv.FormatUint(h.integer, 10)}, nil
}
