package machine

import (
	"bytes"
	"io"

	"github.com/planfmt/planfmt/diag"
	"github.com/planfmt/planfmt/internal/report/layout"
	"github.com/planfmt/planfmt/internal/report/paper"
	"github.com/planfmt/planfmt/internal/report/paper/json"
	"github.com/planfmt/planfmt/verdict"
)

// CheckLines writes verdicts as they come, each in a line, and at the end what they come to. It is for one goroutine.
type CheckLines struct{ e jsonEncoder }

// NewCheckLines returns a CheckLines that writes to w.
func NewCheckLines(w io.Writer) *CheckLines { return &CheckLines{jsonEncoder{json.Encoder{Out: w}}} }

// Result writes a verdict. overridden says that the user lets the failure through.
func (l *CheckLines) Result(r *verdict.Result, overridden bool) {
	e := &l.e
	e.Open('{')
	e.result(r)
	e.Flag("overridden", overridden)
	e.exception(r.Exception)
	e.Close("}\n")
	if len(e.Bytes) >= json.Chunk && e.Err == nil {
		e.Err = paper.WriteAll(e.Out, e.Bytes)
		e.Bytes = e.Bytes[:0]
	}
}

// End writes the last line: the document of [CheckJSON] without results. If it has errors, what has been written before does not count.
func (l *CheckLines) End(rep *verdict.Report, diags diag.List) error {
	if l.e.Err != nil {
		return l.e.Err
	}
	var b bytes.Buffer
	if err := checkDocument(&b, rep, diags, false); err != nil {
		return err
	}
	// A line break in a string is escaped, so that these are between members.
	l.e.Bytes = append(append(l.e.Bytes, bytes.ReplaceAll(b.Bytes(), []byte("\n"), nil)...), '\n')
	return paper.WriteAll(l.e.Out, l.e.Bytes)
}

// CheckJSONLines writes what policies say about a plan, as [CheckLines] does.
func CheckJSONLines(w io.Writer, rep *verdict.Report, diags diag.List, _ layout.Options) error {
	l := NewCheckLines(w)
	if !diags.HasErrors() {
		for _, r := range rep.Results.All() {
			l.Result(&r, rep.IsOverridden(&r))
		}
	}
	return l.End(rep, diags)
}
