package jsonplan

import (
	"strings"

	"github.com/planfmt/planfmt/internal/read/jsondoc"
	"github.com/planfmt/planfmt/internal/read/source"
)

// configuration reads the providers' addresses, the flags of the outputs, evidence and, if
// somebody wants them, references.
func (r *planReader) configuration() error {
	return r.members(func(name string) error {
		switch name {
		case "provider_config":
			return r.members(r.providerConfig)
		case "root_module":
			var m *source.ConfigModule
			if r.opts.KeepReferences {
				r.plan.Configuration = &source.Configuration{}
				m = &r.plan.Configuration.Root
			}
			return r.configModule(m, r.outputFlag)
		}
		r.odd.Look(source.ConfigObject, name)
		return r.Skip()
	})
}

func (r *planReader) providerConfig(key string) error {
	v, err := r.Value()
	if err != nil {
		return err
	}
	r.odd.LookIn(source.ConfigProviderObject, v)
	full := word(v, "full_name")
	r.detectProduct(full)
	if r.providers == nil {
		r.providers = map[string]string{}
	}
	r.providers[key] = full
	if err := r.stateAs("provider." + key); err != nil {
		return err
	}
	if r.opts.KeepReferences {
		module := word(v, "module_address")
		r.plan.configured = append(r.plan.configured, source.ConfigProvider{
			Key: r.words.Keep(key), Name: word(v, "name"), Alias: word(v, "alias"), FullName: full, Version: word(v, "version_constraint"),
			Module: module, Expressions: v.Get("expressions").Clone(),
		})
	}
	return nil
}

// configModule reads a module of the configuration, and calls output for its outputs, unless
// it is nil. Outputs of the modules that it calls are never shown. References go to m, unless
// that is nil.
func (r *planReader) configModule(m *source.ConfigModule, output func(name string) error) error {
	return r.members(func(name string) error {
		switch name {
		case "outputs":
			return r.members(func(name string) error { return r.configOutput(m, name, output) })
		case "resources":
			if r.opts.Evidence == nil && m == nil && !r.opts.KeepDeciding {
				return r.Skip()
			}
			return r.elements(func(int) error { return r.configResource(m) })
		case "actions":
			if r.opts.KeepDeciding {
				return r.elements(func(int) error { return r.configAction() })
			}
		case "module_calls":
			return r.members(func(name string) error { return r.configCall(m, name) })
		case "variables":
			inRoot := output != nil
			if inRoot && (r.secrets != nil || r.opts.KeepVariables) || r.opts.KeepDeciding {
				return r.members(func(name string) error { return r.configVariable(name, inRoot) })
			}
		}
		r.odd.Look(source.ConfigModuleObject, name)
		return r.Skip()
	})
}

func (r *planReader) configCall(m *source.ConfigModule, called string) error {
	call := r.newCall(m, called)
	return r.members(func(name string) error {
		switch {
		case name == "module":
			outer := r.moduleKey
			r.moduleKey = source.CallKey(outer, called)
			defer func() { r.moduleKey = outer }()
			if call == nil {
				return r.configModule(nil, nil)
			}
			return r.configModule(&call.Module, nil)
		case call != nil || r.opts.KeepDeciding:
			return r.callMember(call, called, name)
		}
		r.odd.Look(source.ConfigCallObject, name)
		return r.Skip()
	})
}

// configResource passes on the body of a resource in the configuration, unless there has
// been the same one before, and keeps its references in m, unless that is nil.
func (r *planReader) configResource(m *source.ConfigModule) error {
	o, err := r.Outline(r.outliners.configured)
	if err == nil {
		err = r.stateResource(&o)
	}
	if err != nil {
		return err
	}
	hasOdd := !o.Regular || !isNull(o.Raw(configProvisioners)) // the outline does not have what is inside of these
	body, known := r.bodies.find(&o)
	if known && m == nil && !hasOdd {
		return nil
	}
	if known && !hasOdd && body.references != nil && isSingle(&o) {
		if address, ok := configAddress(&o); ok {
			m.AddResource(address, body.references)
			return nil
		}
	}
	v, err := r.Parse()
	if err != nil {
		return err
	}
	if hasOdd {
		r.odd.LookIn(source.ConfigResourceObject, v)
	}
	mode, typ := mode(v), word(v, "type")
	provider := r.provider(word(v, "provider_config_key"))
	if ev := r.opts.Evidence; ev != nil && typ != "" && !known {
		ev.Config(provider, mode, typ, v.Get("expressions"))
	}
	if m != nil {
		res := r.keepResource(m, mode, v)
		if body != nil && isSingle(&o) {
			body.references = res
		}
	}
	return nil
}

// isSingle reports whether a resource in the configuration has nothing with references but
// its body.
func isSingle(o *jsondoc.Outline) bool {
	return o.Raw(configCount) == nil && o.Raw(configForEach) == nil && o.Raw(configDependsOn) == nil && o.Raw(configProvisioners) == nil
}

// configAddress is the address of a resource in its module, if the outline tells.
func configAddress(o *jsondoc.Outline) (string, bool) {
	mode, ok := o.Text(configMode)
	typ, ok1 := o.Text(configType)
	name, ok2 := o.Text(configName)
	return source.ConfigAddress(string(mode), string(typ), string(name)), ok && ok1 && ok2
}

// knownBodies are bodies of resources in the configuration, each with the type that it is
// for. A module that is called often has the same bodies each time.
type knownBodies struct {
	bodies map[string]*knownBody
	last   []byte
}

// knownBody is what is known of such a body.
type knownBody struct {
	references *source.ConfigResource // of a resource that has nothing else; nil if not known
}

// find returns a body, and reports whether there has been a resource with the same body and
// type. If not, it notes this one, unless there are too many of them; then the body is nil.
func (k *knownBodies) find(o *jsondoc.Outline) (body *knownBody, known bool) {
	const most, longest = 1_000, 1 << 10
	text := o.Raw(configExpressions)
	if mode, ok := o.Text(configMode); !o.Whole || !ok || len(mode) == 0 || len(text) > longest {
		return nil, false
	}
	k.last = k.last[:0]
	for _, member := range []int{configMode, configType, configProvider} {
		k.last = append(append(k.last, o.Raw(member)...), ',')
	}
	k.last = append(k.last, text...)
	if body = k.bodies[string(k.last)]; body != nil {
		return body, true
	}
	if len(k.bodies) < most {
		if k.bodies == nil {
			k.bodies = map[string]*knownBody{}
		}
		body = &knownBody{}
		k.bodies[string(k.last)] = body
	}
	return body, false
}

// provider is the address that a provider_config_key stands for.
func (r *planReader) provider(key string) string { return r.providers.Address(key) }

// Providers are the addresses of providers, by their keys in configuration.provider_config.
type Providers map[string]string

// Address returns the address that a provider_config_key stands for. The key of a
// provider that a module takes over from its caller is the caller's in new
// documents; in old ones, it has the module's name and a colon in front.
func (p Providers) Address(key string) string {
	for {
		if full := p[key]; full != "" {
			return full
		}
		_, rest, ok := strings.Cut(key, ":")
		if !ok {
			return ""
		}
		key = rest
	}
}
