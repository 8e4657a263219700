package jsondoc

import (
	"bytes"
	"encoding/binary"
	"errors"
	"io"
	"math"
	"math/bits"
	"unicode/utf8"

	"github.com/planfmt/planfmt/internal/base/jsoncut"
)

// strictLexer is a lexer that checks everything, also what is skipped, and that no name occurs twice in an object. It says
// only whether there is a mistake: jsontext, which reads the document again, says what it is.
type strictLexer struct {
	*lexer
	check  strictChecker
	reread func() io.Reader // of the document
}

func newStrictLexer(l *lexer, reread func() io.Reader) *strictLexer {
	l.unique = true
	return &strictLexer{lexer: l, reread: reread}
}

// attempt does something that reads from the lexer. If that finds a mistake, attempt returns the error that jsontext has for it, which
// reads the document up to there, and then does the same.
func (s *strictLexer) attempt(lexer func() error, jsontext func(decoder) error) error {
	begin := s.offset()
	err := lexer()
	if _, wrong := errors.AsType[*syntaxError](err); !wrong {
		return err
	}
	dec := newDecoder(s.reread())
	for dec.offset() < begin {
		if _, err := dec.token(); err != nil {
			return err
		}
	}
	found := jsontext(dec)
	for found == nil { // a number or a word is followed by more of that
		_, found = dec.token()
	}
	if found == io.EOF {
		return err
	}
	return found
}

// peek does not tell what no token begins with: the next call says that it is wrong.
func (s *strictLexer) peek() tokenKind {
	switch k := s.lexer.peek(); k {
	case kindNull, kindTrue, kindFalse, kindNumber, kindString, beginArray, endArray, beginObject, endObject:
		return k
	}
	return kindNone
}

func (s *strictLexer) token() (text string, err error) {
	err = s.attempt(func() error {
		text, err = s.lexer.token()
		return err
	}, func(dec decoder) error {
		_, err := dec.token()
		return err
	})
	return text, err
}

func (s *strictLexer) value() ([]byte, error) { return s.checked(s.lexer.value) }

func (s *strictLexer) outline(o *Outliner) ([]byte, error) {
	return s.checked(func() ([]byte, error) { return s.lexer.outline(o) })
}

// checked checks a value that read reads.
func (s *strictLexer) checked(read func() ([]byte, error)) (raw []byte, err error) {
	err = s.attempt(func() error {
		raw, err = read()
		return s.checkRead(raw, err)
	}, func(dec decoder) error {
		_, err := dec.value()
		return err
	})
	return raw, err
}

func (s *strictLexer) skip() error {
	return s.attempt(func() error { return s.checkRead(s.skipShort()) }, decoder.skip)
}

// checkRead checks the bytes of a value, if they could be read.
func (s *strictLexer) checkRead(raw []byte, err error) error {
	if err == nil && !s.check.isValid(raw) {
		err = s.unexplained()
	}
	return err
}

// strictChecker checks values whose strings, objects and arrays are known to end.
type strictChecker struct {
	text  []byte
	open  []checked
	names []checkedName // of what is open
}

// checked is an object or array that the checker is in.
type checked struct {
	begin int
	end   byte            // what it ends with
	first int             // of its names
	many  map[string]bool // the names of an object that has many, or escapes in them
}

// checkedName is a name, without its quotes.
type checkedName struct {
	hash       uint64
	begin, end int
}

// manyNames is how many names of an object are compared one by one.
const manyNames = 48

// isValid reports whether a text is a JSON value, in which no name occurs twice in an object. No text is valid, too.
func (c *strictChecker) isValid(text []byte) bool {
	c.text, c.open, c.names = text, c.open[:0], c.names[:0]
	var last []byte // the object that has ended last
	for i := 0; i < len(text); {
		// A value begins here.
		switch b := text[i]; {
		case b == '{' && len(last) > 0 && bytes.HasPrefix(text[i:], last): // before and after are the same, most often
			i += len(last)
		case b == '"':
			i, _ = c.str(i)
		case b == '{' || b == '[':
			begin := skipSpace(text, i+1)
			if begin >= len(text) || text[begin] != b+jsoncut.Closing {
				c.open = append(c.open, checked{begin: i, end: b + jsoncut.Closing, first: len(c.names)})
				i = c.element(begin)
				continue
			}
			i = begin + 1
		case '0' <= b && b <= '9' || b == '-':
			i = endNumber(text, i)
		default:
			i = endWord(text, i)
		}
		// It ends here, and so do the objects and arrays around it, or another one follows.
		for {
			if len(c.open) == 0 {
				return i == len(text)
			}
			if i = skipSpace(text, i); i >= len(text) {
				return false
			}
			if in := &c.open[len(c.open)-1]; text[i] == in.end {
				if i++; in.end == '}' {
					last = text[in.begin:i]
				}
				c.names, c.open = c.names[:in.first], c.open[:len(c.open)-1]
				continue
			}
			if text[i] != ',' {
				return false
			}
			i = c.element(skipSpace(text, i+1))
			break
		}
	}
	return len(text) == 0
}

// wrong is what functions return if there is a mistake, in place of the end of what they have checked: there is nothing behind it.
const wrong = math.MaxInt

// element checks the name of a member that begins at an index, if there has to be one, and returns where the value begins.
func (c *strictChecker) element(i int) int {
	object := &c.open[len(c.open)-1]
	if object.end != '}' {
		return i
	}
	if i >= len(c.text) || c.text[i] != '"' {
		return wrong
	}
	end, escapes := c.str(i)
	if end == wrong || !c.isNew(object, i+1, end-1, escapes) {
		return wrong
	}
	if i = skipSpace(c.text, end); i >= len(c.text) || c.text[i] != ':' {
		return wrong
	}
	return skipSpace(c.text, i+1)
}

// isNew adds a name to an object. It reports false if the object has it already.
func (c *strictChecker) isNew(object *checked, begin, end int, escapes bool) bool {
	if object.many == nil && !escapes && len(c.names)-object.first < manyNames {
		name := checkedName{hashName(c.text, begin, end), begin, end}
		for _, one := range c.names[object.first:] {
			if one.hash == name.hash && bytes.Equal(c.text[one.begin:one.end], c.text[begin:end]) {
				return false
			}
		}
		c.names = append(c.names, name)
		return true
	}
	if object.many == nil {
		object.many = make(map[string]bool, 2*manyNames)
		for _, one := range c.names[object.first:] {
			object.many[string(c.text[one.begin:one.end])] = true
		}
	}
	name := c.text[begin:end]
	if escapes {
		name, _ = appendUnquoted(nil, c.text[begin-1:end+1])
	}
	n := len(object.many)
	object.many[string(name)] = true
	return len(object.many) > n
}

// hashName is a hash of a name in a text. Most names that differ have others.
func hashName(text []byte, begin, end int) uint64 {
	const odd = 0x9e3779b97f4a7c15
	n := end - begin
	switch {
	case n >= 8:
		first, last := binary.LittleEndian.Uint64(text[begin:]), binary.LittleEndian.Uint64(text[end-8:])
		return first*odd ^ bits.RotateLeft64(last, 29) ^ uint64(n)
	case begin+8 <= len(text):
		return binary.LittleEndian.Uint64(text[begin:])&(1<<(8*n)-1)*odd ^ uint64(n)
	}
	var short [8]byte
	copy(short[:], text[begin:end])
	return binary.LittleEndian.Uint64(short[:])*odd ^ uint64(n)
}

// endWord returns the end of the word that begins at an index.
func endWord(text []byte, i int) int {
	for _, word := range []string{"null", "true", "false"} {
		if end := i + len(word); end <= len(text) && string(text[i:end]) == word {
			return end
		}
	}
	return wrong
}

// endNumber returns the end of the number that begins at an index.
func endNumber(text []byte, i int) int {
	digits := func() bool {
		begin := i
		for i < len(text) && '0' <= text[i] && text[i] <= '9' {
			i++
		}
		return i > begin
	}
	if text[i] == '-' {
		i++
	}
	if i < len(text) && text[i] == '0' {
		i++
	} else if !digits() {
		return wrong
	}
	if i < len(text) && text[i] == '.' {
		if i++; !digits() {
			return wrong
		}
	}
	if i < len(text) && text[i]|0x20 == 'e' {
		if i++; i < len(text) && (text[i] == '+' || text[i] == '-') {
			i++
		}
		if !digits() {
			return wrong
		}
	}
	return i
}

// str returns the end of the string that begins at an index, and whether it has escapes.
func (c *strictChecker) str(i int) (end int, escapes bool) {
	text := c.text
	for i++; i < len(text); {
		if i+8 <= len(text) {
			n := lengthPlain(binary.LittleEndian.Uint64(text[i:]))
			if i += n; n == 8 {
				continue
			}
		}
		switch b := text[i]; {
		case b == '"':
			return i + 1, escapes
		case b < ' ':
			return wrong, false
		case b == '\\':
			n := lengthEscape(text[i:])
			if n == 0 {
				return wrong, false
			}
			i += n
			escapes = true
		case b < utf8.RuneSelf:
			i++
		default:
			r, n := utf8.DecodeRune(text[i:])
			if r == utf8.RuneError && n == 1 {
				return wrong, false
			}
			i += n
		}
	}
	return wrong, false
}

// lengthPlain returns how many of eight bytes, the lowest first, come before a quote, a backslash, a control character, or what is not ASCII.
func lengthPlain(x uint64) int {
	const (
		each  = 0x0101010101010101
		highs = 0x80 * each
	)
	quote, slash := x^'"'*each, x^'\\'*each
	special := (quote-each)&^quote | (slash-each)&^slash | (x-' '*each)&^x | x
	return bits.TrailingZeros64(special&highs) >> 3
}

// lengthEscape returns the length of the escape that a text begins with, 0 if it is none. Both halves of a pair of surrogates are one.
func lengthEscape(text []byte) int {
	const unicode = len(`\u0000`)
	if len(text) < 2 {
		return 0
	}
	switch text[1] {
	case '"', '\\', '/', 'b', 'f', 'n', 'r', 't':
		return 2
	case 'u':
		r, ok := hex4(text)
		switch {
		case !ok:
			return 0
		case r < 0xd800 || r > 0xdfff:
			return unicode
		}
		if low, ok := hex4(text[unicode:]); ok && r < 0xdc00 && 0xdc00 <= low && low <= 0xdfff {
			return 2 * unicode
		}
	}
	return 0
}

// hex4 returns what an escape \u0000 stands for.
func hex4(text []byte) (r rune, ok bool) {
	if len(text) < 6 || text[0] != '\\' || text[1] != 'u' {
		return 0, false
	}
	for _, b := range text[2:6] {
		switch {
		case '0' <= b && b <= '9':
			r = r<<4 | rune(b-'0')
		case 'a' <= b|0x20 && b|0x20 <= 'f':
			r = r<<4 | rune(b|0x20-'a'+10)
		default:
			return 0, false
		}
	}
	return r, true
}
