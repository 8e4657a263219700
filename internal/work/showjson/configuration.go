package showjson

import (
	"strconv"

	"github.com/planfmt/planfmt/internal/read/config"
	"github.com/planfmt/planfmt/schema"
	"github.com/planfmt/planfmt/values"
)

// ConfigTypes says how the types in a configuration look.
type ConfigTypes interface {
	// ConfigSchema returns the schema of a type, which may be inferred, and its version, empty if that is not
	// known. The schema is nil if nothing is known.
	ConfigSchema(id schema.ID) (block *schema.Block, version string)
}

// AppendConfiguration appends what `terraform show -json` writes as the configuration of a plan. form says what the
// version that made the plan writes.
//
// Expressions that the products evaluate are left out if that could take long, and so are versions of schemas
// that are not known. Without a schema, blocks that are not labelled are written as lists, as most are.
func AppendConfiguration(b []byte, c *config.Config, form ConfigForm, types ConfigTypes) []byte {
	w := configWriter{jsonWriter: &jsonWriter{buf: b}, types: types, form: form, keys: config.NewProviderKeys(c, form.Registry)}
	w.open('{')
	if all := w.keys.Configs(); len(all) > 0 {
		w.name("provider_config")
		w.open('{')
		for _, p := range all {
			w.provider(p)
		}
		w.close('}')
	}
	w.name("root_module")
	w.module(c.Root)
	w.close('}')
	return w.buf
}

type configWriter struct {
	*jsonWriter
	types ConfigTypes
	form  ConfigForm
	keys  *config.ProviderKeys
}

func (w configWriter) provider(p *config.ProviderConfig) {
	w.name(p.Key)
	w.open('{')
	w.optional("name", p.Name)
	w.optional("full_name", p.FullName)
	w.optional("alias", p.Alias)
	w.optional("version_constraint", p.Version)
	w.optional("module_address", p.ModuleAddress)
	w.object("expressions", bodyJSON(p.Body, nil))
	w.close('}')
}

// object writes a member unless it is an empty object.
func (w configWriter) object(name string, v values.Value) {
	if v.Len() > 0 {
		w.value(name, v)
	}
}

func (w configWriter) module(m *config.Module) {
	w.open('{')
	if len(m.Outputs) > 0 {
		w.name("outputs")
		w.open('{')
		for _, o := range m.Outputs {
			w.output(o)
		}
		w.close('}')
	}
	w.resources(m)
	w.actions(m)
	if len(m.Calls) > 0 {
		w.name("module_calls")
		w.open('{')
		for _, c := range m.Calls {
			w.call(c)
		}
		w.close('}')
	}
	if len(m.Variables) > 0 {
		w.name("variables")
		w.open('{')
		for _, v := range m.Variables {
			w.variable(v)
		}
		w.close('}')
	}
	w.close('}')
}

func (w configWriter) output(o *config.Output) {
	w.name(o.Name)
	w.open('{')
	if o.Sensitive {
		w.flag("sensitive", true)
	}
	if o.Ephemeral && w.form.Types {
		w.flag("ephemeral", true)
	}
	if w.form.Deprecated {
		w.optional("deprecated", o.Deprecated)
	}
	w.expression("expression", o.Value)
	w.texts("depends_on", o.DependsOn)
	w.optional("description", o.Description)
	w.close('}')
}

// expression writes a member unless there is no expression.
func (w configWriter) expression(name string, e *config.Expression) {
	if e != nil {
		w.value(name, e.JSON())
	}
}

// repetition writes count and for_each, unless nothing is known about the expression.
func (w configWriter) repetition(count, forEach *config.Expression) {
	w.object("count_expression", count.JSON())
	w.object("for_each_expression", forEach.JSON())
}

// texts writes a list unless it is empty.
func (w configWriter) texts(name string, list []string) {
	if len(list) > 0 {
		w.jsonWriter.texts(name, list)
	}
}

func (w configWriter) resources(m *config.Module) {
	begun := false
	for _, r := range m.Resources {
		if r.Mode == config.ModeEphemeral {
			continue
		}
		if !begun {
			begun = true
			w.name("resources")
			w.open('[')
		}
		w.next()
		w.resource(m, r)
	}
	if begun {
		w.close(']')
	}
}

// actions writes the actions, of which the products write no expressions.
func (w configWriter) actions(m *config.Module) {
	if !w.form.Actions || len(m.Actions) == 0 {
		return
	}
	w.name("actions")
	w.open('[')
	for _, a := range m.Actions {
		w.next()
		w.open('{')
		w.text("address", a.Address())
		w.text("type", a.Type)
		w.text("name", a.Name)
		w.text("provider_config_key", w.keys.Key(m, a.Provider))
		w.close('}')
	}
	w.close(']')
}

func (w configWriter) resource(m *config.Module, r *config.Resource) {
	block, version := w.types.ConfigSchema(schema.IDOf(m.ProviderAddress(r.Provider(), w.form.Registry), r.Mode, r.Type))
	w.open('{')
	w.text("address", r.Address())
	w.text("mode", r.Mode)
	w.text("type", r.Type)
	w.text("name", r.Name)
	w.text("provider_config_key", w.keys.Key(m, r.Provider()))
	if len(r.Provisioners) > 0 {
		w.name("provisioners")
		w.open('[')
		for _, p := range r.Provisioners {
			w.next()
			w.open('{')
			w.text("type", p.Labels[0])
			w.object("expressions", bodyJSON(p.Body, nil))
			w.close('}')
		}
		w.close(']')
	}
	w.object("expressions", bodyJSON(r.Body, block))
	if _, err := strconv.ParseUint(version, 10, 64); err == nil {
		w.name("schema_version")
		w.buf = append(w.buf, version...)
	}
	w.repetition(r.Count, r.ForEach)
	w.texts("depends_on", r.DependsOn)
	w.close('}')
}

func (w configWriter) call(c *config.Call) {
	w.name(c.Name)
	w.open('{')
	w.optional("source", c.Source)
	w.object("expressions", bodyJSON(c.Inputs, nil))
	w.repetition(c.Count, c.ForEach)
	w.name("module")
	w.module(c.Module)
	w.optional("version_constraint", config.NormalConstraints(c.Version))
	w.texts("depends_on", c.DependsOn)
	w.close('}')
}

func (w configWriter) variable(v *config.Variable) {
	w.name(v.Name)
	w.open('{')
	if typ := v.TypeJSON(); w.form.Types && typ.Kind() != values.Absent {
		w.value("type", typ)
	}
	if value, ok := v.DefaultValue(); ok {
		w.value("default", value)
	}
	w.optional("description", v.Description)
	if w.form.Types && v.Default == nil {
		w.flag("required", true)
	}
	if v.Sensitive {
		w.flag("sensitive", true)
	}
	if w.form.Types && v.Ephemeral {
		w.flag("ephemeral", true)
	}
	if w.form.Deprecated {
		w.optional("deprecated", v.Deprecated)
	}
	w.close('}')
}

// bodyJSON returns the expressions in a body. block is its schema, nil if there is none.
func bodyJSON(b *config.Body, block *schema.Block) values.Value {
	if block == nil {
		block = &schema.Block{}
	}
	var members []values.Member
	add := func(name string, v values.Value) {
		if v.Kind() != values.Absent {
			members = append(members, values.Member{Name: name, Value: v})
		}
	}
	for i := range block.Attributes {
		a := &block.Attributes[i]
		if written := b.Attribute(a.Name); written != nil {
			add(a.Name, written.Value.JSON())
		} else if a.Nested == nil {
			add(a.Name, b.BlocksAsAttribute(a.Name, a.Type))
		}
	}
	for _, nb := range block.Blocks {
		add(nb.Name, blocksJSON(b.Blocks(nb.Name, labels(nb.Nesting)), nb.Nesting, nb.Block))
	}
	// What the schema does not have is there nevertheless.
	attributes, blocks := b.Written()
	for _, a := range append(attributes, b.Unclear()...) {
		if block.Attribute(a.Name) == nil && block.NestedBlock(a.Name) == nil {
			add(a.Name, a.Value.JSON())
		}
	}
	done := map[string]bool{}
	for _, nested := range blocks {
		if block.Attribute(nested.Type) == nil && block.NestedBlock(nested.Type) == nil && !done[nested.Type] {
			done[nested.Type] = true
			nesting := schema.NestingList
			if len(nested.Labels) > 0 {
				nesting = schema.NestingMap
			}
			add(nested.Type, blocksJSON(b.Blocks(nested.Type, len(nested.Labels)), nesting, nil))
		}
	}
	return values.NewObject(members...)
}

func labels(nesting schema.NestingMode) int {
	if nesting == schema.NestingMap {
		return 1
	}
	return 0
}

// blocksJSON returns the blocks of a type, absent if there are none. The products leave out dynamic blocks.
func blocksJSON(blocks []*config.Block, nesting schema.NestingMode, block *schema.Block) values.Value {
	var bodies []values.Value
	var byLabel []values.Member
	for _, b := range blocks {
		if b.Dynamic {
			continue
		}
		body := bodyJSON(b.Body, block)
		if len(b.Labels) > 0 {
			byLabel = append(byLabel, values.Member{Name: b.Labels[0], Value: body})
		} else {
			bodies = append(bodies, body)
		}
	}
	switch {
	case len(byLabel) > 0:
		return values.NewObject(byLabel...)
	case len(bodies) == 0:
		return values.Value{}
	case nesting == schema.NestingSingle, nesting == schema.NestingGroup:
		return bodies[0]
	}
	return values.NewArray(bodies...)
}
