package funcs

import (
	"math/big"
	"strconv"
	"sync"

	"github.com/zclconf/go-cty/cty"

	"github.com/planfmt/planfmt/internal/lang/value"
	jsonvalues "github.com/planfmt/planfmt/values"
)

// readsJSON makes jsondecode faster. go-cty reads a part of a document again for each part around it, and policies
// read many documents. What it says about documents that are not valid, or unusual, is left to it.
func readsJSON(decode *Function) *Function {
	parsers := sync.Pool{New: func() any { return new(jsonvalues.Parser) }}
	standard := decode.Call
	decode.Call = func(args []value.Value) (Result, error) {
		if text := args[0].Cty(); text.IsKnown() && !text.IsNull() {
			p := parsers.Get().(*jsonvalues.Parser)
			defer parsers.Put(p)
			if parsed, err := p.ParseString(text.AsString()); err == nil && !p.HasSurrogates() {
				if v, ok := fromJSON(parsed); ok {
					return Result{Value: value.Derive(v, args...)}, nil
				}
			}
		}
		if d, ok := args[0].Document(); ok {
			return Result{Value: d, Sure: true}, nil
		}
		return standard(args)
	}
	return decode
}

// writesJSON makes jsonencode remember what a document says that is not known yet.
func writesJSON(encode *Function) *Function {
	standard := encode.Call
	encode.Call = func(args []value.Value) (Result, error) {
		r, err := standard(args)
		if err != nil || r.Value.IsKnown() || r.Value.Type() != cty.String {
			return r, err
		}
		if d, ok := value.AsDocument(args[0]); ok {
			r.Value = r.Value.WithDocument(d)
		}
		return r, err
	}
	return encode
}

// fromJSON returns a value of the type that its JSON implies, or reports false for what go-cty would not accept.
func fromJSON(v jsonvalues.Value) (cty.Value, bool) {
	switch v.Kind() {
	case jsonvalues.String:
		return cty.StringVal(v.SharedText()), true
	case jsonvalues.Bool:
		return cty.BoolVal(v.IsTrue()), true
	case jsonvalues.Number:
		return numberFromJSON(v.SharedText())
	case jsonvalues.Array:
		elems := make([]cty.Value, v.Len())
		for i, e := range v.Elems() {
			var ok bool
			if elems[i], ok = fromJSON(e); !ok {
				return cty.NilVal, false
			}
		}
		return cty.TupleVal(elems), true
	case jsonvalues.Object:
		attrs := make(map[string]cty.Value, v.Len())
		for _, m := range v.Members() {
			a, ok := fromJSON(m.Value)
			if !ok || cty.NormalizeString(m.Name) != m.Name {
				return cty.NilVal, false
			}
			attrs[m.Name] = a
		}
		return cty.ObjectVal(attrs), true
	}
	return cty.NullVal(cty.DynamicPseudoType), true
}

// numberFromJSON returns a number as [cty.ParseNumberVal] does. Most numbers in documents are short and whole, and to read those
// as any other takes several times as long.
func numberFromJSON(text string) (cty.Value, bool) {
	const precision = 512                                               // of all numbers that are read, which counts for what is calculated from them
	if i, err := strconv.ParseInt(text, 10, 64); err == nil && i != 0 { // there is a negative zero
		return cty.NumberVal(new(big.Float).SetPrec(precision).SetMode(big.ToNearestEven).SetInt64(i)), true
	}
	n, err := cty.ParseNumberVal(text)
	return n, err == nil
}
