package schema

import "github.com/zclconf/go-cty/cty"

// builtinProvider is the provider that is part of the products themselves.
const builtinProvider = "terraform.io/builtin/terraform"

// builtin is the schema of a type of the provider that is part of the products
// themselves, nil for all others. It is that of the latest version; what an
// earlier one lacks, its documents do not have.
func builtin(id ID) *Block {
	if id.Provider != builtinProvider {
		return nil
	}
	switch (ID{Kind: id.Kind, Type: id.Type}) {
	case ID{Kind: Resource, Type: "terraform_data"}:
		return (&Block{Attributes: []Attribute{
			{Name: "id", Type: cty.String},
			{Name: "input", Type: cty.DynamicPseudoType},
			{Name: "output", Type: cty.DynamicPseudoType},
			{Name: "triggers_replace", Type: cty.DynamicPseudoType},
		}, Blocks: []NestedBlock{{Name: "store", Mode: NestingSingle, Block: (&Block{Attributes: []Attribute{
			{Name: "input", Type: cty.DynamicPseudoType, WriteOnly: true},
			{Name: "output", Type: cty.DynamicPseudoType},
			{Name: "replace", Type: cty.Bool},
			{Name: "sensitive", Type: cty.Bool},
			{Name: "sensitive_output", Type: cty.DynamicPseudoType, Sensitive: true},
			{Name: "version", Type: cty.DynamicPseudoType},
		}}).Finish()}}}).Finish()
	case ID{Kind: DataSource, Type: "terraform_remote_state"}:
		return (&Block{Attributes: []Attribute{
			{Name: "backend", Type: cty.String},
			{Name: "config", Type: cty.DynamicPseudoType},
			{Name: "defaults", Type: cty.DynamicPseudoType},
			{Name: "outputs", Type: cty.DynamicPseudoType},
			{Name: "workspace", Type: cty.String},
		}}).Finish()
	}
	return nil
}

// describes reports whether a schema has every key that the evidence shows. A
// later version of a type may have more.
func (b *Block) describes(s *shape) bool {
	if s == nil {
		return true
	}
	for name := range s.members {
		if b.Attribute(name) == nil && b.NestedBlock(name) == nil {
			return false
		}
	}
	return true
}
