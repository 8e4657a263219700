package meaning

import (
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
		for _, path := range texts(reflect.ValueOf(e.Network), reflect.ValueOf(e.Access)) {
			n++
			if name := top(strings.TrimPrefix(path, "^")); isName(name) && s.isRoutine(name) {
				t.Errorf("%s: %s is routine", typ, path)
			}
		}
	}
	if n < 1000 {
		t.Errorf("only %d texts", n)
	}
}

// texts returns all strings in some values, whatever they mean.
func texts(all ...reflect.Value) (found []string) {
	for _, v := range all {
		switch v.Kind() {
		case reflect.String:
			found = append(found, v.String())
		case reflect.Slice:
			for i := range v.Len() {
				found = append(found, texts(v.Index(i))...)
			}
		case reflect.Map:
			for _, key := range v.MapKeys() {
				found = append(found, texts(v.MapIndex(key))...)
			}
		case reflect.Pointer:
			found = append(found, texts(v.Elem())...)
		case reflect.Struct:
			for i := range v.NumField() {
				found = append(found, texts(v.Field(i))...)
			}
		}
	}
	return found
}
