package infer

import (
	"cmp"
	"math/big"
	"strconv"
	"strings"

	"github.com/planfmt/planfmt/values"
)

// compareInSet compares two elements in the order that go-cty gives to the elements
// of a set: strings and numbers by value, false before true, nulls last, and lists
// and objects by the bytes that their hashes are made from. These bytes depend on
// whether an object is a map; objects with different keys are taken for maps. The
// rules are those of cty's setRules.Less.
func compareInSet(a, b values.Value) int {
	if a.IsNull() || b.IsNull() {
		return cmp.Compare(boolToInt(a.IsNull()), boolToInt(b.IsNull()))
	}
	if a.Kind() == b.Kind() {
		switch a.Kind() {
		case values.String:
			return strings.Compare(a.Text(), b.Text())
		case values.Number:
			x, y := number(a), number(b)
			if x != nil && y != nil {
				return x.Cmp(y)
			}
		case values.Bool:
			return cmp.Compare(boolToInt(a.IsTrue()), boolToInt(b.IsTrue()))
		}
	}
	return strings.Compare(string(hashBytes(nil, a, b)), string(hashBytes(nil, b, a)))
}

func boolToInt(b bool) int {
	if b {
		return 1
	}
	return 0
}

func number(v values.Value) *big.Float {
	f, _, err := big.ParseFloat(v.Text(), 10, 512, big.ToNearestEven)
	if err != nil {
		return nil
	}
	return f
}

// hashBytes appends the bytes from which go-cty makes the hash of a value. other is
// the value that it is compared with: if their keys differ, both are maps.
func hashBytes(out []byte, v, other values.Value) []byte {
	switch v.Kind() {
	case values.String:
		return strconv.AppendQuote(out, v.Text())
	case values.Number:
		if f := number(v); f != nil {
			return append(out, f.String()...)
		}
		return append(out, v.Text()...)
	case values.Bool:
		if v.IsTrue() {
			return append(out, 'T')
		}
		return append(out, 'F')
	case values.Array:
		out = append(out, '[')
		for i, e := range v.Elems() {
			out = append(hashBytes(out, e, other.Elem(i)), ';')
		}
		return append(out, ']')
	case values.Object:
		if other.Kind() == values.Object && !sameKeys(v, other) {
			out = append(out, '{')
			for _, m := range v.Members() {
				out = append(strconv.AppendQuote(out, m.Name), ':')
				out = append(hashBytes(out, m.Value, other.Get(m.Name)), ';')
			}
			return append(out, '}')
		}
		out = append(out, '<')
		for _, m := range v.Members() {
			out = append(hashBytes(out, m.Value, other.Get(m.Name)), ';')
		}
		return append(out, '>')
	}
	return append(out, '~')
}

func sameKeys(a, b values.Value) bool {
	if a.Len() != b.Len() {
		return false
	}
	for _, m := range a.Members() {
		if b.Get(m.Name).Kind() == values.Absent {
			return false
		}
	}
	return true
}
