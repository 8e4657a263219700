package config

import (
	"bytes"
	"reflect"
	"strings"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"
	"github.com/zclconf/go-cty/cty"
)

// The parser of HCL gets the text of a template in parts: a heredoc line by line, and "$${" and "%%{" on their own. It puts each
// part behind the text before it, and moves all parts of the template that follow, so that its time is quadratic in their number.
// The functions in this file parse long heredocs in linear time if they are nothing but text, and refuse what remains that
// would take too long.

// ParseBody parses a file in HCL's native syntax.
func ParseBody(src []byte, name string) (*hcl.File, hcl.Diagnostics) {
	var file *hcl.File
	diags := parseTexts(src, name, hcl.InitialPos, hclsyntax.LexConfig, func(src []byte) (hclsyntax.Node, hcl.Diagnostics) {
		var diags hcl.Diagnostics
		file, diags = hclsyntax.ParseConfig(src, name, hcl.InitialPos)
		if file == nil {
			return nil, diags
		}
		return file.Body.(*hclsyntax.Body), diags
	})
	if file != nil {
		file.Bytes = src
	}
	return file, diags
}

// ParseExpression parses an expression.
func ParseExpression(src []byte, name string, start hcl.Pos) (hclsyntax.Expression, hcl.Diagnostics) {
	var expr hclsyntax.Expression
	diags := parseTexts(src, name, start, hclsyntax.LexExpression, func(src []byte) (hclsyntax.Node, hcl.Diagnostics) {
		var diags hcl.Diagnostics
		expr, diags = hclsyntax.ParseExpression(src, name, start)
		return expr, diags
	})
	return expr, diags
}

// ParseTemplate parses a template that has no quotes around it.
func ParseTemplate(src []byte, name string, start hcl.Pos) (hclsyntax.Expression, hcl.Diagnostics) {
	if bytes.Count(src, []byte("\n")) >= longLines && !bytes.Contains(src, []byte("${")) && !bytes.Contains(src, []byte("%{")) {
		if expr := plainTemplate(src, name, start); expr != nil {
			return expr, nil
		}
	}
	var expr hclsyntax.Expression
	diags := parseTexts(src, name, start, hclsyntax.LexTemplate, func(src []byte) (hclsyntax.Node, hcl.Diagnostics) {
		var diags hcl.Diagnostics
		expr, diags = hclsyntax.ParseTemplate(src, name, start)
		return expr, diags
	})
	return expr, diags
}

// plainTemplate returns the expression for a template that is nothing but text, or nil if there is something else in it.
func plainTemplate(src []byte, name string, start hcl.Pos) hclsyntax.Expression {
	tokens, diags := hclsyntax.LexTemplate(src, name, start)
	var at hcl.Range
	var b strings.Builder
	for i := range tokens {
		switch t := &tokens[i]; {
		case t.Type == hclsyntax.TokenStringLit:
			if i == 0 {
				at = t.Range
			}
			at.End = t.Range.End
			b.Write(t.Bytes)
		case t.Type != hclsyntax.TokenEOF:
			return nil
		}
	}
	if diags.HasErrors() || at.Empty() {
		return nil
	}
	text := &hclsyntax.LiteralValueExpr{Val: cty.StringVal(b.String()), SrcRange: at}
	return &hclsyntax.TemplateExpr{Parts: []hclsyntax.Expression{text}, SrcRange: at}
}

type lexer func(src []byte, name string, start hcl.Pos) (hclsyntax.Tokens, hcl.Diagnostics)

// parseTexts calls parse with the source, or with one in which comments stand for long heredocs.
func parseTexts(src []byte, name string, start hcl.Pos, lex lexer, parse func([]byte) (hclsyntax.Node, hcl.Diagnostics)) hcl.Diagnostics {
	if !bytes.Contains(src, []byte("<<")) && !bytes.Contains(src, []byte("$${")) && !bytes.Contains(src, []byte("%%{")) {
		_, diags := parse(src)
		return diags
	}
	tokens, _ := lex(src, name, start)
	texts := longHeredocs(tokens)
	if long := textWork(tokens, texts); long != nil {
		return hcl.Diagnostics{long}
	}
	if len(texts) == 0 {
		_, diags := parse(src)
		return diags
	}
	root, diags := parse(withoutTexts(src, start, texts))
	if !diags.HasErrors() && restore(root, texts) != len(texts) {
		// An expression that is not in the tree is not to be mistaken for an empty text.
		diags = append(diags, tooComplex(&hcl.Range{Filename: name, Start: start, End: start}))
	}
	return diags
}

// longLines is how many lines a heredoc has at least that is not left to the parser.
var longLines = 200

// heredoc is a heredoc that is nothing but text.
type heredoc struct {
	open, close *hclsyntax.Token
	first, last int    // token
	text        string // what it stands for
	at          hcl.Range
}

// longHeredocs returns the heredocs that are long and nothing but text, by the byte at which they begin. Tokens has those of the
// text, too.
func longHeredocs(tokens hclsyntax.Tokens) map[int]*heredoc {
	found := map[int]*heredoc{}
	for i := 0; i < len(tokens); i++ {
		if tokens[i].Type != hclsyntax.TokenOHeredoc {
			continue
		}
		end := i + 1
		for end < len(tokens) && tokens[end].Type == hclsyntax.TokenStringLit {
			end++
		}
		if end == len(tokens) || tokens[end].Type != hclsyntax.TokenCHeredoc || end-i-1 < longLines {
			continue
		}
		h := &heredoc{open: &tokens[i], close: &tokens[end], first: i, last: end}
		if len(bytes.TrimRight(h.open.Bytes, "\r\n")) < len(placeholder) || len(bytes.TrimLeft(h.close.Bytes, " \t")) < len(placeholderEnd) {
			continue // there is no room in its place
		}
		if h.read(tokens[i+1 : end]) {
			found[h.open.Range.Start.Byte] = h
		}
		i = end
	}
	return found
}

// read reads the text. It reports false if that is better left to the parser.
func (h *heredoc) read(lines []hclsyntax.Token) bool {
	texts := make([]string, len(lines))
	for i := range lines {
		text, diags := hclsyntax.ParseStringLiteralToken(lines[i])
		if len(diags) > 0 {
			return false
		}
		texts[i] = text
	}
	h.at = hcl.RangeBetween(lines[0].Range, lines[len(lines)-1].Range)
	if bytes.HasPrefix(h.open.Bytes, []byte("<<-")) {
		indent, ok := commonIndent(texts)
		if !ok {
			return false
		}
		trimmed := 0
		eachLine(texts, func(i int) {
			if strings.Trim(texts[i], " \t\n") != "" || !strings.HasSuffix(texts[i], "\n") {
				if i == 0 {
					trimmed = indent
				}
				texts[i] = texts[i][indent:]
			}
		})
		h.at.Start.Byte += trimmed
		h.at.Start.Column += trimmed
	}
	h.text = strings.Join(texts, "")
	return true
}

// eachLine calls a function for the texts that begin a line.
func eachLine(texts []string, line func(i int)) {
	for i := range texts {
		if i == 0 || strings.HasSuffix(texts[i-1], "\n") {
			line(i)
		}
	}
}

// commonIndent returns how many spaces and tabs all lines begin with. Empty lines do not count. It reports false if there is
// other white space, or what may combine with a space to one character.
func commonIndent(texts []string) (indent int, ok bool) {
	indent, ok = -1, true
	eachLine(texts, func(i int) {
		rest := strings.TrimLeft(texts[i], " \t")
		if rest == "\n" {
			return
		}
		if rest != "" && (rest[0] < ' ' || rest[0] >= 0x7f) {
			ok = false
		}
		if n := len(texts[i]) - len(rest); indent < 0 || n < indent {
			indent = n
		}
	})
	return max(indent, 0), ok
}

// What stands in the place of a heredoc is an empty text and a comment. It is as long as the heredoc, and has as many lines, so
// that all positions are right.
const (
	emptyText      = `""`
	placeholder    = emptyText + "/*"
	placeholderEnd = `*/`
)

func withoutTexts(src []byte, start hcl.Pos, texts map[int]*heredoc) []byte {
	out := bytes.Clone(src)
	for _, h := range texts {
		from, to := h.open.Range.Start.Byte-start.Byte, h.close.Range.End.Byte-start.Byte
		for i := from; i < to; i++ {
			if out[i] != '\n' && out[i] != '\r' {
				out[i] = ' '
			}
		}
		copy(out[from:], placeholder)
		copy(out[to-len(placeholderEnd):to], placeholderEnd)
	}
	return out
}

// restore gives what stands in the place of heredocs their texts, and returns how many it has found. What ends there ends where the
// heredoc does.
func restore(root hclsyntax.Node, texts map[int]*heredoc) int {
	found := 0
	_ = hclsyntax.VisitAll(root, func(n hclsyntax.Node) hcl.Diagnostics {
		if t, ok := n.(*hclsyntax.TemplateExpr); ok && len(t.Parts) == 1 {
			l, ok := t.Parts[0].(*hclsyntax.LiteralValueExpr)
			if h := texts[t.SrcRange.Start.Byte]; ok && h != nil {
				l.Val, l.SrcRange = cty.StringVal(h.text), h.at
				found++
			}
		}
		if v := reflect.ValueOf(n); v.Kind() == reflect.Pointer {
			v = v.Elem()
			for i := range v.NumField() {
				if f := v.Field(i); f.Type() == reflect.TypeFor[hcl.Range]() && f.CanSet() {
					extend(f.Addr().Interface().(*hcl.Range), texts)
				}
			}
		}
		return nil
	})
	return found
}

// extend mends the end of a range.
func extend(r *hcl.Range, texts map[int]*heredoc) {
	if h := texts[r.End.Byte-len(emptyText)]; h != nil && r.End.Line == h.open.Range.Start.Line {
		r.End = h.close.Range.End
	}
}

// maxTextWork is how much work it may be to put together the texts of some code.
const maxTextWork = 200_000_000

// template counts the parts of a template, and how often two of them are joined.
type template struct{ parts, joins, text, copied int }

// total is how much work it is to join the parts: each time, the text so far is copied, and the parts that follow are moved.
func (t *template) total() int { return t.copied/8 + t.joins*t.parts }

// textWork reports the template in which it becomes too much work to put together the texts that are left to the parser.
func textWork(tokens hclsyntax.Tokens, texts map[int]*heredoc) *hcl.Diagnostic {
	work := 0
	open := []template{{}}
	after := func(i int) bool { // whether a token is text behind text
		return i > 0 && tokens[i-1].Type == tokens[i].Type
	}
	for i := 0; i < len(tokens); i++ {
		t := &tokens[i]
		inner := &open[len(open)-1]
		switch t.Type {
		case hclsyntax.TokenOHeredoc, hclsyntax.TokenOQuote:
			if h := texts[t.Range.Start.Byte]; h != nil && t.Type == hclsyntax.TokenOHeredoc {
				i = h.last
				continue
			}
			open = append(open, template{})
			continue
		case hclsyntax.TokenCHeredoc, hclsyntax.TokenCQuote:
			if len(open) > 1 {
				work += inner.total()
				open = open[:len(open)-1]
			}
			continue
		case hclsyntax.TokenStringLit, hclsyntax.TokenQuotedLit:
			inner.parts++
			if !after(i) {
				inner.text = 0
			} else {
				inner.joins++
				inner.copied += inner.text
			}
			inner.text += len(t.Bytes)
		case hclsyntax.TokenTemplateInterp, hclsyntax.TokenTemplateControl:
			inner.parts++
		default:
			continue
		}
		if work+inner.total() > maxTextWork {
			return tooComplex(&t.Range)
		}
	}
	return nil
}

func tooComplex(at *hcl.Range) *hcl.Diagnostic {
	return &hcl.Diagnostic{
		Severity: hcl.DiagError, Summary: "Text too complex", Subject: at,
		Detail: `There are too many lines in texts with "${" or "%{" in them, or with a marker of one letter. One alone can have about 10,000 short lines.`,
	}
}
