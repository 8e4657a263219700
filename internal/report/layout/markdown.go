package layout

import (
	"github.com/planfmt/planfmt/internal/base/enum"
	"github.com/planfmt/planfmt/internal/report/marker"
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

// Markdown is what users choose about a report in Markdown.
type Markdown struct {
	// Flavour is one of [sinks.Flavours]; the zero value stands for the first.
	Flavour sinks.Flavour
	// MaxSize is the maximum size of the report, in bytes; 0 means the limit of the flavour.
	// [report.NewMarkdown] returns an error if even the shortest report may be longer. [report.Brief] obeys it, too; its limit is [report.DefaultBrief].
	MaxSize  int
	Collapse Collapse
	// Graph adds a picture of what depends on what among the changes, see docs/graph.md, if there is room. [report.NewMarkdown] returns an error if
	// the place draws no graphs, and [report.NewManyMarkdown] in any case.
	Graph bool
	// CommentID, if set, is written in an invisible comment at the top, `planfmt:ID`, by which a
	// program can find the report again. It consists of ASCII letters, digits, `.`, `_`, `/` and `-`.
	CommentID string
	// Remember makes this comment also say what the plan does, so that the next report can say what has changed, see [marker.Marker]. It
	// needs a CommentID.
	Remember bool
	// Previous is what such a comment said about the plan before. With Remember, the report says what has changed since. It is nil
	// if there is no such comment.
	Previous *marker.Marker
	// Distrust, if set, says as a sentence why there is a comment that cannot be the Previous one: somebody edited it.
	Distrust string
	// Sealed leaves room in the marker for the code that [marker.SealComment] writes.
	Sealed bool
	// ReportURL is the address of a page with the complete report, to which the comment links; empty for no link. See [marker.CheckReportURL].
	ReportURL string
	// Run is the run of a pipeline that the comment is of, to be named in it; nil for none.
	Run *plans.PipelineRun
	// Failure, if set, is what has happened instead of a plan, as a sentence: the comment is about that, and about the log of what
	// failed. With Remember, it remembers what Previous says, so that the next plan is compared with the last one that there was.
	Failure string
}
