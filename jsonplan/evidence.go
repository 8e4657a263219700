package jsonplan

import (
	"fmt"
	"strings"

	"github.com/planfmt/planfmt/dialect"
	"github.com/planfmt/planfmt/plans"
	"github.com/planfmt/planfmt/source"
	"github.com/planfmt/planfmt/values"
)

// word is a string member, empty if it is none.
func word(v values.Value, name string) string {
	if m := v.Get(name); m.Kind() == values.String {
		return m.Text()
	}
	return ""
}

// mode is what the member "mode" says or, in documents that other tools make
// without it, what the address does.
func mode(v values.Value) string {
	if m := word(v, "mode"); m != "" {
		return m
	}
	return plans.ResourceMode(word(v, "address"))
}

// addChange passes on an entry's change as evidence. kept says that the Plan keeps
// it.
func (r *reader) addChange(rc *source.Resource, v values.Value, kept bool) {
	ev, c := r.opts.Evidence, v.Get("change")
	if ev == nil || rc.Type == "" || c.Kind() != values.Object {
		return
	}
	if r.hasDuplicatesOutside() {
		return // no one can tell which of the two counts
	}
	if kept || ev.Wants(rc.ProviderName, rc.Mode, rc.Type) {
		ev.Change(rc.ProviderName, rc.Mode, rc.Type, rootChange(c))
	}
}

// priorState reads prior_state: whether it has a managed resource, which
// registries its providers are from, and evidence.
func (r *reader) priorState() error {
	return r.members(func(name string) error {
		if name == "values" {
			return r.values(r.priorInstance)
		}
		return r.Skip()
	})
}

func (r *reader) priorInstance(raw []byte) {
	if r.plan.priorManaged && r.providerSeen && r.opts.Evidence == nil {
		return
	}
	v, err := r.parser.Parse(raw)
	if err != nil {
		return
	}
	r.plan.priorManaged = r.plan.priorManaged || mode(v) == "managed"
	provider := word(v, "provider_name")
	r.providerSeen = r.providerSeen || provider != ""
	r.product(provider)
	r.addInstance(v)
}

// product notes which product has the registry that a provider is from.
func (r *reader) product(provider string) {
	if r.plan.Product == "" {
		r.plan.Product = dialect.DetectByProvider(provider)
	}
}

// addInstance passes on an instance with its values as evidence.
func (r *reader) addInstance(v values.Value) {
	ev := r.opts.Evidence
	if ev == nil {
		return
	}
	provider, mode, typ := word(v, "provider_name"), mode(v), word(v, "type")
	if typ == "" {
		return
	}
	if version := v.Get("schema_version"); version.Kind() == values.Number {
		ev.Version(provider, mode, typ, version.Text())
	}
	if ev.Wants(provider, mode, typ) {
		ev.Values(provider, mode, typ, v.Get("values"), values.SensitiveFlags(v.Get("sensitive_values")))
	}
}

// values walks the instances of planned_values or prior_state.values, and the
// flags of the outputs.
func (r *reader) values(each func(raw []byte)) error {
	return r.members(func(name string) error {
		switch name {
		case "root_module":
			return r.module(each)
		case "outputs":
			return r.members(func(name string) error {
				if r.strict {
					r.outputs.add(name)
				}
				return r.outputFlag(name)
			})
		}
		return r.Skip()
	})
}

// outputFlag notes whether an output outside output_changes is sensitive.
func (r *reader) outputFlag(output string) error {
	return r.members(func(name string) error {
		if name != "sensitive" {
			return r.Skip()
		}
		flag, err := r.Value()
		if err == nil && values.Flagged(flag) {
			if r.sensitive == nil {
				r.sensitive = map[string]bool{}
			}
			r.sensitive[output] = true
			if k := flag.Kind(); k != values.Bool && k != values.Null {
				r.plan.Problems = append(r.plan.Problems, &plans.Error{Address: "output." + output, Field: "sensitive", Err: fmt.Errorf("want bool, have %s", k)})
			}
		}
		return err
	})
}

func (r *reader) module(each func(raw []byte)) error {
	return r.members(func(name string) error {
		switch name {
		case "resources":
			return r.elements(func(int) error {
				raw, err := r.Raw()
				if err == nil {
					each(raw)
				}
				return err
			})
		case "child_modules":
			return r.elements(func(int) error { return r.module(each) })
		}
		return r.Skip()
	})
}

// members and elements walk a value if it is of the right kind. If not, they skip
// it, unless r.strict is set. A name may occur twice.
func (r *reader) members(each func(name string) error) error {
	if r.Next() != values.Object && !r.strict {
		return r.Skip()
	}
	return r.Members(each)
}

func (r *reader) elements(each func(i int) error) error {
	if r.Next() != values.Array && !r.strict {
		return r.Skip()
	}
	return r.Array(each)
}

// configuration reads the providers' addresses, the flags of the outputs, and
// evidence.
func (r *reader) configuration() error {
	return r.members(func(name string) error {
		switch name {
		case "provider_config":
			return r.members(r.providerConfig)
		case "root_module":
			return r.configModule(r.outputFlag)
		}
		return r.Skip()
	})
}

func (r *reader) providerConfig(key string) error {
	v, err := r.Value()
	if err != nil {
		return err
	}
	full := word(v, "full_name")
	r.product(full)
	if r.providers == nil {
		r.providers = map[string]string{}
	}
	r.providers[key] = full
	return nil
}

// configModule reads a module of the configuration, and calls output for its
// outputs. Outputs of the modules that it calls are never shown.
func (r *reader) configModule(output func(name string) error) error {
	return r.members(func(name string) error {
		switch name {
		case "outputs":
			return r.members(output)
		case "resources":
			if r.opts.Evidence == nil {
				return r.Skip()
			}
			return r.elements(func(int) error { return r.configResource() })
		case "module_calls":
			return r.members(func(string) error {
				return r.members(func(name string) error {
					if name == "module" {
						return r.configModule(func(string) error { return r.Skip() })
					}
					return r.Skip()
				})
			})
		}
		return r.Skip()
	})
}

func (r *reader) configResource() error {
	v, err := r.Value()
	if err != nil {
		return err
	}
	mode, typ := mode(v), word(v, "type")
	provider := r.provider(word(v, "provider_config_key"))
	if typ != "" {
		r.opts.Evidence.Config(provider, mode, typ, v.Get("expressions"))
	}
	return nil
}

// provider is the address that a provider_config_key stands for. The key of a
// provider that a module takes over from its caller is the caller's in new
// documents; in old ones, it has the module's name and a colon in front.
func (r *reader) provider(key string) string {
	for {
		if full := r.providers[key]; full != "" {
			return full
		}
		_, rest, ok := strings.Cut(key, ":")
		if !ok {
			return ""
		}
		key = rest
	}
}
