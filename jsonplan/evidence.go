package jsonplan

import (
	"fmt"
	"strings"

	"github.com/planfmt/planfmt/dialect"
	"github.com/planfmt/planfmt/plans"
	"github.com/planfmt/planfmt/values"
)

// EvidenceSink is told, while a plan is read, what the document says about the
// shape of resources, so that missing schemas can be worked out. Its methods
// are called from one goroutine, in the document's order. The Values and the
// names of their members are valid during the call only: copy what is kept.
//
// A provider is its address, or empty where the document does not say in time.
type EvidenceSink interface {
	// Wants says whether everything about the type is of use. If not, the sink
	// is told only what can tell whether a schema from elsewhere is the right
	// one: the version, the configuration, and the changes that the Plan keeps.
	Wants(provider, mode, typ string) bool
	// Version is the schema_version of an instance of planned_values or
	// prior_state: the version of the type's schema that its values have.
	Version(provider, mode, typ, version string)
	// Values is an instance of planned_values or prior_state.
	Values(provider, mode, typ string, values, sensitive values.Value)
	// Change is an entry of resource_changes, resource_drift or
	// deferred_changes. Those that the Plan leaves out are included where the
	// type is wanted.
	Change(provider, mode, typ string, c values.Change)
	// Config is the body of a resource in the configuration.
	Config(provider, mode, typ string, expressions values.Value)
}

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

// tell passes on an entry's change. kept says that the Plan keeps it.
func (r *reader) tell(rc *ResourceChange, v values.Value, kept bool) {
	ev, c := r.opts.Evidence, v.Get("change")
	if ev == nil || rc.Type == "" || c.Kind() != values.Object {
		return
	}
	if r.Scanner.doubled {
		return // marks of which no one knows which counts
	}
	if kept || ev.Wants(rc.ProviderName, rc.Mode, rc.Type) {
		ev.Change(rc.ProviderName, rc.Mode, rc.Type, rootChange(c))
	}
}

// priorState reads prior_state: whether it has a managed resource, from where
// its providers are, and evidence.
func (r *reader) priorState() error {
	return r.members(func(name string) error {
		if name == "values" {
			return r.values(r.priorInstance)
		}
		return r.dec.SkipValue()
	})
}

func (r *reader) priorInstance(raw []byte) {
	if r.plan.PriorManaged && r.seen && r.opts.Evidence == nil {
		return
	}
	v, err := r.parser.Parse(raw)
	if err != nil {
		return
	}
	r.plan.PriorManaged = r.plan.PriorManaged || mode(v) == "managed"
	provider := word(v, "provider_name")
	r.seen = r.seen || provider != ""
	r.product(provider)
	r.evidence(v)
}

// product notes whose registry a provider is from.
func (r *reader) product(provider string) {
	if r.plan.Product == "" {
		r.plan.Product = dialect.DetectByProvider(provider)
	}
}

// evidence passes on an instance with its values.
func (r *reader) evidence(v values.Value) {
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
		ev.Values(provider, mode, typ, v.Get("values"), v.Get("sensitive_values"))
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
		return r.dec.SkipValue()
	})
}

// outputFlag notes whether an output outside output_changes is sensitive.
func (r *reader) outputFlag(output string) error {
	return r.members(func(name string) error {
		if name != "sensitive" {
			return r.dec.SkipValue()
		}
		flag, err := r.Value()
		if err == nil && values.Flagged(flag) {
			if r.flagged == nil {
				r.flagged = map[string]bool{}
			}
			r.flagged[output] = true
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
				raw, err := r.dec.ReadValue()
				if err == nil {
					each(raw)
				}
				return err
			})
		case "child_modules":
			return r.elements(func(int) error { return r.module(each) })
		}
		return r.dec.SkipValue()
	})
}

// members and elements walk what is only of use when it has the right shape,
// and skip it else. A name may stand twice.
func (r *reader) members(each func(name string) error) error {
	if k := r.dec.PeekKind(); k != '{' {
		if r.strict && k != 'n' && k != 0 {
			return r.wrong(kindWord('{'), k)
		}
		return r.dec.SkipValue()
	}
	return r.leniently(each)
}

func (r *reader) elements(each func(i int) error) error {
	if k := r.dec.PeekKind(); k != '[' {
		if r.strict && k != 'n' && k != 0 {
			return r.wrong(kindWord('['), k)
		}
		return r.dec.SkipValue()
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
		return r.dec.SkipValue()
	})
}

func (r *reader) providerConfig(key string) error {
	_, _, v, err := r.parse()
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

// configModule reads a module of the configuration. The function is told of
// its outputs; those of modules that others call are never shown.
func (r *reader) configModule(output func(name string) error) error {
	return r.members(func(name string) error {
		switch name {
		case "outputs":
			return r.members(output)
		case "resources":
			if r.opts.Evidence == nil {
				return r.dec.SkipValue()
			}
			return r.elements(func(int) error { return r.configResource() })
		case "module_calls":
			return r.members(func(string) error {
				return r.members(func(name string) error {
					if name == "module" {
						return r.configModule(func(string) error { return r.dec.SkipValue() })
					}
					return r.dec.SkipValue()
				})
			})
		}
		return r.dec.SkipValue()
	})
}

func (r *reader) configResource() error {
	_, _, v, err := r.parse()
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
