package report

import (
	"io"

	"github.com/planfmt/planfmt/diag"
	"github.com/planfmt/planfmt/verdict"
)

// CheckJSON writes what policies say about a plan. If the diagnostics, which are about the policies, have errors,
// there are no results.
func CheckJSON(w io.Writer, rep *verdict.Report, diags diag.List, _ Options) error {
	return checkDocument(w, rep, diags, true)
}

// checkDocument is CheckJSON with or without the results.
func checkDocument(w io.Writer, rep *verdict.Report, diags diag.List, withResults bool) error {
	return verdictDocument(w, diags, func(e *jsonEncoder) {
		e.elements("results", "\n", func(next func() bool) {
			var passed passedJSON
			for ref := range rep.Results.Refs() {
				if !withResults || !next() {
					return
				}
				e.raw("\n")
				e.open('{')
				if r := rep.Results.At(ref); ref.OnlyPassed() {
					passed.write(e, ref, &r)
				} else {
					e.result(&r)
					e.flag("overridden", rep.IsOverridden(&r))
					e.exception(r.Exception)
				}
				e.close("}")
			}
		})
		e.section("conclusion", "\n")
		e.string(rep.Conclusion().String())
		c := rep.Count()
		e.section("counts", "\n")
		e.open('{')
		e.number("error", c.Error)
		e.number("fail", c.Fail)
		e.number("undecided", c.Undecided)
		e.number("pass", c.Pass)
		e.number("skipped", c.Skipped)
		e.count("excepted", c.Excepted)
		e.close("}")
		policies := func(name string, all []*verdict.Policy) {
			e.some(name, len(all), func(i int) { e.string(all[i].Name) })
		}
		policies("unmatched", rep.Unmatched)
		e.some("idle_exceptions", len(rep.Idle), func(i int) {
			x := &rep.Idle[i]
			e.raw("\n")
			e.open('{')
			e.text("why", x.Why.String())
			e.text("message", x.Text())
			e.exceptionMembers(x.Exception)
			e.close("}")
		})
		e.explanations(rep.Explanations, rep.MoreExplanations)
		e.word("incomplete", rep.Incomplete)
		e.diagnostics("diagnostics", rep.Diagnostics)
	})
}

// exception writes why a failure is accepted, if it is.
func (e *jsonEncoder) exception(x *verdict.Exception) {
	if x == nil {
		return
	}
	e.key("exception")
	e.open('{')
	e.exceptionMembers(x)
	e.close("}")
}

func (e *jsonEncoder) exceptionMembers(x *verdict.Exception) {
	e.text("policy", x.Policy)
	e.text("address", x.Address)
	e.word("reason", x.Reason)
	e.word("owner", x.Owner)
	e.text("until", x.Until)
	e.text("file", x.Range.File)
	e.number("line", x.Range.Start.Line)
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
			e.item()
			e.b = append(e.b, members...)
		}
	}
}

// jsonMembers returns members of an object as text.
func jsonMembers(write func(*jsonEncoder)) []byte {
	var e jsonEncoder
	e.open('{')
	write(&e)
	return e.b[1:]
}
