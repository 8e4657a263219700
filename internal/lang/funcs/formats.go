package funcs

import (
	"bytes"
	"encoding/json"
	"fmt"
	"regexp"
	"strconv"
	"strings"

	"github.com/planfmt/planfmt/internal/base/lazy"

	"github.com/zclconf/go-cty/cty"
	"github.com/zclconf/go-cty/cty/convert"
	"github.com/zclconf/go-cty/cty/function"
	"github.com/zclconf/go-cty/cty/function/stdlib"
	ctyjson "github.com/zclconf/go-cty/cty/json"

	"github.com/planfmt/planfmt/internal/lang/value"
)

// verb is a verb of a format.
var verb = lazy.Regexp(`%[^a-zA-Z%]*[a-zA-Z%]`)

// formattedEnds returns what is known of the result of format: the text up to the first argument that is
// unknown, and behind the last one. It is unknown.
func formattedEnds(args []value.Value) value.Value {
	anything := value.Unknown(cty.String).NotNull()
	if !args[0].IsKnown() {
		return anything
	}
	format, rest := text(args[0].Cty()), args[1:]
	var parts []value.Value
	literal := func(s string) { parts = append(parts, value.Of(cty.StringVal(s))) }
	for format != "" {
		at := verb().FindStringIndex(format)
		if at == nil {
			literal(format)
			break
		}
		literal(format[:at[0]])
		spec := format[at[0]:at[1]]
		format = format[at[1]:]
		if spec == "%%" {
			literal("%")
			continue
		}
		if strings.ContainsAny(spec, "[*") || len(rest) == 0 {
			// It is not the next argument, or not only that one.
			parts = append(parts, anything)
			return value.Concat(parts)
		}
		arg := rest[0]
		rest = rest[1:]
		switch {
		case arg.IsWhollyKnown():
			s, err := stdlib.Format(cty.StringVal(spec), arg.Cty())
			if err != nil || !s.IsKnown() {
				parts = append(parts, anything)
				continue
			}
			parts = append(parts, value.Of(s))
		case (spec == "%s" || spec == "%v") && arg.Type() == cty.String && !arg.MayBeNull():
			parts = append(parts, arg)
		default:
			parts = append(parts, anything)
		}
	}
	return value.Concat(parts)
}

// join knows the beginning of its result if it knows the first strings, and its end if it
// knows the last ones.
func join(args []value.Value) (Result, error) {
	lists := args[1:]
	known, sure := true, true
	for i, list := range lists {
		known = known && list.IsWhollyKnown()
		sure = sure && list.IsKnown()
		for j, e := range list.Elems() {
			if e.IsNull() {
				return Result{}, &ArgError{Index: i + 1, Err: fmt.Errorf("element %d is null", j)}
			}
			sure = sure && !e.MayBeNull()
		}
	}
	if known && args[0].IsKnown() {
		n := 0
		for _, list := range lists {
			n += list.Cty().LengthInt()
		}
		if len(args[0].Cty().AsString())*n > maxText {
			return Result{}, errTooLong
		}
		v, err := stdlib.JoinFunc.Call(ctys(args))
		if err != nil {
			return Result{}, err
		}
		return Result{Value: value.Derive(v, args...)}, nil
	}
	parts, rest := separated(args[0], lists)
	if rest {
		// Elements follow, about which nothing is known.
		parts = append(parts, value.Unknown(cty.String).NotNull())
	}
	for i, p := range parts {
		parts[i] = p.NotNull()
	}
	joined := value.Concat(parts)
	v := value.Derive(joined.Cty(), args...)
	if s := joined.Suffix(); s != "" {
		v = v.WithSuffix(s)
	}
	return Result{Value: v, Sure: sure}, nil
}

// separated returns the elements of lists with a separator between them, up to the first list
// that is unknown. It reports whether there is one.
func separated(separator value.Value, lists []value.Value) (parts []value.Value, rest bool) {
	for _, list := range lists {
		if !list.IsKnown() {
			return parts, true
		}
		for _, e := range list.Elems() {
			if len(parts) > 0 {
				parts = append(parts, separator)
			}
			parts = append(parts, e)
		}
	}
	return parts, false
}

// valueToString shows a value to people. Its result is known, whatever the value is.
func valueToString(args []value.Value) (Result, error) {
	v := args[0].Cty()
	var shown string
	switch {
	case !v.IsKnown():
		shown = "(unknown)"
	case v.IsNull():
		shown = "(null)"
	case v.Type().IsPrimitiveType():
		s, err := convert.Convert(v, cty.String)
		if err != nil {
			return Result{}, err
		}
		shown = text(s)
	default:
		var buf bytes.Buffer
		if err := json.Indent(&buf, document(nil, v), "", "  "); err != nil {
			return Result{}, err
		}
		shown = buf.String()
	}
	return Result{Value: value.Derive(cty.StringVal(shown), args...)}, nil
}

// document appends a value as JSON. What is unknown is the string "(unknown)", and an infinite number, which JSON does not have, one, too.
func document(to []byte, v cty.Value) []byte {
	t := v.Type()
	switch {
	case !v.IsKnown():
		return append(to, `"(unknown)"`...)
	case t == cty.Number && !v.IsNull() && v.AsBigFloat().IsInf():
		return strconv.AppendQuote(to, v.AsBigFloat().String())
	case v.IsNull(), t.IsPrimitiveType():
		text, err := ctyjson.Marshal(v, t)
		if err != nil {
			return append(to, "null"...)
		}
		return append(to, text...)
	}
	named := t.IsMapType() || t.IsObjectType()
	if named {
		to = append(to, '{')
	} else {
		to = append(to, '[')
	}
	first := true
	for it := v.ElementIterator(); it.Next(); {
		key, e := it.Element()
		if !first {
			to = append(to, ',')
		}
		first = false
		if named {
			to = append(document(to, key), ':')
		}
		to = document(to, e)
	}
	if named {
		return append(to, '}')
	}
	return append(to, ']')
}

// replaceFunc is go-cty's two functions for replacing in one, as Terraform has it.
func replaceFunc() function.Function {
	return function.New(&function.Spec{
		Params: []function.Parameter{{Name: "str", Type: cty.String}, {Name: "substr", Type: cty.String}, {Name: "replacement", Type: cty.String}},
		Type: func(args []cty.Value) (cty.Type, error) {
			if args[1].IsKnown() && isPattern(text(args[1])) {
				s := text(args[1])
				if _, err := compile(1, s[1:len(s)-1]); err != nil {
					return cty.NilType, err
				}
			}
			return cty.String, nil
		},
		RefineResult: func(b *cty.RefinementBuilder) *cty.RefinementBuilder { return b.NotNull() },
		Impl: func(args []cty.Value, _ cty.Type) (cty.Value, error) {
			if s := text(args[1]); isPattern(s) {
				re, err := regexp.Compile(s[1 : len(s)-1])
				if err != nil {
					return cty.NilVal, err
				}
				return cty.StringVal(re.ReplaceAllString(text(args[0]), text(args[2]))), nil
			}
			return cty.StringVal(strings.ReplaceAll(text(args[0]), text(args[1]), text(args[2]))), nil
		},
	})
}
