package doc

// Inline returns a value of a single line.
func Inline(spans ...Span) Value {
	if len(spans) == 0 {
		return Value{}
	}
	return Value{Parts: []Part{Text(spans)}}
}

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
	var parts []Part
	for _, v := range values {
		for _, p := range v.Parts {
			if t, ok := p.(Text); ok && len(parts) > 0 {
				if last, ok := parts[len(parts)-1].(Text); ok {
					parts[len(parts)-1] = append(last[:len(last):len(last)], t...)
					continue
				}
			}
			parts = append(parts, p)
		}
	}
	return Value{Parts: parts}
}

// OneLine reports whether the value has no block in it.
func (v Value) OneLine() bool {
	for _, p := range v.Parts {
		if _, ok := p.(Block); ok {
			return false
		}
	}
	return true
}

// AppendToOpening puts spans behind the value's first line: after the bracket
// that opens a block, or at the end of a value of one line.
func (v Value) AppendToOpening(spans ...Span) Value {
	if len(spans) == 0 {
		return v
	}
	for i, p := range v.Parts {
		if _, ok := p.(Block); ok {
			return Join(Value{v.Parts[:i:i]}, Inline(spans...), Value{v.Parts[i:]})
		}
	}
	return v.Append(spans...)
}
