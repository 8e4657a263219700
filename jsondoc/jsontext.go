package jsondoc

import (
	"errors"
	"io"
	"strings"

	"github.com/go-json-experiment/json/jsontext"
)

// decoder is a tokenizer made of a jsontext.Decoder. No other file of this
// package depends on that module.
type decoder struct{ dec *jsontext.Decoder }

// newTokenizer returns a tokenizer for a text in UTF-8.
func newTokenizer(r io.Reader) tokenizer {
	// Names that occur twice are found where they matter: in the objects that
	// are walked, and in the values that are shown.
	return decoder{jsontext.NewDecoder(r, jsontext.AllowDuplicateNames(true))}
}

// peek converts the kind, which jsontext spells in the same way.
func (d decoder) peek() kind { return kind(d.dec.PeekKind()) }

func (d decoder) token() (string, error) {
	tok, err := d.dec.ReadToken()
	if err != nil {
		return "", syntaxErrorOf(err)
	}
	if tok.Kind() != '"' {
		return "", nil
	}
	return tok.String(), nil
}

func (d decoder) value() ([]byte, error) {
	v, err := d.dec.ReadValue()
	return v, syntaxErrorOf(err)
}

func (d decoder) skip() error { return syntaxErrorOf(d.dec.SkipValue()) }

func (d decoder) offset() int64    { return d.dec.InputOffset() }
func (d decoder) pointer() string  { return string(d.dec.StackPointer()) }
func (d decoder) buffered() []byte { return d.dec.UnreadBuffer() }

// syntaxErrorOf turns an error of jsontext about the text into a *syntaxError.
func syntaxErrorOf(err error) error {
	var se *jsontext.SyntacticError
	if err == nil || !errors.As(err, &se) {
		return err
	}
	e := &syntaxError{fault: InputNotJSON, offset: se.ByteOffset, pointer: string(se.JSONPointer)}
	// jsontext does not export these errors. Their texts identify them, and
	// TestBadInput notices if a text changes.
	msg := se.Err.Error()
	switch {
	case errors.Is(se.Err, io.ErrUnexpectedEOF):
		e.fault = InputCutOff
	case msg == "exceeded max depth":
		e.fault = InputTooDeep
	case msg == "invalid UTF-8":
		e.fault = InputEncoding
	}
	// A string of the document may be a secret.
	if before, quoted, ok := strings.Cut(msg, " `"); ok {
		msg = before + quoted[strings.LastIndexByte(quoted, '`')+1:]
	}
	e.msg = msg[:min(len(msg), 200)]
	return e
}
