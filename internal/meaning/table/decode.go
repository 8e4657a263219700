package table

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/planfmt/planfmt/internal/meaning/fact"
	"github.com/planfmt/planfmt/values"
)

// reader keeps the first mistake in a file.
type reader struct {
	name string
	err  error
}

// item is a part of the file, with the place where it stands.
type item struct {
	r     *reader
	v     values.Value
	place string
}

func (i item) fail(format string, args ...any) {
	if i.r.err == nil {
		i.r.err = fmt.Errorf("%s: %s: %s", i.r.name, i.place, fmt.Sprintf(format, args...))
	}
}

func (i item) member(name string, v values.Value) item {
	place := name
	if i.place != "" {
		place = i.place + "." + name
	}
	return item{i.r, v, place}
}

// fields gives each member to the function of its name. A member without one is a mistake.
func (i item) fields(known map[string]func(item)) {
	i.each(func(name string, m item) {
		if f := known[name]; f != nil {
			f(m)
			return
		}
		names := make([]string, 0, len(known))
		for n := range known {
			names = append(names, n)
		}
		slices.Sort(names)
		m.fail("is not known here; known are %s", strings.Join(names, ", "))
	})
}

// each yields the members of an object.
func (i item) each(f func(name string, m item)) {
	if i.v.Kind() != values.Object {
		i.fail("expected names with values, found %v", i.v.Kind())
	}
	for _, m := range i.v.Members() {
		f(m.Name, i.member(m.Name, m.Value))
	}
}

// list returns the parts of a list. What is no list stands for a list of one.
func (i item) list() []item {
	if i.v.Kind() != values.Array {
		return []item{i}
	}
	var all []item
	for n, v := range i.v.Elems() {
		all = append(all, item{i.r, v, fmt.Sprintf("%s[%d]", i.place, n)})
	}
	return all
}

// text returns a scalar as text.
func (i item) text() string {
	switch i.v.Kind() {
	case values.String, values.Number, values.Bool:
		return i.v.Text()
	}
	i.fail("expected a text, found %v", i.v.Kind())
	return ""
}

func (i item) texts() []string {
	all := []string{}
	for _, e := range i.list() {
		all = append(all, e.text())
	}
	return all
}

// path returns a path of attributes: names with dots between them, which may begin with ^.
func (i item) path() string {
	p := i.text()
	if !IsPath(p) {
		i.fail("%q is not a path such as ingress.cidr_blocks", p)
	}
	return p
}

func (i item) paths() []string {
	all := []string{}
	for _, e := range i.list() {
		all = append(all, e.path())
	}
	return all
}

// IsPath reports whether a text is a path of attributes.
func IsPath(p string) bool {
	if p == "." || p == "**" {
		return true
	}
	for name := range strings.SplitSeq(strings.TrimPrefix(p, "^"), ".") {
		if name == "" || strings.Trim(name, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-#") != "" {
			return false
		}
	}
	return true
}

func (i item) bool() bool {
	if i.v.Kind() != values.Bool {
		i.fail("expected true or false, found %v", i.v.Kind())
	}
	return i.v.IsTrue()
}

func (i item) int() int {
	n, err := strconv.Atoi(i.text())
	if err != nil {
		i.fail("is not a whole number")
	}
	return n
}

func (i item) ints() []int {
	var all []int
	for _, e := range i.list() {
		all = append(all, e.int())
	}
	return all
}

func (i item) severity() fact.Severity {
	s, ok := fact.ParseSeverity(i.text())
	if !ok {
		i.fail("is not a severity: danger, caution or note")
	}
	return s
}

// oneOf returns a text that is one of a few.
func (i item) oneOf(words ...string) string {
	text := i.text()
	if !slices.Contains(words, text) {
		i.fail("is %q, where one of %s is expected", text, strings.Join(words, ", "))
	}
	return text
}

// The following return functions for [item.fields] that set a member of a struct.

func setText(to *string) func(item)    { return func(i item) { *to = i.text() } }
func setTexts(to *[]string) func(item) { return func(i item) { *to = i.texts() } }
func setPath(to *string) func(item)    { return func(i item) { *to = i.path() } }
func setPaths(to *[]string) func(item) { return func(i item) { *to = i.paths() } }
func setBool(to *bool) func(item)      { return func(i item) { *to = i.bool() } }
func setInt(to *int) func(item)        { return func(i item) { *to = i.int() } }
func setInts(to *[]int) func(item)     { return func(i item) { *to = i.ints() } }
func setSeverity(to *fact.Severity) func(item) {
	return func(i item) { *to = i.severity() }
}

func setWord(to *bool, word string) func(item) {
	return func(i item) { *to = i.oneOf(word) == word }
}

func setOneOf(to *string, words ...string) func(item) {
	return func(i item) { *to = i.oneOf(words...) }
}

func setMap(to *map[string]string) func(item) {
	return func(i item) {
		*to = map[string]string{}
		i.each(func(name string, m item) { (*to)[name] = m.text() })
	}
}
