package report

import (
	"cmp"
	"fmt"
	"strings"
	"time"

	"github.com/planfmt/planfmt/doc"
	"github.com/planfmt/planfmt/internal/read/jsonlog"
)

// addStep adds the line for a step of an operation, as the programs print it without -json.
// They print less than they write to the log, and word some of it in another way.
func (l *Log) addStep(p *page, e *jsonlog.Event, run *jsonlog.Run) {
	kind, phase := e.Type.Operation()
	if phase == jsonlog.NoPhase {
		if e.Type.IsKnown() {
			addLines(p, levelRole(e.Level), e.Message)
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
		text := applyText(h, phase, run)
		if text == "" {
			break
		}
		role := doc.Bold
		if phase == jsonlog.Errored {
			role = doc.Danger
		}
		p.add(func(w *doc.Writer) { w.Heading(doc.Span{Role: role, Text: h.Resource.Address + ": " + text}) })
		return
	}
	addLines(p, doc.Bold, e.Message)
}

// addProvision adds a step of a provisioner. The programs do not print its end.
func addProvision(p *page, e *jsonlog.Event) {
	h := e.Hook
	switch e.Type {
	case jsonlog.ProvisionStart:
		addLines(p, doc.Bold, e.Message)
	case jsonlog.ProvisionOutput:
		for line := range strings.SplitSeq(jsonlog.StripColour(h.Output), "\n") {
			line = strings.TrimSuffix(line, "\r")
			p.add(func(w *doc.Writer) {
				w.Heading(doc.Span{Role: doc.Bold, Text: h.Resource.Address + " (" + h.Provisioner + "):"}, doc.Span{Text: " " + line})
			})
		}
	}
}

// verbs are the words for an action.
type verbs struct{ doing, done string }

func verbsFor(action string) (v verbs, ok bool) {
	switch action {
	case "create":
		return verbs{"Creating", "Creation"}, true
	case "update":
		return verbs{"Modifying", "Modifications"}, true
	case "delete":
		return verbs{"Destroying", "Destruction"}, true
	case "read":
		return verbs{"Reading", "Read"}, true
	}
	return verbs{}, false
}

// applyText returns what the programs print about a step of applying, without the address. It
// is empty for an action that is not known.
func applyText(h *jsonlog.Hook, phase jsonlog.Phase, run *jsonlog.Run) string {
	v, ok := verbsFor(h.Action)
	if !ok {
		return ""
	}
	key, id := h.IDKey, h.ID
	switch phase {
	case jsonlog.Started:
		return v.doing + "..." + idText(key, id)
	case jsonlog.Ongoing:
		if op := run.Known("apply", h.Resource.Address); op != nil && id == "" {
			key, id = "id", op.ID
		}
		inside := ongoingText(h.Elapsed, run) + " elapsed"
		if id != "" {
			inside = cmp.Or(key, "id") + "=" + shortID(id) + ", " + inside
		}
		return "Still " + strings.ToLower(v.doing) + "... [" + inside + "]"
	case jsonlog.Errored:
		return v.done + " errored after " + elapsedText(h.Elapsed)
	}
	return v.done + " complete after " + elapsedText(h.Elapsed) + idText(key, id)
}

func idText(key, id string) string {
	if id == "" {
		return ""
	}
	return " [" + cmp.Or(key, "id") + "=" + shortID(id) + "]"
}

// shortID cuts the middle of a long ID out, as the programs do.
func shortID(id string) string {
	const longest = 80
	runes := []rune(id)
	if len(runes) <= longest {
		return id
	}
	const half = (longest - 3) / 2
	return string(runes[:half+1]) + "..." + string(runes[len(runes)-half:])
}

// elapsedText spells a duration.
func elapsedText(d time.Duration) string { return d.Truncate(time.Second).String() }

// ongoingText spells the duration of an operation that has not ended.
func ongoingText(d time.Duration, run *jsonlog.Run) string {
	if run.Dialect().PadsElapsed(run.Version()) {
		return fmt.Sprintf("%02dm%02ds", int(d.Minutes()), int(d.Seconds())%60)
	}
	return elapsedText(d)
}

// ShortDuration spells a duration for people: 2.5s, 1m30s, 2h5m.
func ShortDuration(d time.Duration) string {
	switch {
	case d < 0:
		return "0s"
	case d < 10*time.Second:
		return fmt.Sprintf("%.1fs", d.Seconds())
	case d < time.Minute:
		return fmt.Sprintf("%ds", int(d.Seconds()))
	case d < time.Hour:
		return fmt.Sprintf("%dm%02ds", int(d.Minutes()), int(d.Seconds())%60)
	}
	return fmt.Sprintf("%dh%02dm", int(d.Hours()), int(d.Minutes())%60)
}
