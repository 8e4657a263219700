package value

import "github.com/zclconf/go-cty/cty"

// choices are the values of which one is the value of something unknown, in every world. None of them has
// choices itself.
type choices struct {
	values []Value
	// size is how large all of them are together, as roomFor counts.
	size int
}

const (
	// maxChoices is how many values are kept of which one is the value of something unknown.
	maxChoices = 4
	// maxChoicesSize is how large they may be together, in the unit of [MaxSize]. Choices can be in the parts of
	// other choices, and comparing two values takes a time that is the product of their sizes.
	maxChoicesSize = 128
)

// Choices returns the values of which one is the value, if v is unknown but they are not: after
// `c ? "a" : null`, it is one of the two. A choice may be unknown, too. It reports false if there is no such list.
//
// What is true of all choices is true of the value. There may be more choices than there are worlds.
func (v Value) Choices() ([]Value, bool) {
	if !v.HasChoices() {
		return nil, false
	}
	all := v.m.choices.values
	if !v.IsSensitive() {
		return all, true
	}
	secret := make([]Value, len(all))
	for i, c := range all {
		secret[i] = c.WithSensitive()
	}
	return secret, true
}

// HasChoices reports whether there are Choices.
func (v Value) HasChoices() bool { return v.m != nil && v.m.choices != nil }

// choosing returns an unknown value as one that is one of two others.
func (v Value) choosing(a, b Value) Value {
	if v.v.IsKnown() {
		return v
	}
	all := addChoices(addChoices(nil, a), b)
	if len(all) < 2 || len(all) > maxChoices {
		return v
	}
	size := 0
	for _, c := range all {
		n, ok := c.roomFor(maxChoicesSize - size)
		if !ok {
			return v
		}
		size += n
	}
	return v.withMeta(func(m *meta) { m.choices = &choices{values: all, size: size} })
}

// addChoices adds what a value may be to a list.
func addChoices(all []Value, v Value) []Value {
	more, ok := v.Choices()
	if !ok {
		more = []Value{v}
	}
next:
	for _, c := range more {
		for i, have := range all {
			if have.v.RawEquals(c.v) && Same(have, c) == Always {
				all[i] = have.joinMeta(c, have.v)
				continue next
			}
		}
		all = append(all, c)
	}
	return all
}

// roomFor returns how large a value is together with the choices in it. It reports false if that is more than
// a limit.
func (v Value) roomFor(limit int) (size int, ok bool) {
	left, ok := room(v.v, limit)
	if !ok {
		return 0, false
	}
	v.m.any(func(m *meta) bool {
		if m.choices != nil {
			left -= m.choices.size
		}
		return left < 0
	})
	return limit - left, left >= 0
}

// joinChoices joins what f makes of each choice, except for those for which it fails. The error of the first
// of these is failed. There may be none for which it does not, and then joined is not a value.
func joinChoices(all []Value, f func(Value) (Value, error)) (joined Value, ok bool, failed error) {
	for _, c := range all {
		r, err := f(c)
		switch {
		case err != nil && failed == nil:
			failed = err
		case err != nil:
		case ok:
			joined = Join(joined, r)
		default:
			joined, ok = r, true
		}
	}
	return joined, ok, failed
}

// sameChoices is Same for values of which at least one has choices.
func sameChoices(a, b Value) Truth {
	as, bs := addChoices(nil, a), addChoices(nil, b)
	result := Same(as[0], bs[0])
	for _, x := range as {
		for _, y := range bs {
			if result == Maybe || Same(x, y) != result {
				return Maybe
			}
		}
	}
	return result
}

// notNullChoices returns the value as one that is not null: one of the choices that are not.
func (v Value) notNullChoices() (Value, bool) {
	all, _ := v.Choices()
	var rest []Value
	for _, c := range all {
		if !c.IsNull() {
			rest = append(rest, c.NotNull())
		}
	}
	joined, ok, _ := joinChoices(rest, func(c Value) (Value, error) { return c, nil })
	return joined.becauseOf(v), ok
}

// becauseOf adds the causes of another value to a value that depends on it and is not known.
func (v Value) becauseOf(other Value) Value {
	if v.v == cty.NilVal || v.v.IsWhollyKnown() {
		return v
	}
	return v.WithCauses(other.OwnCauses()...)
}

// convertChoices is Convert for a value with choices.
func convertChoices(v Value, convert func(Value) (Value, error, error)) (result Value, may, err error) {
	all, _ := v.Choices()
	joined, ok, failed := joinChoices(all, func(c Value) (Value, error) {
		r, m, err := convert(c)
		if may == nil {
			may = m
		}
		return r, err
	})
	if !ok {
		return Value{}, nil, failed
	}
	if may == nil {
		may = failed
	}
	return joined.becauseOf(v), may, nil
}
