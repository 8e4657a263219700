package jsondoc

import (
	"errors"
	"fmt"

	"github.com/planfmt/planfmt/values"
)

// Excerpt is a value that has been cut out of a document. It knows its place in the
// document, so that it can be parsed when the Scanner has gone on, by any goroutine.
type Excerpt struct {
	// Raw are the bytes of the value. They need not be valid JSON. A Scanner reuses
	// them: put a copy in their place to use the Excerpt after the next value is read.
	Raw []byte
	in  *Input
	// off is the offset of the value in the text, pointer is its JSON pointer, and lines
	// are the line feeds before it, if the input cannot be read again.
	off     int64
	pointer string
	lines   int64
	parent  kind // what the value is in
}

// place is an offset of the value, for a message.
func (e *Excerpt) place(off int64) string {
	lines := e.lines + countLineFeeds(e.Raw[:off])
	if e.in.again != nil {
		lines = e.in.lineFeeds(e.off+off, nil)
	}
	return e.in.place(e.off+off, lines)
}

// check returns an *InputError for the first mistake in the value.
func (e *Excerpt) check() error {
	se, wrong := errors.AsType[*syntaxError](checkText(e.Raw, e.parent, e.pointer))
	if !wrong {
		return nil
	}
	return se.inputError(e.pointer+se.pointer, e.place(se.offset))
}

// Parser parses values of a document. It is for one goroutine. The zero Parser is ready
// for use.
type Parser struct {
	parser values.Parser
	last   Excerpt // the value that was parsed last
	// duplicates says that a name occurs twice in one of its objects.
	duplicates bool
}

// Parse parses a value. The result is valid until the next call, and as long as the bytes
// of the value do not change. If a name occurs twice in an object, it has the last member
// of that name; [Parser.Duplicates] and [Parser.DuplicateError] then say where. If the
// value is not valid JSON, or nested too deep, the error is an *InputError.
func (p *Parser) Parse(e Excerpt) (values.Value, error) {
	p.last, p.duplicates = e, false
	v, err := p.parser.Parse(e.Raw)
	if err == nil && !p.parser.HasSurrogates() { // half a pair of them is not valid
		return v, nil
	}
	if wrong := e.check(); wrong != nil {
		return values.Value{}, wrong
	}
	if err == nil {
		return v, nil
	}
	if p.duplicates = errors.Is(err, values.ErrTwice); p.duplicates {
		p.parser.Names = values.LastWins
		v, err = p.parser.Parse(e.Raw)
		p.parser.Names = values.Unique
	}
	if err != nil {
		// The tokenizer finds nothing wrong with the value. Only about the depth is it
		// less strict than the parser.
		what := err.Error()
		if se, ok := errors.AsType[*values.SyntaxError](err); ok {
			what = se.Msg // without the offset, which is one in the value
		}
		err = &InputError{Kind: InputTooDeep, Msg: fmt.Sprintf("at %s (%s): %s", quotePointer(e.pointer), e.place(int64(len(e.Raw))), what)}
	}
	return v, err
}

// Batch is a number of values, with copies of their bytes. A [Parser] parses them all at
// once, which is cheaper, and so that all of them are valid at the same time. The zero
// Batch is empty.
type Batch struct {
	text    []byte // a JSON list of the values
	members []batched
	list    values.Value // of the values; absent if they must be parsed one by one
}

// batched is a value in a Batch. Its bytes are a part of the text.
type batched struct {
	Excerpt
	begin, end int
}

// Reset makes the batch empty. It keeps the memory, unless that is more than so many
// bytes.
func (b *Batch) Reset(most int) {
	if cap(b.text) > most {
		b.text = nil
	}
	b.text, b.members, b.list = b.text[:0], b.members[:0], values.Value{}
}

// Add adds a value.
func (b *Batch) Add(e Excerpt) {
	open := byte(',')
	if len(b.members) == 0 {
		open = '['
	}
	b.text = append(b.text, open)
	begin := len(b.text)
	b.text = append(b.text, e.Raw...)
	e.Raw = nil
	b.members = append(b.members, batched{e, begin, len(b.text)})
}

// Hold adds a value without a copy of its bytes. The batch must be empty, and nothing else
// may be added.
func (b *Batch) Hold(e Excerpt) { b.members = append(b.members, batched{Excerpt: e}) }

// Len is the number of values.
func (b *Batch) Len() int { return len(b.members) }

// Size is the number of their bytes.
func (b *Batch) Size() int { return len(b.text) }

// Excerpt returns a value of the batch.
func (b *Batch) Excerpt(i int) Excerpt {
	m := b.members[i]
	if m.end > 0 {
		m.Raw = b.text[m.begin:m.end:m.end]
	}
	return m.Excerpt
}

// ParseBatch prepares the values of a batch for [Parser.ParseMember]. They are valid until
// the next call of Parse or ParseBatch.
func (p *Parser) ParseBatch(b *Batch) {
	if len(b.text) == 0 {
		return
	}
	b.text = append(b.text, ']')
	list, err := p.parser.Parse(b.text)
	if err == nil && !p.parser.HasSurrogates() && list.Len() == b.Len() {
		b.list = list
	}
}

// ParseMember does for a value of a batch what [Parser.Parse] does. The value is valid
// until the next call.
func (p *Parser) ParseMember(b *Batch, i int) (values.Value, error) {
	e := b.Excerpt(i)
	if b.list.Kind() == values.Absent {
		return p.Parse(e)
	}
	p.last, p.duplicates = e, false
	return b.list.Elem(i), nil
}
