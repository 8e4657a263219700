package jsonplan

import (
	"errors"
	"fmt"

	"github.com/planfmt/planfmt/dialect"
	"github.com/planfmt/planfmt/internal/read/jsondoc"
	"github.com/planfmt/planfmt/internal/read/source"
	"github.com/planfmt/planfmt/plans"
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

// priorState reads prior_state: whether it has a managed resource, which
// registries its providers are from, and evidence.
func (r *planReader) priorState() error {
	return r.members(func(name string) error {
		if name == "values" {
			return r.values(r.priorInstance)
		}
		r.odd.Look(source.StateObject, name)
		return r.Skip()
	})
}

func (r *planReader) priorInstance(in *instance) error {
	r.plan.priorManaged = r.plan.priorManaged || in.mode == "managed"
	r.detectProduct(in.kind.provider)
	if err := r.addInstanceSecrets(in); err != nil {
		return err
	}
	if err := r.addInstance(in); err != nil {
		return err
	}
	if r.opts.KeepDependencies && len(in.address) > 0 {
		r.plan.Recorded = append(r.plan.Recorded, source.Recorded{Address: string(in.address), DependsOn: r.dependencies(in)})
	}
	return r.keepPrior(in)
}

// dependencies returns on what an instance of the prior state depends.
func (r *planReader) dependencies(in *instance) []string {
	if in.parsed {
		return r.names(in.value.Get("depends_on"))
	}
	text := in.outline.Raw(instanceDependsOn)
	if isNull(text) {
		return nil
	}
	list, err := r.lists.Parse(text)
	if err != nil {
		return nil // a hint, as references are
	}
	return r.names(list)
}

// keepPrior keeps an instance of the prior state, if somebody wants it.
func (r *planReader) keepPrior(in *instance) error {
	if r.opts.KeepPrior == nil || in.kind.typ == "" || !r.opts.KeepPrior(in.mode, in.kind.typ) {
		return nil
	}
	h, err := r.keep()
	if err != nil {
		return err
	}
	if r.plan.prior == nil {
		r.plan.prior = map[source.Handle]bool{}
	}
	r.plan.prior[h] = true
	address := string(in.address)
	module, resource := plans.SplitModule(address)
	rc := &source.Resource{
		Header: plans.Header{
			Address: address, ModuleAddress: module, Mode: in.mode, Type: in.kind.typ, Name: string(in.name), ProviderName: in.kind.provider, Action: plans.NoOp,
		},
		Handle: h,
	}
	if keys := plans.Keys(resource); len(keys) > 0 {
		rc.Index = keys[0]
	}
	r.plan.Prior = append(r.plan.Prior, rc)
	return nil
}

// instance is what an instance of planned_values or prior_state says about itself.
// Strings are empty where it does not.
type instance struct {
	address, name []byte
	mode          string // that of the kind, or else what the address says
	kind          *sharedEntry
	schemaVersion []byte          // a number
	outline       jsondoc.Outline // empty if it does not tell enough
	value         values.Value
	// parsed says that value is set. unclear says that a name occurs twice in it.
	parsed, unclear bool
}

// instance reads an instance, which is valid until the next one is read. It is parsed only if
// its outline does not tell enough.
func (r *planReader) instance() (*instance, error) {
	in := &r.current
	*in = instance{}
	o, err := r.Outline(r.outliners.instances)
	if err != nil {
		return in, err
	}
	if r.outlined(in, &o) {
		return in, nil
	}
	*in = instance{}
	if err := r.parseInstance(in); err != nil {
		return in, err
	}
	v := in.value
	r.odd.LookIn(source.InstanceObject, v)
	in.address, in.name, in.mode = []byte(word(v, "address")), []byte(word(v, "name")), mode(v)
	in.kind = r.kindOf(in.mode, word(v, "type"), word(v, "provider_name"))
	if version := v.Get("schema_version"); version.Kind() == values.Number {
		in.schemaVersion = []byte(version.Text())
	}
	return in, nil
}

// outlined adds what the outline of an instance tells. It reports false if that is not enough.
func (r *planReader) outlined(in *instance, o *jsondoc.Outline) bool {
	if !o.Regular {
		return false
	}
	var ok, ok1, ok2 bool
	in.address, ok = o.Text(instanceAddress)
	in.name, ok1 = o.Text(instanceName)
	in.kind, ok2 = r.kind(o, instanceMode, instanceType, instanceProvider)
	if !ok || !ok1 || !ok2 {
		return false
	}
	if in.mode = in.kind.mode; in.mode == "" {
		in.mode = plans.ResourceMode(string(in.address))
		in.kind = r.kindOf(in.mode, in.kind.typ, in.kind.provider)
	}
	if version := o.Raw(instanceVersion); isDigits(version) {
		in.schemaVersion = version
	} else if !isNull(version) {
		return false
	}
	in.outline = *o
	return true
}

func isDigits(text []byte) bool {
	for _, c := range text {
		if c < '0' || c > '9' {
			return false
		}
	}
	return len(text) == 1 || len(text) > 1 && text[0] != '0'
}

// parseInstance parses the instance that has been read last. One that is nested too
// deep is no evidence.
func (r *planReader) parseInstance(in *instance) error {
	if in.parsed {
		return nil
	}
	in.parsed = true
	v, err := r.Parse()
	if ie, ok := errors.AsType[*plans.InputError](err); ok && ie.Kind == plans.InputTooDeep {
		in.unclear = true
		return nil
	}
	in.value, in.unclear = v, r.hasDuplicatesOutside()
	return err
}

// detectProduct notes which product has the registry that a provider is from.
func (r *planReader) detectProduct(provider string) {
	if r.plan.Product == "" {
		r.plan.Product = dialect.DetectByProvider(provider)
	}
}

// addProduct notes which product entries show.
func (r *planReader) addProduct(name string) {
	if r.plan.Product == "" {
		r.plan.Product = name
	}
}

// addInstance passes on an instance with its values as evidence, if somebody wants
// it.
func (r *planReader) addInstance(in *instance) error {
	ev := r.opts.Evidence
	k := in.kind
	if ev == nil || k.typ == "" || in.unclear {
		return nil
	}
	wanted := k.wanted
	if o := &in.outline; wanted && o.Whole && ev.KnowsValues(k.provider, in.mode, k.typ, o.Raw(instanceValues), o.Raw(instanceSensitive)) {
		wanted = false
	}
	if wanted {
		if err := r.parseInstance(in); err != nil || in.unclear {
			return err
		}
	}
	if len(in.schemaVersion) > 0 && !k.hasVersion { // the first one counts
		k.hasVersion = true
		ev.Version(k.provider, in.mode, k.typ, string(in.schemaVersion))
	}
	if wanted {
		ev.Values(k.provider, in.mode, k.typ, in.value.Get("values"), values.SensitiveFlags(in.value.Get("sensitive_values")))
	}
	return nil
}

// values walks the instances of planned_values or prior_state.values, and the
// flags of the outputs.
func (r *planReader) values(each func(*instance) error) error {
	return r.members(func(name string) error {
		switch name {
		case "root_module":
			return r.module(each)
		case "outputs":
			return r.members(func(name string) error {
				if r.strict {
					r.outputs.planned.add([]byte(name))
				}
				return r.outputFlag(name)
			})
		}
		r.odd.Look(source.ValuesObject, name)
		return r.Skip()
	})
}

// outputFlag notes whether an output outside output_changes is sensitive.
func (r *planReader) outputFlag(output string) error {
	if r.Next() != values.Object {
		return r.members(nil)
	}
	hidden, flag, err := r.sensitiveFlag()
	if err != nil {
		return err
	}
	if hidden {
		if r.sensitive == nil {
			r.sensitive = map[string]bool{}
		}
		r.sensitive[output] = true
	}
	if k := flag.Kind(); values.Flagged(flag) && k != values.Bool && k != values.Null {
		r.plan.Problems = append(r.plan.Problems, &plans.Error{Address: "output." + output, Field: "sensitive", Err: fmt.Errorf("want bool, have %s", k)})
	}
	return nil
}

// sensitiveFlag reads an object, and returns whether its member sensitive is set, and the member.
// It counts as set if it occurs twice, since nobody can tell which of them holds.
func (r *planReader) sensitiveFlag() (set bool, flag values.Value, err error) {
	o, err := r.Outline(r.outliners.flagged)
	if err != nil {
		return false, values.Value{}, err
	}
	if raw := o.Raw(flaggedSensitive); o.Regular && (raw == nil || string(raw) == "false") {
		return false, values.Value{}, nil
	}
	v, err := r.Parse()
	if err != nil {
		return false, values.Value{}, err
	}
	r.odd.LookIn(source.FlaggedObject, v)
	flag = v.Get("sensitive")
	set = values.Flagged(flag)
	for path := range r.Parser().Duplicates() {
		set = set || len(path) == 1 && path[0] == "sensitive"
	}
	return set, flag, nil
}

func (r *planReader) module(each func(*instance) error) error {
	return r.members(func(name string) error {
		switch name {
		case "resources":
			return r.elements(func(int) error {
				in, err := r.instance()
				if err != nil {
					return err
				}
				return each(in)
			})
		case "child_modules":
			return r.elements(func(int) error { return r.module(each) })
		}
		r.odd.Look(source.ModuleObject, name)
		return r.Skip()
	})
}

// members and elements walk a value if it is of the right kind. If not, they skip
// it, unless r.strict is set. A name may occur twice.
func (r *planReader) members(each func(name string) error) error {
	if r.Next() != values.Object && !r.strict {
		return r.Skip()
	}
	return r.Members(each)
}

func (r *planReader) elements(each func(i int) error) error {
	if r.Next() != values.Array && !r.strict {
		return r.Skip()
	}
	return r.Array(each)
}
