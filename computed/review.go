package computed

import (
	"fmt"

	"github.com/planfmt/planfmt/plans"
)

// Cause says why a resource is replaced, as far as its attributes are the reason. If it
// is replaced for another reason, Header.ActionReason says so. All references to a resource
// share its Cause. They never form a cycle, but there can be many ways through them, so a
// program that follows all of them should visit each Cause once.
type Cause struct {
	// Attributes are those that force the replacement, sorted by path.
	Attributes []ForcingAttribute
}

// Impact says how many other managed resources depend on one that is replaced or destroyed, directly or by way of others. An instance
// counts only if the plan proves it: so Dependents is what there is at least.
type Impact struct {
	// Dependents counts all of them, and Unchanged those in which the plan changes nothing.
	Dependents, Unchanged int
	// Possible counts those of which the plan does not say whether they depend on it: because a reference does not say which instance
	// it means.
	Possible int
}

// ForcingAttribute is an attribute that forces a replacement. It may be unchanged, or
// hidden in the human report.
type ForcingAttribute struct {
	Path plans.Path
	// Name is the path with the names of elements in place of their indexes, where people know them by names: containers["app"].image. It
	// is empty if no element on the way has a name.
	Name string
	// Before and After are the values if they are scalars, and say what is known of them
	// if not. A sensitive value is never in them.
	Before, After Side
	// Action is what happens to the value: NoOp if it is unchanged.
	Action plans.Action
	// Found says that the resource has such a value. If not, only the path is known.
	Found bool
	// Parts are the changes in the value if it is not a scalar, in order of display, those that
	// are known only after apply last. There are a few at most, those that matter most; MoreParts counts the others.
	Parts     []ForcingPart
	MoreParts int
	// From says where the value after comes from, if it or a part of it is known only after
	// apply.
	From []Reference
}

// ForcingPart is a scalar in the value of a [ForcingAttribute], an element with a name that is added or removed as a whole, a value of
// which only the form is shown, or another value about which nothing more is known.
type ForcingPart struct {
	Path          plans.Path // from the root of the resource
	Name          string     // as in ForcingAttribute
	Element       bool       // it is an element that is added or removed, or replaced by one with its name
	Before, After Side       // as in ForcingAttribute
	Action        plans.Action
	// Form is for a value of which the order of the elements or the spelling as a document changes: the notes that say so. FormOnly says
	// that nothing else changes in it.
	Form     []Note
	FormOnly bool
}

// UnknownAttribute is a value that is known only after apply, because of another change.
type UnknownAttribute struct {
	Path plans.Path // from the root of the resource
	From []Reference
}

// Reference is a step on the way from a value that is known only after apply to the change
// that makes it so: what an expression of the configuration refers to.
type Reference struct {
	// Address is that of a resource, with the instance key if it is known, or of an
	// output or a variable of a module: module.net.subnet_id, module.net.var.cidr.
	Address string
	// OneOf says that the reference need not mean all instances of a resource or a module, or
	// all outputs of it, and that several of them change. From has these, with addresses of
	// their own.
	OneOf bool
	// Attribute is the attribute that the expression refers to. It is empty if the
	// expression refers to the whole.
	Attribute plans.Path
	// Action is what happens to the resource, and Reason why: NoOp if nothing does, or if
	// the reference is not to an instance of a resource.
	Action plans.Action
	Reason plans.ActionReason
	// Cause is that of the resource, if it is replaced for its attributes.
	Cause *Cause
	// From says what the value of an output, a variable or an attribute that is known only
	// after apply refers to. For OneOf, there are a few at most; More counts the others.
	From []Reference
	More int
	// End says why the way ends here.
	End ReferenceEnd
}

// ReferenceEnd says why there are no further references.
type ReferenceEnd uint8

// The ends.
const (
	NotEnded          ReferenceEnd = iota // Cause or From go on
	EndsInChange                          // the resource is created, read or changed, which makes the value unknown
	EndsOutsidePlan                       // a local value, an each or count object: the plan's JSON does not say what it refers to
	EndsInNoChange                        // nothing happens to what is referred to
	EndsWithoutConfig                     // the plan's configuration lacks what is referred to
	EndsInRepetition                      // the way has been here before
	EndsTooFar                            // the way is longer than what is followed
)

// Rename is a resource that is destroyed, and one that is created in its place, which are so
// alike that it is likely to be the same object with another address. It is only a hint.
type Rename struct {
	From, To string // addresses
	Type     string
	// FromModule and ToModule are set if all of a module moves: the addresses of the module
	// before and after, as the configuration spells them. All renames of its resources have
	// the same.
	FromModule, ToModule string
	// Same and Compared say how many attributes have the same value, and how many could be compared.
	Same, Compared int
	// Derived are the names of the attributes that differ only in words of the addresses, Different those of the others
	// that differ, and Hidden those that are not compared because they are sensitive. All are sorted.
	Derived, Different, Hidden []string
	// Forcing are those of Derived and Different of which the plan says elsewhere that they force the replacement of such a
	// resource. Nothing says that any of the others does not.
	Forcing []string
}

// KeepsObject reports whether a moved block keeps the object, as far as one can tell: no attribute differs that may force its
// replacement.
func (r *Rename) KeepsObject() bool { return len(r.Derived)+len(r.Different) == 0 }

// Muted is a change that rules mute: that of a resource, or of an attribute of
// it if Path is not empty.
type Muted struct {
	Section Section
	Address string
	Deposed string // the key of a deposed object
	Path    plans.Path
}

// Hazard is a change that one of the policies that are built in points out.
type Hazard struct {
	// Address is the resource, or empty for the plan as a whole.
	Address string
	Deposed string // the key of a deposed object
	Policy  string // the name of the policy
	// Text says what is dangerous, as a whole sentence.
	Text string
	// Undecided says that it depends on values that are not known yet whether there is a danger. Such hazards are there only if
	// Options.Alarms asks for hazards.
	Undecided bool
}

// Where is a condition that selects resources, and how many it selects.
type Where struct {
	// Condition is the expression, or empty if there are only texts. Texts must occur in the resources.
	Condition string
	Texts     []string
	// Shown is how many resources are shown of those that would be without the condition and
	// without rules, whose number is Total.
	Shown, Total int
	// Undecided are the resources for which the condition depends on values that are not known yet, and Failed
	// those for which it has no value; Problems say why.
	Undecided, Failed []Undecided
}

// Undecided is a resource for which a condition is neither true nor false.
type Undecided struct {
	Section Section
	Address string
	Deposed string // the key of a deposed object
	// Causes say which values the condition depends on, and why they are not known:
	// "aws_instance.web.id (known after apply)".
	Causes []string
}

// Hash identifies what a plan would do, see docs/hash.md.
type Hash struct {
	// Text is the name of the algorithm, a colon and the digest in hexadecimal digits.
	Text string
	// CoversSensitive says that no sensitive value is left out: the hash was made with a key,
	// or no sensitive value changes.
	CoversSensitive bool
	// Exposes says that it covers values that the report hides, although the document does not mark them: whoever has the hash can find
	// a short one by trying.
	Exposes bool
	// MissingTexts is how many values are known only after apply, with an expression in the configuration that the hash does not cover,
	// since the JSON of a plan has not got its text.
	MissingTexts int
}

// Provisioners are the provisioners of a kind that may run when a plan is applied. The JSON of a plan does not say whether a provisioner runs when
// an object is created, or when it is destroyed.
type Provisioners struct {
	Kind string // local-exec
	// Resources are the addresses of the resources that have them, without keys of instances, each once, sorted.
	Resources []string
}

// NotCovered says what the hash does not cover of what the plan would do, such as sensitive values.
func (h *Hash) NotCovered() (all []string) {
	if !h.CoversSensitive {
		all = append(all, "sensitive values")
	}
	switch h.MissingTexts {
	case 0:
	case 1:
		all = append(all, "the text of 1 value known only after apply")
	default:
		all = append(all, fmt.Sprintf("the text of %d values known only after apply", h.MissingTexts))
	}
	return all
}

// SchemaKind says how much is known about the schema of a type.
type SchemaKind uint8

// The kinds. NoSchema is for resources that could not be compared.
const (
	NoSchema       SchemaKind = iota
	SchemaExact               // the provider's own, which fits the document
	SchemaBundle              // the provider's own, of another version, corrected to fit the document
	SchemaKnown               // known facts about the type
	SchemaInferred            // inferred from the document
)
