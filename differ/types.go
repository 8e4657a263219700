package differ

import (
	"fmt"

	"github.com/zclconf/go-cty/cty"

	"github.com/planfmt/planfmt/schema"
)

// A type is spelled only when somebody asks for it. Each of these is a pointer
// to what the schema has anyway, so that a diff that carries one costs nothing.
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
