package planfmt_test

import (
	"bytes"
	"context"
	"strings"
	"testing"
	"unicode"

	"github.com/planfmt/planfmt"
	"github.com/planfmt/planfmt/plans"
)

// FuzzShow gives Show any plan and any schemas. Whatever they are, it returns,
// prints nothing if it fails, and nothing unsafe in any format if it does not.
func FuzzShow(f *testing.F) {
	for _, g := range someGoldens(f) {
		for _, flags := range []uint8{0, 4, 8} {
			f.Add(g.document(), g.schemas(), flags)
		}
	}
	f.Fuzz(func(t *testing.T, plan, schemas []byte, flags uint8) {
		opts := planfmt.Options{
			Input:  planfmt.Input{Mode: plans.Mode(flags % 4)},
			Layout: planfmt.Layout{Color: flags&4 != 0, Width: int(flags >> 4)},
		}
		if flags&8 != 0 {
			opts.Product = "opentofu"
		}
		if len(schemas) > 0 {
			opts.Schemas = []planfmt.SchemaSource{schemaText(schemas)}
		}
		var out bytes.Buffer
		res, err := planfmt.Show(context.Background(), &out, bytes.NewReader(plan), opts)
		if err != nil {
			if out.Len() > 0 {
				t.Errorf("an error, %v, and output:\n%s", err, &out)
			}
			return
		}
		if res == nil {
			t.Fatal("no result and no error")
		}
		checkSafe(t, out.String(), opts.Color)
		all, _ := renderGolden(plan, withFormat(opts, "every"))
		checkSafe(t, all, true)
	})
}

// checkSafe finds what must not reach a terminal or a CI runner.
func checkSafe(t *testing.T, text string, color bool) {
	t.Helper()
	if color {
		text = stripColor(text)
	}
	for _, r := range text {
		if r == '\n' || r == '\t' || r == '\u200c' || r == '\u200d' {
			continue
		}
		if unicode.In(r, unicode.Cc, unicode.Cf, unicode.Zl, unicode.Zp) {
			t.Fatalf("%U in %q", r, text)
		}
	}
	for line := range strings.Lines(text) {
		if strings.Contains(line, "##[") || strings.Contains(line, "##vso[") {
			t.Fatalf("a runner command in %q", line)
		}
		rest, ok := strings.CutPrefix(strings.TrimSpace(line), "::")
		if name, _, two := strings.Cut(rest, "::"); ok && two && isCommandName(name) {
			t.Fatalf("a runner command in %q", line)
		}
	}
}

// isCommandName reports whether a runner would take NAME in ::NAME ...:: for
// one of its commands.
func isCommandName(s string) bool {
	name, _, _ := strings.Cut(s, " ")
	for _, r := range name {
		if r != '-' && r != '_' && (r|0x20 < 'a' || r|0x20 > 'z') {
			return false
		}
	}
	return name != ""
}

// stripColor takes away well-formed sequences of colour, and nothing else.
func stripColor(s string) string {
	var b strings.Builder
	for {
		i := strings.Index(s, "\x1b[")
		if i < 0 {
			return b.String() + s
		}
		b.WriteString(s[:i])
		end := strings.TrimLeft(s[i+2:], "0123456789;")
		if !strings.HasPrefix(end, "m") {
			b.WriteString("\x1b[")
			s = s[i+2:]
			continue
		}
		s = end[1:]
	}
}
