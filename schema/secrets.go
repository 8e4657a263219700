package schema

import "slices"

// HasSecrets reports whether anything in a block is sensitive or write-only.
func (b *Block) HasSecrets() bool {
	if haveSecrets(b.Attributes) {
		return true
	}
	for _, n := range b.Blocks {
		if n.Block.HasSecrets() {
			return true
		}
	}
	return false
}

// HasSecrets reports whether anything in a nested type is sensitive or
// write-only.
func (o *Object) HasSecrets() bool { return haveSecrets(o.Attributes) }

// HasSecrets reports whether an attribute, or anything in it, is sensitive or
// write-only.
func (a *Attribute) HasSecrets() bool {
	return a.Sensitive || a.WriteOnly || a.Nested != nil && a.Nested.HasSecrets()
}

func haveSecrets(attributes []Attribute) bool {
	for i := range attributes {
		if attributes[i].HasSecrets() {
			return true
		}
	}
	return false
}

// WithoutSecrets returns a copy of a block in which nothing is sensitive or write-only.
func (b *Block) WithoutSecrets() *Block {
	out := *b
	out.Attributes, out.Blocks = withoutSecrets(b.Attributes), slices.Clone(b.Blocks)
	for i := range out.Blocks {
		out.Blocks[i].Block = out.Blocks[i].Block.WithoutSecrets()
	}
	return &out
}

func withoutSecrets(attributes []Attribute) []Attribute {
	all := slices.Clone(attributes)
	for i := range all {
		a := &all[i]
		a.Sensitive, a.WriteOnly = false, false
		if a.Nested != nil {
			nested := *a.Nested
			nested.Attributes = withoutSecrets(nested.Attributes)
			a.Nested = &nested
		}
	}
	return all
}
