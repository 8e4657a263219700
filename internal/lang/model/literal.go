package model

import (
	"math/big"
	"strings"

	"github.com/hashicorp/hcl/v2/hclsyntax"
	"github.com/zclconf/go-cty/cty"

	"github.com/planfmt/planfmt/diag"
	"github.com/planfmt/planfmt/internal/lang/types"
	"github.com/planfmt/planfmt/internal/lang/value"
)

// maxIntBits is the size up to which whole numbers in an expression are exact.
const maxIntBits = 4096

func (b *binder) literal(expr *hclsyntax.LiteralValueExpr, at diag.Range) Expr {
	v := expr.Val
	if v.Type() == cty.Number && v.IsKnown() && !v.IsNull() && v.AsBigFloat().IsInt() && v.AsBigFloat().MantExp(nil) > 512 {
		n, ok := b.exact(at)
		if !ok {
			b.errorf(at, "Number too large", "Whole numbers of more than %d bits cannot be represented exactly.", b.bits())
			return invalid(at)
		}
		v = n
	}
	if v.ContainsMarked() {
		return invalid(at)
	}
	return &Literal{Node{At: at, Typ: types.OfValue(v)}, value.Of(v)}
}

func (b *binder) bits() int {
	if b.scope.Source == nil {
		return 512
	}
	return maxIntBits
}

// exact parses a whole number of more than 512 bits from its text.
func (b *binder) exact(at diag.Range) (cty.Value, bool) {
	if at.End.Byte > len(b.scope.Source) || at.Start.Byte >= at.End.Byte {
		return cty.NilVal, false
	}
	text := string(b.scope.Source[at.Start.Byte:at.End.Byte])
	if len(text) > maxIntBits || strings.Trim(text, "0123456789") != "" {
		// A large number with an exponent could be exact as well, but that is not how
		// anybody writes one that has to be.
		return cty.NilVal, false
	}
	n, ok := new(big.Int).SetString(text, 10)
	if !ok || n.BitLen() > maxIntBits {
		return cty.NilVal, false
	}
	return cty.NumberVal(new(big.Float).SetInt(n)), true
}
