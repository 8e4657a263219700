package funcs

import (
	"math/bits"
	"regexp/syntax"
	"strings"

	"github.com/zclconf/go-cty/cty"

	"github.com/planfmt/planfmt/internal/lang/types"
	"github.com/planfmt/planfmt/internal/lang/value"
)

// maxStaticSteps is how much work it may be to find out the type of a call from constant arguments.
const maxStaticSteps = 20_000

// TypeOf returns the static return type for arguments, as Type does for functions that have it. If finding it out from
// constants would be too much work, nothing is said about it.
func (f *Function) TypeOf(args []Arg) (types.Type, error) {
	if f.Type == nil {
		return f.Returns, nil
	}
	if f.steps != nil {
		values := make([]value.Value, len(args))
		for i, a := range args {
			values[i] = value.Of(a.cty())
		}
		if len(args) >= len(f.Params) && f.steps(values, maxStaticSteps) > maxStaticSteps {
			return types.Any, nil
		}
	}
	return f.Type(args)
}

// stepsOf has the functions whose work is not in proportion to their arguments, or is more for each of their parts than
// that of others. For all others, what they get and what they return counts.
var stepsOf = map[string]func(args []value.Value, left int) int{
	"format":      func(args []value.Value, _ int) int { return formatSteps(args, 1) },
	"formatlist":  func(args []value.Value, _ int) int { return formatSteps(args, longest(args)) },
	"indent":      func(args []value.Value, _ int) int { return ofText(times(number(args, 0), lines(args, 1))) },
	"join":        joinSteps,
	"split":       func(args []value.Value, _ int) int { return strings.Count(known(args, 1), known(args, 0)) + 1 },
	"replace":     replaceSteps,
	"regex":       func(args []value.Value, _ int) int { return patternSteps(known(args, 0), known(args, 1)) },
	"regexall":    regexAllSteps,
	"regex_match": func(args []value.Value, _ int) int { return patternSteps(known(args, 0), known(args, 1)) },
	"sort": func(args []value.Value, _ int) int {
		n := size(args[0])
		return n * bits.Len(uint(n))
	},
	"strrev":                 perCharacter,
	"substr":                 perCharacter,
	"title":                  perCharacter,
	"length":                 perCharacter,
	"parseint":               func(args []value.Value, _ int) int { return squared(len(known(args, 0))) >> 20 },
	"jsonencode":             encodeSteps,
	"yamlencode":             encodeSteps,
	"valuetostring":          encodeSteps,
	"type":                   encodeSteps,
	"jsondecode":             jsonSteps,
	"yamldecode":             yamlSteps,
	"csvdecode":              func(args []value.Value, _ int) int { return 4 * fields(known(args, 0), ",\n") },
	"distinct":               func(args []value.Value, _ int) int { return pairs(args) },
	"index":                  func(args []value.Value, _ int) int { return pairOf(args) },
	"contains":               func(args []value.Value, _ int) int { return pairOf(args) },
	"toset":                  hashed,
	"setunion":               hashed,
	"setintersection":        hashed,
	"setsubtract":            hashed,
	"setsymmetricdifference": hashed,
	"setproduct":             productSteps,
	"range":                  rangeSteps,
	"base64encode":           perCharacter,
	"urlencode":              perCharacter,
}

// known returns the text of an argument, or an empty one if that is not known.
func known(args []value.Value, i int) string {
	if i >= len(args) || !args[i].IsKnown() || args[i].IsNull() || args[i].Type() != cty.String {
		return ""
	}
	return text(args[i].Cty())
}

// number returns a whole number of an argument that is not negative.
func number(args []value.Value, i int) int {
	if !args[i].IsKnown() || args[i].IsNull() || args[i].Type() != cty.Number {
		return 0
	}
	n, _ := args[i].Cty().AsBigFloat().Int64()
	return int(min(max(n, 0), value.MaxSize*value.PartBytes))
}

// ofText is how much work it is to make a text.
func ofText(bytes int) int { return bytes / value.PartBytes }

func squared(n int) int { return times(n, n) }

func lines(args []value.Value, i int) int { return strings.Count(known(args, i), "\n") + 1 }

// fields is how many fields there are at most in a text in which some characters end them.
func fields(s, ends string) int {
	n := 1
	for i := range len(s) {
		if strings.IndexByte(ends, s[i]) >= 0 {
			n++
		}
	}
	return n
}

// perCharacter is for functions that look at each character of their texts.
func perCharacter(args []value.Value, _ int) int {
	n := 0
	for i := range args {
		n += len(known(args, i)) / 16
	}
	return n
}

// size is how large an argument is.
func size(v value.Value) int { return v.Size(value.MaxSize) }

// longest is how many elements the longest of the arguments has.
func longest(args []value.Value) int {
	n := 1
	for _, a := range args {
		if l, ok := lengthOf(a); ok {
			n = max(n, l)
		}
	}
	return n
}

// lengthOf returns how many elements an argument has, if it is a collection that is known.
func lengthOf(v value.Value) (int, bool) {
	t := v.Type()
	if !v.IsKnown() || v.IsNull() || !t.IsCollectionType() && !t.IsTupleType() && !t.IsObjectType() {
		return 0, false
	}
	return v.Cty().LengthInt(), true
}

// formatSteps is for a format that is used several times: the widths of its verbs, and for each of them the largest argument.
func formatSteps(args []value.Value, repeated int) int {
	format := known(args, 0)
	largest := 0
	for _, a := range args[min(1, len(args)):] {
		largest = max(largest, size(a))
	}
	widths, width := 0, 0
	for i := range len(format) {
		switch c := format[i]; {
		case c >= '0' && c <= '9':
			width = min(width*10+int(c-'0'), maxWidth+1)
		default:
			widths, width = widths+width, 0
		}
	}
	once := strings.Count(format, "%")*(1+largest) + ofText(widths+len(format))
	return times(once, repeated)
}

func joinSteps(args []value.Value, _ int) int {
	n := 0
	for _, a := range args[min(1, len(args)):] {
		if l, ok := lengthOf(a); ok {
			n = plus(n, l)
		}
	}
	return ofText(times(n, len(known(args, 0))))
}

// isPattern reports whether replace takes a text for a regular expression.
func isPattern(s string) bool { return len(s) > 1 && s[0] == '/' && s[len(s)-1] == '/' }

func replaceSteps(args []value.Value, _ int) int {
	str, what, with := known(args, 0), known(args, 1), known(args, 2)
	if !isPattern(what) {
		return ofText(times(strings.Count(str, what), len(with)))
	}
	pattern := what[1 : len(what)-1]
	// Each reference to a group adds at most the whole string over all matches.
	made := plus(times(strings.Count(with, "$"), len(str)), times(len(str)+1, len(with)))
	return plus(patternSteps(pattern, str), ofText(made))
}

// patternSteps is how much work it is to look for a regular expression in a text: the expression with all of its repetitions
// written out, and that for each character.
func patternSteps(pattern, text string) int {
	re, err := syntax.Parse(pattern, syntax.Perl)
	if err != nil {
		return len(pattern) / 8
	}
	n := instructions(re)
	return plus(n, times(n, len(text)/32))
}

// instructions is about how many instructions a regular expression has.
func instructions(re *syntax.Regexp) int {
	n := 1 + len(re.Rune)/4
	for _, sub := range re.Sub {
		n = plus(n, instructions(sub))
	}
	if re.Op == syntax.OpRepeat {
		n = times(n, max(re.Min, re.Max, 1))
	}
	return n
}

// regexAllSteps is for as many matches as a text has perCharacter, unless it is long.
func regexAllSteps(args []value.Value, left int) int {
	pattern, str := known(args, 0), known(args, 1)
	n := patternSteps(pattern, str)
	if n > left {
		return n
	}
	re, err := compile(0, pattern)
	if err != nil {
		return n
	}
	each := 2 + 2*re.NumSubexp()
	matches := len(re.FindAllStringIndex(str, left/each+1))
	return plus(n, times(matches, each))
}

// encodeSteps is for functions that write a value, with its parts indented.
func encodeSteps(args []value.Value, _ int) int {
	d := depth(args[0].Type())
	return times(size(args[0]), 1+d/16)
}

// depth is how deep the parts of values of a type are nested.
func depth(t cty.Type) int {
	d := 0
	switch {
	case t.IsCollectionType():
		d = depth(t.ElementType())
	case t.IsTupleType():
		for _, e := range t.TupleElementTypes() {
			d = max(d, depth(e))
		}
	case t.IsObjectType():
		for _, a := range t.AttributeTypes() {
			d = max(d, depth(a))
		}
	default:
		return 0
	}
	return d + 1
}

// jsonSteps counts what may be parts of a document. A reader of go-cty reads a part once for each part around it, and the time to
// read a number is quadratic.
func jsonSteps(args []value.Value, _ int) int {
	s := known(args, 0)
	nested, deepest := 0, 0
	for i := range len(s) {
		switch s[i] {
		case '[', '{':
			nested++
			deepest = max(deepest, nested)
		case ']', '}':
			nested--
		}
	}
	return 2*fields(s, ",[{:") + times(ofText(len(s)), deepest) + numberSteps(s) + stepsPerExponent*exponents(s)
}

// stepsPerExponent is how much more work it is to read a number with a large exponent: a power of five is multiplied by.
const stepsPerExponent = 8

// exponents is how many numbers of a text may have exponents of three digits and more.
func exponents(s string) int {
	n := 0
	for i := 0; i+3 < len(s); i++ {
		if s[i]|0x20 != 'e' {
			continue
		}
		digits := strings.TrimLeft(s[i+1:min(len(s), i+5)], "+-")
		if len(digits) >= 3 && strings.Trim(digits[:3], "0123456789") == "" {
			n++
		}
	}
	return n
}

// numberSteps is how much work it is to read the longest number in a text.
func numberSteps(s string) int {
	longest, digits := 0, 0
	for i := range len(s) {
		if s[i] >= '0' && s[i] <= '9' || s[i] == '.' || s[i] == '_' {
			digits++
			longest = max(longest, digits)
		} else {
			digits = 0
		}
	}
	return squared(longest) >> 20
}

// pairs is for comparing all elements of a list with each other.
func pairs(args []value.Value) int {
	n, _ := lengthOf(args[0])
	return times(n, size(args[0])) / 16
}

// pairOf is for comparing all elements of a list with another value.
func pairOf(args []value.Value) int {
	n, _ := lengthOf(args[0])
	if len(args) < 2 || args[1].Type().IsPrimitiveType() {
		return n / 4
	}
	return times(n, size(args[1])) / 8
}

// hashed is for functions of sets, whose elements are sorted whenever somebody goes through them. Elements that are not known yet are
// compared with each other.
func hashed(args []value.Value, _ int) int {
	n := 0
	for _, a := range args {
		n = plus(n, 4*size(a))
		elems, ok := lengthOf(a)
		if !ok {
			continue
		}
		n = plus(n, times(elems, squared(bits.Len(uint(elems))))/8)
		if !a.IsWhollyKnown() {
			n = plus(n, squared(elems)/8)
		}
	}
	return n
}

func productSteps(args []value.Value, _ int) int {
	n := 1
	for _, a := range args {
		elems, _ := lengthOf(a)
		n = times(n, elems)
	}
	return times(n, 4*len(args))
}

// rangeSteps is for as many numbers as go-cty makes at most.
func rangeSteps(args []value.Value, _ int) int {
	const most = 1024
	if len(args) == 1 && args[0].IsKnown() {
		return min(number(args, 0), most)
	}
	return most
}
