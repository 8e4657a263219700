package passes

import (
	"maps"
	"path"
	"slices"
	"strings"

	"github.com/planfmt/planfmt/internal/know/infer"
	"github.com/planfmt/planfmt/internal/lang/planvalue"
	"github.com/planfmt/planfmt/internal/read/source"
	"github.com/planfmt/planfmt/internal/work/compare"
	"github.com/planfmt/planfmt/plans"
	"github.com/planfmt/planfmt/policy"
	"github.com/planfmt/planfmt/schema"
	"github.com/planfmt/planfmt/values"
)

// operations returns the operations as which policies see an action, in the order in which they are judged.
// It returns none for actions that policies do not judge.
func operations(a plans.Action) []policy.Operation {
	switch a {
	case plans.NoOp:
		return []policy.Operation{policy.NoOp}
	case plans.Create, plans.CreateThenForget, plans.ForgetThenCreate:
		return []policy.Operation{policy.Create}
	case plans.Update:
		return []policy.Operation{policy.Update}
	case plans.Delete:
		return []policy.Operation{policy.Delete}
	case plans.DeleteThenCreate, plans.CreateThenDelete:
		return []policy.Operation{policy.Create, policy.Delete}
	}
	return nil
}

// targets returns a target for each operation on a resource, given the sides of the change.
func targets(shapes *planvalue.Shapes, r *source.Resource, found infer.Resolution, before, after planvalue.Side) []policy.Target {
	var all []policy.Target
	for _, op := range operations(r.Action) {
		all = append(all, target(shapes, r, found, op, before, after))
	}
	return all
}

func target(shapes *planvalue.Shapes, r *source.Resource, found infer.Resolution, op policy.Operation, before, after planvalue.Side) policy.Target {
	object := func(s planvalue.Side) *planvalue.Object {
		s.Address, s.Block, s.Trust = r.Address, found.Block, trust(found)
		return shapes.Object(s)
	}
	switch op {
	case policy.Delete:
		after = planvalue.Side{Value: values.NewNull(), Nulls: true}
	case policy.Create:
		// Only policies that judge changes as a whole look.
		before = planvalue.Side{Value: values.NewNull(), Nulls: true}
	}
	return policy.Target{
		Kind: policy.Resource, Type: r.Type, Address: r.Address, Operation: op,
		Attrs: object(after), Prior: object(before), Meta: planvalue.ResourceMeta(&r.Header, op.String()),
	}
}

// targets does the same for all policies: with what only planfmt tells them of a resource and, if some of them judge replacements as a
// whole, with a target for that.
func (c *documentChecker) targets(r *source.Resource, found infer.Resolution, before, after planvalue.Side) []policy.Target {
	all := targets(&c.shapes, r, found, before, after)
	if len(all) > 1 {
		for i := range all {
			all[i].Part = true
		}
		if c.whole {
			all = append(all, target(&c.shapes, r, found, policy.Replace, before, after))
		}
	}
	for i := range all {
		all[i].Own = planvalue.OwnResourceMeta(&r.Header, all[i].Operation.String(), func() (changed, known bool) { return c.drifted.has(&r.Header) })
	}
	return all
}

// after and before return the sides of a change.

func (c *documentChecker) after(r *source.Resource, in compare.Marked) planvalue.Side {
	block, t := in.Schema.Block, trust(in.Schema)
	side := in.After
	side.Address, side.Block, side.Trust, side.Nulls = r.Address, block, t, true
	side.Facts = planvalue.SeveralFacts{c.document.Configured.Of(&r.Header, block, t), c.assumed.Of(r.Address)}
	side.References = c.references(r)
	c.assumed.Check(r.Address, side)
	return side
}

func (c *documentChecker) before(in compare.Marked) planvalue.Side {
	return planvalue.Side{Value: in.Before.Value, Sensitive: in.Before.Sensitive}
}

// trust returns how far a schema can be relied on. A schema that does not fit only because the document has been
// shortened is still right.
func trust(found infer.Resolution) planvalue.Trust {
	m := found.Misfit
	switch {
	case found.Exact, m != nil && !m.OtherVersion && len(m.Missing)+len(m.Contradicted)+len(m.NoSets) == 0:
		return planvalue.Exact
	case m != nil:
		return planvalue.Corrected
	}
	return planvalue.Guessed
}

// references returns a function that returns what the configuration refers to at a path of a resource.
func (c *documentChecker) references(r *source.Resource) func(plans.Path) []string {
	return func(at plans.Path) []string {
		if c.facts.Configuration == nil {
			return nil
		}
		m := &c.facts.Configuration.Root
		for rest := r.ModuleAddress; rest != ""; {
			var name string
			if name, _, rest = plans.CutStep(rest); name == "module" {
				name, _, rest = plans.CutStep(rest)
			}
			call := m.Calls[name]
			if call == nil {
				return nil
			}
			m = &call.Module
		}
		res := m.Resources[source.ConfigAddress(r.Mode, r.Type, r.Name)]
		if res == nil {
			return nil
		}
		want := at.String()
		for _, e := range res.Expressions {
			have := e.Path.String()
			if have == want || strings.HasPrefix(want, have) && strings.ContainsRune(".[", rune(want[len(have)])) {
				return e.References
			}
		}
		return nil
	}
}

// modules returns the module calls as targets, in the order of their addresses.
func (c *documentChecker) modules() []policy.Target {
	if c.facts.Configuration == nil {
		return nil
	}
	return addCalls(nil, "", &c.facts.Configuration.Root)
}

func addCalls(all []policy.Target, parent string, m *source.ConfigModule) []policy.Target {
	for _, name := range slices.Sorted(maps.Keys(m.Calls)) {
		call := m.Calls[name]
		address := "module." + name
		if parent != "" {
			address = parent + "." + address
		}
		all = append(all, policy.Target{
			Kind: policy.Module, Type: call.Source, Address: address,
			Attrs: planvalue.NewUnavailable(address, "the arguments of modules are not available to policies"),
			Meta:  planvalue.ModuleMeta(address, call.Source, planvalue.Version{Text: call.Version, Locked: call.Locked}),
		})
		all = addCalls(all, address, &call.Module)
	}
	return all
}

// providers returns the provider configurations as targets, in the order of the document.
func (c *documentChecker) providers() []policy.Target {
	if c.facts.Configuration == nil {
		return nil
	}
	var all []policy.Target
	for _, p := range c.facts.Configuration.Providers {
		address := "provider." + p.Name
		if p.Alias != "" {
			address += "." + p.Alias
		}
		if p.Module != "" {
			address = p.Module + "." + address
		}
		typ := p.Name // before Terraform 1.1, plans have only the name
		if p.FullName != "" {
			typ = path.Base(p.FullName)
		}
		all = append(all, policy.Target{
			Kind: policy.Provider, Type: typ, Address: address,
			Attrs: c.provider(address, typ, p),
			Meta:  planvalue.ProviderMeta(address, p.Name, typ, p.Alias, p.FullName, c.providerVersion(p)),
		})
	}
	return all
}

// provider returns the constant arguments of a provider configuration. Without a schema that fits, secrets are
// recognised by the names of the arguments.
func (c *documentChecker) provider(address, typ string, p source.ConfigProvider) *planvalue.Object {
	block, trusted := providerBlock(c.document.Compare.Schemas.Layers, p.FullName), planvalue.Corrected
	guessed := &schema.Block{}
	var constants []values.Member
	var unknown []string
	for _, m := range p.Expressions.Members() {
		if block != nil && block.Attribute(m.Name) == nil && block.NestedBlock(m.Name) == nil {
			block = nil // the schema of another version
		}
		guessed.Attributes = append(guessed.Attributes, planvalue.AnyAttribute(m.Name))
		if v := m.Value.Get("constant_value"); v.Kind() != values.Absent {
			constants = append(constants, values.Member{Name: m.Name, Value: v})
		} else {
			unknown = append(unknown, m.Name)
		}
	}
	if block == nil {
		block, trusted = guessed.Finish(), planvalue.Guessed
	}
	v := values.NewObject(constants...)
	flags := values.FlagsFromNames(unknown)
	side := compare.NewMarker(c.document.Compare).Constants(schema.ID{Provider: p.FullName, Type: typ}, v, flags)
	side.Address, side.Block, side.Trust, side.NotInPlan = address, block, trusted, true
	return c.shapes.Object(side)
}
