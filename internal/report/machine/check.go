package machine

import (
	"io"

	"github.com/planfmt/planfmt/diag"
	"github.com/planfmt/planfmt/internal/report/layout"
	"github.com/planfmt/planfmt/verdict"
)

// CheckJSON writes what policies say about a plan. If the diagnostics, which are about the policies, have errors,
// there are no results.
func CheckJSON(w io.Writer, rep *verdict.Report, diags diag.List, _ layout.Options) error {
	return checkDocument(w, rep, diags, true)
}

// checkDocument is CheckJSON with or without the results.
func checkDocument(w io.Writer, rep *verdict.Report, diags diag.List, withResults bool) error {
	return verdictDocument(w, diags, func(e *jsonEncoder) {
		e.Elements("results", "\n", func(next func() bool) {
			var passed passedJSON
			for ref := range rep.Results.Refs() {
				if !withResults || !next() {
					return
				}
				e.Raw("\n")
				e.Open('{')
				if r := rep.Results.At(ref); ref.OnlyPassed() {
					passed.write(e, ref, &r)
				} else {
					e.result(&r)
					e.Flag("overridden", rep.IsOverridden(&r))
					e.exception(r.Exception)
				}
				e.Close("}")
			}
		})
		e.Section("conclusion", "\n")
		e.String(rep.Conclusion().String())
		c := rep.Count()
		e.Section("counts", "\n")
		e.Open('{')
		e.Number("error", c.Error)
		e.Number("fail", c.Fail)
		e.Number("undecided", c.Undecided)
		e.Number("pass", c.Pass)
		e.Number("skipped", c.Skipped)
		e.Count("excepted", c.Excepted)
		e.Close("}")
		policies := func(name string, all []*verdict.Policy) {
			e.Some(name, len(all), func(i int) { e.String(all[i].Name) })
		}
		policies("unmatched", rep.Unmatched)
		e.Some("idle_exceptions", len(rep.Idle), func(i int) {
			x := &rep.Idle[i]
			e.Raw("\n")
			e.Open('{')
			e.Text("why", x.Why.String())
			e.Text("message", x.Text())
			e.exceptionMembers(x.Exception)
			e.Close("}")
		})
		e.explanations(rep.Explanations, rep.MoreExplanations)
		e.Word("incomplete", rep.Incomplete)
		e.diagnostics("diagnostics", rep.Diagnostics)
	})
}

// exception writes why a failure is accepted, if it is.
func (e *jsonEncoder) exception(x *verdict.Exception) {
	if x == nil {
		return
	}
	e.Object("exception", func() { e.exceptionMembers(x) })
}

func (e *jsonEncoder) exceptionMembers(x *verdict.Exception) {
	e.Text("policy", x.Policy)
	e.Text("address", x.Address)
	e.Word("reason", x.Reason)
	e.Word("owner", x.Owner)
	e.Text("until", x.Until)
	e.Text("file", x.Range.File)
	e.Number("line", x.Range.Start.Line)
}

// passedJSON writes what has only passed. Most results are of this kind, and consist of the same few texts.
type passedJSON struct {
	policies, outcomes [][]byte // by kind
	subject            []byte
	number             int // of the subject
}

func (p *passedJSON) write(e *jsonEncoder, ref verdict.Ref, r *verdict.Result) {
	for len(p.policies) <= ref.Kind() {
		p.policies, p.outcomes = append(p.policies, nil), append(p.outcomes, nil)
	}
	if p.policies[ref.Kind()] == nil {
		p.policies[ref.Kind()] = jsonMembers(func(e *jsonEncoder) { e.policy(r) })
		p.outcomes[ref.Kind()] = jsonMembers(func(e *jsonEncoder) { e.conclusion(r) })
	}
	if p.subject == nil || p.number != ref.Subject() {
		p.subject, p.number = jsonMembers(func(e *jsonEncoder) { e.subject(r) }), ref.Subject()
	}
	for _, members := range [...][]byte{p.policies[ref.Kind()], p.subject, p.outcomes[ref.Kind()]} {
		if len(members) > 0 {
			e.Item()
			e.Bytes = append(e.Bytes, members...)
		}
	}
}

// jsonMembers returns members of an object as text.
func jsonMembers(write func(*jsonEncoder)) []byte {
	var e jsonEncoder
	e.Open('{')
	write(&e)
	return e.Bytes[1:]
}
