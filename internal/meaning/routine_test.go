package meaning

import (
	"iter"
	"reflect"
	"strings"
	"testing"

	"github.com/planfmt/planfmt/internal/meaning/table"
)

// TestRoutineIsNotReadElsewhere checks that nothing in the table about traffic or rights begins with an attribute that is routine: where only these
// differ, neither is looked at.
func TestRoutineIsNotReadElsewhere(t *testing.T) {
	all := table.Default()
	r := NewReader(all)
	n := 0
	for typ, e := range all.Entries() {
		s := &subject{Reader: r, entry: e}
		for name := range firstNames(reflect.ValueOf(e.Network), reflect.ValueOf(e.Access)) {
			n++
			if isName(name) && s.isRoutine(name) {
				t.Errorf("%s: %s is routine", typ, name)
			}
		}
	}
	if n < 500 {
		t.Errorf("only %d names", n)
	}
}

// firstNames yields the first names of all paths in some values. Other texts are among them.
func firstNames(all ...reflect.Value) iter.Seq[string] {
	return func(yield func(string) bool) {
		for _, v := range all {
			if !eachText(v, func(text string) bool { return yield(top(strings.TrimPrefix(text, "^"))) }) {
				return
			}
		}
	}
}

func eachText(v reflect.Value, yield func(string) bool) bool {
	var parts []reflect.Value
	switch v.Kind() {
	case reflect.String:
		return yield(v.String())
	case reflect.Pointer:
		if !v.IsNil() {
			parts = []reflect.Value{v.Elem()}
		}
	case reflect.Slice:
		for i := range v.Len() {
			parts = append(parts, v.Index(i))
		}
	case reflect.Map:
		for _, key := range v.MapKeys() {
			parts = append(parts, v.MapIndex(key))
		}
	case reflect.Struct:
		for i := range v.NumField() {
			parts = append(parts, v.Field(i))
		}
	}
	for _, p := range parts {
		if !eachText(p, yield) {
			return false
		}
	}
	return true
}
