// Package human has the layout of the real programs, to the byte: of plans and states ([New]) and of logs ([NewLog]). The bodies that other
// reports show of resources are drawn here. It takes its words from a dialect.Dialect, and leaves escaping to the sink.
package human

import (
	"fmt"
	"io"
	"slices"

	"github.com/planfmt/planfmt/computed"
	"github.com/planfmt/planfmt/dialect"
	"github.com/planfmt/planfmt/doc"
	"github.com/planfmt/planfmt/internal/report/layout"
	"github.com/planfmt/planfmt/internal/report/paper"
	"github.com/planfmt/planfmt/internal/report/paper/text"
	"github.com/planfmt/planfmt/internal/report/wording"
	"github.com/planfmt/planfmt/plans"
	"github.com/planfmt/planfmt/sinks"
)

// Report is the report for people. It passes each resource to its sink when it
// arrives. What can be done for several resources at the same time is in
// [Report.Prepare].
type Report struct {
	w     io.Writer
	words dialect.Words
	Opts  layout.Options

	out   sinks.Document // nil before Begin
	sum   computed.Summary
	at    computed.Section
	ended bool // nothing more is to be printed
}

// New returns a report that writes to w.
func New(w io.Writer, opts layout.Options) *Report {
	opts.SetDefaults(sinks.DefaultWidth)
	return &Report{w: w, words: opts.Dialect.Words, Opts: opts}
}

// Begin opens the document and writes what stands above the first resource.
func (h *Report) Begin(s computed.Summary) error {
	var err error
	if h.out, err = h.Opts.Sink.Open(h.w); err != nil {
		return err
	}
	h.sum, h.at, h.ended = s, computed.DriftSection, false
	if s.State != computed.NotState {
		return h.beginState()
	}
	p := wherePage(s.Where)
	if wording.HasLaterFormat(&s) {
		p.Gap()
		p.Warning(h.words.VersionWarning)
	}
	if s.DriftCount > 0 {
		p.Gap()
		p.Heading(h.words.DriftNote)
		p.Gap()
		p.Paragraph(h.words.DriftIntro)
	}
	return h.write(p)
}

// Resource writes a change. Changes come in the order of their sections; one
// that comes too late is an error.
func (h *Report) Resource(r computed.Resource) error { return h.Prepare(r)() }

// Prepare lays out a change, and puts its lines together if the sink can do so. It
// returns what is left of [Report.Resource]. Several goroutines may call Prepare at a
// time, in any order, between Begin and End.
func (h *Report) Prepare(r computed.Resource) (write func() error) {
	write, _ = h.PrepareAll(&r)
	return write
}

// PrepareAll is like Prepare, and reports whether the change is not needed any more.
func (h *Report) PrepareAll(r *computed.Resource) (write func() error, all bool) {
	if h.out == nil {
		return func() error { return paper.ErrNotBegun }, true
	}
	section, address := r.Section, r.Address
	lines, all := h.prepare(h.layOut(r))
	return func() error {
		if err := h.reach(section, address); err != nil || h.ended {
			return err
		}
		return lines()
	}, all
}

// layOut returns what stands in the report for a resource, and the gap above it.
func (h *Report) layOut(r *computed.Resource) text.Page {
	var p text.Page
	switch {
	case r.Section == computed.StateSection:
		h.addStateResource(&p, r)
	case IsPrinted(r):
		p.Gap()
		p.Add(func(w *doc.Writer) { WriteResource(w, &h.words, r, h.body()) })
	}
	return p
}

// body returns the options of values.
func (h *Report) body() computed.RenderHumanOpts {
	return computed.RenderHumanOpts{ShowRefinements: h.Opts.Refinements}
}

// reach checks that a resource of a section may come now, and writes what stands
// above the section.
func (h *Report) reach(section computed.Section, address string) error {
	if section < h.at {
		return fmt.Errorf("%s: a resource of section %s follows one of section %s", plans.SpellName(address), section, h.at)
	}
	if section == computed.StateSection {
		if h.sum.State == computed.NotState {
			return fmt.Errorf("%s: a resource of a state in a plan", plans.SpellName(address))
		}
		return nil
	}
	return h.advance(section)
}

// IsPrinted reports whether a change leaves anything to print. A change that is
// listed as a no-op only says that an object moved or is imported.
func IsPrinted(r *computed.Resource) bool {
	if r.Section == computed.ChangesSection {
		return r.Shown()
	}
	return r.Err != nil || r.Action != plans.NoOp || r.Moved() || r.Importing != nil && r.Section == computed.DeferredSection
}

// End writes what stands below the last resource, and closes the document.
func (h *Report) End(computed.Outcome) error {
	if h.out == nil {
		return paper.ErrNotBegun
	}
	if err := h.end(); err != nil {
		return err
	}
	if err := h.countMuted(); err != nil {
		return err
	}
	return h.out.Close()
}

// countMuted says how many changes rules mute.
func (h *Report) countMuted() error {
	n := len(h.sum.Muted)
	if n == 0 {
		return nil
	}
	what := "change"
	if h.sum.State != computed.NotState {
		what = "resource"
	}
	if n > 1 {
		what += "s"
	}
	var p text.Page
	p.Gap()
	p.Paragraph(fmt.Sprintf("%d %s muted%s.", n, what, wording.ByRules(&h.sum)))
	return h.write(p)
}

func (h *Report) end() error {
	if h.sum.State != computed.NotState {
		return h.endState()
	}
	if err := h.advance(computed.ChangesSection); err != nil || h.ended {
		return err
	}
	var p text.Page
	if h.listedCount() > 0 || h.sum.Invocations > 0 {
		p.Gap()
		p.Heading(h.words.Totals(h.sum.Totals()))
	}
	if len(h.sum.Invoked) > 0 {
		p.Gap()
		p.Title(h.words.Invoked)
		for _, a := range h.sum.Invoked {
			p.Gap()
			heading := wording.PhraseSpans(h.words.Invocation(a.Address, a.Caller))
			p.Add(func(w *doc.Writer) { WriteInvocation(w, &a, h.body(), nil, heading...) })
		}
		p.Gap()
	}
	if h.outputsChange() {
		p.Gap()
		p.Title(h.words.Outputs)
		p.Add(func(w *doc.Writer) { WriteOutputs(w, h.sum.Outputs, h.body()) })
		if h.activeCount() == 0 {
			p.Gap()
			p.Paragraph(h.words.OutputsOnly)
		}
	}
	h.ended = true
	return h.write(p)
}

// advance writes what stands between the section that has been reached and a
// later one.
func (h *Report) advance(to computed.Section) error {
	if h.ended || to <= h.at {
		return nil
	}
	var p text.Page
	if h.at == computed.DriftSection {
		h.closeDrift(&p)
		if h.ended {
			return h.write(p)
		}
		if h.sum.DeferredCount > 0 {
			p.Gap()
			p.Heading(h.words.DeferredNote)
			p.Gap()
		}
	}
	if to == computed.ChangesSection {
		if h.sum.DeferredCount > 0 {
			p.Rule()
		}
		h.openChanges(&p)
	}
	h.at = to
	return h.write(p)
}

func (h *Report) closeDrift(p *text.Page) {
	drift := h.sum.DriftCount > 0
	if drift {
		text := h.words.DriftNormal
		if h.sum.Mode == plans.RefreshOnlyMode {
			text = h.words.DriftRefreshOnly
		}
		p.Gap()
		p.Gap()
		p.Paragraph(text)
	}
	if h.listedCount() == 0 && h.sum.Invocations == 0 && !h.outputsChange() {
		h.noChanges(p)
	}
	if drift && !h.ended {
		p.Rule()
	}
}

// noChanges says why nothing is listed. After drift it may be the last word.
func (h *Report) noChanges(p *text.Page) {
	drift := h.sum.DriftCount > 0
	no := h.words.NoChanges
	var out dialect.Outcome
	switch {
	case h.sum.Errored:
		out = no.Errored
	case h.sum.DeferredCount > 0:
		out = no.Deferred
	case h.sum.Mode == plans.RefreshOnlyMode:
		if drift {
			h.ended = true
			return
		}
		out = no.RefreshOnly
	case h.sum.Mode == plans.DestroyMode:
		out = no.Destroy
	default:
		out = no.Normal
		if drift {
			out.Tight = false
			switch h.ended = true; {
			case h.sum.Applyable:
				out.Text = no.DriftApplyable
			case h.Opts.InAutomation:
				out.Text = no.DriftNotAutomation
			default:
				out.Text = no.DriftNotApplyable
			}
		}
	}
	if drift {
		p.Rule()
	}
	p.Gap()
	p.Heading(out.Title)
	if !out.Tight {
		p.Gap()
	}
	if out.Text != "" {
		p.Paragraph(out.Text)
	}
}

func (h *Report) openChanges(p *text.Page) {
	if h.activeCount() > 0 {
		p.Gap()
		p.Paragraph(h.words.LegendIntro)
		for _, s := range h.words.Legend {
			if h.sum.Counts[s.Action] > 0 {
				gutter := doc.Gutter{Kind: doc.Signed, Sign: doc.ActionSign(s.Action)}
				p.Add(func(w *doc.Writer) { w.Line(doc.Entry{Gutter: gutter}, doc.Span{Text: s.Text}) })
			}
		}
	}
	if h.listedCount() > 0 || h.sum.Invocations > 0 {
		p.Gap()
		if h.sum.Errored {
			p.Title(h.words.ActionsErrored)
		} else {
			p.Title(h.words.Actions)
		}
	}
}

// listedCount counts the changes that are listed.
func (h *Report) listedCount() int {
	n := 0
	for _, c := range h.sum.Counts {
		n += c
	}
	return n
}

// activeCount counts the listed changes that are more than a no-op.
func (h *Report) activeCount() int { return h.listedCount() - h.sum.Counts[plans.NoOp] }

// outputsChange reports whether any output changes.
func (h *Report) outputsChange() bool {
	for _, o := range h.sum.Outputs {
		if o.Shown() {
			return true
		}
	}
	return false
}

func (h *Report) write(p text.Page) error {
	if len(p.Parts) == 0 {
		return nil
	}
	return h.out.Write(p.Lines())
}

// prepare does what write does, as far as that is possible before it is the page's
// turn, and returns the rest. It reports whether the rest does without the page.
func (h *Report) prepare(p text.Page) (write func() error, all bool) {
	if len(p.Parts) == 0 {
		return func() error { return nil }, true
	}
	switch sink := h.out.(type) {
	case sinks.AllPreparer:
		return sink.PrepareAll(p.Write)
	case sinks.Preparer:
		return sink.Prepare(p.Lines()), false
	}
	return func() error { return h.write(p) }, false
}

// beginState writes what stands above the first resource of a state. One with
// nothing in it has but one line.
func (h *Report) beginState() error {
	h.at = computed.StateSection
	p := wherePage(h.sum.Where)
	words := h.words.State
	if wording.IsLater(h.sum.FormatVersion, wording.KnownStateFormat) || slices.ContainsFunc(h.sum.SchemaFormatVersions, wording.IsLaterSchema) {
		p.Gap()
		p.Warning(words.VersionWarning)
	}
	if h.sum.State == computed.EmptyState {
		p.Title(words.Empty)
		h.ended = true
	}
	return h.write(p)
}

// addStateResource adds an object in a state. Two empty lines set a module off
// from the one around it, but nothing one from another beside it: so do the
// products.
func (h *Report) addStateResource(p *text.Page, r *computed.Resource) {
	if !r.FirstOfModule {
		p.Gap()
	} else if r.Enclosed {
		p.Gap()
		p.Gap()
	}
	p.Add(func(w *doc.Writer) { WriteStateResource(w, &h.words, r) })
}

// endState writes the outputs.
func (h *Report) endState() error {
	var p text.Page
	if !h.ended && len(h.sum.Outputs) > 0 {
		p.Gap()
		p.Gap()
		p.Title(h.words.State.Outputs)
		p.Gap()
		for i := range h.sum.Outputs {
			p.Add(func(w *doc.Writer) { WriteStateOutput(w, &h.sum.Outputs[i]) })
		}
	}
	h.ended = true
	return h.write(p)
}
