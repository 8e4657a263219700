package annotations

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"reflect"
	"strings"
)

// Package json takes the last member of a name that occurs twice, and ignores the case of letters. A report would then say one thing to planfmt and
// another to the next program, so that such reports are errors.

// document parses a JSON document, of which nothing may be left.
func document(text []byte, into any) error {
	d := json.NewDecoder(bytes.NewReader(text))
	if err := d.Decode(into); err != nil {
		return describe(err)
	}
	if _, err := d.Token(); !errors.Is(err, io.EOF) {
		return errors.New("something follows the document")
	}
	return checkCase(text, reflect.TypeOf(into))
}

// parse parses a part of a document.
func parse(text []byte, into any) error {
	if err := json.Unmarshal(text, into); err != nil {
		return describe(err)
	}
	return checkCase(text, reflect.TypeOf(into))
}

// mostNested is how deep values may be in each other for package json.
const mostNested = 10_000

// checkUnique returns an error if a name occurs twice in an object of some documents. If they are not valid, it is silent: whoever parses them says
// what is wrong.
func checkUnique(text []byte) error {
	d := json.NewDecoder(bytes.NewReader(text))
	var open []map[string]bool // the names in each object that is open; nil for an array
	isName := false
	for {
		token, err := d.Token()
		if err != nil || len(open) > mostNested {
			return nil
		}
		switch t := token.(type) {
		case json.Delim:
			switch t {
			case '{':
				open = append(open, map[string]bool{})
			case '[':
				open = append(open, nil)
			default:
				open = open[:len(open)-1]
			}
			isName = len(open) > 0 && open[len(open)-1] != nil
			continue
		case string:
			if isName {
				names := open[len(open)-1]
				if names[t] {
					return fmt.Errorf("a name occurs twice in an object, before byte %d", d.InputOffset())
				}
				names[t] = true
				isName = false
				continue
			}
		}
		isName = len(open) > 0 && open[len(open)-1] != nil
	}
}

// checkCase returns an error if a name in a valid document differs from one that is read only in the case of its letters. t is the type that
// the document is read into.
func checkCase(text []byte, t reflect.Type) error {
	for t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	switch {
	case t.Kind() == reflect.Slice && t != rawType && len(bytes.TrimSpace(text)) > 0 && bytes.TrimSpace(text)[0] == '[':
		var all []json.RawMessage
		if t.Elem() == rawType || json.Unmarshal(text, &all) != nil {
			return nil
		}
		for _, one := range all {
			if err := checkCase(one, t.Elem()); err != nil {
				return err
			}
		}
	case t.Kind() == reflect.Struct:
		var members map[string]json.RawMessage
		if json.Unmarshal(text, &members) != nil {
			return nil
		}
		for i := range t.NumField() {
			name, _, _ := strings.Cut(t.Field(i).Tag.Get("json"), ",")
			for have, member := range members {
				switch {
				case have == name:
					if err := checkCase(member, t.Field(i).Type); err != nil {
						return err
					}
				case strings.EqualFold(have, name):
					return fmt.Errorf("a name differs from %q only in the case of its letters", name)
				}
			}
		}
	}
	return nil
}

var rawType = reflect.TypeFor[json.RawMessage]()
