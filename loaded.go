package planfmt

import (
	"github.com/planfmt/planfmt/internal/schemas/infer"
	"github.com/planfmt/planfmt/internal/source"
	"github.com/planfmt/planfmt/plans"
	"github.com/planfmt/planfmt/schema"
	"github.com/planfmt/planfmt/values"
)

// loaded are the values of an entry, after [masks.mask] has marked what is sensitive in them. They still have all secrets: they
// are for the differ, which drops these, and for the language, whose values carry marks (see [sides]). Nothing that prints may
// have them: TestRawValues says who may.
type loaded struct {
	source.RawValues
	schema infer.Resolution // of the type
	typ    values.Value     // of an output; absent if the source does not have it
	// named are the attributes that are marked because of their names, each once, sorted.
	named []string
	// own are the marks that the document has, of the sides before and after.
	own [2]values.Flags
}

// document returns the values with the marks of the document alone, as the hash of a plan needs them.
func (l *loaded) document() source.RawValues {
	in := l.RawValues
	in.BeforeSensitive, in.AfterSensitive = l.own[0], l.own[1]
	return in
}

// mayHide reports whether the differ may hide any of the values. A mark of a part that a value lacks may hide what is in its place
// on the other side.
func (l *loaded) mayHide() bool {
	return !l.BeforeSensitive.IsClear(l.Before) || !l.AfterSensitive.IsClear(l.After) || l.schema.Block != nil && l.schema.Block.HasSecrets()
}

// mask marks what is sensitive in values and need not be marked in the document. All values go through it.
func (m masks) mask(id schema.ID, found infer.Resolution, in source.RawValues) loaded {
	out := loaded{RawValues: in, schema: found, own: [2]values.Flags{in.BeforeSensitive, in.AfterSensitive}}
	if m.off {
		out.BeforeSensitive, out.AfterSensitive = values.Flags{}, values.Flags{}
		return out
	}
	if !found.Exact {
		out.named = m.markNamed(id, &out.RawValues)
	}
	return out
}

// isUnreadable reports whether nobody can tell what is sensitive in the values of a resource, or what they mean: they are not shown.
func isUnreadable(r *source.Resource) bool { return r.Err != nil && r.Action != plans.Unknown }

// loadResource loads the values of a resource. They are valid until the comparer loads the next ones.
func (c *comparer) loadResource(r *source.Resource) (loaded, error) {
	found, err := c.schemas.Resolve(resourceID(r))
	if err != nil {
		return loaded{}, err
	}
	return c.loadAs(r, resourceID(r), found)
}

// loadAs loads the values of a resource, given its type and the schema of that.
func (c *comparer) loadAs(r *source.Resource, id schema.ID, found infer.Resolution) (loaded, error) {
	c.did(loading, r)
	in, err := c.load.Resource(r, providerSchema(found))
	if err != nil {
		return loaded{schema: found}, err
	}
	return c.masks.mask(id, found, in), nil
}

// loadConfig loads the configuration of an action.
func (c *comparer) loadConfig(a *source.Action) (loaded, error) {
	in, err := c.load.Config(a)
	if err != nil {
		return loaded{}, err
	}
	found, err := c.schemas.Resolve(actionID(a))
	if err != nil {
		return loaded{}, err
	}
	return c.masks.mask(actionID(a), found, in), nil
}

// loadConfigAs loads the configuration of an action, given its type and the schema of that.
func (c *comparer) loadConfigAs(a *source.Action, id schema.ID, found infer.Resolution) (loaded, error) {
	in, err := c.load.Config(a)
	if err != nil {
		return loaded{}, err
	}
	return c.masks.mask(id, found, in), nil
}

// loadOutput loads an output. Its name does not say whether it is sensitive: whoever declares an output says so.
func (c *comparer) loadOutput(o *source.Output) (loaded, error) {
	in, typ, err := c.load.Output(o)
	if err != nil {
		return loaded{}, err
	}
	if o.Sensitive {
		in.BeforeSensitive, in.AfterSensitive = values.AllFlags(), values.AllFlags()
	}
	out := c.masks.mask(schema.ID{}, infer.Resolution{Exact: true}, in)
	out.typ = typ
	return out, nil
}

// addEvidence adds the configurations of actions to what is known about types.
func (c *comparer) addEvidence(all []*source.Action) error {
	for _, a := range all {
		if !a.HasConfig || a.Err != nil {
			continue
		}
		in, err := c.load.Config(a)
		if err != nil {
			return err
		}
		c.schemas.Evidence.Add(actionID(a), in.Change)
	}
	return nil
}

// providerSchema returns a schema if it is the provider's, and nil if not.
func providerSchema(found infer.Resolution) *schema.Block {
	if found.Exact || found.Misfit != nil {
		return found.Block
	}
	return nil
}

// resourceID names the schema of a resource or a data source.
func resourceID(r *source.Resource) schema.ID {
	return schema.IDOf(r.ProviderName, r.Mode, r.Type)
}

// actionID names the schema of an action.
func actionID(a *source.Action) schema.ID {
	return schema.ID{Provider: a.ProviderName, Kind: schema.Action, Type: a.Type}
}
