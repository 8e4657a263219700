package policyfile

import (
	"bytes"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"

	"github.com/planfmt/planfmt/diag"
)

// Range returns a range of HCL as one of ours.
func Range(r hcl.Range) diag.Range {
	return diag.Range{File: r.Filename, Start: position(r.Start), End: position(r.End)}
}

func position(p hcl.Pos) diag.Pos { return diag.Pos{Line: p.Line, Column: p.Column, Byte: p.Byte} }

// Diagnostics returns diagnostics of HCL as ours.
func Diagnostics(diags hcl.Diagnostics) diag.List {
	var all diag.List
	for _, d := range diags {
		one := &diag.Diagnostic{Summary: d.Summary, Detail: d.Detail}
		if d.Severity == hcl.DiagWarning {
			one.Severity = diag.Warning
		}
		if d.Subject != nil {
			one.Subject = Range(*d.Subject)
		}
		if d.Context != nil {
			one.Context = Range(*d.Context)
		}
		all = append(all, one)
	}
	return all
}

// hinted adds to errors of the parser what the author probably means. prefix is what functions have in front of their names. It changes
// the diagnostics.
func hinted(diags diag.List, src []byte, prefix string) diag.List {
	for _, d := range diags {
		at := d.Subject.Start.Byte
		if d.Severity != diag.Error || at > len(src) {
			continue
		}
		if len(bytes.TrimSpace(src[at:])) <= 1 { // at the end
			if closing := missingBracket(src); closing != 0 {
				d.Summary, d.Detail = "Missing "+string(closing), "A closing "+string(closing)+" is missing at the end of the text."
				continue
			}
		}
		switch {
		case isAssignment(src, at):
			d.Detail += " To compare values, use ==."
		default:
			d.Detail += operatorHint(src, at, prefix)
		}
	}
	return diags
}

// operatorHint says what stands for an operator of another language that is at an offset or, if it is one for what follows it, before that.
// It returns "" if there is none.
func operatorHint(src []byte, at int, prefix string) string {
	if bytes.HasPrefix(src[at:], []byte(":=")) {
		return " A name for a value is written NAME = VALUE, in a block locals."
	}
	switch next := wordAt(src[at:]); next {
	case "and":
		return " The operator is &&."
	case "or":
		return " The operator is ||."
	case "is", "equals", "eq":
		return " To compare values, use ==."
	case "in", "contains", "includes":
		return " There is no operator " + next + ". To ask whether a list has an element, write " + prefix + "contains(list, element)."
	case "not":
		if wordAt(bytes.TrimLeft(src[at+len(next):], " \t")) == "in" {
			return " There is no operator not in. To ask whether a list lacks an element, write !" + prefix + "contains(list, element)."
		}
		return " The operator is !, or != to compare values."
	case "matches":
		return " There is no operator matches. Write " + prefix + "can(" + prefix + "regex(pattern, text))."
	}
	before := bytes.TrimRight(src[:at], " \t")
	if len(before) == at {
		return ""
	}
	start := bytes.LastIndexFunc(before, func(r rune) bool { return !isWord(r) }) + 1
	switch string(before[start:]) {
	case "not":
		return " The operator is !."
	case "all", "every":
		return " Write " + prefix + "alltrue([for x in list : condition])."
	case "any", "some":
		return " Write " + prefix + "anytrue([for x in list : condition])."
	case "filter", "map":
		return " Write a for expression: [for x in list : x.name if condition]."
	}
	return ""
}

// wordAt returns the word with which a text begins.
func wordAt(text []byte) string {
	if end := bytes.IndexFunc(text, func(r rune) bool { return !isWord(r) }); end >= 0 {
		text = text[:end]
	}
	return string(text)
}

func isWord(r rune) bool {
	return r == '_' || r == '-' || '0' <= r && r <= '9' || 'a' <= r|0x20 && r|0x20 <= 'z' || r >= 0x80
}

// missingBracket returns the bracket that has to close what is open at the end of a text, or 0. Brackets in strings and comments do not
// count.
func missingBracket(src []byte) byte {
	var open []byte
	tokens, _ := hclsyntax.LexExpression(src, "", hcl.InitialPos)
	for _, t := range tokens {
		switch t.Type {
		case hclsyntax.TokenOBrack:
			open = append(open, ']')
		case hclsyntax.TokenOParen:
			open = append(open, ')')
		case hclsyntax.TokenOBrace:
			open = append(open, '}')
		case hclsyntax.TokenCBrack, hclsyntax.TokenCParen, hclsyntax.TokenCBrace:
			if len(open) == 0 || open[len(open)-1] != t.Bytes[0] {
				return 0
			}
			open = open[:len(open)-1]
		}
	}
	if len(open) == 0 {
		return 0
	}
	return open[len(open)-1]
}

// isAssignment reports whether at an offset, there is a single = after an operand.
func isAssignment(src []byte, at int) bool {
	if at >= len(src) || src[at] != '=' || at+1 < len(src) && (src[at+1] == '=' || src[at+1] == '>') {
		return false
	}
	before := bytes.TrimRight(src[:at], " \t")
	return len(before) > 0 && (before[len(before)-1] >= 0x80 || bytes.IndexByte([]byte("=!<>&|+-*/%?:,([{}"), before[len(before)-1]) < 0)
}
