package values

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode/utf16"
	"unicode/utf8"
	"unsafe"

	"github.com/planfmt/planfmt/internal/enum"
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

// Unwrap returns [ErrDepth] or [ErrTwice], if one of these is the reason.
func (e *SyntaxError) Unwrap() error { return e.err }

func (e *SyntaxError) Error() string { return fmt.Sprintf("at byte %d: %s", e.Offset, e.Msg) }

// Parser parses JSON text into Values. It reuses its memory, so the Values of one
// call of Parse are invalid after the next one. The zero Parser is ready for use. A
// Parser must not be used by two goroutines at once.
type Parser struct {
	Names Names

	src   []byte
	pos   int
	depth int
	nodes blocks[node]
	vals  blocks[Value]
	mems  blocks[Member]

	valStack []Value
	memStack []Member
}

// blocks allocates many slices at once, and hands them out one by one.
type blocks[T any] struct {
	all  [][]T
	cur  int
	used int
}

const blockLen = 1024

func (b *blocks[T]) reset() { b.cur, b.used = 0, 0 }

func (b *blocks[T]) take(n int) []T {
	if n == 0 {
		return nil
	}
	for b.cur < len(b.all) {
		if block := b.all[b.cur]; b.used+n <= len(block) {
			s := block[b.used : b.used+n : b.used+n]
			b.used += n
			return s
		}
		b.cur, b.used = b.cur+1, 0
	}
	b.all = append(b.all, make([]T, max(n, min(blockLen, 64<<min(len(b.all), 8)))))
	b.cur, b.used = len(b.all)-1, n
	return b.all[b.cur][:n:n]
}

// Parse parses a text that contains one JSON value and nothing else but white
// space. The Value refers to src, which must not change while the Value is in use.
// Errors are of type *SyntaxError.
func (p *Parser) Parse(src []byte) (Value, error) {
	p.src, p.pos, p.depth = src, 0, 0
	p.nodes.reset()
	p.vals.reset()
	p.mems.reset()
	p.valStack, p.memStack = p.valStack[:0], p.memStack[:0]
	v, err := p.value()
	if err != nil {
		return Value{}, err
	}
	p.space()
	if p.pos < len(p.src) {
		return Value{}, p.errorf("%s after the end of the value", p.found())
	}
	return v, nil
}

func (p *Parser) errorf(format string, args ...any) error {
	err := fmt.Errorf(format, args...)
	return &SyntaxError{int64(p.pos), err.Error(), errors.Unwrap(err)}
}

func (p *Parser) found() string {
	if p.pos >= len(p.src) {
		return "end of input"
	}
	r, _ := utf8.DecodeRune(p.src[p.pos:])
	return strconv.QuoteRune(r)
}

func (p *Parser) space() {
	for p.pos < len(p.src) {
		switch p.src[p.pos] {
		case ' ', '\t', '\n', '\r':
			p.pos++
		default:
			return
		}
	}
}

// These are the reasons for which a Parser rejects valid JSON. A SyntaxError wraps
// them.
var (
	ErrDepth = errors.New("nested deeper than " + strconv.Itoa(MaxDepth) + " levels")
	ErrTwice = errors.New("stands twice in one object")
)

func (p *Parser) value() (Value, error) {
	p.space()
	if p.pos >= len(p.src) {
		return Value{}, p.errorf("unexpected end of input")
	}
	start := p.pos
	n := &p.nodes.take(1)[0]
	*n = node{}
	var err error
	switch c := p.src[p.pos]; c {
	case '{', '[':
		if p.depth++; p.depth > MaxDepth {
			return Value{}, p.errorf("%v", ErrDepth)
		}
		if c == '{' {
			n.kind, err = Object, p.object(n)
		} else {
			n.kind, err = Array, p.array(n)
		}
		p.depth--
	case '"':
		n.kind = String
		n.str, n.plain, err = p.str()
	case 't':
		n.kind, err = Bool, p.literal("true")
	case 'f':
		n.kind, err = Bool, p.literal("false")
	case 'n':
		n.kind, err = Null, p.literal("null")
	default:
		n.kind, err = Number, p.number()
	}
	if err != nil {
		return Value{}, err
	}
	n.raw = p.src[start:p.pos:p.pos]
	return Value{n}, nil
}

func (p *Parser) array(n *node) error {
	p.pos++
	base := len(p.valStack)
	p.space()
	if p.pos < len(p.src) && p.src[p.pos] == ']' {
		p.pos++
		return nil
	}
	for {
		v, err := p.value()
		if err != nil {
			return err
		}
		p.valStack = append(p.valStack, v)
		p.space()
		if p.pos >= len(p.src) {
			return p.errorf("unexpected end of input in a list")
		}
		switch p.src[p.pos] {
		case ',':
			p.pos++
		case ']':
			p.pos++
			n.elems = p.vals.take(len(p.valStack) - base)
			copy(n.elems, p.valStack[base:])
			p.valStack = p.valStack[:base]
			return nil
		default:
			return p.errorf("want ',' or ']' in a list, have %s", p.found())
		}
	}
}

func (p *Parser) object(n *node) error {
	p.pos++
	base := len(p.memStack)
	p.space()
	if p.pos < len(p.src) && p.src[p.pos] == '}' {
		p.pos++
		return nil
	}
	sorted := true
	for {
		p.space()
		if p.pos >= len(p.src) {
			return p.errorf("unexpected end of input in an object")
		}
		if p.src[p.pos] != '"' {
			return p.errorf("want a member's name, have %s", p.found())
		}
		at := p.pos
		name, plain, err := p.str()
		if err != nil {
			return err
		}
		if plain {
			name = bytesString(p.src[at+1 : p.pos-1])
		}
		p.space()
		if p.pos >= len(p.src) || p.src[p.pos] != ':' {
			return p.errorf("want ':' after a member's name, have %s", p.found())
		}
		p.pos++
		v, err := p.value()
		if err != nil {
			return err
		}
		if len(p.memStack) > base && p.memStack[len(p.memStack)-1].Name >= name {
			sorted = false
		}
		p.memStack = append(p.memStack, Member{name, v})
		p.space()
		if p.pos >= len(p.src) {
			return p.errorf("unexpected end of input in an object")
		}
		switch p.src[p.pos] {
		case ',':
			p.pos++
			continue
		case '}':
			p.pos++
		default:
			return p.errorf("want ',' or '}' in an object, have %s", p.found())
		}
		break
	}
	members := p.memStack[base:]
	if !sorted {
		slices.SortStableFunc(members, func(a, b Member) int { return strings.Compare(a.Name, b.Name) })
		out := members[:0]
		for i, m := range members {
			if i+1 < len(members) && members[i+1].Name == m.Name {
				if p.Names == Unique {
					return p.errorf("a name %w", ErrTwice) // which may be a secret
				}
				continue
			}
			out = append(out, m)
		}
		members = out
	}
	n.members = p.mems.take(len(members))
	copy(n.members, members)
	p.memStack = p.memStack[:base]
	return nil
}

func (p *Parser) literal(word string) error {
	if len(p.src)-p.pos < len(word) || string(p.src[p.pos:p.pos+len(word)]) != word {
		return p.errorf("want a value, have %s", p.found())
	}
	p.pos += len(word)
	return nil
}

func (p *Parser) digits() bool {
	start := p.pos
	for p.pos < len(p.src) && p.src[p.pos]-'0' < 10 {
		p.pos++
	}
	return p.pos > start
}

func (p *Parser) number() error {
	start := p.pos
	if p.pos < len(p.src) && p.src[p.pos] == '-' {
		p.pos++
	}
	switch {
	case p.pos < len(p.src) && p.src[p.pos] == '0':
		p.pos++
	case !p.digits():
		if p.pos == start {
			return p.errorf("want a value, have %s", p.found())
		}
		return p.errorf("want a digit, have %s", p.found())
	}
	if p.pos < len(p.src) && p.src[p.pos] == '.' {
		p.pos++
		if !p.digits() {
			return p.errorf("want a digit, have %s", p.found())
		}
	}
	if p.pos < len(p.src) && p.src[p.pos]|0x20 == 'e' {
		p.pos++
		if p.pos < len(p.src) && (p.src[p.pos] == '+' || p.src[p.pos] == '-') {
			p.pos++
		}
		if !p.digits() {
			return p.errorf("want a digit, have %s", p.found())
		}
	}
	return nil
}

// str reads a string. If it has no escapes, plain is true and no text is returned:
// it is what stands between the quotes.
func (p *Parser) str() (text string, plain bool, err error) {
	p.pos++
	start := p.pos
	ascii := true
	for p.pos < len(p.src) {
		switch c := p.src[p.pos]; {
		case c == '"':
			body := p.src[start:p.pos]
			p.pos++
			if !ascii && !utf8.Valid(body) {
				if p.Names == Unique {
					p.pos = start
					return "", false, p.errorf("invalid UTF-8 in a string")
				}
				return string([]rune(string(body))), false, nil
			}
			return "", true, nil
		case c == '\\':
			return p.escaped(start)
		case c < 0x20:
			return "", false, p.errorf("control character %s in a string", p.found())
		case c >= utf8.RuneSelf:
			ascii = false
		}
		p.pos++
	}
	return "", false, p.errorf("unexpected end of input in a string")
}

func (p *Parser) escaped(start int) (string, bool, error) {
	b := append(make([]byte, 0, p.pos-start+32), p.src[start:p.pos]...)
	for p.pos < len(p.src) {
		c := p.src[p.pos]
		switch {
		case c == '"':
			p.pos++
			if !utf8.Valid(b) {
				if p.Names == Unique {
					p.pos = start
					return "", false, p.errorf("invalid UTF-8 in a string")
				}
				return string([]rune(string(b))), false, nil
			}
			return string(b), false, nil
		case c < 0x20:
			return "", false, p.errorf("control character %s in a string", p.found())
		case c != '\\':
			b = append(b, c)
			p.pos++
			continue
		}
		if p.pos+1 >= len(p.src) {
			break
		}
		c = p.src[p.pos+1]
		if i := strings.IndexByte(`"\/bfnrt`, c); i >= 0 {
			b = append(b, "\"\\/\b\f\n\r\t"[i])
			p.pos += 2
			continue
		}
		if c != 'u' {
			return "", false, p.errorf("unknown escape \\%c in a string", c)
		}
		r, ok := p.hex(p.pos)
		if !ok {
			return "", false, p.errorf("want four hexadecimal digits after \\u")
		}
		p.pos += 6
		if utf16.IsSurrogate(r) {
			low, ok := p.hex(p.pos)
			pair := utf16.DecodeRune(r, low)
			if ok && pair != utf8.RuneError {
				p.pos += 6
			}
			r = pair
		}
		b = utf8.AppendRune(b, r)
	}
	return "", false, p.errorf("unexpected end of input in a string")
}

// hex reads an escape of the form \u0000 at a position.
func (p *Parser) hex(at int) (rune, bool) {
	if at+6 > len(p.src) || p.src[at] != '\\' || p.src[at+1] != 'u' {
		return 0, false
	}
	var r rune
	for _, c := range p.src[at+2 : at+6] {
		switch {
		case c-'0' < 10:
			r = r<<4 | rune(c-'0')
		case (c|0x20)-'a' < 6:
			r = r<<4 | rune((c|0x20)-'a'+10)
		default:
			return 0, false
		}
	}
	return r, true
}

// bytesString returns a string that shares the bytes, which must not change while
// the string is in use. So the names of members are not copied.
func bytesString(b []byte) string { return unsafe.String(unsafe.SliceData(b), len(b)) }
