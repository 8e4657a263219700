package jsondoc

import (
	"errors"
	"fmt"

	"github.com/planfmt/planfmt/plans"
	"github.com/planfmt/planfmt/values"
)

// Excerpt is a value that has been cut out of a document. It knows its place in the
// document, for messages, so that any [Parser] can parse it when the [Scanner] has gone on.
type Excerpt struct {
	// Raw are the bytes of the value. They need not be valid JSON. They are valid until
	// the Scanner reads the next value: to use the Excerpt longer, put a copy here.
	Raw []byte
	in  *Input
	// off is the offset of the value in the text, and lines the number of line feeds
	// before it, which counts only if the input cannot be read again.
	off     int64
	pointer pointer
	lines   int64
	parent  tokenKind // what the value is in
}

// Offset returns where the value begins in the text of the document, as [Input.Read] reads it.
func (e *Excerpt) Offset() int64 { return e.off }

// place returns where an offset in the value is in the document, for a message.
func (e *Excerpt) place(off int64) string {
	lines := e.lines + countLineFeeds(e.Raw[:off])
	if e.in.again != nil {
		lines = e.in.lineFeeds(e.off+off, 0)
	}
	return e.in.place(e.off+off, lines)
}

// check returns a *plans.InputError for the first mistake in the value.
func (e *Excerpt) check() error {
	at := e.pointer.String()
	se, wrong := errors.AsType[*syntaxError](checkText(e.Raw, e.parent, at))
	if !wrong {
		return nil
	}
	return se.inputError(at+se.pointer, e.place(se.offset))
}

// Parser parses values of a document, and reuses its memory. It is for one goroutine. The
// zero Parser is ready for use.
type Parser struct {
	parser values.Parser
	last   Excerpt      // the value that was parsed last
	value  values.Value // the same, if a Loader would parse it in the same way
	// duplicates says that a name occurs twice in one of its objects.
	duplicates bool
}

// Parse parses a value. The result is valid until the next call, and as long as the bytes
// of the value do not change. If a name occurs twice in an object, it has the last member
// of that name; [Parser.Duplicates] and [Parser.DuplicateError] then say where. If the
// value is not valid JSON, or nested too deep, the error is a *plans.InputError.
func (p *Parser) Parse(e Excerpt) (values.Value, error) {
	p.last, p.value, p.duplicates = e, values.Value{}, false
	v, err := p.parser.Parse(e.Raw)
	if err == nil && !p.parser.HasSurrogates() { // half a pair of them is not valid
		p.value = v
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
		err = &plans.InputError{Kind: plans.InputTooDeep, Msg: fmt.Sprintf("at %s (%s): %s", quotePointer(e.pointer.String()), e.place(int64(len(e.Raw))), what)}
	}
	return v, err
}

// Batch is a number of values, with copies of their bytes. To parse all of them at once
// costs less than one by one, if they are short: [Parser.ParseBatch], and then
// [Parser.ParseMember] for each. The zero Batch is empty.
type Batch struct {
	text    []byte // a JSON list of the values, but for those that are set aside
	aside   []byte // these
	members []batched
	spans   []memberSpan // of the outlines of those that are set aside
	listed  int          // how many values the list has
	list    values.Value // the same, parsed; absent if they must be parsed one by one
}

// batched is a value in a Batch. Its bytes are a part of the text, or of those that are set aside.
type batched struct {
	Excerpt
	begin, end int
	isAside    bool
	place      int   // in the list
	spans      int   // where in the Batch's those of the outline begin
	places     []int // of the outline
}

// Reset makes the batch empty. It keeps the memory for the next values, up to so many
// bytes.
func (b *Batch) Reset(most int) {
	if cap(b.text) > most {
		b.text = nil
	}
	if cap(b.aside) > most {
		b.aside = nil
	}
	b.text, b.aside, b.members, b.spans = b.text[:0], b.aside[:0], b.members[:0], b.spans[:0]
	b.listed, b.list = 0, values.Value{}
}

// Add adds a value, with a copy of its bytes.
func (b *Batch) Add(e Excerpt) {
	open := byte(',')
	if b.listed == 0 {
		open = '['
	}
	b.text = append(b.text, open)
	m := batched{Excerpt: e, begin: len(b.text), place: b.listed}
	b.text = append(b.text, e.Raw...)
	m.Raw, m.end = nil, len(b.text)
	b.members = append(b.members, m)
	b.listed++
}

// SetAside adds a value, with a copy of its bytes and its outline, that neither ParseBatch nor ParseMember may parse.
func (b *Batch) SetAside(e Excerpt, o *Outline) {
	m := batched{Excerpt: e, isAside: true, begin: len(b.aside), spans: len(b.spans), places: o.places}
	b.aside = append(b.aside, e.Raw...)
	m.Raw, m.end = nil, len(b.aside)
	b.members = append(b.members, m)
	b.spans = append(b.spans, o.spans...)
}

// Hold adds a value without a copy of its bytes, which must stay valid. The batch must be
// empty, and nothing else may be added.
func (b *Batch) Hold(e Excerpt) { b.members = append(b.members, batched{Excerpt: e}) }

// Len returns the number of values.
func (b *Batch) Len() int { return len(b.members) }

// Size returns how many bytes the copies take.
func (b *Batch) Size() int { return len(b.text) + len(b.aside) }

// Excerpt returns the value with an index. Its bytes are valid until Reset.
func (b *Batch) Excerpt(i int) Excerpt {
	m := b.members[i]
	switch {
	case m.isAside:
		m.Raw = b.aside[m.begin:m.end:m.end]
	case m.end > 0:
		m.Raw = b.text[m.begin:m.end:m.end]
	}
	return m.Excerpt
}

// Outline returns the outline of the value with an index, which is set aside.
func (b *Batch) Outline(i int) Outline {
	m := &b.members[i]
	return Outline{Whole: true, text: b.aside[m.begin:m.end], spans: b.spans[m.spans:], places: m.places}
}

// ParseBatch parses a batch, to which nothing may be added afterwards. It never fails: if
// there is a mistake, the values are parsed one by one, and ParseMember returns the error.
func (p *Parser) ParseBatch(b *Batch) {
	if b.listed == 0 {
		return
	}
	b.text = append(b.text, ']')
	list, err := p.parser.Parse(b.text)
	if err == nil && !p.parser.HasSurrogates() && list.Len() == b.listed {
		b.list = list
	}
}

// ParseMember returns the value with an index of a batch that ParseBatch has parsed. It is valid until the next call of Parse or ParseBatch.
// Errors are those of [Parser.Parse].
func (p *Parser) ParseMember(b *Batch, i int) (values.Value, error) {
	e := b.Excerpt(i)
	if b.list.Kind() == values.Absent {
		return p.Parse(e)
	}
	p.last, p.value, p.duplicates = e, values.Value{}, false
	return b.list.Elem(b.members[i].place), nil
}
