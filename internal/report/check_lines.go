package report

import (
	"bytes"
	"io"

	"github.com/planfmt/planfmt/diag"
	"github.com/planfmt/planfmt/verdict"
)

// CheckLines writes verdicts as they come, each in a line, and at the end what they come to. It is for one goroutine.
type CheckLines struct{ e jsonEncoder }

// NewCheckLines returns a CheckLines that writes to w.
func NewCheckLines(w io.Writer) *CheckLines { return &CheckLines{jsonEncoder{encoder{w: w}}} }

// Result writes a verdict. overridden says that the user lets the failure through.
func (l *CheckLines) Result(r *verdict.Result, overridden bool) {
	e := &l.e
	e.open('{')
	e.result(r)
	e.flag("overridden", overridden)
	e.exception(r.Exception)
	e.close("}\n")
	if len(e.b) >= jsonChunk && e.err == nil {
		e.err = writeAll(e.w, e.b)
		e.b = e.b[:0]
	}
}

// End writes the last line: the document of [CheckJSON] without results. If it has errors, what has been written before does not count.
func (l *CheckLines) End(rep *verdict.Report, diags diag.List) error {
	if l.e.err != nil {
		return l.e.err
	}
	var b bytes.Buffer
	if err := checkDocument(&b, rep, diags, false); err != nil {
		return err
	}
	// A line break in a string is escaped, so that these are between members.
	l.e.b = append(append(l.e.b, bytes.ReplaceAll(b.Bytes(), []byte("\n"), nil)...), '\n')
	return writeAll(l.e.w, l.e.b)
}

// CheckJSONLines writes what policies say about a plan, as [CheckLines] does.
func CheckJSONLines(w io.Writer, rep *verdict.Report, diags diag.List, _ Options) error {
	l := NewCheckLines(w)
	if !diags.HasErrors() {
		for _, r := range rep.Results.All() {
			l.Result(&r, rep.IsOverridden(&r))
		}
	}
	return l.End(rep, diags)
}
