package jsondoc

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"slices"

	"github.com/planfmt/planfmt/plans"
)

// Part is one of several documents that follow each other in a text, or what stands between two.
type Part struct {
	// Unit is the name in brackets that stands before the document; empty if there is none.
	Unit string
	Text []byte
}

// mostBefore is how many bytes of a text are read to find its second document.
const mostBefore = 16 << 20

// mostStream is how many bytes a text with several documents may have.
const mostStream = 1 << 30

// ReadSeveral reads a text with several JSON documents, or with one behind the name of a unit, to its end, and returns them in their order. Each
// is a document by itself, or text that is none: what is cut off, or stands between two, is not passed over. If the text has a single document,
// or none, the list is empty, and not all of the text has been read.
func ReadSeveral(in *Input) ([]Part, error) {
	if k := in.Kind(); k == PlanFile || k == Empty || k == Log {
		return nil, nil
	}
	text, err := readBehindFirst(in)
	if err != nil || text == nil {
		return nil, err
	}
	rest, err := io.ReadAll(io.LimitReader(in, mostStream))
	switch {
	case err != nil:
		return nil, readError(err)
	case len(rest) == mostStream:
		return nil, &plans.InputError{Kind: plans.InputSeveral, Msg: fmt.Sprintf("the input has several JSON documents, which have more than %d bytes together", mostStream), Hint: "save each of them in a file of its own"}
	}
	return split(append(text, rest...)), nil
}

// readBehindFirst reads up to the beginning of a second document. The text is nil if there is none, at least not within mostBefore bytes.
func readBehindFirst(in *Input) (text []byte, err error) {
	if start := trimSpace(in.head); len(start) == 0 || start[0] != '{' {
		if _, _, ok := CutUnit(start); ok {
			return []byte{}, nil // even one of them
		}
		return nil, nil
	}
	var end ending
	for done := false; !done && len(text) < mostBefore; {
		n := len(text)
		text = slices.Grow(text, min(bufferSize, max(peekSize, n)))
		m, err := in.Read(text[n:cap(text)])
		text = text[:n+m]
		if done = errors.Is(err, io.EOF); err != nil && !done {
			return nil, readError(err)
		}
		if end.at == 0 {
			end.scan(text[n:], n)
		}
		if end.at == 0 {
			continue
		}
		if rest := trimSpace(text[end.at:]); len(rest) > 0 {
			if _, _, ok := CutUnit(rest); ok || rest[0] == '{' {
				return text, nil
			}
			return nil, nil
		}
	}
	return nil, nil
}

// ending finds the end of an object whose text comes in pieces.
type ending struct {
	depth             int
	inString, escaped bool
	at                int // where it is in the text; 0 if it has not been found yet
}

// scan looks at the next piece, which begins at an offset.
func (e *ending) scan(piece []byte, off int) {
	for i := 0; i < len(piece); i++ {
		switch c := piece[i]; {
		case e.escaped:
			e.escaped = false
		case e.inString && c == '\\':
			e.escaped = true
		case c == '"':
			e.inString = !e.inString
		case e.inString:
			next := bytes.IndexAny(piece[i:], "\"\\")
			if next < 0 {
				return
			}
			i += next - 1
		case c == '{', c == '[':
			e.depth++
		case c == '}', c == ']':
			if e.depth--; e.depth == 0 {
				e.at = off + i + 1
				return
			}
		}
	}
}

// split takes a text apart.
func split(text []byte) (parts []Part) {
	for text = trimSpace(text); len(text) > 0; text = trimSpace(text) {
		unit, document, _ := CutUnit(text)
		n := len(text) - len(document) // of the prefix
		var end ending
		if document[0] == '{' {
			end.scan(document, n)
		}
		switch line := bytes.IndexByte(text, '\n'); {
		case end.at > 0:
		case document[0] != '{' && line >= 0:
			end.at = line
		default:
			end.at = len(text)
		}
		parts = append(parts, Part{unit, text[n:end.at]})
		text = text[end.at:]
	}
	return parts
}
