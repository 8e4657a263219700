package human

import (
	"strings"

	"github.com/planfmt/planfmt/doc"
	"github.com/planfmt/planfmt/internal/read/jsonlog"
	"github.com/planfmt/planfmt/internal/report/paper/text"
	"github.com/planfmt/planfmt/internal/report/wording"
)

// addStep adds the line for a step of an operation, as the programs print it without -json.
// They print less than they write to the log, and word some of it in another way.
func (l *Log) addStep(p *text.Page, e *jsonlog.Event, run *jsonlog.Run) {
	kind, phase := e.Type.Operation()
	if phase == jsonlog.NoPhase {
		if e.Type.IsKnown() {
			text.AddLines(p, levelRole(e.Level), e.Message)
		}
		return
	}
	if l.opts.Progress != nil && kind == "apply" && l.addProgress(p, e, run) {
		return
	}
	if l.opts.OnlyResults && (phase == jsonlog.Started || phase == jsonlog.Ongoing && kind != "provision") {
		return
	}
	h := e.Hook
	switch {
	case kind == "list" && phase == jsonlog.Complete:
		l.flushFound(p, h.Resource.Address)
	case kind == "provision":
		addProvision(p, e)
		return
	case kind == "refresh" && phase != jsonlog.Started, kind == "apply" && phase == jsonlog.Errored && !l.opts.OnlyResults:
		// The diagnostic says it.
		return
	case kind == "apply" && h.Resource.Address != "":
		text := wording.ApplyText(h, phase, run)
		if text == "" {
			break
		}
		role := doc.Bold
		if phase == jsonlog.Errored {
			role = doc.Danger
		}
		p.Add(func(w *doc.Writer) { w.Heading(doc.Span{Role: role, Text: h.Resource.Address + ": " + text}) })
		return
	}
	text.AddLines(p, doc.Bold, e.Message)
}

// addProvision adds a step of a provisioner. The programs do not print its end.
func addProvision(p *text.Page, e *jsonlog.Event) {
	h := e.Hook
	switch e.Type {
	case jsonlog.ProvisionStart:
		text.AddLines(p, doc.Bold, e.Message)
	case jsonlog.ProvisionOutput:
		for line := range strings.SplitSeq(jsonlog.StripColour(h.Output), "\n") {
			line = strings.TrimSuffix(line, "\r")
			p.Add(func(w *doc.Writer) {
				w.Heading(doc.Span{Role: doc.Bold, Text: h.Resource.Address + " (" + h.Provisioner + "):"}, doc.Span{Text: " " + line})
			})
		}
	}
}
