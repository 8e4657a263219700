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
			return compareTexts(a, b)
		case values.Number:
			x, y := number(a), number(b)
			if x != nil && y != nil {
				return x.Cmp(y)
			}
			return strings.Compare(numberText(a), numberText(b))
		}
	}
	return compareHashed(a, b)
}

func boolToInt(b bool) int {
	if b {
		return 1
	}
	return 0
}

// compareTexts compares two strings by their characters. It copies them only if one has
// an escape.
func compareTexts(a, b values.Value) int {
	x, y := a.SharedJSON(), b.SharedJSON()
	if hasEscape(x) || hasEscape(y) {
		return strings.Compare(a.Text(), b.Text())
	}
	return strings.Compare(x[1:len(x)-1], y[1:len(y)-1])
}

// hasEscape reports whether the JSON text of a string, or a part of it, has an escape.
func hasEscape(text string) bool { return strings.IndexByte(text, '\\') >= 0 }

func number(v values.Value) *big.Float {
	f, _, err := big.ParseFloat(v.Text(), 10, 512, big.ToNearestEven)
	if err != nil {
		return nil
	}
	return f
}

// numberText returns the bytes from which go-cty makes the hash of a number.
func numberText(v values.Value) string {
	if f := number(v); f != nil {
		return f.String()
	}
	return v.Text()
}

// compareHashed compares the bytes from which go-cty makes the hashes of two values. It
// does not make these bytes but looks for the first difference. As they would be:
//
//	string, number, bool, null   "text" 12 T ~
//	list                         [value;value;]
//	object                       <value;value;>
//	map                          {"key":value;"key":value;}
func compareHashed(a, b values.Value) int {
	if c := cmp.Compare(firstHashed(a), firstHashed(b)); c != 0 {
		return c
	}
	switch a.Kind() {
	case values.String:
		return compareQuoted(a, b)
	case values.Number:
		if a.SharedJSON() == b.SharedJSON() {
			return 0
		}
		return strings.Compare(numberText(a)+";", numberText(b)+";")
	case values.Array:
		for i, e := range a.Elems() {
			if i == b.Len() {
				return cmp.Compare(firstHashed(e), ']')
			}
			if c := compareHashed(e, b.Elem(i)); c != 0 {
				return c
			}
		}
		if a.Len() < b.Len() {
			return cmp.Compare(']', firstHashed(b.Elem(a.Len())))
		}
	case values.Object:
		if !sameKeys(a, b) {
			return compareHashedMaps(a, b)
		}
		for _, m := range a.Members() {
			if c := compareHashed(m.Value, b.Get(m.Name)); c != 0 {
				return c
			}
		}
	}
	return 0
}

// firstHashed returns the first byte for a value. All numbers have the same one here, and
// so do objects and maps: the order among different kinds does not depend on it.
func firstHashed(v values.Value) byte {
	switch v.Kind() {
	case values.String:
		return '"'
	case values.Number:
		return '0'
	case values.Object:
		return '<'
	case values.Bool:
		if v.IsTrue() {
			return 'T'
		}
		return 'F'
	case values.Array:
		return '['
	}
	return '~'
}

// compareQuoted compares two strings as strconv.Quote writes them. Most often, their JSON
// texts first differ in characters that stay as they are.
func compareQuoted(a, b values.Value) int {
	x, y := a.SharedJSON(), b.SharedJSON()
	if x == y {
		return 0
	}
	i := 0
	for i < len(x) && i < len(y) && x[i] == y[i] {
		i++
	}
	if i < len(x) && i < len(y) && isVerbatim(x[i]) && isVerbatim(y[i]) && !hasEscape(x[:i]) {
		return cmp.Compare(x[i], y[i])
	}
	return strings.Compare(strconv.Quote(a.Text()), strconv.Quote(b.Text()))
}

// isVerbatim reports whether a byte of a JSON string is a character that strconv.Quote
// writes in the same way.
func isVerbatim(c byte) bool { return c >= ' ' && c <= '~' && c != '\\' }

// compareHashedMaps does what compareHashed does for two maps with different keys.
func compareHashedMaps(a, b values.Value) int {
	others := make([]values.Member, 0, b.Len())
	for _, m := range b.Members() {
		others = append(others, m)
	}
	for i, m := range a.Members() {
		if i == len(others) {
			return cmp.Compare('"', '}')
		}
		if m.Name != others[i].Name {
			return strings.Compare(strconv.Quote(m.Name), strconv.Quote(others[i].Name))
		}
		if c := compareHashed(m.Value, others[i].Value); c != 0 {
			return c
		}
	}
	return cmp.Compare('}', '"')
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
