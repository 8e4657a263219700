package showjson

import (
	"cmp"
	"io"

	"github.com/planfmt/planfmt/internal/read/jsonstate"
	"github.com/planfmt/planfmt/internal/read/source"
	"github.com/planfmt/planfmt/plans"
	"github.com/planfmt/planfmt/schema"
	"github.com/planfmt/planfmt/values"
)

// stateFormat is the version of the JSON of states.
const stateFormat = "1.0"

// Types says what is known about types of resources.
type Types interface {
	// Schema returns the provider's schema of a type, or nil if it is not known. complete
	// says that it is the one that the product would use, so that every object
	// has all members that the schema has.
	Schema(id schema.ID) (block *schema.Block, complete bool)
	// Version returns the version of the schema of a type, and nothing if it is not known.
	Version(id schema.ID) string
	// Mark adds marks of what is likely to be sensitive, on the sides where the source may
	// lack them, unless the schema says what is.
	Mark(id schema.ID, v *source.RawValues)
}

// WriteState writes the JSON of a state that was read from a state file. Without
// the schema of a type, its values have only the members that the file has. The error is that of an entry that cannot be read (a *plans.Error), or
// that of w.
func WriteState(w io.Writer, s *jsonstate.State, types Types) error {
	out := newWriter(w)
	if err := out.state(s, types, false); err != nil {
		return err
	}
	return out.end()
}

// state writes the document of a state, without the bracket at its end. marked says that the state
// has the marks that come from the schemas, too.
func (w *jsonWriter) state(s *jsonstate.State, types Types, marked bool) error {
	w.open('{')
	w.text("format_version", stateFormat)
	if s.Empty {
		return nil
	}
	w.optional("terraform_version", s.TerraformVersion)
	w.name("values")
	w.open('{')
	l := instanceLoader{s.NewLoader(), marked}
	if err := w.stateOutputs(s, l.Loader); err != nil {
		return err
	}
	w.name("root_module")
	t := moduleTree{jsonWriter: w}
	t.module("")
	for _, r := range s.Resources {
		if r.Err() != nil {
			return r.Err()
		}
		in, err := l.instance(r, types)
		if err != nil {
			return err
		}
		t.enter(r.ModuleAddress)
		w.instance(r, in)
		if err := w.spill(); err != nil {
			return err
		}
	}
	t.end()
	w.close('}')
	w.checks(s.Checks)
	return nil
}

// instanceLoader loads the instances of a state.
type instanceLoader struct {
	*jsonstate.Loader
	marked bool
}

// instance loads an instance, with everything that its type says.
func (l instanceLoader) instance(r *source.Resource, types Types) (jsonstate.Instance, error) {
	id := schema.IDOf(r.ProviderName, r.Mode, r.Type)
	block, complete := types.Schema(id)
	in, err := l.Instance(r, block)
	if err != nil {
		return in, err
	}
	v := source.StillValues("values", in.Values, in.Sensitive)
	unmarked := in.Unmarked && !l.marked
	v.BeforeUnmarked, v.AfterUnmarked = unmarked, unmarked
	types.Mark(id, &v)
	in.Sensitive = v.AfterSensitive
	if complete {
		in.Values = block.Complete(in.Values)
	}
	return in, nil
}

// stateOutputs writes the outputs of a state.
func (w *jsonWriter) stateOutputs(s *jsonstate.State, l *jsonstate.Loader) error {
	if len(s.Outputs) == 0 {
		return nil
	}
	w.name("outputs")
	w.open('{')
	for _, o := range s.Outputs {
		if o.Err != nil {
			return o.Err
		}
		v, typ, err := l.Output(o)
		if err != nil {
			return err
		}
		w.name(o.Name)
		w.open('{')
		w.flag("sensitive", o.Sensitive)
		w.value("value", v.After)
		if typ.Kind() != values.Absent {
			w.value("type", typ)
		}
		w.close('}')
		if err := w.spill(); err != nil {
			return err
		}
	}
	w.close('}')
	return nil
}

// instance writes an instance of a resource in a state.
func (w *jsonWriter) instance(r *source.Resource, in jsonstate.Instance) {
	w.open('{')
	w.text("address", r.Address)
	w.identify(r)
	w.name("schema_version")
	w.buf = append(w.buf, cmp.Or(in.SchemaVersion, "0")...)
	w.value("values", in.Values)
	w.name("sensitive_values")
	w.buf = appendMarks(w.buf, in.Values, in.Sensitive)
	if list := in.Entry.Get("dependencies"); list.Len() > 0 {
		w.value("depends_on", list)
	}
	if r.Tainted {
		w.flag("tainted", true)
	}
	w.optional("deposed_key", r.Deposed)
	if identity := in.Entry.Get("identity"); !identity.IsNull() {
		w.name("identity_schema_version")
		w.buf = append(w.buf, cmp.Or(in.Entry.Get("identity_schema_version").Text(), "0")...)
		w.value("identity", identity)
	}
	w.close('}')
}

// identify writes what says which object an instance is, apart from the address.
func (w *jsonWriter) identify(r *source.Resource) {
	w.text("mode", r.Mode)
	w.text("type", r.Type)
	w.text("name", r.Name)
	if !r.Index.IsNone() {
		w.name("index")
		w.key(r.Index)
	}
	if _, key := plans.SplitKey(r.Address); key == "[*]" { // of a deferred change
		w.flag("index_unknown", true)
	}
	w.text("provider_name", r.ProviderName)
}
