package view

import "strings"

// screenWriter writes rows with the codes of their styles. It is the only place that writes codes.
type screenWriter struct {
	strings.Builder
	theme Theme
	rows  int
}

// row writes a row of the whole screen.
func (w *screenWriter) row(r row, base tone, width int) {
	w.put(r, base, width)
	w.newline()
}

func (w *screenWriter) newline() { w.rows++; w.WriteByte('\n') }

// put writes a row, filled up to a width.
func (w *screenWriter) put(r row, base tone, width int) {
	under, over := w.theme.tone(base), w.theme
	if under == reversed {
		over = Theme{} // a colour would be that of the background
	}
	for _, p := range r.pieces {
		code := over.role(p.role, p.side)
		if p.tone != plainTone && p.tone != base {
			code = over.tone(p.tone)
		}
		if p.match {
			code = over.tone(matchTone)
			if under == code { // it would not be seen
				code = "4"
			}
		}
		w.styled(under, code, p.text)
	}
	if n := width - r.width; n > 0 {
		w.styled(under, "", strings.Repeat(" ", n))
	}
}

func (w *screenWriter) styled(under, code, text string) {
	if under != "" && code != "" {
		under += ";"
	}
	if under+code == "" {
		w.WriteString(text)
		return
	}
	w.WriteString("\x1b[")
	w.WriteString(under)
	w.WriteString(code)
	w.WriteByte('m')
	w.WriteString(text)
	w.WriteString("\x1b[0m")
}

// String returns all rows, without a line feed at the end.
func (w *screenWriter) String() string { return strings.TrimSuffix(w.Builder.String(), "\n") }
