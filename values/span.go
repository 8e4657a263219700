package values

// Span returns where the value is in the text that it was parsed from: the offset of its first
// byte, and of the byte behind its last one. It reports false for values that are absent or were
// built from parts.
func (v Value) Span() (start, end int, ok bool) {
	if v.kind == Absent {
		return 0, 0, false
	}
	n, ok := v.node()
	if !ok {
		return 0, 0, false
	}
	return int(n.start), int(v.tree.end(n)), true
}
