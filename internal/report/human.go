package report

import (
	"fmt"
	"io"
	"slices"

	"github.com/planfmt/planfmt/computed"
	"github.com/planfmt/planfmt/dialect"
	"github.com/planfmt/planfmt/doc"
	"github.com/planfmt/planfmt/plans"
	"github.com/planfmt/planfmt/sinks"
)

// Human is the report for people. It passes each resource to its sink when it
// arrives. What can be done for several resources at the same time is in
// [Human.Prepare].
type Human struct {
	w     io.Writer
	words dialect.Words
	opts  Options

	out   sinks.Document // nil before Begin
	sum   computed.Summary
	at    computed.Section
	ended bool // nothing more is to be printed
}

// NewHuman returns a report that writes to w.
func NewHuman(w io.Writer, opts Options) *Human {
	opts.setDefaults(sinks.DefaultWidth)
	return &Human{w: w, words: opts.Dialect.Words, opts: opts}
}

// Begin opens the document and writes what stands above the first resource.
func (h *Human) Begin(s computed.Summary) error {
	var err error
	if h.out, err = h.opts.Sink.Open(h.w); err != nil {
		return err
	}
	h.sum, h.at, h.ended = s, computed.DriftSection, false
	if s.State != computed.NotState {
		return h.beginState()
	}
	p := wherePage(s.Where)
	if HasLaterFormat(&s) {
		p.gap()
		p.warning(h.words.VersionWarning)
	}
	if s.DriftCount > 0 {
		p.gap()
		p.heading(h.words.DriftNote)
		p.gap()
		p.paragraph(h.words.DriftIntro)
	}
	return h.write(p)
}

// Resource writes a change. Changes come in the order of their sections; one
// that comes too late is an error.
func (h *Human) Resource(r computed.Resource) error { return h.Prepare(r)() }

// Prepare lays out a change, and puts its lines together if the sink can do so. It
// returns what is left of [Human.Resource]. Several goroutines may call Prepare at a
// time, in any order, between Begin and End.
func (h *Human) Prepare(r computed.Resource) (write func() error) {
	write, _ = h.PrepareAll(&r)
	return write
}

// PrepareAll is like Prepare, and reports whether the change is not needed any more.
func (h *Human) PrepareAll(r *computed.Resource) (write func() error, all bool) {
	if h.out == nil {
		return func() error { return errNotBegun }, true
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
func (h *Human) layOut(r *computed.Resource) page {
	var p page
	switch {
	case r.Section == computed.StateSection:
		h.addStateResource(&p, r)
	case isPrinted(r):
		p.gap()
		p.add(func(w *doc.Writer) { writeResource(w, &h.words, r, h.body()) })
	}
	return p
}

// body returns the options of values.
func (h *Human) body() computed.RenderHumanOpts {
	return computed.RenderHumanOpts{ShowRefinements: h.opts.Refinements}
}

// reach checks that a resource of a section may come now, and writes what stands
// above the section.
func (h *Human) reach(section computed.Section, address string) error {
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

// isPrinted reports whether a change leaves anything to print. A change that is
// listed as a no-op only says that an object moved or is imported.
func isPrinted(r *computed.Resource) bool {
	if r.Section == computed.ChangesSection {
		return r.Shown()
	}
	return r.Err != nil || r.Action != plans.NoOp || r.Moved() || r.Importing != nil && r.Section == computed.DeferredSection
}

// End writes what stands below the last resource, and closes the document.
func (h *Human) End(computed.Outcome) error {
	if h.out == nil {
		return errNotBegun
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
func (h *Human) countMuted() error {
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
	var p page
	p.gap()
	p.paragraph(fmt.Sprintf("%d %s muted%s.", n, what, byRules(&h.sum)))
	return h.write(p)
}

func (h *Human) end() error {
	if h.sum.State != computed.NotState {
		return h.endState()
	}
	if err := h.advance(computed.ChangesSection); err != nil || h.ended {
		return err
	}
	var p page
	if h.listedCount() > 0 || h.sum.Invocations > 0 {
		p.gap()
		p.heading(h.words.Totals(h.sum.Totals()))
	}
	if len(h.sum.Invoked) > 0 {
		p.gap()
		p.title(h.words.Invoked)
		for _, a := range h.sum.Invoked {
			p.gap()
			heading := phrase(h.words.Invocation(a.Address, a.Caller))
			p.add(func(w *doc.Writer) { writeInvocation(w, &a, h.body(), nil, heading...) })
		}
		p.gap()
	}
	if h.outputsChange() {
		p.gap()
		p.title(h.words.Outputs)
		p.add(func(w *doc.Writer) { writeOutputs(w, h.sum.Outputs, h.body()) })
		if h.activeCount() == 0 {
			p.gap()
			p.paragraph(h.words.OutputsOnly)
		}
	}
	h.ended = true
	return h.write(p)
}

// advance writes what stands between the section that has been reached and a
// later one.
func (h *Human) advance(to computed.Section) error {
	if h.ended || to <= h.at {
		return nil
	}
	var p page
	if h.at == computed.DriftSection {
		h.closeDrift(&p)
		if h.ended {
			return h.write(p)
		}
		if h.sum.DeferredCount > 0 {
			p.gap()
			p.heading(h.words.DeferredNote)
			p.gap()
		}
	}
	if to == computed.ChangesSection {
		if h.sum.DeferredCount > 0 {
			p.rule()
		}
		h.openChanges(&p)
	}
	h.at = to
	return h.write(p)
}

func (h *Human) closeDrift(p *page) {
	drift := h.sum.DriftCount > 0
	if drift {
		text := h.words.DriftNormal
		if h.sum.Mode == plans.RefreshOnlyMode {
			text = h.words.DriftRefreshOnly
		}
		p.gap()
		p.gap()
		p.paragraph(text)
	}
	if h.listedCount() == 0 && h.sum.Invocations == 0 && !h.outputsChange() {
		h.noChanges(p)
	}
	if drift && !h.ended {
		p.rule()
	}
}

// noChanges says why nothing is listed. After drift it may be the last word.
func (h *Human) noChanges(p *page) {
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
			case h.opts.InAutomation:
				out.Text = no.DriftNotAutomation
			default:
				out.Text = no.DriftNotApplyable
			}
		}
	}
	if drift {
		p.rule()
	}
	p.gap()
	p.heading(out.Title)
	if !out.Tight {
		p.gap()
	}
	if out.Text != "" {
		p.paragraph(out.Text)
	}
}

func (h *Human) openChanges(p *page) {
	if h.activeCount() > 0 {
		p.gap()
		p.paragraph(h.words.LegendIntro)
		for _, s := range h.words.Legend {
			if h.sum.Counts[s.Action] > 0 {
				gutter := doc.Gutter{Kind: doc.Signed, Sign: doc.ActionSign(s.Action)}
				p.add(func(w *doc.Writer) { w.Line(doc.Entry{Gutter: gutter}, doc.Span{Text: s.Text}) })
			}
		}
	}
	if h.listedCount() > 0 || h.sum.Invocations > 0 {
		p.gap()
		if h.sum.Errored {
			p.title(h.words.ActionsErrored)
		} else {
			p.title(h.words.Actions)
		}
	}
}

// listedCount counts the changes that are listed.
func (h *Human) listedCount() int {
	n := 0
	for _, c := range h.sum.Counts {
		n += c
	}
	return n
}

// activeCount counts the listed changes that are more than a no-op.
func (h *Human) activeCount() int { return h.listedCount() - h.sum.Counts[plans.NoOp] }

// outputsChange reports whether any output changes.
func (h *Human) outputsChange() bool {
	for _, o := range h.sum.Outputs {
		if o.Shown() {
			return true
		}
	}
	return false
}

func (h *Human) write(p page) error {
	if len(p.parts) == 0 {
		return nil
	}
	return h.out.Write(p.lines())
}

// prepare does what write does, as far as that is possible before it is the page's
// turn, and returns the rest. It reports whether the rest does without the page.
func (h *Human) prepare(p page) (write func() error, all bool) {
	if len(p.parts) == 0 {
		return func() error { return nil }, true
	}
	switch sink := h.out.(type) {
	case sinks.AllPreparer:
		return sink.PrepareAll(p.write)
	case sinks.Preparer:
		return sink.Prepare(p.lines()), false
	}
	return func() error { return h.write(p) }, false
}

// beginState writes what stands above the first resource of a state. One with
// nothing in it has but one line.
func (h *Human) beginState() error {
	h.at = computed.StateSection
	p := wherePage(h.sum.Where)
	words := h.words.State
	if isLater(h.sum.FormatVersion, knownStateFormat) || slices.ContainsFunc(h.sum.SchemaFormatVersions, isLaterSchema) {
		p.gap()
		p.warning(words.VersionWarning)
	}
	if h.sum.State == computed.EmptyState {
		p.title(words.Empty)
		h.ended = true
	}
	return h.write(p)
}

// addStateResource adds an object in a state. Two empty lines set a module off
// from the one around it, but nothing one from another beside it: so do the
// products.
func (h *Human) addStateResource(p *page, r *computed.Resource) {
	if !r.FirstOfModule {
		p.gap()
	} else if r.Enclosed {
		p.gap()
		p.gap()
	}
	p.add(func(w *doc.Writer) { writeStateResource(w, &h.words, r) })
}

// endState writes the outputs.
func (h *Human) endState() error {
	var p page
	if !h.ended && len(h.sum.Outputs) > 0 {
		p.gap()
		p.gap()
		p.title(h.words.State.Outputs)
		p.gap()
		for i := range h.sum.Outputs {
			p.add(func(w *doc.Writer) { writeStateOutput(w, &h.sum.Outputs[i]) })
		}
	}
	h.ended = true
	return h.write(p)
}
