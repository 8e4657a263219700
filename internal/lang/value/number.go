package value

import (
	"errors"
	"math/big"

	"github.com/zclconf/go-cty/cty"
)

// interval is a range of numbers. A bound that is nil is infinite.
type interval struct {
	lo, hi       *big.Float
	loInc, hiInc bool
}

// bounds returns the interval of a number, which may be unknown, but is not null.
func bounds(v cty.Value) interval {
	if v.IsKnown() {
		f := v.AsBigFloat()
		return interval{lo: f, hi: f, loInc: true, hiInc: true}
	}
	var i interval
	if v.Type() != cty.Number {
		return i
	}
	r := v.Range()
	if lo, inc := r.NumberLowerBound(); lo.IsKnown() && lo != cty.NegativeInfinity {
		i.lo, i.loInc = lo.AsBigFloat(), inc
	}
	if hi, inc := r.NumberUpperBound(); hi.IsKnown() && hi != cty.PositiveInfinity {
		i.hi, i.hiInc = hi.AsBigFloat(), inc
	}
	return i
}

// less reports whether each number in i is less than each in j.
func (i interval) less(j interval) Truth {
	if i.hi != nil && j.lo != nil {
		if c := i.hi.Cmp(j.lo); c < 0 || c == 0 && !(i.hiInc && j.loInc) {
			return Always
		}
	}
	if i.lo != nil && j.hi != nil && i.lo.Cmp(j.hi) >= 0 {
		return Never
	}
	return Maybe
}

// refined returns an unknown number, not null, in the interval, or the only number there is in it.
func (i interval) refined() cty.Value {
	b := cty.UnknownVal(cty.Number).Refine().NotNull()
	if i.lo != nil && i.hi != nil {
		if c := i.lo.Cmp(i.hi); c > 0 || c == 0 && !(i.loInc && i.hiInc) {
			return b.NewValue() // empty: there is no such number, so nothing can be said of it
		}
	}
	if i.lo != nil && !i.lo.IsInf() {
		b = b.NumberRangeLowerBound(cty.NumberVal(i.lo), i.loInc)
	}
	if i.hi != nil && !i.hi.IsInf() {
		b = b.NumberRangeUpperBound(cty.NumberVal(i.hi), i.hiInc)
	}
	return b.NewValue()
}

// Less compares two numbers, which may be unknown, but are not null. The result
// is never null.
func Less(a, b Value) Truth {
	if !a.v.IsKnown() && !b.v.IsKnown() && a.Identity() != "" && a.Identity() == b.Identity() {
		return Never
	}
	return bounds(a.v).less(bounds(b.v))
}

// Errors of operations on numbers that have no result.
var (
	ErrDivision = errors.New("zero cannot be divided by zero, nor infinity by infinity")
	ErrInfinity = errors.New("this operation on infinite numbers has no result")
)

// Add returns a + b. Both are numbers that may be unknown, but are not null. The
// error err is set if there is no result in any world, may if there is none in some.
func Add(a, b Value) (result Value, may, err error) {
	if a.v.IsKnown() && b.v.IsKnown() {
		return calculate(cty.Value.Add, ErrInfinity, a, b)
	}
	return calculated(bounds(a.v).add(bounds(b.v)), a, b)
}

// Subtract returns a - b. Operands and errors are as those of Add.
func Subtract(a, b Value) (result Value, may, err error) {
	if a.v.IsKnown() && b.v.IsKnown() {
		return calculate(cty.Value.Subtract, ErrInfinity, a, b)
	}
	return calculated(bounds(a.v).add(bounds(b.v).negate()), a, b)
}

// Multiply returns a * b. Operands and errors are as those of Add.
func Multiply(a, b Value) (result Value, may, err error) {
	if a.v.IsKnown() && b.v.IsKnown() {
		return calculate(cty.Value.Multiply, ErrInfinity, a, b)
	}
	return calculated(bounds(a.v).multiply(bounds(b.v)), a, b)
}

// Divide returns a / b. Operands and errors are as those of Add. As in HCL, the
// result is infinite if only b is zero.
func Divide(a, b Value) (result Value, may, err error) {
	if a.v.IsKnown() && b.v.IsKnown() {
		return calculate(cty.Value.Divide, ErrDivision, a, b)
	}
	if !bounds(b.v).has(0) {
		if b.v.IsKnown() && !b.v.AsBigFloat().IsInf() {
			return calculated(bounds(a.v).divide(b.v.AsBigFloat()), a, b)
		}
		return calculated(interval{}, a, b)
	}
	result, may, _ = calculated(interval{}, a, b)
	if bounds(a.v).has(0) {
		may = ErrDivision
	}
	return result.withMeta(func(m *meta) { m.infinite = true }), may, nil
}

// Modulo returns the remainder of a / b. Operands and errors are as those of Add.
// As in HCL, it is a if b is zero.
func Modulo(a, b Value) (result Value, may, err error) {
	if a.v.IsKnown() && b.v.IsKnown() {
		return calculate(cty.Value.Modulo, ErrInfinity, a, b)
	}
	return calculated(interval{}, a, b)
}

// has reports whether a number is in the interval.
func (i interval) has(n int64) bool {
	f := new(big.Float).SetInt64(n)
	point := interval{lo: f, hi: f, loInc: true, hiInc: true}
	return i.less(point) != Always && point.less(i) != Always
}

// mayBeInfinite reports whether a number may be infinite. Unknown numbers of a plan
// are not, only what is computed from them.
func (v Value) mayBeInfinite() bool {
	if v.v.IsKnown() {
		return v.v.AsBigFloat().IsInf()
	}
	return v.m != nil && v.m.infinite
}

// calculated returns an unknown result of an operation on two numbers.
func calculated(i interval, a, b Value) (result Value, may, err error) {
	result = Derive(i.refined(), a, b)
	if !a.mayBeInfinite() && !b.mayBeInfinite() {
		return result, nil, nil
	}
	result = Derive(interval{}.refined(), a, b)
	return result.withMeta(func(m *meta) { m.infinite = true }), ErrInfinity, nil
}

// Negate returns -a, of a number that may be unknown, but is not null.
func Negate(a Value) Value {
	if a.v.IsKnown() {
		return Derive(a.v.Negate(), a)
	}
	result := Derive(bounds(a.v).negate().refined(), a)
	if a.mayBeInfinite() {
		result = result.withMeta(func(m *meta) { m.infinite = true })
	}
	return result
}

// calculate does the operation on two known numbers. cty panics if there is no result.
func calculate(op func(a, b cty.Value) cty.Value, problem error, a, b Value) (result Value, may, err error) {
	defer func() {
		if r := recover(); r != nil {
			result, err = Value{}, problem
		}
	}()
	return Derive(op(a.v, b.v), a, b), nil, nil
}

func (i interval) negate() interval {
	var j interval
	if i.hi != nil {
		j.lo, j.loInc = new(big.Float).Neg(i.hi), i.hiInc
	}
	if i.lo != nil {
		j.hi, j.hiInc = new(big.Float).Neg(i.lo), i.loInc
	}
	return j
}

// The precision of numbers in go-cty, in bits, and that of those which have been made of others.
const precision, leastPrecision = 512, 53

func down() *big.Float { return new(big.Float).SetPrec(precision).SetMode(big.ToNegativeInf) }

func up() *big.Float { return new(big.Float).SetPrec(precision).SetMode(big.ToPositiveInf) }

func infinite(f *big.Float) bool { return f == nil || f.IsInf() }

func (i interval) add(j interval) interval {
	var k interval
	if !infinite(i.lo) && !infinite(j.lo) {
		k.lo, k.loInc = down().Add(i.lo, j.lo), i.loInc && j.loInc
	}
	if !infinite(i.hi) && !infinite(j.hi) {
		k.hi, k.hiInc = up().Add(i.hi, j.hi), i.hiInc && j.hiInc
	}
	return k
}

func (i interval) multiply(j interval) interval {
	var k interval
	if i.isPoint() {
		i, j = j, i
	}
	if j.isPoint() {
		return i.scale(j.lo)
	}
	if infinite(i.lo) || infinite(j.lo) {
		return k
	}
	if infinite(i.hi) || infinite(j.hi) {
		if i.lo.Sign() >= 0 && j.lo.Sign() >= 0 {
			k.lo, k.loInc = down().Mul(i.lo, j.lo), true
		}
		return k
	}
	for _, x := range []*big.Float{i.lo, i.hi} {
		for _, y := range []*big.Float{j.lo, j.hi} {
			if lo := down().Mul(x, y); k.lo == nil || lo.Cmp(k.lo) < 0 {
				k.lo = lo
			}
			if hi := up().Mul(x, y); k.hi == nil || hi.Cmp(k.hi) > 0 {
				k.hi = hi
			}
		}
	}
	k.loInc, k.hiInc = true, true
	return k
}

// isPoint reports whether there is one finite number only in the interval.
func (i interval) isPoint() bool {
	return i.lo != nil && i.hi != nil && !i.lo.IsInf() && i.lo.Cmp(i.hi) == 0
}

func (i interval) scale(by *big.Float) interval {
	var k interval
	if by.Sign() < 0 {
		i, by = i.negate(), new(big.Float).Neg(by)
	}
	// The bounds are rounded, so they are inclusive.
	if !infinite(i.lo) {
		k.lo, k.loInc = down().Mul(i.lo, by), true
	}
	if !infinite(i.hi) {
		k.hi, k.hiInc = up().Mul(i.hi, by), true
	}
	return k
}

func (i interval) divide(by *big.Float) interval {
	var k interval
	if by.Sign() < 0 {
		i, by = i.negate(), new(big.Float).Neg(by)
	}
	// The bounds are rounded, so they are inclusive. go-cty rounds a quotient to the precision of the operands, and
	// that of a length is 64 bits only: 2/3 is another number then.
	if !infinite(i.lo) {
		k.lo, k.loInc = down().SetPrec(leastPrecision).Quo(i.lo, by), true
	}
	if !infinite(i.hi) {
		k.hi, k.hiInc = up().SetPrec(leastPrecision).Quo(i.hi, by), true
	}
	return k
}

// hull returns the smallest interval that has both in it.
func (i interval) hull(j interval) interval {
	var k interval
	if i.lo != nil && j.lo != nil {
		switch c := i.lo.Cmp(j.lo); {
		case c < 0:
			k.lo, k.loInc = i.lo, i.loInc
		case c > 0:
			k.lo, k.loInc = j.lo, j.loInc
		default:
			k.lo, k.loInc = i.lo, i.loInc || j.loInc
		}
	}
	if i.hi != nil && j.hi != nil {
		switch c := i.hi.Cmp(j.hi); {
		case c > 0:
			k.hi, k.hiInc = i.hi, i.hiInc
		case c < 0:
			k.hi, k.hiInc = j.hi, j.hiInc
		default:
			k.hi, k.hiInc = i.hi, i.hiInc || j.hiInc
		}
	}
	return k
}
