package report

import (
	"fmt"
	"strings"

	"github.com/planfmt/planfmt/computed"
	"github.com/planfmt/planfmt/doc"
	"github.com/planfmt/planfmt/internal/jsondoc"
	"github.com/planfmt/planfmt/plans"
	"github.com/planfmt/planfmt/review"
)

// contents is everything that there is to say, in its order.
type contents struct {
	head     []headLine
	first    []section // until the sections are complete: those that come before all others
	sections []section
	renames  *section // until the sections are complete; nil if there are none
	tail     []doc.Text
	outputs  *drawing // of all outputs, for reports that draw them
}

// headLine is a line at the top. One of them is the headline.
type headLine struct {
	text       []doc.Span
	isHeadline bool
	counts     []string // of the headline: what else is to be counted
}

// notice adds a line to the head.
func (c *contents) notice(text ...doc.Span) { c.head = append(c.head, headLine{text: text}) }

// headline adds the headline.
func (c *contents) headline(title []doc.Span, counts []string) {
	c.head = append(c.head, headLine{title, true, counts})
}

// add adds a section, unless there is nothing in it.
func (c *contents) add(sec section) {
	if len(sec.items) > 0 {
		c.sections = append(c.sections, sec)
	}
}

// rootModule stands for the address of the root module in titles and labels.
const rootModule = "(root module)"

// sectionKind says what the items of a section are.
type sectionKind uint8

const (
	resourceSection sectionKind = iota
	moduleSection               // modules of a state
	renameSection
	outputSection
	actionSection
	checkSection
	mutedSection
	hazardSection
	policySection
	bundleSection
	copySection
	problemSection
	comparisonSection // of two plans
	planSection       // about plans as a whole
)

// section is a heading with the items below it.
type section struct {
	kind     sectionKind
	title    string // in lower case unless it is an address, a type or a sentence; empty for none
	verbatim bool   // the title is an address, a type or a sentence
	counted  bool   // the heading has the number of what is below
	byClass  bool   // the heading has the numbers by class
	depth    int
	items    []item
	plan     int // the number of the plan that it is about, if there are several; from 1 on

	foldedItems, foldedCount int // items that are folded, and the resources in them
}

// count counts what the items stand for.
func (sec *section) count() (n int) {
	for i := range sec.items {
		n += sec.items[i].count
	}
	return n
}

// classWords says how many resources of each class there are.
func (sec *section) classWords() string {
	var counts [review.Stored + 1]int
	for i := range sec.items {
		counts[sec.items[i].class] += sec.items[i].count
	}
	var words []string
	for class, n := range counts {
		if n > 0 {
			words = append(words, fmt.Sprintf("%d %s", n, review.Class(class)))
		}
	}
	return strings.Join(words, ", ")
}

// item is something that happens: to a resource or to several, to an output, and so on.
type item struct {
	sign    doc.Sign
	label   []string                   // addresses, or a text
	plain   bool                       // label is a text, and nothing is aligned with it
	words   []doc.Text                 // what is said about it
	block   []string                   // lines of configuration below it, if it is said in full
	remarks int                        // how many of the words, the first ones, are not about values
	forcing int                        // how many of the words say what forces the replacement; the others come after them
	counts  int                        // how many of the words, the last ones, only count what is not said
	tables  []ownTable                 // of the values in which resources that change alike differ
	others  []string                   // paths of such values that are in no table
	alarmed map[int]bool               // the numbers of the members that are in the tables with alarming values
	in      func(review.Place) string  // returns the name of the plan that a member is in, if there are several
	class   review.Class               // of resources
	typ     string                     // likewise
	module  string                     // likewise
	count   int                        // of resources, or of whatever the item is about
	members []review.Place             // the resources
	about   string                     // the address of the resource that it is about, if it does not say what happens to that
	output  *computed.Output           // of an output
	plans   []string                   // the names of the plans, if it happens in several
	sources []plans.Position           // where the members are declared, each place once
	action  *computed.ActionInvocation // of an action that no change triggers
	rename  *computed.Rename           // of a rename
	verdict *checkedCondition          // of what policies say
	drawing *drawing                   // of an action, for reports that draw it
	body    jsondoc.Ref                // of an output or an action, for reports that keep bodies
	hasBody bool
	changes int // how many parts of a resource change
	// important items are never folded.
	important bool
	detail    detail
}

func (it *item) add(t doc.Text) { it.words = append(it.words, t) }

// shorten takes a prefix off the addresses.
func (it *item) shorten(prefix string) {
	for i := range it.label {
		it.label[i] = strings.TrimPrefix(it.label[i], prefix)
	}
}

// detail says how much of an item a layout shows.
type detail uint8

const (
	inFull  detail = iota
	oneLine        // what does not fit is counted
	folded         // it is only counted
)
