package funcs

import (
	"errors"
	"fmt"
	"strings"

	"github.com/zclconf/go-cty/cty"
	"github.com/zclconf/go-cty/cty/function"

	"github.com/planfmt/planfmt/internal/lang/value"
)

// maxText is how many bytes a text can have that a function makes. Whoever evaluates an expression limits its
// value; this is for functions that make much of little.
const maxText = value.MaxSize * value.PartBytes

var errTooLong = fmt.Errorf("the result would have more than %d MiB", maxText>>20)

// limited returns a function that is not called if the check returns an error.
func limited(std function.Function, check func(args []cty.Value) error) function.Function {
	spec := &function.Spec{
		Params: std.Params(), VarParam: std.VarParam(),
		Type: func(args []cty.Value) (cty.Type, error) {
			if err := check(args); err != nil {
				return cty.NilType, err
			}
			return std.ReturnTypeForValues(args)
		},
		Impl: func(args []cty.Value, _ cty.Type) (cty.Value, error) { return std.Call(args) },
	}
	return function.New(spec)
}

// indented checks the arguments of indent.
func indented(args []cty.Value) error {
	if !args[0].IsKnown() || !args[1].IsKnown() {
		return nil
	}
	lines := max(1, strings.Count(args[1].AsString(), "\n")) // the space is made even if it is not used
	if width, _ := args[0].AsBigFloat().Float64(); width*float64(lines) > maxText {
		return errTooLong
	}
	return nil
}

// maxWidth is the largest width and precision in a format.
const maxWidth = 10_000

// formatted checks the widths in the format of format and formatlist.
func formatted(args []cty.Value) error {
	if !args[0].IsKnown() {
		return nil
	}
	number, verb := 0, false
	for _, c := range []byte(args[0].AsString()) {
		switch {
		case c == '%':
			verb, number = !verb, 0
		case !verb:
		case c >= '0' && c <= '9':
			if number = number*10 + int(c-'0'); number > maxWidth {
				return errTooWide
			}
		case c == '.' || c == '[' || c == ']':
			number = 0
		case c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z':
			verb = false
		}
	}
	return nil
}

var errTooWide = errors.New("a width in the format is greater than 10000")
