package values

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/planfmt/planfmt/internal/base/enum"
	"github.com/planfmt/planfmt/internal/base/spoil"
)

// Names says what happens if an object has several members of the same name.
type Names uint8

// In a document, that is an error ([Unique]). In JSON inside a string, the last of
// them counts ([LastWins]), as it does for Terraform. Values that are read in this
// way may also have invalid UTF-8, which is replaced.
const (
	Unique Names = iota
	LastWins
)

var namePolicies = enum.New[Names]("policy for names", "unique", "last wins")

// String returns the name of the policy.
func (n Names) String() string { return namePolicies.String(n) }

// MarshalText returns the name of the policy.
func (n Names) MarshalText() ([]byte, error) { return namePolicies.Marshal(n) }

// UnmarshalText sets the policy by its name. If there is no such name, the error
// lists the valid ones.
func (n *Names) UnmarshalText(text []byte) error { return namePolicies.Unmarshal(text, n) }

// MaxDepth is how deep arrays and objects in a value may be nested. The value of
// no provider comes near it. There is a limit because the drawing of a value, and
// the paths in it, grow with the square of its depth.
const MaxDepth = 1_000

// SyntaxError says why a text is not a JSON value, and where the mistake is.
type SyntaxError struct {
	Offset int64 // the number of bytes before the mistake
	Msg    string
	err    error // [ErrDepth], [ErrTwice] or nil
}

// Unwrap returns [ErrDepth], [ErrTwice] or [ErrSize] if that is the reason, and nil if
// not.
func (e *SyntaxError) Unwrap() error { return e.err }

func (e *SyntaxError) Error() string { return fmt.Sprintf("at byte %d: %s", e.Offset, e.Msg) }

// Parser parses JSON text into Values. It reuses its memory, so the Values of one
// call of Parse are invalid after the next one. The zero Parser is ready for use. A
// Parser must not be used by two goroutines at once.
type Parser struct {
	Names Names

	src   []byte
	tree  *valueTree
	stack []treeNode  // elements and members of the arrays and objects that are still open
	open  []openValue // from the outermost one
	// respellings counts what is not spelled in the usual way.
	respellings uint32
	surrogates  bool
}

// openValue is an array or object that is still open.
type openValue struct {
	node        treeNode // without its end
	base        uint32
	respellings uint32
	isObject    bool
	unsorted    bool // members are not in the order of their names
}

// These are the reasons for which a Parser rejects valid JSON. A SyntaxError wraps
// them.
var (
	ErrDepth = errors.New("nested deeper than " + strconv.Itoa(MaxDepth) + " levels")
	ErrTwice = errors.New("stands twice in one object")
	ErrSize  = errors.New("larger than 4 GiB")
)

// Parse parses a text that contains one JSON value and nothing else but white
// space. The Value refers to src, which must not change while the Value is in use.
// Errors are of type *SyntaxError.
func (p *Parser) Parse(src []byte) (Value, error) {
	p.spoil()
	if p.tree == nil {
		p.tree = new(valueTree)
	}
	if uint64(len(src)) > maxText {
		return Value{}, p.fail(0, "a value %w", ErrSize)
	}
	t := p.tree
	p.src, t.src, t.names = src, src, t.names[:0]
	t.nodes, t.boxes = recycle(t.nodes, len(src)), recycle(t.boxes, len(src))
	p.stack, p.open, p.respellings, p.surrogates = p.stack[:0], p.open[:0], 0, false
	root, err := p.parse()
	p.stack = recycle(p.stack, 0)
	if err != nil {
		return Value{}, err
	}
	t.nodes = append(t.nodes, root)
	return t.value(uint32(len(t.nodes) - 1)), nil
}

// spoil makes the Values that were parsed so far unusable, in tests.
func (p *Parser) spoil() {
	if t := p.tree; spoil.On && t != nil {
		const bad = math.MaxUint32
		spoil.Items(t.nodes, treeNode{bad, bad, bad, bad})
		spoil.Items(t.boxes, box{bad, bad, bad})
		spoil.Items(t.names, "spoiled")
		t.src, p.tree = nil, nil
	}
}

// ParseString parses a text like Parse, without a copy of it.
func (p *Parser) ParseString(src string) (Value, error) { return p.Parse(stringBytes(src)) }

// HasSurrogates reports whether the last text has escapes of surrogates that are not halves of one pair, such as \ud83d alone.
// The Parser accepts half a pair, which stands for U+FFFD.
func (p *Parser) HasSurrogates() bool { return p.surrogates }

func (p *Parser) fail(pos int, format string, args ...any) error {
	err := fmt.Errorf(format, args...)
	return &SyntaxError{int64(pos), err.Error(), errors.Unwrap(err)}
}

// found returns what is at a position, for a message.
func (p *Parser) found(pos int) string {
	if pos >= len(p.src) {
		return "end of input"
	}
	r, _ := utf8.DecodeRune(p.src[pos:])
	return strconv.QuoteRune(r)
}

// space moves past white space.
func (p *Parser) space(pos int) int {
	src := p.src
	if pos >= len(src) || src[pos] > ' ' {
		return pos
	}
	start := pos
	for pos < len(src) && (src[pos] == ' ' || src[pos] == '\n' || src[pos] == '\t' || src[pos] == '\r') {
		pos++
	}
	if pos > start {
		p.respellings++
	}
	return pos
}

// parse parses the whole text, and returns the node of its value.
func (p *Parser) parse() (treeNode, error) {
	pos, err := p.value(treeNode{}, 0)
	if err != nil {
		return treeNode{}, err
	}
	if pos = p.space(pos); pos < len(p.src) {
		return treeNode{}, p.fail(pos, "%s after the end of the value", p.found(pos))
	}
	return p.stack[0], nil
}

// value parses the next value, adds its node to the stack, and returns where it ends. The
// node n has only the name.
func (p *Parser) value(n treeNode, pos int) (end int, err error) {
	src := p.src
	if pos >= len(src) || src[pos] <= ' ' {
		if pos = p.space(pos); pos >= len(src) {
			return pos, p.fail(pos, "unexpected end of input")
		}
	}
	n.start = uint32(pos)
	switch c := src[pos]; c {
	case '{', '[':
		if len(p.open) >= MaxDepth {
			return pos, p.fail(pos, "%w", ErrDepth)
		}
		p.open = append(p.open, openValue{node: n, base: uint32(len(p.stack)), respellings: p.respellings, isObject: c == '{'})
		if c == '{' {
			return p.object(pos + 1)
		}
		return p.array(pos + 1)
	case '"':
		var flags info
		end, flags, err = p.str(pos + 1)
		n.info |= kindInfo(String) | flags
	case 't':
		end, err = p.literal(pos, "true")
		n.info |= kindInfo(Bool)
	case 'f':
		end, err = p.literal(pos, "false")
		n.info |= kindInfo(Bool)
	case 'n':
		end, err = p.literal(pos, "null")
		n.info |= kindInfo(Null)
	default:
		end, err = p.number(pos)
		n.info |= kindInfo(Number)
	}
	n.end = uint32(end)
	p.add(n, end)
	return end, err
}

// array parses the rest of the innermost array, whose opening bracket is before the
// position.
func (p *Parser) array(pos int) (end int, err error) {
	src := p.src
	if pos = p.space(pos); pos < len(src) && src[pos] == ']' {
		return p.leave(pos)
	}
	for {
		if pos, err = p.value(treeNode{}, pos); err != nil {
			return pos, err
		}
		if pos >= len(src) || src[pos] <= ' ' {
			pos = p.space(pos)
		}
		switch {
		case pos >= len(src):
			return pos, p.fail(pos, "unexpected end of input in a list")
		case src[pos] == ',':
			pos++
		case src[pos] == ']':
			return p.leave(pos)
		default:
			return pos, p.fail(pos, "want ',' or ']' in a list, have %s", p.found(pos))
		}
	}
}

// object parses the rest of the innermost object, whose opening bracket is before the
// position.
func (p *Parser) object(pos int) (end int, err error) {
	src := p.src
	if pos = p.space(pos); pos < len(src) && src[pos] == '}' {
		return p.leave(pos)
	}
	for {
		if pos, err = p.member(pos); err != nil {
			return pos, err
		}
		if pos >= len(src) || src[pos] <= ' ' {
			pos = p.space(pos)
		}
		switch {
		case pos >= len(src):
			return pos, p.fail(pos, "unexpected end of input in an object")
		case src[pos] == ',':
			pos++
		case src[pos] == '}':
			return p.leave(pos)
		default:
			return pos, p.fail(pos, "want ',' or '}' in an object, have %s", p.found(pos))
		}
	}
}

// leave closes the innermost array or object, which has its bracket at a position, and
// adds its node to the stack.
func (p *Parser) leave(pos int) (end int, err error) {
	end = pos + 1
	n, err := p.close(end)
	if err == nil {
		p.add(n, end)
	}
	return end, err
}

// add adds the node of a value, which ends at a position, to the stack.
func (p *Parser) add(n treeNode, end int) {
	if len(p.stack) == cap(p.stack) {
		p.growStack(end)
	}
	p.stack = append(p.stack, n)
}

// growStack makes room on the stack when the text is parsed up to a position. It is rarely
// called, so that add is inlined instead.
//
//go:noinline
func (p *Parser) growStack(pos int) { p.stack = grow(p.stack, 1, 0, pos, len(p.src)) }

// member parses the next member of the innermost object, adds its node to the stack, and
// returns where it ends.
func (p *Parser) member(pos int) (end int, err error) {
	src := p.src
	if pos >= len(src) || src[pos] <= ' ' {
		if pos = p.space(pos); pos >= len(src) {
			return pos, p.fail(pos, "unexpected end of input in an object")
		}
	}
	if src[pos] != '"' {
		return pos, p.fail(pos, "want a member's name, have %s", p.found(pos))
	}
	start := pos + 1
	pos, flags, err := p.str(start)
	if err != nil {
		return pos, err
	}
	name := src[start : pos-1]
	n := treeNode{name: uint32(start), info: info(len(name))}
	if flags.has(escaped) || len(name) > maxNameLen {
		n = treeNode{name: uint32(len(p.tree.names)), info: listed}
		if flags.has(escaped) {
			name = unescape(name)
		}
		p.tree.names = append(p.tree.names, bytesString(name))
	}
	if f := &p.open[len(p.open)-1]; len(p.stack) > int(f.base) && p.tree.name(&p.stack[len(p.stack)-1]) >= bytesString(name) {
		f.unsorted = true
	}
	if pos >= len(src) || src[pos] != ':' {
		pos = p.space(pos)
	}
	if pos >= len(src) || src[pos] != ':' {
		return pos, p.fail(pos, "want ':' after a member's name, have %s", p.found(pos))
	}
	return p.value(n, pos+1)
}

// close returns the node of the innermost open array or object, which ends at a
// position.
func (p *Parser) close(end int) (treeNode, error) {
	f := &p.open[len(p.open)-1]
	p.open = p.open[:len(p.open)-1]
	t := p.tree
	kind := Array
	if f.isObject {
		kind = Object
	}
	children := p.stack[f.base:]
	if f.unsorted {
		p.respellings++
		var err error
		if children, err = p.sort(children, end); err != nil {
			return treeNode{}, err
		}
	}
	n := f.node
	n.info |= kindInfo(kind)
	if p.respellings != f.respellings {
		n.info |= respelled
	}
	n.end = uint32(len(t.boxes))
	if len(t.boxes) == cap(t.boxes) {
		t.boxes = grow(t.boxes, 1, 0, end, len(p.src))
	}
	t.boxes = append(t.boxes, box{uint32(end), uint32(len(t.nodes)), uint32(len(children))})
	if need := len(children) + 1; len(t.nodes)+need > cap(t.nodes) { // one is for the root
		t.nodes = grow(t.nodes, need, int(f.base), end, len(p.src))
	}
	t.nodes = append(t.nodes, children...)
	p.stack = p.stack[:f.base]
	return n, nil
}

// sort sorts the members of an object by their names. Of those that have the same
// name, only the last one stays.
func (p *Parser) sort(members []treeNode, end int) ([]treeNode, error) {
	t := p.tree
	if len(members) <= fewMembers {
		p.insert(members)
	} else {
		slices.SortFunc(members, func(a, b treeNode) int {
			return cmp.Or(strings.Compare(t.name(&a), t.name(&b)), cmp.Compare(a.start, b.start))
		})
	}
	out := members[:0]
	for i := range members {
		if i+1 < len(members) && t.name(&members[i+1]) == t.name(&members[i]) {
			if p.Names == Unique {
				return nil, p.fail(end, "a name %w", ErrTwice) // which may be a secret
			}
			continue
		}
		out = append(out, members[i])
	}
	return out, nil
}

// fewMembers is how many members an insertion sort is the best for. Every change has an object that is not sorted.
const fewMembers = 12

// insert sorts members by their names. Those with the same name stay in order.
func (p *Parser) insert(members []treeNode) {
	for i := 1; i < len(members); i++ {
		n := members[i]
		name, at := p.tree.name(&n), i
		for ; at > 0 && p.tree.name(&members[at-1]) > name; at-- {
			members[at] = members[at-1]
		}
		members[at] = n
	}
}
