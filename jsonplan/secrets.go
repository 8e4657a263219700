package jsonplan

import (
	"maps"
	"slices"

	"github.com/planfmt/planfmt/internal/read/jsondoc"
	"github.com/planfmt/planfmt/internal/read/source"
	"github.com/planfmt/planfmt/plans"
	"github.com/planfmt/planfmt/values"
)

// If somebody wants to know the sensitive strings, the reader passes on what the document marks:
// in changes, also in those that are left out, and in instances, since a data source may stand
// only there. Outputs and actions are kept anyway, so their values are left to the caller.

// addSecrets passes on the strings of a change that are marked, and notes whether a side lacks
// marks.
func (r *entryReader) addSecrets(rc *source.Resource, c values.Value) {
	if r.secrets == nil {
		return
	}
	was, is := c.Get("before"), c.Get("after")
	before, after := c.Get("before_sensitive"), c.Get("after_sensitive")
	rc.Unmarked = before.Kind() == values.Absent || after.Kind() == values.Absent
	source.AddSecretsOf(r.secrets, rc.Type, was, values.SensitiveFlags(before))
	if !was.SameText(is) || !before.SameText(after) {
		source.AddSecretsOf(r.secrets, rc.Type, is, values.SensitiveFlags(after))
	}
}

// addInstanceSecrets passes on the strings of an instance that are marked. Most instances have
// no marks, and are not parsed.
func (r *planReader) addInstanceSecrets(in *instance) error {
	if r.secrets == nil || in.outline.Whole && isUnset(in.outline.Raw(instanceSensitive)) {
		return nil
	}
	if err := r.parseInstance(in); err != nil {
		return err
	}
	source.AddSecretsOf(r.secrets, in.value.Get("type").SharedText(), in.value.Get("values"), values.SensitiveFlags(in.value.Get("sensitive_values")))
	return nil
}

// keepsVariables reports whether somebody wants the values of variables.
func (r *planReader) keepsVariables() bool { return r.opts.KeepVariables || r.opts.KeepDeciding }

// variables remembers where the values of variables are. The configuration says which of them
// are sensitive, and most often comes later.
func (r *planReader) variables() error {
	if r.secrets == nil && !r.keepsVariables() {
		return r.Skip()
	}
	return r.members(func(name string) error {
		o, err := r.Outline(r.outliners.flagged)
		if err != nil {
			return err
		}
		if o.Whole && !o.Regular {
			v, err := r.Parse()
			if err != nil {
				return err
			}
			r.odd.LookIn(source.FlaggedObject, v)
		}
		ref, err := r.Keep()
		if err != nil {
			return err
		}
		if r.variableValues == nil {
			r.variableValues = map[string]jsondoc.Ref{}
		}
		r.variableValues[name] = ref
		return nil
	})
}

// configVariable notes whether a variable of the root module is sensitive.
func (r *planReader) configVariable(name string, inRoot bool) error {
	hidden, _, err := r.sensitiveFlag()
	if err == nil {
		err = r.stateAs("var." + name)
	}
	if err != nil || !hidden || !inRoot {
		return err
	}
	if r.hiddenVariables == nil {
		r.hiddenVariables = map[string]bool{}
	}
	r.hiddenVariables[name] = true
	return nil
}

// listVariables lists the variables for loaders.
func (r *planReader) listVariables() error {
	if !r.keepsVariables() {
		return nil
	}
	for _, name := range slices.Sorted(maps.Keys(r.variableValues)) {
		h, err := r.plan.add(r.variableValues[name])
		if err != nil {
			return err
		}
		r.plan.Variables = append(r.plan.Variables, &source.Variable{Name: name, Sensitive: r.hiddenVariables[name], Handle: h})
	}
	return nil
}

// addVariables passes on the strings in the values of sensitive variables.
func (r *planReader) addVariables() {
	if r.secrets == nil || len(r.hiddenVariables) == 0 {
		return
	}
	l := r.plan.store.Loader()
	for _, name := range slices.Sorted(maps.Keys(r.variableValues)) {
		if !r.hiddenVariables[name] {
			continue
		}
		v, err := l.Load(r.variableValues[name])
		if err != nil {
			r.plan.Problems = append(r.plan.Problems, &plans.Error{Field: "variables." + plans.SpellName(name), Err: err})
			continue
		}
		source.AddSecrets(r.secrets, v.Get("value"), values.AllFlags())
	}
}
