package sinks

import (
	"fmt"
	"strings"
)

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

// fileScheme begins the address of a file on this machine.
const fileScheme = "file://"

// FileLink returns the address of a file with an absolute path, which has slashes on all systems. Everything that is
// not a letter, a digit, a slash or one of -._~ is encoded, apart from the colon of a drive.
func FileLink(path string) string {
	var b strings.Builder
	b.WriteString(fileScheme)
	if !strings.HasPrefix(path, "/") {
		b.WriteByte('/')
	}
	for i, c := range []byte(path) {
		if isUnreserved(c) || c == '/' || c == ':' && i == 1 {
			b.WriteByte(c)
		} else {
			fmt.Fprintf(&b, "%%%02X", c)
		}
	}
	return b.String()
}

// isFileLink reports whether a text is an address as [FileLink] returns them.
func isFileLink(address string) bool {
	path, ok := strings.CutPrefix(address, fileScheme+"/")
	for _, c := range []byte(path) {
		ok = ok && (isUnreserved(c) || c == '/' || c == '%' || c == ':')
	}
	return ok
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
		h.raw(` rel="noreferrer"`)
	}
}
