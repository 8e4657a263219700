package compare

import (
	"slices"

	"github.com/planfmt/planfmt/internal/know/infer"
	"github.com/planfmt/planfmt/internal/read/source"
	"github.com/planfmt/planfmt/plans"
	"github.com/planfmt/planfmt/schema"
	"github.com/planfmt/planfmt/values"
)

// Loaded are the values of an entry, after [Masks.Mask] has marked what is sensitive in them. They still contain all secrets: they
// are for the differ, which drops these, and for the language, whose values carry marks (see [Marked]). Code that prints must not
// get them: TestRawValues lists the files that may.
type Loaded struct {
	source.RawValues
	Schema infer.Resolution // of the type
	Type   values.Value     // of an output; absent if the source does not have the type
	// Named are the attributes that are marked because of their names, each once, sorted.
	Named []string
	// own are the marks in the document itself, for the sides before and after.
	own [2]values.Flags
}

// Raw returns the values with the marks of the document alone, for the hash of a plan.
func (l *Loaded) Raw() source.RawValues {
	in := l.RawValues
	in.BeforeSensitive, in.AfterSensitive = l.own[0], l.own[1]
	return in
}

// MayHide reports whether the differ may hide any of the values. A mark on a part that is absent on its own side counts, too: it may
// hide the part on the other side.
func (l *Loaded) MayHide() bool {
	return !l.BeforeSensitive.IsClear(l.Before) || !l.AfterSensitive.IsClear(l.After) || l.Schema.Block != nil && l.Schema.Block.HasSecrets()
}

// Mask adds marks to values that are sensitive although the document may not mark them. All values go through Mask.
func (m Masks) Mask(id schema.ID, found infer.Resolution, in source.RawValues) Loaded {
	out := Loaded{RawValues: in, Schema: found, own: [2]values.Flags{in.BeforeSensitive, in.AfterSensitive}}
	if !found.Exact {
		out.Named = m.markNamed(id, &out.RawValues)
	}
	if m.Names {
		out.Named = append(out.Named, m.markEverywhere(id, found, &out.RawValues)...)
		slices.Sort(out.Named)
		out.Named = slices.Compact(out.Named)
	}
	return out
}

// IsUnreadable reports whether the values of a resource are not shown because an error leaves open what is sensitive in them, or what
// they mean.
func IsUnreadable(r *source.Resource) bool { return r.Err() != nil && r.Action != plans.Unknown }

// LoadResource loads the values of a resource. They are valid until the comparer loads the next ones.
func (c *Comparer) LoadResource(r *source.Resource) (Loaded, error) {
	found, err := c.Schemas.Resolve(ResourceID(r))
	if err != nil {
		return Loaded{}, err
	}
	return c.LoadAs(r, ResourceID(r), found)
}

// LoadAs loads the values of a resource, given its type and schema.
func (c *Comparer) LoadAs(r *source.Resource, id schema.ID, found infer.Resolution) (Loaded, error) {
	c.did(Loading, r)
	in, err := c.Load.Resource(r, ProviderSchema(found))
	if err != nil {
		return Loaded{Schema: found}, err
	}
	return c.Masks.Mask(id, found, in), nil
}

// loadConfig loads the configuration of an action.
func (c *Comparer) loadConfig(a *source.Action) (Loaded, error) {
	in, err := c.Load.Config(a)
	if err != nil {
		return Loaded{}, err
	}
	found, err := c.Schemas.Resolve(ActionID(a))
	if err != nil {
		return Loaded{}, err
	}
	return c.Masks.Mask(ActionID(a), found, in), nil
}

// LoadConfigAs loads the configuration of an action, given its type and schema.
func (c *Comparer) LoadConfigAs(a *source.Action, id schema.ID, found infer.Resolution) (Loaded, error) {
	in, err := c.Load.Config(a)
	if err != nil {
		return Loaded{}, err
	}
	return c.Masks.Mask(id, found, in), nil
}

// LoadOutput loads an output.
func (c *Comparer) LoadOutput(o *source.Output) (Loaded, error) {
	in, typ, err := c.Load.Output(o)
	if err != nil {
		return Loaded{}, err
	}
	out := c.Masks.Output(o.Name, o.Sensitive, in)
	out.Type = typ
	return out, nil
}

// AddEvidence adds the configurations of actions to the evidence about types.
func (c *Comparer) AddEvidence(all []*source.Action) error {
	for _, a := range all {
		if !a.HasConfig || a.Err != nil {
			continue
		}
		in, err := c.Load.Config(a)
		if err != nil {
			return err
		}
		c.Schemas.Evidence.Add(ActionID(a), in.Change)
	}
	return nil
}

// ProviderSchema returns the block of a provider schema, or nil if the schema is inferred.
func ProviderSchema(found infer.Resolution) *schema.Block {
	if found.Exact || found.Misfit != nil {
		return found.Block
	}
	return nil
}

// ResourceID returns the ID of the schema of a resource or a data source.
func ResourceID(r *source.Resource) schema.ID {
	return schema.IDOf(r.ProviderName, r.Mode, r.Type)
}

// ActionID returns the ID of the schema of an action.
func ActionID(a *source.Action) schema.ID {
	return schema.ID{Provider: a.ProviderName, Kind: schema.Action, Type: a.Type}
}
