package source

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/planfmt/planfmt/internal/read/jsondoc"
	"github.com/planfmt/planfmt/plans"
	"github.com/planfmt/planfmt/values"
)

// CheckForm says how a document names the members of a check. A dot leads into an object.
type CheckForm struct {
	Address, Kind string
	Instances     string
	// InstanceAddress, Messages and Message are in an instance, in turn. Message is empty if
	// the elements of Messages are strings.
	InstanceAddress, Messages, Message string
}

// JSONChecks is the form of `checks` in the JSON of plans and states.
func JSONChecks() CheckForm {
	return CheckForm{
		Address: "address.to_display", Kind: "address.kind", Instances: "instances",
		InstanceAddress: "address.to_display", Messages: "problems", Message: "message",
	}
}

// Checks are the results of checks while a document is read.
type Checks struct {
	List     []plans.Check
	Problems []error
	Odd      Members // names of members that are not read
}

// Read reads the list of checks that is the scanner's next value. field is its name. What is
// wrong with an element is in Problems, and whatever can be read of it in List.
func (c *Checks) Read(s *jsondoc.Scanner, field string, form CheckForm) error {
	if k := s.Next(); k != values.Array && k != values.Null {
		v, err := s.Value()
		if err == nil {
			c.Problems = append(c.Problems, &plans.Error{Field: field, Err: fmt.Errorf("want list, have %s", v.Kind())})
		}
		return err
	}
	return s.Array(func(i int) error {
		v, err := s.Value()
		if err != nil {
			return err
		}
		r := checkReader{Entry: Entry{Address: field + "[" + strconv.Itoa(i) + "]"}}
		if form == JSONChecks() {
			c.Odd.LookIn(CheckObject, v)
		}
		c.List = append(c.List, r.check(v, form, s.Parser().DuplicateError(5)))
		c.Problems = append(c.Problems, r.Problems...)
		return nil
	})
}

// unknownStatus stands for a status that cannot be read.
const unknownStatus = "unknown"

// checkReader reads the members of a check. In its methods, at is the place of v in the check.
type checkReader struct {
	Entry
	wrong string // the place of the last object that is none
}

// check reads a check. twice says that a name occurs twice in it; it may be nil.
func (r *checkReader) check(v values.Value, form CheckForm, twice error) plans.Check {
	c := plans.Check{Address: r.Address, Status: unknownStatus}
	if v.Kind() != values.Object {
		r.Complain("", "want object, have %s", v.Kind())
		return c
	}
	if a, ok := r.text(v, "", form.Address); ok {
		c.Address, r.Address = a, a
	}
	c.Kind, _ = r.text(v, "", form.Kind)
	c.Status = r.status(v, "")
	for i, e := range r.list(v, "", form.Instances).Elems() {
		c.Instances = append(c.Instances, r.instance(e, form, form.Instances+"["+strconv.Itoa(i)+"]"))
	}
	if twice != nil {
		r.Complain("", "%w", twice)
		c.Status = unknownStatus // no one can tell which of the two counts
		for i := range c.Instances {
			c.Instances[i].Status = unknownStatus
		}
	}
	return c
}

func (r *checkReader) instance(v values.Value, form CheckForm, at string) plans.CheckInstance {
	if v.Kind() != values.Object {
		r.Complain(at, "want object, have %s", v.Kind())
		return plans.CheckInstance{Address: r.Address, Status: unknownStatus}
	}
	in := plans.CheckInstance{Address: r.Address, Status: r.status(v, at)}
	if a, ok := r.text(v, at, form.InstanceAddress); ok {
		in.Address = a
	}
	for i, m := range r.list(v, at, form.Messages).Elems() {
		at := join(at, form.Messages) + "[" + strconv.Itoa(i) + "]"
		switch {
		case form.Message == "" && m.Kind() == values.String:
			in.Messages = append(in.Messages, m.Text())
		case form.Message == "":
			r.Complain(at, "want string, have %s", m.Kind())
		case m.Kind() != values.Object:
			r.Complain(at, "want object, have %s", m.Kind())
		default:
			if text, ok := r.text(m, at, form.Message); ok {
				in.Messages = append(in.Messages, text)
			}
		}
	}
	return in
}

// status returns the status of a check or of an instance. One that is not known here is
// returned as it is.
func (r *checkReader) status(v values.Value, at string) string {
	s, ok := r.text(v, at, "status")
	if !ok {
		return unknownStatus
	}
	switch s {
	case "pass", "fail", "error", unknownStatus:
	default:
		r.Complain(join(at, "status"), "want \"pass\", \"fail\", \"error\" or \"unknown\", have %s", plans.DescribeText(s))
	}
	return s
}

// text returns a string, and whether there is one.
func (r *checkReader) text(v values.Value, at, name string) (string, bool) {
	m, ok := r.member(v, at, name)
	if ok && m.Kind() != values.String {
		r.Complain(join(at, name), "want string, have %s", m.Kind())
		return "", false
	}
	return m.Text(), ok
}

// list returns a list. It is absent if there is none.
func (r *checkReader) list(v values.Value, at, name string) values.Value {
	m, ok := r.member(v, at, name)
	if ok && !m.IsNull() && m.Kind() != values.Array {
		r.Complain(join(at, name), "want list, have %s", m.Kind())
		return values.Value{}
	}
	return m
}

// member returns what a name with dots leads to.
func (r *checkReader) member(v values.Value, at, name string) (values.Value, bool) {
	object, rest, deeper := strings.Cut(name, ".")
	m := v.Get(object)
	if !deeper {
		return m, true
	}
	at = join(at, object)
	if m.Kind() == values.Object {
		return r.member(m, at, rest)
	}
	if r.wrong != at { // several members are in it
		r.Complain(at, "want object, have %s", m.Kind())
	}
	r.wrong = at
	return values.Value{}, false
}

func join(at, name string) string {
	if at == "" {
		return name
	}
	return at + "." + name
}
