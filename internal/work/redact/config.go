package redact

import (
	"strings"

	"github.com/planfmt/planfmt/internal/base/copies"
	"github.com/planfmt/planfmt/internal/read/source"
	"github.com/planfmt/planfmt/schema"
	"github.com/planfmt/planfmt/values"
)

// The configuration of a plan has constants. Nothing in it says whether these are sensitive, except for variables
// and outputs: the schema, the changes of the same resource, and the names do.

// configuration rewrites the configuration.
func (w *documentWalker) configuration() error {
	return w.members(func(name string) error {
		switch name {
		case "provider_config":
			return w.members(func(key string) error { return w.entry(func(e *entryText) { w.provider(e, key) }) })
		case "root_module":
			return w.configModule("")
		}
		return w.rest(1)
	})
}

// provider rewrites the configuration of a provider.
func (w *documentWalker) provider(e *entryText, key string) {
	w.facts.providers[key] = word(e.value, "full_name")
	w.constants(e, "", schema.ID{}, e.value.Get("expressions"))
}

// configModule rewrites a module. path is the path of the names of the calls that lead to it.
func (w *documentWalker) configModule(path string) error {
	return w.members(func(name string) error {
		switch name {
		case "outputs":
			return w.members(func(string) error { return w.entry(configOutput) })
		case "resources":
			return w.elements(func(int) error { return w.entry(func(e *entryText) { w.configResource(e, path) }) })
		case "variables":
			return w.members(func(name string) error { return w.entry(func(e *entryText) { w.variable(e, path, name, "default") }) })
		case "module_calls":
			return w.members(func(name string) error { return w.call(path + "/" + name) })
		}
		return w.rest(1)
	})
}

// call rewrites the call of a module, which has a path.
func (w *documentWalker) call(path string) error {
	return w.members(func(name string) error {
		switch name {
		case "module":
			return w.configModule(path)
		case "expressions":
			return w.members(func(name string) error {
				return w.entry(func(e *entryText) {
					if w.facts.variables[path+"/"+name] {
						e.hideConstants(e.value)
						return
					}
					w.constants(e, "", schema.ID{}, values.NewObject(values.Member{Name: name, Value: e.value}))
				})
			})
		}
		return w.rest(1)
	})
}

// variable rewrites a variable of a module: its value, or its default.
func (w *documentWalker) variable(e *entryText, path, name, field string) {
	key := path + "/" + name
	v := e.value.Get(field)
	if field == "default" && values.Flagged(e.value.Get("sensitive")) {
		w.facts.variables[key] = true
	}
	if !w.facts.variables[key] {
		object := values.NewObject(values.Member{Name: name, Value: v})
		verdict := w.opts.Decider.Config("", schema.ID{}, source.StillValues("constant_value", object, values.Flags{}))
		if e.add(object, fields{}, verdict); len(e.edits) > 0 {
			e.edits = nil
			e.hideAll(v)
		}
		return
	}
	if w.opts.Secrets != nil {
		source.AddSecrets(w.opts.Secrets, v, values.AllFlags())
	}
	e.hideAll(v)
}

// hideAll hides a value of which nothing is shown. Whatever it is, a string takes its place.
func (e *entryText) hideAll(v values.Value) {
	if start, end, ok := v.Span(); ok && isHidden(v) {
		e.edits.replace(start, end, []byte(`"`+copies.StandIn(1)+`"`))
	}
}

// configOutput rewrites an output of the configuration.
func configOutput(e *entryText) {
	if values.Flagged(e.value.Get("sensitive")) {
		e.hideConstants(e.value.Get("expression"))
	}
}

// hideConstants hides the constants in an expression.
func (e *entryText) hideConstants(expression values.Value) {
	for _, m := range expression.Members() {
		if m.Name == "constant_value" {
			e.hideAll(m.Value)
		} else {
			e.hideConstants(m.Value)
		}
	}
	for _, part := range expression.Elems() {
		e.hideConstants(part)
	}
}

// configResource rewrites a resource of the configuration, in the module with a path.
func (w *documentWalker) configResource(e *entryText, path string) {
	e.fixed = identity
	v := e.value
	mode, typ := word(v, "mode"), word(v, "type")
	address := strings.TrimPrefix(path+"/"+source.ConfigAddress(mode, typ, word(v, "name")), "/")
	id := schema.IDOf(w.facts.providers.Address(word(v, "provider_config_key")), mode, typ)
	w.constants(e, address, id, v.Get("expressions"))
	for _, p := range v.Get("provisioners").Elems() {
		w.constants(e, "", schema.ID{}, p.Get("expressions"))
		w.constants(e, "", schema.ID{}, p.Get("connection"))
	}
}

// constants rewrites the constants in expressions. What is sensitive among them is decided as if they were
// the values of the resource.
func (w *documentWalker) constants(e *entryText, address string, id schema.ID, expressions values.Value) {
	object := constantsIn(expressions)
	if object.Kind() == values.Absent {
		return
	}
	e.add(values.Value{}, fields{}, w.opts.Decider.Config(address, id, source.StillValues("constant_value", object, values.Flags{})))
}

// constantsIn returns the constants in expressions in the form of values. It is absent if there are none.
func constantsIn(v values.Value) values.Value {
	switch v.Kind() {
	case values.Array:
		var elems []values.Value
		found := false
		for _, part := range v.Elems() {
			c := constantsIn(part)
			found = found || c.Kind() != values.Absent
			elems = append(elems, c)
		}
		if !found {
			return values.Value{}
		}
		return values.NewArray(elems...)
	case values.Object:
		if c := v.Get("constant_value"); c.Kind() != values.Absent {
			return c
		}
		var members []values.Member
		for _, m := range v.Members() {
			if m.Name == "references" {
				continue
			}
			if c := constantsIn(m.Value); c.Kind() != values.Absent {
				members = append(members, values.Member{Name: m.Name, Value: c})
			}
		}
		if len(members) == 0 {
			return values.Value{}
		}
		return values.NewObject(members...)
	}
	return values.Value{}
}
