package kit

import (
	"github.com/planfmt/planfmt"
	"github.com/planfmt/planfmt/internal/report/layout"
	"github.com/planfmt/planfmt/internal/report/marker"
	"github.com/planfmt/planfmt/sinks"
)

// CommentOptions are those of a comment that the next one refers to.
func CommentOptions(flavour sinks.Flavour, size int, previous string) planfmt.Options {
	var opts planfmt.Options
	opts.Format = "markdown"
	opts.Markdown = layout.Markdown{Flavour: flavour, MaxSize: size, CommentID: "plan", Remember: true}
	if m, ok := marker.ParseMarker(previous, "plan"); ok {
		opts.Markdown.Previous = &m
	}
	return opts
}
