package human

import (
	"github.com/planfmt/planfmt/computed"
	"github.com/planfmt/planfmt/dialect"
	"github.com/planfmt/planfmt/doc"
	"github.com/planfmt/planfmt/internal/report/wording"
	"github.com/planfmt/planfmt/renderers"
)

// WriteResource writes a change: comments, the resource with its body, and the actions
// that the change triggers. The body is rendered with the options, and what the change asks for.
func WriteResource(w *doc.Writer, words *dialect.Words, r *computed.Resource, opts computed.RenderHumanOpts) {
	topic := ResourceSubject(r)
	heading := words.Heading(HeaderSubject(r))
	lines := heading.Lines
	if r.Section == computed.DeferredSection {
		lines = words.Deferred(r.Address, r.DeferredReason)
	}
	w.Group(topic, func() {
		for _, l := range lines {
			w.Line(doc.Entry{Gutter: doc.Gutter{Kind: doc.NoteGutter}, Pad: l.Pad}, wording.PhraseSpans(l.Text)...)
		}
		writeAnnotations(w, r)
		if err := wording.CheckRenderable(r.Body, r.Err); err != nil {
			w.Line(doc.Entry{Gutter: doc.Gutter{Kind: doc.NoteGutter}}, wording.FailureNote(r.Address, err))
		} else if r.Body.Muted && !opts.ShowMuted {
			note := renderers.HiddenCount(len(r.Body.MutedParts()), "muted change")
			w.Line(doc.Entry{Gutter: doc.Gutter{Kind: doc.NoteGutter}}, note)
		} else {
			writeBody(w, r, heading, opts)
		}
		writeTriggered(w, topic, words.BeforeChange, r.BeforeActions, opts)
		writeTriggered(w, topic, words.AfterChange, r.AfterActions, opts)
	})
}

// ResourceSubject is what the lines of a resource are about.
func ResourceSubject(r *computed.Resource) *doc.Subject {
	topic := &doc.Subject{Address: r.Address, Resource: &r.Header}
	switch r.Section {
	case computed.DriftSection:
		topic.Kind = doc.DriftSubject
	case computed.DeferredSection:
		topic.Kind = doc.DeferredSubject
	case computed.ChangesSection:
		topic.Kind = doc.ChangeSubject
	case computed.StateSection:
		topic.Kind = doc.StateSubject
	}
	return topic
}

func HeaderSubject(r *computed.Resource) dialect.Subject {
	return dialect.Subject{Header: r.Header, Drift: r.Section == computed.DriftSection}
}

func writeBody(w *doc.Writer, r *computed.Resource, heading dialect.Heading, opts computed.RenderHumanOpts) {
	gutter := doc.Gutter{Kind: doc.Signed, Sign: doc.ActionSign(r.Action)}
	if gutter.Sign == doc.NoSign {
		gutter.Kind = doc.Blank
	}
	w.Begin(doc.Entry{Gutter: gutter, Pad: heading.Pad, Path: r.Body.Path})
	writeHeader(w, keyword(r), r.Type, r.Name)
	w.Text(doc.Plain, " ")
	opts.ShowUnchanged, opts.HideSigns, opts.NoNullSuffix = r.Importing != nil, heading.Bare, heading.Bare
	r.Body.RenderHuman(w, opts)
	w.End()
}

func keyword(r *computed.Resource) string {
	if r.Mode == "data" {
		return "data"
	}
	return "resource"
}

// writeHeader writes `KIND "TYPE" "NAME"`. Plans do not escape the labels.
func writeHeader(w *doc.Writer, kind, typ, name string) {
	w.Text(doc.Key, kind)
	w.Text(doc.Plain, ` "`)
	w.Text(doc.Type, typ)
	w.Text(doc.Plain, `" "`)
	w.Text(doc.Type, name)
	w.Text(doc.Plain, `"`)
}

// writeTriggered writes the actions that a change triggers.
func writeTriggered(w *doc.Writer, by *doc.Subject, title dialect.Phrase, actions []computed.ActionInvocation, opts computed.RenderHumanOpts) {
	if len(actions) == 0 {
		return
	}
	w.Empty()
	w.Line(doc.Entry{Gutter: doc.Gutter{Kind: doc.NoGutter}, Pad: 4}, wording.PhraseSpans(title)...)
	for i := range actions {
		WriteInvocation(w, &actions[i], opts, by)
	}
	w.Empty()
}

// WriteInvocation writes an action with its configuration, below what else is to be said
// about it. It has no gutters, and the configuration stands where it would as a value of
// its own, moved to the right, including its empty lines.
func WriteInvocation(w *doc.Writer, a *computed.ActionInvocation, opts computed.RenderHumanOpts, trigger *doc.Subject, above ...doc.Span) {
	line := func(pad int) doc.Entry { return doc.Entry{Gutter: doc.Gutter{Kind: doc.NoGutter}, Pad: pad} }
	w.Group(&doc.Subject{Kind: doc.ActionSubject, Address: a.Address, Trigger: trigger}, func() {
		if len(above) > 0 {
			w.Line(doc.Entry{Gutter: doc.Gutter{Kind: doc.NoteGutter}}, above...)
		}
		w.Line(line(4), doc.Span{Text: "# " + a.Address})
		w.Begin(line(4))
		writeHeader(w, "action", a.Type, a.Name)
		w.Text(doc.Plain, " {")
		w.End()
		switch err := wording.CheckRenderable(a.Config, a.Err); {
		case a.Err == nil && !a.HasConfig:
		case err != nil:
			w.Line(line(8), wording.FailureNote(a.Address, err))
		default:
			w.Shift(8, func() {
				w.Begin(line(0))
				w.Text(doc.Key, "config")
				w.Text(doc.Plain, " ")
				writeState(w, a.Config, computed.RenderHumanOpts{ShowRefinements: opts.ShowRefinements})
				w.End()
			})
		}
		w.Line(line(4), doc.Span{Text: "}"})
	})
}

// writeState writes a value on its own, as a whole and without signs.
func writeState(w *doc.Writer, d computed.Diff, opts computed.RenderHumanOpts) {
	opts.HideSigns, opts.ShowUnchanged = true, true
	d.RenderHuman(w, opts)
}
