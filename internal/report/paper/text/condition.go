package text

import (
	"fmt"
	"strings"

	"github.com/planfmt/planfmt/diag"
	"github.com/planfmt/planfmt/doc"
	"github.com/planfmt/planfmt/internal/report/content"
	"github.com/planfmt/planfmt/internal/report/layout"
	"github.com/planfmt/planfmt/internal/report/wording"
	"github.com/planfmt/planfmt/verdict"
)

// mostCode is how many bytes of an expression stand in a line of an explanation.
const mostCode = 100

// BriefCode returns the code of a range in one line that is not long.
func BriefCode(s layout.SourceText, r diag.Range) string {
	code := codeOf(s, r)
	switch {
	case code == "":
		return fmt.Sprintf("line %d", r.Start.Line)
	case len(code) > mostCode:
		_, last := excerpt(code, 0)
		if last < len(code) {
			code = code[:last] + " .."
		}
	}
	return code
}

// AddIndented adds a line with blanks in front of it.
func AddIndented(p *Page, columns int, spans ...doc.Span) {
	p.Add(func(w *doc.Writer) { WriteIndented(w, columns, spans...) })
}

// WriteIndented writes a line with blanks in front of it.
func WriteIndented(w *doc.Writer, columns int, spans ...doc.Span) {
	w.Heading(append([]doc.Span{{Text: strings.Repeat(" ", columns)}}, spans...)...)
}

func AddPolicy(p *Page, g *content.FindingGroup) {
	r := g.Finding(0).Result
	AddIndented(p, 2, doc.Span{Role: doc.Bold, Text: g.Policy.Name}, doc.Span{Text: " (" + r.Level.String() + ")"})
}

// AddGroup adds a condition with its code, and what it says about each object, or about the first ones.
func AddGroup(p *Page, g *content.FindingGroup, most int, o *layout.Options) {
	if !g.At.IsZero() && !wording.IsBuiltin(g.At) {
		for _, line := range SourceLines(Diagnostic(o.Source, &diag.Diagnostic{Subject: g.At, Context: g.Finding(0).Whole}), o.Underlines) {
			AddIndented(p, 2, line...)
		}
	}
	p.Add(func(w *doc.Writer) {
		for i := range min(len(g.Refs), most) {
			if w.Done() {
				return
			}
			f := g.Finding(i)
			writeFinding(w, &f, o)
		}
	})
}

// writeFinding writes which object a finding is about, and what it says.
func writeFinding(w *doc.Writer, f *content.Finding, o *layout.Options) {
	w.Group(wording.ChangeOf(f.Result.Address), func() {
		w.Line(Indent(4), doc.Span{Role: doc.Address, Text: wording.SubjectOf(f.Result)})
	})
	if f.Message != "" {
		for line := range strings.SplitSeq(f.Message, "\n") {
			WriteIndented(w, 6, doc.Span{Text: line})
		}
	}
	for _, v := range ShownValues(o.Source, f.Values) {
		for i, line := range strings.Split(v.Statement, "\n") {
			if i == 0 {
				WriteIndented(w, 6, doc.Span{Role: doc.Bold, Text: v.Expression}, doc.Span{Text: " " + line})
			} else {
				WriteIndented(w, 6, doc.Span{Text: line})
			}
		}
	}
	if x := f.Result.Exception; x != nil {
		WriteIndented(w, 6, doc.Span{Text: wording.ExceptionText(x)})
	}
	if f.Result.Outcome == verdict.Undecided {
		writeCauses(w, f.Result)
	}
}

func writeCauses(w *doc.Writer, r *verdict.Result) {
	for i := range r.Causes {
		if i == wording.MostCauses {
			WriteIndented(w, 6, doc.Span{Text: fmt.Sprintf("and for %d more values", len(r.Causes)-wording.MostCauses)})
			return
		}
		WriteIndented(w, 6, doc.Span{Text: "waits for "}, doc.Span{Role: doc.Unknown, Text: wording.WaitText(&r.Causes[i])})
	}
}
