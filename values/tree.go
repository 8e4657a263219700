package values

import (
	"math"
	"unsafe"
)

// valueTree has the nodes of the values that a [Parser] has parsed, or one value that
// was built from parts. Nodes refer to the text by offsets, so that they are small
// and the garbage collector need not look at them.
type valueTree struct {
	src   []byte
	nodes []treeNode // the elements of an array, and the members of an object, are side by side
	boxes []box
	names []string // the names that have escapes in the text

	// An array or object that was built from parts has no nodes, but these.
	elems   []Value
	members []Member // sorted by name
}

// treeNode is a value in the text, and its name if it is a member of an object.
type treeNode struct {
	name  uint32 // the offset of the name, or its index in names
	info  info
	start uint32 // the offset of the value
	end   uint32 // the end of a scalar; the index of an array or object in boxes
}

// box is an array or object.
type box struct{ end, first, count uint32 }

// info is the length of a node's name, the kind of its value, and flags.
type info uint32

const (
	// respelled says that the text is not the usual one for the value: it has
	// white space, needless escapes, or names that are not in order. Values of
	// which neither is respelled are equal only if their texts are.
	respelled info = 1 << (29 + iota)
	// escaped says that a string is not the text between its quotes.
	escaped
	// listed says that the name is in names.
	listed

	kindShift       = 26
	kindMask   info = 7 << kindShift
	maxNameLen      = 1<<kindShift - 1
)

func (i info) kind() Kind      { return Kind(i & kindMask >> kindShift) }
func (i info) has(f info) bool { return i&f != 0 }

func kindInfo(k Kind) info { return info(k) << kindShift }

// value returns the value of a node.
func (t *valueTree) value(i uint32) Value { return Value{t, i, t.nodes[i].info.kind()} }

// name returns the name of a member. It shares the bytes of the text.
func (t *valueTree) name(n *treeNode) string {
	if n.info.has(listed) {
		return t.names[n.name]
	}
	return bytesString(t.src[n.name : n.name+uint32(n.info&maxNameLen)])
}

// end returns the offset of the end of a value.
func (t *valueTree) end(n *treeNode) uint32 {
	if n.info.kind() >= Array {
		return t.boxes[n.end].end
	}
	return n.end
}

// text returns the bytes that a node was parsed from.
func (t *valueTree) text(n *treeNode) []byte {
	end := t.end(n)
	return t.src[n.start:end:end]
}

// bytesString returns a string that shares the bytes, which must not change while
// the string is in use. So the names of members are not copied.
func bytesString(b []byte) string { return unsafe.String(unsafe.SliceData(b), len(b)) }

// stringBytes returns the bytes of a string, which nobody may change.
func stringBytes(s string) []byte { return unsafe.Slice(unsafe.StringData(s), len(s)) }

// maxText is how long a text may be, since offsets have 32 bits.
const maxText = math.MaxUint32

// keptBytes is how much memory a parser keeps although the next text is small.
const keptBytes = 1 << 20

// recycle empties a slice. It returns nil if the slice is much larger than a text
// of this length needs.
func recycle[T any](s []T, length int) []T {
	if size := cap(s) * int(unsafe.Sizeof(*new(T))); size > keptBytes && size > 4*length {
		return nil
	}
	return s[:0]
}

// grow makes room for at least n more items. If there are many items in the part of
// the text that is done, it makes room for as many as the whole text is likely to
// have. coming is how many are known to come, beyond n.
func grow[T any](s []T, n, coming, done, length int) []T {
	need := len(s) + n
	size := 2 * need
	if need > 1<<12 {
		likely := int(float64(need+coming) * float64(length) / float64(max(done, 1)) * 1.02)
		size = min(max(likely, need+need/4), 16*need)
	}
	return append(make([]T, 0, size), s...)
}
