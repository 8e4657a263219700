package planfile

import (
	"errors"

	"github.com/planfmt/planfmt/internal/read/jsondoc"
	"github.com/planfmt/planfmt/internal/read/planfile/dynamic"
	"github.com/planfmt/planfmt/internal/read/source"
	"github.com/planfmt/planfmt/plans"
	"github.com/planfmt/planfmt/schema"
	"github.com/planfmt/planfmt/values"
)

// changeLoader is a source.Loader. A worker has one.
type changeLoader struct {
	plan    *Plan
	store   *jsondoc.Loader
	decoder dynamic.Decoder
}

// Loader returns a loader for one goroutine.
func (p *Plan) Loader() source.Loader { return &changeLoader{plan: p, store: p.store.Loader()} }

// Release implements [source.Releaser].
func (l *changeLoader) Release() {
	l.store.Release()
	l.decoder.Reset()
}

var errNoEntry = errors.New("the entry is not from this plan")

// message returns the message of an entry.
func (l *changeLoader) message(h source.Handle) ([]byte, error) {
	if h < 1 || int(h) > len(l.plan.entries) {
		return nil, errNoEntry
	}
	return l.store.Bytes(l.plan.entries[h-1])
}

// Resource loads the change of a resource. The schema says which strings are numbers that no
// shorter form has, and what is sensitive beyond what the file marks.
func (l *changeLoader) Resource(rc *source.Resource, block *schema.Block) (source.RawValues, error) {
	fail := func(err error) (source.RawValues, error) {
		if rc.Err() != nil {
			err = rc.Err()
		}
		return source.RawValues{}, locate(rc.Address, "", err)
	}
	raw, err := l.message(rc.Handle)
	if err != nil {
		return fail(err)
	}
	c, err := ReadResourceChange(raw)
	if err != nil {
		return fail(err)
	}
	l.decoder.Reset()
	var typ dynamic.Type
	if block != nil {
		typ = dynamic.BlockType(block)
		in, err := l.plan.values(&l.decoder, c, typ, block)
		if err == nil {
			return in, nil
		}
		l.decoder.Reset() // the schema may be of another version
	}
	in, err := l.plan.values(&l.decoder, c, dynamic.Type{}, block)
	if err != nil {
		return fail(err)
	}
	return in, nil
}

// values decodes a change. They are valid until the decoder is reset. The schema may be nil.
func (p *Plan) values(d *dynamic.Decoder, c *ResourceChange, typ dynamic.Type, block *schema.Block) (source.RawValues, error) {
	in, err := p.sides(d, &c.Change, typ)
	if err == nil && block != nil && block.HasSecrets() {
		in.BeforeSensitive = Marks(in.Before, c.Change.BeforeSensitive, block).Shape(in.Before)
		in.AfterSensitive = Marks(in.After, c.Change.AfterSensitive, block).Shape(in.After)
	}
	in.ReplacePaths = replacePaths(c.RequiredReplace)
	return in, err
}

// sides decodes both sides of a change.
func (p *Plan) sides(d *dynamic.Decoder, c *Change, typ dynamic.Type) (source.RawValues, error) {
	var in source.RawValues
	before, after, err := c.sides()
	if err != nil {
		return in, err
	}
	var was, is dynamic.Value
	if was, err = decode(d, before, typ); err != nil {
		return in, locate("", "before", err)
	}
	if is, err = decode(d, after, typ); err != nil {
		return in, locate("", "after", err)
	}
	in.Before, in.After = was.Known, is.Known
	in.Unknown, in.Refinements = values.UnknownFlags(is.Unknown), is.Refinements
	in.BeforeSensitive = sensitiveFlags(was.Known, c.BeforeSensitive)
	in.AfterSensitive = sensitiveFlags(is.Known, c.AfterSensitive)
	in.BeforeUnmarked, in.AfterUnmarked = p.unmarked, p.unmarked
	return in, nil
}

// sensitiveFlags are the flags at the ends of paths. They have the shape that plan JSON gives them.
func sensitiveFlags(v values.Value, paths []Path) values.Flags { return Marks(v, paths, nil).Shape(v) }

// Marks returns the marks of a value: those at the ends of paths, and those of the schema, which
// may be nil. A file may have the schema's marks on one side of a change only, but plan JSON has
// them on both.
func Marks(v values.Value, paths []Path, block *schema.Block) values.Flags {
	all := readPaths(paths)
	if block != nil {
		all = append(all, block.SensitivePaths(v)...)
	}
	return values.FlagsFromPaths(v, all)
}

// decode decodes a value. If there is none, it is null.
func decode(d *dynamic.Decoder, raw Dynamic, typ dynamic.Type) (dynamic.Value, error) {
	if raw == nil {
		return dynamic.Value{Known: values.NewNull()}, nil
	}
	return d.Decode(raw, typ)
}

// Output loads the change of an output. The plan knows its type, but no product shows it.
func (l *changeLoader) Output(o *source.Output) (source.RawValues, values.Value, error) {
	fail := func(err error) (source.RawValues, values.Value, error) {
		if o.Err != nil {
			err = o.Err
		}
		return source.RawValues{}, values.Value{}, locate("output."+o.Name, "", err)
	}
	raw, err := l.message(o.Handle)
	if err != nil {
		return fail(err)
	}
	c, err := ReadOutputChange(raw)
	if err != nil {
		return fail(err)
	}
	if _, _, err := c.Change.Sides(); err != nil {
		return fail(err)
	}
	l.decoder.Reset()
	in, err := l.plan.sides(&l.decoder, &c.Change, dynamic.OwnType())
	if err != nil {
		return fail(err)
	}
	in.BeforeUnmarked, in.AfterUnmarked = false, false // the plan says which outputs are sensitive
	if o.Sensitive {
		in.BeforeSensitive, in.AfterSensitive = values.AllFlags(), values.AllFlags()
	}
	return in, values.Value{}, nil
}

// Variable loads the value of a variable.
func (l *changeLoader) Variable(v *source.Variable) (values.Value, error) {
	fail := func(err error) (values.Value, error) { return values.Value{}, locate("var."+v.Name, "", err) }
	raw, err := l.message(v.Handle)
	if err != nil {
		return fail(err)
	}
	m, err := field{bytes: raw}.variable()
	if err != nil {
		return fail(err)
	}
	l.decoder.Reset()
	value, err := decode(&l.decoder, m.Value, dynamic.OwnType())
	if err != nil {
		return fail(err)
	}
	return value.Known, nil
}

// Config loads the configuration of an action. Parts of it may be unknown.
func (l *changeLoader) Config(a *source.Action) (source.RawValues, error) {
	raw, err := l.message(a.Handle)
	var c *ActionInvocation
	if err == nil {
		c, err = ReadActionInvocation(raw)
	}
	var v dynamic.Value
	if err == nil {
		l.decoder.Reset()
		v, err = decode(&l.decoder, c.Config, dynamic.Type{})
	}
	if err != nil {
		return source.RawValues{}, locate(a.Address, "config_values", err)
	}
	in := source.StillValues("config_values", v.Known, sensitiveFlags(v.Known, c.Sensitive))
	in.Unknown, in.Refinements = values.UnknownFlags(v.Unknown), v.Refinements
	in.BeforeUnmarked, in.AfterUnmarked = l.plan.unmarked, l.plan.unmarked
	return in, nil
}

// Backend returns where the state is kept, nil if the file does not say.
func (p *Plan) Backend() (*source.Backend, error) {
	b := p.Message.Backend
	if b == nil {
		b = p.Message.StateStore
	}
	if b == nil {
		return nil, nil
	}
	v, err := dynamic.Decode(b.Config, dynamic.Type{})
	if b.Config == nil {
		v, err = dynamic.Value{}, nil
	}
	if err != nil {
		return nil, locate("backend", "config", err)
	}
	return &source.Backend{Type: b.Type, Workspace: b.Workspace, Config: v.Known}, nil
}

// locate adds to an error where it is, as far as it does not say so.
func locate(address, field string, err error) error {
	at := &plans.Error{Address: address, Field: field, Err: err}
	if inner, ok := err.(*plans.Error); ok {
		*at = *inner
		if at.Address == "" {
			at.Address = address
		}
		if at.Field == "" {
			at.Field = field
		}
	}
	return at
}
