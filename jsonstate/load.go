package jsonstate

import (
	"errors"
	"fmt"
	"strconv"

	"github.com/planfmt/planfmt/plans"
	"github.com/planfmt/planfmt/values"
)

// Instance is what a resource holds. Its Values are valid until the parser
// that made them is used again.
type Instance struct {
	Values    values.Value
	Sensitive values.Flags
	// SchemaVersion is the version of the type's schema that the values have,
	// empty where the document does not say.
	SchemaVersion string
	// Flat says that the values are all strings, as Terraform 0.11 kept them.
	Flat bool
	// Unmarked says that Sensitive need not have all that is sensitive: a state
	// file may keep the marks of an older version, and old JSON has none.
	Unmarked bool
}

// Types is what a schema adds to the values of an instance: a state file has
// both dynamic values and those of Terraform 0.11 in a form of its own, and
// need not say what the schema marks as sensitive.
type Types interface {
	// FromStored returns the values that a state file has, with each dynamic
	// value in place of the object of it and its type, and, in a flat one, bools
	// and numbers in place of strings.
	FromStored(stored values.Value, flat bool) values.Value
	// SensitivePaths lead to all values that are sensitive by the schema.
	SensitivePaths(values values.Value) []plans.Path
}

var errNoValues = errors.New("want object, have nothing")

// Load loads the values of an instance. It may be called by several
// goroutines at once, each with a parser of its own. Without types, dynamic
// values are recognised by their form. Errors are of type *plans.Error and
// name the address.
func (s *State) Load(r *Resource, p *values.Parser, types Types) (Instance, error) {
	fail := func(field string, err error) (Instance, error) {
		return Instance{}, &plans.Error{Address: r.Address, Field: field, Err: err}
	}
	raw, err := s.store.Load(r.raw)
	if err != nil {
		return fail("", err)
	}
	v, err := p.Parse(raw)
	if err != nil {
		return fail("", err)
	}
	var in Instance
	if version := v.Get("schema_version"); version.Kind() == values.Number {
		in.SchemaVersion = version.Text()
	}
	var hidden []plans.Path
	marks := values.SensitiveFlags(v.Get("sensitive_values"))
	if s.Stored {
		in.Flat = isFlat(v)
		if in.Values, err = stored(v, types); err != nil {
			return fail("attributes", err)
		}
		hidden, marks = storedPaths(v.Get("sensitive_attributes")), values.Flags{}
	} else {
		in.Values = v.Get("values")
		if k := in.Values.Kind(); k == values.Absent || k == values.Null {
			in.Values = values.NewObject()
		} else if k != values.Object {
			return fail("values", fmt.Errorf("want object, have %s", k))
		}
		in.Sensitive = marks
	}
	in.Unmarked = marks.IsAbsent()
	if types != nil && in.Unmarked {
		hidden = append(hidden, types.SensitivePaths(in.Values)...)
	}
	if len(hidden) > 0 {
		in.Sensitive = values.FlagsFromPaths(in.Values, hidden)
	}
	return in, nil
}

// isFlat reports whether an instance in a state file has its values as Terraform
// 0.11 kept them.
func isFlat(v values.Value) bool {
	return v.Get("attributes").IsNull() && v.Get("attributes_flat").Kind() == values.Object
}

// stored is the value of an instance in a state file.
func stored(v values.Value, types Types) (values.Value, error) {
	out, flat := v.Get("attributes"), isFlat(v)
	if flat {
		out = unflatten(v.Get("attributes_flat"))
	}
	switch {
	case out.IsNull():
		return values.NewObject(), nil
	case out.Kind() != values.Object:
		return out, fmt.Errorf("want object, have %s", out.Kind())
	case types != nil:
		return types.FromStored(out, flat), nil
	case flat:
		return out, nil
	}
	return unwrap(out), nil
}

// Output is the value of an output and its type, as the document spells it.
// The Values are valid until the parser is used again.
func (s *State) Output(o *Output, p *values.Parser) (value, typ values.Value, err error) {
	raw, err := s.store.Load(o.raw)
	if err == nil {
		var v values.Value
		if v, err = p.Parse(raw); err == nil {
			if v.Kind() != values.Object {
				err = errNoValues
			}
			value, typ = v.Get("value"), v.Get("type")
		}
	}
	if err != nil {
		err = &plans.Error{Address: "output." + o.Name, Err: err}
	}
	return value, typ, err
}

// storedPaths are the paths that sensitive_attributes lists. One that leads
// into a set, or that cannot be read, hides more, never less.
func storedPaths(list values.Value) []plans.Path {
	if list.IsNull() {
		return nil
	}
	if list.Kind() != values.Array {
		return []plans.Path{nil}
	}
	var out []plans.Path
	for _, e := range list.Elems() {
		out = append(out, storedPath(e))
	}
	return out
}

func storedPath(v values.Value) plans.Path {
	var path plans.Path
	for _, step := range v.Elems() {
		value := step.Get("value")
		switch kind := step.Get("type"); kind.Text() {
		case "get_attr":
		case "index":
			value = value.Get("value")
		default:
			return path
		}
		switch value.Kind() {
		case values.String:
			path = append(path, plans.Key(value.Text()))
		case values.Number:
			n, err := strconv.Atoi(value.Text())
			if err != nil || n < 0 {
				return path
			}
			path = append(path, plans.Index(n))
		default:
			return path
		}
	}
	return path
}
