package jsondoc

import (
	"bytes"
	"fmt"
	"io"
	"iter"
	"strconv"
	"strings"

	"github.com/planfmt/planfmt/plans"
	"github.com/planfmt/planfmt/values"
)

// Duplicates yields the path of each name that occurs again in its object, in
// the value that has been parsed last: the names and indexes above it,
// then the name itself. A path is valid until the next one.
func (p *Parser) Duplicates() iter.Seq[[]string] {
	return func(yield func([]string) bool) {
		p.eachDuplicate(func(path []string, _ int64) bool { return yield(path) })
	}
}

// DuplicateError says where, in the value that has been parsed last, a
// name occurs twice in one object. It is nil if no name does. Names that are more
// than so many steps below the value may be secrets: the error does not contain
// them.
func (p *Parser) DuplicateError(steps int) error {
	if !p.duplicates {
		return nil
	}
	return p.duplicateError(steps)
}

func (p *Parser) duplicateError(steps int) (err error) {
	p.eachDuplicate(func(path []string, offset int64) bool {
		above, name := path[:len(path)-1], "a name"
		if len(path) <= steps {
			name = "the name " + Quote(path[len(path)-1])
		}
		err = fmt.Errorf("%s %w (byte %d%s)", name, values.ErrTwice, p.last.in.base+p.last.off+offset, p.last.in.unit)
		err = &plans.Error{Field: strings.Join(above[:min(len(above), steps)], "."), Err: err}
		return false
	})
	return err
}

// eachDuplicate calls yield with the path of each name that occurs again, and
// with its offset in the value, until yield returns false.
func (p *Parser) eachDuplicate(yield func(path []string, offset int64) bool) {
	if p.duplicates {
		raw := p.last.Raw
		d := duplicates{tok: &lexer{buf: raw, size: len(raw), err: io.EOF}, raw: raw, yield: yield}
		d.value()
	}
}

// duplicates looks for names that occur again, in the bytes of a value that is
// known to be valid.
type duplicates struct {
	tok   tokenizer
	raw   []byte
	path  []string
	yield func(path []string, offset int64) bool
}

// value goes through the next value. It returns false when the search is over.
func (d *duplicates) value() bool {
	switch d.tok.peek() {
	case beginObject:
		return d.object()
	case beginArray:
		return d.array()
	}
	return d.tok.skip() == nil
}

func (d *duplicates) object() bool {
	d.tok.token()
	var names nameSet
	for d.tok.peek() != endObject {
		offset := d.tok.offset()
		name, err := d.tok.token()
		if err != nil {
			return false
		}
		d.path = append(d.path, name)
		if !names.add(name) {
			// Only white space and a comma can come before the name.
			offset += int64(bytes.IndexByte(d.raw[offset:], '"'))
			if !d.yield(d.path, offset) {
				return false
			}
		}
		if !d.value() {
			return false
		}
		d.path = d.path[:len(d.path)-1]
	}
	_, err := d.tok.token()
	return err == nil
}

func (d *duplicates) array() bool {
	d.tok.token()
	for i := 0; d.tok.peek() != endArray; i++ {
		d.path = append(d.path, strconv.Itoa(i))
		if !d.value() {
			return false
		}
		d.path = d.path[:len(d.path)-1]
	}
	_, err := d.tok.token()
	return err == nil
}
