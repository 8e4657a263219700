package sinks

import "strings"

// IsLink reports whether a text is the address of a page that can stand in any document: it begins with
// https:// and has no character that means something to Markdown or to HTML, other than an ampersand.
func IsLink(address string) bool {
	rest, ok := strings.CutPrefix(address, "https://")
	if !ok || rest == "" || !isUnreserved(rest[0]) {
		return false
	}
	for _, c := range []byte(rest) {
		if !isUnreserved(c) && !strings.ContainsRune(":/?#@$&+,=%", rune(c)) {
			return false
		}
	}
	return true
}

// Link returns a text as code, with a link to a page. If the address is not one that [IsLink] accepts,
// it is only the text.
func (in Inline) Link(text, address string) string {
	code := in.Code(text)
	switch {
	case !IsLink(address):
		return code
	case in == InHTML:
		return `<a href="` + escapeHTML(address) + `">` + code + "</a>"
	}
	return "[" + code + "](" + address + ")"
}

// Page writes the attribute href, with a link to a page elsewhere. It writes nothing if the address is not
// one that [IsLink] accepts.
func (h *HTML) Page(address string) {
	if IsLink(address) {
		h.Attr("href", address)
		h.Markup(` rel="noreferrer"`)
	}
}
