package dynamic

import (
	"errors"
	"fmt"
	"strings"
	"unsafe"

	"github.com/planfmt/planfmt/plans"
	"github.com/planfmt/planfmt/values"
)

// textOf returns a string that shares the bytes.
func textOf(raw []byte) string { return unsafe.String(unsafe.SliceData(raw), len(raw)) }

// bytesOf returns the bytes of a string, which nobody may change.
func bytesOf(text string) []byte { return unsafe.Slice(unsafe.StringData(text), len(text)) }

// fail returns an error about what begins at an offset.
func (d *Decoder) fail(offset int, format string, args ...any) error {
	var steps []plans.Step
	for i := range d.open {
		steps = append(steps, d.open[i].step())
	}
	err := fmt.Errorf(format, args...)
	return &plans.Error{Path: plans.NewPath(steps...), Err: &Error{offset, err.Error(), errors.Unwrap(err)}}
}

// built returns the error for what a [values.Builder] rejects.
func (d *Decoder) built(offset int, err error) error {
	switch {
	case err == nil:
		return nil
	case errors.Is(err, values.ErrTwice):
		return d.fail(offset, "a name %w", values.ErrTwice) // the name may be a secret
	}
	return d.fail(offset, "%w", err)
}

// step returns the step to what comes next, with a copy of its name.
func (f *frame) step() plans.Step {
	if f.isMap {
		return plans.Key(strings.Clone(f.name))
	}
	return plans.Index(f.index)
}

func (d *Decoder) decode(typ *decodeShape) (isUnknown bool, err error) {
	if isUnknown, err = d.value(typ); err != nil {
		return false, err
	}
	if d.pos < len(d.in) {
		return false, d.fail(d.pos, "%d more bytes after the end of the value", len(d.in)-d.pos)
	}
	return isUnknown, nil
}

// value decodes the next value.
func (d *Decoder) value(typ *decodeShape) (isUnknown bool, err error) {
	start := d.pos
	h, err := d.header()
	if err != nil {
		return false, err
	}
	isDynamic := h.kind == values.Array && h.length == 2 && isBin(d.in[d.pos])
	switch {
	case typ.isOwn() && !typ.allows(h.kind):
		return false, d.fail(start, "want %s, have %s", typ.typ.FriendlyName(), h.kind)
	case typ == nil && d.dynamics > 0 && !isDynamic && h.kind != values.Null && h.kind != values.Absent:
		return false, d.fail(start, "want a value with its type, have %s", h.kind)
	}
	switch h.kind {
	case values.Null:
		err = d.known.Null()
	case values.Bool:
		err = d.known.Bool(h.bool)
	case values.Number:
		return false, d.addNumber(start, h)
	case values.String:
		text := d.take(h.length)
		switch {
		case typ != nil && typ.isNumber:
			return false, d.addNumberText(start, text, typ)
		case !values.ValidString(bytesOf(text)):
			return false, d.fail(start, "a string that is not UTF-8")
		}
		err = d.known.String(bytesOf(text))
	case values.Array:
		if isDynamic {
			return d.dynamic(start)
		}
		return false, d.array(start, h.length, typ)
	case values.Object:
		return false, d.object(start, h.length, typ)
	default:
		return d.extension(start, h, typ)
	}
	return false, d.built(start, err)
}

// array decodes the elements of an array.
func (d *Decoder) array(start, length int, typ *decodeShape) error {
	if typ.isOwn() && typ.lengthOf(length) != length {
		return d.fail(start, "want %d elements, have %d", typ.lengthOf(length), length)
	}
	if err := d.known.Begin(values.Array); err != nil {
		return d.built(start, err)
	}
	d.open = append(d.open, frame{})
	at := len(d.open) - 1
	for i := range length {
		d.open[at].index = i
		isUnknown, err := d.value(typ.element(i))
		if err != nil {
			return err
		}
		if isUnknown {
			if err := d.known.Null(); err != nil {
				return d.built(start, err)
			}
		}
	}
	f := d.open[at]
	d.open = d.open[:at]
	if f.opened {
		for ; f.filled < length; f.filled++ {
			if err := d.unknown.Bool(false); err != nil {
				return d.built(start, err)
			}
		}
		if err := d.unknown.End(); err != nil {
			return d.built(start, err)
		}
	}
	return d.built(start, d.known.End())
}

// object decodes the members of a map.
func (d *Decoder) object(start, length int, typ *decodeShape) error {
	if typ.isOwn() && typ.lengthOf(length) != length {
		return d.fail(start, "want %d members, have %d", typ.lengthOf(length), length)
	}
	if err := d.known.Begin(values.Object); err != nil {
		return d.built(start, err)
	}
	d.open = append(d.open, frame{isMap: true})
	at, first, anyUnknown := len(d.open)-1, len(d.names), false
	for range length {
		name, err := d.name(at)
		if err != nil {
			return err
		}
		if typ.isOwn() && !typ.allowsMember(name) {
			return d.fail(d.pos-len(name), "a member that the type does not have")
		}
		d.open[at].name = name
		d.known.Name(bytesOf(name))
		d.names = append(d.names, name)
		isUnknown, err := d.value(typ.member(name))
		if err != nil {
			return err
		}
		anyUnknown = anyUnknown || isUnknown
	}
	f := d.open[at]
	d.open = d.open[:at]
	if anyUnknown && hasTwice(d.names[first:]) {
		return d.built(start, values.ErrTwice)
	}
	d.names = d.names[:first]
	if f.opened {
		if err := d.unknown.End(); err != nil {
			return d.built(start, err)
		}
	}
	return d.built(start, d.known.End())
}

// hasTwice reports whether a name stands twice in an object. The two values.Builders do not see that if a member is
// unknown, which only one of them gets, and another one is known.
func hasTwice(names []string) bool {
	seen := make(map[string]bool, len(names))
	for _, name := range names {
		if seen[name] {
			return true
		}
		seen[name] = true
	}
	return false
}

// name decodes the name of the next member of the map that is the frame with an index.
func (d *Decoder) name(at int) (string, error) {
	open := d.open
	d.open = open[:at] // the path to a mistake is that to the map
	start := d.pos
	h, err := d.header()
	if err == nil && h.kind != values.String {
		err = d.fail(start, "the name of a member: want string, have %s", h)
	}
	if err != nil {
		return "", err
	}
	name := d.take(h.length)
	if !values.ValidString(bytesOf(name)) {
		return "", d.fail(start, "the name of a member is not UTF-8")
	}
	d.open = open
	return name, nil
}

// dynamic decodes what is in an array of two elements: a type and a value that has this
// type.
func (d *Decoder) dynamic(start int) (isUnknown bool, err error) {
	if d.dynamics++; d.dynamics > values.MaxDepth {
		return false, d.fail(start, "%w", values.ErrDepth)
	}
	offset := d.pos
	h, err := d.header()
	if err != nil {
		return false, err
	}
	text := d.take(h.length)
	typ, err := d.shapes.parse(text)
	if err != nil {
		return false, d.fail(offset, "the type of a value: %v", err)
	}
	if start == 0 {
		d.typ = strings.Clone(text)
	}
	isUnknown, err = d.value(typ)
	d.dynamics--
	return isUnknown, err
}

// extension decodes a value that is unknown.
func (d *Decoder) extension(start int, h header, typ *decodeShape) (isUnknown bool, err error) {
	if h.isBin {
		return false, d.fail(start, "bytes, which only types are written as")
	}
	body := d.take(h.length)
	switch {
	case h.extension != extUnknown && h.extension != extRefined:
		return false, d.fail(start, "an extension of the type %d, which is not known", h.extension)
	case len(body) <= 1: // nothing is known
	case h.extension == extUnknown:
		return false, d.fail(start, "an unknown value with %d bytes", len(body))
	default:
		if err := d.addRefinement(start, len(body), typ); err != nil {
			return false, err
		}
	}
	if err := d.markUnknown(start); err != nil {
		return false, err
	}
	if d.KeepKinds {
		d.keepKind(typ.container())
	}
	return true, nil
}

// addRefinement adds what is known about the value that is being decoded, which is unknown.
func (d *Decoder) addRefinement(start, length int, typ *decodeShape) error {
	r, err := d.refinement(start, length, typ)
	if err != nil {
		return err
	}
	if r != (values.Refinement{}) {
		d.steps = d.steps[:0]
		for i := range d.open {
			d.steps = append(d.steps, d.open[i].step())
		}
		d.refinements.Add(d.steps, r)
	}
	return nil
}

// markUnknown adds the value that is being decoded to the tree of what is unknown.
func (d *Decoder) markUnknown(start int) error {
	for i := range d.open {
		f := &d.open[i]
		if !f.opened {
			f.opened = true
			kind := values.Array
			if f.isMap {
				kind = values.Object
			}
			if err := d.unknown.Begin(kind); err != nil {
				return d.built(start, err)
			}
		}
		switch {
		case i+1 < len(d.open) && d.open[i+1].opened:
		case f.isMap:
			d.unknown.Name(bytesOf(f.name))
		default:
			for ; f.filled < f.index; f.filled++ {
				if err := d.unknown.Bool(false); err != nil {
					return d.built(start, err)
				}
			}
			f.filled++
		}
	}
	d.hasUnknown = true
	return d.built(start, d.unknown.Bool(true))
}
