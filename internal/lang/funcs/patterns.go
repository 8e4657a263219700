package funcs

import (
	"errors"
	"fmt"
	"regexp"
	"regexp/syntax"

	"github.com/zclconf/go-cty/cty"
	"github.com/zclconf/go-cty/cty/function"
	"github.com/zclconf/go-cty/cty/function/stdlib"

	"github.com/planfmt/planfmt/internal/lang/types"
	"github.com/planfmt/planfmt/internal/lang/value"
)

func ofPatterns() []*Function {
	pattern := seen("pattern", types.String, "A regular expression in the syntax of RE2. It may match any part of the string, unless it is anchored with ^ or $.")
	str := total("string", types.String, "The string to search.")
	return []*Function{
		own(Function{
			Name:        "regex_match",
			Description: "Returns whether a regular expression matches any part of a string.",
			Example:     `regex_match("acme-prod-1", "^acme-(prod|dev)-")`,
			Result:      `true`,
			Params:      []Param{str, pattern},
			Type: func(args []Arg) (types.Type, error) {
				if text, ok := args[1].constant(); ok {
					if _, err := compile(1, text); err != nil {
						return nil, err
					}
				}
				return types.Bool, nil
			},
			Partial: true,
		}, func(args []value.Value) (Result, error) {
			found, err := find(args[0], args[1], 1)
			if err != nil {
				return Result{}, err
			}
			return Result{Value: found.Bool(args...)}, nil
		}),
		own(Function{
			Name: "regex",
			Description: "Returns what a regular expression matches in a string: the text, or with groups a list of their texts, or with named groups an object. " +
				"It is an error if nothing matches.",
			Example: `regex("[0-9]+", "abc123")`,
			Result:  `"123"`,
			Params:  []Param{pattern, seen("string", types.String, "The string to search.")},
			Type:    patternType(stdlib.RegexFunc),
			Partial: true,
		}, func(args []value.Value) (Result, error) {
			found, err := find(args[1], args[0], 0)
			if err != nil {
				return Result{}, err
			}
			if found == value.Never {
				return Result{}, &ArgError{Index: 1, Err: errors.New("the pattern does not match any part of the string")}
			}
			v, err := stdlib.RegexFunc.Call(ctys(args))
			if err != nil {
				return Result{}, err
			}
			return Result{Value: value.Derive(v, args...), Sure: found == value.Always}, nil
		}),
		own(Function{
			Name:        "regexall",
			Description: "Returns all matches of a regular expression in a string as a list, each as regex does, or an empty list if nothing matches.",
			Example:     `regexall("[a-z]+", "1ab2cd")`,
			Result:      `tolist(["ab", "cd"])`,
			Params:      []Param{pattern, str},
			Type:        patternType(stdlib.RegexAllFunc),
			Partial:     true,
		}, func(args []value.Value) (Result, error) {
			found, err := find(args[1], args[0], 0)
			if err != nil {
				return Result{}, err
			}
			v, err := stdlib.RegexAllFunc.Call(ctys(args))
			if err != nil {
				return Result{}, err
			}
			if t := v.Type(); !v.IsKnown() && t.IsListType() {
				switch found {
				case value.Never:
					v = cty.ListValEmpty(t.ElementType())
				case value.Always:
					v = v.Refine().CollectionLengthLowerBound(1).NewValue()
				}
			}
			return Result{Value: value.Derive(v, args...)}, nil
		}),
	}
}

// patternType returns the type of the matches of a pattern. A group that is in no part of what
// matched is null.
func patternType(std function.Function) func(args []Arg) (types.Type, error) {
	return func(args []Arg) (types.Type, error) {
		if text, ok := args[0].constant(); ok {
			if _, err := compile(0, text); err != nil {
				return nil, err
			}
		}
		pattern := args[0].cty()
		if pattern.Type() != cty.String {
			pattern = cty.UnknownVal(cty.String)
		}
		t, err := std.ReturnTypeForValues([]cty.Value{pattern, cty.UnknownVal(cty.String)})
		if err != nil {
			return nil, argError(err)
		}
		if t.IsListType() {
			if e := t.ElementType(); e.IsTupleType() || e.IsObjectType() {
				return types.List{Elem: nullable(types.FromCty(e))}, nil
			}
			return types.FromCty(t), nil
		}
		return nullable(types.FromCty(t)), nil
	}
}

// nullable returns a type with parts that may be null.
func nullable(t types.Type) types.Type {
	switch t := t.(type) {
	case types.Tuple:
		elems := make([]types.Type, len(t.Elems))
		for i, e := range t.Elems {
			elems[i] = types.Optional(e)
		}
		return types.Tuple{Elems: elems}
	case types.Object:
		attrs := map[string]types.Attr{}
		for name, a := range t.Attrs {
			attrs[name] = types.Attr{Type: types.Optional(a.Type)}
		}
		return types.Object{Attrs: attrs}
	}
	return t
}

// compile parses the pattern of an argument.
func compile(i int, pattern string) (*regexp.Regexp, error) {
	re, err := regexp.Compile(pattern)
	if err == nil {
		return re, nil
	}
	if s, ok := errors.AsType[*syntax.Error](err); ok {
		return nil, &ArgError{Index: i, Err: fmt.Errorf("invalid regular expression: %s in %q", s.Code, s.Expr), Quotes: true}
	}
	return nil, &ArgError{Index: i, Err: err, Quotes: true}
}

// find finds out whether a pattern, which is argument i, matches any part of a string.
func find(str, pattern value.Value, i int) (value.Truth, error) {
	if !pattern.IsKnown() {
		return value.Maybe, nil
	}
	re, err := compile(i, pattern.Cty().AsString())
	if err != nil {
		return value.Maybe, err
	}
	if str.IsKnown() {
		if re.MatchString(str.Cty().AsString()) {
			return value.Always, nil
		}
		return value.Never, nil
	}
	parsed, err := syntax.Parse(re.String(), syntax.Perl)
	if err != nil {
		return value.Maybe, nil
	}
	prog, err := syntax.Compile(parsed.Simplify())
	if err != nil {
		return value.Maybe, nil
	}
	if found := (&patternSearch{prog: prog, known: []rune(prefix(str)), begins: true}).run(); found != value.Maybe {
		return found, nil
	}
	if s := suffix(str); s != "" {
		return (&patternSearch{prog: prog, known: []rune(s)}).run(), nil
	}
	return value.Maybe, nil
}

// patternSearch runs a pattern over a part of a text: its beginning, or else its end. It follows
// all ways to match at the same time, once those that are certain and once those that are
// possible, which depend on the text around the part.
type patternSearch struct {
	prog   *syntax.Prog
	known  []rune
	begins bool
}

func (s *patternSearch) run() value.Truth {
	if s.matches(true) {
		return value.Always
	}
	if s.begins && !s.matches(false) {
		return value.Never
	}
	return value.Maybe
}

// matches reports whether there is certainly a match in the known part or, if certain
// is false, whether there is possibly a match somewhere.
func (s *patternSearch) matches(certain bool) bool {
	threads := []uint32{}
	for i := 0; ; i++ {
		set := map[uint32]bool{}
		for _, pc := range append(threads, uint32(s.prog.Start)) {
			if s.follow(pc, i, certain, set) {
				return true
			}
		}
		if i == len(s.known) {
			// Whoever still waits for a rune may get it, and a match may begin further on.
			return !certain && (waits(s.prog, set) || s.startsAfter())
		}
		threads = threads[:0]
		for pc := range set {
			if inst := &s.prog.Inst[pc]; isRune(inst) && inst.MatchRune(s.known[i]) {
				threads = append(threads, inst.Out)
			}
		}
	}
}

// startsAfter reports whether a match may begin after the known part and another rune.
func (s *patternSearch) startsAfter() bool {
	set := map[uint32]bool{}
	return s.follow(uint32(s.prog.Start), len(s.known)+1, false, set) || waits(s.prog, set)
}

// waits reports whether one of the instructions waits for a rune.
func waits(prog *syntax.Prog, set map[uint32]bool) bool {
	for pc := range set {
		if isRune(&prog.Inst[pc]) {
			return true
		}
	}
	return false
}

func isRune(inst *syntax.Inst) bool {
	switch inst.Op {
	case syntax.InstRune, syntax.InstRune1, syntax.InstRuneAny, syntax.InstRuneAnyNotNL:
		return true
	}
	return false
}

// follow adds what can be reached from an instruction before the rune at i without
// another rune. It reports whether that is a match.
func (s *patternSearch) follow(pc uint32, i int, certain bool, set map[uint32]bool) bool {
	if set[pc] {
		return false
	}
	set[pc] = true
	inst := &s.prog.Inst[pc]
	switch inst.Op {
	case syntax.InstMatch:
		return true
	case syntax.InstAlt, syntax.InstAltMatch:
		a := s.follow(inst.Out, i, certain, set)
		return s.follow(inst.Arg, i, certain, set) || a
	case syntax.InstCapture, syntax.InstNop:
		return s.follow(inst.Out, i, certain, set)
	case syntax.InstEmptyWidth:
		holds, known := s.holds(syntax.EmptyOp(inst.Arg), i)
		if holds && known || !known && !certain {
			return s.follow(inst.Out, i, certain, set)
		}
	}
	return false
}

// holds reports whether conditions hold before the rune at i, and whether that is
// known. Beyond the known part, nothing is, but that it is not the other end of the text.
func (s *patternSearch) holds(ops syntax.EmptyOp, i int) (holds, known bool) {
	const unknown = -2 // -1 is the end of the text
	at := func(i int) rune {
		switch {
		case i >= 0 && i < len(s.known):
			return s.known[i]
		case i == -1 && s.begins, i == len(s.known) && !s.begins:
			return -1
		}
		return unknown
	}
	before, after := at(i-1), at(i)
	if before != unknown && after != unknown {
		return ops&^syntax.EmptyOpContext(before, after) == 0, true
	}
	// What one side says is certain if it does not hold.
	if before != unknown {
		if ops&(syntax.EmptyBeginText|syntax.EmptyBeginLine)&^syntax.EmptyOpContext(before, 'x') != 0 {
			return false, true
		}
		return true, ops&^(syntax.EmptyBeginText|syntax.EmptyBeginLine) == 0
	}
	if after != unknown {
		if ops&(syntax.EmptyEndText|syntax.EmptyEndLine)&^syntax.EmptyOpContext('x', after) != 0 {
			return false, true
		}
		return true, ops&^(syntax.EmptyEndText|syntax.EmptyEndLine) == 0
	}
	if s.begins && i > len(s.known) && ops&syntax.EmptyBeginText != 0 {
		return false, true
	}
	return false, false
}

func ctys(args []value.Value) []cty.Value {
	out := make([]cty.Value, len(args))
	for i, a := range args {
		out[i] = a.Cty()
	}
	return out
}
