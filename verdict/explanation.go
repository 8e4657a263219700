package verdict

import "github.com/planfmt/planfmt/diag"

// Explanation is how a policy comes to what it says of an object. It has values as text, without what is sensitive.
type Explanation struct {
	Policy    *Policy
	Address   string
	Mock      string // in tests
	Operation string
	Outcome   Outcome
	// Steps are the filter, if there is one, and the conditions that have been evaluated.
	Steps []Step
	// Prints are what the policy prints, in the order in which it does.
	Prints []Print
	// MorePrints is how many prints are left out.
	MorePrints int
	// Cut says that the evaluation has so many steps that some are left out.
	Cut bool
}

// Step is what a part of an expression comes to.
type Step struct {
	// What is filter or condition for whole expressions, empty for parts of them.
	What string
	// Element is the key of the element of a collection for which this is the part of a for expression: [0].
	Element string
	Range   diag.Range
	// Text is the value as an expression, or a text in parentheses that says why it is not shown; if Failed is set, it says
	// why there is no value.
	Text   string
	Failed bool
	// Decides means that the operand alone decides what && or || comes to.
	Decides bool
	// Causes are why the value is not known.
	Causes []Cause
	Steps  []Step
	// More says that there are more steps of the same kind: 3 more elements are false.
	More string
}

// Print is what a policy prints.
type Print struct {
	Label string // or empty
	Text  string
}
