package dynamic

import (
	"math"
	"strconv"
	"strings"

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

// refinement decodes what is known about an unknown value: a map of length bytes, which
// have just been read. isNull says that the value is known to be null, so that it is not
// unknown. What future versions may say beyond that is passed over.
func (d *Decoder) refinement(start, length int) (r values.Refinement, isNull bool, err error) {
	if length > maxRefinement {
		return r, false, d.fail(start, "a refinement of %d bytes, but at most %d are allowed", length, maxRefinement)
	}
	in := d.in
	defer func() { d.in = in }()
	d.in, d.pos = in[:d.pos], d.pos-length
	h, err := d.header()
	if err != nil {
		return r, false, err
	}
	if h.kind != values.Object {
		return r, false, d.fail(start, "a refinement: want object, have %s", h)
	}
	seen := uint64(0)
	for range h.length {
		if err := d.refine(&r, &isNull, &seen); err != nil {
			return r, false, err
		}
	}
	if r.Number.IsEmpty() || r.Length.IsEmpty() {
		return r, false, d.fail(start, "a refinement that contradicts itself")
	}
	d.pos = len(d.in) // padding may follow
	return r, isNull, nil
}

// refine decodes the next thing that a refinement says. seen has a bit for each property that has been said.
func (d *Decoder) refine(r *values.Refinement, isNull *bool, seen *uint64) error {
	start := d.pos
	key, err := d.header()
	switch {
	case err != nil:
		return err
	case key.kind != values.Number || key.number == float:
		return d.fail(start, "a refinement: want the number of a property, have %s", key)
	}
	if key.integer <= refinedMaxLength {
		if bit := uint64(1) << key.integer; *seen&bit == 0 {
			*seen |= bit
		} else {
			return d.fail(start, "a refinement that says the same thing twice")
		}
	}
	start = d.pos
	switch key.integer {
	case refinedNull:
		h, err := d.refinedAs(values.Bool)
		*isNull, r.NotNull = h.bool, !h.bool
		return err
	case refinedPrefix:
		h, err := d.refinedAs(values.String)
		if err != nil {
			return err
		}
		r.Prefix = strings.Clone(d.take(h.length))
		if !values.ValidString([]byte(r.Prefix)) {
			return d.fail(start, "a prefix that is not UTF-8")
		}
		return nil
	case refinedMin:
		r.Number.Min, err = d.bound()
	case refinedMax:
		r.Number.Max, err = d.bound()
	case refinedMinLength:
		r.Length.Min, err = d.length()
	case refinedMaxLength:
		r.Length.Max, err = d.length()
	default:
		return d.skip()
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

// bound decodes a number and whether it is in the range.
func (d *Decoder) bound() (values.Bound, error) {
	var b values.Bound
	start := d.pos
	h, err := d.refinedAs(values.Array)
	if err != nil {
		return b, err
	}
	if h.length != 2 {
		return b, d.fail(start, "the bound of a number: want 2 elements, have %d", h.length)
	}
	start = d.pos
	number, err := d.header()
	switch {
	case err != nil:
		return b, err
	case number.kind == values.String:
		text, ok := spellNumber(nil, d.take(number.length))
		if !ok {
			return b, d.fail(start, "the bound of a number is spelled wrong")
		}
		b.Number = string(text)
	case number.kind != values.Number:
		return b, d.fail(start, "the bound of a number: want number, have %s", number)
	case number.number == float && math.IsNaN(number.float):
		return b, d.fail(start, "NaN as the bound of a number")
	case number.number == float && math.IsInf(number.float, 0): // as good as no bound
	default:
		b.Number = string(number.appendNumber(nil))
	}
	isIn, err := d.refinedAs(values.Bool)
	b.IsBeyond = b.Number != "" && !isIn.bool
	return b, err
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

// skip moves past a value.
func (d *Decoder) skip() error {
	for left := 1; left > 0; left-- {
		h, err := d.header()
		if err != nil {
			return err
		}
		switch h.kind {
		case values.Array:
			left += h.length
		case values.Object:
			left += 2 * h.length
		default:
			d.pos += h.length
		}
	}
	return nil
}
