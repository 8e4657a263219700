package report

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

// many is what reports of several documents have in common. Each document has a writer of its
// own, and what these keep is put together at the end. P is what is kept of a document.
type many[P any] struct {
	w     io.Writer
	spool *spool
	mu    sync.Mutex
	parts []part[P]
	// dialects are those of the documents, by their names. There are few.
	dialects map[string]*dialect.Dialect
}

// part is one of several documents.
type part[P any] struct {
	planFacts
	kept P // nothing if the document could not be read
}

// manyInMemory is how many bytes of the texts of several documents are in memory, unless the options say otherwise.
const manyInMemory = 4 << 20

func newMany[P any](w io.Writer, names []string, o SpoolOptions) *many[P] {
	if o.MemoryLimit == 0 {
		o.MemoryLimit = manyInMemory
	}
	m := &many[P]{w: w, spool: newSpool(o), parts: make([]part[P], len(names)), dialects: map[string]*dialect.Dialect{}}
	for i, name := range names {
		m.parts[i].name = name
	}
	return m
}

// set keeps what is known of a document when all of it has been written.
func (m *many[P]) set(number int, f planFacts, kept P) {
	m.mu.Lock()
	defer m.mu.Unlock()
	f.name = m.parts[number].name
	if d := f.dialect; d != nil {
		if m.dialects[d.Name] == nil {
			m.dialects[d.Name] = d
		}
		f.dialect = m.dialects[d.Name]
	}
	m.parts[number] = part[P]{f, kept}
}

// Fail says why a document could not be read.
func (m *many[P]) Fail(number int, err error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.parts[number] = part[P]{planFacts: planFacts{name: m.parts[number].name, err: err}}
}

// Close removes the temporary file and frees memory.
func (m *many[P]) Close() error { return m.spool.store.Close() }

// facts returns the facts about all documents.
func (m *many[P]) facts() []*planFacts {
	all := make([]*planFacts, len(m.parts))
	for i := range m.parts {
		all[i] = &m.parts[i].planFacts
	}
	return all
}

// kept returns what is kept of all documents.
func (m *many[P]) kept() []P {
	all := make([]P, len(m.parts))
	for i := range m.parts {
		all[i] = m.parts[i].kept
	}
	return all
}

// planFacts are the facts about one of several documents as a whole. They are small, so that they
// can be kept for any number of documents.
type planFacts struct {
	name    string
	err     error            // why it could not be read; nothing else is known then
	dialect *dialect.Dialect // nil if it is not known; see many.set

	isState    bool
	resources  int // of a state
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

// begin takes what is known before the first resource.
func (f *planFacts) begin(d dialect.Dialect, s *computed.Summary) {
	*f = planFacts{
		name: f.name, dialect: &d, isState: s.State != computed.NotState, totals: s.Totals(), counts: classCounts(s),
		invoked: s.Invocations, errored: s.Errored, failed: len(failedChecks(s)),
		incomplete: s.Complete != nil && !*s.Complete,
		notices:    isLater(s.FormatVersion, knownFormat) || s.Scope.Limits() != "",
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

// end takes what is known after the last resource.
func (f *planFacts) end(o *computed.Outcome) { f.changes, f.problems = o.Changes, len(o.Problems) }

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

// isQuiet reports whether there is nothing to be said about a plan but that it does nothing.
func (f *planFacts) isQuiet() bool {
	return f.err == nil && !f.isState && !f.changes && !f.listed && !f.errored && !f.incomplete && !f.notices &&
		f.counts[review.Drift]+f.counts[review.Deferred]+f.failed+f.hazards+f.problems == 0 && f.policyWords() == ""
}

// policyWords says in a few words what policies have found. It returns "" if that is nothing.
func (f *planFacts) policyWords() string {
	var all []string
	for _, c := range []struct {
		n    int
		text string
	}{{f.verdicts.Error, plural(f.verdicts.Error, "error", "errors")}, {f.verdicts.Fail, "failed"}, {f.verdicts.Undecided, "undecided"}} {
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
func (f *planFacts) words() []string {
	switch {
	case f.err != nil:
		return []string{"could not be read: " + f.err.Error()}
	case f.isState:
		all := []string{"a state", countOf(f.resources, "resource", "resources")}
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
			all = append(all, countOfClass(n, class))
		}
	}
	if f.outputs > 0 {
		all = append(all, countOf(f.outputs, "output", "outputs"))
	}
	if f.invoked > 0 {
		all = append(all, countOf(f.invoked, "action", "actions"))
	}
	if len(all) == n && !f.errored {
		all = append(all, "no changes")
	}
	if f.incomplete && !f.errored && f.counts[review.Deferred] == 0 {
		all = append(all, "not complete")
	}
	if f.failed > 0 {
		all = append(all, countOf(f.failed, "check has", "checks have")+" not passed")
	}
	if f.problems > 0 {
		all = append(all, countOf(f.problems, "problem", "problems"))
	}
	if f.hazards > 0 {
		all = append(all, countOf(f.hazards, "hazard", "hazards"))
	}
	if text := f.policyWords(); text != "" {
		all = append(all, text)
	}
	return all
}

// manyHeadline returns the headline: the number of plans, and how many of them change anything.
func manyHeadline(all []*planFacts) (title, rest string) {
	changes, without, states, failed := 0, 0, 0, 0
	for _, f := range all {
		switch {
		case f.err != nil:
			failed++
		case f.isState:
			states++
		case f.changes:
			changes++
		default:
			without++
		}
	}
	title = countOf(len(all), "plan", "plans")
	if states > 0 {
		title = countOf(len(all), "document", "documents")
	}
	words := []string{fmt.Sprintf("%d with changes", changes), fmt.Sprintf("%d without", without)}
	if states > 0 {
		words = append(words, countOf(states, "state", "states"))
	}
	if failed > 0 {
		words = append(words, fmt.Sprintf("%d could not be read", failed))
	}
	return title + ":", strings.Join(words, ", ") + "."
}

// manyTotals returns the line that sums up all plans, in the words of the first one. It is empty if
// they do nothing.
func manyTotals(all []*planFacts) dialect.Phrase {
	var sum plans.Totals
	var words *dialect.Words
	for _, f := range all {
		if f.err != nil || f.isState {
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
	if words == nil || !slices.ContainsFunc(all, func(f *planFacts) bool { return f.listed }) {
		return nil
	}
	return words.Totals(sum)
}

// quietNames returns the names of the plans of which only these are told.
func quietNames(all []*planFacts) []string {
	var names []string
	for _, f := range all {
		if f.isQuiet() {
			names = append(names, f.name)
		}
	}
	return names
}

// row returns what the table by plan says of a plan.
func (f *planFacts) row(withHash bool) []doc.Span {
	role := doc.Plain
	switch {
	case f.err != nil:
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
func (f *planFacts) rank() int {
	if f.err != nil {
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

// seal ends writing to the parts. It returns an error if there are none.
func (m *many[P]) seal() error {
	if len(m.parts) == 0 {
		return errNoDocuments
	}
	return m.spool.store.Seal()
}

// manyCounts returns how often each action is planned in all plans together.
func manyCounts(all []*planFacts) []string {
	var sum planFacts
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
