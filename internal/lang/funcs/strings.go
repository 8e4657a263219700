package funcs

import (
	"strings"

	"github.com/zclconf/go-cty/cty"
	"github.com/zclconf/go-cty/cty/function/stdlib"

	"github.com/planfmt/planfmt/internal/lang/types"
	"github.com/planfmt/planfmt/internal/lang/value"
)

func ofStrings() []*Function {
	str := total("str", types.String, "The string.")
	return []*Function{
		own(Function{
			Name:        "startswith",
			Description: "Returns whether a string begins with a prefix.",
			Example:     `startswith("acme-prod-1", "acme-")`,
			Result:      `true`,
			Params:      []Param{str, total("prefix", types.String, "What it may begin with.")},
			Returns:     types.Bool,
		}, decide(func(str, want value.Value) value.Truth {
			return begins(prefix(str), str.IsKnown(), prefix(want), want.IsKnown(), strings.HasPrefix)
		})),
		own(Function{
			Name:        "endswith",
			Description: "Returns whether a string ends with a suffix.",
			Example:     `endswith("acme-prod-1", "-1")`,
			Result:      `true`,
			Params:      []Param{str, total("suffix", types.String, "What it may end with.")},
			Returns:     types.Bool,
		}, decide(func(str, want value.Value) value.Truth {
			return begins(suffix(str), str.IsKnown(), suffix(want), want.IsKnown(), strings.HasSuffix)
		})),
		own(Function{
			Name:        "contains_substring",
			Description: "Returns whether a string contains another one.",
			Example:     `contains_substring("acme-prod-1", "prod")`,
			Result:      `true`,
			Params:      []Param{str, total("substr", types.String, "What it may contain.")},
			Returns:     types.Bool,
		}, decide(func(str, want value.Value) value.Truth {
			if !want.IsKnown() {
				if str.IsKnown() && !strings.Contains(text(str.Cty()), prefix(want)) {
					return value.Never
				}
				return value.Maybe
			}
			s := text(want.Cty())
			switch {
			case strings.Contains(prefix(str), s), strings.Contains(suffix(str), s):
				return value.Always
			case str.IsKnown():
				return value.Never
			}
			return value.Maybe
		})),
		standard(Function{
			Name:        "upper",
			Description: "Replaces all letters with upper-case ones.",
			Example:     `upper("Prod")`,
			Result:      `"PROD"`,
			Params:      []Param{str},
			Returns:     types.String,
			Range:       mapped(strings.ToUpper),
			End:         func(args []value.Value) string { return strings.ToUpper(asciiEnd(suffix(args[0]))) },
		}, stdlib.UpperFunc),
		standard(Function{
			Name:        "lower",
			Description: "Replaces all letters with lower-case ones.",
			Example:     `lower("Prod")`,
			Result:      `"prod"`,
			Params:      []Param{str},
			Returns:     types.String,
			Range:       mapped(strings.ToLower),
			End:         func(args []value.Value) string { return strings.ToLower(asciiEnd(suffix(args[0]))) },
		}, stdlib.LowerFunc),
		standard(Function{
			Name:        "title",
			Description: "Replaces the first letter of each word with an upper-case one.",
			Example:     `title("hello world")`,
			Result:      `"Hello World"`,
			Params:      []Param{str},
			Returns:     types.String,
		}, stdlib.TitleFunc),
		standard(Function{
			Name:        "strrev",
			Description: "Reverses the characters of a string.",
			Example:     `strrev("abc")`,
			Result:      `"cba"`,
			Params:      []Param{str},
			Returns:     types.String,
		}, stdlib.ReverseFunc),
		standard(Function{
			Name:        "chomp",
			Description: "Removes the newlines at the end of a string.",
			Example:     `chomp("text\n")`,
			Result:      `"text"`,
			Params:      []Param{str},
			Returns:     types.String,
			Range: func(args []value.Value) cty.Value {
				return beginning(strings.TrimRight(prefix(args[0]), "\r\n"))
			},
			End: func(args []value.Value) string { return strings.TrimRight(suffix(args[0]), "\r\n") },
		}, stdlib.ChompFunc),
		standard(Function{
			Name:        "indent",
			Description: "Adds spaces after each newline.",
			Example:     `indent(2, "a\nb")`,
			Result:      `"a\n  b"`,
			Params:      []Param{param("spaces", types.Number, "How many spaces."), str},
			Returns:     types.String,
			Partial:     true,
		}, limited(stdlib.IndentFunc, indented)),
		standard(Function{
			Name:        "substr",
			Description: "Returns a part of a string by its position. Characters are what readers see as one, whatever it is made of.",
			Example:     `substr("abcdef", 1, 3)`,
			Result:      `"bcd"`,
			Params: []Param{
				str,
				param("offset", types.Number, "Where the part begins, from 0. If it is negative, it counts from the end."),
				param("length", types.Number, "How many characters, or -1 for all up to the end."),
			},
			Returns: types.String,
			Partial: true,
			Range:   part,
		}, stdlib.SubstrFunc),
		standard(Function{
			Name:        "trim",
			Description: "Removes characters from the beginning and the end of a string.",
			Example:     `trim("?!hello?!", "!?")`,
			Result:      `"hello"`,
			Params:      []Param{str, total("cutset", types.String, "All characters to remove.")},
			Returns:     types.String,
			Range: func(args []value.Value) cty.Value {
				if !args[1].IsKnown() {
					return cty.NilVal
				}
				cut := text(args[1].Cty())
				return beginning(strings.Trim(prefix(args[0]), cut))
			},
			End: func(args []value.Value) string {
				if !args[1].IsKnown() {
					return ""
				}
				return strings.Trim(suffix(args[0]), text(args[1].Cty()))
			},
		}, stdlib.TrimFunc),
		standard(Function{
			Name:        "trimprefix",
			Description: "Removes a prefix from a string that has it.",
			Example:     `trimprefix("helloworld", "hello")`,
			Result:      `"world"`,
			Params:      []Param{str, total("prefix", types.String, "The prefix.")},
			Returns:     types.String,
			Range: func(args []value.Value) cty.Value {
				known := prefix(args[0])
				if !args[1].IsKnown() {
					return cty.NilVal
				}
				cut := text(args[1].Cty())
				if rest, ok := strings.CutPrefix(known, cut); ok || !strings.HasPrefix(cut, known) {
					return beginning(rest)
				}
				return cty.NilVal
			},
			End: func(args []value.Value) string {
				if !args[1].IsKnown() {
					return ""
				}
				cut := text(args[1].Cty())
				known, end := prefix(args[0]), suffix(args[0])
				if !strings.HasPrefix(known, cut) && !strings.HasPrefix(cut, known) || len(known) >= len(cut)+len(end) {
					return end // nothing is removed, or nothing of it
				}
				return rightOf(cut, end)
			},
		}, stdlib.TrimPrefixFunc),
		standard(Function{
			Name:        "trimsuffix",
			Description: "Removes a suffix from a string that has it.",
			Example:     `trimsuffix("helloworld", "world")`,
			Result:      `"hello"`,
			Params:      []Param{str, total("suffix", types.String, "The suffix.")},
			Returns:     types.String,
			Range: func(args []value.Value) cty.Value {
				if !args[1].IsKnown() {
					return cty.NilVal
				}
				cut := text(args[1].Cty())
				start, known := prefix(args[0]), suffix(args[0])
				if !strings.HasSuffix(known, cut) && !strings.HasSuffix(cut, known) || len(known) >= len(cut)+len(start) {
					return beginning(start) // nothing is removed, or nothing of it
				}
				return beginning(leftOf(start, cut))
			},
			End: func(args []value.Value) string {
				if !args[1].IsKnown() {
					return ""
				}
				known, cut := suffix(args[0]), text(args[1].Cty())
				if rest, ok := strings.CutSuffix(known, cut); ok || !strings.HasSuffix(cut, known) {
					return rest
				}
				return ""
			},
		}, stdlib.TrimSuffixFunc),
		standard(Function{
			Name:        "trimspace",
			Description: "Removes white space from the beginning and the end of a string.",
			Example:     `trimspace("  text\n")`,
			Result:      `"text"`,
			Params:      []Param{str},
			Returns:     types.String,
			Range: func(args []value.Value) cty.Value {
				return beginning(strings.TrimSpace(prefix(args[0])))
			},
			End: func(args []value.Value) string { return strings.TrimSpace(suffix(args[0])) },
		}, stdlib.TrimSpaceFunc),
		standard(Function{
			Name:        "split",
			Description: "Splits a string at each separator. The result has at least one element.",
			Example:     `split(",", "a,b")`,
			Result:      `tolist(["a", "b"])`,
			Params:      []Param{total("separator", types.String, "The separator."), str},
			Returns:     types.List{Elem: types.String},
			Range: func(args []value.Value) cty.Value {
				least := 0
				if known := prefix(args[1]); known != "" {
					least = 1
				}
				if args[0].IsKnown() && text(args[0].Cty()) != "" {
					least = 1 + strings.Count(prefix(args[1]), text(args[0].Cty()))
				}
				return cty.UnknownVal(cty.List(cty.String)).Refine().NotNull().CollectionLengthLowerBound(least).NewValue()
			},
			Head: splitHead,
		}, stdlib.SplitFunc),
		own(Function{
			Name:        "join",
			Description: "Joins the strings of lists, with a separator between them.",
			Example:     `join("-", ["a", "b"])`,
			Result:      `"a-b"`,
			Params:      []Param{total("separator", types.String, "The separator."), seen("list", types.List{Elem: types.String}, "A list of strings.")},
			Variadic:    &Param{Name: "lists", Description: "Further lists of strings.", Type: types.List{Elem: types.String}, Unknown: true, Dynamic: true},
			Returns:     types.String,
			Partial:     true,
		}, join),
		standard(Function{
			Name:        "format",
			Description: "Formats values as a text, as the format says: %s is a string, %d a whole number, %v any value, %% the percent sign.",
			Example:     `format("%s-%03d", "web", 7)`,
			Result:      `"web-007"`,
			Params:      []Param{param("format", types.String, "The format.")},
			Variadic:    &Param{Name: "args", Description: "The values.", Type: types.Any, Null: true},
			Returns:     types.String,
			Partial:     true,
			Range:       func(args []value.Value) cty.Value { return formattedEnds(args).Cty() },
			End:         func(args []value.Value) string { return formattedEnds(args).Suffix() },
		}, limited(stdlib.FormatFunc, formatted)),
		standard(Function{
			Name:        "formatlist",
			Description: "Formats values as format does, once for each element of the lists among them.",
			Example:     `formatlist("%s.example.com", ["a", "b"])`,
			Result:      `tolist(["a.example.com", "b.example.com"])`,
			Params:      []Param{param("format", types.String, "The format.")},
			Variadic:    &Param{Name: "args", Description: "The values. Lists must be of the same length.", Type: types.Any, Null: true},
			Returns:     types.List{Elem: types.String},
			Partial:     true,
		}, limited(stdlib.FormatListFunc, formatted)),
		own(Function{
			Name: "valuetostring",
			Description: "Returns any value as a text for people: strings, numbers and truth values as they are, null as (null), what is not known yet as (unknown), " +
				"and everything else as JSON.",
			Example: `valuetostring(["a", 1])`,
			Result:  `"[\n  \"a\",\n  1\n]"`,
			Params:  []Param{wide("value", "The value.")},
			Returns: types.String,

			TellsUnknown: true,
		}, valueToString),
		standard(Function{
			Name:        "replace",
			Description: "Replaces each occurrence of a text in a string, or of a regular expression, if it is written between slashes.",
			Example:     `replace("1 + 2", "+", "-")`,
			Result:      `"1 - 2"`,
			Params:      []Param{str, param("substr", types.String, "What to replace."), total("replacement", types.String, "What to put in its place. With a regular expression, $1 stands for its first group.")},
			Returns:     types.String,
			Partial:     true,
			Extension:   true,
		}, replaceFunc()),
	}
}

// splitHead returns the first elements of what a string is split into, of which only the beginning is known: those
// that are followed by a separator.
func splitHead(args []value.Value) []value.Value {
	if !args[0].IsKnown() || text(args[0].Cty()) == "" {
		return nil
	}
	all := strings.Split(prefix(args[1]), text(args[0].Cty()))
	head := make([]value.Value, len(all)-1)
	for i := range head {
		head[i] = value.Of(cty.StringVal(all[i]))
	}
	return head
}

// decide is a Call that finds out whether something holds of two strings.
func decide(f func(a, b value.Value) value.Truth) func(args []value.Value) (Result, error) {
	return func(args []value.Value) (Result, error) {
		return Result{Value: f(args[0], args[1]).Bool(args...)}, nil
	}
}

// begins finds out whether a string whose beginning is known begins with another one,
// whose beginning is known as well. For suffixes, it is the other way round.
func begins(str string, strKnown bool, want string, wantKnown bool, has func(s, affix string) bool) value.Truth {
	switch {
	case has(str, want):
		// So far, they are the same.
		if wantKnown {
			return value.Always
		}
		return value.Maybe
	case !strKnown && has(want, str):
		return value.Maybe
	}
	return value.Never
}

// mapped is a Range for functions that replace single characters, each on its own.
func mapped(f func(string) string) func(args []value.Value) cty.Value {
	return func(args []value.Value) cty.Value { return beginning(f(ascii(prefix(args[0])))) }
}

// ascii returns the beginning of a string that has only ASCII characters. What other characters become may depend on those
// that follow.
func ascii(s string) string {
	for i := range len(s) {
		if s[i] >= 0x80 {
			return s[:i]
		}
	}
	return s
}

// asciiEnd is ascii for the end of a string.
func asciiEnd(s string) string {
	for i := len(s); i > 0; i-- {
		if s[i-1] >= 0x80 {
			return s[i:]
		}
	}
	return s
}

// leftOf returns what remains for certain of the beginning of a string if a text may be removed from its end, which may
// overlap with the beginning.
func leftOf(start, cut string) string {
	for i := max(0, len(start)-len(cut)); i < len(start); i++ {
		if strings.HasPrefix(cut, start[i:]) {
			return strings.ToValidUTF8(start[:i], "")
		}
	}
	return start
}

// rightOf is leftOf for the end of a string if a text may be removed from its beginning.
func rightOf(cut, end string) string {
	for i := min(len(end), len(cut)); i > 0; i-- {
		if strings.HasSuffix(cut, end[:i]) {
			return strings.ToValidUTF8(end[i:], "")
		}
	}
	return end
}

// part is the Range of substr. What comes after the beginning of a string that is known may become a part of
// the last character of that beginning, but not of others.
func part(args []value.Value) cty.Value {
	if !args[1].IsKnown() || !args[2].IsKnown() {
		return cty.NilVal
	}
	offset, err1 := integer(args[1])
	length, err2 := integer(args[2])
	start := prefix(args[0])
	certain := count(start) - 1
	if err1 != nil || err2 != nil || offset < 0 || length < -1 || offset >= certain {
		return cty.NilVal
	}
	n := certain - offset
	whole := length >= 0 && length <= n
	if whole {
		n = length
	}
	out, err := stdlib.Substr(cty.StringVal(start), cty.NumberIntVal(int64(offset)), cty.NumberIntVal(int64(n)))
	switch {
	case err != nil:
		return cty.NilVal
	case whole:
		return out
	}
	return beginning(text(out))
}
