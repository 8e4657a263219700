package config

import (
	"fmt"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"
	"github.com/zclconf/go-cty/cty"

	"github.com/planfmt/planfmt/internal/testkit/sampling"
)

// Heredocs that are not left to the parser mean what it would make of them, to the position of each node.
func TestHeredocsAreAsParsed(t *testing.T) {
	before := longLines
	longLines = 1
	defer func() { longLines = before }()
	r := rand.New(rand.NewPCG(1, 2))
	parts := []string{"", "x", "  ", "\t", " y", "$${a}", "%%{if}", "$", "%", "$$", "\\n", "\\\"", "\"", "é", "e\u0301", " \u0301", "\u00a0", "\r", "*/", "/*", "#", "${1}", "%{ if true }a%{ endif }", "EOT x"}
	around := []string{"%s", "(%s)", "[%s]", "[%s, 2]", "{ a = %s }", "{ a = %s\n b = 2 }", "{ (%s) = 1 }", "core::upper(%s)", "(%s).a", "(%s)[0]", "\"a${%s}b\"", "\"${%s}\"", "true ? [%s] : [%s]", "(%s == %s)", "[for x in %s : x]"}
	taken := 0
	rounds := sampling.CountOf(20_000, 100_000)
	for range rounds {
		marker := []string{"EOT", "EO", "E"}[r.IntN(3)]
		heredoc := func() string {
			var b strings.Builder
			b.WriteString("<<" + []string{"", "-"}[r.IntN(2)] + marker + []string{"\n", "\n", "\r\n"}[r.IntN(3)])
			indent := strings.Repeat(" ", r.IntN(3))
			for range r.IntN(5) {
				b.WriteString(indent)
				for range r.IntN(4) {
					n := len(parts)
					if r.IntN(3) > 0 {
						n -= 3
					}
					b.WriteString(parts[r.IntN(n)])
				}
				b.WriteString("\n")
			}
			b.WriteString(strings.Repeat(" ", r.IntN(3)) + marker + "\n")
			return b.String()
		}
		src := around[r.IntN(len(around))]
		for strings.Contains(src, "%s") {
			src = strings.Replace(src, "%s", heredoc(), 1)
		}
		start := hcl.Pos{Line: 3, Column: 5, Byte: 70}
		tokens, _ := hclsyntax.LexExpression([]byte(src), "f", start)
		if len(longHeredocs(tokens)) > 0 {
			taken++
		}
		want, wantDiags := hclsyntax.ParseExpression([]byte(src), "f", start)
		got, diags := ParseExpression([]byte(src), "f", start)
		if diags.HasErrors() != wantDiags.HasErrors() || !wantDiags.HasErrors() && !reflect.DeepEqual(got, want) {
			t.Fatalf("%q: %v, want %v\n%s\nwant\n%s", src, diags, wantDiags, dump(got), dump(want))
		}
		body := "a {\n  b = " + src + "\n}\nc = 1\n"
		wantFile, wantDiags := hclsyntax.ParseConfig([]byte(body), "f", hcl.InitialPos)
		file, diags := ParseBody([]byte(body), "f")
		if diags.HasErrors() != wantDiags.HasErrors() || !wantDiags.HasErrors() && !reflect.DeepEqual(file.Body, wantFile.Body) {
			t.Fatalf("%q: %v, want %v", body, diags, wantDiags)
		}
		wantExpr, wantDiags := hclsyntax.ParseTemplate([]byte("a${"+src+"}"), "f", start)
		gotExpr, diags := ParseTemplate([]byte("a${"+src+"}"), "f", start)
		if diags.HasErrors() != wantDiags.HasErrors() || !wantDiags.HasErrors() && !reflect.DeepEqual(gotExpr, wantExpr) {
			t.Fatalf("%q: %v, want %v", src, diags, wantDiags)
		}
	}
	if taken < rounds/5 {
		t.Errorf("only %d of %d sources have a heredoc that is not left to the parser", taken, rounds)
	}
}

func dump(n hclsyntax.Node) string {
	var b strings.Builder
	if n != nil {
		_ = hclsyntax.VisitAll(n, func(n hclsyntax.Node) hcl.Diagnostics {
			fmt.Fprintf(&b, "%T %v", n, n.Range())
			if l, ok := n.(*hclsyntax.LiteralValueExpr); ok {
				fmt.Fprintf(&b, " %#v", l.Val)
			}
			b.WriteString("\n")
			return nil
		})
	}
	return b.String()
}

func TestPlainTemplates(t *testing.T) {
	before := longLines
	longLines = 1
	defer func() { longLines = before }()
	start := hcl.Pos{Line: 3, Column: 5, Byte: 70}
	for _, src := range []string{"\n", "a\n", "a\nb", "\na\r\n\tb\n", "$ {\n", "$$\n%%\n", "\\n\n\"", "e\u0301\n", "\xff\n", "a\n\xff", "\ufeffa\n", "a\n<<EOT\nx\nEOT\n", "$${\n", "a\n${1}"} {
		want, wantDiags := hclsyntax.ParseTemplate([]byte(src), "f", start)
		got, diags := ParseTemplate([]byte(src), "f", start)
		if diags.HasErrors() != wantDiags.HasErrors() || !wantDiags.HasErrors() && !reflect.DeepEqual(got, want) {
			t.Errorf("%q: %v, want %v\n%s\nwant\n%s", src, diags, wantDiags, dump(got), dump(want))
		}
	}
}

// The work that is left to the parser is limited, and counted before it is done.
func TestTextWork(t *testing.T) {
	sampling.SkipShort(t)
	lines := func(n int, line string) string { return strings.Repeat(line+"\n", n) }
	for _, c := range []struct {
		name, src string
		fails     bool
	}{
		{"text", "<<EOT\n" + lines(100_000, "x") + "EOT\n", false},
		{"flushed text", "<<-EOT\n" + lines(20_000, "    x") + "  EOT\n", false},
		{"many texts", "[" + strings.Repeat("<<EOT\n"+lines(1_000, "x")+"EOT\n,\n", 40) + "]", false},
		{"short texts", "[" + strings.Repeat("<<E\n"+lines(100, "x")+"E\n,\n", 300) + "]", false},
		{"escapes", "<<EOT\n" + lines(20_000, "$${x}") + "EOT\n", false},
		{"with a reference", "<<EOT\n" + lines(2_000, "x") + "${1}\nEOT\n", false},
		{"many with a reference", "<<EOT\n" + lines(20_000, "x") + "${1}\nEOT\n", true},
		{"many references", "<<EOT\n" + lines(12_000, "x\n${1}") + "EOT\n", true},
		{"long lines with a reference", "<<EOT\n" + lines(8_000, strings.Repeat("x", 400)) + "${1}\nEOT\n", true},
		{"one letter", "<<E\n" + lines(20_000, "x") + "E\n", true},
		{"quoted", `"` + strings.Repeat("$${", 20_000) + `"`, true},
		{"templates in a template", `"` + strings.Repeat(`$${${"`+strings.Repeat("$${", 1_000)+`"}`, 300) + `"`, true},
	} {
		expr, diags := ParseExpression([]byte(c.src), "f", hcl.InitialPos)
		if diags.HasErrors() != c.fails {
			t.Errorf("%s: %v", c.name, diags)
			continue
		}
		if c.fails && !strings.Contains(diags[0].Detail, "too many lines") {
			t.Errorf("%s: %v", c.name, diags)
		}
		if c.name == "text" {
			if v, _ := expr.Value(nil); v.Type() != cty.String || len(v.AsString()) != 200_000 {
				t.Errorf("the text is %.100s", v.GoString())
			}
		}
	}
}
