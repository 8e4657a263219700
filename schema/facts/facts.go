// Package facts knows how the types of well-known providers are built: which
// keys of a resource or a data source are blocks, how they nest, and what
// types the attributes have. These are public facts, the same for everyone;
// they stand in for a provider schema when a plan comes without one.
//
// The facts live in a table that is compiled into the binary. [Default] is
// that table, [Table.Lookup] finds a type in it, and only the part of the
// table that holds the type is unpacked. tools/knownfacts writes the table.
//
// The package imports nothing of planfmt and decides nothing: where a plan
// contradicts the table, its caller knows what to do.
package facts

// Kind is what a type is a type of.
type Kind uint8

// The kinds of types.
const (
	Resource Kind = iota
	DataSource
)

var kindNames = [...]string{"resource", "data source"}

func (k Kind) String() string { return kindNames[min(int(k), len(kindNames)-1)] }

// Mode is how a block or a nested attribute nests.
type Mode uint8

// The nesting modes. ModeUnknown is that of a block whose mode is not known.
// The table does not tell single and group apart.
const (
	ModeUnknown Mode = iota
	Single
	List
	Set
	Map
)

var modeNames = [...]string{"unknown", "single", "list", "set", "map"}

func (m Mode) String() string { return modeNames[min(int(m), len(modeNames)-1)] }

// Form is what a member of a block is.
type Form uint8

// The forms of a member.
const (
	FormUnknown   Form = iota // the key exists, nothing else is known
	FormAttribute             // an attribute with Type
	FormNested                // an attribute with a nested type: Mode and Block
	FormBlock                 // a block type: Mode and Block
)

var formNames = [...]string{"unknown", "attribute", "nested attribute", "block"}

func (f Form) String() string { return formNames[min(int(f), len(formNames)-1)] }

// Block is the body of a type, of a block, or of an attribute that holds
// objects. Blocks are shared: whoever gets one must not change it.
type Block struct {
	Members []Member // sorted by the bytes of their names

	// SDK says of a whole resource type that its id can be set, as it can in
	// every type written with the old plugin SDK and in hardly any other.
	SDK bool

	// Releases says of a whole type which releases have it; none of them
	// means all.
	Releases Releases
}

// Releases is a set of a provider's releases: bit i stands for the release of
// its Sources[i], so that lower bits are newer ones.
type Releases uint16

// Member is one key of a block.
type Member struct {
	Name string
	Form Form

	// Guess says that the member may have the other form that looks the same
	// in the source: FormNested in place of a FormAttribute that holds
	// objects or the reverse, or a list in place of a set within a
	// collection; or that releases of the provider disagree about it.
	Guess bool

	// Releases are those that have the member; none of them means all that
	// have the block.
	Releases Releases

	Type  *Type  // of FormAttribute, else nil
	Mode  Mode   // of FormNested and FormBlock
	Block *Block // of FormNested and FormBlock; nil when the body is unknown

	// Variants are what the member is in which releases, the newest first,
	// where they disagree; else nil. The member itself is then like the first
	// of them, but a guess.
	Variants []Variant
}

// Variant is what a member is in some releases. Its fields are as those of
// [Member].
type Variant struct {
	Releases Releases // at least one
	Form     Form
	Guess    bool
	Type     *Type
	Mode     Mode
	Block    *Block
}

// as is the member as the variant has it.
func (v *Variant) as(m Member) Member {
	m.Form, m.Guess, m.Type, m.Mode, m.Block = v.Form, v.Guess, v.Type, v.Mode, v.Block
	return m
}

// Member is the member of a name, nil if there is none.
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

// String is the type in the syntax of Terraform's type expressions, objects
// without their attributes.
func (t *Type) String() string {
	switch {
	case t == nil:
		return TypeUnknown.String()
	case t.Elem != nil:
		return t.Kind.String() + "(" + t.Elem.String() + ")"
	}
	return t.Kind.String()
}

// Source is a package that facts were taken from.
type Source struct {
	Package  string // @cdktf/provider-aws
	Version  string // of the package
	Provider string // hashicorp/aws: lower case, without the registry's host
	Release  string // of the provider
}

// Entry is a type of a provider with its facts.
type Entry struct {
	Name  string // aws_instance
	Kind  Kind
	Block *Block
}

// Provider is all that is known of one provider.
type Provider struct {
	Address string   // hashicorp/aws
	Sources []Source // the newest first
	Entries []Entry  // sorted by name, then by kind
}
