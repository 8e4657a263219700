package jsonplan

import (
	"fmt"

	"github.com/planfmt/planfmt/internal/read/jsondoc"
	"github.com/planfmt/planfmt/internal/read/source"
	"github.com/planfmt/planfmt/plans"
	"github.com/planfmt/planfmt/schema"
	"github.com/planfmt/planfmt/values"
)

// changeLoader is a source.Loader. A worker has one.
type changeLoader struct {
	plan  *Plan
	store *jsondoc.Loader
	refs  jsondoc.RefReader
}

// Loader returns a loader for one goroutine.
func (p *Plan) Loader() source.Loader { return p.newLoader() }

// Size returns how long an entry is, in bytes.
func (l *changeLoader) Size(h source.Handle) int {
	ref, err := l.refs.At(int(h) - 1)
	if err != nil {
		return 0 // loading the entry says why
	}
	return ref.Len()
}

// Release implements [source.Releaser].
func (l *changeLoader) Release() { l.store.Release() }

func (p *Plan) newLoader() *changeLoader {
	return &changeLoader{p, p.store.Loader(), p.entries.Reader()}
}

// Resource loads the change of a resource. A plan's JSON needs no schema for it.
func (l *changeLoader) Resource(rc *source.Resource, _ *schema.Block) (source.RawValues, error) {
	v, err := l.load(rc.Handle)
	if err != nil {
		return source.RawValues{}, &plans.Error{Address: rc.Address, Err: err}
	}
	if l.plan.prior[rc.Handle] {
		return source.StillValues("values", v.Get("values"), values.SensitiveFlags(v.Get("sensitive_values"))), nil
	}
	if l.plan.nested[rc.Handle] {
		v = v.Get("resource_change")
	}
	if c := v.Get("change"); c.Kind() == values.Object {
		return ReadSides(c), nil
	}
	if rc.Err() != nil {
		return source.RawValues{}, rc.Err()
	}
	return source.RawValues{}, &plans.Error{Address: rc.Address, Field: "change", Err: fmt.Errorf("want object, have %s", v.Get("change").Kind())}
}

// Output loads the change of an output. A plan does not say of which type it is.
func (l *changeLoader) Output(o *source.Output) (source.RawValues, values.Value, error) {
	v, err := l.load(o.Handle)
	if err != nil {
		return source.RawValues{}, values.Value{}, &plans.Error{Address: "output." + o.Name, Err: err}
	}
	if v.Kind() != values.Object {
		err := o.Err
		if err == nil {
			err = &plans.Error{Address: "output." + o.Name, Err: fmt.Errorf("want object, have %s", v.Kind())}
		}
		return source.RawValues{}, values.Value{}, err
	}
	in := ReadSides(v)
	if o.Sensitive {
		in.BeforeSensitive, in.AfterSensitive = values.AllFlags(), values.AllFlags()
	}
	return in, values.Value{}, nil
}

// Variable loads the value of a variable.
func (l *changeLoader) Variable(v *source.Variable) (values.Value, error) {
	in, err := l.load(v.Handle)
	if err != nil {
		return values.Value{}, &plans.Error{Address: "var." + v.Name, Err: err}
	}
	return in.Get("value"), nil
}

// Config loads the configuration of an action. Parts of it may be unknown.
func (l *changeLoader) Config(a *source.Action) (source.RawValues, error) {
	v, err := l.load(a.Handle)
	if err != nil {
		return source.RawValues{}, &plans.Error{Address: a.Address, Err: err}
	}
	return ReadConfig(v), nil
}

// ReadConfig returns the configuration in an element of action_invocations.
func ReadConfig(v values.Value) source.RawValues {
	in := source.StillValues("config_values", v.Get("config_values"), values.SensitiveFlags(v.Get("config_sensitive")))
	in.Unknown = values.UnknownFlags(v.Get("config_unknown"))
	return in
}

// load loads an entry.
func (l *changeLoader) load(h source.Handle) (values.Value, error) {
	ref, err := l.refs.At(int(h) - 1)
	if err != nil {
		return values.Value{}, err
	}
	return l.store.Load(ref)
}

// keep makes the value that was read last available to a loader.
func (r *planReader) keep() (source.Handle, error) {
	ref, err := r.Keep()
	if err != nil {
		return 0, err
	}
	return r.plan.add(ref)
}

// add adds an entry.
func (p *Plan) add(ref jsondoc.Ref) (source.Handle, error) {
	err := p.entries.Add(ref)
	return source.Handle(p.entries.Len()), err
}

// ReadSides returns the values of a change, with the document's flags: of the member change of
// an entry about a resource, or of a member of output_changes.
func ReadSides(c values.Value) source.RawValues {
	change := rootChange(c)
	return source.RawValues{
		Change:         change,
		BeforeUnmarked: change.BeforeSensitive.IsAbsent(),
		AfterUnmarked:  change.AfterSensitive.IsAbsent(),
	}
}

// rootChange is the change at the root of the plan's description of it.
func rootChange(c values.Value) values.Change {
	return values.Change{
		Before:          c.Get("before"),
		After:           c.Get("after"),
		Unknown:         values.UnknownFlags(c.Get("after_unknown")),
		BeforeSensitive: values.SensitiveFlags(c.Get("before_sensitive")),
		AfterSensitive:  values.SensitiveFlags(c.Get("after_sensitive")),
		ReplacePaths:    replacePaths(c.Get("replace_paths")),
	}
}

// replacePaths returns the paths that force a replacement.
func replacePaths(list values.Value) plans.PathSet {
	var paths []plans.Path
	for _, e := range list.Elems() {
		// Reading the entry has told what is wrong with the others.
		if path, err := replacePath(e); err == nil {
			paths = append(paths, path)
		}
	}
	return plans.ExactPaths(paths)
}
