package jsonplan

import (
	"github.com/planfmt/planfmt/internal/read/jsondoc"
	"github.com/planfmt/planfmt/internal/read/source"
	"github.com/planfmt/planfmt/values"
)

// stateAs keeps the value that has been read last as what describes a part of the present module of the configuration, if somebody
// wants that.
func (r *planReader) stateAs(label string) error {
	if !r.opts.KeepDeciding {
		return nil
	}
	h, err := r.keep()
	if err != nil {
		return err
	}
	if r.plan.Stated == nil {
		load := r.plan.newLoader()
		r.plan.Stated = &source.Stated{Modules: map[string]map[string]source.Handle{}, Load: load.load}
	}
	in := r.plan.Stated.Modules[r.moduleKey]
	if in == nil {
		in = map[string]source.Handle{}
		r.plan.Stated.Modules[r.moduleKey] = in
	}
	in[label] = h
	return nil
}

// stateResource keeps a resource of the configuration, of which an outline has been made.
func (r *planReader) stateResource(o *jsondoc.Outline) error {
	if !r.opts.KeepDeciding {
		return nil
	}
	address, ok := configAddress(o)
	if !ok || !o.Whole { // names or texts may be escaped
		v, err := r.Parse()
		if err != nil {
			return err
		}
		address = source.ConfigAddress(mode(v), word(v, "type"), word(v, "name"))
	}
	return r.stateAs(address)
}

// configAction keeps an action of the configuration.
func (r *planReader) configAction() error {
	v, err := r.Value()
	if err != nil || v.Kind() != values.Object {
		return err
	}
	return r.stateAs("action." + word(v, "type") + "." + word(v, "name"))
}
