package report

import (
	"iter"
	"slices"

	"github.com/planfmt/planfmt/computed"
	"github.com/planfmt/planfmt/doc"
	"github.com/planfmt/planfmt/internal/report/content"
	"github.com/planfmt/planfmt/internal/report/human"
	"github.com/planfmt/planfmt/internal/report/layout"
	"github.com/planfmt/planfmt/internal/report/paper/text"
	"github.com/planfmt/planfmt/internal/report/subject/check"
	"github.com/planfmt/planfmt/internal/report/subject/plan"
	"github.com/planfmt/planfmt/internal/report/wording"
	"github.com/planfmt/planfmt/plans"
	"github.com/planfmt/planfmt/review"
	"github.com/planfmt/planfmt/sinks"
)

// PagesOptions control [Pages].
type PagesOptions struct {
	layout.Options
	// ShowMuted shows what rules mute in a resource, in place of its number.
	ShowMuted bool
}

// Pages lays out a document part by part, for programs in which a person looks at one part after the
// other. What does not change is in folds. Its methods may be called from several goroutines.
type Pages struct {
	opts     PagesOptions
	overview plan.Overview
	entries  []computed.Resource

	dependents *plan.Dependents
}

// NewPages returns the pages of a document. The entries are its resources, of which only what is known without
// their values is used.
func NewPages(s computed.Summary, entries []computed.Resource, opts PagesOptions) *Pages {
	p := &Pages{opts: opts, entries: entries, dependents: plan.NewDependents(s.Graph)}
	p.overview = plan.Overview{Dialect: opts.Dialect, AllDrift: true, Refinements: opts.Refinements, TellSource: opts.ShowSource}
	p.overview.Start(s)
	p.opts.Dialect = p.overview.Dialect
	for i := range entries {
		e := &entries[i]
		p.overview.Counts[review.ClassOf(e)]++
		if e.Section == computed.StateSection {
			p.overview.Stored = append(p.overview.Stored, e.Header)
		}
	}
	return p
}

// Headline says in a line what the document is as a whole: the numbers of what the plan does, or of what is in
// the state.
func (p *Pages) Headline() doc.Text {
	var c content.Contents
	v := p.overview
	if v.Sum.State != computed.NotState {
		v.State(&c)
	} else {
		v.Headline(&c)
	}
	for _, l := range c.Head {
		if l.IsHeadline {
			return doc.NewText(l.Text...)
		}
	}
	return doc.NewText(c.Head[len(c.Head)-1].Text...)
}

// Counts says how often each action is planned, in a few words: "2 replacements".
func (p *Pages) Counts() []string { return p.overview.CountWords(p.overview.ChangedOutputs()) }

// Overview yields what is to be said about the document as a whole, as [Compact] does: everything but what
// happens to resources and outputs, and which actions are invoked. These have pages of their own.
func (p *Pages) Overview(o computed.Outcome, width int) iter.Seq[doc.Line] {
	v := p.overview
	all := v.Frame(o, true)
	shown := *all
	shown.Sections = nil
	for _, sec := range all.First {
		shown.Add(sec)
	}
	if all.Renames != nil {
		shown.Add(*all.Renames)
	}
	for _, sec := range all.Sections {
		if sec.Kind != content.OutputSection && sec.Kind != content.ActionSection {
			shown.Sections = append(shown.Sections, sec)
		}
	}
	return doc.Lines(text.NewSheet(&shown, max(width, 1), nil).Write)
}

// Resource yields what [human.Report] prints about a resource, and how many of its values only a bundle of schemas hides: here, nobody
// reads what stands on standard error.
func (p *Pages) Resource(r *computed.Resource) iter.Seq[doc.Line] {
	return doc.Lines(func(w *doc.Writer) {
		if r.Section == computed.StateSection {
			human.WriteStateResource(w, &p.opts.Dialect.Words, r)
			writeBundled(w, r.Masked)
			return
		}
		opts := p.body()
		opts.ShowMuted = p.opts.ShowMuted
		human.WriteResource(w, &p.opts.Dialect.Words, r, opts)
		if p.opts.ShowSource && !r.Declared.IsZero() {
			w.Empty()
			writeComment(w, "# declared at "+r.Declared.String())
		}
		all := r.Masked
		for _, invoked := range [][]computed.ActionInvocation{r.BeforeActions, r.AfterActions} {
			for _, a := range invoked {
				all = slices.Concat(all, a.Masked)
			}
		}
		writeBundled(w, all)
	})
}

// body returns the options of values. Folds open with a key, so that they may have more than those of a page that is read from the beginning to
// the end.
func (p *Pages) body() computed.RenderHumanOpts {
	opts := p.overview.PageBody()
	opts.FoldMore = true
	return opts
}

// writeBundled says how many values each bundle of schemas hides.
func writeBundled(w *doc.Writer, all []computed.Masked) {
	bundles := computed.ByBundle(all)
	if len(bundles) > 0 {
		w.Empty()
	}
	for _, b := range bundles {
		writeComment(w, "# "+b.String())
	}
}

func writeComment(w *doc.Writer, text string) {
	w.Line(doc.Entry{Gutter: doc.Gutter{Kind: doc.NoteGutter}}, doc.Span{Role: doc.Comment, Text: text})
}

// Output yields what [human.Report] prints about an output of the summary.
func (p *Pages) Output(i int) iter.Seq[doc.Line] {
	o := &p.overview.Sum.Outputs[i]
	return doc.Lines(func(w *doc.Writer) {
		if p.overview.Sum.State != computed.NotState {
			human.WriteStateOutput(w, o)
		} else {
			human.WriteOutput(w, o, 0, p.body())
		}
	})
}

// Action yields what [human.Report] prints about an action of the summary that no resource triggers.
func (p *Pages) Action(i int) iter.Seq[doc.Line] {
	a := &p.overview.Sum.Invoked[i]
	return doc.Lines(func(w *doc.Writer) {
		human.WriteInvocation(w, a, p.body(), nil, wording.PhraseSpans(p.opts.Dialect.Words.Invocation(a.Address, a.Caller))...)
		writeBundled(w, a.Masked)
	})
}

// Policies yields what policies say about the document, and which of them it passes. It yields nothing if the document is not
// judged.
func (p *Pages) Policies(o layout.Options) iter.Seq[doc.Line] {
	o.SetDefaults(sinks.DefaultWidth)
	var all text.Page
	if rep := p.overview.Sum.Verdicts; rep != nil {
		c := check.Contents(rep)
		checkPage(&all, rep, c, &o)
		addPassed(&all, c)
	}
	return all.Lines()
}

// Why yields what [Why] says about a resource, which has been compared, if there is anything to say. The lines about
// another resource have that as their subject.
func (p *Pages) Why(r *computed.Resource) iter.Seq[doc.Line] {
	y := NewWhy(nil, r.Address, p.opts.Options)
	for i := range p.entries {
		y.addEffects(&p.entries[i])
	}
	return doc.Lines(func(w *doc.Writer) { y.resource(w, r) })
}

// Impact yields what forces a resource to be replaced, what it forces, and what merely refers to it, as [HTML] says it. It yields nothing if
// there is nothing to say. The lines about another resource have that as their subject.
func (p *Pages) Impact(r *computed.Resource) iter.Seq[doc.Line] {
	return doc.Lines(func(w *doc.Writer) {
		if r.Section == computed.DriftSection || r.Deposed != "" {
			return
		}
		of := p.dependents.Of(r.Address, r.Impact, wording.HasLeft(&r.Header))
		if of == nil {
			return
		}
		w.Heading(doc.Span{Role: doc.Bold, Text: r.Address})
		w.Heading(doc.Span{Text: of.Title})
		for _, part := range of.Parts {
			w.Empty()
			w.Heading(doc.Span{Role: doc.Bold, Text: part.Title})
			writeImpact(w, part.Items, wording.MoreText(part.More), 2)
		}
		if of.Command != "" {
			w.Empty()
			w.Heading(doc.Span{Role: doc.Comment, Text: "This is a part of it. All of it: " + of.Command})
		}
	})
}

// writeImpact writes a list. What depends on an item stands below it, further to the right.
func writeImpact(w *doc.Writer, items []*content.ImpactItem, more string, pad int) {
	for _, it := range items {
		var about *doc.Subject
		if it.Address != "" {
			about = &doc.Subject{Kind: doc.ChangeSubject, Address: it.Address}
		}
		w.Group(about, func() {
			w.Line(text.Indent(pad), doc.Span{Role: doc.Address, Text: it.Name}, doc.Span{Text: "  "}, doc.Span{Role: doc.Comment, Text: it.Words})
		})
		rest := it.Rest()
		if len(it.Items) == 0 && rest != "" {
			w.Line(text.Indent(pad+2), doc.Span{Role: doc.Comment, Text: rest})
			continue
		}
		writeImpact(w, it.Items, rest, pad+2)
	}
	if more != "" {
		w.Line(text.Indent(pad), doc.Span{Role: doc.Comment, Text: more})
	}
}

// Root returns the address of the resource with which a chain of replacements begins, and which leads to
// another one because of the first of the attributes that force it. It is empty if no other resource is the reason.
func Root(c *computed.Cause) string {
	root := ""
	seen := map[*computed.Cause]bool{}
	var walk func([]computed.Reference)
	cause := func(c *computed.Cause) {
		if c == nil || seen[c] {
			return
		}
		seen[c] = true
		for _, a := range c.Attributes {
			if len(a.From) > 0 {
				walk(a.From)
				return
			}
		}
	}
	walk = func(refs []computed.Reference) {
		for i := range refs {
			r := &refs[i]
			switch {
			case r.Action != plans.NoOp && r.End != computed.EndsInNoChange:
				root = r.Address
			case len(r.From) == 0:
				continue
			}
			if len(r.From) > 0 {
				walk(r.From)
			} else {
				cause(r.Cause)
			}
			return
		}
	}
	cause(c)
	return root
}
