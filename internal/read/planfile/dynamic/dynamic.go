// Package dynamic decodes the values in plan files. There, Terraform and OpenTofu write
// them in MessagePack, as go-cty defines it. [Decode] and [Decoder.Decode] make a
// [Value] of one.
//
// The conventions for what is unknown are those of plan JSON, so that everything
// downstream can treat the values of both alike. The package knows nothing else about
// plan files.
package dynamic

import (
	"fmt"

	"github.com/vmihailenco/msgpack/v5"

	"github.com/planfmt/planfmt/plans"
	"github.com/planfmt/planfmt/values"
)

// Value is a value of a plan file.
type Value struct {
	// Known is the value without its unknown parts: objects and maps do not have these
	// members, and lists, sets and tuples have nulls in their place. It is absent if
	// the whole value is unknown.
	Known values.Value
	// Unknown is a tree of what is unknown, for [values.UnknownFlags]. It has nothing
	// else than the ways to these parts, and is absent if there are none. See
	// [Value.AfterUnknown] for the tree that plan JSON has.
	Unknown values.Value
	// Refinements say what is already known about the unknown parts.
	Refinements values.Refinements
	// containers are the parts that are unknown, but known to be lists or objects.
	containers []container
	// Type is the type of the value, as JSON. It is empty unless the value says its
	// type, as those of outputs and variables do.
	Type string
}

// Error says why bytes are not a value, and where the mistake is. A [plans.Error] with the
// path to that part wraps it.
type Error struct {
	Offset int // the number of bytes before the mistake
	Msg    string
	err    error
}

func (e *Error) Error() string { return fmt.Sprintf("at byte %d of the value: %s", e.Offset, e.Msg) }

// Unwrap returns [values.ErrDepth], [values.ErrTwice] or [values.ErrSize] if that is the
// reason, and nil if not.
func (e *Error) Unwrap() error { return e.err }

// Decode decodes the value in raw, and nothing else may be in there. The Value refers to
// none of these bytes. typ is the type that the value should have, or the zero Type. An
// error is a *plans.Error with the path to the mistake, and wraps an [*Error].
func Decode(raw []byte, typ Type) (Value, error) { return new(Decoder).Decode(raw, typ) }

// Decoder decodes values, and reuses its memory. The zero Decoder is ready for use. It
// must not be used by two goroutines at once.
type Decoder struct {
	// KeepKinds says that [Value.Shape] is wanted.
	KeepKinds bool

	known, unknown values.Builder

	cursor                       // what is decoded
	root        Type             // the type that it should have
	wire        *msgpack.Decoder // reads from the cursor
	open        []frame          // arrays and maps, from the outermost one
	refinements values.Refinements
	containers  []container
	steps       []plans.Step // only for refinements
	typ         string
	hasUnknown  bool
	dynamics    int // how many values that say their type are being decoded, one in the other
	excess      int // how much longer numbers are than usual
	shapes      shapes
	number      []byte
	names       []string // of the members of the maps in open, so far
}

// frame is an array or map that is being decoded.
type frame struct {
	name   string // of the member that comes next or is being decoded
	index  int    // the same for an element
	isMap  bool
	opened bool // the tree of what is unknown has it, too
	filled int  // how many elements it has in the tree
}

// Reset makes all values invalid that the Decoder has returned, and reuses their memory.
// Without it, the memory grows with each value.
func (d *Decoder) Reset() {
	d.known.Reset()
	d.unknown.Reset()
}

// Decode does the same as the function [Decode], but the Value is valid only until the
// next call of Reset. After an error, Reset has to be called.
func (d *Decoder) Decode(raw []byte, typ Type) (Value, error) {
	d.in, d.pos, d.root = textOf(raw), 0, typ
	if d.wire == nil {
		d.wire = msgpack.NewDecoder(&d.cursor)
	}
	d.containers = nil
	d.names = d.names[:0]
	d.open, d.refinements, d.typ, d.hasUnknown, d.dynamics, d.excess = d.open[:0], values.Refinements{}, "", false, 0, 0
	if typ.isOwn {
		d.dynamics = 1
	}
	d.shapes.kinds = d.KeepKinds
	isUnknown, err := d.decode(d.shapes.shapeOf(typ))
	d.in = "" // so that the bytes can be freed
	if err != nil {
		return Value{}, err
	}
	v := Value{Refinements: d.refinements, Type: d.typ, containers: d.containers}
	if !isUnknown {
		v.Known = d.known.Value()
	}
	if d.hasUnknown {
		v.Unknown = d.unknown.Value()
	}
	return v, nil
}
