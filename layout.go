package planfmt

import (
	"github.com/planfmt/planfmt/computed"
	"github.com/planfmt/planfmt/internal/report"
	"github.com/planfmt/planfmt/internal/schemas/facts"
)

// GroupBy says what changes are grouped by, see [Layout].GroupBy.
type GroupBy = report.GroupBy

// The choices for [GroupBy].
const (
	GroupByAction = report.GroupByAction
	GroupByModule = report.GroupByModule
	GroupByType   = report.GroupByType
	GroupByNone   = report.GroupByNone
)

// MarkdownLayout says how Markdown looks: for which place it is (Flavour), how many bytes it may have (MaxSize), and which parts are
// folded (Collapse). By its CommentID, a program finds the comment again, to show what has changed since the Previous one.
type MarkdownLayout = report.MarkdownLayout

// Collapse says which parts of a comment are folded.
type Collapse = report.Collapse

// The choices for [Collapse].
const (
	CollapseAuto = report.CollapseAuto // all parts if there are more than three, or else none
	CollapseAll  = report.CollapseAll
	CollapseNone = report.CollapseNone
)

// CommentMarker is what a comment remembers about a plan, see [ParseCommentMarker].
type CommentMarker = report.Marker

// ParseCommentMarker returns what a comment with an ID remembers about a plan, for [MarkdownLayout].Previous. It reports false if the
// comment has no such ID.
func ParseCommentMarker(comment, id string) (CommentMarker, bool) {
	return report.ParseMarker(comment, id)
}

// ReasonText says in one line why something happens to a resource: the attributes that force a replacement, and the reason that the plan
// gives. It is empty if neither exists. It contains no sensitive values, but other text from the document is not escaped: see
// sinks.Escape.
func ReasonText(r *computed.Resource) string { return report.ReasonText(r) }

// KnownFacts is a table of facts about well-known providers, see [Comparison].KnownFacts.
type KnownFacts = facts.Table

// DecodeKnownFacts decodes the table of known facts, which is the file internal/schemas/facts/facts.bin of this module.
func DecodeKnownFacts(data []byte) (*KnownFacts, error) { return facts.Decode(data) }
