// Package content is what a report says: [Contents] are sections of items, and an item has a label, words with roles, and what is special to
// its kind. Subjects make contents, and papers write them. The package knows no format, and compares nothing.
package content

import (
	"fmt"
	"slices"
	"strings"

	"github.com/planfmt/planfmt/computed"
	"github.com/planfmt/planfmt/diag"
	"github.com/planfmt/planfmt/doc"
	"github.com/planfmt/planfmt/internal/read/jsonlog"
	"github.com/planfmt/planfmt/internal/report/wording"
	"github.com/planfmt/planfmt/plans"
	"github.com/planfmt/planfmt/review"
)

// MaxAddresses is how many addresses of a group are shown. Of one that is important, all are.
const MaxAddresses = 3

// LabelText returns the label on one line.
func (it *ItemText) LabelText() string {
	shown, more := it.LabelParts()
	return strings.Join(shown, ", ") + more
}

func (it *ItemText) LabelParts() (shown []string, more string) {
	if it.Important || len(it.Label) <= MaxAddresses+1 {
		return it.Label, ""
	}
	return it.Label[:MaxAddresses], fmt.Sprintf(" and %d more", len(it.Label)-MaxAddresses)
}

// Role returns the role of the heading: what cannot be undone stands out.
func (sec *Section) Role() doc.Role {
	switch {
	case sec.Kind == HazardSection, sec.Kind == ResourceSection && (sec.Title == review.Delete.String() || sec.Title == review.Replace.String()):
		return doc.Danger
	case sec.Kind == VerdictsSection:
		return sec.Class().Role()
	case sec.Kind == RemarkSection:
		return doc.Note
	case sec.Kind == IdleSection:
		return doc.StrongCaution
	case sec.Kind == UnmatchedSection:
		return doc.Plain
	case sec.Kind == PassedSection:
		return ClassPassed.Role()
	}
	return doc.Bold
}

// Contents are the sections of a report, in their order.
type Contents struct {
	Head     []HeadLine
	First    []Section // until the sections are complete: those that come before all others
	Sections []Section
	Renames  *Section // until the sections are complete; nil if there are none
	Tail     []doc.Text
}

// HeadLine is a line at the top. One of them is the headline.
type HeadLine struct {
	Text       []doc.Span
	IsHeadline bool
	Counts     []string // of the headline: what else is to be counted
}

// Notice adds a line to the head.
func (c *Contents) Notice(text ...doc.Span) { c.Head = append(c.Head, HeadLine{Text: text}) }

// Headline adds the headline.
func (c *Contents) Headline(title []doc.Span, counts []string) {
	c.Head = append(c.Head, HeadLine{title, true, counts})
}

// Add adds a section, unless there is nothing in it.
func (c *Contents) Add(sec Section) {
	if len(sec.Items) > 0 {
		c.Sections = append(c.Sections, sec)
	}
}

// Of returns the sections of some kinds, in their order.
func (c *Contents) Of(kinds ...SectionKind) (all []Section) {
	for _, sec := range c.Sections {
		if slices.Contains(kinds, sec.Kind) {
			all = append(all, sec)
		}
	}
	return all
}

// Title returns the headline, and the lines above and below it.
func (c *Contents) Title() (headline []doc.Span, others []HeadLine) {
	for _, l := range c.Head {
		if l.IsHeadline {
			headline = l.Text
		} else {
			others = append(others, l)
		}
	}
	return headline, others
}

// RootModule stands for the address of the root module in titles and labels.
const RootModule = "(root module)"

// SectionKind says what the items of a section are.
type SectionKind uint8

const (
	ResourceSection SectionKind = iota
	ModuleSection               // modules of a state
	RenameSection
	OutputSection
	ActionSection
	CheckSection
	MutedSection
	HazardSection
	FindingSection // what scanners say
	SumSection     // costs, owners, and what else other programs say
	PolicySection
	digestSection // a line for each condition of a policy
	BundleSection
	CopySection
	ProblemSection
	ComparisonSection // of two plans
	PlanSection       // about plans as a whole
	VerdictsSection   // verdicts of a class, by condition
	RemarkSection     // what policies say whatever their verdict is
	IdleSection       // exceptions that except nothing
	UnmatchedSection  // policies that match nothing
	PassedSection     // policies that everything passes
)

// Section is a heading with the items below it.
type Section struct {
	Kind     SectionKind
	Title    string // in lower case unless it is an address, a type or a sentence; empty for none
	Verbatim bool   // the title is an address, a type or a sentence
	Counted  bool   // the heading has the number of what is below
	ByClass  bool   // the heading has the numbers by class
	Depth    int
	Items    []Item
	Plan     int  // the number of the plan that it is about, if there are several; from 1 on
	Closed   bool // a comment folds it
	Total    int  // what the heading counts, if not what the items stand for
	Rank     int  // where a paper has no room for all sections: 0 is the most important

	FoldedItems, FoldedCount int // items that are folded, and the resources in them
}

// HasRows reports whether a page has a row for each item, with a body.
func (sec *Section) HasRows() bool {
	switch sec.Kind {
	case ResourceSection, OutputSection, ModuleSection:
		return true
	case ComparisonSection:
		return len(sec.Items) > 0 && !sec.Items[0].Text().Plain
	}
	return false
}

// Count counts what the items stand for, unless there is a total.
func (sec *Section) Count() (n int) {
	if sec.Total > 0 {
		return sec.Total
	}
	for i := range sec.Items {
		n += sec.Items[i].Text().Count
	}
	return n
}

// ClassWords says how many resources of each class there are.
func (sec *Section) ClassWords() string {
	var counts [review.Stored + 1]int
	for i := range sec.Items {
		t := sec.Items[i].Text()
		counts[t.Class] += t.Count
	}
	var words []string
	for class, n := range counts {
		if n > 0 {
			words = append(words, fmt.Sprintf("%d %s", n, review.Class(class)))
		}
	}
	return strings.Join(words, ", ")
}

// Item is an element of a section, such as a change or a remark about the document. It is one of the kinds in this file.
type Item interface {
	Text() *ItemText
}

// ItemText is the text that every kind of item has.
type ItemText struct {
	Sign    doc.Sign
	Label   []string   // addresses, or a text
	Plain   bool       // label is a text, and nothing is aligned with it
	Muted   bool       // nothing is said but how many there are
	Words   []doc.Text // the facts about it
	Remarks int        // how many of the words, the first ones, are not about values
	Forcing int        // how many of the words say what forces the replacement; the others come after them
	Counts  int        // how many of the words, the last ones, only count what is not said
	// documents are the numbers of the words about values in documents, such as policies.
	Documents []int
	Class     review.Class
	Count     int // of resources, or of whatever the item is about
	// important items are never folded.
	Important bool
	Detail    Detail
}

func (t *ItemText) Text() *ItemText { return t }

// Rank says how important an item is where not everything has room: 0 is the most important. Papers ask for it at each level of an item, so
// that what a report gives up first is decided here.
func (t *ItemText) Rank() int { return int(t.Class) }

func (t *ItemText) Add(text doc.Text) { t.Words = append(t.Words, text) }

// ResourceItem is about a resource, or about several that change alike.
type ResourceItem struct {
	ItemText
	Type    string
	Module  string
	Members []review.Place
	Changes int                       // how many parts of a resource change
	Tables  []OwnTable                // of the values in which the resources differ
	Others  []string                  // paths of such values that are in no table
	Alarmed map[int]bool              // the numbers of the members that are in the tables with alarming values
	InPlan  func(review.Place) string // returns the name of the plan that a member is in, if there are several
	Plans   []string                  // the names of the plans, if it happens in several
	Sources []plans.Position          // where the members are declared, each place once
}

// Shorten takes the address of the module off those of the resources.
func (it *ResourceItem) Shorten() {
	for i := range it.Label {
		it.Label[i] = strings.TrimPrefix(it.Label[i], it.Module+".")
	}
}

// ModuleItem is about a module of a state.
type ModuleItem struct {
	ItemText
	Module string
}

// OutputItem is about an output.
type OutputItem struct {
	ItemText
	Output *computed.Output // nil when the values are not there any more
}

// ActionItem is about an action that no change triggers.
type ActionItem struct {
	ItemText
	Action *computed.ActionInvocation // nil when the values are not there any more
}

// RenameItem is about a likely rename.
type RenameItem struct {
	ItemText
	Rename *computed.Rename
}

// BlockItem is about configuration that should be written.
type BlockItem struct {
	ItemText
	Block []string // its lines
}

// ConditionItem is about a condition of a policy.
type ConditionItem struct {
	ItemText
	Condition Condition
}

// NoteItem is about anything else.
type NoteItem struct {
	ItemText
	About string            // the address of the resource that it is about, if it does not say what happens to that
	Kind  string            // what it is in a word, for filters
	Write func(*doc.Writer) // writes all that there is to say; nil if the words do
	// Details are lines below it, for papers that have room for them. They say everything but the first of the words.
	Details []string
	Open    bool // what is below it, or what it writes, is in sight where a paper folds
	// Language is that of what it writes, for papers that color code.
	Language string
}

// AboutResource returns an item about a resource that does not say what happens to it.
func AboutResource(address, deposed string) *NoteItem {
	return &NoteItem{About: address, ItemText: ItemText{Label: []string{wording.WithDeposed(address, deposed)}, Class: review.Unchanged}}
}

// Line is what stands above the details: the label, and the first of the words.
func (it *NoteItem) Line() string {
	if len(it.Words) == 0 {
		return it.LabelText()
	}
	return it.LabelText() + ": " + string(it.Words[0].Bytes)
}

// PlacedItem is about a place in a file.
type PlacedItem struct {
	ItemText
	At diag.Range
}

// AsNote returns what papers can say about an item of whatever kind: its text.
func AsNote(it Item) *NoteItem {
	if note, ok := it.(*NoteItem); ok {
		return note
	}
	return &NoteItem{ItemText: *it.Text()}
}

// DiagnosticItem is an error or a warning of another program. Its label is one line, and papers with room for it show the source.
type DiagnosticItem struct {
	ItemText
	Diagnostic *jsonlog.Diagnostic
}

// DiagnosticItems returns those of diagnostics that are errors, or the others.
func DiagnosticItems(all []jsonlog.Diagnostic, errors bool) (items []Item) {
	for i := range all {
		if all[i].IsError() == errors {
			items = append(items, &DiagnosticItem{Diagnostic: &all[i]})
		}
	}
	return items
}

// TableItem is a table. Cells with an address in them are names, and others are words.
type TableItem struct {
	ItemText
	Columns []string
	Rows    [][]doc.Span
}

// PlainItem returns an item that is a text.
func PlainItem(text string, class review.Class, count int) *NoteItem {
	return &NoteItem{ItemText: ItemText{Label: []string{text}, Plain: true, Class: class, Count: count}}
}

// MembersOf returns the resources that an item is about.
func MembersOf(it Item) []review.Place {
	if r, ok := it.(*ResourceItem); ok {
		return r.Members
	}
	return nil
}

// Detail says how much of an item a layout shows.
type Detail uint8

const (
	InFull  Detail = iota
	OneLine        // what does not fit is counted
	Folded         // it is only counted
)

// OwnTable is a table of values in which resources that change alike differ.
type OwnTable struct {
	Path     string
	Distinct int
	Rows     []OwnRow
}

// OwnRow is a value, and the addresses of those that have it.
type OwnRow struct {
	Label string
	Value doc.Text
}

// Rest says how many values a table leaves out.
func (t *OwnTable) Rest() string {
	n := t.Distinct - len(t.Rows)
	if n == 0 {
		return ""
	}
	return fmt.Sprintf("%d more values of %s (%d in all)", n, t.Path, t.Distinct)
}

// Condition is what policies say with one outcome about one condition.
type Condition struct {
	Section *VerdictSection
	Group   *FindingGroup
}

// OthersText names the paths that have no table.
func (it *ResourceItem) OthersText() string {
	if len(it.Others) == 0 {
		return ""
	}
	return wording.FewPaths(it.Others) + wording.Plural(len(it.Others), " differs", " differ") + " per instance, too"
}
