package jsondoc

import (
	"bytes"
	"cmp"
	"errors"
	"io"
	"strconv"
	"strings"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/planfmt/planfmt/plans"
	"github.com/planfmt/planfmt/values"
)

// No other file of this package depends on the module of jsontext.

// decoder is a tokenizer made of a jsontext.Decoder. It checks everything, also
// what is skipped, and that no name occurs twice in an object.
type decoder struct {
	dec *jsontext.Decoder
	// names are those of the last members of the values that have been entered, and empty for arrays. After an error, the
	// pointers of jsontext may have something else from its buffer in the place of names, such as a part of a secret.
	names *[]string
	exact bool // the text is in a buffer of its own, so that these pointers are right
}

func newDecoder(r io.Reader, opts ...jsontext.Options) decoder {
	_, exact := r.(*bytes.Buffer)
	return decoder{jsontext.NewDecoder(r, opts...), new([]string), exact}
}

// peek converts the kind, which jsontext spells in the same way.
func (d decoder) peek() tokenKind { return tokenKind(d.dec.PeekKind()) }

func (d decoder) token() (string, error) {
	tok, err := d.dec.ReadToken()
	if err != nil {
		return "", d.syntaxError(err)
	}
	switch tok.Kind() {
	case '{', '[':
		*d.names = append(*d.names, "")
	case '}', ']':
		*d.names = (*d.names)[:len(*d.names)-1]
	case '"':
		text := tok.String()
		if in, n := d.dec.StackIndex(d.dec.StackDepth()); in == '{' && n%2 == 1 {
			(*d.names)[len(*d.names)-1] = text
		}
		return text, nil
	}
	return "", nil
}

// syntaxError returns the error of jsontext as one of ours.
func (d decoder) syntaxError(err error) error {
	err = syntaxErrorOf(err)
	e, ok := err.(*syntaxError)
	if !ok || d.exact {
		return err
	}
	steps := strings.Split(e.pointer, "/")
	inside := steps[min(len(steps), len(*d.names)+1):]
	steps = steps[:len(steps)-len(inside)]
	for i, name := range *d.names {
		if name != "" && i+1 < len(steps) {
			steps[i+1] = escapePointer.Replace(name)
		}
	}
	if len(inside) > 0 {
		// What is buffered begins with the value that has the mistake. With a buffer of its own, it is read once more.
		text := bytes.NewBuffer(bytes.Clone(bytes.TrimLeft(d.dec.UnreadBuffer(), " \t\r\n:,")))
		_, err := jsontext.NewDecoder(text).ReadValue()
		if again, ok := syntaxErrorOf(err).(*syntaxError); ok {
			if right := strings.Split(again.pointer, "/")[1:]; len(right) == len(inside) {
				steps = append(steps, right...)
			}
		}
	}
	e.pointer = strings.Join(steps, "/")
	return e
}

// escapePointer escapes a name for a JSON pointer.
var escapePointer = strings.NewReplacer("~", "~0", "/", "~1")

func (d decoder) value() ([]byte, error) {
	v, err := d.dec.ReadValue()
	return v, d.syntaxError(err)
}

func (d decoder) outline(o *Outliner) ([]byte, error) {
	raw, err := d.value()
	if err == nil {
		o.object(raw, 0, d.dec.StackDepth())
	}
	return raw, err
}

// skip reads token by token, because names inside of a value that is skipped as a whole may be wrong in errors.
func (d decoder) skip() error {
	depth := d.dec.StackDepth()
	if k := d.peek(); k == '}' || k == ']' {
		return d.syntaxError(d.dec.SkipValue())
	}
	for {
		if _, err := d.token(); err != nil || d.dec.StackDepth() <= depth {
			return err
		}
	}
}

// release returns false: jsontext uses its buffer again.
func (d decoder) release() bool { return false }

func (d decoder) offset() int64    { return d.dec.InputOffset() }
func (d decoder) pointer() pointer { return pointer{above: string(d.dec.StackPointer())} }
func (d decoder) parent() tokenKind {
	k, _ := d.dec.StackIndex(d.dec.StackDepth())
	return tokenKind(k)
}

func (d decoder) buffered() []byte { return d.dec.UnreadBuffer() }

func (d decoder) rest() (text []byte, off int64) {
	buffered := d.buffered()
	text = trimSpace(buffered)
	return text, d.offset() + int64(len(buffered)-len(text))
}

func (d decoder) linesBehind(off int64) int64 {
	text := d.buffered()
	return countLineFeeds(text[min(max(off-d.offset(), 0), int64(len(text))):])
}

// appendUnquoted appends the text of a string in quotes, if it is a valid one.
func appendUnquoted(text, quoted []byte) ([]byte, bool) {
	text, err := jsontext.AppendUnquote(text, quoted)
	return text, err == nil
}

// explain returns the error for what comes next in the text: what is wrong with
// it, and where. Any error but errWrong is returned as it is.
func (l *lexer) explain(err error) error {
	if err != errWrong {
		return err
	}
	if l.err == nil {
		l.more() // what follows a token may make it wrong
	}
	err = l.replay(len(l.buf), func(dec *jsontext.Decoder) error {
		for {
			if _, err := dec.ReadToken(); err != nil {
				return err
			}
		}
	})
	return cmp.Or(err, l.unexplained())
}

// checkValue returns the first mistake in the next value, which ends at l.buf[end]. What
// follows it may be the mistake.
func (l *lexer) checkValue(end int) error {
	return l.replay(len(l.buf), func(dec *jsontext.Decoder) error {
		_, err := dec.ReadValue()
		if err == nil && len(dec.UnreadBuffer()) > len(l.buf)-end {
			_, err = dec.ReadToken() // a number or a word is followed by more of that
		}
		return err
	})
}

// checkText returns the first mistake in the text of an object, an array or a string that
// stands in an object or an array. pointer is where it stands. The pointer and the offset
// of the error begin at the text. A name may occur twice in an object.
func checkText(text []byte, parent tokenKind, pointer string) error {
	// What jsontext says depends on what comes before.
	tokens, begin, prefix := 2, `["",`, "/1"
	switch {
	case parent == beginObject:
		begin, prefix = `{"":`, "/"
	case strings.HasSuffix(pointer, "/0"):
		tokens, begin, prefix = 1, "[", "/0"
	}
	dec := jsontext.NewDecoder(bytes.NewBuffer(append([]byte(begin), text...)), jsontext.AllowDuplicateNames(true))
	for range tokens {
		dec.ReadToken()
	}
	_, err := dec.ReadValue()
	err = syntaxErrorOf(err)
	if e, wrong := errors.AsType[*syntaxError](err); wrong {
		e.offset -= int64(len(begin))
		e.pointer = strings.TrimPrefix(e.pointer, prefix)
	}
	return err
}

// unexplained is the error for a mistake that jsontext does not find.
func (l *lexer) unexplained() error {
	return &syntaxError{fault: plans.InputNotJSON, offset: l.offset(), pointer: l.pointer().String(), msg: "invalid value"}
}

// replay lets jsontext read the buffered text up to l.buf[end], after a beginning that
// leads to the same place of a document. It returns the error for the mistake that
// read finds.
func (l *lexer) replay(end int, read func(*jsontext.Decoder) error) error {
	begin, left := l.beginning()
	// With a buffer, jsontext gives the right pointer. With other readers, it may
	// take names from memory that it has used again.
	text := bytes.NewBuffer(append([]byte(begin), l.buf[l.pos:end]...))
	dec := jsontext.NewDecoder(text, jsontext.AllowDuplicateNames(true))
	for dec.InputOffset() < int64(len(begin)) {
		if _, err := dec.ReadToken(); err != nil {
			return l.unexplained()
		}
	}
	err := syntaxErrorOf(read(dec))
	e, wrong := errors.AsType[*syntaxError](err)
	if l.err != nil && l.err != io.EOF && err != nil && (!wrong || e.fault == plans.InputCutOff) {
		return l.err
	}
	if !wrong {
		return nil
	}
	e.offset = l.offsetOf(l.pos + int(e.offset) - len(begin))
	e.pointer = addIndexes(e.pointer, left)
	return e
}

// filler stands for values that have been read.
const filler = `""`

// beginning returns the beginning of a document in which the same objects and
// arrays are open as in the text, and for each of these how many elements have
// been left out.
func (l *lexer) beginning() (text string, left []int) {
	var b strings.Builder
	for i := range l.open {
		f, last := &l.open[i], i == len(l.open)-1
		b.WriteByte(byte(f.kind))
		left = append(left, 0)
		switch {
		case f.kind == beginObject && (f.named || f.values > 0):
			b.Write(f.name)
			if !f.named {
				b.WriteByte(':')
				if last {
					b.WriteString(filler)
				}
			}
		case f.kind == beginArray && f.values > 0:
			if f.values > 1 {
				b.WriteString(filler + ",")
				left[i] = f.values - 2
			}
			if last {
				b.WriteString(filler)
			}
		}
	}
	return b.String(), left
}

// addIndexes adds to the indexes at the beginning of a JSON pointer.
func addIndexes(pointer string, add []int) string {
	steps := strings.Split(pointer, "/")
	for i, n := range add {
		if n > 0 && i+1 < len(steps) {
			index, _ := strconv.Atoi(steps[i+1])
			steps[i+1] = strconv.Itoa(index + n)
		}
	}
	return strings.Join(steps, "/")
}

// syntaxErrorOf turns an error of jsontext about the text into a *syntaxError.
func syntaxErrorOf(err error) error {
	var se *jsontext.SyntacticError
	if err == nil || !errors.As(err, &se) {
		return err
	}
	e := &syntaxError{fault: plans.InputNotJSON, offset: se.ByteOffset, pointer: string(se.JSONPointer)}
	// jsontext does not export these errors. Their texts identify them, and
	// TestBadInput notices if a text changes.
	msg := se.Err.Error()
	switch {
	case errors.Is(se.Err, io.ErrUnexpectedEOF):
		e.fault = plans.InputCutOff
	case msg == "exceeded max depth":
		e.fault = plans.InputTooDeep
	case msg == "invalid UTF-8":
		e.fault = plans.InputEncoding
	case se.Err == jsontext.ErrDuplicateName:
		msg = "a name " + values.ErrTwice.Error() // which may be a secret
		e.pointer = string(se.JSONPointer.Parent())
	}
	// A string of the document may be a secret.
	for _, quote := range []string{"`", `"`} {
		if before, quoted, ok := strings.Cut(msg, " "+quote); ok {
			msg = before + quoted[strings.LastIndex(quoted, quote)+1:]
		}
	}
	e.msg = msg[:min(len(msg), 200)]
	return e
}
