package doc

import "slices"

// Inline returns a value of a single line.
func Inline(spans ...Span) Value { return Value{Text: spans} }

// Append puts spans behind the last line of the value.
func (v Value) Append(spans ...Span) Value {
	if len(spans) == 0 {
		return v
	}
	return Join(v, Inline(spans...))
}

// Prepend puts spans before the first line of the value.
func (v Value) Prepend(spans ...Span) Value {
	if len(spans) == 0 {
		return v
	}
	return Join(Inline(spans...), v)
}

// Join puts the values behind one another, with no break between them.
func Join(values ...Value) Value {
	var all Value
	for i, v := range values {
		if i == 0 {
			all = Value{slices.Clip(v.Text), slices.Clone(v.Blocks)}
			continue
		}
		if last := len(all.Blocks) - 1; last >= 0 {
			all.Blocks[last].After = concat(all.Blocks[last].After, v.Text)
		} else {
			all.Text = concat(all.Text, v.Text)
		}
		all.Blocks = append(all.Blocks, v.Blocks...)
	}
	return all
}

// concat returns a text with another one behind it. It writes over neither.
func concat(a, b Text) Text {
	switch {
	case len(b) == 0:
		return a
	case len(a) == 0:
		return slices.Clip(b)
	}
	return append(slices.Clip(a), b...)
}

// OneLine reports whether the value has no block in it.
func (v Value) OneLine() bool { return len(v.Blocks) == 0 }

// AppendToOpening puts spans behind the value's first line: after the bracket
// that opens a block, or at the end of a value of one line.
func (v Value) AppendToOpening(spans ...Span) Value {
	v.Text = concat(v.Text, spans)
	return v
}
