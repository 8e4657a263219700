package report

import (
	"github.com/planfmt/planfmt/internal/report/marker"
	"github.com/planfmt/planfmt/internal/report/paper/markdown"
	"github.com/planfmt/planfmt/sinks"
)

// remember writes the marker into the comment at the top, and says below the headline what has changed since the report
// before. It is called when everything is known.
func (m *Markdown) remember(marks []marker.NamedMark) {
	l := &m.Opts.Markdown
	if links := markdown.Links(l); links != "" {
		m.Intro = links + "\n\n"
	}
	if !l.Remember {
		return
	}
	now, hides := marker.NewPlanMarker(l.CommentID, marks)
	now.SetRun(l.Run, l.Sealed)
	// The report is mostly for people: a quarter of it is for the marker, an eighth for what has changed.
	m.Comment = l.Flavour.Hide(now.Text(m.Limit/4 - len(l.Flavour.Hide(""))))
	if l.Previous != nil {
		s := marker.NewSince(now, *l.Previous, hides)
		m.Intro = s.Text(m.Limit/8) + marker.FindingsSince(marks, now.Found, l.Previous.Found, m.Limit/16) + m.Intro
	} else if l.Distrust != "" {
		m.Intro = sinks.InText.Bold(sinks.InText.Words(l.Distrust)) + " So this report does not say what has changed since.\n\n" + m.Intro
	}
}
