package machine

import (
	"github.com/planfmt/planfmt/verdict"
)

// explanations writes how policies come to their results.
func (e *jsonEncoder) explanations(all []verdict.Explanation, more int) {
	e.Some("explanations", len(all), func(i int) {
		x := &all[i]
		r := verdict.Result{Policy: x.Policy, Address: x.Address, Operation: x.Operation}
		e.Raw("\n")
		e.Open('{')
		e.policy(&r)
		e.subject(&r)
		e.Text("outcome", x.Outcome.String())
		e.traced(x.Steps)
		e.SomeObjects("prints", len(x.Prints), func(i int) {
			e.Word("label", x.Prints[i].Label)
			e.Text("value", x.Prints[i].Text)
		})
		e.Flag("cut", x.Cut || x.MorePrints > 0)
		e.Close("}")
	})
	e.Count("more_explanations", more)
}

func (e *jsonEncoder) traced(all []verdict.Step) {
	e.SomeObjects("steps", len(all), func(i int) {
		s := &all[i]
		e.Word("what", s.What)
		e.Word("element", s.Element)
		e.place(s.Range)
		if s.Failed {
			e.Text("failure", s.Text)
		} else {
			e.Text("value", s.Text)
		}
		e.Flag("decides", s.Decides)
		e.causes(s.Causes)
		e.traced(s.Steps)
		e.Word("more", s.More)
	})
}
