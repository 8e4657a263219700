package jsonplan

import (
	"errors"
	"fmt"
	"strconv"

	"github.com/planfmt/planfmt/internal/read/source"
	"github.com/planfmt/planfmt/plans"
	"github.com/planfmt/planfmt/values"
)

// relevant reads one element of relevant_attributes. What cannot be read of it
// counts for more, never for less: at worst too much drift is shown.
func (r *planReader) relevant(i int) error {
	v, err := r.Value()
	if err != nil {
		return err
	}
	r.odd.LookIn(source.RelevantObject, v)
	h := header{source.Entry{Address: "relevant_attributes[" + strconv.Itoa(i) + "]"}}
	a := source.RelevantAttribute{}
	switch res := v.Get("resource"); {
	case v.Kind() != values.Object:
		h.Fail("", "want object, have %s", v.Kind())
	case res.Kind() != values.String:
		h.Fail("resource", "want string, have %s", res.Kind())
	default:
		a.Resource = res.Text()
	}
	path, stop, err := steps(v.Get("attribute"))
	if a.Attribute = path; err != nil && !isElement(stop) {
		h.Fail("attribute"+afterPath(v.Get("attribute"), path), "%w", err)
	}
	h.FailDuplicate(r.Parser().DuplicateError(2))
	if h.Err != nil {
		r.plan.Problems = append(r.plan.Problems, h.Err)
	}
	r.plan.Relevant = append(r.plan.Relevant, a)
	return nil
}

// errIndex does not quote the number: it may be an element of a set, the value of which stands in the place of an index.
var errIndex = errors.New("want the index of an element, have another number")

// replacePath is an element of replace_paths. One that leads into a set stands
// for the whole set: elements of sets have no place in a path.
func replacePath(v values.Value) (plans.Path, error) {
	path, stop, err := steps(v)
	if !path.IsEmpty() && isElement(stop) {
		return path, nil
	}
	return path, err
}

// isElement reports whether a step of a path may be an element of a set, the
// value of which then stands in the place of an index.
func isElement(step values.Value) bool {
	return step.Kind() == values.Object || step.Kind() == values.Array
}

// steps makes a path of a list of strings and indices. The error says what is
// wrong, stop is the step at which it had to stop, and the path what comes
// before.
func steps(v values.Value) (path plans.Path, stop values.Value, err error) {
	if v.Kind() != values.Array {
		return path, stop, fmt.Errorf("want list, have %s", v.Kind())
	}
	for _, e := range v.Elems() {
		switch e.Kind() {
		case values.String:
			path = path.Child(plans.Key(e.Text()))
			continue
		case values.Number:
			if step, ok := plans.ParseIndex(e.Text()); ok {
				path = path.Child(step)
				continue
			}
			return path, e, errIndex
		}
		return path, e, fmt.Errorf("want string or number, have %s", e.Kind())
	}
	return path, stop, nil
}

// afterPath spells the step of a list at which steps stopped.
func afterPath(list values.Value, path plans.Path) string {
	if list.Kind() != values.Array {
		return ""
	}
	return "[" + strconv.Itoa(len(path.Steps())) + "]"
}
