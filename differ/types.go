package differ

import (
	"fmt"

	"github.com/zclconf/go-cty/cty"

	"github.com/planfmt/planfmt/schema"
)

// These types are views of the schema: a computed.Diff has a pointer to one, and
// the text is made when a program asks for it. So a Diff with a type costs no
// more memory than the pointer.
type (
	mereType   cty.Type      // of an attribute without a nested type, or of a part of one
	nestedType schema.Object // of an attribute with a nested type
	objectType schema.Object // of an object in such an attribute
)

func (t *mereType) String() string   { return schema.TypeString(cty.Type(*t)) }
func (t *nestedType) String() string { return (*schema.Object)(t).TypeString() }
func (t *objectType) String() string { return (*schema.Object)(t).ObjectString() }

var stringType, numberType, boolType = cty.String, cty.Number, cty.Bool

// share is a pointer to a type; those without parts share theirs.
func share(typ cty.Type) *cty.Type {
	switch typ {
	case cty.String:
		return &stringType
	case cty.Number:
		return &numberType
	case cty.Bool:
		return &boolType
	}
	t := typ // so that only these are allocated
	return &t
}

// typeOf is the type of an attribute.
func typeOf(a *schema.Attribute) fmt.Stringer {
	if a.Nested != nil {
		return (*nestedType)(a.Nested)
	}
	return (*mereType)(&a.Type)
}
