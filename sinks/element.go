package sinks

// The methods below write elements of HTML. They return the document, so that calls can be chained.

// Doctype writes what a document of HTML begins with.
func (h *HTML) Doctype() *HTML { return h.raw("<!doctype html>") }

// Comment writes a comment.
func (h *HTML) Comment(text markup) *HTML { return h.raw("<!-- " + text + " -->") }

// Open begins an element. The attributes are names and values by turns; a last name without a value stands alone.
func (h *HTML) Open(element markup, attrs ...markup) *HTML { return h.Begin(element, attrs...).End() }

// Begin is [HTML.Open] for an element with further attributes: those that [HTML.Attr], [HTML.Flag], [HTML.Fragment] and [HTML.Page]
// write, up to [HTML.End].
func (h *HTML) Begin(element markup, attrs ...markup) *HTML {
	h.raw("<").raw(element)
	for len(attrs) > 1 {
		h.raw(" ").raw(attrs[0]).raw(`="`).raw(attrs[1]).raw(`"`)
		attrs = attrs[2:]
	}
	if len(attrs) > 0 {
		h.Flag(attrs[0])
	}
	return h
}

// Flag writes an attribute without a value.
func (h *HTML) Flag(name markup) *HTML { return h.raw(" ").raw(name) }

// End ends the attributes of an element.
func (h *HTML) End() *HTML { return h.raw(">") }

// Close ends elements, the innermost first.
func (h *HTML) Close(elements ...markup) *HTML {
	for _, e := range elements {
		h.raw("</").raw(e).raw(">")
	}
	return h
}

// Break writes a line feed, which shows nowhere.
func (h *HTML) Break() *HTML { return h.raw("\n") }

// raw writes a constant as it is.
func (h *HTML) raw(text markup) *HTML {
	h.buf = append(h.buf, text...)
	return h
}
