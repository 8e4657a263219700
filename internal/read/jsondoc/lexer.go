package jsondoc

import (
	"bytes"
	"cmp"
	"errors"
	"hash/maphash"
	"io"
	"slices"

	"github.com/planfmt/planfmt/internal/base/jsoncut"
	"github.com/planfmt/planfmt/values"
)

// lexer is the tokenizer for all documents. Its tokens are checked in full. A
// value that it skips or returns is only cut out of the text (see [jsoncut.Cutter]), unless
// it is longer than the buffer and skipped.
//
// What is wrong with a text, and where, is not known here: if there is a mistake,
// jsontext reads that part of the text again (see explain). White space, and what is
// skipped, is not kept for that (see gap).
type lexer struct {
	r    io.Reader
	size int    // of buf, at least: values up to this length are skipped unseen
	err  error  // of r, after buf
	buf  []byte // what is not needed any more is in front of pos
	pos  int    // the end of the last token or value
	base int64  // the offset of buf[0]
	gaps []gap  // behind pos, in order

	again io.ReaderAt // reads the text again, from an offset on; may be nil
	start int64       // the offset of the text in again

	open    []openContainer
	walking bool
	unique  bool // a name that occurs twice in an object is a mistake
	cutter  jsoncut.Cutter
	parser  values.Parser
	scratch []byte
}

// openContainer is an object or an array that has been entered and not left.
type openContainer struct {
	kind   tokenKind
	name   []byte  // of the last member, in quotes
	text   string  // the same without quotes, if somebody has asked for it
	named  bool    // the name has been read, and its value has not
	values int     // that have been read or entered
	names  nameSet // if they must be unique

	// pointer leads to the object or array itself. It is set once it has been asked for.
	pointer string
	located bool
}

// errWrong stands for a mistake in the text, or for its end, inside the library.
var errWrong = errors.New("the text is not JSON")

// newLexer returns a lexer for a text in UTF-8, with a buffer of some size.
func newLexer(r io.Reader, size int) *lexer { return &lexer{r: r, size: size} }

func (l *lexer) offset() int64    { return l.base + int64(l.pos) }
func (l *lexer) buffered() []byte { return l.buf[l.pos:] }

func (l *lexer) rest() (text []byte, off int64) {
	text = trimSpace(l.buf[l.pos:])
	return text, l.offsetOf(len(l.buf) - len(text))
}

func (l *lexer) parent() tokenKind {
	if f := l.top(); f != nil {
		return f.kind
	}
	return kindNone
}

func (l *lexer) pointer() pointer { return l.pointerAt(len(l.open)) }

// pointerAt returns the pointer to what is in the first so many of the open values.
func (l *lexer) pointerAt(depth int) pointer {
	if depth == 0 {
		return pointer{}
	}
	f := &l.open[depth-1]
	if !f.located {
		f.pointer, f.located = l.pointerAt(depth-1).String(), true
	}
	p := pointer{above: f.pointer}
	switch {
	case f.kind == beginArray && f.values > 0:
		p.step, p.index = stepElement, f.values-1
	case f.kind == beginObject && (f.named || f.values > 0):
		if f.text == "" {
			f.text, _ = l.unquote(f.name)
		}
		p.step, p.name = stepMember, f.text
	}
	return p
}

func (l *lexer) peek() tokenKind {
	i, err := l.next()
	if err != nil {
		return kindNone
	}
	switch c := l.buf[i]; {
	case c == '-' || '0' <= c && c <= '9':
		return kindNumber
	case jsoncut.ClassOf(c) == jsoncut.ClassDelimiter: // a second one: reading on tells what is wrong
		return kindNone
	default:
		return tokenKind(c)
	}
}

func (l *lexer) token() (string, error) {
	text, err := l.step()
	if err != nil {
		return "", l.explain(err)
	}
	if len(text) == 0 || text[0] != '"' {
		return "", nil
	}
	s, _ := l.unquote(text)
	if f := l.top(); f != nil && f.named {
		f.text = s
	}
	return s, nil
}

func (l *lexer) value() ([]byte, error) {
	i, end, err := l.extent()
	switch {
	case err != nil:
		return nil, l.explain(err)
	case end < 0:
		return nil, cmp.Or(l.checkValue(len(l.buf)), l.unexplained())
	case jsoncut.ClassOf(l.buf[i]) == jsoncut.ClassScalar && !l.isScalar(l.buf[i:end]):
		return nil, cmp.Or(l.checkValue(end), l.unexplained())
	}
	l.count()
	l.take(end)
	return l.buf[i:end:end], nil
}

func (l *lexer) outline(o *Outliner) ([]byte, error) {
	i, err := l.next()
	if err != nil {
		return nil, l.explain(err)
	}
	// Most values are in the buffer, so that they need not be read twice.
	if end := o.object(l.buf, i, len(l.open)); end > 0 {
		l.count()
		l.take(end)
		return l.buf[i:end:end], nil
	}
	raw, err := l.value()
	if err == nil {
		o.object(raw, 0, len(l.open))
	}
	return raw, err
}

func (l *lexer) skip() error {
	_, err := l.skipShort()
	return err
}

// skipShort skips a value, and returns its bytes, or nothing if there are too many: then it has checked them.
func (l *lexer) skipShort() ([]byte, error) {
	i, err := l.next()
	if err != nil {
		return nil, l.explain(err)
	}
	for {
		// Not all that is buffered: whether a value is cut or walked must not depend
		// on what came before it.
		end := l.cut(l.buf[:min(len(l.buf), i+l.size)], i)
		if end > 0 {
			l.count()
			l.take(end)
			return l.buf[i:end], nil
		}
		if end == jsoncut.Wrong || len(l.buf)-i >= l.size || l.err != nil {
			return nil, l.explain(l.walk())
		}
		i -= l.more()
	}
}

func (l *lexer) release() bool {
	rest := l.buf[l.pos:]
	l.buf = append(make([]byte, 0, max(l.size, len(rest))), rest...)
	l.base += int64(l.pos)
	l.pos = 0
	return true
}

// extent returns where the next value begins and where it ends. The end is
// negative if there is a mistake in the value.
func (l *lexer) extent() (begin, end int, err error) {
	begin, err = l.next()
	if err != nil {
		return 0, 0, err
	}
	end = l.cut(l.buf, begin)
	for end == jsoncut.Short && l.err == nil {
		if l.again != nil && len(l.buf) >= longSize*l.size {
			return l.long(begin)
		}
		moved := l.more()
		begin -= moved
		end = l.resume(l.cutter.At - moved)
	}
	return begin, end, nil
}

// longSize is how many times the size of a buffer a value is not worth being copied from
// one buffer to a larger one.
const longSize = 4

// long does the same as extent for a value of which the buffer has a part. It looks for
// the end without keeping what it has seen, and then reads the value again.
func (l *lexer) long(begin int) (from, end int, err error) {
	before, front, gaps := l.offset(), bytes.Clone(l.buf[l.pos:begin]), slices.Clone(l.gaps)
	start := l.offsetOf(begin)
	l.take(begin)
	var sum maphash.Hash
	end = jsoncut.Short
	for end == jsoncut.Short && l.err == nil {
		sum.Write(l.buf[l.pos:l.cutter.At])
		l.pos = l.cutter.At
		l.more()
		end = l.resume(0)
	}
	sum.Write(l.buf)
	from = len(front)
	seen := from + int(l.base-start)
	text := make([]byte, seen+len(l.buf))
	copy(text, front)
	value := text[from:]
	_, err = readAgain(value, len(value), l.again, l.start+start, thePlan)
	if err == nil {
		err = check{sum.Seed(), sum.Sum64()}.sameText(value, thePlan)
	}
	if err != nil {
		return 0, 0, err
	}
	l.buf, l.pos, l.base, l.gaps = text, 0, before, gaps
	if end >= 0 {
		end += seen
	}
	return from, end, nil
}

// cut returns the end of the value that begins at text[i], jsoncut.Wrong, or, if it is
// not known yet, jsoncut.Short. text is a part of what is buffered.
func (l *lexer) cut(text []byte, i int) int {
	end := l.cutter.Cut(text, i, len(l.open))
	if end == jsoncut.Short && len(text) == len(l.buf) {
		return l.endScalar(i)
	}
	return end
}

// resume does the same as cut for all that is buffered, when cut has got to l.buf[at].
func (l *lexer) resume(at int) int {
	end := l.cutter.Resume(l.buf, at)
	if end == jsoncut.Short && l.cutter.InScalar() {
		return l.endScalar(at)
	}
	return end
}

// endScalar returns the end of a value that is cut short. A number or a word ends where
// the text does.
func (l *lexer) endScalar(begin int) int {
	if l.err == io.EOF && jsoncut.ClassOf(l.buf[begin]) == jsoncut.ClassScalar {
		return len(l.buf)
	}
	return jsoncut.Short
}

// count takes note of a value of the object or array that is open.
func (l *lexer) count() {
	if f := l.top(); f != nil {
		f.values++
		f.named = false
	}
}

func (l *lexer) top() *openContainer {
	if len(l.open) == 0 {
		return nil
	}
	return &l.open[len(l.open)-1]
}

// walk reads a value token by token, and keeps nothing of it but the names that lead to a
// mistake.
func (l *lexer) walk() error {
	l.walking = true
	defer func() { l.walking = false }()
	depth := len(l.open)
	for {
		if _, err := l.step(); err != nil || len(l.open) <= depth {
			return err
		}
	}
}

// step reads a token and returns its text, which is valid until the next call. In a walk,
// the text of a long token has gaps.
func (l *lexer) step() ([]byte, error) {
	i, err := l.next()
	if err != nil {
		return nil, err
	}
	f, c := l.top(), l.buf[i]
	isName := f != nil && f.kind == beginObject && !f.named && c != '}'
	switch c {
	case '{', '[':
		if isName || len(l.open) == jsoncut.MaxDepth {
			return nil, errWrong
		}
		l.count()
		l.enter(tokenKind(c))
		l.take(i + 1)
		return l.buf[i:l.pos], nil
	case '}', ']':
		if f == nil || f.named || byte(f.kind)+2 != c {
			return nil, errWrong
		}
		l.open = l.open[:len(l.open)-1]
		l.take(i + 1)
		return l.buf[i:l.pos], nil
	}
	var end int
	if l.walking && !(isName && l.unique) {
		i, end = l.pass(i, isName)
	} else {
		i, end, err = l.extent()
	}
	if err != nil || end < 0 {
		return nil, cmp.Or(err, errWrong)
	}
	text := l.buf[i:end]
	if isName {
		name, ok := l.unquoted(text)
		if !ok || l.unique && !f.names.add(string(name)) {
			return nil, errWrong
		}
		if l.walking {
			f.setName(text)
		} else {
			f.name, f.text = append(f.name[:0], text...), ""
		}
		f.named = true
	} else {
		if !l.isScalar(text) {
			return nil, errWrong
		}
		l.count()
	}
	l.take(end)
	return text, nil
}

// enter opens an object or an array.
func (l *lexer) enter(k tokenKind) {
	n := len(l.open)
	if n == cap(l.open) {
		l.open = append(l.open, openContainer{})
	}
	l.open = l.open[:n+1]
	l.open[n] = openContainer{kind: k, name: l.open[n].name[:0]}
}

// next returns where the next token begins, behind the comma or the colon before
// it. At the end of the text, the error is io.EOF if nothing is open.
func (l *lexer) next() (int, error) {
	i, err := l.space(l.pos)
	if err != nil {
		if err == io.EOF && len(l.open) > 0 {
			err = errWrong
		}
		return 0, err
	}
	var delimiter byte
	if jsoncut.ClassOf(l.buf[i]) == jsoncut.ClassDelimiter {
		delimiter = l.buf[i]
		if i, err = l.space(i + 1); err != nil {
			if err == io.EOF {
				err = errWrong
			}
			return 0, err
		}
	}
	if delimiter != l.delimiter(l.buf[i]) {
		return 0, errWrong
	}
	return i, nil
}

// delimiter is what must come before a token that begins with c, 0 for nothing.
func (l *lexer) delimiter(c byte) byte {
	switch f := l.top(); {
	case f == nil:
	case f.named:
		return ':'
	case f.values > 0 && c != '}' && c != ']':
		return ','
	}
	return 0
}

// space returns where the next byte is, from l.buf[i] on, that is not white space.
func (l *lexer) space(i int) (int, error) {
	for begin := i; ; {
		for ; i < len(l.buf); i++ {
			if jsoncut.ClassOf(l.buf[i]) != jsoncut.ClassSpace {
				return i, nil
			}
		}
		if l.err != nil {
			return 0, l.err
		}
		if i > begin+1 { // one is enough
			l.drop(begin+1, i)
			i = begin + 1
		}
		moved := l.more()
		begin, i = begin-moved, i-moved
	}
}

// more reads on, and sets l.err if there is nothing more to read. It moves what
// begins at l.pos to the beginning of the buffer, and returns by how much.
func (l *lexer) more() (moved int) {
	moved = l.pos
	rest := l.buf[l.pos:]
	size := cap(l.buf)
	switch {
	case size < l.size || size > 4*l.size && len(rest) < l.size/2:
		size = l.size
	case len(rest) > size/2:
		size *= 2
	}
	if size != cap(l.buf) {
		l.buf = make([]byte, 0, size)
	}
	l.buf = append(l.buf[:0], rest...)
	l.base += int64(moved)
	l.pos = 0
	for idle := 0; len(l.buf) < size && l.err == nil; idle++ {
		var n int
		n, l.err = l.r.Read(l.buf[len(l.buf):size])
		l.buf = l.buf[:len(l.buf)+n]
		if n > 0 {
			idle = 0
		}
		if idle == 100 {
			l.err = io.ErrNoProgress
		}
	}
	return moved
}
