package pair

import (
	"cmp"
	"io"
	"slices"
	"strings"

	"github.com/planfmt/planfmt/computed"
	"github.com/planfmt/planfmt/dialect"
	"github.com/planfmt/planfmt/doc"
	"github.com/planfmt/planfmt/internal/base/hclname"
	"github.com/planfmt/planfmt/internal/report/human"
	"github.com/planfmt/planfmt/internal/report/layout"
	"github.com/planfmt/planfmt/internal/report/paper"
	"github.com/planfmt/planfmt/internal/report/paper/text"
	"github.com/planfmt/planfmt/internal/report/wording"
	"github.com/planfmt/planfmt/plans"
	"github.com/planfmt/planfmt/sinks"
)

// Human says everything in which two plans differ, value by value. It passes each resource
// to its sink when it arrives. A line with a - is what the old plan would do, a line with a + what
// the new plan would do.
type Human struct {
	w       io.Writer
	opts    layout.Options
	out     sinks.Document // nil before Begin
	summary computed.PlanDiff
}

// NewHuman returns a report that writes to w.
func NewHuman(w io.Writer, opts layout.Options) *Human {
	opts.SetDefaults(sinks.DefaultWidth)
	return &Human{w: w, opts: opts}
}

// Begin opens the document, and writes in what the plans differ as a whole.
func (h *Human) Begin(s computed.PlanDiff) (err error) {
	h.summary = s
	if h.out, err = h.opts.Sink.Open(h.w); err != nil {
		return err
	}
	var p text.Page
	for _, f := range s.Facts {
		p.Gap()
		p.Add(func(w *doc.Writer) { w.Paragraph(doc.Span{Text: wording.PlanFactSentence(f)}) })
	}
	return h.write(&p)
}

// Resource writes how what the plans would do to a resource differs.
func (h *Human) Resource(r computed.ResourceComparison) error {
	if h.out == nil {
		return paper.ErrNotBegun
	}
	var p text.Page
	p.Gap()
	p.Add(func(w *doc.Writer) { WriteResourceComparison(w, &h.opts.Dialect.Words, &r) })
	return h.write(&p)
}

// End writes what stands below the resources, and closes the document.
func (h *Human) End(o computed.PlanDiffOutcome) error {
	if h.out == nil {
		return paper.ErrNotBegun
	}
	var p text.Page
	for i := range h.summary.Actions {
		p.Gap()
		p.Add(func(w *doc.Writer) { writeActionComparison(w, &h.summary.Actions[i]) })
	}
	if len(h.summary.Outputs) > 0 {
		p.Gap()
		p.Title("Outputs:")
		for i := range h.summary.Outputs {
			p.Add(func(w *doc.Writer) { writeOutputComparison(w, &h.summary.Outputs[i]) })
		}
	}
	if len(h.summary.Checks) > 0 {
		p.Gap()
		p.Title("Checks with another status, which do not count as differences:")
		for i := range h.summary.Checks {
			p.Add(func(w *doc.Writer) { writeCheckComparison(w, &h.summary.Checks[i]) })
		}
	}
	problems := slices.Concat(h.summary.Problems, o.Lacking)
	if len(problems) > 0 {
		p.Gap()
		p.Title("Problems:")
		for _, err := range problems {
			p.Add(func(w *doc.Writer) {
				w.Line(noteEntry(), doc.Span{Role: doc.Alert, Text: plans.SpellName(err.Error())})
			})
		}
	}
	p.Gap()
	p.Add(func(w *doc.Writer) { w.Heading(verdictSpans(&h.summary, &o)...) })
	for _, text := range wording.PlanDiffNotes(&h.summary, &o) {
		p.Add(func(w *doc.Writer) { w.Paragraph(doc.Span{Text: text}) })
	}
	if err := h.write(&p); err != nil {
		return err
	}
	return h.out.Close()
}

func (h *Human) write(p *text.Page) error {
	if len(p.Parts) == 0 {
		return nil
	}
	return h.out.Write(p.Lines())
}

func noteEntry() doc.Entry { return doc.Entry{Gutter: doc.Gutter{Kind: doc.NoteGutter}} }

// WriteResourceComparison writes how what two plans would do to a resource differs.
func WriteResourceComparison(w *doc.Writer, words *dialect.Words, r *computed.ResourceComparison) {
	newest := r.Newest()
	w.Group(human.ResourceSubject(newest), func() {
		w.Line(noteEntry(), wording.ComparisonHeading(r)...)
		writeComparison(w, &r.Comparison, "")
		for _, side := range []*computed.Resource{r.Old, r.New} {
			if side == nil || side.Body.Renderer == nil {
				continue
			}
			if r.Old != nil && r.New != nil {
				w.Line(noteEntry(), doc.Span{Role: doc.Comment, Text: "# " + wording.SideWords(side == r.New) + ":"})
			}
			human.WriteResource(w, words, side, computed.RenderHumanOpts{})
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
		w.Line(noteEntry(), doc.Span{Role: doc.Comment, Text: "# " + wording.ReasonSentence(f) + " (not a difference)"})
		return
	}
	name := wording.FactName(f.Fact)
	if !f.Counts {
		w.Line(noteEntry(), doc.Span{Role: doc.Comment, Text: "# " + name + ": " + wording.OrNone(f.Old) + " in the old plan, " + wording.OrNone(f.New) + " in the new plan (not a difference)"})
		return
	}
	for _, side := range []struct {
		sign doc.Sign
		text string
	}{{doc.Delete, f.Old}, {doc.Create, f.New}} {
		if side.text == "" && cmp.Or(f.Old, f.New) != "" {
			continue // the other side says enough
		}
		w.Line(signed(side.sign, plans.Path{}), doc.Span{Role: doc.Comment, Text: "# " + name + ": "}, doc.Span{Role: doc.Plain, Text: wording.OrNone(side.text)})
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
		w.Text(doc.Sensitive, wording.SensitiveDiffers)
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
		w.Text(doc.Comment, "("+wording.NotSet+")")
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
		w.Line(noteEntry(), doc.Span{Role: doc.Bold, Text: "# " + a.Address}, doc.Span{Role: doc.Plain, Text: " " + wording.ActionWords(a)})
		writeComparison(w, &a.Comparison, "")
		if only := wording.OnlyOne(a.Old, a.New); only != nil && only.Config.Renderer != nil {
			human.WriteInvocation(w, only, computed.RenderHumanOpts{}, nil)
		}
	})
}

// writeOutputComparison writes what two plans would do to an output.
func writeOutputComparison(w *doc.Writer, o *computed.OutputComparison) {
	w.Group(&doc.Subject{Kind: doc.OutputSubject, Address: o.Name}, func() {
		if only := wording.OnlyOne(o.Old, o.New); only != nil {
			w.Line(noteEntry(), doc.Span{Role: doc.Comment, Text: "# only in " + wording.SideWords(o.New != nil) + ":"})
			human.WriteOutput(w, only, 0, computed.RenderHumanOpts{})
			return
		}
		what := wording.BothWords(&o.Comparison, "set")
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
	w.Line(noteEntry(), doc.Span{Role: doc.Bold, Text: c.Address()}, doc.Span{Role: doc.Plain, Text: ": " + wording.OrNone(c.Old.Status) + " in the old plan, " + wording.OrNone(c.New.Status) + " in the new plan"})
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
		return []doc.Span{{Role: doc.Danger, Text: "The plans are different:"}, {Role: doc.Bold, Text: " " + strings.Join(wording.DifferenceCounts(s, o), ", ") + "."}}
	}
	return []doc.Span{{Role: doc.Good, Text: "The plans are the same."}, {Role: doc.Bold, Text: " The new plan would do what the old one would."}}
}

func differWords(s *computed.PlanDiff, o *computed.PlanDiffOutcome) string {
	if o.Different {
		return "is different: " + strings.Join(wording.DifferenceCounts(s, o), ", ") + "."
	}
	return "is the same."
}
