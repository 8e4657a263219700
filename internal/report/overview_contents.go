package report

import (
	"fmt"
	"strings"

	"github.com/planfmt/planfmt/computed"
	"github.com/planfmt/planfmt/doc"
	"github.com/planfmt/planfmt/plans"
	"github.com/planfmt/planfmt/review"
)

// contents are the sections of a report, in their order.
type contents struct {
	head     []headLine
	first    []section // until the sections are complete: those that come before all others
	sections []section
	renames  *section // until the sections are complete; nil if there are none
	tail     []doc.Text
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
	findingSection // what scanners say
	sumSection     // costs, owners, and what else other programs say
	policySection
	digestSection // a line for each condition of a policy
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

// hasRows reports whether a page has a row for each item, with a body.
func (sec *section) hasRows() bool {
	switch sec.kind {
	case resourceSection, outputSection, moduleSection:
		return true
	case comparisonSection:
		return len(sec.items) > 0 && !sec.items[0].text().plain
	}
	return false
}

// count counts what the items stand for.
func (sec *section) count() (n int) {
	for i := range sec.items {
		n += sec.items[i].text().count
	}
	return n
}

// classWords says how many resources of each class there are.
func (sec *section) classWords() string {
	var counts [review.Stored + 1]int
	for i := range sec.items {
		t := sec.items[i].text()
		counts[t.class] += t.count
	}
	var words []string
	for class, n := range counts {
		if n > 0 {
			words = append(words, fmt.Sprintf("%d %s", n, review.Class(class)))
		}
	}
	return strings.Join(words, ", ")
}

// item is an element of a section, such as a change or a remark about the document. It is one of the kinds in this file.
type item interface {
	text() *itemText
}

// itemText is the text that every kind of item has.
type itemText struct {
	sign    doc.Sign
	label   []string   // addresses, or a text
	plain   bool       // label is a text, and nothing is aligned with it
	muted   bool       // nothing is said but how many there are
	words   []doc.Text // the facts about it
	remarks int        // how many of the words, the first ones, are not about values
	forcing int        // how many of the words say what forces the replacement; the others come after them
	counts  int        // how many of the words, the last ones, only count what is not said
	// documents are the numbers of the words about values in documents, such as policies.
	documents []int
	class     review.Class
	count     int // of resources, or of whatever the item is about
	// important items are never folded.
	important bool
	detail    detail
}

func (t *itemText) text() *itemText { return t }

func (t *itemText) add(text doc.Text) { t.words = append(t.words, text) }

// resourceItem is about a resource, or about several that change alike.
type resourceItem struct {
	itemText
	typ     string
	module  string
	members []review.Place
	changes int                       // how many parts of a resource change
	tables  []ownTable                // of the values in which the resources differ
	others  []string                  // paths of such values that are in no table
	alarmed map[int]bool              // the numbers of the members that are in the tables with alarming values
	in      func(review.Place) string // returns the name of the plan that a member is in, if there are several
	plans   []string                  // the names of the plans, if it happens in several
	sources []plans.Position          // where the members are declared, each place once
}

// shorten takes the address of the module off those of the resources.
func (it *resourceItem) shorten() {
	for i := range it.label {
		it.label[i] = strings.TrimPrefix(it.label[i], it.module+".")
	}
}

// moduleItem is about a module of a state.
type moduleItem struct {
	itemText
	module string
}

// outputItem is about an output.
type outputItem struct {
	itemText
	output *computed.Output // nil when the values are not there any more
}

// actionItem is about an action that no change triggers.
type actionItem struct {
	itemText
	action *computed.ActionInvocation // nil when the values are not there any more
}

// renameItem is about a likely rename.
type renameItem struct {
	itemText
	rename *computed.Rename
}

// blockItem is about configuration that should be written.
type blockItem struct {
	itemText
	block []string // its lines
}

// conditionItem is about a condition of a policy.
type conditionItem struct {
	itemText
	condition checkedCondition
}

// noteItem is about anything else.
type noteItem struct {
	itemText
	about string            // the address of the resource that it is about, if it does not say what happens to that
	kind  string            // what it is in a word, for filters
	write func(*doc.Writer) // writes all that there is to say; nil if the words do
}

// plainItem returns an item that is a text.
func plainItem(text string, class review.Class, count int) *noteItem {
	return &noteItem{itemText: itemText{label: []string{text}, plain: true, class: class, count: count}}
}

// membersOf returns the resources that an item is about.
func membersOf(it item) []review.Place {
	if r, ok := it.(*resourceItem); ok {
		return r.members
	}
	return nil
}

// detail says how much of an item a layout shows.
type detail uint8

const (
	inFull  detail = iota
	oneLine        // what does not fit is counted
	folded         // it is only counted
)

// ownTable is a table of values in which resources that change alike differ.
type ownTable struct {
	path     string
	distinct int
	rows     []ownRow
}

// ownRow is a value, and the addresses of those that have it.
type ownRow struct {
	label string
	value doc.Text
}

// rest says how many values a table leaves out.
func (t *ownTable) rest() string {
	n := t.distinct - len(t.rows)
	if n == 0 {
		return ""
	}
	return fmt.Sprintf("%d more values of %s (%d in all)", n, t.path, t.distinct)
}

// checkedCondition is what policies say with one outcome about one condition.
type checkedCondition struct {
	section *verdictSection
	group   *findingGroup
}
