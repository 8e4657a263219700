package reference_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"
)

// absence stands for a value that is not there.
type absence struct{}

// unreadable stands for an object in which a name occurs twice.
type unreadable struct{ why string }

// decodeAny decodes a document, numbers as json.Number. It fails if any part is unreadable.
func decodeAny(text []byte) (any, error) {
	v, err := decodeLoosely(text)
	if err != nil {
		return nil, err
	}
	return v, readable(v)
}

// decodeLoosely decodes a document. What is unreadable is only marked as such.
func decodeLoosely(text []byte) (any, error) {
	d := decoder{text: text, json: json.NewDecoder(bytes.NewReader(text))}
	d.json.UseNumber()
	v, err := d.value()
	if err != nil {
		return nil, err
	}
	if _, err := d.json.Token(); err != io.EOF {
		return nil, errors.New("there is more than one document")
	}
	return v, nil
}

type decoder struct {
	text []byte
	json *json.Decoder
	end  int64 // of the token before
}

func (d *decoder) token() (t json.Token, err error) {
	t, err = d.json.Token()
	raw := d.text[d.end:d.json.InputOffset()]
	d.end = d.json.InputOffset()
	if _, ok := t.(string); ok && err == nil {
		if why := textFault(raw); why != "" {
			err = fmt.Errorf("%s: %s", raw, why)
		}
	}
	return t, err
}

// textFault says what makes a string of JSON no text. The decoder of the standard library replaces it.
func textFault(raw []byte) string {
	if !utf8.Valid(raw) {
		return "a byte is not UTF-8"
	}
	half := false // an escape for the first half of a pair was the last thing
	for i := 0; i < len(raw); i++ {
		if raw[i] != '\\' {
			if half {
				return "half of a surrogate pair"
			}
			continue
		}
		i++
		if raw[i] != 'u' {
			if half {
				return "half of a surrogate pair"
			}
			continue
		}
		n, _ := strconv.ParseUint(string(raw[i+1:i+5]), 16, 32)
		i += 4
		first, second := 0xd800 <= n && n < 0xdc00, 0xdc00 <= n && n < 0xe000
		if half != second {
			return "half of a surrogate pair"
		}
		half = first
	}
	return ""
}

func (d *decoder) value() (any, error) {
	t, err := d.token()
	if err != nil {
		return nil, err
	}
	switch t {
	case json.Delim('['):
		l := []any{}
		for d.json.More() {
			v, err := d.value()
			if err != nil {
				return nil, err
			}
			l = append(l, v)
		}
		_, err := d.token()
		return l, err
	case json.Delim('{'):
		return d.object()
	}
	return t, nil
}

func (d *decoder) object() (any, error) {
	m, fault := map[string]any{}, ""
	for d.json.More() {
		name, err := d.token()
		if err != nil {
			return nil, err
		}
		v, err := d.value()
		if err != nil {
			return nil, err
		}
		if _, twice := m[name.(string)]; twice {
			fault = fmt.Sprintf("the name %q occurs twice", name)
		}
		m[name.(string)] = v
	}
	if _, err := d.token(); err != nil {
		return nil, err
	}
	if fault != "" {
		return unreadable{fault}, nil
	}
	return m, nil
}

// readable returns an error if any part of a value is unreadable.
func readable(v any) error {
	switch v := v.(type) {
	case unreadable:
		return errors.New(v.why)
	case []any:
		for _, e := range v {
			if err := readable(e); err != nil {
				return err
			}
		}
	case map[string]any:
		for _, e := range v {
			if err := readable(e); err != nil {
				return err
			}
		}
	}
	return nil
}

// get returns a member of an object.
func get(v any, name string) any {
	if m, ok := v.(map[string]any); ok {
		if v, ok := m[name]; ok {
			return v
		}
	}
	return absence{}
}

// at returns an element of an array.
func at(v any, i int) any {
	if l := elems(v); i < len(l) {
		return l[i]
	}
	return absence{}
}

// elems returns the elements of an array.
func elems(v any) []any {
	l, _ := v.([]any)
	return l
}

// str returns a string, or the empty string.
func str(v any) string {
	s, _ := v.(string)
	return s
}

func isNull(v any) bool { return v == nil || v == any(absence{}) }

// joined returns the strings of an array with commas between them.
func joined(v any) string {
	var all []string
	for _, e := range elems(v) {
		all = append(all, str(e))
	}
	return strings.Join(all, ",")
}

// refMode is the mode of a resource.
func refMode(rc map[string]any, address string) string {
	var err error
	if isData(members{of: rc, err: &err}, address) {
		return "data"
	}
	return "managed"
}

// The members of an object that enters, with what is wrong with the first of them. An absent member is like null.
type members struct {
	of   any
	err  *error
	path string
}

func (m members) fail(name, want string) {
	if *m.err == nil {
		*m.err = fmt.Errorf("%s%s is not %s", m.path, name, want)
	}
}

func (m members) text(name string) string {
	v := get(m.of, name)
	if s, ok := v.(string); ok || isNull(v) {
		return s
	}
	m.fail(name, "a string")
	return ""
}

func (m members) truth(name string) bool {
	v := get(m.of, name)
	if b, ok := v.(bool); ok || isNull(v) {
		return b
	}
	m.fail(name, "a bool")
	return false
}

func (m members) list(name string) []any {
	v := get(m.of, name)
	if l, ok := v.([]any); ok || isNull(v) {
		return l
	}
	m.fail(name, "an array")
	return nil
}

// count is an integer; 0 if it is absent.
func (m members) count(name string) string {
	v := get(m.of, name)
	if isNull(v) {
		return "0"
	}
	n, ok := v.(json.Number)
	i, err := strconv.ParseInt(string(n), 10, 64)
	if !ok || err != nil {
		m.fail(name, "an integer")
	}
	return strconv.FormatInt(i, 10)
}

// event is one of the events that invoke actions.
func (m members) event() string {
	s := m.text("action_trigger_event")
	if !slices.Contains([]string{"BeforeCreate", "AfterCreate", "BeforeUpdate", "AfterUpdate", "BeforeDestroy", "AfterDestroy"}, s) {
		m.fail("action_trigger_event", "known: "+s)
	}
	return s
}

// failure is what apply does if an action fails.
func (m members) failure() string {
	switch s := m.text("on_failure"); s {
	case "", "Halt", "ActionOnFailureHalt":
		return "halt"
	case "Taint", "ActionOnFailureTaint":
		return "taint"
	case "Continue", "ActionOnFailureContinue":
		return "continue"
	default:
		m.fail("on_failure", "known: "+s)
		return ""
	}
}

// tree is a tree of marks, or of what is unknown.
func (m members) tree(name string, array bool) any {
	v := m.value(name)
	switch v.(type) {
	case json.Number, string:
		m.fail(name, "a tree")
	case []any:
		if !array {
			m.fail(name, "an object")
		}
	}
	return v
}

// flags are a tree of what is unknown.
func (m members) flags(name string, array bool) any {
	v := m.tree(name, array)
	var check func(v any)
	check = func(v any) {
		switch v := v.(type) {
		case json.Number, string:
			m.fail(name, "of bools")
		case []any:
			for _, e := range v {
				check(e)
			}
		case map[string]any:
			for _, e := range v {
				check(e)
			}
		}
	}
	check(v)
	return v
}

// object returns the members of an object, and whether it is there.
func (m members) object(name string) (members, bool) {
	v := get(m.of, name)
	if _, ok := v.(map[string]any); !ok && !isNull(v) {
		m.fail(name, "an object")
	}
	return members{v, m.err, m.path + name + "."}, !isNull(v)
}

// value is a value that enters, and with it all that is in it.
func (m members) value(name string) any {
	v := get(m.of, name)
	m.readable(v)
	return v
}

func (m members) readable(v any) {
	if err := readable(v); err != nil && *m.err == nil {
		*m.err = fmt.Errorf("%s%w", m.path, err)
	}
}

// actions are one of the lists of actions.
func (m members) actions() string {
	for _, e := range m.list("actions") {
		if _, ok := e.(string); !ok {
			m.fail("actions", "an array of strings")
		}
	}
	s := joined(get(m.of, "actions"))
	if !slices.Contains([]string{
		"no-op", "create", "read", "update", "delete", "delete,create", "create,delete", "forget", "create,forget", "forget,create",
	}, s) {
		m.fail("actions", "known: "+s)
	}
	return s
}
