package jsonstate

import (
	"errors"
	"fmt"
	"strconv"

	"github.com/planfmt/planfmt/internal/read/jsondoc"
	"github.com/planfmt/planfmt/internal/read/source"
	"github.com/planfmt/planfmt/plans"
	"github.com/planfmt/planfmt/schema"
	"github.com/planfmt/planfmt/values"
)

// Loader is a source.Loader that also loads what a state says about an instance
// apart from its values.
type Loader struct {
	state *State
	store *jsondoc.Loader
}

// Instance is the content of a resource. Its values are valid until the Loader is
// used again.
type Instance struct {
	Values    values.Value
	Sensitive values.Flags
	// SchemaVersion is the version of the schema that the values were written
	// with. It is empty if the document does not say.
	SchemaVersion string
	// Unmarked says that Sensitive may lack marks: a state file may have those
	// of an older version, and old JSON has none.
	Unmarked bool

	// Entry is everything that the document says about the instance, in the form
	// of the document.
	Entry values.Value

	// flat says that the values are all strings, as Terraform 0.11 stored them.
	flat bool
}

// Loader returns a loader for one goroutine.
func (s *State) Loader() source.Loader { return s.NewLoader() }

// NewLoader returns the same as Loader, as what it is.
func (s *State) NewLoader() *Loader { return &Loader{s, s.store.Loader()} }

// Release implements [source.Releaser].
func (l *Loader) Release() { l.store.Release() }

// Resource loads the values of an instance. Without a schema, the dynamic values
// in a state file are recognised by their form.
func (l *Loader) Resource(r *source.Resource, block *schema.Block) (source.RawValues, error) {
	in, err := l.Instance(r, block)
	if err != nil {
		return source.RawValues{}, err
	}
	return in.still(), nil
}

// Text implements [source.StateLoader].
func (l *Loader) Text(r *source.Resource) ([]byte, error) {
	if r.Handle < 1 || int(r.Handle) > len(l.state.refs) {
		return nil, &plans.Error{Address: r.Address, Err: errNoEntry}
	}
	text, err := l.store.Bytes(l.state.refs[r.Handle-1])
	if err != nil {
		return nil, &plans.Error{Address: r.Address, Err: err}
	}
	return text, nil
}

// Stored implements [source.StateLoader].
func (l *Loader) Stored(r *source.Resource) (source.Stored, error) {
	in, err := l.Instance(r, nil)
	if err != nil {
		return source.Stored{}, err
	}
	out := source.Stored{SchemaVersion: in.SchemaVersion}
	if id := in.Values.Get("id"); id.Kind() == values.String && !in.Sensitive.At(plans.Key("id")).Any() {
		out.ID = id.Text()
	}
	return out, nil
}

// still returns the values and flags of an instance, which does not change.
func (in Instance) still() source.RawValues {
	v := source.StillValues("values", in.Values, in.Sensitive)
	v.BeforeUnmarked, v.AfterUnmarked = in.Unmarked, in.Unmarked
	return v
}

// ReadInstance returns the values in an instance of the JSON form, in a state or in what a plan
// says about states. block is the provider's schema of the type, or nil.
func ReadInstance(v values.Value, block *schema.Block) (source.RawValues, error) {
	var in Instance
	if err := in.read(v, block); err != nil {
		return source.RawValues{}, err
	}
	return in.still(), nil
}

// Variable is never called, since a state has no variables.
func (l *Loader) Variable(v *source.Variable) (values.Value, error) {
	return values.Value{}, &plans.Error{Address: "var." + v.Name, Err: errNoValues}
}

// Config is never called, since a state has no actions.
func (l *Loader) Config(a *source.Action) (source.RawValues, error) {
	return source.RawValues{}, &plans.Error{Address: a.Address, Err: errNoValues}
}

var errNoValues = errors.New("want object, have nothing")

// Instance loads the content of a resource. For block, see [Loader.Resource]. Errors are
// of type *plans.Error and contain the address.
func (l *Loader) Instance(r *source.Resource, block *schema.Block) (Instance, error) {
	fail := func(field string, err error) (Instance, error) {
		return Instance{}, &plans.Error{Address: r.Address, Field: field, Err: err}
	}
	v, err := l.load(r.Handle)
	if err != nil {
		return fail("", err)
	}
	in := Instance{Entry: v}
	if version := v.Get("schema_version"); version.Kind() == values.Number {
		in.SchemaVersion = version.Text()
	}
	if l.state.Stored {
		in.flat, in.Unmarked = isFlat(v), true
		if in.Values, err = stored(v, block); err != nil {
			return fail("attributes", err)
		}
		sensitive := storedPaths(v.Get("sensitive_attributes"))
		in.markBySchema(sensitive, block)
	} else if err := in.read(v, block); err != nil {
		return fail("values", err)
	}
	return in, nil
}

// read reads the values and the flags of an instance of the JSON form.
func (in *Instance) read(v values.Value, block *schema.Block) error {
	in.Values = v.Get("values")
	if k := in.Values.Kind(); k == values.Absent || k == values.Null {
		in.Values = values.NewObject()
	} else if k != values.Object {
		return fmt.Errorf("want object, have %s", k)
	}
	in.Sensitive = values.SensitiveFlags(v.Get("sensitive_values"))
	if in.Unmarked = in.Sensitive.IsAbsent(); in.Unmarked {
		in.markBySchema(nil, block)
	}
	return nil
}

// markBySchema marks paths, and what the schema calls sensitive.
func (in *Instance) markBySchema(sensitive []plans.Path, block *schema.Block) {
	if block != nil {
		sensitive = append(sensitive, block.SensitivePaths(in.Values)...)
	}
	if len(sensitive) > 0 {
		in.Sensitive = values.FlagsFromPaths(in.Values, sensitive)
	}
}

// isFlat reports whether the values of an instance in a state file are all
// strings, as Terraform 0.11 stored them.
func isFlat(v values.Value) bool {
	return v.Get("attributes").IsNull() && v.Get("attributes_flat").Kind() == values.Object
}

// stored returns the value of an instance in a state file.
func stored(v values.Value, block *schema.Block) (values.Value, error) {
	out, flat := v.Get("attributes"), isFlat(v)
	if flat {
		out = unflatten(v.Get("attributes_flat"))
	}
	switch {
	case out.IsNull():
		return values.NewObject(), nil
	case out.Kind() != values.Object:
		return out, fmt.Errorf("want object, have %s", out.Kind())
	case block != nil:
		return block.FromStored(out, flat), nil
	case flat:
		return out, nil
	}
	return unwrap(out), nil
}

// Output loads the value of an output and its type.
func (l *Loader) Output(o *source.Output) (in source.RawValues, typ values.Value, err error) {
	v, err := l.load(o.Handle)
	if err == nil && v.Kind() != values.Object {
		err = errNoValues
	}
	if err != nil {
		return in, typ, &plans.Error{Address: "output." + o.Name, Err: err}
	}
	var sensitive values.Flags
	if o.Sensitive {
		sensitive = values.AllFlags()
	}
	return source.StillValues("value", v.Get("value"), sensitive), v.Get("type"), nil
}

var errNoEntry = errors.New("the entry is not from this state")

// load loads an entry.
func (l *Loader) load(h source.Handle) (values.Value, error) {
	if h < 1 || int(h) > len(l.state.refs) {
		return values.Value{}, errNoEntry
	}
	return l.store.Load(l.state.refs[h-1])
}

// keep makes the value that was read last available to a loader.
func (r *stateReader) keep() (source.Handle, error) {
	ref, err := r.Keep()
	if err != nil {
		return 0, err
	}
	r.state.refs = append(r.state.refs, ref)
	return source.Handle(len(r.state.refs)), nil
}

// storedPaths returns the paths in sensitive_attributes. If a path leads into a
// set or cannot be read, more is hidden, never less.
func storedPaths(list values.Value) []plans.Path {
	if list.IsNull() {
		return nil
	}
	if list.Kind() != values.Array {
		return []plans.Path{{}}
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
			path = path.Child(plans.Key(value.Text()))
		case values.Number:
			n, err := strconv.Atoi(value.Text())
			if err != nil || n < 0 {
				return path
			}
			path = path.Child(plans.Index(n))
		default:
			return path
		}
	}
	return path
}
