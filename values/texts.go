package values

import "strings"

// Texts copies the texts of values into a few large allocations. As long as any of the
// copies is in use, so is the allocation that it is in: keep secrets out. The zero Texts
// is ready to use.
type Texts struct {
	b strings.Builder
	// Shared makes no copies of what can be shared: the texts are valid as long as the values are, see
	// [Value.SharedText].
	Shared bool
}

const (
	textsLen    = 4 << 10 // how many bytes are allocated at a time
	longTextLen = 512     // longer texts are allocated alone
)

// Text returns the same as [Value.Text].
func (t *Texts) Text(v Value) string {
	switch v.kind {
	case Absent, Array, Object:
		return ""
	case Null:
		return "null"
	case Bool:
		if v.IsTrue() {
			return "true"
		}
		return "false"
	}
	if t.Shared {
		return v.SharedText()
	}
	if v.kind == String {
		if body := v.body(); !v.has(escaped) && len(body) <= longTextLen {
			return t.clone(body)
		}
		return v.Text()
	}
	if raw := v.raw(); len(raw) <= longTextLen {
		return t.clone(raw)
	}
	return v.Text()
}

// Name returns a copy of the name of a member.
func (t *Texts) Name(name string) string {
	if t.Shared {
		return name
	}
	if len(name) > longTextLen {
		return strings.Clone(name)
	}
	return t.clone(stringBytes(name))
}

// grow makes room for n bytes.
func (t *Texts) grow(n int) {
	if t.b.Cap()-t.b.Len() < n {
		t.b = strings.Builder{}
		t.b.Grow(textsLen)
	}
}

func (t *Texts) clone(text []byte) string {
	t.grow(len(text))
	start := t.b.Len()
	t.b.Write(text)
	return t.b.String()[start:]
}
