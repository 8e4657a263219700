package computed

import (
	"slices"

	"github.com/planfmt/planfmt/internal/base/enum"
	"github.com/planfmt/planfmt/internal/know/infer"
	"github.com/planfmt/planfmt/plans"
)

// PlanDiff is how what two plans would do differs, before the first resource: the old plan has
// been approved, and the new one is to be applied.
type PlanDiff struct {
	Old, New ComparedPlan
	// Facts are the differences of the plans as a whole.
	Facts []FactDifference
	// Outputs, Actions and Checks have only what differs, or what there is something to say
	// about. Outputs are sorted by name, the others by address.
	Outputs []OutputComparison
	Actions []ActionComparison
	Checks  []CheckComparison
	// SameOutputs and SameActions count what is left out.
	SameOutputs, SameActions int
	// Problems are the errors in neither a resource, nor an output, nor an action.
	Problems []error
}

// ComparedPlan is what is known of one of two plans as a whole.
type ComparedPlan struct {
	Product, TerraformVersion, FormatVersion string
	Mode                                     plans.Mode // never plans.AutoMode
	Errored                                  bool
}

// FactDifference is a fact, apart from values, in which two plans differ, or what they would do
// to something.
type FactDifference struct {
	Fact Fact
	// Old and New are the facts, in words. They are empty if there is nothing of the kind.
	Old, New string
	// Counts says that the new plan would do something else because of it.
	Counts bool
}

// Fact is a kind of fact in which plans may differ.
type Fact uint8

// The facts. Product, Mode, Targets and Errored are those of a plan as a whole, the others those
// of a resource or an action.
const (
	ProductFact Fact = iota
	ModeFact
	TargetsFact
	ErroredFact
	ActionFact  // what happens to the object
	AddressFact // the same object has another address
	PreviousFact
	ImportFact
	ProviderFact
	ReplacePathsFact // which attributes force the replacement
	ReasonFact
	TriggerFact   // what triggers an action
	StatusFact    // of a check
	OnFailureFact // what apply does if an action fails
	// ConfigurationFact is what decides when the plan is applied: of a plan as a whole. New is a sentence without a period that says what differs, and Old is empty.
	ConfigurationFact
)

var facts = enum.New[Fact]("fact", []string{
	ProductFact:       "product",
	ModeFact:          "mode",
	TargetsFact:       "targets",
	ErroredFact:       "errored",
	ActionFact:        "action",
	AddressFact:       "address",
	PreviousFact:      "previous_address",
	ImportFact:        "import",
	ProviderFact:      "provider",
	ReplacePathsFact:  "replace_paths",
	ReasonFact:        "reason",
	TriggerFact:       "trigger",
	StatusFact:        "status",
	OnFailureFact:     "on_failure",
	ConfigurationFact: "configuration",
}...)

// String returns the name of the fact.
func (f Fact) String() string { return facts.String(f) }

// MarshalText returns the name of the fact.
func (f Fact) MarshalText() ([]byte, error) { return facts.Marshal(f) }

// UnmarshalText sets the fact by its name. If there is no such name, the error lists the valid
// ones.
func (f *Fact) UnmarshalText(text []byte) error { return facts.Unmarshal(text, f) }

// Verdict says how what two plans would do to something compares.
type Verdict uint8

// The verdicts.
const (
	Same          Verdict = iota
	Noted                 // they would do the same, but there is something to say about it
	ValuesDiffer          // the same action, with other values or facts
	ActionDiffers         // another action
	OnlyNew               // the old plan would do nothing to it
	OnlyOld               // the new plan would do nothing to it
	NotCompared           // a part could not be read, so it cannot be told
)

var verdicts = enum.New[Verdict]("verdict", []string{
	Same:          "same",
	Noted:         "noted",
	ValuesDiffer:  "values",
	ActionDiffers: "action",
	OnlyNew:       "only-new",
	OnlyOld:       "only-old",
	NotCompared:   "not-compared",
}...)

// String returns the name of the verdict.
func (v Verdict) String() string { return verdicts.String(v) }

// MarshalText returns the name of the verdict.
func (v Verdict) MarshalText() ([]byte, error) { return verdicts.Marshal(v) }

// UnmarshalText sets the verdict by its name. If there is no such name, the error lists the
// valid ones.
func (v *Verdict) UnmarshalText(text []byte) error { return verdicts.Unmarshal(text, v) }

// Differs reports whether the plans are different because of it.
func (v Verdict) Differs() bool { return v > Noted && v != NotCompared }

// Comparison is how what two plans would do to something differs.
type Comparison struct {
	Verdict Verdict
	Facts   []FactDifference
	Values  []Difference
	// Problems are the errors because of which not all could be compared.
	Problems []error
	Masked   []Masked
	Copies   []Copy
}

// Settle sets the verdict of something that both plans do something to.
func (c *Comparison) Settle() {
	counts := func(f FactDifference) bool { return f.Counts }
	isAction := func(f FactDifference) bool { return f.Fact == ActionFact }
	switch {
	case len(c.Problems) > 0:
		c.Verdict = NotCompared
	case slices.ContainsFunc(c.Facts, isAction):
		c.Verdict = ActionDiffers
	case slices.ContainsFunc(c.Facts, counts) || slices.ContainsFunc(c.Values, func(d Difference) bool { return d.Kind.Counts() }):
		c.Verdict = ValuesDiffer
	case len(c.Facts)+len(c.Values) > 0:
		c.Verdict = Noted
	default:
		c.Verdict = Same
	}
}

// ResourceComparison is how what two plans would do to a resource differs.
type ResourceComparison struct {
	Comparison
	Section Section
	// Recorded says that both plans are made to record drift, and this is such.
	Recorded bool
	// Old and New are the changes of the two plans, nil if a plan has none. They have a Body only
	// if the plans cannot be compared value by value.
	Old, New *Resource
}

// Newest returns the change of the new plan or, if it has none, that of the old plan.
func (r *ResourceComparison) Newest() *Resource {
	if r.New != nil {
		return r.New
	}
	return r.Old
}

// Counts reports whether the plans are different because of the resource. Drift has happened
// already, unless the plans are made to record it, and what is deferred is done by another plan.
func (r *ResourceComparison) Counts() bool {
	return (r.Section == ChangesSection || r.Recorded) && r.Verdict.Differs()
}

// OutputComparison is how what two plans would do to an output differs.
type OutputComparison struct {
	Comparison
	Name     string
	Old, New *Output // likewise
}

// ActionComparison is how an action is invoked in two plans.
type ActionComparison struct {
	Comparison
	Address  string
	Old, New *ActionInvocation // likewise
	// OldTrigger and NewTrigger say what triggers it, in words.
	OldTrigger, NewTrigger string
}

// CheckComparison is a check that has another status. It never counts.
type CheckComparison struct {
	Old, New plans.Check // the zero Check if a plan has none
}

// Address returns the address of the check.
func (c *CheckComparison) Address() string {
	if c.New.Address != "" {
		return c.New.Address
	}
	return c.Old.Address
}

// PlanDiffOutcome is what is known once everything has been compared.
type PlanDiffOutcome struct {
	// Different says that the new plan would do something else than the old one. It means
	// nothing if there are problems.
	Different bool
	// Counts has the numbers of resources by verdict: of those that are changed, and of drift that
	// both plans record.
	Counts [NotCompared + 1]int
	// Resolved counts the values that were known only after apply in the old plan, and are known
	// in the new one.
	Resolved int
	Problems []error
	// Lacking says which plans lack entries of what another part of them lists. If the plans are
	// not different otherwise, it cannot be told whether they are the same, so Problems has these
	// errors, too.
	Lacking []error
	Masked  []Masked
	Copies  []Copy
	// Types are the types that were compared, with the schemas used for them.
	Types []infer.TypeSchema
}
