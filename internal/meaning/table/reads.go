package table

import (
	"reflect"
	"strings"
)

// Reads returns the names of the attributes of an object that the entry reads for traffic and rights. Other words of the entry may be among them.
func (e *Entry) Reads() map[string]bool {
	names := map[string]bool{}
	addNames(names, reflect.ValueOf(e.Network))
	addNames(names, reflect.ValueOf(e.Access))
	return names
}

// addNames adds the first names of all paths in a value. So a member that is new in an entry is among them without anybody's thinking of it.
func addNames(names map[string]bool, v reflect.Value) {
	switch v.Kind() {
	case reflect.String:
		name, _, _ := strings.Cut(strings.TrimPrefix(v.String(), "^"), ".")
		names[name] = true
	case reflect.Slice:
		for i := range v.Len() {
			addNames(names, v.Index(i))
		}
	case reflect.Map:
		for _, key := range v.MapKeys() {
			addNames(names, v.MapIndex(key))
		}
	case reflect.Pointer:
		addNames(names, v.Elem())
	case reflect.Struct:
		for i := range v.NumField() {
			addNames(names, v.Field(i))
		}
	}
}
