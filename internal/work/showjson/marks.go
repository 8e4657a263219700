package showjson

import (
	"iter"

	"github.com/planfmt/planfmt/plans"
	"github.com/planfmt/planfmt/values"
)

// appendMarks appends what is flagged in a value, as a tree of its shape. Of an
// object, it has the members that are flagged and those that have parts; of a list,
// it has all elements. A value without parts that is not flagged is a false.
func appendMarks(b []byte, v values.Value, f values.Flags) []byte {
	b, _ = appendTree(b, v, f)
	return b
}

// appendTree also reports whether what it has appended is more than a false.
func appendTree(b []byte, v values.Value, f values.Flags) ([]byte, bool) {
	switch {
	case f.Covers(v):
		return append(b, "true"...), true
	case v.Kind() == values.Array:
		b = append(b, '[')
		for i, e := range v.Elems() {
			if i > 0 {
				b = append(b, ',')
			}
			b, _ = appendTree(b, e, f.At(plans.Index(i)))
		}
		return append(b, ']'), true
	case v.Kind() == values.Object:
		b = append(b, '{')
		first := true
		for name, part := range members(v, f) {
			before := len(b)
			if !first {
				b = append(b, ',')
			}
			b = append(appendString(b, name), ':')
			var marked bool
			if b, marked = appendTree(b, part, f.At(plans.Key(name))); !marked {
				b = b[:before]
				continue
			}
			first = false
		}
		return append(b, '}'), true
	}
	return append(b, "false"...), false
}

// members yields the members of an object by name, sorted. A member that is only
// flagged is absent from the object; that is how unknown ones are.
func members(object values.Value, f values.Flags) iter.Seq2[string, values.Value] {
	return func(yield func(string, values.Value) bool) {
		var flagged []string // that the object does not have
		for step, part := range f.Parts() {
			if name, ok := step.Key(); ok && part.All() && object.Get(name).Kind() == values.Absent {
				flagged = append(flagged, name)
			}
		}
		for _, m := range object.Members() {
			for len(flagged) > 0 && flagged[0] < m.Name {
				if !yield(flagged[0], values.Value{}) {
					return
				}
				flagged = flagged[1:]
			}
			if !yield(m.Name, m.Value) {
				return
			}
		}
		for _, name := range flagged {
			if !yield(name, values.Value{}) {
				return
			}
		}
	}
}
