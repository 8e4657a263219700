package config

import (
	"strings"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"

	"github.com/planfmt/planfmt/plans"
)

// The methods here read the blocks of a file. If an override file has a block that there is already, what
// it says replaces what that block says.

func (b *builder) resource(block *hcl.Block, at *fileContext, pos plans.Position, mode string) {
	c, body := b.content(block, at,
		[]string{"count", "for_each", "depends_on", "provider"}, []string{"lifecycle", "provisioner", "connection"})
	r := &Resource{Mode: mode, Type: block.Labels[0], Name: block.Labels[1], Body: body, Position: pos, LastLine: lastLine(block)}
	r.Count, r.ForEach = expression(c, "count"), expression(c, "for_each")
	r.DependsOn = addresses(c, "depends_on")
	if a := c.Attributes["provider"]; a != nil {
		r.written = reference(a.Expr)
	}
	for _, nested := range c.Blocks {
		switch nested.Type {
		case "lifecycle":
			r.Lifecycle = newBody(nested.Body, at)
		case "provisioner":
			r.Provisioners = append(r.Provisioners, &Block{
				Type: nested.Type, Labels: nested.Labels, Position: at.position(nested.DefRange),
				Body: newBody(nested.Body, at, "when", "on_failure", "connection"),
			})
		}
	}
	if old := b.module.Resource(r.Address()); old != nil && !b.overriding {
		b.problem(pos, "the resource %s is declared twice", r.Address())
		return
	}
	add(b, &b.module.Resources, r, (*Resource).override)
	if b.module.byAddress == nil {
		b.module.byAddress = map[string]*Resource{}
	}
	if b.module.byAddress[r.Address()] == nil {
		b.module.byAddress[r.Address()] = r
	}
}

// lastLine returns the last line of a block; 0 if it is in JSON.
func lastLine(block *hcl.Block) int {
	if native, ok := block.Body.(*hclsyntax.Body); ok {
		return native.EndRange.End.Line
	}
	return 0
}

func (r *Resource) override(by *Resource) {
	if by.Count != nil || by.ForEach != nil {
		r.Count, r.ForEach = by.Count, by.ForEach
	}
	if by.written != "" {
		r.written = by.written
	}
	if by.Lifecycle != nil {
		if r.Lifecycle == nil {
			r.Lifecycle = by.Lifecycle
		} else {
			r.Lifecycle.override(by.Lifecycle)
		}
	}
	if len(by.Provisioners) > 0 {
		r.Provisioners = by.Provisioners
	}
	r.Body.override(by.Body)
}

// Provider is the name of the provider's configuration in the module, with the alias if there is
// one: aws.east. If the block does not say, it is the first word of the type.
func (r *Resource) Provider() string {
	if r.written != "" {
		return r.written
	}
	return impliedProvider(r.Type)
}

// impliedProvider is the name of the provider of a type for which a block names none.
func impliedProvider(typ string) string {
	name, _, _ := strings.Cut(typ, "_")
	return name
}

func (b *builder) action(block *hcl.Block, at *fileContext, pos plans.Position) {
	c, _ := b.content(block, at, []string{"count", "for_each", "provider"}, []string{"config"})
	a := &Action{Type: block.Labels[0], Name: block.Labels[1], Position: pos, Provider: impliedProvider(block.Labels[0])}
	a.Count, a.ForEach = expression(c, "count"), expression(c, "for_each")
	if p := c.Attributes["provider"]; p != nil {
		a.Provider = reference(p.Expr)
	}
	for _, nested := range c.Blocks {
		a.Config = newBody(nested.Body, at)
	}
	add(b, &b.module.Actions, a, func(old, by *Action) {
		if by.Config != nil {
			old.Config = by.Config
		}
	})
}

func (b *builder) call(block *hcl.Block, at *fileContext, pos plans.Position) {
	c, body := b.content(block, at, []string{"source", "version", "count", "for_each", "depends_on", "providers"}, nil)
	call := &Call{Name: block.Labels[0], Source: text(c, "source"), Version: text(c, "version"), Inputs: body, Position: pos}
	call.Count, call.ForEach = expression(c, "count"), expression(c, "for_each")
	call.DependsOn = addresses(c, "depends_on")
	if a := c.Attributes["providers"]; a != nil {
		call.Providers = providersMap(a.Expr)
	}
	add(b, &b.module.Calls, call, func(old, by *Call) {
		if by.Source != "" {
			old.Source = by.Source
		}
		if by.Version != "" {
			old.Version = by.Version
		}
		if by.Count != nil || by.ForEach != nil {
			old.Count, old.ForEach = by.Count, by.ForEach
		}
		if by.Providers != nil {
			old.Providers = by.Providers
		}
		old.Inputs.override(by.Inputs)
	})
}

// providersMap reads the argument providers of a module's call.
func providersMap(e hcl.Expression) map[string]string {
	pairs, diags := hcl.ExprMap(e)
	if diags.HasErrors() {
		return nil
	}
	m := map[string]string{}
	for _, p := range pairs {
		if key, value := reference(p.Key), reference(p.Value); key != "" && value != "" {
			m[key] = value
		}
	}
	return m
}

func (b *builder) output(block *hcl.Block, at *fileContext, pos plans.Position) {
	c, _ := b.content(block, at, []string{"value", "description", "deprecated", "sensitive", "ephemeral", "depends_on"}, nil)
	o := &Output{
		Name: block.Labels[0], Description: text(c, "description"), Deprecated: text(c, "deprecated"), Value: expression(c, "value"), DependsOn: addresses(c, "depends_on"), Position: pos,
		Sensitive: expression(c, "sensitive").ConstantTrue(), Ephemeral: expression(c, "ephemeral").ConstantTrue(),
	}
	add(b, &b.module.Outputs, o, func(old, by *Output) {
		if by.Value != nil {
			old.Value = by.Value
		}
		if by.Description != "" {
			old.Description = by.Description
		}
		if by.Deprecated != "" {
			old.Deprecated = by.Deprecated
		}
		if c.Attributes["sensitive"] != nil {
			old.Sensitive = by.Sensitive
		}
		if c.Attributes["ephemeral"] != nil {
			old.Ephemeral = by.Ephemeral
		}
	})
}

func (b *builder) variable(block *hcl.Block, at *fileContext, pos plans.Position) {
	c, _ := b.content(block, at, []string{"type", "default", "description", "deprecated", "sensitive", "ephemeral"}, nil)
	v := &Variable{
		Name: block.Labels[0], Description: text(c, "description"), Deprecated: text(c, "deprecated"), Type: expression(c, "type"), Default: expression(c, "default"), Position: pos,
		Sensitive: expression(c, "sensitive").ConstantTrue(), Ephemeral: expression(c, "ephemeral").ConstantTrue(),
	}
	add(b, &b.module.Variables, v, func(old, by *Variable) {
		if by.Type != nil {
			old.Type = by.Type
		}
		if by.Default != nil {
			old.Default = by.Default
		}
		if by.Description != "" {
			old.Description = by.Description
		}
		if by.Deprecated != "" {
			old.Deprecated = by.Deprecated
		}
		if c.Attributes["sensitive"] != nil {
			old.Sensitive = by.Sensitive
		}
		if c.Attributes["ephemeral"] != nil {
			old.Ephemeral = by.Ephemeral
		}
	})
}

func (b *builder) provider(block *hcl.Block, at *fileContext, pos plans.Position) {
	c, body := b.content(block, at, []string{"alias", "version", "for_each"}, nil)
	p := &Provider{Name: block.Labels[0], Alias: text(c, "alias"), Version: text(c, "version"), Body: body, Position: pos}
	add(b, &b.module.Providers, p, func(old, by *Provider) {
		if by.Version != "" {
			old.Version = by.Version
		}
		old.Body.override(by.Body)
	})
}

func (b *builder) check(block *hcl.Block, at *fileContext, pos plans.Position) {
	add(b, &b.module.Checks, &Check{Name: block.Labels[0], Position: pos}, func(_, _ *Check) {})
	content, _, diags := block.Body.PartialContent(&hcl.BodySchema{Blocks: []hcl.BlockHeaderSchema{{Type: "data", LabelNames: []string{"type", "name"}}}})
	b.diagnostics(at, diags)
	for _, nested := range content.Blocks {
		b.resource(nested, at, at.position(nested.DefRange), ModeData)
	}
}

// settings reads a terraform block.
func (b *builder) settings(block *hcl.Block, at *fileContext) {
	content, _, diags := block.Body.PartialContent(&hcl.BodySchema{Blocks: []hcl.BlockHeaderSchema{{Type: "required_providers"}}})
	b.diagnostics(at, diags)
	for _, nested := range content.Blocks {
		attrs, diags := nested.Body.JustAttributes()
		b.diagnostics(at, diags)
		for name, a := range attrs {
			r := &RequiredProvider{Name: name, Position: at.position(a.NameRange)}
			r.read(a.Expr)
			add(b, &b.module.Required, r, func(old, by *RequiredProvider) { *old = *by })
		}
	}
}

// read reads the value of an entry: an object, or, as Terraform 0.12 had it, a version.
func (r *RequiredProvider) read(e hcl.Expression) {
	if s, ok := newExpression(e).ConstantString(); ok {
		r.Version = s
		return
	}
	pairs, diags := hcl.ExprMap(e)
	if diags.HasErrors() {
		return
	}
	for _, p := range pairs {
		value := newExpression(p.Value)
		switch keyOf(p.Key) {
		case "source":
			r.Source, _ = value.ConstantString()
		case "version":
			r.Version, _ = value.ConstantString()
		case "configuration_aliases":
			list, _ := hcl.ExprList(p.Value)
			for _, e := range list {
				if alias := reference(e); alias != "" {
					r.Aliases = append(r.Aliases, alias)
				}
			}
		}
	}
}

// keyOf returns the key of a pair, which may be a bare word or a string.
func keyOf(e hcl.Expression) string {
	if word := hcl.ExprAsKeyword(e); word != "" {
		return word
	}
	s, _ := newExpression(e).ConstantString()
	return s
}
