package config

import (
	"errors"
	"strings"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"

	"github.com/planfmt/planfmt/values"
)

// maxNesting limits how deep expressions and blocks are nested. The parsers call themselves for
// each level, and so does what walks their trees. A hostile file could make them use up the stack,
// which ends the program.
const maxNesting = 2000

var errTooDeep = errors.New("expressions or blocks are nested too deep")

// maxDigits limits how long a number is. The parsers convert its digits in a time that grows with
// the square of how many there are, so that those of one file would take a minute.
const maxDigits = 10_000

var errTooLong = errors.New("a number has too many digits")

// nesting finds an upper bound for the depth of the tree that some tokens have. An operator can be a
// level of its own: so can be a condition, an index, and a directive in a template.
type nesting struct {
	levels  []nestingLevel
	depth   int
	tooDeep bool
	tooLong bool // a number
}

// err says what is wrong with the tokens.
func (n *nesting) err() error {
	switch {
	case n.tooDeep:
		return errTooDeep
	case n.tooLong:
		return errTooLong
	}
	return nil
}

type nestingLevel struct {
	inside    int  // levels in the current expression
	separates bool // line feeds end expressions
	lasting   int  // levels that only end with this one
}

func (n *nesting) scan(tokens hclsyntax.Tokens) {
	n.levels = append(n.levels, nestingLevel{separates: true})
	for i, t := range tokens {
		switch t.Type {
		case hclsyntax.TokenOBrace:
			n.push(!startsFor(tokens[i+1:]))
		case hclsyntax.TokenOBrack:
			n.inside(1)
			n.push(false)
		case hclsyntax.TokenOParen, hclsyntax.TokenOQuote, hclsyntax.TokenOHeredoc, hclsyntax.TokenTemplateInterp:
			n.push(false)
		case hclsyntax.TokenTemplateControl:
			n.levels[len(n.levels)-1].lasting++
			n.depth++
			n.push(false)
		case hclsyntax.TokenCBrace, hclsyntax.TokenCBrack, hclsyntax.TokenCParen, hclsyntax.TokenTemplateSeqEnd, hclsyntax.TokenCQuote, hclsyntax.TokenCHeredoc:
			n.pop()
		case hclsyntax.TokenNumberLit:
			n.tooLong = n.tooLong || len(t.Bytes) > maxDigits
		case hclsyntax.TokenComma:
			n.reset()
		case hclsyntax.TokenNewline:
			if n.levels[len(n.levels)-1].separates {
				n.reset()
			}
		case hclsyntax.TokenComment:
			if text := t.Bytes; len(text) > 0 && text[len(text)-1] == '\n' && n.levels[len(n.levels)-1].separates {
				n.reset()
			}
		case hclsyntax.TokenBang, hclsyntax.TokenMinus, hclsyntax.TokenQuestion, hclsyntax.TokenPlus, hclsyntax.TokenStar, hclsyntax.TokenSlash,
			hclsyntax.TokenPercent, hclsyntax.TokenAnd, hclsyntax.TokenOr, hclsyntax.TokenEqualOp, hclsyntax.TokenNotEqual,
			hclsyntax.TokenLessThan, hclsyntax.TokenLessThanEq, hclsyntax.TokenGreaterThan, hclsyntax.TokenGreaterThanEq:
			n.inside(1)
		}
		n.tooDeep = n.tooDeep || n.depth > maxNesting
	}
}

func startsFor(tokens hclsyntax.Tokens) bool {
	for _, t := range tokens {
		switch t.Type {
		case hclsyntax.TokenNewline, hclsyntax.TokenComment:
			continue
		case hclsyntax.TokenIdent:
			return string(t.Bytes) == "for"
		}
		return false
	}
	return false
}

func (n *nesting) inside(levels int) {
	n.levels[len(n.levels)-1].inside += levels
	n.depth += levels
}

func (n *nesting) push(separates bool) {
	n.levels = append(n.levels, nestingLevel{separates: separates})
	n.depth++
}

func (n *nesting) pop() {
	if len(n.levels) == 1 {
		return
	}
	n.reset()
	n.depth -= n.levels[len(n.levels)-1].lasting + 1
	n.levels = n.levels[:len(n.levels)-1]
}

func (n *nesting) reset() {
	last := &n.levels[len(n.levels)-1]
	n.depth -= last.inside
	last.inside = 0
}

// CheckNesting returns an error if a file in HCL's native syntax is nested too deep, or if a number
// in it is too long.
func CheckNesting(text []byte, name string) error {
	tokens, _ := hclsyntax.LexConfig(text, name, hcl.InitialPos)
	var n nesting
	n.scan(tokens)
	return n.err()
}

// CheckJSONNesting returns an error if a file in JSON is nested too deep, or if a template in one
// of its strings is, or if a number is too long.
func CheckJSONNesting(text []byte, name string) error {
	depth, digits := 0, 0
	for i := 0; i < len(text); i++ {
		if '0' <= text[i] && text[i] <= '9' {
			if digits++; digits > maxDigits {
				return errTooLong
			}
			continue
		} else if text[i] != '.' {
			digits = 0
		}
		switch text[i] {
		case '{', '[':
			depth++
		case '}', ']':
			depth--
		case '"':
			end := i + 1
			for end < len(text) && text[end] != '"' {
				if text[end] == '\\' {
					end++
				}
				end++
			}
			end = min(end+1, len(text))
			if err := checkTemplate(text[i:end], name); err != nil {
				return err
			}
			i = end - 1
		}
		if depth > maxNesting {
			return errTooDeep
		}
	}
	return nil
}

// checkTemplate checks a string in JSON, which may be a template.
func checkTemplate(quoted []byte, name string) error {
	if len(quoted) < maxNesting {
		return nil
	}
	s := values.Of(string(quoted)).Text()
	if !strings.Contains(s, "${") && !strings.Contains(s, "%{") {
		return nil
	}
	tokens, _ := hclsyntax.LexTemplate([]byte(s), name, hcl.InitialPos)
	var n nesting
	n.scan(tokens)
	return n.err()
}
