package planfile

import (
	"github.com/planfmt/planfmt/internal/read/planfile/dynamic"
	"github.com/planfmt/planfmt/internal/read/source"
	"github.com/planfmt/planfmt/plans"
	"github.com/planfmt/planfmt/schema"
	"github.com/planfmt/planfmt/values"
)

// Messages gives what the file says about the entries of a plan, beyond what every source knows. It
// is for one goroutine.
type Messages struct {
	loader  *changeLoader
	decoder dynamic.Decoder
}

// Messages returns the messages of the plan.
func (p *Plan) Messages() *Messages {
	return &Messages{loader: &changeLoader{plan: p, store: p.store.Loader()}}
}

// Change returns the message about a change. It is valid until the next call.
func (m *Messages) Change(rc *source.Resource) (*ResourceChange, error) {
	raw, err := m.loader.message(rc.Handle)
	if err != nil {
		return nil, err
	}
	return ReadResourceChange(raw)
}

// Shape returns the value after a change, v, with an empty list or object in the place of each
// part that is unknown, as far as the file or the schema says that it is one. block may be nil.
func (m *Messages) Shape(v values.Value, c *Change, block *schema.Block) (values.Value, error) {
	_, after, err := c.sides()
	if err != nil || after == nil {
		return v, err
	}
	m.decoder.Reset()
	m.decoder.KeepKinds = true
	var typ dynamic.Type
	if block != nil {
		typ = dynamic.BlockType(block)
	}
	is, err := m.decoder.Decode(after, typ)
	if err != nil && block != nil {
		m.decoder.Reset() // the schema may be of another version
		is, err = m.decoder.Decode(after, dynamic.Type{})
	}
	if err != nil {
		return v, locate("", "after", err)
	}
	return is.Shape(), nil
}

// OutputType returns the type of the value of an output after its change, as JSON. It is absent if
// there is no such value.
func (m *Messages) OutputType(o *source.Output) (values.Value, error) {
	raw, err := m.loader.message(o.Handle)
	if err != nil {
		return values.Value{}, err
	}
	c, err := ReadOutputChange(raw)
	if err != nil {
		return values.Value{}, err
	}
	_, after, err := c.Change.Sides()
	if err != nil || after == nil {
		return values.Value{}, err
	}
	m.decoder.Reset()
	v, err := m.decoder.Decode(after, dynamic.OwnType())
	if err == nil && v.Type == "" && v.Known.Kind() == values.Null {
		return values.NewString("dynamic"), nil // a null without a type has nothing else
	}
	return values.Of(v.Type), err
}

// Variables returns the values of the variables of the root module, by name.
func (m *Messages) Variables() (map[string]values.Value, error) {
	all := map[string]values.Value{}
	for name, h := range m.loader.plan.variables {
		raw, err := m.loader.message(h)
		if err != nil {
			return nil, err
		}
		v, err := field{bytes: raw}.variable()
		if err != nil {
			return nil, &plans.Error{Address: "var." + name, Err: err}
		}
		value, err := dynamic.Decode(v.Value, dynamic.OwnType())
		if err != nil {
			return nil, locate("var."+name, "", err)
		}
		all[name] = value.Known
	}
	return all, nil
}

// Unmarked reports whether values may be sensitive by the schemas of their types although neither
// the plan nor the state in the file marks them.
func (p *Plan) Unmarked() bool { return p.unmarked }

// ReadPaths makes paths of those in the file. A step to an element of a set has no place in a
// path, so that the path of the set stands for it.
func ReadPaths(all []Path) []plans.Path { return readPaths(all) }

// variable keeps the value of a variable.
func (r *planReader) variable(v *Variable, wrong error) (err error) {
	if wrong != nil {
		r.plan.Problems = append(r.plan.Problems, wrong)
		return nil
	}
	if r.plan.variables == nil {
		r.plan.variables = map[string]source.Handle{}
	}
	r.plan.variables[v.Name], err = r.keep(v.Raw)
	return err
}
