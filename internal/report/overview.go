package report

import (
	"strconv"

	"github.com/planfmt/planfmt/annotations"
	"github.com/planfmt/planfmt/computed"
	"github.com/planfmt/planfmt/dialect"
	"github.com/planfmt/planfmt/doc"
	"github.com/planfmt/planfmt/plans"
	"github.com/planfmt/planfmt/review"
)

// overview collects the facts about a plan or a state, by importance: groups of resources that
// change alike, with the reasons and the changes in a few words, and everything else that a
// reviewer should know. Reports lay out its contents. The zero value is for Terraform, and groups
// by action.
type overview struct {
	dialect dialect.Dialect
	groupBy GroupBy
	// allDrift lists the drift on which the plan does not depend. Otherwise, it is only counted.
	allDrift bool
	// refinements says what is already known about values that are known only after apply.
	refinements bool
	// tellSource tells where resources are declared.
	tellSource bool
	// badges leaves it to the format to say at a resource how many findings are about it.
	badges bool
	// quoted puts texts in quotes that come from the document or from policies, so that they cannot be taken for the report's own.
	quoted bool
	// documents tells all that changes in documents in strings, such as policies, however much that is.
	documents bool
	// fresh reports whether a finding of another program was not in the report before. It is nil if that is not known.
	fresh func(*annotations.Group) bool

	sum    computed.Summary
	groups review.Grouper[entry]
	added  int                    // resources, by which they are numbered; those in a state are not counted
	counts [review.Stored + 1]int // resources by class
	// irrelevant counts the drift that is not listed, because the plan does not depend on it.
	irrelevant int
	// touched counts such drift of what the plan changes.
	touched int
	// past has the numbers of resources that the configuration does not have any longer.
	past      map[int]bool
	invoked   []invocation
	stored    []plans.Header          // of a state
	declared  map[int]plans.Position  // by the number of the resource, where that is known
	annotated map[int]*annotated      // likewise, where other programs say something
	impacts   map[int]computed.Impact // likewise
}

// entry has the facts about resources that change alike.
type entry struct {
	sign      doc.Sign
	typ       string
	remarks   []string // what else is to be said, such as why it is destroyed
	alert     string   // why it could not be compared
	changes   changeList
	important bool // it is never folded
	muted     bool // nothing is said
	declared  plans.Position
	annotated *annotated
	impact    *computed.Impact
	past      bool // the configuration does not have it any longer
}

// invocation is an action and what triggers it.
type invocation struct {
	address, when, trigger string
	onFailure              plans.OnFailure
}

// begin forgets everything but the options, and keeps the summary.
func (v *overview) begin(s computed.Summary) {
	if v.dialect.Name == "" {
		v.dialect = dialect.Terraform()
	}
	*v = overview{dialect: v.dialect, groupBy: v.groupBy, allDrift: v.allDrift, refinements: v.refinements, tellSource: v.tellSource, badges: v.badges, quoted: v.quoted, documents: v.documents, sum: s}
}

// overview returns an empty overview with these options.
func (o *Options) overview() overview {
	return overview{dialect: o.Dialect, groupBy: o.GroupBy, refinements: o.Refinements}
}

// body returns the options of values.
func (v *overview) body() computed.RenderHumanOpts {
	return computed.RenderHumanOpts{ShowRefinements: v.refinements}
}

// pageBody returns the options of bodies. What does not change is in folds.
func (v *overview) pageBody() computed.RenderHumanOpts {
	return computed.RenderHumanOpts{FoldUnchanged: true, ShowRefinements: v.refinements}
}

// changedOutputs counts the outputs that change.
func (v *overview) changedOutputs() (n int) {
	for i := range v.sum.Outputs {
		if v.sum.Outputs[i].Shown() {
			n++
		}
	}
	return n
}

// classCount returns how many changes are of a class. A resource that changes can be imported or
// moved, too: it counts for both.
func (v *overview) classCount(class review.Class) int {
	switch class {
	case review.Import:
		return v.sum.Imports
	case review.Move:
		return v.sum.Moves
	}
	return v.counts[class]
}

// told returns a text of the document or of a policy as it is told. An empty one stays empty.
func (v *overview) told(text string) string {
	if v.quoted && text != "" {
		return strconv.Quote(text)
	}
	return text
}

// name is like told, for a name.
func (v *overview) name(name string) string {
	if v.quoted {
		return QuotedName(name)
	}
	return name
}
