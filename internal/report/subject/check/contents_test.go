package check_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/planfmt/planfmt/diag"
	"github.com/planfmt/planfmt/doc"
	"github.com/planfmt/planfmt/internal/report/content"
	"github.com/planfmt/planfmt/internal/report/layout"
	"github.com/planfmt/planfmt/internal/report/paper/markdown"
	"github.com/planfmt/planfmt/internal/report/paper/text"
	"github.com/planfmt/planfmt/internal/report/subject/check"
	"github.com/planfmt/planfmt/internal/report/wording"
	"github.com/planfmt/planfmt/sinks"
	"github.com/planfmt/planfmt/verdict"
)

// report returns a report of which nothing is known but which exceptions and policies have no effect.
func report(n int) *verdict.Report {
	rep := &verdict.Report{Incomplete: "The plan is not complete.", OnUnknown: verdict.UnknownFails}
	for i := range n {
		rep.Idle = append(rep.Idle, verdict.IdleException{Exception: &verdict.Exception{Policy: fmt.Sprintf("p%d", i), Address: "a.b", Range: diag.Range{File: "x.yaml", Start: diag.Pos{Line: i + 1}}}})
		rep.Unmatched = append(rep.Unmatched, &verdict.Policy{Name: fmt.Sprintf("u%d", i)})
	}
	return rep
}

func TestContents(t *testing.T) {
	c := check.Contents(report(2))
	headline, others := c.Title()
	if got := wording.SpanText(headline); !strings.HasPrefix(got, "Nothing counts as passed") || headline[0].Role != doc.Danger {
		t.Errorf("the headline is %q in role %v", got, headline[0].Role)
	}
	if len(others) != 1 || others[0].Text[0] != (doc.Span{Role: doc.Danger, Text: "The plan is not complete."}) {
		t.Errorf("above it stands %v", others)
	}
	var titles []string
	for _, sec := range c.Sections {
		titles = append(titles, sec.Title)
	}
	if !slices.Equal(titles, []string{"exceptions without effect", "Nothing in the plan for 2 policies:"}) {
		t.Errorf("the sections are %q", titles)
	}
	if all := check.Contents(&verdict.Report{}).Sections; len(all) > 0 {
		t.Errorf("a report of nothing has sections: %v", all)
	}
}

// In lines, what need not be known one by one is counted from some number on. In a comment, each line may be left out on its own.
func TestLists(t *testing.T) {
	c := check.Contents(report(60))
	var p text.Page
	for i := range c.Sections {
		text.AddVerdicts(&p, &c.Sections[i], nil)
	}
	lines := string(markdown.PlainLines(p.Write))
	for want, n := range map[string]int{"Exceptions without effect: 60\n\n": 1, "  x.yaml line ": 50, "  and 10 more\n": 1, "policies:\n  u0\n": 1, "\n  u": 20, "  and 40 more\n": 1} {
		if got := strings.Count(lines, want); got != n {
			t.Errorf("%q is there %d times, want %d:\n%s", want, got, n, lines)
		}
	}
	parts := markdown.SectionParts(&layout.Markdown{Flavour: sinks.Flavours()[0]}, nil, c.Of(content.IdleSection))
	if len(parts) != 60 || !strings.HasPrefix(parts[1].Text, "- Exception without effect: `p1` for `a.b`: ") || !strings.Contains(parts[1].Text, "`x.yaml:2") {
		t.Errorf("%d parts, the second one is %q", len(parts), parts[min(1, len(parts)-1)].Text)
	}
}
