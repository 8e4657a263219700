// Package several makes the contents of reports about several plans: each has a writer of its own, [Reports] keeps what these find, and [Join]
// finds out what the plans have in common.
//
// Workers read a document each, with a writer of its own for each target. The first line counts all documents, so everything that
// these writers write waits until all have been read: texts in a spool, and for reports by importance the contents of the overview,
// without the values. Then [Join] finds the changes that are alike in several plans, and each paper lays them out.
package several

import (
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/planfmt/planfmt/computed"
	"github.com/planfmt/planfmt/dialect"
	"github.com/planfmt/planfmt/doc"
	"github.com/planfmt/planfmt/internal/report/spool"
	"github.com/planfmt/planfmt/internal/report/wording"
	"github.com/planfmt/planfmt/plans"
	"github.com/planfmt/planfmt/review"
	"github.com/planfmt/planfmt/verdict"
)

// Writer writes one of several documents.
type Writer interface {
	Begin(computed.Summary) error
	Resource(computed.Resource) error
	End(computed.Outcome) error
}

// Many writes several documents as one.
type Many interface {
	// Document returns a Writer for a document. Several goroutines may call it, and use what it returns, at a time.
	Document(number int, words dialect.Dialect) Writer
	// Fail says why a document could not be read.
	Fail(number int, err error)
	// End is called last, and writes everything.
	End() error
	Close() error
}

// Reports is what reports of several documents have in common. Each document has a writer of its
// own, and what these keep is put together at the end. P is what is kept of a document.
type Reports[P any] struct {
	W     io.Writer
	Spool *spool.Store
	mu    sync.Mutex
	Parts []part[P]
	// dialects are those of the documents, by their names. There are few.
	dialects map[string]*dialect.Dialect
}

// part is one of several documents.
type part[P any] struct {
	PlanFacts
	Kept P // nothing if the document could not be read
}

// manyInMemory is how many bytes of the texts of several documents are in memory, unless the options say otherwise.
const manyInMemory = 4 << 20

func NewReports[P any](w io.Writer, names []string, o spool.Limits) *Reports[P] {
	if o.MemoryLimit == 0 {
		o.MemoryLimit = manyInMemory
	}
	m := &Reports[P]{W: w, Spool: spool.NewStore(o), Parts: make([]part[P], len(names)), dialects: map[string]*dialect.Dialect{}}
	for i, name := range names {
		m.Parts[i].Name = name
	}
	return m
}

// Set keeps what is known of a document when all of it has been written.
func (m *Reports[P]) Set(number int, f PlanFacts, kept P) {
	m.mu.Lock()
	defer m.mu.Unlock()
	f.Name = m.Parts[number].Name
	if d := f.dialect; d != nil {
		if m.dialects[d.Name] == nil {
			m.dialects[d.Name] = d
		}
		f.dialect = m.dialects[d.Name]
	}
	m.Parts[number] = part[P]{f, kept}
}

// Fail says why a document could not be read.
func (m *Reports[P]) Fail(number int, err error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.Parts[number] = part[P]{PlanFacts: PlanFacts{Name: m.Parts[number].Name, Err: err}}
}

// Close removes the temporary file and frees memory.
func (m *Reports[P]) Close() error { return m.Spool.Store.Close() }

// Facts returns the facts about all documents.
func (m *Reports[P]) Facts() []*PlanFacts {
	all := make([]*PlanFacts, len(m.Parts))
	for i := range m.Parts {
		all[i] = &m.Parts[i].PlanFacts
	}
	return all
}

// Kept returns what is kept of all documents.
func (m *Reports[P]) Kept() []P {
	all := make([]P, len(m.Parts))
	for i := range m.Parts {
		all[i] = m.Parts[i].Kept
	}
	return all
}

// PlanFacts are the facts about one of several documents as a whole. They are small, so that they
// can be kept for any number of documents.
type PlanFacts struct {
	Name    string
	Err     error            // why it could not be read; nothing else is known then
	dialect *dialect.Dialect // nil if it is not known; see many.set

	isState    bool
	Resources  int // of a state
	changes    bool
	totals     plans.Totals
	listed     bool                   // whether anything is in the totals
	counts     [review.Stored + 1]int // by class
	outputs    int
	invoked    int
	errored    bool
	incomplete bool
	notices    bool // there is something else to be said
	failed     int  // checks that have not passed
	hazards    int
	verdicts   verdict.Counts // of policies
	problems   int
	hash       string
	covers     bool // the hash covers sensitive values
}

// Begin takes what is known before the first resource.
func (f *PlanFacts) Begin(d dialect.Dialect, s *computed.Summary) {
	*f = PlanFacts{
		Name: f.Name, dialect: &d, isState: s.State != computed.NotState, totals: s.Totals(), counts: classCounts(s),
		invoked: s.Invocations, errored: s.Errored, failed: len(wording.FailedChecks(s)),
		incomplete: s.Complete != nil && !*s.Complete,
		notices:    wording.IsLater(s.FormatVersion, wording.KnownFormat) || s.Scope.Limits() != "",
		hazards:    len(s.Hazards),
	}
	if rep := s.Verdicts; rep != nil {
		f.verdicts = rep.Count()
		f.notices = f.notices || rep.Incomplete != "" || rep.Diagnostics.HasErrors()
	}
	if f.isState {
		return
	}
	for i := range s.Outputs {
		if s.Outputs[i].Shown() {
			f.outputs++
		}
	}
	f.listed = f.outputs+f.invoked > 0
	for _, n := range s.Counts {
		f.listed = f.listed || n > 0
	}
	if s.Hash != nil {
		f.hash, f.covers = s.Hash.Text, s.Hash.CoversSensitive
	}
}

// End takes what is known after the last resource.
func (f *PlanFacts) End(o *computed.Outcome) { f.changes, f.problems = o.Changes, len(o.Problems) }

// classCounts counts the changes by class, as far as the summary says.
func classCounts(s *computed.Summary) (counts [review.Stored + 1]int) {
	if s.State != computed.NotState {
		return counts
	}
	for action, n := range s.Counts {
		if class := review.ClassOf(&computed.Resource{Header: plans.Header{Action: action}, Section: computed.ChangesSection}); class != review.Unchanged {
			counts[class] += n
		}
	}
	counts[review.Import], counts[review.Move] = s.Imports, s.Moves
	counts[review.Drift], counts[review.Deferred] = s.DriftCount, s.DeferredCount
	return counts
}

// IsQuiet reports whether there is nothing to be said about a plan but that it does nothing.
func (f *PlanFacts) IsQuiet() bool {
	return f.Err == nil && !f.isState && !f.changes && !f.listed && !f.errored && !f.incomplete && !f.notices &&
		f.counts[review.Drift]+f.counts[review.Deferred]+f.failed+f.hazards+f.problems == 0 && f.policyWords() == ""
}

// policyWords says in a few words what policies have found. It returns "" if that is nothing.
func (f *PlanFacts) policyWords() string {
	var all []string
	for _, c := range []struct {
		n    int
		text string
	}{{f.verdicts.Error, wording.Plural(f.verdicts.Error, "error", "errors")}, {f.verdicts.Fail, "failed"}, {f.verdicts.Undecided, "undecided"}} {
		if c.n > 0 {
			all = append(all, strconv.Itoa(c.n)+" "+c.text)
		}
	}
	if all == nil {
		return ""
	}
	return "policies: " + strings.Join(all, ", ")
}

// words says in a few words what a plan does.
func (f *PlanFacts) words() []string {
	switch {
	case f.Err != nil:
		return []string{"could not be read: " + f.Err.Error()}
	case f.isState:
		all := []string{"a state", wording.CountOf(f.Resources, "resource", "resources")}
		if text := f.policyWords(); text != "" {
			all = append(all, text)
		}
		return all
	}
	var all []string
	if f.errored {
		all = append(all, "errored")
	}
	n := len(all)
	for class := review.Unknown; class <= review.Deferred; class++ {
		if n := f.counts[class]; n > 0 {
			all = append(all, wording.CountOfClass(n, class))
		}
	}
	if f.outputs > 0 {
		all = append(all, wording.CountOf(f.outputs, "output", "outputs"))
	}
	if f.invoked > 0 {
		all = append(all, wording.CountOf(f.invoked, "action", "actions"))
	}
	if len(all) == n && !f.errored {
		all = append(all, "no changes")
	}
	if f.incomplete && !f.errored && f.counts[review.Deferred] == 0 {
		all = append(all, "not complete")
	}
	if f.failed > 0 {
		all = append(all, wording.CountOf(f.failed, "check has", "checks have")+" not passed")
	}
	if f.problems > 0 {
		all = append(all, wording.CountOf(f.problems, "problem", "problems"))
	}
	if f.hazards > 0 {
		all = append(all, wording.CountOf(f.hazards, "hazard", "hazards"))
	}
	if text := f.policyWords(); text != "" {
		all = append(all, text)
	}
	return all
}

// Headline returns the headline: the number of plans, and how many of them change anything.
func Headline(all []*PlanFacts) (title, rest string) {
	changes, without, states, failed := 0, 0, 0, 0
	for _, f := range all {
		switch {
		case f.Err != nil:
			failed++
		case f.isState:
			states++
		case f.changes:
			changes++
		default:
			without++
		}
	}
	title = wording.CountOf(len(all), "plan", "plans")
	if states > 0 {
		title = wording.CountOf(len(all), "document", "documents")
	}
	words := []string{fmt.Sprintf("%d with changes", changes), fmt.Sprintf("%d without", without)}
	if states > 0 {
		words = append(words, wording.CountOf(states, "state", "states"))
	}
	if failed > 0 {
		words = append(words, fmt.Sprintf("%d could not be read", failed))
	}
	return title + ":", strings.Join(words, ", ") + "."
}

// Totals returns the line that sums up all plans, in the words of the first one. It is empty if
// they do nothing.
func Totals(all []*PlanFacts) dialect.Phrase {
	var sum plans.Totals
	var words *dialect.Words
	for _, f := range all {
		if f.Err != nil || f.isState {
			continue
		}
		if words == nil {
			words = &f.dialect.Words
		}
		sum.Import += f.totals.Import
		sum.Add += f.totals.Add
		sum.Change += f.totals.Change
		sum.Destroy += f.totals.Destroy
		sum.Forget += f.totals.Forget
		sum.Invoke += f.totals.Invoke
	}
	if words == nil || !slices.ContainsFunc(all, func(f *PlanFacts) bool { return f.listed }) {
		return nil
	}
	return words.Totals(sum)
}

// QuietNames returns the names of the plans of which only these are shown.
func QuietNames(all []*PlanFacts) []string {
	var names []string
	for _, f := range all {
		if f.IsQuiet() {
			names = append(names, f.Name)
		}
	}
	return names
}

// Row returns what the table by plan says of a plan.
func (f *PlanFacts) Row(withHash bool) []doc.Span {
	role := doc.Plain
	switch {
	case f.Err != nil:
		role = doc.Alert
	case f.isState:
		role = doc.Comment
	}
	spans := []doc.Span{{Role: role, Text: strings.Join(f.words(), ", ")}}
	if withHash && f.hash != "" {
		spans = append(spans, doc.Span{Role: doc.Comment, Text: "  " + f.hash})
	}
	return spans
}

// rank says how important a plan is, among several: 0 is the most important.
func (f *PlanFacts) rank() int {
	if f.Err != nil {
		return 0
	}
	if f.hazards > 0 || f.policyWords() != "" {
		return 1
	}
	for class := review.Unknown; class <= review.Stored; class++ {
		if f.counts[class] > 0 {
			return 1 + int(class)
		}
	}
	return 1 + int(review.Stored)
}

var errNoDocuments = errors.New("there are no documents")

// Seal ends writing to the parts. It returns an error if there are none.
func (m *Reports[P]) Seal() error {
	if len(m.Parts) == 0 {
		return errNoDocuments
	}
	return m.Spool.Store.Seal()
}

// counts returns how often each action is planned in all plans together.
func counts(all []*PlanFacts) []string {
	var sum PlanFacts
	for _, f := range all {
		for class, n := range f.counts {
			sum.counts[class] += n
		}
		sum.outputs += f.outputs
		sum.invoked += f.invoked
	}
	if words := sum.words(); words[0] != "no changes" {
		return words
	}
	return nil
}
