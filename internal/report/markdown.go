package report

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"iter"
	"strings"
	"sync/atomic"

	"github.com/planfmt/planfmt/computed"
	"github.com/planfmt/planfmt/doc"
	"github.com/planfmt/planfmt/internal/enum"
	"github.com/planfmt/planfmt/plans"
	"github.com/planfmt/planfmt/review"
	"github.com/planfmt/planfmt/sinks"
)

// Collapse says which parts of a report are collapsed at first, of those that can be.
type Collapse uint8

// The choices.
const (
	CollapseAuto Collapse = iota // all of them if there are more than three, or else none
	CollapseAll
	CollapseNone
)

var collapses = enum.New[Collapse]("choice", []string{
	CollapseAuto: "auto",
	CollapseAll:  "all",
	CollapseNone: "none",
}...)

// CollapseChoices returns the names of all choices.
func CollapseChoices() []string {
	return []string{CollapseAuto.String(), CollapseAll.String(), CollapseNone.String()}
}

// String returns the name of the choice.
func (c Collapse) String() string { return collapses.String(c) }

// MarshalText returns the name of the choice.
func (c Collapse) MarshalText() ([]byte, error) { return collapses.Marshal(c) }

// UnmarshalText sets the choice by its name. If there is no such name, the error lists the
// valid ones.
func (c *Collapse) UnmarshalText(text []byte) error { return collapses.Unmarshal(text, c) }

// MarkdownLayout is what users choose about a report in Markdown.
type MarkdownLayout struct {
	// Flavour is one of [sinks.Flavours]; the zero value stands for the first.
	Flavour sinks.Flavour
	// MaxSize is the maximum size of the report, in bytes; 0 means the limit of the flavour.
	// [NewMarkdown] returns an error if even the shortest report may be longer.
	MaxSize  int
	Collapse Collapse
	// CommentID, if set, is written in an invisible comment at the top, `planfmt:ID`, by which a
	// program can find the report again. It consists of ASCII letters, digits, `.`, `_` and `-`.
	CommentID string
	// Remember makes this comment also say what the plan does, so that the next report can say what has changed, see [Marker]. It
	// needs a CommentID.
	Remember bool
	// Previous is what such a comment said about the plan before. With Remember, the report says what has changed since. It is nil
	// if there is no such comment.
	Previous *Marker
	// ReportURL is the address of a page with all that there is to say, to which there is a link; empty for none. See [CheckReportURL].
	ReportURL string
}

// minMarkdown is the size in which the headline and the counts of every plan have room, if
// there is neither a title nor a comment.
const minMarkdown = 500

// Markdown is the report for a comment on a pull request. It is never longer than its limit. It
// writes everything at the end.
type Markdown struct {
	w     io.Writer
	opts  Options
	limit int
	reportTop
	intro string // what stands below the headline, before anything else
	mark  planMark
	// source is what has all that is left out of the report: "plan"
	source string
	begun  bool
	overview
	bodies keptBodies

	isPart bool                      // of a report of several documents, which counts
	find   func(number int) *drawing // of a part: it finds the drawing of a resource by its number
}

// NewMarkdown returns a report that writes to w. It returns an error if the comment ID is invalid,
// or if the maximum size is too small.
func NewMarkdown(w io.Writer, opts Options) (*Markdown, error) {
	top, limit, err := opts.begin(opts.Title)
	if err != nil {
		return nil, err
	}
	return &Markdown{w: w, opts: opts, source: "plan", reportTop: top, limit: limit, overview: opts.overview()}, nil
}

// reportTop is what stands above the headline of a report.
type reportTop struct{ comment, heading string }

func (t *reportTop) text() string { return t.comment + t.heading }

// begin sets the flavour if there is none. It returns what stands above the headline of a report,
// and how long the report may be.
func (l *MarkdownLayout) begin(title string) (top reportTop, limit int, err error) {
	if l.Flavour.Name == "" {
		l.Flavour = sinks.Flavours()[0]
	}
	limit = cmp.Or(l.MaxSize, l.Flavour.Limit)
	if l.CommentID != "" {
		if err := CheckCommentID(l.CommentID); err != nil {
			return top, 0, err
		}
		top.comment = l.Flavour.Hide("planfmt:" + l.CommentID)
	}
	if title := sinks.InText.Words(title); title != "" {
		top.heading = sinks.Heading(2, title)
	}
	more := 0
	if l.ReportURL != "" {
		if err := CheckReportURL(l.ReportURL); err != nil {
			return top, 0, err
		}
		more += len(l.ReportURL) + 20
	}
	if l.Remember {
		if l.CommentID == "" {
			return top, 0, errors.New("a report that is to be remembered needs a comment ID")
		}
		more += markerBase + sinceShort
	}
	if least := minMarkdown + len(top.text()) + more; limit < least {
		return top, 0, fmt.Errorf("a maximum size of %d bytes is too small: the headline and the counts need at least %d bytes", limit, least)
	}
	return top, limit, nil
}

// CheckCommentID says what is wrong with a [MarkdownLayout].CommentID, if anything is.
func CheckCommentID(id string) error {
	const allowed = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789._-"
	if strings.ContainsFunc(id, func(r rune) bool { return !strings.ContainsRune(allowed, r) }) {
		return fmt.Errorf("%q is not a valid comment ID: only the letters A to Z and a to z, digits, and the characters . _ - are allowed", id)
	}
	if id == "" {
		return errors.New("a comment ID must not be empty")
	}
	return nil
}

// Begin keeps the summary.
func (m *Markdown) Begin(s computed.Summary) error {
	m.begun = true
	m.begin(s)
	m.bodies.reset(m.limit)
	m.startMark(&s)
	return nil
}

// startMark begins what the marker says about the document.
func (m *Markdown) startMark(s *computed.Summary) {
	if m.opts.Remember && s.State == computed.NotState {
		m.mark.summary(s)
	}
}

// Resource adds a change.
func (m *Markdown) Resource(r computed.Resource) error { return m.Prepare(r)() }

// Prepare works out what is said about a change, and draws it. It returns the rest of
// [Markdown.Resource]. Several goroutines may call Prepare at a time, in any order, between
// Begin and End.
func (m *Markdown) Prepare(r computed.Resource) (write func() error) {
	if !m.begun {
		return func() error { return errNotBegun }
	}
	add := m.prepare(&r)
	d := m.drawResource(&r, review.ClassOf(&r))
	module, _ := plans.SplitModule(r.Address)
	var marked fullEntry
	isMarked := false
	if m.opts.Remember {
		marked, isMarked = resourceMark(&r)
	}
	return func() error {
		number := m.added
		if isMarked {
			m.mark.add(marked)
		}
		if isFirst := add(); d != nil {
			d.follows = !isFirst
			m.bodies.keep(number, module, d)
		}
		return nil
	}
}

// drawResource draws the change of a resource. It returns nil if there is nothing to draw, or
// if the resource is only counted.
func (m *Markdown) drawResource(r *computed.Resource, class review.Class) *drawing {
	write := func(w *doc.Writer) { writeResource(w, &m.dialect.Words, r, m.body()) }
	switch {
	case class == review.Stored:
		write = func(w *doc.Writer) { writeStateResource(w, &m.dialect.Words, r) }
	case r.Muted && r.Err == nil || m.isCountedOnly(r, class) || !isPrinted(r):
		return nil
	}
	if m.bodies.isFull(class) {
		return &drawing{class: class, dropped: true}
	}
	return m.draw(class, doc.Lines(write))
}

// body returns the options of values.
func (v *overview) body() computed.RenderHumanOpts {
	return computed.RenderHumanOpts{ShowRefinements: v.refinements}
}

// draw puts lines together for a fence.
func (m *Markdown) draw(class review.Class, lines iter.Seq[doc.Line]) *drawing {
	c := m.opts.Flavour.FenceComposer()
	if class == review.Stored {
		c.Margin = nil // there are no signs
	}
	return draw(class, lines, c, m.limit)
}

// drawRest draws outputs, and actions that no resource triggers.
func (m *Markdown) drawRest(c *contents) {
	for i := range c.sections {
		sec := &c.sections[i]
		for j := range sec.items {
			if it, ok := sec.items[j].(*actionItem); ok && it.action.Err == nil && it.action.HasConfig {
				it.drawing = m.draw(review.Update, doc.Lines(func(w *doc.Writer) { writeInvocation(w, it.action, m.body(), nil) }))
			}
		}
		switch {
		case sec.kind != outputSection:
		case m.sum.State != computed.NotState:
			c.outputs = m.draw(review.Stored, doc.Lines(func(w *doc.Writer) {
				for i := range m.sum.Outputs {
					writeStateOutput(w, &m.sum.Outputs[i])
				}
			}))
		default:
			c.outputs = m.draw(review.Update, doc.Lines(func(w *doc.Writer) { writeOutputs(w, m.sum.Outputs, m.body()) }))
		}
	}
}

// End writes the report.
func (m *Markdown) End(o computed.Outcome) error {
	if !m.begun {
		return errNotBegun
	}
	c := m.contents(o, m.opts.ShowHash)
	m.drawRest(c)
	m.remember([]namedMark{{"", &m.mark}})
	return m.layOut(c)
}

// layOut writes a report with these contents.
func (m *Markdown) layOut(c *contents) error { return writeAll(m.w, newMarkdownSheet(m, c).write()) }

// keptBodies are the drawings of resources that may be in the report: the most important ones,
// and not many more than there is room for.
type keptBodies struct {
	budget   int
	size     int
	byNumber map[int]*drawing               // of the resources in a plan, see review.Place
	inModule map[string][]*drawing          // of those in a state, in the order of the document
	byRank   [lowestBodyRank + 1][]*drawing // in the order of the document
	// full is 1 more than the rank from which on nothing more is kept, or 0. It only decreases,
	// so that a resource which is dropped early would be dropped anyway.
	full atomic.Int32
}

// reset drops everything. limit is that of the report.
func (k *keptBodies) reset(limit int) {
	*k = keptBodies{budget: 2 * limit, byNumber: map[int]*drawing{}, inModule: map[string][]*drawing{}}
}

// isFull reports whether no more bodies of a class are kept, not even that of the first resource of those that change alike. Several
// goroutines may call it.
func (k *keptBodies) isFull(class review.Class) bool { return k.isRankFull(bodyRank(class)) }

func (k *keptBodies) isRankFull(rank int) bool {
	full := k.full.Load()
	return full > 0 && rank >= int(full)-1
}

// keep keeps the drawing of a resource with a number, in a module, and drops the least important
// drawings if there are too many. What is dropped is still known to exist, unless it is like another one.
func (k *keptBodies) keep(number int, module string, d *drawing) {
	rank := d.rank()
	dropped := d.dropped || k.isRankFull(rank)
	switch {
	case dropped && d.follows:
		return
	case d.class == review.Stored:
		k.inModule[module] = append(k.inModule[module], d)
	default:
		k.byNumber[number] = d
	}
	if dropped {
		d.drop()
		return
	}
	k.byRank[rank] = append(k.byRank[rank], d)
	k.size += len(d.text)
	k.shrink(k.budget)
}

// shrink drops the least important drawings until the others are no larger than a size.
func (k *keptBodies) shrink(size int) {
	for worst := lowestBodyRank; k.size > size && worst >= 0; {
		last := len(k.byRank[worst]) - 1
		if last < 0 {
			worst--
			continue
		}
		k.size -= len(k.byRank[worst][last].text)
		k.byRank[worst][last].drop()
		k.byRank[worst] = k.byRank[worst][:last]
		k.full.Store(int32(worst) + 1)
	}
}

// bodyRank says how important the body of a change is; 0 is the most important. The body of
// something that is destroyed says less than that of something that changes.
func bodyRank(c review.Class) int {
	switch c {
	case review.Unknown, review.Replace:
		return int(c)
	case review.Update:
		return 2
	case review.Destroy:
		return 3
	case review.Forget:
		return 4
	case review.Deferred:
		return 5
	case review.Import:
		return 6
	case review.Move:
		return 7
	case review.Drift:
		return 8
	case review.Read:
		return 9
	case review.Create:
		return 10
	}
	return lowestFirstRank
}

// The ranks of the bodies of resources that change like another one come after all others.
const (
	lowestFirstRank = 11
	lowestBodyRank  = 2*lowestFirstRank + 1
)

// rank says how important a drawing is; 0 is the most important.
func (d *drawing) rank() int {
	rank := bodyRank(d.class)
	if d.follows {
		rank += lowestFirstRank + 1
	}
	return rank
}
