package report

import (
	"cmp"
	"io"
	"slices"
	"strings"

	"github.com/planfmt/planfmt/computed"
	"github.com/planfmt/planfmt/dialect"
	"github.com/planfmt/planfmt/doc"
	"github.com/planfmt/planfmt/internal/base/hclname"
	"github.com/planfmt/planfmt/plans"
	"github.com/planfmt/planfmt/sinks"
)

// HumanPlanDiff says everything in which two plans differ, value by value. It passes each resource
// to its sink when it arrives. A line with a - is what the old plan would do, a line with a + what
// the new plan would do.
type HumanPlanDiff struct {
	w       io.Writer
	opts    Options
	out     sinks.Document // nil before Begin
	summary computed.PlanDiff
}

// NewHumanPlanDiff returns a report that writes to w.
func NewHumanPlanDiff(w io.Writer, opts Options) *HumanPlanDiff {
	opts.setDefaults(sinks.DefaultWidth)
	return &HumanPlanDiff{w: w, opts: opts}
}

// Begin opens the document, and writes in what the plans differ as a whole.
func (h *HumanPlanDiff) Begin(s computed.PlanDiff) (err error) {
	h.summary = s
	if h.out, err = h.opts.Sink.Open(h.w); err != nil {
		return err
	}
	var p page
	for _, f := range s.Facts {
		p.gap()
		p.add(func(w *doc.Writer) { w.Paragraph(doc.Span{Text: planFactSentence(f)}) })
	}
	return h.write(&p)
}

// Resource writes how what the plans would do to a resource differs.
func (h *HumanPlanDiff) Resource(r computed.ResourceComparison) error {
	if h.out == nil {
		return errNotBegun
	}
	var p page
	p.gap()
	p.add(func(w *doc.Writer) { writeResourceComparison(w, &h.opts.Dialect.Words, &r) })
	return h.write(&p)
}

// End writes what stands below the resources, and closes the document.
func (h *HumanPlanDiff) End(o computed.PlanDiffOutcome) error {
	if h.out == nil {
		return errNotBegun
	}
	var p page
	for i := range h.summary.Actions {
		p.gap()
		p.add(func(w *doc.Writer) { writeActionComparison(w, &h.summary.Actions[i]) })
	}
	if len(h.summary.Outputs) > 0 {
		p.gap()
		p.title("Outputs:")
		for i := range h.summary.Outputs {
			p.add(func(w *doc.Writer) { writeOutputComparison(w, &h.summary.Outputs[i]) })
		}
	}
	if len(h.summary.Checks) > 0 {
		p.gap()
		p.title("Checks with another status, which do not count as differences:")
		for i := range h.summary.Checks {
			p.add(func(w *doc.Writer) { writeCheckComparison(w, &h.summary.Checks[i]) })
		}
	}
	problems := slices.Concat(h.summary.Problems, o.Lacking)
	if len(problems) > 0 {
		p.gap()
		p.title("Problems:")
		for _, err := range problems {
			p.add(func(w *doc.Writer) {
				w.Line(noteEntry(), doc.Span{Role: doc.Alert, Text: plans.SpellName(err.Error())})
			})
		}
	}
	p.gap()
	p.add(func(w *doc.Writer) { w.Heading(verdictSpans(&h.summary, &o)...) })
	for _, text := range planDiffNotes(&h.summary, &o) {
		p.add(func(w *doc.Writer) { w.Paragraph(doc.Span{Text: text}) })
	}
	if err := h.write(&p); err != nil {
		return err
	}
	return h.out.Close()
}

func (h *HumanPlanDiff) write(p *page) error {
	if len(p.parts) == 0 {
		return nil
	}
	return h.out.Write(p.lines())
}

func noteEntry() doc.Entry { return doc.Entry{Gutter: doc.Gutter{Kind: doc.NoteGutter}} }

// writeResourceComparison writes how what two plans would do to a resource differs.
func writeResourceComparison(w *doc.Writer, words *dialect.Words, r *computed.ResourceComparison) {
	newest := r.Newest()
	w.Group(resourceSubject(newest), func() {
		w.Line(noteEntry(), comparisonHeading(r)...)
		writeComparison(w, &r.Comparison, "")
		for _, side := range []*computed.Resource{r.Old, r.New} {
			if side == nil || side.Body.Renderer == nil {
				continue
			}
			if r.Old != nil && r.New != nil {
				w.Line(noteEntry(), doc.Span{Role: doc.Comment, Text: "# " + sideWords(side == r.New) + ":"})
			}
			writeResource(w, words, side, computed.RenderHumanOpts{})
		}
	})
}

// writeComparison writes the facts and the values in which two plans differ. name is the name of an
// output, or empty.
func writeComparison(w *doc.Writer, c *computed.Comparison, name string) {
	for _, f := range c.Facts {
		if f.Fact != computed.ActionFact { // the heading says it
			writeFact(w, f)
		}
	}
	for i := range c.Values {
		if w.Done() {
			return
		}
		writeDifference(w, &c.Values[i], name)
	}
	for _, err := range c.Problems {
		w.Line(noteEntry(), doc.Span{Role: doc.Alert, Text: "# could not be compared: " + plans.SpellName(err.Error())})
	}
}

func signed(s doc.Sign, p plans.Path) doc.Entry {
	return doc.Entry{Gutter: doc.Gutter{Kind: doc.Signed, Sign: s}, Path: p}
}

func writeFact(w *doc.Writer, f computed.FactDifference) {
	if f.Fact == computed.ReasonFact && !f.Counts {
		w.Line(noteEntry(), doc.Span{Role: doc.Comment, Text: "# " + reasonSentence(f) + " (not a difference)"})
		return
	}
	name := factName(f.Fact)
	if !f.Counts {
		w.Line(noteEntry(), doc.Span{Role: doc.Comment, Text: "# " + name + ": " + orNone(f.Old) + " in the old plan, " + orNone(f.New) + " in the new plan (not a difference)"})
		return
	}
	for _, side := range []struct {
		sign doc.Sign
		text string
	}{{doc.Delete, f.Old}, {doc.Create, f.New}} {
		if side.text == "" && cmp.Or(f.Old, f.New) != "" {
			continue // the other side says enough
		}
		w.Line(signed(side.sign, plans.Path{}), doc.Span{Role: doc.Comment, Text: "# " + name + ": "}, doc.Span{Role: doc.Plain, Text: orNone(side.text)})
	}
}

// writeDifference writes what two plans would do to a value.
func writeDifference(w *doc.Writer, d *computed.Difference, name string) {
	path := d.Path.String()
	switch {
	case name != "" && path != "" && path[0] != '[':
		path = name + "." + path
	case name != "":
		path = name + path
	case path == "":
		path = "(the values as a whole)"
	}
	switch {
	case d.Sensitive && d.Kind.Counts():
		w.Begin(signed(doc.Update, d.Path))
		w.Text(doc.Key, path)
		w.Text(doc.Plain, " = ")
		w.Text(doc.Sensitive, sensitiveDiffers)
		w.End()
		return
	case !d.Kind.Counts():
		w.Begin(noteEntry())
		w.Text(doc.Comment, "# "+path+": ")
		w.Spans(notedText(d).Spans()...)
		w.End()
		return
	}
	if d.Result.Renderer != nil {
		w.Line(noteEntry(), doc.Span{Role: doc.Comment, Text: "# " + path + " after the old plan, and after the new one:"})
		w.Begin(signed(doc.Update, d.Path))
		w.Text(doc.Key, path)
		w.Text(doc.Plain, " = ")
		d.Result.RenderHuman(w, computed.RenderHumanOpts{Forces: computed.ForcesNever})
		w.End()
		return
	}
	// A member of a map may become null, or may be removed, which looks the same.
	isNulled := stateAfter(d.Old) == computed.Null || stateAfter(d.New) == computed.Null
	for _, side := range []struct {
		sign doc.Sign
		diff computed.Diff
	}{{doc.Delete, d.Old}, {doc.Create, d.New}} {
		w.Begin(signed(side.sign, d.Path))
		w.Text(doc.Key, path)
		w.Text(doc.Plain, " = ")
		writePlanned(w, side.diff, d.Kind == computed.ContradictsKnown)
		if side.diff.Action == plans.Delete && stateAfter(side.diff) == computed.Missing && isNulled {
			w.Text(doc.Comment, " (removed)")
		}
		w.End()
	}
	if d.Kind == computed.ContradictsKnown {
		w.Line(noteEntry(), doc.Span{Role: doc.Caution, Text: "# this contradicts what the old plan knew about the value"})
	}
}

// stateAfter returns whether a value exists after a plan.
func stateAfter(d computed.Diff) computed.State {
	if d.Renderer == nil {
		return computed.Missing
	}
	return d.Content().After.State
}

// writePlanned writes what a plan would do to a value, perhaps with what is already known of it.
func writePlanned(w *doc.Writer, d computed.Diff, known bool) {
	if d.Renderer == nil {
		w.Text(doc.Comment, "("+notSet+")")
		return
	}
	d.RenderHuman(w, computed.RenderHumanOpts{ShowUnchanged: d.Action == plans.NoOp, ShowRefinements: known})
	if d.Action == plans.NoOp {
		w.Text(doc.Comment, " (unchanged)")
	}
}

// writeActionComparison writes how an action is invoked in two plans.
func writeActionComparison(w *doc.Writer, a *computed.ActionComparison) {
	w.Group(&doc.Subject{Kind: doc.ActionSubject, Address: a.Address}, func() {
		w.Line(noteEntry(), doc.Span{Role: doc.Bold, Text: "# " + a.Address}, doc.Span{Role: doc.Plain, Text: " " + actionWords(a)})
		writeComparison(w, &a.Comparison, "")
		if only := onlyOne(a.Old, a.New); only != nil && only.Config.Renderer != nil {
			writeInvocation(w, only, computed.RenderHumanOpts{}, nil)
		}
	})
}

// writeOutputComparison writes what two plans would do to an output.
func writeOutputComparison(w *doc.Writer, o *computed.OutputComparison) {
	w.Group(&doc.Subject{Kind: doc.OutputSubject, Address: o.Name}, func() {
		if only := onlyOne(o.Old, o.New); only != nil {
			w.Line(noteEntry(), doc.Span{Role: doc.Comment, Text: "# only in " + sideWords(o.New != nil) + ":"})
			writeOutput(w, only, 0, computed.RenderHumanOpts{})
			return
		}
		what := bothWords(&o.Comparison, "set")
		if o.Verdict == computed.ActionDiffers {
			what = "would be " + outputWords(o.Facts[0].Old) + " by the old plan, and " + outputWords(o.Facts[0].New) + " by the new plan"
		}
		w.Line(noteEntry(), doc.Span{Role: doc.Bold, Text: "# output." + o.Name}, doc.Span{Role: doc.Plain, Text: " " + what})
		writeComparison(w, &o.Comparison, hclname.Quote(o.Name))
	})
}

// outputWords says what an action does to an output.
func outputWords(action string) string {
	if action == plans.Delete.String() {
		return "removed"
	}
	return action + "d"
}

func writeCheckComparison(w *doc.Writer, c *computed.CheckComparison) {
	w.Line(noteEntry(), doc.Span{Role: doc.Bold, Text: c.Address()}, doc.Span{Role: doc.Plain, Text: ": " + orNone(c.Old.Status) + " in the old plan, " + orNone(c.New.Status) + " in the new plan"})
	for _, in := range c.New.Instances {
		for _, m := range in.Messages {
			w.Line(doc.Entry{Gutter: doc.Gutter{Kind: doc.NoteGutter}, Pad: 2}, doc.Span{Role: doc.Comment, Text: in.Address + ": " + strings.Join(strings.Fields(m), " ")})
		}
	}
}

// verdictSpans is the line that says whether the plans are the same.
func verdictSpans(s *computed.PlanDiff, o *computed.PlanDiffOutcome) []doc.Span {
	switch {
	case len(o.Problems) > 0:
		return []doc.Span{{Role: doc.Danger, Text: "The plans could not be compared completely."}, {Role: doc.Bold, Text: " What could be compared " + differWords(s, o)}}
	case o.Different:
		return []doc.Span{{Role: doc.Danger, Text: "The plans are different:"}, {Role: doc.Bold, Text: " " + strings.Join(differenceCounts(s, o), ", ") + "."}}
	}
	return []doc.Span{{Role: doc.Good, Text: "The plans are the same."}, {Role: doc.Bold, Text: " The new plan would do what the old one would."}}
}

func differWords(s *computed.PlanDiff, o *computed.PlanDiffOutcome) string {
	if o.Different {
		return "is different: " + strings.Join(differenceCounts(s, o), ", ") + "."
	}
	return "is the same."
}
