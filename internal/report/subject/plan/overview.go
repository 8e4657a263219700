// Package plan makes the contents of reports about a plan or a state: see [Overview]. What is dangerous comes first, and what changes alike is
// told once. It knows no format.
//
// collect.go collects the facts: groups of resources that change alike, causes, changes in a few words, counts, outputs, renames,
// checks, problems. [Overview.Contents] puts them in order; the papers add only the layout. A new kind of fact is a section of the
// contents (sections.go), so that all papers have it.
package plan

import (
	"strconv"

	"github.com/planfmt/planfmt/annotations"
	"github.com/planfmt/planfmt/computed"
	"github.com/planfmt/planfmt/dialect"
	"github.com/planfmt/planfmt/doc"
	"github.com/planfmt/planfmt/internal/report/layout"
	"github.com/planfmt/planfmt/internal/report/wording"
	"github.com/planfmt/planfmt/plans"
	"github.com/planfmt/planfmt/review"
)

// Overview collects the facts about a plan or a state, by importance: groups of resources that
// change alike, with the reasons and the changes in a few words, and everything else that a
// reviewer should know. Reports lay out its contents. The zero value is for Terraform, and groups
// by action.
type Overview struct {
	Dialect dialect.Dialect
	groupBy layout.GroupBy
	// allDrift lists the drift on which the plan does not depend. Otherwise, it is only counted.
	AllDrift bool
	// refinements says what is already known about values that are known only after apply.
	Refinements bool
	// tellSource tells where resources are declared.
	TellSource bool
	// badges leaves it to the format to say at a resource how many findings are about it.
	Badges bool
	// quoted puts texts in quotes that come from the document or from policies, so that they cannot be taken for the report's own.
	Quoted bool
	// documents tells all that changes in documents in strings, such as policies, however much that is.
	Documents bool
	// fresh reports whether a finding of another program was not in the report before. It is nil if that is not known.
	Fresh func(*annotations.Group) bool

	Sum    computed.Summary
	Groups review.Grouper[Entry]
	Added  int                    // resources, by which they are numbered; those in a state are not counted
	Counts [review.Stored + 1]int // resources by class
	// irrelevant counts the drift that is not listed, because the plan does not depend on it.
	irrelevant int
	// touched counts such drift of what the plan changes.
	touched int
	// past has the numbers of resources that the configuration does not have any longer.
	past      map[int]bool
	invoked   []invocation
	Stored    []plans.Header          // of a state
	declared  map[int]plans.Position  // by the number of the resource, where that is known
	annotated map[int]*annotated      // likewise, where other programs say something
	impacts   map[int]computed.Impact // likewise
}

// Entry has the facts about resources that change alike.
type Entry struct {
	sign      doc.Sign
	typ       string
	remarks   []string // what else is to be said, such as why it is destroyed
	alert     string   // why it could not be compared
	changes   changeList
	important bool // it is never folded
	Muted     bool // nothing is said
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

// Start forgets everything but the options, and keeps the summary.
func (v *Overview) Start(s computed.Summary) {
	if v.Dialect.Name == "" {
		v.Dialect = dialect.Terraform()
	}
	*v = Overview{Dialect: v.Dialect, groupBy: v.groupBy, AllDrift: v.AllDrift, Refinements: v.Refinements, TellSource: v.TellSource, Badges: v.Badges, Quoted: v.Quoted, Documents: v.Documents, Sum: s}
}

// NewOverview returns an empty overview with these options.
func NewOverview(o *layout.Options) Overview {
	return Overview{Dialect: o.Dialect, groupBy: o.GroupBy, Refinements: o.Refinements}
}

// Body returns the options of values.
func (v *Overview) Body() computed.RenderHumanOpts {
	return computed.RenderHumanOpts{ShowRefinements: v.Refinements}
}

// PageBody returns the options of bodies. What does not change is in folds.
func (v *Overview) PageBody() computed.RenderHumanOpts {
	return computed.RenderHumanOpts{FoldUnchanged: true, ShowRefinements: v.Refinements}
}

// ChangedOutputs counts the outputs that change.
func (v *Overview) ChangedOutputs() (n int) {
	for i := range v.Sum.Outputs {
		if v.Sum.Outputs[i].Shown() {
			n++
		}
	}
	return n
}

// ClassCount returns how many changes are of a class. A resource that changes can be imported or
// moved, too: it counts for both.
func (v *Overview) ClassCount(class review.Class) int {
	switch class {
	case review.Import:
		return v.Sum.Imports
	case review.Move:
		return v.Sum.Moves
	}
	return v.Counts[class]
}

// told returns a text of the document or of a policy as it is shown. An empty one stays empty.
func (v *Overview) told(text string) string {
	if v.Quoted && text != "" {
		return strconv.Quote(text)
	}
	return text
}

// name is like told, for a name.
func (v *Overview) name(name string) string {
	if v.Quoted {
		return wording.QuotedName(name)
	}
	return name
}
