package markdown

import (
	"cmp"
	"errors"
	"fmt"
	"strings"

	"github.com/planfmt/planfmt/internal/report/layout"
	"github.com/planfmt/planfmt/internal/report/marker"
	"github.com/planfmt/planfmt/sinks"
)

// Top is what stands above the headline of a report.
type Top struct{ Comment, heading string }

func (t *Top) text() string { return t.Comment + t.heading }

// Begin sets the flavour if there is none. It returns what stands above the headline of a report,
// and how long the report may be.
func Begin(l *layout.Markdown, title string) (top Top, limit int, err error) {
	if l.Flavour.Name == "" {
		l.Flavour = sinks.Flavours()[0]
	}
	limit = cmp.Or(l.MaxSize, l.Flavour.Limit)
	if l.CommentID != "" {
		if err := marker.CheckCommentID(l.CommentID); err != nil {
			return top, 0, err
		}
		top.Comment = l.Flavour.Hide("planfmt:" + l.CommentID)
	}
	if title := sinks.InText.Words(title); title != "" {
		top.heading = sinks.Heading(2, title)
	}
	more := 0
	if l.ReportURL != "" {
		if err := marker.CheckReportURL(l.ReportURL); err != nil {
			return top, 0, err
		}
		more += len(l.ReportURL) + 20
	}
	if text := marker.RunText(l.Run); text != "" {
		more += len(text) + 5
	}
	if l.Graph && !l.Flavour.HasMermaid {
		return top, 0, fmt.Errorf("%s draws no graphs", l.Flavour.Name)
	}
	if l.Remember {
		if l.CommentID == "" {
			return top, 0, errors.New("a report that is to be remembered needs a comment ID")
		}
		more += marker.MarkerBase + marker.SinceShort
	}
	if least := minMarkdown + len(top.text()) + more; limit < least {
		return top, 0, fmt.Errorf("a maximum size of %d bytes is too small: the headline and the counts need at least %d bytes", limit, least)
	}
	return top, limit, nil
}

// minMarkdown is the size in which the headline and the counts of every plan have room, if
// there is neither a title nor a comment.
const minMarkdown = 500

// Links returns a line with links to the full report and to the run, as far as they are known.
func Links(l *layout.Markdown) string {
	var line []string
	if l.ReportURL != "" {
		line = append(line, sinks.PageLink("Full report", l.ReportURL))
	}
	if run := marker.RunText(l.Run); run != "" {
		line = append(line, run)
	}
	return strings.Join(line, ", ")
}
