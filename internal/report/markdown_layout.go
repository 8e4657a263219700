package report

import (
	"cmp"
	"errors"
	"fmt"
	"strings"

	"github.com/planfmt/planfmt/internal/base/enum"
	"github.com/planfmt/planfmt/plans"
	"github.com/planfmt/planfmt/sinks"
)

// Collapse says which parts of a report are collapsed at first, of those that can be.
type Collapse uint8

// The choices.
const (
	CollapseAuto Collapse = iota // all of them if there are more than three, or else none
	CollapseAll
	CollapseNone
)

var collapses = enum.New[Collapse]("choice", []string{
	CollapseAuto: "auto",
	CollapseAll:  "all",
	CollapseNone: "none",
}...)

// CollapseChoices returns the names of all choices.
func CollapseChoices() []string {
	return []string{CollapseAuto.String(), CollapseAll.String(), CollapseNone.String()}
}

// String returns the name of the choice.
func (c Collapse) String() string { return collapses.String(c) }

// MarshalText returns the name of the choice.
func (c Collapse) MarshalText() ([]byte, error) { return collapses.Marshal(c) }

// UnmarshalText sets the choice by its name. If there is no such name, the error lists the
// valid ones.
func (c *Collapse) UnmarshalText(text []byte) error { return collapses.Unmarshal(text, c) }

// MarkdownLayout is what users choose about a report in Markdown.
type MarkdownLayout struct {
	// Flavour is one of [sinks.Flavours]; the zero value stands for the first.
	Flavour sinks.Flavour
	// MaxSize is the maximum size of the report, in bytes; 0 means the limit of the flavour.
	// [NewMarkdown] returns an error if even the shortest report may be longer. [Brief] obeys it, too; its limit is [DefaultBrief].
	MaxSize  int
	Collapse Collapse
	// Graph adds a picture of what depends on what among the changes, see docs/graph.md, if there is room. [NewMarkdown] returns an error if
	// the place draws no graphs, and [NewManyMarkdown] in any case.
	Graph bool
	// CommentID, if set, is written in an invisible comment at the top, `planfmt:ID`, by which a
	// program can find the report again. It consists of ASCII letters, digits, `.`, `_`, `/` and `-`.
	CommentID string
	// Remember makes this comment also say what the plan does, so that the next report can say what has changed, see [Marker]. It
	// needs a CommentID.
	Remember bool
	// Previous is what such a comment said about the plan before. With Remember, the report says what has changed since. It is nil
	// if there is no such comment.
	Previous *Marker
	// Distrust, if set, says as a sentence why there is a comment that cannot be the Previous one: somebody edited it.
	Distrust string
	// Sealed leaves room in the marker for the code that [SealComment] writes.
	Sealed bool
	// ReportURL is the address of a page with the complete report, to which the comment links; empty for no link. See [CheckReportURL].
	ReportURL string
	// Run is the run of a pipeline that the comment is of, to be named in it; nil for none.
	Run *plans.PipelineRun
	// Failure, if set, is what has happened instead of a plan, as a sentence: the comment is about that, and about the log of what
	// failed. With Remember, it remembers what Previous says, so that the next plan is compared with the last one that there was.
	Failure string
}

// CheckReportURL says what is wrong with a [MarkdownLayout].ReportURL, if anything is.
func CheckReportURL(address string) error {
	rest, ok := strings.CutPrefix(address, "http://")
	if ok {
		rest = "https://" + rest
	} else {
		rest = address
	}
	switch {
	case !sinks.IsLink(rest):
		return errors.New("expected an address that begins with https:// or http:// and has no characters that mean something to Markdown: write those as %XX")
	case len(address) > maxReportURL:
		return fmt.Errorf("the address is longer than %d bytes", maxReportURL)
	}
	return nil
}

const maxReportURL = 2000

// reportTop is what stands above the headline of a report.
type reportTop struct{ comment, heading string }

func (t *reportTop) text() string { return t.comment + t.heading }

// begin sets the flavour if there is none. It returns what stands above the headline of a report,
// and how long the report may be.
func (l *MarkdownLayout) begin(title string) (top reportTop, limit int, err error) {
	if l.Flavour.Name == "" {
		l.Flavour = sinks.Flavours()[0]
	}
	limit = cmp.Or(l.MaxSize, l.Flavour.Limit)
	if l.CommentID != "" {
		if err := CheckCommentID(l.CommentID); err != nil {
			return top, 0, err
		}
		top.comment = l.Flavour.Hide("planfmt:" + l.CommentID)
	}
	if title := sinks.InText.Words(title); title != "" {
		top.heading = sinks.Heading(2, title)
	}
	more := 0
	if l.ReportURL != "" {
		if err := CheckReportURL(l.ReportURL); err != nil {
			return top, 0, err
		}
		more += len(l.ReportURL) + 20
	}
	if text := runText(l.Run); text != "" {
		more += len(text) + 5
	}
	if l.Graph && !l.Flavour.HasMermaid {
		return top, 0, fmt.Errorf("%s draws no graphs", l.Flavour.Name)
	}
	if l.Remember {
		if l.CommentID == "" {
			return top, 0, errors.New("a report that is to be remembered needs a comment ID")
		}
		more += markerBase + sinceShort
	}
	if least := minMarkdown + len(top.text()) + more; limit < least {
		return top, 0, fmt.Errorf("a maximum size of %d bytes is too small: the headline and the counts need at least %d bytes", limit, least)
	}
	return top, limit, nil
}

// minMarkdown is the size in which the headline and the counts of every plan have room, if
// there is neither a title nor a comment.
const minMarkdown = 500

const (
	// sinceNames is how many names are in a line, and sinceName how long each is at most, in bytes.
	sinceNames = 5
	sinceName  = 120
	// sinceShort is how long the shortest text may be, which has no names.
	sinceShort = 400
)

// links returns a line with links to the full report and to the run, as far as they are known.
func (l *MarkdownLayout) links() string {
	var line []string
	if l.ReportURL != "" {
		line = append(line, sinks.PageLink("Full report", l.ReportURL))
	}
	if run := runText(l.Run); run != "" {
		line = append(line, run)
	}
	return strings.Join(line, ", ")
}
