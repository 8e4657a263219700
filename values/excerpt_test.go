package values

import (
	"iter"
	"testing"

	"github.com/planfmt/planfmt/plans"
)

func ranges(pairs ...[2]int) iter.Seq2[int, int] {
	return func(yield func(int, int) bool) {
		for _, p := range pairs {
			if !yield(p[0], p[1]) {
				return
			}
		}
	}
}

func TestExcerpt(t *testing.T) {
	object := `{"a":1,"b":[2, 3],"c\n":{"x":null},"d":"e","f":true}`
	tests := map[string]struct {
		v      Value
		ranges iter.Seq2[int, int]
		want   string
	}{
		"none of a list":      {Of(`[1,2]`), ranges(), `[]`},
		"list":                {Of(`[1, "a" ,[3],{"b":4},null]`), ranges([2]int{0, 2}, [2]int{4, 1}), `[1, "a",null]`},
		"object":              {Of(object), ranges([2]int{0, 2}, [2]int{3, 2}), `{"a":1,"b":[2, 3],"d":"e","f":true}`},
		"escaped name":        {Of(object), ranges([2]int{2, 2}), `{"c\n":{"x":null},"d":"e"}`},
		"escaped name within": {Of(`{"a":1,"c\n":2,"d":3}`), ranges([2]int{0, 3}), `{"a":1,"c\n":2,"d":3}`},
		"in another order":    {Of(`{"d" : 1, "b":2,"a":3}`), ranges([2]int{0, 2}, [2]int{2, 1}), `{"a":3,"b":2,"d":1}`},
		"list of parts":       {NewArray(NewString("a"), Of(`[1]`), NewNull()), ranges([2]int{1, 2}), `[[1],null]`},
		"object of parts":     {NewObject(Member{"b", NewBool(true)}, Member{"a\"", Of(`{}`)}), ranges([2]int{0, 2}), `{"a\"":{},"b":true}`},
	}
	for name, test := range tests {
		got := new(Texts).Excerpt(test.v, test.ranges)
		if got != test.want {
			t.Errorf("%s: got %s, want %s", name, got, test.want)
		}
		if Of(got).Kind() == Absent {
			t.Errorf("%s: %s is not JSON", name, got)
		}
	}
}

func TestSameText(t *testing.T) {
	tests := map[string]struct {
		v, w Value
		want bool
	}{
		"equal":       {Of(`{"a":[1]}`), Of(`{"a":[1]}`), true},
		"spelled":     {Of(`{"a":[1]}`), Of(`{"a":[ 1]}`), false},
		"other kinds": {Of(`1`), Of(`"1"`), false},
		"nulls":       {Of(`null`), Of(`null`), true},
		"absent":      {Value{}, Value{}, false},
		"of parts":    {NewArray(), NewArray(), false},
	}
	for name, test := range tests {
		if got := test.v.SameText(test.w); got != test.want {
			t.Errorf("%s: got %v", name, got)
		}
	}
}

func TestCursor(t *testing.T) {
	for text, names := range map[string]map[string]int{
		`{"a":1,"c":2,"e":3}`: {"": -1, "a": 0, "b": -1, "c": 1, "e": 2, "f": -1},
		`[1,2]`:               {"a": -1},
	} {
		for _, other := range []string{"", "a", "b"} {
			for name, want := range names {
				c := Of(text).Cursor()
				c.Find(other) // in any order
				v, i := c.Find(name)
				if (v.Kind() != Absent) != (want >= 0) || want >= 0 && i != want {
					t.Errorf("%s: %s after %s: got %s at %d", text, name, other, v.JSON(), i)
				}
			}
		}
	}
}

func TestFlagsIsClear(t *testing.T) {
	tests := map[string]struct {
		flags, value    string
		lenient, strict bool
	}{
		"none":              {``, `{"a":1}`, true, true},
		"false":             {`false`, `{"a":1}`, true, true},
		"true":              {`true`, `{"a":1}`, false, false},
		"empty":             {`{}`, `{"a":1}`, true, true},
		"false, in it":      {`{"a":{"b":false}}`, `{"a":{"b":1}}`, true, true},
		"true, in it":       {`{"a":{"b":true}}`, `{"a":{"b":1}}`, false, false},
		"of another member": {`{"b":false}`, `{"a":1}`, false, false},
		"list":              {`[{},{}]`, `[1,2]`, true, true},
		"too short":         {`[{}]`, `[1,2]`, true, false},
		"empty list":        {`[]`, `[1,2]`, true, true},
		"unclear":           {`{"a":null}`, `{"a":1}`, true, false},
		"another shape":     {`[[true]]`, `{"a":1}`, false, false},
	}
	for name, test := range tests {
		tree, v := Of(test.flags), Of(test.value)
		if got := UnknownFlags(tree).IsClear(v); got != test.lenient {
			t.Errorf("%s: unknown: got %v", name, got)
		}
		f := SensitiveFlags(tree)
		if got := f.IsClear(v); got != test.strict {
			t.Errorf("%s: sensitive: got %v", name, got)
		}
		if f.IsClear(v) && (f.Covers(v) || f.At(plans.Key("a")).Covers(v.Get("a")) || f.At(plans.Index(1)).Covers(v.Elem(1))) {
			t.Errorf("%s: something is hidden", name)
		}
	}
}
