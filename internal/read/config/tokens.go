package config

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"slices"
	"sort"
	"strings"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"

	"github.com/planfmt/planfmt/internal/base/sorted"
)

// Token is a token of a configuration. Line ends and comments are none, so they do not matter.
type Token struct {
	Text string
	Kind TokenKind
}

// TokenKind says what a token is for.
type TokenKind uint8

// The kinds.
const (
	Sign    TokenKind = iota // an operator, a bracket, a quote and the like
	Name                     // an identifier
	Literal                  // a number, or text in a template
)

// is reports whether a token is a sign.
func (t Token) is(sign string) bool { return t.Kind == Sign && t.Text == sign }

// Reference is what tokens refer to: aws_subnet.a[0].id has the names aws_subnet, a and id.
type Reference struct {
	Names []string
	// Brackets says behind which names there are brackets in front of the next one, as bits. It says nothing of names beyond the 64th.
	Brackets uint64
	// Masked says that it is an argument of the function sensitive.
	Masked bool
}

// Bracketed reports whether there are brackets behind a name.
func (r Reference) Bracketed(name int) bool { return name < 64 && r.Brackets>>name&1 == 1 }

// References calls visit with each reference in tokens.
func References(tokens []Token, visit func(Reference)) {
	masks := maskedBy(tokens)
	for i, t := range tokens {
		if t.Kind != Name || i > 0 && tokens[i-1].is(".") {
			continue
		}
		visit(referenceAt(tokens[i:], masks != nil && masks[i]))
	}
}

// referenceAt returns the reference that tokens begin with.
func referenceAt(tokens []Token, masked bool) Reference {
	r := Reference{Names: []string{tokens[0].Text}, Masked: masked}
	bracket := func() {
		if n := len(r.Names) - 1; n < 64 {
			r.Brackets |= 1 << n
		}
	}
	for i := 1; i < len(tokens); {
		switch t := tokens[i]; {
		case t.is("["):
			n := closing(tokens[i:], "[", "]")
			if n < 0 {
				return r
			}
			bracket()
			i += n + 1
		case !t.is(".") || i+1 == len(tokens):
			return r
		case tokens[i+1].Kind == Name:
			r.Names = append(r.Names, tokens[i+1].Text)
			i += 2
		case tokens[i+1].Kind == Literal, tokens[i+1].is("*"):
			bracket()
			i += 2
		default:
			return r
		}
	}
	return r
}

// closing returns the index of the bracket that closes the one that tokens begin with, or -1.
func closing(tokens []Token, opens, closes string) int {
	depth := 0
	for i, t := range tokens {
		switch {
		case t.is(opens):
			depth++
		case t.is(closes):
			if depth--; depth == 0 {
				return i
			}
		}
	}
	return -1
}

// maskedBy says which tokens are arguments of the function sensitive. It is nil if none is.
func maskedBy(tokens []Token) []bool {
	var masks []bool
	for i, t := range tokens {
		if t.Kind != Name || t.Text != "sensitive" || i+1 == len(tokens) || !tokens[i+1].is("(") || masks != nil && masks[i] {
			continue
		}
		end := closing(tokens[i+1:], "(", ")")
		if end < 0 {
			end = len(tokens) - i - 2
		}
		if masks == nil {
			masks = make([]bool, len(tokens))
		}
		for j := i + 1; j <= i+1+end; j++ {
			masks[j] = true
		}
	}
	return masks
}

// EachToken calls visit with each token, and whether it is masked: all are, or it is an argument of the function sensitive.
func EachToken(tokens []Token, masked bool, visit func(t Token, masked bool)) {
	var masks []bool
	if !masked {
		masks = maskedBy(tokens)
	}
	for i, t := range tokens {
		visit(t, masked || masks != nil && masks[i])
	}
}

// ReferenceTokens are the tokens of an expression, as the JSON of plans writes references.
func ReferenceTokens(text string) []Token {
	lexed, _ := hclsyntax.LexExpression([]byte(text), "", hcl.InitialPos)
	return compact(lexed, nil).tokens
}

// lexed are the tokens of a file with their places.
type lexed struct {
	tokens []Token
	starts []int
}

// compact leaves out what does not matter.
func compact(all hclsyntax.Tokens, into []Token) (out lexed) {
	out.tokens = into
	for _, t := range all {
		kind := Sign
		switch t.Type {
		case hclsyntax.TokenNewline, hclsyntax.TokenComment, hclsyntax.TokenEOF:
			continue
		case hclsyntax.TokenIdent:
			kind = Name
		case hclsyntax.TokenNumberLit, hclsyntax.TokenQuotedLit, hclsyntax.TokenStringLit:
			kind = Literal
		}
		out.tokens = append(out.tokens, Token{string(t.Bytes), kind})
		out.starts = append(out.starts, t.Range.Start.Byte)
	}
	return out
}

func lexFile(text []byte) lexed {
	all, _ := hclsyntax.LexConfig(text, "", hcl.InitialPos)
	return compact(all, nil)
}

// tokensBetween returns the tokens that start between two places.
func (l lexed) tokensBetween(start, end int) []Token {
	return l.tokens[sort.SearchInts(l.starts, start):sort.SearchInts(l.starts, end)]
}

// jsonMember is a member of an object in a file in JSON's syntax.
type jsonMember struct {
	name  string
	value any
}

// jsonObject is an object with its members in their order, even if a name occurs twice.
type jsonObject []jsonMember

var errNotObject = errors.New("want an object")

// parseJSON parses a file in JSON's syntax.
func parseJSON(text []byte) (any, error) {
	d := json.NewDecoder(bytes.NewReader(text))
	d.UseNumber()
	v, err := jsonValue(d)
	if err != nil {
		return nil, err
	}
	if _, err := d.Token(); err != io.EOF {
		return nil, errors.New("there is something behind the end")
	}
	return v, nil
}

func jsonValue(d *json.Decoder) (any, error) {
	t, err := d.Token()
	if err != nil {
		return nil, err
	}
	delim, ok := t.(json.Delim)
	if !ok {
		return t, nil
	}
	object, array := jsonObject{}, []any{}
	for d.More() {
		var m jsonMember
		if delim == '{' {
			name, err := d.Token()
			if err != nil {
				return nil, err
			}
			m.name, _ = name.(string)
		}
		if m.value, err = jsonValue(d); err != nil {
			return nil, err
		}
		if delim == '{' {
			object = append(object, m)
		} else {
			array = append(array, m.value)
		}
	}
	if _, err := d.Token(); err != nil {
		return nil, err
	}
	if delim == '{' {
		return object, nil
	}
	return array, nil
}

// appendJSON appends the tokens of a value in JSON's syntax. Its strings are templates.
func appendJSON(tokens []Token, v any) []Token {
	sign := func(text string) { tokens = append(tokens, Token{text, Sign}) }
	switch v := v.(type) {
	case jsonObject:
		sign("{")
		members := slices.Clone(v)
		sorted.Stable(members, func(a, b jsonMember) int { return strings.Compare(a.name, b.name) })
		for _, m := range members {
			tokens = appendJSON(tokens, m.name)
			sign(":")
			tokens = appendJSON(tokens, m.value)
		}
		sign("}")
	case []any:
		sign("[")
		for _, e := range v {
			tokens = appendJSON(tokens, e)
		}
		sign("]")
	case string:
		sign(`"`)
		text, _ := hclsyntax.LexTemplate([]byte(v), "", hcl.InitialPos)
		tokens = compact(text, tokens).tokens
		sign(`"`)
	case json.Number:
		tokens = append(tokens, Token{v.String(), Literal})
	case bool:
		if v {
			sign("true")
		} else {
			sign("false")
		}
	default:
		sign("null")
	}
	return tokens
}
