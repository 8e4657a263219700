package text

import (
	"bytes"
	"strings"
	"testing"

	"github.com/planfmt/planfmt/diag"
	"github.com/planfmt/planfmt/internal/base/width"
	"github.com/planfmt/planfmt/internal/report/layout"
	"github.com/planfmt/planfmt/verdict"
)

// about returns a diagnostic about a text in a source.
func about(source, text string) *diag.Diagnostic {
	at := strings.Index(source, text)
	pos := func(at int) diag.Pos {
		return diag.Pos{Line: strings.Count(source[:at], "\n") + 1, Column: 1, Byte: at}
	}
	return &diag.Diagnostic{Summary: "Bad", Subject: diag.Range{File: "x", Start: pos(at), End: pos(at + len(text))}}
}

func diagnosticOf(t *testing.T, source, text string) string {
	t.Helper()
	var b bytes.Buffer
	o := layout.Options{NoBoxes: true, Source: func(string) []byte { return []byte(source) }}
	if err := Diagnostics(&b, diag.List{about(source, text)}, o); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// Of a long line, only what is around the error is shown, however long the line is and wherever the error is.
func TestLongLines(t *testing.T) {
	long := strings.Repeat("0, ", 70_000)
	wide := strings.Repeat("日本語, ", 20_000)
	for name, c := range map[string]struct {
		source, text string
		want         []string
	}{
		"in the middle": {"a = [" + long + "oops, " + long + "]", "oops", []string{"[… 209945 characters …]", "[… 209827 characters …]", "^^^^"}},
		"at the start":  {"oops = [" + long + "]", "oops", []string{"   1: oops = [0,", " characters …]"}},
		"at the end":    {"a = [" + long + "oops]", "oops", []string{"oops]\n", "   1: [… "}},
		"all of it":     {"a = [" + long + "]", long, []string{"^^^", " characters …]"}},
		"wide":          {"a = [" + wide + "oops, " + wide + "]", "oops", []string{" characters …]"}},
		"other lines":   {"a = [oops,\n" + long + "]", "oops,\n" + long, []string{"   1: a = [oops,\n", "   2: 0, 0,"}},
		"combined":      {"a = [\"" + strings.Repeat("e\u0301", 1000) + "\", oops]", "oops", []string{"e\u0301\", oops]"}},
		"tabs":          {strings.Repeat("\t", 100) + "oops", "oops", []string{"\toops\n"}},
	} {
		t.Run(name, func(t *testing.T) {
			got := diagnosticOf(t, c.source, c.text)
			for _, want := range c.want {
				if !strings.Contains(got, want) {
					t.Errorf("there is no %q in\n%s", want, got)
				}
			}
			lines := strings.Split(got, "\n")
			for i, line := range lines {
				if n := width.Of(line); n > mostColumns+80 {
					t.Errorf("a line has %d columns", n)
				}
				if strings.TrimSpace(line) != "^^^^" {
					continue
				}
				at := strings.Index(lines[i-1], "oops")
				if at < 0 || width.Of(lines[i-1][:at]) != width.Of(line[:strings.Index(line, "^")]) {
					t.Errorf("this is not underlined:\n%s\n%s", lines[i-1], line)
				}
			}
		})
	}
	// A line that is not long is as it is.
	short := "a = [" + strings.Repeat("0, ", 70) + "oops]"
	if got := diagnosticOf(t, short, "oops"); !strings.Contains(got, "   1: "+short+"\n") {
		t.Errorf("%s", got)
	}
}

func TestLongExpressions(t *testing.T) {
	source := "a[" + strings.Repeat("0 + ", 10_000) + "0]"
	r := diag.Range{File: "x", Start: diag.Pos{Line: 1, Column: 1}, End: diag.Pos{Line: 1, Column: len(source) + 1, Byte: len(source)}}
	text := layout.SourceText(func(string) []byte { return []byte(source) })
	all := ShownValues(text, []verdict.Shown{{Range: r, Text: "1"}})
	if len(all) != 1 || len(all[0].Expression) > mostColumns+40 || !strings.Contains(all[0].Expression, "characters …]") {
		t.Errorf("%q", all)
	}
}
