package schema

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
