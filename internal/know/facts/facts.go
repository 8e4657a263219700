// Package facts knows how the types of well-known providers are built: which
// keys of a resource or a data source are blocks, how they nest, and what types
// the attributes have. These are public facts, the same for everyone. They
// stand in for a provider schema if a plan comes without one.
//
// The facts are in a table that is compiled into the binary. [Default] is that
// table, and [Table.Lookup] finds a type in it. Only the part of the table that
// has the type is unpacked. lab/tools/knownfacts writes the table.
//
// The package imports nothing of planfmt and decides nothing. If a plan
// contradicts the table, the caller has to choose.
package facts

// Kind says what kind of type it is.
type Kind uint8

// The kinds of types.
const (
	Resource Kind = iota
	DataSource
)

var kindNames = [...]string{"resource", "data source"}

func (k Kind) String() string { return kindNames[min(int(k), len(kindNames)-1)] }

// Nesting says how a block or a nested attribute nests.
type Nesting uint8

// The nesting modes. A block has NestingUnknown if its mode is not known. The
// table does not distinguish single from group.
const (
	NestingUnknown Nesting = iota
	Single
	List
	Set
	Map
)

var modeNames = [...]string{"unknown", "single", "list", "set", "map"}

func (m Nesting) String() string { return modeNames[min(int(m), len(modeNames)-1)] }

// Form says what a member of a block is.
type Form uint8

// The forms of a member.
const (
	FormUnknown   Form = iota // the key exists; nothing else is known
	FormAttribute             // an attribute with Type
	FormNested                // an attribute with a nested type: Nesting and Block
	FormBlock                 // a block type: Nesting and Block
)

var formNames = [...]string{"unknown", "attribute", "nested attribute", "block"}

func (f Form) String() string { return formNames[min(int(f), len(formNames)-1)] }

// Block is the body of a type, of a block, or of an attribute that holds
// objects. Blocks are shared: do not change them.
type Block struct {
	Members []Member // sorted by the bytes of their names

	// SDK says, for a whole resource type, that the configuration can set its
	// id. This is so for every type written with the old plugin SDK and for
	// hardly any other.
	SDK bool

	// Releases says, for a whole type, which releases have it. Zero means all.
	Releases Releases
}

// Releases is a set of a provider's releases: bit i stands for the release of
// its Sources[i]. So lower bits stand for newer releases.
type Releases uint16

// Member is one key of a block.
type Member struct {
	Name string
	Form Form

	// Guess says that the member may be something else that looks the same in
	// the source: FormNested instead of a FormAttribute with objects or the
	// reverse, or a list instead of a set in a collection. It also says that
	// releases of the provider disagree about the member.
	Guess bool

	// Releases has the releases in which the member exists. Zero means all that
	// have the block.
	Releases Releases

	Type    *Type   // of FormAttribute; otherwise nil
	Nesting Nesting // of FormNested and FormBlock
	Block   *Block  // of FormNested and FormBlock; nil if the body is unknown

	// Variants says what the member is in which releases, the newest first, if
	// they disagree; otherwise it is nil. The member itself is then like the
	// first variant, but a guess.
	Variants []Variant
}

// Variant says what a member is in some releases. Its fields are those of
// [Member].
type Variant struct {
	Releases Releases // at least one
	Form     Form
	Guess    bool
	Type     *Type
	Nesting  Nesting
	Block    *Block
}

// apply returns the member as the variant has it.
func (v *Variant) apply(m Member) Member {
	m.Form, m.Guess, m.Type, m.Nesting, m.Block = v.Form, v.Guess, v.Type, v.Nesting, v.Block
	return m
}

// Member returns the member with a name, or nil.
func (b *Block) Member(name string) *Member {
	if b == nil {
		return nil
	}
	lo, hi := 0, len(b.Members)
	for lo < hi {
		mid := int(uint(lo+hi) >> 1)
		if b.Members[mid].Name < name {
			lo = mid + 1
		} else {
			hi = mid
		}
	}
	if lo < len(b.Members) && b.Members[lo].Name == name {
		return &b.Members[lo]
	}
	return nil
}

// TypeKind is the outermost part of an attribute's type.
type TypeKind uint8

// The kinds of attribute types.
const (
	TypeUnknown TypeKind = iota
	TypeDynamic
	TypeBool
	TypeNumber
	TypeString
	TypeList   // of Elem
	TypeSet    // of Elem
	TypeMap    // of Elem
	TypeObject // with the members of Object, each a FormAttribute
)

var typeNames = [...]string{"unknown", "dynamic", "bool", "number", "string", "list", "set", "map", "object"}

func (k TypeKind) String() string { return typeNames[min(int(k), len(typeNames)-1)] }

// Type is the type of an attribute. Types are shared like blocks.
type Type struct {
	Kind   TypeKind
	Elem   *Type
	Object *Block
}

// String returns the type as a type expression of Terraform's language, but
// objects without their attributes.
func (t *Type) String() string {
	switch {
	case t == nil:
		return TypeUnknown.String()
	case t.Elem != nil:
		return t.Kind.String() + "(" + t.Elem.String() + ")"
	}
	return t.Kind.String()
}

// Source is a package that facts come from.
type Source struct {
	Package  string // @cdktf/provider-aws
	Version  string // of the package
	Provider string // hashicorp/aws: in lower case, without the registry's host
	Release  string // of the provider
}

// Entry is a type of a provider, with its facts.
type Entry struct {
	Name  string // aws_instance
	Kind  Kind
	Block *Block
}

// Provider has everything that is known about one provider.
type Provider struct {
	Address string   // hashicorp/aws
	Sources []Source // the newest first
	Entries []Entry  // sorted by name, then by kind
}
