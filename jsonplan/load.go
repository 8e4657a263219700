package jsonplan

import (
	"fmt"

	"github.com/planfmt/planfmt/jsondoc"
	"github.com/planfmt/planfmt/plans"
	"github.com/planfmt/planfmt/values"
)

// Change loads the change of a resource. Its Values are valid until the parser
// is used again. Several goroutines may call Change at once, each with its own
// parser. For an entry that has an Err, Change returns what it can. Errors are of
// type *plans.Error and name the address.
func (p *Plan) Change(rc *ResourceChange, parser *values.Parser) (values.Change, error) {
	v, err := p.entry(rc.raw, parser)
	if err != nil {
		return values.Change{}, &plans.Error{Address: rc.Address, Err: err}
	}
	if rc.nested {
		v = v.Get("resource_change")
	}
	if c := v.Get("change"); c.Kind() == values.Object {
		return rootChange(c), nil
	}
	if rc.Err != nil {
		return values.Change{}, rc.Err
	}
	return values.Change{}, &plans.Error{Address: rc.Address, Field: "change", Err: fmt.Errorf("want object, have %s", v.Get("change").Kind())}
}

// Output loads the change of an output, as [Plan.Change] does.
func (p *Plan) Output(o *OutputChange, parser *values.Parser) (values.Change, error) {
	v, err := p.entry(o.raw, parser)
	if err != nil {
		return values.Change{}, &plans.Error{Address: "output." + o.Name, Err: err}
	}
	if v.Kind() != values.Object {
		if o.Err != nil {
			return values.Change{}, o.Err
		}
		return values.Change{}, &plans.Error{Address: "output." + o.Name, Err: fmt.Errorf("want object, have %s", v.Kind())}
	}
	c := rootChange(v)
	if o.Sensitive {
		c.BeforeSensitive, c.AfterSensitive = values.AllFlags(), values.AllFlags()
	}
	return c, nil
}

// Config loads the configuration of an action, as [Plan.Change] does. The result
// is a change from the configuration to itself.
func (p *Plan) Config(a *ActionInvocation, parser *values.Parser) (values.Change, error) {
	v, err := p.entry(a.raw, parser)
	if err != nil {
		return values.Change{}, &plans.Error{Address: a.Address, Err: err}
	}
	config, sensitive := v.Get("config_values"), values.SensitiveFlags(v.Get("config_sensitive"))
	return values.Change{
		Before:             config,
		After:              config,
		Unknown:            values.UnknownFlags(v.Get("config_unknown")),
		BeforeSensitive:    sensitive,
		AfterSensitive:     sensitive,
		RelevantAttributes: plans.AllPaths(),
	}, nil
}

// entry loads and parses raw bytes.
func (p *Plan) entry(ref jsondoc.Ref, parser *values.Parser) (values.Value, error) {
	raw, err := p.store.Load(ref)
	if err != nil {
		return values.Value{}, err
	}
	return parser.Parse(raw)
}

// rootChange makes the change at the root of the plan's description of it.
func rootChange(c values.Value) values.Change {
	var replace []plans.Path
	for _, e := range c.Get("replace_paths").Elems() {
		// Reading the entry has told what is wrong with the others.
		if path, err := replacePath(e); err == nil {
			replace = append(replace, path)
		}
	}
	return values.Change{
		Before:             c.Get("before"),
		After:              c.Get("after"),
		Unknown:            values.UnknownFlags(c.Get("after_unknown")),
		BeforeSensitive:    values.SensitiveFlags(c.Get("before_sensitive")),
		AfterSensitive:     values.SensitiveFlags(c.Get("after_sensitive")),
		ReplacePaths:       plans.ExactPaths(replace),
		RelevantAttributes: plans.AllPaths(),
	}
}
