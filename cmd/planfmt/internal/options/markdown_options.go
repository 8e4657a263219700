package options

import (
	"fmt"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/planfmt/planfmt/cmd/planfmt/internal/flagvalue"
	"github.com/planfmt/planfmt/internal/report/layout"
	"github.com/planfmt/planfmt/internal/report/marker"
	"github.com/planfmt/planfmt/sinks"
)

// MarkdownText say what a comment for a pull request looks like.
type MarkdownText struct {
	Title    string
	Markdown layout.Markdown

	target   flagvalue.Choice
	collapse flagvalue.Choice
	maxSize  flagvalue.Amount
	id       string
}

// AddTitle adds the flag for the heading.
func (o *MarkdownText) AddTitle(flags *pflag.FlagSet, all Formats) {
	flagvalue.Look.In(flags).Var(&flagvalue.Word{Value: &o.Title, What: "TEXT"}, "title", all.help("title", "begin with this heading"))
}

// AddSize adds the flags for how much is shown.
func (o *MarkdownText) AddSize(cmd *cobra.Command, all Formats) {
	o.collapse = flagvalue.Choice{Value: layout.CollapseAuto.String(), Names: layout.CollapseChoices()}
	flags := cmd.Flags()
	flagvalue.Look.In(flags).Var(&o.maxSize, "max-size", all.help("max-size", "write at most N bytes, and leave out what is least important (default: what the target allows; for brief, 12000)"))
	flagvalue.Look.In(flags).Var(&o.collapse, "collapse", all.help("collapse", "which parts are collapsed at first: "+o.collapse.List()+"; auto: all if there are more than three"))
	flagvalue.CompleteChoice(cmd, "collapse", &o.collapse)
}

// AddFlags adds all flags. The help texts say which of the formats obey them.
func (o *MarkdownText) AddFlags(cmd *cobra.Command, all Formats) {
	o.target = flagvalue.Choice{Value: sinks.Flavours()[0].Name, Names: sinks.FlavourNames()}
	flags := cmd.Flags()
	o.AddTitle(flags, all)
	flagvalue.Look.In(flags).Var(&o.target, "target", all.help("target", "where the comment is to be posted, which determines its syntax and its maximum size: "+o.target.List()))
	flagvalue.CompleteChoice(cmd, "target", &o.target)
	o.AddSize(cmd, all)
	flagvalue.Look.In(flags).Var(&flagvalue.Word{Value: &o.id, What: "ID"}, "comment-id", all.help("comment-id", "begin with the invisible text planfmt:ID, by which a bot can find its comment again"))
}

// Resolve sets the layout.
func (o *MarkdownText) Resolve(flags *pflag.FlagSet) (err error) {
	l := &o.Markdown
	l.MaxSize, l.CommentID = int(o.maxSize), o.id
	if o.target.Value != "" && flags.Changed("target") {
		if l.Flavour, err = sinks.FlavourNamed(o.target.Value); err != nil {
			return err
		}
	}
	if flags.Changed("comment-id") {
		if err := marker.CheckCommentID(o.id); err != nil {
			return fmt.Errorf("--comment-id: %w", err)
		}
	}
	return l.Collapse.UnmarshalText([]byte(o.collapse.Value))
}
