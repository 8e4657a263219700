package infer

import (
	"github.com/planfmt/planfmt/schema"
	"github.com/zclconf/go-cty/cty"
)

// builtinProvider is the provider that Terraform and OpenTofu contain.
const builtinProvider = "terraform.io/builtin/terraform"

// builtin returns the schema of a type of the built-in provider, and nil for other
// types. It is that of the latest version: documents of earlier versions just do not
// use all of it.
func builtin(id schema.ID) *schema.Block {
	if id.Provider != builtinProvider {
		return nil
	}
	switch (schema.ID{Kind: id.Kind, Type: id.Type}) {
	case schema.ID{Kind: schema.Resource, Type: "terraform_data"}:
		return (&schema.Block{Attributes: []schema.Attribute{
			{Name: "id", Type: cty.String},
			{Name: "input", Type: cty.DynamicPseudoType},
			{Name: "output", Type: cty.DynamicPseudoType},
			{Name: "triggers_replace", Type: cty.DynamicPseudoType},
		}, Blocks: []schema.NestedBlock{{Name: "store", Nesting: schema.NestingSingle, Block: (&schema.Block{Attributes: []schema.Attribute{
			{Name: "input", Type: cty.DynamicPseudoType, WriteOnly: true},
			{Name: "output", Type: cty.DynamicPseudoType},
			{Name: "replace", Type: cty.Bool},
			{Name: "sensitive", Type: cty.Bool},
			{Name: "sensitive_output", Type: cty.DynamicPseudoType, Sensitive: true},
			{Name: "version", Type: cty.DynamicPseudoType},
		}}).Finish()}}}).Finish()
	case schema.ID{Kind: schema.DataSource, Type: "terraform_remote_state"}:
		return (&schema.Block{Attributes: []schema.Attribute{
			{Name: "backend", Type: cty.String},
			{Name: "config", Type: cty.DynamicPseudoType},
			{Name: "defaults", Type: cty.DynamicPseudoType},
			{Name: "outputs", Type: cty.DynamicPseudoType},
			{Name: "workspace", Type: cty.String},
		}}).Finish()
	}
	return nil
}

// builtins is a source with the types of the built-in provider.
type builtins struct{}

func (builtins) Has(id schema.ID) bool { return builtin(id) != nil }

func (builtins) Lookup(id schema.ID) ([]schema.Schema, error) {
	if b := builtin(id); b != nil {
		return []schema.Schema{{Block: b}}, nil
	}
	return nil, nil
}
