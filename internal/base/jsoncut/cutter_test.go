package jsoncut

import (
	"fmt"
	"testing"
)

// TestCutter checks where values end, in one piece and in two, and what is taken for a value.
func TestCutter(t *testing.T) {
	for _, test := range []struct {
		text   string
		strict int
		lax    int
	}{
		{`{"a":[1,"]"]},`, 13, 13},
		{`"a\\\"b",`, 8, 8},
		{`-1.5e3,`, 6, 6},
		{`null}`, 4, 4},
		{`{"a":[1}],`, Wrong, 9},
		{`{"a":tRUe},`, Wrong, 10},
		{`{"a":[},1`, Wrong, Short},
		{`[1,2`, Short, Short},
		{`"abc`, Short, Short},
		{`?`, Wrong, Wrong},
		{`]`, Wrong, Wrong},
		{`,1`, Wrong, Wrong},
	} {
		for _, lax := range []bool{false, true} {
			want := test.strict
			if lax {
				want = test.lax
			}
			t.Run(fmt.Sprint(test.text, lax), func(t *testing.T) {
				c := Cutter{Lax: lax}
				if got := c.Cut([]byte(test.text), 0, 0); got != want {
					t.Errorf("got %d, want %d", got, want)
				}
				for n := 1; n < len(test.text); n++ {
					got := c.Cut([]byte(test.text[:n]), 0, 0)
					if got == Short {
						at := c.At
						if got = c.Resume([]byte(test.text[at:]), 0); got >= 0 {
							got += at
						}
					}
					if got != want {
						t.Errorf("%d bytes first: got %d, want %d", n, got, want)
					}
				}
			})
		}
	}
}
