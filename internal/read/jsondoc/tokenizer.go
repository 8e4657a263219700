package jsondoc

import (
	"strconv"
	"strings"

	"github.com/planfmt/planfmt/plans"
)

// tokenizer takes the text of a document apart. Mistakes in the text are errors of
// type *syntaxError; the end of the text is io.EOF, and errors of the reader are
// returned as they are.
type tokenizer interface {
	// peek returns the kind of the next token. At the end of the text
	// it is kindNone, as well as before an error, which the next call returns.
	peek() tokenKind
	// token reads a token and returns the text of a string or a name, and an
	// empty text for any other token.
	token() (string, error)
	// value reads a value. Its bytes are valid until the next call. An object, an
	// array or a string need not be valid JSON.
	value() ([]byte, error)
	// outline does the same as value, and makes an outline of the value.
	outline(*Outliner) ([]byte, error)
	// skip reads a value of which nothing is needed. It need not be valid JSON, but
	// its strings, objects and arrays end.
	skip() error

	// release gives the memory of the last value to the caller, who may keep it. It
	// returns false if that is not possible.
	release() bool

	// offset counts the bytes that have been read, up to the end of the last
	// token or value.
	offset() int64
	// pointer leads to the last token or value.
	pointer() pointer
	// parent is what the last value is in: beginArray or beginObject.
	parent() tokenKind
	// buffered returns the bytes that the tokenizer has taken from its reader
	// beyond offset. After peek, it may lack some.
	buffered() []byte
	// rest returns what of that is not white space at the beginning, and its offset.
	rest() (text []byte, off int64)
	// linesBehind counts the line feeds in what the tokenizer has taken from its reader
	// beyond an offset, which is not less than that of the last token or value.
	linesBehind(off int64) int64
}

// tokenKind is the kind of a token: its first character, and '0' for a number, 't' or
// 'f' for a bool.
type tokenKind byte

const (
	kindNone    tokenKind = 0
	kindNull    tokenKind = 'n'
	kindTrue    tokenKind = 't'
	kindFalse   tokenKind = 'f'
	kindNumber  tokenKind = '0'
	kindString  tokenKind = '"'
	beginArray  tokenKind = '['
	endArray    tokenKind = ']'
	beginObject tokenKind = '{'
	endObject   tokenKind = '}'
)

// noun is what a message calls a value that begins with the token.
func (k tokenKind) noun() string {
	switch k {
	case kindNull:
		return "null"
	case kindTrue, kindFalse:
		return "a bool"
	case kindString:
		return "a string"
	case kindNumber:
		return "a number"
	case beginArray:
		return "a list"
	case beginObject:
		return "an object"
	}
	return "something else"
}

// pointer is a JSON pointer (RFC 6901). Most are never looked at, so they are put together
// when they are.
type pointer struct {
	above string // the pointer to the object or array; or all of it if step is stepNone
	step  pointerStep
	name  string // of a member
	index int    // of an element
}

// pointerStep says what a [pointer] leads to.
type pointerStep uint8

const (
	stepNone pointerStep = iota
	stepMember
	stepElement
)

func (p pointer) String() string {
	switch p.step {
	case stepMember:
		return p.above + "/" + pointerEscapes.Replace(p.name)
	case stepElement:
		return p.above + "/" + strconv.Itoa(p.index)
	}
	return p.above
}

var pointerEscapes = strings.NewReplacer("~", "~0", "/", "~1")

// syntaxError says what is wrong with the text, and where.
type syntaxError struct {
	fault   plans.InputKind // plans.InputCutOff, plans.InputTooDeep, plans.InputEncoding or plans.InputNotJSON
	offset  int64
	pointer string
	msg     string // says more about plans.InputNotJSON, and quotes no string of the document
}

func (e *syntaxError) Error() string { return e.msg }
