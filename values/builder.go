package values

import (
	"unicode/utf8"

	"github.com/planfmt/planfmt/internal/base/spoil"
)

// Builder makes Values of what another notation than JSON says, part by part, in the
// order in which it has them. It writes the parts as JSON, so that its Values take as
// little memory, and are as quick to compare, as those of a [Parser].
//
// Null, Bool, Number and String add a value, Begin and End an array or object with what
// is added in between. In an object, Name comes before each value. When a value is
// complete, [Builder.Value] returns it, and the next one may follow. All of them are
// valid until Reset, which reuses their memory. The zero Builder is ready for use.
//
// After an error, only Reset may be called.
type Builder struct {
	p    Parser // its tree, and what is still open, are those of the text that is written
	name []byte // of the next member
	root Value  // the last value that is complete
}

// Reset begins anew. The Values that the Builder has made become invalid.
func (b *Builder) Reset() {
	if t := b.p.tree; spoil.On && t != nil {
		spoil.Bytes(t.src) // unlike that of a Parser, its text is its own
		b.p.spoil()
	}
	if b.p.tree == nil {
		b.p.tree = new(valueTree)
	}
	t, p := b.p.tree, &b.p
	written := len(t.src)
	t.src, t.names = recycle(t.src, written), t.names[:0]
	t.nodes, t.boxes = recycle(t.nodes, written), recycle(t.boxes, written)
	p.stack, p.open, p.respellings = recycle(p.stack, 0), p.open[:0], 0
	b.name, b.root = nil, Value{}
}

// Value returns the value that was completed last. It is absent if there is none.
func (b *Builder) Value() Value { return b.root }

// Depth returns how many arrays and objects have begun and not ended.
func (b *Builder) Depth() int { return len(b.p.open) }

// Name sets the name of the next member of an object, which must be valid UTF-8 and not
// change until that member begins. If no value is added before the next Name or End,
// there is no such member.
func (b *Builder) Name(name []byte) { b.name = name }

// begin writes what stands before a value, and returns its node, which has only the name.
func (b *Builder) begin() (treeNode, error) {
	if b.p.tree == nil {
		b.Reset()
	}
	t, p := b.p.tree, &b.p
	var n treeNode
	if len(p.open) == 0 {
		n.start = uint32(len(t.src))
		return n, nil
	}
	f := &p.open[len(p.open)-1]
	isFirst := len(p.stack) == int(f.base)
	if !isFirst {
		t.src = append(t.src, ',')
	}
	if f.isObject {
		start := len(t.src) + 1
		t.src = AppendString(t.src, bytesString(b.name))
		if uint64(len(t.src)) > maxText {
			return n, ErrSize
		}
		n = treeNode{name: uint32(start), info: info(len(b.name))}
		if len(t.src)-1-start != len(b.name) || len(b.name) > maxNameLen {
			n = treeNode{name: uint32(len(t.names)), info: listed}
			t.names = append(t.names, string(b.name))
		}
		if !isFirst && t.name(&p.stack[len(p.stack)-1]) >= bytesString(b.name) {
			f.unsorted = true
		}
		t.src = append(t.src, ':')
		b.name = nil
	}
	n.start = uint32(len(t.src))
	return n, nil
}

// end adds a value, the text of which has been written.
func (b *Builder) end(n treeNode) error {
	t, p := b.p.tree, &b.p
	switch {
	case uint64(len(t.src)) > maxText:
		return ErrSize
	case n.info.kind() < Array:
		n.end = uint32(len(t.src))
	}
	if len(p.open) > 0 {
		p.stack = append(p.stack, n)
		return nil
	}
	t.nodes = append(t.nodes, n)
	b.root = t.value(uint32(len(t.nodes) - 1))
	return nil
}

// scalar adds a scalar with a text.
func (b *Builder) scalar(k Kind, text string) error {
	n, err := b.begin()
	if err != nil {
		return err
	}
	b.p.tree.src = append(b.p.tree.src, text...)
	n.info |= kindInfo(k)
	return b.end(n)
}

// Null adds a null. An error wraps [ErrSize], as those of the other methods may do.
func (b *Builder) Null() error { return b.scalar(Null, "null") }

// Bool adds a bool.
func (b *Builder) Bool(is bool) error {
	if is {
		return b.scalar(Bool, "true")
	}
	return b.scalar(Bool, "false")
}

// Number adds a number, which must be spelled as in JSON.
func (b *Builder) Number(text []byte) error { return b.scalar(Number, bytesString(text)) }

// String adds a string, which must be valid UTF-8.
func (b *Builder) String(text []byte) error {
	n, err := b.begin()
	if err != nil {
		return err
	}
	t := b.p.tree
	start := len(t.src)
	t.src = AppendString(t.src, bytesString(text))
	n.info |= kindInfo(String)
	if len(t.src)-start != len(text)+2 {
		n.info |= escaped
	}
	return b.end(n)
}

// Begin begins an Array or an Object. If too many of them are nested, the error is
// [ErrDepth].
func (b *Builder) Begin(k Kind) error {
	n, err := b.begin()
	if err != nil {
		return err
	}
	p := &b.p
	if len(p.open) >= MaxDepth {
		return ErrDepth
	}
	p.open = append(p.open, openValue{node: n, base: uint32(len(p.stack)), respellings: p.respellings, isObject: k == Object})
	bracket := byte('[')
	if k == Object {
		bracket = '{'
	}
	p.tree.src = append(p.tree.src, bracket)
	return nil
}

// End ends the innermost array or object that has begun. If an object has several
// members of one name, the error wraps [ErrTwice].
func (b *Builder) End() error {
	t, p := b.p.tree, &b.p
	bracket := byte(']')
	if p.open[len(p.open)-1].isObject {
		bracket = '}'
	}
	b.name = nil
	t.src = append(t.src, bracket)
	if uint64(len(t.src)) > maxText {
		return ErrSize
	}
	n, err := p.close(len(t.src))
	if err != nil {
		return err
	}
	return b.end(n)
}

// ValidString reports whether a [Builder] takes these bytes as a string or a name.
func ValidString(text []byte) bool {
	return skipPlain(text, 0) == len(text) || utf8.Valid(text)
}
