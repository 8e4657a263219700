package values

// Words keeps one copy of each text that many entries of a document have, such as the
// type of a resource. If there are a great many, it keeps only the first of them. The
// zero Words is ready to use.
type Words struct{ known map[string]string }

const maxWords = 10_000

// Text returns the same as [Value.Text].
func (w *Words) Text(v Value) string {
	if v.kind == String && !v.has(escaped) {
		return w.KeepBytes(v.body())
	}
	return w.Keep(v.Text())
}

// Keep returns the copy of a text.
func (w *Words) Keep(text string) string {
	if known, ok := w.known[text]; ok {
		return known
	}
	if w.known == nil {
		w.known = map[string]string{}
	}
	if len(w.known) < maxWords {
		w.known[text] = text
	}
	return text
}

// KeepBytes does the same for bytes, which may change afterwards.
func (w *Words) KeepBytes(text []byte) string {
	if known, ok := w.known[string(text)]; ok {
		return known
	}
	return w.Keep(string(text))
}
